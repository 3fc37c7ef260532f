"""Proof numbers, plain and by the kernels interpreted, on random graphs where play cycles, and against attractors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import cyclic_graphs, graphs

from elagage import load, solve
from elagage.compiler.link import link_plain
from elagage.compiler.memory import new_words
from elagage.errors import LimitsError, SearchError
from elagage.game import derive
from elagage.games import make
from elagage.games.tree import Tree
from elagage.result import MAX, MIN
from elagage.search import minimax, reachable
from elagage.solvers import attractor, prove
from elagage.solvers.proof.proof_driver import Search, prove_compiled

pytestmark = pytest.mark.twin
PROVERS = (prove, lambda *three, **more: prove_compiled(*three, memory=1, **more))


def winning_states(game, winner):
    """The states from which a player can force a win, by attractors."""
    arcs = {state: [game.play(state, move) for move in game.moves(state)] for state in reachable(game)}
    ends = [s for s in arcs if game.over(s) and (game.score(s) > 0 if winner == MAX else game.score(s) < 0)]
    owners = {state: game.player(state) for state in arcs}
    return set(attractor(arcs, owners, ends, winner))


@settings(max_examples=200)
@given(cyclic_graphs(), st.sampled_from([MAX, MIN]))
def test_the_answer_is_the_attractors_wherever_play_starts(game, winner):
    game = derive(game, cycles=True)
    wins = winning_states(game, winner)
    for state in reachable(game):
        for ask in PROVERS:
            proof = ask(game, state, winner)
            assert proof.won == (state in wins)
            assert proof.nodes >= 1
            if game.over(state):
                assert proof.move is None
            elif proof.won and game.player(state) == winner:
                assert game.play(state, proof.move) in wins
            elif not proof.won and game.player(state) != winner:
                assert game.play(state, proof.move) not in wins


@settings(max_examples=100)
@given(graphs(st.integers(-1, 1), 5))
def test_the_value_is_minimaxs_for_max_whoever_moves(game):
    truth = minimax(game).value
    for plain in (True, False):
        result = solve(game, method="proof", plain=plain).result
        assert (result.score.outcome, result.value > 0, result.value < 0) == (truth, truth > 0, truth < 0)
        assert result.exact == (truth == 0)  # the leaves are amounts, of which a proof tells the sign


def test_each_prover_looks_no_further_than_it_may():
    game = make("connect4", "4x4")
    for ask in PROVERS:
        for limit in (1, 2, 10, 333):
            proof = ask(game, game.start(), MAX, nodes=limit)
            assert proof.won is None
            assert proof.nodes <= limit
        assert ask(game, game.start(), MAX, stop=lambda: True).won is None
        late = iter([False] + [True] * 10**6)
        assert ask(game, game.start(), MAX, stop=lambda late=late: next(late)).won is None
    with pytest.raises(LimitsError):
        prove_compiled(game, game.start(), MAX, memory=0.5)
    with pytest.raises(LimitsError):
        prove_compiled(game, game.start(), MAX, memory=(1 << 20) + 1)


def test_a_proof_goes_where_the_fewest_questions_are_left():
    """Proof numbers find a short win beside a wide subtree without looking into it."""
    wide = [[[0, 0, 0, 0, 0, 0] for _child in range(6)] for _child in range(6)]
    game = Tree([wide, [[1]]], MAX)
    for ask in PROVERS:
        proof = ask(game, game.start(), MAX)
        assert (proof.won, proof.move) == (True, 1)
        assert proof.nodes < 12


def test_a_game_too_deep_is_told_in_a_sentence():
    long = Tree({f"n{ply}": [f"n{ply + 1}"] for ply in range(25_000)} | {"n25000": 1})
    for ask in PROVERS:
        with pytest.raises(SearchError):
            ask(long, long.start(), MAX)


def test_a_small_table_forgets_and_is_right_all_the_same():
    game = make("tictactoe")
    for text, winner, won in (("X.X/OO./...", MAX, True), ("X.X/OOX/...", MIN, False), ("X../OO./X.X", MIN, True)):
        state = game.parse_state(text)
        search = Search(link_plain(game), state, winner, 1, None)
        search.buckets = 2
        assert search.run(None, None).won == won


def test_a_stack_of_any_size_grows_when_it_must():
    game = make("tictactoe")
    state = game.parse_state("X.X/OO./...")
    usual = Search(link_plain(game), state, MAX, 1, None).run(None, None)
    for room in range(1, 120):
        search = Search(link_plain(game), state, MAX, 1, None)
        search.stack = new_words(room, False)
        assert search.run(None, None) == usual
        assert len(search.stack) >= room


PROVED = (
    ("tictactoe", "a1b2"),
    ("connect4:4x4", "2322"),
    ("nim:3,4,5", ""),
    ("hexapawn:4x4", ""),
    ("morris", "b2a1c3"),
)
"""Play cycles in the last one."""


def test_each_prover_looks_at_as_many_positions_as_ever():
    """A change of behaviour changes tests/bench.txt in the same commit."""
    written = (Path(__file__).parents[1] / "bench.txt").read_text(encoding="utf-8")
    plain = kernels = forgetful = 0
    for spec, position in PROVED:
        game = load(spec)
        state = game.parse_state(position)
        for winner in (MAX, MIN):
            limit = 1500
            plain += prove(game, state, winner, nodes=limit).nodes
            kernels += Search(link_plain(game), state, winner, 1, None).run(limit, None).nodes
            search = Search(link_plain(game), state, winner, 1, None)
            search.buckets = 16
            forgetful += search.run(limit, None).nodes
    assert f"Proofs: {plain} {kernels} {forgetful}" == re.search("^Proofs: .*", written, re.M)[0]
