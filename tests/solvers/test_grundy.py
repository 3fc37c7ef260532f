"""Grundy values against the theory of Nim, and of Kayles."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage import Game, load
from elagage.errors import SearchError
from elagage.games.nim import Nim
from elagage.solvers import grundy, mex


def test_mex():
    assert [mex([]), mex([0, 1, 2]), mex([1, 2]), mex([0, 2, 2])] == [0, 3, 0, 1]


@settings(deadline=None)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=3))
def test_piles_of_nim_add_up_by_exclusive_or(piles):
    assert grundy(Nim(piles)) == reduce(xor, piles)


@settings(deadline=None)
@given(st.integers(0, 20), st.integers(1, 5))
def test_with_a_limit_a_pile_counts_modulo_one_more(pile, limit):
    assert grundy(Nim([pile], limit=limit)) == pile % (limit + 1)


class Rows(NamedTuple):
    pins: tuple[int, ...]
    turn: int


class Kayles(Game):
    """Rows of pins: knock down one, or two that stand side by side."""

    def __init__(self, pins):
        self.pins = pins

    def start(self):
        return Rows((self.pins,), 0)

    def player(self, state):
        return state.turn

    def moves(self, state):
        for row, pins in enumerate(state.pins):
            for taken in (1, 2):
                for left in range(pins - taken + 1):
                    yield (row, left, taken)

    def play(self, state, move):
        row, left, taken = move
        rest = [*state.pins[:row], left, state.pins[row] - left - taken, *state.pins[row + 1 :]]
        return Rows(tuple(sorted(pins for pins in rest if pins)), 1 - state.turn)

    def score(self, state):
        return -1 if state.turn == 0 else 1


def test_kayles_begins_as_published():
    memory = {}
    assert [grundy(Kayles(pins), memory=memory) for pins in range(12)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]


def test_what_has_no_grundy_values_is_refused():
    with pytest.raises(SearchError, match="otherwise"):
        grundy(load("nim:2,2:misere"))
    with pytest.raises(SearchError, match="Play can cycle"):
        grundy(load("morris"))
