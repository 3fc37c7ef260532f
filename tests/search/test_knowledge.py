"""Candidates in the compiled search: less work, the same exact answers, and nothing of what is falsely known."""

from __future__ import annotations

import random

import pytest

from elagage import load, solve
from elagage.games.connect4 import Connect4
from elagage.question import Question
from elagage.result import Limits
from elagage.search.compiled import Engine, features_of
from elagage.search.compiled.features import KNOWLEDGE
from elagage.search.compiled.selection import choose_features


class FirstMove(Connect4):
    def candidates(self, state):
        return list(self.moves(state))[:1]


def draw_states(game, count, plies):
    chooser = random.Random(7)
    for _number in range(count):
        state = game.start()
        for _ply in range(plies):
            if not game.over(state):
                state = game.play(state, chooser.choice(list(game.moves(state))))
        yield state


@pytest.mark.twin
@pytest.mark.parametrize("game", [Connect4(4, 4), FirstMove(4, 4)], ids=["sound", "false"])
def test_exact_answers_are_the_same(game):
    if isinstance(game, FirstMove):
        Engine(game).compile()
        if not Engine(game).linked.compiled:
            return  # nothing is compared before it is used where nothing is compiled
    engine = Engine(game, features=features_of(added=("knowledge",)), memory=1)
    for state in draw_states(game, 6, 6):
        if game.over(state):
            continue
        found = engine.deepen(state, Limits(12))
        assert found.exact
        assert found.score == solve(load("connect4:4x4"), state, plain=True).score
        after = state
        for move in found.line:
            assert move in game.moves(after)
            after = game.play(after, move)
        assert game.over(after) or not found.score.outcome


def test_positions_are_saved():
    game = load("connect4")
    state = game.parse_state("4435")
    known, usual = (
        Engine(game, features=features_of(added=added)).deepen(state, Limits(14)) for added in (("knowledge",), ())
    )
    assert 2 * known.nodes < usual.nodes


def test_time_alone_brings_it_and_a_depth_does_not():
    game = load("connect4")
    for limits, wanted in (
        (Limits(time=1), True),
        (Limits(5), False),
        (Limits(5, 1.0), False),
        (Limits(nodes=9), False),
    ):
        assert bool(choose_features(Question(game, game.start(), limits))[0] & KNOWLEDGE) == wanted
