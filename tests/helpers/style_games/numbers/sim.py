"""Sim on 5 points: colour edges; whoever completes a triangle of his colour loses. Edges are frozensets of points."""

# ruff: noqa
from itertools import combinations
from typing import NamedTuple
from elagage import Game

POINTS = "ABCDE"
EDGES = [p + q for p, q in combinations(POINTS, 2)]
TRIANGLES = [frozenset(a + b for a, b in combinations(tri, 2)) for tri in combinations(POINTS, 3)]


class Position(NamedTuple):
    red: frozenset = frozenset()
    blue: frozenset = frozenset()


class Sim(Game):
    players = ("Red", "Blue")

    def start(self):
        return Position()

    def player(self, pos):
        return 0 if len(pos.red) == len(pos.blue) else 1

    def loser(self, pos):
        for t in TRIANGLES:
            if t <= pos.red:
                return 0
            if t <= pos.blue:
                return 1
        return None

    def moves(self, pos):
        if self.loser(pos) is not None:
            return []
        used = pos.red | pos.blue
        return [e for e in EDGES if e not in used]

    def play(self, pos, edge):
        if self.player(pos) == 0:
            return pos._replace(red=pos.red | {edge})
        return pos._replace(blue=pos.blue.union([edge]))

    def score(self, pos):
        lost = self.loser(pos)
        if lost is None:
            return 0
        return -1 if lost == 0 else 1

    def heuristic(self, pos):
        danger = 0
        for t in TRIANGLES:
            if len(t & pos.red) == 2 and not t & pos.blue:
                danger -= 1
            if len(t & pos.blue) == 2 and t.isdisjoint(pos.red):
                danger += 1
        return danger
