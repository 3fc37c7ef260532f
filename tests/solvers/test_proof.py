"""Proof numbers, plain and compiled, against attractors and against exact answers."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage import Game, load, search, solve
from elagage.errors import LimitsError, SearchError
from elagage.solvers import attractor, prove
from elagage.solvers.proof.proof_driver import prove_compiled as compiled_prove


class Spot(NamedTuple):
    vertex: int
    spare: int


class Maze(Game):
    """A game on a graph: ``arcs`` is rows of three successors (-1: none); Max wins at ends that are marked 1,
    Min at those marked -1.
    """

    cycles = True

    def __init__(self, arcs=(1, -1, -1, -1, -1, -1), owner=(0, 1), ends=(0, 1)):
        self.arcs, self.owner, self.ends = arcs, owner, ends

    def start(self):
        return Spot(0, 0)

    def player(self, state):
        return self.owner[state.vertex]

    def moves(self, state):
        for number in range(3):
            if self.arcs[state.vertex * 3 + number] >= 0:
                yield number

    def play(self, state, move):
        return Spot(self.arcs[state.vertex * 3 + move], 0)

    def score(self, state):
        return self.ends[state.vertex]


def random_maze(chooser, count):
    arcs = tuple(chooser.choice([-1, *range(count)]) for _arc in range(3 * count))
    return Maze(arcs, tuple(chooser.choices([0, 1], k=count)), tuple(chooser.choices([-1, 0, 1], k=count)))


def winners(game, count, winner):
    """The vertices from which a player can force a win."""
    graph = {v: [a for a in game.arcs[3 * v : 3 * v + 3] if a >= 0] for v in range(count)}
    wins = [v for v in graph if not graph[v] and (game.ends[v] > 0 if winner == 0 else game.ends[v] < 0)]
    return set(attractor(graph, dict(enumerate(game.owner)), wins, winner))


@settings(max_examples=300)
@given(st.integers(0, 10**9), st.integers(2, 10), st.sampled_from([0, 1]))
def test_plain_proofs_on_graphs_that_go_round(seed, count, winner):
    game = random_maze(random.Random(seed), count)
    expected = winners(game, count, winner)
    for vertex in range(count):
        assert prove(game, Spot(vertex, 0), winner).won == (vertex in expected)


@pytest.mark.slow
@pytest.mark.parametrize("count", [30, 60])
def test_compiled_proofs_on_graphs_that_go_round(count):
    game = random_maze(random.Random(5), count)
    for winner in (0, 1):
        expected = winners(game, count, winner)
        for vertex in range(count):
            assert compiled_prove(game, Spot(vertex, 0), winner, memory=1).won == (vertex in expected)


def test_compiled_proofs_on_morris_agree_with_the_table():
    solution = solve("morris")
    chooser = random.Random(9)
    states = chooser.sample([state for state, _value in solution.positions], 60)
    for state in [solution.state, *states]:
        outcome = solution.positions.score(state).outcome
        for winner, wanted in ((0, 1), (1, -1)):
            proof = compiled_prove(solution.game, state, winner, memory=16)
            assert proof.won == (outcome == wanted)
            if proof.won and solution.game.player(state) == winner and not solution.game.over(state):
                after = solution.game.play(state, proof.move)
                assert solution.positions.score(after).outcome == wanted


@pytest.mark.parametrize(
    ("spec", "plies"), [("tictactoe", 3), ("connect4:4x4", 6), pytest.param("hexapawn:3x3", 0, marks=pytest.mark.slow)]
)
def test_proofs_agree_with_and_or_trees(spec, plies):
    game, chooser = load(spec), random.Random(3)
    for _number in range(8):
        state = game.start()
        for _ply in range(plies):
            if not game.over(state):
                state = game.play(state, chooser.choice(list(game.moves(state))))
        outcome = search.and_or(game, state).score.outcome
        for winner, wanted in ((0, 1), (1, -1)):
            assert prove(game, state, winner).won == (outcome == wanted)
            assert compiled_prove(game, state, winner, memory=4).won == (outcome == wanted)


def test_a_small_table_forgets_and_is_right_all_the_same():
    game = load("connect4:4x4")
    assert compiled_prove(game, game.start(), 0, memory=1).won is False
    assert compiled_prove(game, game.start(), 1, memory=1).won is False


def test_limits():
    game = load("connect4:4x4")
    assert prove(game, game.start(), 0, nodes=50).won is None
    assert compiled_prove(game, game.start(), 0, nodes=50).won is None
    assert compiled_prove(game, game.start(), 0, stop=lambda: True).won is None
    assert prove(game, game.start(), 0, stop=lambda: True).won is None
    with pytest.raises(LimitsError):
        compiled_prove(game, game.start(), 0, memory=0)
    with pytest.raises(SearchError, match="nothing was proven"):
        solve(game, method="proof", nodes=50)


@pytest.mark.parametrize("plain", [True, False])
def test_a_proof_is_scored_for_max_whoever_moves(plain):
    """Nim's second player wins where the exclusive-or is 0, its first player elsewhere: both turns, won and lost."""
    for position, outcome in (("1,2,3 max", -1), ("1,2,3 min", 1), ("1,2,2 max", 1), ("1,2,2 min", -1)):
        game = load("nim:1,2,3")
        state = game.parse_state(position)
        result = solve(game, state, method="proof", plain=plain).result
        assert (result.score.outcome, result.score.value > 0, result.value > 0) == (outcome, outcome > 0, outcome > 0)
        assert result.exact
        assert result.moves[0].score == result.score
        won = outcome == (1 if game.player(state) == 0 else -1)
        after = game.play(state, result.move)
        xor = after.piles[0] ^ after.piles[1] ^ after.piles[2]
        assert (xor == 0) == won
    drawn = solve(load("tictactoe"), method="proof", plain=plain).result
    assert (drawn.score.outcome, drawn.value) == (0, 0)
