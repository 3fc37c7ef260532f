"""Every algorithm against minimax, on random trees, graphs and positions;
the theorems of the docstrings as properties.
"""

from __future__ import annotations

import math

import pytest
from game_list import affordable_depth
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import cyclic_graphs, graphs, positions, trees, whole

from elagage import Trace, search
from elagage.errors import LimitsError, SearchError
from elagage.game import derive
from elagage.games import make
from elagage.games.tree import Tree
from elagage.result import MAX, WIN
from elagage.search import (
    alphabeta,
    and_or,
    compare,
    deepening,
    mcts,
    memoised,
    minimal_leaves,
    minimax,
    mtdf,
    negamax,
    probcut,
    pvs,
    quiescence,
)
from elagage.trace import replay

ANY = st.one_of(trees(), graphs())
ends = st.sampled_from([math.inf, -math.inf, math.inf, -math.inf, -3, 3])
DEPTHS = st.one_of(st.none(), st.integers(0, 4))
FORMS = [
    {"form": form, "soft": soft, "strict": strict}
    for form in ("minimax", "negamax")
    for soft in (True, False)
    for strict in (True, False)
]


@given(ANY, DEPTHS)
def test_negamax_and_memoised_equal_minimax(game, depth):
    truth = minimax(game, None, depth)
    assert negamax(game, None, depth).value == truth.value
    assert memoised(game, None, depth).value == truth.value
    assert negamax(game, None, depth).nodes == truth.nodes


@given(ANY, DEPTHS, st.sampled_from(FORMS))
def test_alphabeta_equals_minimax_with_no_more_leaves(game, depth, form):
    truth = minimax(game, None, depth)
    pruned = alphabeta(game, None, depth, **form)
    assert pruned.value == truth.value
    assert pruned.leaves <= truth.leaves
    assert pruned.nodes <= truth.nodes
    assert pruned.move == truth.move


@given(ANY, DEPTHS, st.integers(-6, 6))
def test_pvs_mtdf_and_deepening_equal_minimax(game, depth, guess):
    truth = minimax(game, None, depth).value
    assert pvs(game, None, depth).value == truth
    assert mtdf(game, None, depth, guess=guess).value == truth
    assert deepening(game, None, depth).value == truth


@given(ANY, DEPTHS, st.integers(-6, 6), st.integers(-6, 6), st.sampled_from(["minimax", "negamax"]), st.booleans())
def test_bounds_hold_in_any_window(game, depth, one, other, form, strict):
    low, high = min(one, other), max(one, other) + 1
    truth = minimax(game, None, depth).value
    soft = alphabeta(game, None, depth, alpha=low, beta=high, form=form, strict=strict).value
    if low < soft < high:
        assert soft == truth
    elif soft <= low:
        assert truth <= soft
    else:
        assert truth >= soft
    hard = alphabeta(game, None, depth, alpha=low, beta=high, form=form, soft=False, strict=strict)
    if hard.nodes > 1:
        assert hard.value == min(max(truth, low), high)


@given(ANY, DEPTHS)
def test_the_line_leads_to_the_value(game, depth):
    check_lines(game, depth, 0)


@settings(max_examples=300)
@given(st.one_of(trees(ends), graphs(ends)), DEPTHS, st.one_of(whole, ends))
def test_the_line_leads_to_the_value_where_much_is_infinite(game, depth, guess):
    check_lines(game, depth, guess)


def check_lines(game, depth, guess):
    """Whoever plays the line that an algorithm gives comes to the value that it gives."""
    runs = [algorithm(game, None, depth) for algorithm in (minimax, negamax, memoised, pvs)]
    runs += [alphabeta(game, None, depth, **form) for form in FORMS]
    runs += [mtdf(game, None, depth, guess=guess), quiescence(game, None, depth)]
    runs += [] if depth == 0 else [deepening(game, None, depth), deepening(game, None, depth, every_move=True)]
    for result in runs:
        state = game.start()
        for move in result.line:
            assert move in list(game.moves(state))
            state = game.play(state, move)
        assert game.over(state) or len(result.line) == depth, result.algorithm
        assert result.value == (game.final(state) if game.over(state) else game.heuristic(state)), result.algorithm
        assert result.move == (result.line[0] if result.line else None)


