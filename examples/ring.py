"""A game in which play cycles: two tokens on a ring of eight, who lands on the other wins.

elagage analyse examples/ring.py --depth 12
"""

from typing import NamedTuple

from elagage import Game


class Ring(NamedTuple):
    """Where the two tokens are, who moves, and who has won (0 nobody, 1 Max, 2 Min)."""

    first: int
    second: int
    turn: int
    winner: int


class Chase(Game):
    """A step is one place forward or back; the tokens begin opposite each other, so with good play nobody is caught."""

    cycles = True

    def start(self):
        return Ring(0, 4, 0, 0)

    def player(self, ring):
        return ring.turn

    def moves(self, ring):
        if ring.winner == 0:
            yield 1
            yield 7

    def play(self, ring, move):
        first, second = ring.first, ring.second
        if ring.turn == 0:
            first = (first + move) % 8
        else:
            second = (second + move) % 8
        return Ring(first, second, 1 - ring.turn, ring.turn + 1 if first == second else 0)

    def score(self, ring):
        return 1 if ring.winner == 1 else -1
