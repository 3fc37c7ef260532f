"""Le morpion, dit par des fonctions d'une position, comme dans un cours sur Min-Max.

elagage check examples/morpion.py
elagage play examples/morpion.py --level 3 --lang fr
elagage analyse examples/morpion.py --depth 4 --lang fr

Un coup est la position à laquelle il mène. Une position est un texte de neuf cases : X pour Max, O pour Min.
"""

ALIGNEMENTS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
POINTS = (0, 1, 10, 100)

position_initiale = "........."


def joueur_courant(position):
    """0 pour Max, qui commence, 1 pour Min."""
    return position.count("X") - position.count("O")


def gagnee(position):
    """Un joueur a-t-il trois marques alignées ?"""
    return any(position[a] != "." and position[a] == position[b] == position[c] for a, b, c in ALIGNEMENTS)


def coups_possibles(position):
    """Les positions atteignables."""
    if gagnee(position):
        return []
    marque = "XO"[joueur_courant(position)]
    return [position[:case] + marque + position[case + 1 :] for case in range(9) if position[case] == "."]


def heuristique(position):
    """Pour chaque alignement où un seul joueur a joué : 1, 10 ou 100 points pour lui."""
    total = 0
    for alignement in ALIGNEMENTS:
        marques = [position[case] for case in alignement]
        croix, ronds = marques.count("X"), marques.count("O")
        if ronds == 0:
            total += POINTS[croix]
        elif croix == 0:
            total -= POINTS[ronds]
    return total


def grille(position):
    """Le plateau, pour le terminal et le navigateur."""
    return [list(position[ligne : ligne + 3]) for ligne in (0, 3, 6)]
