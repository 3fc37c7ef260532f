"""Sliding stones until blocked on 4x4 with IntEnum, walrus, lambdas in a dict, any/all, min with key."""

# ruff: noqa
from enum import IntEnum
from typing import NamedTuple, FrozenSet
from elagage import Game


class Colour(IntEnum):
    BLACK = 0
    WHITE = 1

    @property
    def opponent(self):
        return Colour(1 - self)


class Pt(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Pt(self.x + other[0], self.y + other[1])

    def ok(self):
        return 0 <= self.x < 4 and 0 <= self.y < 4


class Node(NamedTuple):
    black: tuple[Pt, ...]
    white: tuple[Pt, ...]
    turn: Colour
    n: int

    def stones(self, colour):
        return self.black if colour is Colour.BLACK else self.white


COMPASS = [Pt(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def lined(stones):
    a, b, c = sorted(stones)
    return b.x - a.x == c.x - b.x and b.y - a.y == c.y - b.y and max(abs(b.x - a.x), abs(b.y - a.y)) == 1


class Neutreeko(Game):
    def start(self):
        return Node((Pt(0, 0), Pt(2, 0), Pt(1, 2)), (Pt(1, 1), Pt(3, 3), Pt(0, 3)), Colour.BLACK, 0)

    def player(self, s):
        return int(s.turn)

    def slide(self, s, p, d):
        taken = s.black + s.white
        while (q := p + d).ok() and q not in taken:
            p = q
        return p

    def moves(self, s):
        if lined(s.black) or lined(s.white) or s.n >= 20:
            return []
        return [(p, q) for p in s.stones(s.turn) for d in COMPASS if (q := self.slide(s, p, d)) != p]

    def play(self, s, move):
        p, q = move
        mine = tuple(q if x == p else x for x in s.stones(s.turn))
        if s.turn is Colour.BLACK:
            return s._replace(black=mine, turn=s.turn.opponent, n=s.n + 1)
        return s._replace(white=mine, turn=s.turn.opponent, n=s.n + 1)

    def score(self, s):
        return int(lined(s.black)) - int(lined(s.white))

    def heuristic(self, s):
        near = lambda stones: min(abs(a.x - b.x) + abs(a.y - b.y) for a in stones for b in stones if a != b)
        best = min(s.black, key=lambda p: (abs(p.x - 1.5) + abs(p.y - 1.5), p))
        return near(s.white) - near(s.black) + 0.1 * best.x
