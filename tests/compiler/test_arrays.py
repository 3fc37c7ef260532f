"""Arrays of NumPy's that rules read: looked up and walked through as in Python, and nothing else of them."""

from __future__ import annotations

import numpy as np
import pytest

from elagage import Game
from elagage.analysis import analyse, can_compile
from elagage.search import alphabeta

WEIGHTS = np.array([3, 1, 4, 1, 5])
SHARES = np.array([0.5, 0.25, 2.0])


class Counting(Game):
    """Take one to three; the heuristic is whatever a test wants."""

    def start(self):
        return (9, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def score(self, state):
        return -1 if state[1] == 0 else 1


class LooksUp(Counting):
    def heuristic(self, state):
        return int(WEIGHTS[state[0] % 5]) + int(WEIGHTS[-1]) * len(SHARES)


class Walks(Counting):
    def heuristic(self, state):
        return float(sum(share * state[0] for share in SHARES))


class Multiplies(Counting):
    """Twice an array is no array twice as long."""

    def heuristic(self, state):
        return int(sum(WEIGHTS * 2)) - state[0]


class Adds(Counting):
    def heuristic(self, state):
        return len(WEIGHTS + WEIGHTS) * state[0]


class Truths(Counting):
    """Two truths of NumPy's add up to one."""

    def heuristic(self, state):
        return int((WEIGHTS[state[0] % 5] > 1) + (WEIGHTS[state[1]] > 0))


@pytest.mark.parametrize(
    ("game", "compiles"),
    [(LooksUp(), True), (Walks(), True), (Multiplies(), False), (Adds(), False), (Truths(), False)],
)
def test_arrays_mean_the_same_compiled(game, compiles):
    assert (can_compile(game) == "") == compiles
    for depth in (1, 2, 3):
        assert analyse(game, depth=depth).value == pytest.approx(alphabeta(game, None, depth).value)
