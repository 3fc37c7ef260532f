"""Searches by random games against their definitions: confidence bounds, means and shares, from the trace alone."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import count

import pytest
from trees import dense_graph, exchange_players

from elagage import Trace, load, search
from elagage.errors import Stopped
from elagage.games.tree import Tree
from elagage.result import MAX
from elagage.search import mcts
from elagage.search.playouts import PLIES
from elagage.trace import Playout

PLACES = [("tictactoe", "a1b2c3"), ("connect4:4x4", ""), ("nim:2,3", ""), ("kalah:3,4:empty", "")]


def playouts_of(game, state, number, **more):
    trace = Trace()
    result = mcts(game, state, number, trace=trace, **more)
    return result, [event for event in trace.events if isinstance(event, Playout)]


@pytest.mark.parametrize(("spec", "position"), PLACES)
@pytest.mark.parametrize("exploration", [0.5, math.sqrt(2)])
def test_each_step_goes_to_the_largest_upper_confidence_bound(spec, position, exploration):
    game = load(spec)
    root = game.parse_state(position)
    more = {} if exploration == math.sqrt(2) else {"exploration": exploration}
    result, games = playouts_of(game, root, 300, seed=2, **more)
    visits, total = {(): 0}, {(): 0.0}
    for number, event in enumerate(games, 1):
        assert event.number == number
        state = root
        for ply, move in enumerate(event.path):
            at = event.path[:ply]
            children = {other: (*at, other) for other in game.moves(state)}
            tried = {other: path for other, path in children.items() if path in visits}
            if len(tried) < len(children):  # a new move, the hint's favourites first
                assert move not in tried
                assert game.order(state, move) == max(game.order(state, m) for m in children if m not in tried)
                assert ply == len(event.path) - 1
            else:
                sign = 1 if game.player(state) == MAX else -1
                bounds = {
                    other: (sign * (2 * total[path] / visits[path] - 1) + 1) / 2
                    + exploration * math.sqrt(math.log(visits[at]) / visits[path])
                    for other, path in tried.items()
                }
                assert bounds[move] == pytest.approx(max(bounds.values()))
            state = game.play(state, move)
        assert event.outcome in (0, 0.5, 1)
        if game.over(state):
            assert event.outcome == (game.score(state) > 0) + 0.5 * (game.score(state) == 0)
        for ply in range(len(event.path) + 1):
            path = event.path[:ply]
            visits[path] = visits.get(path, 0) + 1
            total[path] = total.get(path, 0.0) + event.outcome
    assert (result.nodes, result.leaves, len(games)) == (len(visits), 300, 300)
    means = {path[0]: round(1000 * (2 * total[path] / visits[path] - 1)) for path in visits if len(path) == 1}
    assert {entry.move: entry.value for entry in result.moves} == means
    assert result.value == means[result.move]
    for ply, move in enumerate(result.line):
        at = result.line[:ply]
        assert visits[(*at, move)] == max(n for path, n in visits.items() if path[:-1] == at and len(path) == ply + 1)
    assert not any(path[:-1] == result.line for path in visits if path)
    assert not result.exact


def test_players_who_exchange_their_seats_exchange_signs():
    for game in [load("connect4:4x4"), load("kalah:3,4:empty"), *map(dense_graph, range(6))]:
        one, other = (mcts(played, playouts=150, seed=4) for played in (game, exchange_players(game)))
        assert (other.line, other.nodes, other.leaves) == (one.line, one.nodes, one.leaves)
        assert abs(other.value + one.value) <= 1  # a thousandth may be rounded


def test_random_games_end_when_they_are_told_to():
    game = load("connect4")
    asked = count()
    result, games = playouts_of(game, game.start(), 500, stop=lambda: next(asked) >= 9)
    assert (len(games), result.leaves) == (10, 10)
    assert len(playouts_of(game, game.start(), 500, time=0.0)[1]) == 1
    assert len(playouts_of(game, game.start(), 7, time=3600.0)[1]) == 7
    over = game.parse_state("1212121")
    result, games = playouts_of(game, over, 50)
    assert (result.nodes, result.leaves, result.move, games) == (1, 1, None, [])


def test_a_share_is_of_the_decided_games():
    """A random game of ``(1 0 0 -1 -1)`` is decided in three of five cases, and won in one of those."""
    for text, share in (
        ("(1 0 0 -1 -1)", 1 / 3),
        ("((1 1) (1 -1))", 3 / 4),
        ("(0 0)", 1 / 2),
        ("(2 2)", 1),
        ("(-2)", 0),
    ):
        game = Tree(text)
        assert search.win_share(game, game.start(), 4000) == pytest.approx(share, abs=0.04)
    few = {search.win_share(Tree("(1 -1)"), Tree("(1 -1)").start(), 4, seed) for seed in range(40)}
    assert few == {0, 0.25, 0.5, 0.75, 1}
    game = load("connect4:4x4")
    shares = [search.win_share(game, game.start(), 50, seed) for seed in (0, 1)]
    assert (
        search.playouts(game).heuristic(game.start()) == search.win_share(game, game.start()) == shares[0] != shares[1]
    )


def test_a_random_game_without_an_end_decides_nothing():
    endless = Tree({"a": ["b"], "b": ["a"]})
    assert search.win_share(endless, endless.start(), 1) == 0.5
    turns = iter(range(10**6))
    assert search.playout(endless, endless.start(), lambda moves: (next(turns), moves[0])[1]) == 0
    assert next(turns) == PLIES


def test_counts_of_lines_hold_together():
    for game in [*map(dense_graph, range(12)), load("tictactoe"), load("nim:2,3")]:
        start = game.start()
        for depth in range(1, 5):
            for ended in (False, True):
                split = search.divide(game, start, depth, ended=ended)
                assert list(split) == list(game.moves(start))
                assert sum(split.values()) == search.perft(game, start, depth, ended=ended)
            assert search.divide(game, start, depth) == search.divide(game, start, depth, ended=False)
            alone = search.perft(game, start, depth)
            assert (
                alone
                == search.perft(game, start, depth, stop=lambda: False)
                == search.perft(game, start, depth, ended=False)
            )
        assert search.perft(game, start, 0) == search.perft(game, start, 0, ended=True) == 1
    over = load("nim:1").parse_state("0")
    assert [search.perft(load("nim:1"), over, 3, ended=ended) for ended in (False, True)] == [0, 1]
    assert search.perft(load("nim:1"), over, 3) == 0
    assert search.divide(load("nim:1"), over, 3) == {}
    with pytest.raises(Stopped):
        search.perft(load("tictactoe"), load("tictactoe").start(), 4, stop=lambda: True)


def test_deepening_on_an_ended_game_is_the_end_itself():
    game = load("tictactoe")
    trace = Trace()
    found = search.deepening(game, game.parse_state("XXX/OO./..."), 5, trace=trace)
    assert (found.depth, found.nodes, found.leaves, found.score.plies, found.exact) == (0, 1, 1, 0, True)
    assert trace.events[0].depth == 0


def test_deepening_tells_no_distance_where_margins_matter():
    game = load("othello:4")
    state = game.parse_state("XXXX/XOOX/XOO-/XXXX X")
    found = search.deepening(game, state, every_move=True)
    assert found.exact
    assert (found.score.outcome, found.score.plies) == (1, None)
    assert [entry.score.plies for entry in found.moves] == [None]


def test_a_comparison_is_a_table_whose_columns_stand_below_each_other():
    game = load("tictactoe")
    comparison = search.compare(game, game.parse_state("a1b2c3"), 3)
    text = str(replace(comparison, results=tuple(replace(result, seconds=0.5) for result in comparison.results)))
    lines = text.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == [result.algorithm for result in comparison.results]
    for name in ("nodes", "leaves", "cuts", "table hits", "seconds"):
        end = lines[0].index(name) + len(name)
        assert all(line[end - 1].isdigit() and line[end : end + 1] in (" ", "") for line in lines[1:-1])
    assert [result.algorithm for result in search.compare(game, None, 1, ("pvs",)).results] == ["pvs"]
