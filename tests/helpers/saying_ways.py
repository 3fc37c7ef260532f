"""Small games said in other ways than by a class: each with its value for Max and how many first moves it has."""

from __future__ import annotations

import math

NIM = """
from math import inf

position_initiale = (1, 2, 4, 0)


def joueur_courant(position):
    return position[3]


def coups_possibles(position):
    suite = []
    for tas in range(3):
        for reste in range(position[tas]):
            nouvelle = list(position)
            nouvelle[tas] = reste
            nouvelle[3] = 1 - position[3]
            suite.append(tuple(nouvelle))
    return suite


def heuristique(position):
    if sum(position[:3]) == 0:
        return -inf if joueur_courant(position) == 0 else inf
    return 0
"""

SUBTRACTION = """
def start():
    return (10, 0)


def current_player(position):
    return position[1]


def legal_moves(position):
    return [n for n in (1, 2, 3) if n <= position[0]]


def play(position, n):
    return (position[0] - n, 1 - position[1])


def score(position):
    return -1 if position[1] == 0 else 1


def heuristic(position):
    return position[0] % 4 if position[1] == 0 else -(position[0] % 4)
"""

LISTS = """
debut = [[0, 0, 0], 0]


def joueurCourant(position):
    return position[1]


def coupsPossibles(position):
    plateau, joueur = position
    suite = []
    for i in range(3):
        if plateau[i] == 0:
            copie = list(plateau)
            copie[i] = 1 + joueur
            suite.append([copie, 1 - joueur])
    return suite


def évaluation(position):
    return position[0][1] - 2 * position[0][0]
"""

SORTED_HEAPS = """
position_initiale = ((2, 2, 3), 0)
cycles = False


def joueur_courant(position):
    return position[1]


def coups_possibles(position):
    tas, joueur = position
    return [
        (tuple(sorted(tas[:i] + (n,) + tas[i + 1 :])), 1 - joueur) for i, reste in enumerate(tas) for n in range(reste)
    ]


def gain(position):
    return -1 if position[1] == 0 else 1
"""

FUNCTIONS: dict[str, tuple[str, float, int]] = {
    "nim, French": (NIM, math.inf, 7),
    "subtraction, English": (SUBTRACTION, 1, 3),
    "lists, humps and accents": (LISTS, -1, 3),
    "two moves to one position": (SORTED_HEAPS, 1, 5),
}

ROOMS = """
graph = {
    "hall": ["stairs", "kitchen"],
    "stairs": ["hall", "attic"],
    "kitchen": ["hall", "garden", "cellar"],
    "attic": ["garden"],
}
owner = {"hall": 0, "stairs": 1, "kitchen": 1, "attic": "max"}
ends = {"garden": 1, "cellar": -1}
"""

TREE = """
# Max, puis Min, puis Max : la valeur est 4.
graphe = {"a": ["b", "c"], "b": ["d", "e"], "c": ["f", "g"], "d": [1, 4], "e": [5, 6], "f": [2, -1], "g": [0, 1.5]}
"""

NAMED = """
graphe = {1: {"gauche": 2, "droite": 3}, 2: {"haut": 4, "bas": 1}, 3: {"haut": 5}}
joueur = {1: 0, 2: 1, 3: 1}
gains = {4: 1, 5: 1}
depart = 1
heuristique = {2: 0.5}
"""

ARCS = """
sommets = ["a", "b", "c", "d"]
arcs = [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d")]
gains = {"c": -1, "d": 1}

def joueur(sommet):
    return 0 if sommet == "a" else 1
"""

GRAPHS: dict[str, tuple[str, float, int]] = {
    "rooms, English": (ROOMS, 0, 2),
    "a tree of numbers": (TREE, 4, 2),
    "named arcs, French": (NAMED, 1, 2),
    "vertices and arcs": (ARCS, -1, 2),
}

ALIGNED = """
LARGEUR, HAUTEUR = 3, 3
joueurs = ("jaune", "rouge")


class Plateau:
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

    def deux(self, joueur):
        return any(
            colonne[y : y + 2] == [joueur, joueur] for colonne in self.colonnes for y in range(len(colonne) - 1)
        )

    def gain(self):
        return self.deux(0) - self.deux(1)

    def partie_finie(self):
        return self.gain() != 0 or not self.coups_possibles()
"""

TURNS = """
class Board:
    \"\"\"Heaps; whoever takes the last one wins. The history is kept, as people do to undo.\"\"\"

    def __init__(self, heaps=(1, 2)):
        self.heaps = list(heaps)
        self.history = []

    @property
    def player(self):
        return len(self.history) % 2

    def legal_moves(self):
        for i, heap in enumerate(self.heaps):
            for n in range(1, heap + 1):
                yield i, n

    def make_move(self, move):
        i, n = move
        self.heaps[i] -= n
        self.history.append(move)

    def undo_move(self, move):
        i, n = self.history.pop()
        self.heaps[i] += n

    def evaluate(self):
        if any(self.heaps):
            return 0
        return -10 if self.player == 0 else 10

    def __str__(self):
        return " ".join("|" * heap or "-" for heap in self.heaps)
"""

BOARDS: dict[str, tuple[str, float, int]] = {
    "aligned, French": (ALIGNED, 0, 3),
    "heaps with a history, English": (TURNS, 10, 3),
}

WRONG: dict[str, tuple[str, str]] = {
    "no game at all": ("x = 1\n", "holds no game"),
    "functions without a start": (NIM.replace("position_initiale", "quelque_chose"), "start (position_initiale)"),
    "functions without a player": (NIM.replace("joueur_courant", "qui"), "player (joueur_courant)"),
    "functions without a heuristic": (NIM.replace("def heuristique", "def valeur"), "heuristic (heuristique)"),
    "the same rule twice": (NIM + "\n\ndef heuristic(position):\n    return 0\n", "says the same rule twice"),
    "moves without a position": (NIM.replace("coups_possibles(position)", "coups_possibles()"), "must take a position"),
    "play without a move": (SUBTRACTION.replace("play(position, n)", "play(n)"), "a position and a move"),
    "a graph without values": (ROOMS.replace("ends =", "other ="), "does not say what the ends"),
    "a value of no end": (ROOMS.replace('"garden": 1,', '"hall": 1,'), "it is no end of its graph"),
    "a value that is text": (ROOMS.replace('"garden": 1,', '"garden": "good",'), "must be a number for Max"),
    "a player of a graph that is missing": (ROOMS.replace('"hall": 0, ', ""), "say 0 (Max) or 1 (Min)"),
    "successors that are text": (ROOMS.replace('["garden"]', '"garden"'), "the list of the successors"),
    "a start that is no vertex": (ROOMS + 'start = "moon"\n', "no vertex of its graph"),
    "an arc of no vertices": (ARCS.replace('["a", "b", "c", "d"]', '["a", "b", "c"]'), "does not hold both"),
    "a board without a player": (ALIGNED.replace("self.joueur", "self.camp"), "player (joueur_courant)"),
    "a board that needs arguments": (ALIGNED.replace("__init__(self)", "__init__(self, taille)"), "without arguments"),
    "undo with nothing": (ALIGNED.replace("annuler(self, colonne)", "annuler(self)"), "takes a move and nothing else"),
    "two boards": (ALIGNED + "\n\nclass Autre(Plateau):\n    pass\n", "several games"),
}
"""What people do wrong, and words of the sentence that tells them."""
