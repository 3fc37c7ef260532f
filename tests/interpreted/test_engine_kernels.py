"""The engine's kernels, interpreted, on hundreds of random graphs where players move twice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import EXACT_FEATURES, engine_result
from stand_pat import sharp, stand_pat
from trees import cyclic_graphs, dense_graph, exchange_players, graphs, whole

from elagage.analysis import count
from elagage.compiler.link import link_plain
from elagage.compiler.memory import new_words
from elagage.errors import LimitsError
from elagage.game import derive
from elagage.games.tree import Tree
from elagage.result import MAX, Limits
from elagage.search import alphabeta, divide, minimax, perft, quiescence
from elagage.search.compiled import Engine, features_of
from elagage.search.compiled.alphabeta import alphabeta_root
from elagage.search.compiled.features import FEATURES
from elagage.search.compiled.workspace import NODES, ROOT

pytestmark = pytest.mark.twin
GRAPHS = graphs(whole)


@settings(max_examples=300)
@given(GRAPHS, st.sampled_from(EXACT_FEATURES), st.one_of(st.none(), st.integers(1, 5)))
def test_with_any_features_it_is_minimax(game, features, depth):
    truth = minimax(game, None, depth)
    found = engine_result(game, None, depth, features, every_move=True)
    assert found.value == truth.value
    assert found.exact or not truth.exact
    if not game.over(game.start()):
        deep = found.depth - 1
        scores = {move: minimax(game, game.play(game.start(), move), deep).value for move in game.moves(game.start())}
        assert {entry.move: entry.value for entry in found.moves} == scores
        assert scores[found.move] == found.value


@settings(max_examples=200)
@given(GRAPHS, st.sampled_from(EXACT_FEATURES), st.integers(1, 5))
def test_the_line_leads_to_the_value(game, features, depth):
    found = engine_result(game, None, depth, features)
    assert found.value == minimax(game, None, found.depth).value
    state = game.start()
    for move in found.line:
        assert move in list(game.moves(state))
        state = game.play(state, move)
    assert bool(found.line) == (not game.over(game.start()))
    if game.over(state) or len(found.line) == found.depth:
        assert found.value == (game.final(state) if game.over(state) else game.heuristic(state))


@settings(max_examples=200)
@given(GRAPHS, st.integers(1, 4))
def test_with_nothing_switched_on_it_is_alphabeta_node_for_node(game, depth):
    found = engine_result(game, None, depth, 0)
    assert found.nodes == sum(alphabeta(game, None, plies, form="negamax").nodes for plies in range(1, found.depth + 1))
    last = alphabeta(game, None, found.depth, form="negamax")
    assert found.line == last.line


@pytest.mark.parametrize("window", [(-(10**6), 10**6), (-1, 2), (0, 1), (2, 5), (-4, -1)])
def test_the_smallest_kernel_is_alphabeta_node_for_node(window):
    for seed in range(20):
        game = dense_graph(seed)
        sign = 1 if game.player(game.start()) == MAX else -1
        low, high = sorted(sign * bound for bound in window)
        for depth in range(7):
            workspace = new_words(ROOT + 24, False)
            workspace[ROOT] = game.start()
            plain = alphabeta(game, None, depth, alpha=window[0], beta=window[1], form="negamax")
            assert sign * alphabeta_root(link_plain(game).handle, depth, low, high, workspace) == plain.value
            assert workspace[NODES] == plain.nodes


def count_repetitions_as_draws(game, state, depth, path=()):
    """The definition: who comes back to a position of the path has drawn, while there is depth left."""
    if game.over(state):
        return game.final(state)
    if depth == 0:
        return game.heuristic(state)
    if state in path:
        return 0
    below = [
        count_repetitions_as_draws(game, game.play(state, move), depth - 1, (*path, state))
        for move in game.moves(state)
    ]
    return max(below) if game.player(state) == MAX else min(below)


@settings(max_examples=150)
@given(cyclic_graphs(), st.integers(1, 6), st.booleans())
def test_coming_back_to_a_position_of_the_path_is_a_draw(game, depth, judged):
    game = derive(game, cycles=True, heuristic=lambda _self, state: state.node % 3 - 1 if judged else 0)
    for features in (0, features_of(("quiescence", "table"))):
        found = engine_result(game, None, depth, features)
        assert found.value == count_repetitions_as_draws(game, game.start(), found.depth)


def test_no_more_positions_are_entered_than_allowed():
    game = Tree.random(3, 6, seed=1)
    for features in (features_of(), features_of(("table", "pvs"))):
        for limit in (1, 2, 3, 10, 50, 200):
            engine = Engine(game, memory=1, features=features)
            engine.deepen(game.start(), Limits(nodes=limit))
            assert engine.total(NODES) <= limit + 1


@settings(max_examples=300)
@given(graphs(whole, 7), st.integers(0, 2), st.booleans())
def test_quiescence_is_standing_pat_whoever_moves(game, depth, table):
    """Against the definition, which has no window: the window must change its sign exactly where the turn passes."""
    noisy = sharp(game)
    truth = stand_pat(noisy, noisy.start(), depth, 8)
    assert quiescence(noisy, None, depth).value == truth
    if depth:
        bare = engine_result(noisy, None, depth, FEATURES["quiescence"])
        assert bare.nodes == sum(quiescence(noisy, None, plies).nodes for plies in range(1, bare.depth + 1))
    if depth and not noisy.over(noisy.start()):
        found = engine_result(noisy, None, depth, features_of(() if table else ("table", "pvs")))
        assert found.value == stand_pat(noisy, noisy.start(), found.depth, 8)


def test_on_graphs_full_of_cuts_the_twins_do_the_same_work():
    """Node for node, with quiescence and without; and players who exchange their seats exchange signs and cuts."""
    for seed in range(40):
        game = sharp(dense_graph(seed))
        for depth in range(1, 5):
            bare = engine_result(game, None, depth, 0)
            rounds = [alphabeta(game, None, plies, form="negamax") for plies in range(1, bare.depth + 1)]
            assert (bare.nodes, bare.leaves) == (sum(r.nodes for r in rounds), sum(r.leaves for r in rounds))
            assert (bare.value, bare.line, bare.exact) == (rounds[-1].value, rounds[-1].line, rounds[-1].exact)
            prolonged = engine_result(game, None, depth, FEATURES["quiescence"])
            quiet = [quiescence(game, None, plies) for plies in range(1, prolonged.depth + 1)]
            assert (prolonged.nodes, prolonged.value) == (sum(r.nodes for r in quiet), quiet[-1].value)
            for features in (0, features_of(), features_of(("quiescence",)), features_of(("table", "pvs"))):
                one = engine_result(game, None, depth, features, every_move=True)
                other = engine_result(exchange_players(game), None, depth, features, every_move=True)
                assert replace(
                    other, value=-other.value, score=-other.score, alpha_cuts=other.beta_cuts,
                    beta_cuts=other.alpha_cuts, seconds=one.seconds,
                    moves=tuple(replace(entry, score=-entry.score, value=-entry.value) for entry in other.moves),
                ) == one  # fmt: skip
                deep = one.depth
                assert one.value == stand_pat(game, game.start(), deep, 8 if features & FEATURES["quiescence"] else 0)


@settings(max_examples=200)
@given(GRAPHS, st.integers(1, 6))
def test_lines_are_counted_as_they_are(game, depth):
    start = game.start()
    assert count(game, start, depth)[None] == perft(game, start, depth)
    assert count(game, start, depth, split=True) == divide(game, start, depth)
    assert count(game, start, depth, ended=True)[None] == perft(game, start, depth, ended=True)


def stairs(heights, first):
    """A game of one line of moves, whose estimate at ply n is heights[n]; every other move is a blunder."""
    tree, estimates = {}, {}
    for ply, height in enumerate(heights):
        mover = first ^ (ply & 1)
        tree[f"n{ply}"] = [f"n{ply + 1}", f"bad{ply}"]
        tree[f"bad{ply}"] = 900 if mover else -900
        estimates[f"n{ply}"] = height
    tree[f"n{len(heights)}"] = 0
    return Tree(tree, first, estimates=estimates)


@given(st.lists(st.integers(-40, 40), min_size=5, max_size=9), st.sampled_from([0, 1]))
def test_a_window_around_the_last_rounds_value_loses_nothing(heights, first):
    """The value may lie anywhere against that window, even on its edge, where it is a bound and has no line."""
    for heights_tried in (heights, *edges(heights)):
        game = stairs(heights_tried, first)
        rounds = []
        found = engine_result(game, None, len(heights) - 1, features_of(("quiescence",)), on_info=rounds.append)
        assert [info.line for info in rounds] == [(0,) * depth for depth in range(1, len(heights))]
        assert [info.score.value for info in rounds] == list(heights_tried[1:])
        assert found.move == 0


def edges(heights):
    """The same stairs where each step has the height of the window's edge: 8 more or less than the last one."""
    for step in (8, -8):
        yield [0, 0, 0, *(step * (number % 2) for number, _height in enumerate(heights[3:], 1))]