@given(ANY, DEPTHS)
def test_a_trace_replays_to_the_same_value(game, depth):
    for name in ("minimax", "negamax", "memoised", "alphabeta", "pvs", "mtdf", "deepening", "and_or"):
        trace = Trace()
        result = getattr(search, name)(game, None, depth, trace=trace)
        if depth == 0 and name == "deepening":
            continue
        assert replay(trace) == result.value, name
    for margin in (0, 2):
        trace = Trace()
        assert probcut(game, None, depth, margin=margin, trace=trace).value == replay(trace)
    for form in FORMS:
        trace = Trace()
        assert alphabeta(game, None, depth, trace=trace, **form).value == replay(trace)


@given(ANY, DEPTHS)
def test_a_trace_changes_nothing(game, depth):
    for name in ("minimax", "memoised", "alphabeta", "pvs", "mtdf", "probcut"):
        watched, alone = (
            getattr(search, name)(game, None, depth, trace=Trace()),
            getattr(search, name)(game, None, depth),
        )
        assert (watched.value, watched.line, watched.nodes, watched.cuts) == (
            alone.value,
            alone.line,
            alone.nodes,
            alone.cuts,
        )


@given(trees())
def test_and_or_is_the_sign_of_minimax(game):
    value = minimax(game).value
    result = and_or(game)
    assert result.score.outcome == (value > 0) - (value < 0)
    assert result.exact


def naive_winner(game, winner):
    """The positions from which a player can force a win: the attractor, by plain iteration to a fixed point."""
    states = list(search.reachable(game))
    won = {s for s in states if game.over(s) and game.score(s) * (1 if winner == MAX else -1) > 0}
    while True:
        more = set(won)
        for s in states:
            if not game.over(s):
                below = [game.play(s, m) in won for m in game.moves(s)]
                if any(below) if game.player(s) == winner else all(below):
                    more.add(s)
        if more == won:
            return won
        won = more


@given(cyclic_graphs())
def test_and_or_is_right_where_play_goes_round(game):
    start = game.start()
    expected = 1 if start in naive_winner(game, 0) else -1 if start in naive_winner(game, 1) else 0
    result = and_or(game)
    assert result.score.outcome == expected
    if expected == 0 and result.move is not None:
        opponent = 1 - game.player(start)
        assert game.play(start, result.move) not in naive_winner(game, opponent)


@settings(deadline=None, max_examples=60)
@given(positions(), st.integers(0, 3))
def test_all_agree_on_positions_of_every_game(place, depth):
    game, state = place
    depth = min(depth, affordable_depth(game, state, 1000))
    truth = minimax(game, state, depth)
    for algorithm in (negamax, memoised, alphabeta, pvs, mtdf, deepening):
        assert algorithm(game, state, depth).value == truth.value, algorithm
    assert alphabeta(game, state, depth, form="negamax").value == truth.value
    assert alphabeta(game, state, depth).leaves <= truth.leaves


def prolonged(game, state, depth, extra):
    """Quiescence by definition: minimax on the tree whose noisy leaves are prolonged, with no cuts."""
    if game.over(state):
        return game.final(state)
    moves = list(game.moves(state))
    best = max if game.player(state) == MAX else min
    if depth > 0:
        return best(prolonged(game, game.play(state, m), depth - 1, extra) for m in moves)
    noisy = [m for m in moves if game.noisy(state, m)] if depth > -extra else []
    return best([game.heuristic(state), *(prolonged(game, game.play(state, m), depth - 1, extra) for m in noisy)])


@settings(deadline=None, max_examples=60)
@given(
    positions(
        ("tictactoe", "mnk:4,3,3", "connect4:4x4", "othello:4", "connect4", "kalah:3,4:empty", "dots_and_boxes:1x2")
    ),
    st.integers(0, 2),
    st.integers(0, 3),
)
def test_quiescence_is_minimax_on_the_prolonged_tree(place, depth, extra):
    game, state = place
    trace = Trace()
    result = quiescence(game, state, depth, extra=extra, trace=trace)
    assert result.value == prolonged(game, state, depth, extra)
    assert replay(trace) == result.value


