"""What the searches say of themselves at the edges: is an answer exact, what a shared memory keeps, what a cut is."""

from __future__ import annotations

import inspect
import sys

import pytest

from elagage import Score, Trace, search
from elagage.games import make
from elagage.games.tree import Tree
from elagage.levels import LEVELS
from elagage.search import alphabeta, and_or, compare, deepening, mcts, memoised, minimal_leaves, minimax, quiescence
from elagage.trace import Cut, Leave, Recall, replay


def test_an_answer_from_memory_is_exact_only_if_it_was():
    game, memory = make("connect4"), {}
    first = memoised(game, None, 3, memory=memory)
    again = memoised(game, None, 3, memory=memory)
    assert (first.exact, again.exact) == (False, False)
    assert (again.value, again.line) == (first.value, first.line)
    small, memory = make("nim", "2,3"), {}
    assert memoised(small, memory=memory).exact
    assert memoised(small, memory=memory).exact


def test_to_the_end_each_position_is_explored_once():
    game = make("nim", "3,4,5")
    result = memoised(game)
    assert result.nodes - result.hits == sum(1 for _state in search.reachable(game))
    assert result.score.outcome == 1


def test_a_bound_is_not_exact():
    game = Tree("((5 6) (7 4 5))")
    for soft in (True, False):
        above = alphabeta(game, alpha=10, beta=11, soft=soft)
        below = alphabeta(game, alpha=-11, beta=-10, soft=soft)
        assert (above.exact, below.exact) == (False, False)
    assert alphabeta(game, alpha=4, beta=6).exact
    clamped = alphabeta(make("tictactoe"), alpha=5, beta=9, soft=False)
    assert (clamped.value, clamped.exact, clamped.score.outcome) == (5, False, None)


def test_with_strict_cuts_a_value_that_meets_its_bound_is_exact():
    game, trace = Tree("((3 4) (3 5))"), Trace()
    alphabeta(game, strict=True, trace=trace)
    assert [event.bound for event in trace.events if isinstance(event, Leave)].count("upper") == 0
    alphabeta(game, trace=trace)
    assert [event.bound for event in trace.events if isinstance(event, Leave)].count("upper") == 1


def test_and_or_does_not_remember_a_no_that_leans_on_the_path():
    tree = {
        "n0": ["n6", "n2"], "n1": ["n0", "n3", "n6"], "n2": ["n1"], "n3": ["n4", "n6"], "n4": ["n6", "n2"], "n5": -1,
        "n6": ["n1", "n5"],
    }  # fmt: skip
    players = dict(zip(("n0", "n1", "n2", "n3", "n4", "n5", "n6"), (0, 1, 0, 0, 1, 1, 1), strict=True))
    assert and_or(Tree(tree, players=players)).score.outcome == -1


def test_and_or_gives_no_distance_and_tells_a_repetition_from_memory():
    assert and_or(make("nim", "3,4,5")).score.plies is None
    trace = Trace()
    and_or(Tree({"a": ["b"], "b": ["a"]}), trace=trace)
    assert [event.on_path for event in trace.events if isinstance(event, Recall)] == [True, True]


def test_only_deepening_tells_distances():
    game = make("nim", "2,3,4")
    assert deepening(game).score.plies == 7
    for name in ("minimax", "negamax", "memoised", "alphabeta", "pvs", "mtdf"):
        assert getattr(search, name)(game).score.plies is None, name
    assert len({str(result.score.outcome) for result in compare(game).results}) == 1


def test_deepening_gives_what_it_has_where_python_can_go_no_deeper():
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 500)
    try:
        result = deepening(make("nim", "999:max=1"), time=3600.0)
    finally:
        sys.setrecursionlimit(usual)
    assert result.move == 1
    assert 100 < result.depth < 999


def test_standing_pat_cuts_only_noisy_moves():
    game = make("connect4")
    seen = 0
    for line in ("141516", "4444", "112233", "1212", "343536"):
        state = game.parse_state(line)
        trace = Trace()
        result = quiescence(game, state, 2, trace=trace)
        assert replay(trace) == result.value
        seen += sum(isinstance(event, Cut) for event in trace.events)
    assert seen > 0


def test_an_infinite_value_needs_one_proof_only():
    game = Tree("(inf 1 2)")
    assert minimal_leaves(game, game.start(), None, float("inf")) == 1 == alphabeta(game).leaves
    lost = Tree("(-inf 1 2)", 1)
    assert minimal_leaves(lost, lost.start(), None, float("-inf")) == 1 == alphabeta(lost).leaves


@pytest.mark.parametrize("algorithm", [minimax, alphabeta, deepening, search.mtdf])
def test_a_draw_that_is_proven_among_shares_is_a_draw(algorithm):
    """Among shares of wins an even game counts one half, which is no value of the game's."""
    game = make("tictactoe")
    state = game.parse_state("XOX/XO./OX.")
    result = algorithm(search.playouts(game, games=2), state, 9)
    assert (result.exact, result.score) == (True, Score.draw())
    assert result.score.outcome == 0
    assert "0.5" not in result.score.text()
    early = algorithm(search.playouts(game, games=2), game.start(), 1)
    assert (early.exact, early.score.outcome) == (False, None)


def test_playouts_leave_amounts_alone():
    game = search.playouts(Tree("((0 3) (-1 2))"))
    assert minimax(game).value == 0


def test_mcts_without_a_single_game_takes_the_hint():
    assert mcts(make("connect4"), playouts=0).move == 3


@pytest.mark.parametrize("number", range(1, 10))
def test_a_higher_level_looks_deeper_or_errs_less(number):
    low, high = LEVELS[number - 1], LEVELS[number]
    assert high.depth is None or low.depth is None or high.depth >= low.depth
    assert high.inattention <= low.inattention
    assert high.time > low.time or high.temperature < low.temperature or high.depth != low.depth