def test_scores_of_moves_after_which_the_same_player_moves_again():
    tree = {"a": ["b", "c"], "b": ["d", "e"], "c": 3, "d": 7, "e": -2}
    for owner, best in ((0, 7), (1, -2)):
        game = Tree(tree, players={"a": 0, "b": owner})
        found = engine_result(game, None, 4, every_move=True)
        assert {entry.move: entry.value for entry in found.moves} == {0: best, 1: 3}
        assert found.move == (0 if best > 3 else 1)
    assert MAX == 0


def test_a_table_of_one_place_is_only_slower():
    for seed in range(40):
        game = Tree.random(3, 4, seed=seed)
        engine = Engine(game, memory=1, features=features_of(("quiescence",)))
        engine.buckets = 1
        assert engine.deepen(game.start(), Limits()).value == minimax(game).value


def test_threads_and_memory_are_given_in_reason():
    game = Tree("(1 2)")
    for wrong in ({"threads": 0}, {"threads": 65}, {"memory": 0.9}, {"memory": (1 << 20) + 1}):
        with pytest.raises(LimitsError):
            Engine(game, **wrong)
    for memory in (1, 2):
        engine = Engine(game, memory=memory)
        assert 8 * len(engine.table) <= memory * 1_000_000 < 8 * len(engine.table) + 8 * 2 * (engine.linked.words + 1)
    assert len(Engine(game, threads=64, memory=1).workspaces) == 64
    assert Engine(game, memory=1, features=features_of(("table",))).buckets == 1


def test_estimates_beyond_every_limit_are_no_wins():
    base = Tree([[1, 2], [3, 4]], 0)
    for height in (10**9, 2**30, 10**12, -(2**30), -(10**12)):
        game = derive(base, heuristic=lambda _self, _state, height=height: height, payoffs=False)
        for features in (features_of(), features_of(("quiescence",))):
            found = engine_result(game, None, 1, features)
            assert found.score.outcome is None
            assert not found.exact
            assert (found.value > 0) == (height > 0)
