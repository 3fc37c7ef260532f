"""Trois pions alignés sur un plateau de quatre colonnes et trois rangées, que jouer et annuler changent sur place.

elagage check examples/puissance_trois.py
elagage play examples/puissance_trois.py --level 5 --lang fr
elagage solve examples/puissance_trois.py --lang fr

joueurs nomme les camps. Le gain est celui de Max : son signe dit qui a gagné.
"""

LARGEUR, HAUTEUR, ALIGNES = 4, 3, 3

joueurs = ("jaune", "rouge")


class Plateau:
    """Une colonne est la liste de ses pions, de bas en haut ; un coup est le numéro d'une colonne."""

    def __init__(self):
        self.colonnes = [[] for _ in range(LARGEUR)]
        self.joueur = 0

    def coups_possibles(self):
        return [x for x in range(LARGEUR) if len(self.colonnes[x]) < HAUTEUR]

    def jouer(self, colonne):
        self.colonnes[colonne].append(self.joueur)
        self.joueur = 1 - self.joueur

    def annuler(self, colonne):
        self.colonnes[colonne].pop()
        self.joueur = 1 - self.joueur

    def case(self, x, y):
        """Le pion d'une case ; None s'il n'y en a pas, ou pas de case."""
        if 0 <= x < LARGEUR and 0 <= y < len(self.colonnes[x]):
            return self.colonnes[x][y]
        return None

    def alignements(self, joueur):
        """Combien d'alignements complets un joueur a."""
        total = 0
        for x in range(LARGEUR):
            for y in range(HAUTEUR):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cases = [self.case(x + i * dx, y + i * dy) for i in range(ALIGNES)]
                    total += all(case == joueur for case in cases)
        return total

    def partie_finie(self):
        return self.gain() != 0 or not self.coups_possibles()

    def gain(self):
        return self.alignements(0) - self.alignements(1)

    def grille(self):
        rangees = reversed(range(HAUTEUR))
        return [["." if self.case(x, y) is None else "XO"[self.case(x, y)] for x in range(LARGEUR)] for y in rangees]
