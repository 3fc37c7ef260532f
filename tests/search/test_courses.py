"""The worked examples of the courses: their trees, their values, their cuts."""

from __future__ import annotations

import pytest
from trees import COURSE, NEVER_VISITED

from elagage import Trace, search
from elagage.games.tree import Tree
from elagage.trace import Cut, Enter, Leave


def answers(game, trace):
    """What each named node was left with, for Max."""
    names = {event.node: game.names[event.state.node] for event in trace.events if isinstance(event, Enter)}
    return {
        names[event.node]: (event.value, event.bound)
        for event in trace.events
        if isinstance(event, Leave)
        if names[event.node]
    }


def cuts(game, trace):
    """The kind of cut at each named node, and what it skipped."""
    nodes = {event.node: event.state.node for event in trace.events if isinstance(event, Enter)}
    return {
        game.names[nodes[event.node]]: (
            event.kind,
            [game.node_text(game.children[nodes[event.node]][move]) for move in event.skipped],
        )
        for event in trace.events
        if isinstance(event, Cut)
    }


def test_minimax_on_the_depth_3_tree():
    game, trace = Tree(COURSE), Trace()
    result = search.minimax(game, trace=trace)
    assert {name: value for name, (value, _bound) in answers(game, trace).items()} == {
        "a": 4,
        "b": 4,
        "c": 1,
        "d": 4,
        "e": 6,
        "f": 2,
        "g": 1,
    }
    assert game.names[game.children[0][result.move]] == "b"
    assert result.leaves == 8


def test_alphabeta_on_the_depth_3_tree():
    game, trace = Tree(COURSE), Trace()
    result = search.alphabeta(game, trace=trace)
    assert result.value == 4
    assert cuts(game, trace) == {"e": ("beta", ["6"]), "c": ("alpha", ["g=(1 0)"])}
    assert answers(game, trace)["e"] == (5, "lower")
    assert answers(game, trace)["c"] == (2, "upper")
    assert (result.alpha_cuts, result.beta_cuts, result.leaves) == (1, 1, 5)


def test_the_subtree_that_is_never_visited():
    game, trace = Tree(NEVER_VISITED), Trace()
    result = search.alphabeta(game, trace=trace)
    assert result.value == 1
    assert "never" not in answers(game, trace)
    assert cuts(game, trace)["right"] == ("alpha", ["never=(6 9)"])
    assert answers(game, trace)["node8"][0] == -5
    assert search.minimax(game).value == 1


def test_the_alpha_cut_at_9_and_the_beta_cut_at_14():
    # A' is Max's: 10 on its left, then A (Min's) finds 9. B' is Min's: 10 from A', then B (Max's) finds 14.
    game, trace = Tree("B'=(A'=(10 A=(9 12)) B=(14 5))", first=1), Trace()
    result = search.alphabeta(game, trace=trace)
    assert result.value == 10
    assert cuts(game, trace) == {"A": ("alpha", ["12"]), "B": ("beta", ["5"])}


def test_won_and_lost_trees_have_no_numbers():
    # Black wins with the first two moves and loses with the third.
    game = Tree("(first=((V V) (V V)) second=(C=(A=(D V D) B=(V V)) D'=(V V)) third=(F=(E=(D V)) V))")
    outcomes = [search.and_or(game, game.play(game.start(), move)).score.outcome for move in range(3)]
    assert outcomes == [1, 1, -1]
    assert search.and_or(game).score.outcome == 1
    at_c = game.parse_state("second C")
    assert search.and_or(game, at_c).score.outcome == 1
    assert game.move_name(at_c, search.and_or(game, at_c).move) == "B"


def test_any_three_ordered_numbers_do():
    for won, drawn, lost in ((1, 0, -1), (100, 50, 0), (7, 3, 2)):
        text = f"(({won} {drawn}) ({lost} {won}) ({drawn} {drawn}))"
        assert search.minimax(Tree(text)).move == 0


def test_deep_cuts():
    # At y, three levels below the root, the bound 5 is the root's own: neither y's parent nor its grandparent has one
    # yet.
    game, trace = Tree("(5 (x=(y=(3 9) 2) 8))"), Trace()
    result = search.alphabeta(game, trace=trace)
    assert result.value == search.minimax(game).value == 5
    assert cuts(game, trace)["y"] == ("alpha", ["9"])


def test_ties_keep_the_first_best_move():
    for name in ("minimax", "negamax", "alphabeta", "memoised", "pvs"):
        assert getattr(search, name)(Tree("((3 4) (3 5) (3 3))")).move == 0


def test_the_window_stays_open_at_infinities():
    text = "((-inf -inf) (inf -inf) (inf inf) 2)"
    for strict in (True, False):
        for form in ("minimax", "negamax"):
            result = search.alphabeta(Tree(text), form=form, strict=strict)
            assert (result.value, result.move) == (float("inf"), 2)
    # With >= a value of +inf closes the window at once; with > it never does.
    assert search.alphabeta(Tree("(inf 1 2)")).leaves == 1
    assert search.alphabeta(Tree("(inf 1 2)"), strict=True).leaves == 3
    lost = search.alphabeta(Tree("((-inf 1) (-inf 2))"), strict=True)
    assert (lost.value, lost.move) == (float("-inf"), 0)


@pytest.mark.parametrize("name", ["minimax", "negamax", "memoised", "alphabeta", "pvs", "mtdf"])
def test_the_same_player_may_move_twice(name):
    tree = {"a": ["b", "c"], "b": ["d", "e"], "c": [3, 8], "d": [1, 9], "e": [4, 2]}
    game = Tree(tree, players={"a": 0, "b": 0, "c": 1, "d": 1, "e": 0})
    assert getattr(search, name)(game).value == 4  # a: max(b, c); b: max(d = 1, e = 4); c: min 3