def test_quiescence_sees_past_the_horizon():
    game = make("tictactoe")
    state = game.parse_state("X.X/O.O/...")
    blind = alphabeta(game, state, 0)
    assert quiescence(game, state, 0).value == WIN
    assert blind.value != WIN


@given(trees(), DEPTHS)
def test_quiescence_is_alphabeta_where_nothing_is_noisy(game, depth):
    assert (
        quiescence(game, None, 3 if depth is None else depth).value
        == alphabeta(game, None, 3 if depth is None else depth).value
    )


def test_a_node_is_explored_again_only_for_more_depth():
    game = make("connect4", "4x4")
    memory = {}
    assert memoised(game, None, 4, memory=memory).nodes > 1
    again = memoised(game, None, 4, memory=memory)
    assert (again.nodes, again.hits) == (1, 1)
    assert memoised(game, None, 3, memory=memory).nodes == 1
    assert memoised(game, None, 5, memory=memory).nodes > 1


@pytest.mark.parametrize("depth", range(1, 8))
def test_memoised_equals_not_memoised_at_each_depth(depth):
    game = make("tictactoe")
    state = game.parse_state("b2a1")
    assert memoised(game, state, depth).value == minimax(game, state, depth).value


def test_deepening_always_has_a_legal_move():
    game = make("othello")
    for limit in ({"time": 0.0}, {"nodes": 0}, {"nodes": 1}, {"stop": lambda: True}):
        result = deepening(game, **limit)
        assert result.move in list(game.moves(game.start()))
        assert result.depth == 0
        assert not result.exact


def test_deepening_keeps_to_its_nodes_and_tells_each_round():
    rounds = []
    result = deepening(make("connect4"), nodes=5000, on_info=rounds.append)
    assert result.nodes <= 5000
    assert [info.depth for info in rounds] == list(range(1, result.depth + 1))
    assert rounds[-1].line == result.line


def test_deepening_stops_when_asked_in_the_middle():
    calls = iter([False] * 30 + [True] * 1000)
    result = deepening(make("connect4"), stop=lambda: next(calls))
    assert result.depth >= 1
    assert result.move is not None


@settings(deadline=None, max_examples=15)
@given(positions(("tictactoe", "mnk:4,3,3", "connect4:4x3")))
def test_deepening_finds_the_shortest_win_and_the_longest_defence(place):
    game, state = place

    def distance(s):
        """Plies to the end under best play where somebody wins, by definition; None for a draw."""
        if s not in known:
            if game.over(s):
                known[s] = (game.score(s), 0)
            else:
                sign = 1 if game.player(s) == MAX else -1
                results = [distance(game.play(s, m)) for m in game.moves(s)]
                value, plies = max(results, key=lambda r: (sign * r[0], -r[1] if sign * r[0] > 0 else r[1]))
                known[s] = (value, plies + 1)
        return known[s]

    known = {}
    if len(list(game.moves(state))) > 8:
        return
    value, plies = distance(state)
    result = deepening(game, state, every_move=True)
    for entry in result.moves:
        if entry.exact and entry.score.outcome:
            after = distance(game.play(state, entry.move))
            assert (entry.score.outcome, entry.score.plies) == (after[0], after[1] + 1)
    if value:
        assert result.score.outcome == value
        assert result.score.plies == plies
        if result.move is not None:
            assert distance(game.play(state, result.move)) == (value, plies - 1)
    else:
        assert result.score.outcome == 0


def test_every_move_is_scored_as_minimax_scores_it():
    game = make("tictactoe")
    state = game.parse_state("a1b2c3")
    result = deepening(game, state, 6, every_move=True)
    truth = {move: minimax(game, game.play(state, move), 5).value for move in game.moves(state)}
    assert {entry.move: entry.value for entry in result.moves} == truth
    assert result.value == min(truth.values())
    assert [entry.value for entry in result.moves] == sorted(truth.values())


