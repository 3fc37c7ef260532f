"""Kayles: rows of pins as a sorted tuple; knock down one pin or two neighbours, splitting a row."""

# ruff: noqa
from functools import lru_cache
from elagage import Game


@lru_cache(maxsize=None)
def grundy(n):
    if n <= 0:
        return 0
    options = set()
    for take in (1, 2):
        for left in range(n - take + 1):
            options.add(grundy(left) ^ grundy(n - take - left))
    g = 0
    while g in options:
        g += 1
    return g


class Kayles(Game):
    def start(self):
        return (5, 3), 0

    def player(self, state):
        return state[1]

    def moves(self, state):
        rows, _ = state
        found = set()
        for i, n in enumerate(rows):
            for take in (1, 2):
                for left in range((n - take) // 2 + 1):
                    if n >= take:
                        found.add((n, take, left))
        return sorted(found)

    def play(self, state, move):
        rows, who = state
        n, take, left = move
        rest = list(rows)
        rest.remove(n)
        rest += [k for k in (left, n - take - left) if k > 0]
        rest.sort(reverse=True)
        return tuple(rest), 1 - who

    def score(self, state):
        return 1 if state[1] == 1 else -1

    def heuristic(self, state):
        x = 0
        for n in state[0]:
            x ^= grundy(n)
        good = 1 if x else -1
        return good if state[1] == 0 else -good
