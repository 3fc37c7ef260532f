"""Chomp 3x4 with a frozenset of squares left."""

# ruff: noqa
from elagage import Game

ROWS, COLS = 3, 4


class Chomp(Game):
    def start(self):
        return (frozenset((r, c) for r in range(ROWS) for c in range(COLS)), True)

    def player(self, state):
        _, first = state
        return 0 if first else 1

    def moves(self, state):
        squares, _ = state
        return sorted(squares, reverse=True)

    def play(self, state, bite):
        squares, first = state
        r, c = bite
        return (frozenset(s for s in squares if s[0] < r or s[1] < c), not first)

    def score(self, state):
        # whoever took the last (poisoned) square lost, that is the one who just moved
        return 1 if state[1] else -1

    def heuristic(self, state):
        squares, first = state
        width = max((c for _, c in squares), default=-1) + 1
        height = max((r for r, _ in squares), default=-1) + 1
        v = 1 if width != height else -1
        return v if first else -v