@given(st.integers(1, 4), st.integers(0, 5), st.integers(0, 999))
def test_the_minimum_of_a_uniform_tree_is_knuth_and_moores(branching, depth, seed):
    game = Tree.random(branching, depth, seed=seed)
    value = minimax(game).value
    assert minimal_leaves(game, game.start(), None, value) <= alphabeta(game).leaves
    # With all leaves equal every order is the best one.
    flat = Tree.random(branching, depth, low=0, high=0)
    expected = branching ** math.ceil(depth / 2) + branching ** math.floor(depth / 2) - 1
    assert minimal_leaves(flat, flat.start(), None, 0) == expected
    assert alphabeta(flat).leaves == expected


def test_a_uniform_tree_has_b_to_the_d_leaves():
    for depth in range(5):
        result = minimax(Tree.random(8, depth, seed=depth))
        assert result.leaves == 8**depth
        assert result.nodes == (8 ** (depth + 1) - 1) // 7


def test_compare_prints_one_row_an_algorithm():
    comparison = compare(make("tictactoe"), None, 4)
    assert len({result.value for result in comparison.results}) == 1
    lines = str(comparison).splitlines()
    assert len(lines) == 2 + len(comparison.results)
    assert lines[-1].split()[-1] == str(comparison.minimum)


def test_playouts_judge_by_the_share_of_wins_among_decided_games():
    game = make("tictactoe")
    judged = search.playouts(game, games=40, seed=3)
    state = game.parse_state("X.X/O.O/...")
    share = judged.heuristic(state)
    assert 0 <= share <= 1
    assert share == search.win_share(game, state, 40, 3) == search.playouts(game, 40, 3).heuristic(state)
    assert share > 0.5
    # A position in which every game is drawn decides nothing.
    drawn = game.parse_state("XOX/XOO/OX.")
    assert judged.heuristic(drawn) == 0.5
    assert judged.final(game.play(drawn, next(iter(game.moves(drawn))))) == 0.5


def test_playouts_make_any_algorithm_play():
    game = make("connect4")
    state = game.parse_state("141516")
    assert alphabeta(search.playouts(game, games=10), state, 1).move == 0


def test_mcts_plays_the_winning_move_and_repeats_itself_with_a_seed():
    game = make("connect4")
    state = game.parse_state("141516")
    one, two = mcts(game, state, 400, seed=1), mcts(game, state, 400, seed=1)
    assert one.move == 0
    assert (one.move, one.line, one.value) == (two.move, two.line, two.value)
    assert mcts(game, state, 50, time=0.0).move in list(game.moves(state))


def test_mcts_tends_to_minimax():
    for text, expected in (("((1 -1) (1 1))", 1), ("((1 -1) (-1 1))", -1)):
        result = mcts(Tree(text), playouts=3000)
        assert result.value * expected > 800


def test_ended_positions_have_no_move():
    game = make("tictactoe")
    state = game.parse_state("XXX/OO./...")
    for name in (
        "minimax",
        "negamax",
        "memoised",
        "alphabeta",
        "pvs",
        "mtdf",
        "deepening",
        "and_or",
        "mcts",
        "quiescence",
    ):
        result = getattr(search, name)(game, state)
        assert result.move is None, name
        assert result.score.outcome == 1, name
        assert result.exact, name


def test_an_end_that_over_does_not_see_is_an_end_all_the_same():
    game = derive(make("nim", "2,1"), over=lambda self, state: False)
    for algorithm in (minimax, negamax, memoised, alphabeta, pvs, mtdf, deepening, and_or):
        assert algorithm(game).score.outcome == 1, algorithm


def test_depths_that_make_no_sense_are_refused():
    for name in ("minimax", "alphabeta", "deepening", "mtdf"):
        for depth in (-1, 2.5, True):
            with pytest.raises(LimitsError):
                getattr(search, name)(make("tictactoe"), None, depth)


def test_a_game_too_deep_for_python_is_told_in_a_sentence():
    endless = Tree({"a": ["b"], "b": ["a"]})
    with pytest.raises(SearchError, match="depth"):
        minimax(endless)
    assert and_or(endless).score.outcome == 0
    assert minimax(endless, depth=50).value == 0


def test_a_trace_too_large_is_told_in_a_sentence():
    with pytest.raises(SearchError, match="smaller depth"):
        minimax(make("tictactoe"), depth=5, trace=Trace(limit=1000))
