"""What the numbers and the trace of every search must satisfy, on graphs that are full of cuts."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from functools import partial

import pytest
from stand_pat import sharp, stand_pat
from trees import dense_graph, exchange_players

from elagage import Trace, search
from elagage.errors import Stopped
from elagage.game import derive
from elagage.games import make
from elagage.result import MIN
from elagage.search import alphabeta, minimax
from elagage.search.search_common import BETWEEN_LOOKS
from elagage.trace import Best, Cut, Enter, Leaf, Leave, Recall, Round, deep_cuts

GRAPHS = [dense_graph(seed) for seed in range(40)]
DEPTHS = (1, 2, 3, 4, None)
WINDOWS = ((-1, 2), (0, 1), (2, 5), (-4, -1))
FORMS = {
    f"alphabeta {form} {'soft' if soft else 'hard'} {'strict' if strict else 'usual'}": partial(
        alphabeta, form=form, soft=soft, strict=strict
    )
    for form in ("minimax", "negamax")
    for soft in (True, False)
    for strict in (True, False)
}
SEARCHES = {name: getattr(search, name) for name in ("minimax", "negamax", "memoised", "pvs", "deepening")} | FORMS
SHARP = [sharp(game) for game in GRAPHS]
SYMMETRIC = SEARCHES | {"quiescence": search.quiescence}
ALL = SYMMETRIC | {"and_or": search.and_or, "mtdf": search.mtdf}  # these two ask about Max first
UNCUT = {"minimax", "negamax", "memoised", "and_or"}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_players_who_exchange_their_seats_exchange_signs_and_cuts(name):
    for game in SHARP if name == "quiescence" else GRAPHS:
        for depth in DEPTHS:
            one, other = (SYMMETRIC[name](played, None, depth) for played in (game, exchange_players(game)))
            assert replace(
                other, value=-other.value, score=-other.score, alpha_cuts=other.beta_cuts, beta_cuts=other.alpha_cuts,
                seconds=one.seconds,
            ) == one  # fmt: skip


@pytest.mark.parametrize("name", ALL)
def test_what_is_counted_is_what_the_trace_tells(name):
    cuts = hits = 0
    for game in (*(SHARP if name == "quiescence" else GRAPHS), *map(blind, GRAPHS[:5])):
        for depth in DEPTHS:
            trace = Trace()
            result = ALL[name](game, None, depth, trace=trace)
            kinds = [event.kind for event in trace.events if isinstance(event, Cut)]
            assert result.nodes == sum(isinstance(event, Enter) for event in trace.events)
            assert result.hits == sum(isinstance(event, Recall) for event in trace.events)
            assert (result.alpha_cuts, result.beta_cuts) == (kinds.count("alpha"), kinds.count("beta"))
            rounds = [event for event in trace.events if isinstance(event, Round)]
            assert [event.number for event in rounds] == list(range(1, len(rounds) + 1))
            assert not any(event.above for event in rounds if event.guess is None)
            if name != "quiescence":  # where one who stands pat has judged the position too
                assert result.leaves == sum(isinstance(event, Leaf) for event in trace.events)
            cuts += len(kinds)
            hits += result.hits
    assert bool(cuts) == (name not in UNCUT)
    assert bool(hits) == (name in ("memoised", "and_or", "mtdf"))


def blind(game):
    """The same game, whose ``over`` sees no end: there are no more moves, and that is all."""
    return derive(game, over=lambda _self, _state: False)


@pytest.mark.parametrize("name", [name for name in ALL if name != "deepening"])
def test_an_end_that_over_does_not_see_is_counted_as_one(name):
    for game in GRAPHS:
        traces = Trace(), Trace()
        seen, unseen = (
            ALL[name](played, None, None, trace=trace)
            for played, trace in zip((game, blind(game)), traces, strict=True)
        )
        assert replace(unseen, seconds=seen.seconds) == seen
        assert traces[0].events == traces[1].events


@pytest.mark.parametrize("name", SEARCHES)
def test_what_a_trace_says_of_a_node_is_true(name):
    """Exact values are minimax's and bounds hold, with the whole window and with others."""
    for game in GRAPHS:
        truth: dict[object, float] = {}
        for depth in DEPTHS:
            for window in WINDOWS if name in FORMS else ((None, None),):
                trace = Trace()
                more = {} if window[0] is None else dict(zip(("alpha", "beta"), window, strict=True))
                SEARCHES[name](game, None, depth, trace=trace, **more)
                nodes = [event for event in trace.events if isinstance(event, Enter)]
                for event in (event for event in trace.events if isinstance(event, Leave)):
                    node = nodes[event.node]
                    if node.alpha == node.beta:  # a window that strict cuts left without an inside: it asks nothing
                        continue
                    key = node.state, node.depth
                    if key not in truth:
                        truth[key] = minimax(game, node.state, node.depth).value
                    value = node.sign * truth[key]
                    if event.bound == "exact":
                        assert event.value == value
                    else:
                        assert event.value >= value if event.bound == "upper" else event.value <= value
                        assert event.value <= node.alpha if event.bound == "upper" else event.value >= node.beta


@pytest.mark.parametrize("name", [name for name in SYMMETRIC if name not in UNCUT])
def test_a_node_looks_at_its_moves_until_its_bound_is_met_and_no_further(name):
    strict = name.endswith("strict")
    for game in SHARP if name == "quiescence" else GRAPHS:
        for depth in DEPTHS:
            trace = Trace()
            SYMMETRIC[name](game, None, depth, trace=trace)
            nodes = [event for event in trace.events if isinstance(event, Enter)]
            seen: dict[int, list[object]] = {}
            met: dict[int, bool] = {}
            for event in trace.events:
                if isinstance(event, Enter) and event.parent is not None:
                    assert not met.get(event.parent)
                    seen.setdefault(event.parent, []).append(event.move)
                elif isinstance(event, Best):
                    node = nodes[event.node]
                    if node.sign == 1 and node.player == MIN:  # a number of Max's at a node of Min's
                        met[event.node] = event.value < node.alpha if strict else event.value <= node.alpha
                    else:
                        met[event.node] = event.value > node.beta if strict else event.value >= node.beta
                elif isinstance(event, Cut):
                    assert met[event.node]
                    seen.setdefault(event.node, []).extend(event.skipped)
            for number, moves in seen.items():
                node = nodes[number]
                quiet = name == "quiescence" and node.depth is not None and node.depth <= 0
                legal = [move for move in game.moves(node.state) if not quiet or game.noisy(node.state, move)]
                assert sorted(set(moves)) == sorted(set(legal))
                assert number in met


@pytest.mark.parametrize("name", FORMS)
def test_a_deep_cut_is_one_that_the_parents_best_so_far_does_not_justify(name):
    strict, found = name.endswith("strict"), 0
    for game in GRAPHS:
        for window in ((-math.inf, math.inf), *WINDOWS):
            trace = Trace()
            FORMS[name](game, trace=trace, alpha=window[0], beta=window[1])
            nodes = [event for event in trace.events if isinstance(event, Enter)]
            best: dict[int | None, float] = {}
            deep = []
            for event in trace.events:
                if isinstance(event, Best):
                    best[event.node] = nodes[event.node].sign * event.value
                elif isinstance(event, Cut):
                    node = nodes[event.node]
                    # How much better the node is for its mover than what its parent has: nobody lets him have that.
                    excess = (node.sign * event.value - best.get(node.parent, math.nan)) * (1 - 2 * node.player)
                    if not (excess > 0 if strict else excess >= 0):
                        deep.append(event)
            assert deep_cuts(trace.events, strict) == deep
            found += len(deep)
    assert found > 20


def test_an_and_or_tree_looks_no_further_than_to_the_move_that_decides():
    decided = 0
    for game in GRAPHS:
        trace = Trace()
        search.and_or(game, trace=trace)
        nodes: list[Enter] = []
        done: set[int | None] = set()
        winner = None
        for event in trace.events:
            if isinstance(event, Round):
                winner = event.winner
            elif isinstance(event, Enter):
                assert event.parent not in done
                nodes.append(event)
            elif isinstance(event, Best) and (event.value != 0) == (nodes[event.node].player == winner):
                done.add(event.node)
        decided += len(done)
    assert decided > 100


@pytest.mark.parametrize("name", [*ALL, "mcts"])
def test_the_seconds_of_a_search_are_those_since_it_began(name, monkeypatch):
    ticks = itertools.count(10**6)
    monkeypatch.setattr("time.perf_counter", lambda: float(next(ticks)))
    found = search.mcts(GRAPHS[0], playouts=10) if name == "mcts" else ALL[name](GRAPHS[0], None, 3)
    assert 0 < found.seconds < 10**6


def test_a_scout_asks_whether_a_move_is_better_and_only_a_surprise_is_searched_again():
    again = 0
    for game in GRAPHS:
        trace = Trace()
        search.pvs(game, trace=trace)
        nodes = [event for event in trace.events if isinstance(event, Enter)]
        alphas: dict[int, float] = {node.node: node.alpha for node in nodes}
        surprise = None
        for event in trace.events:
            if isinstance(event, Enter):
                assert (event.phase == "again") == ((event.parent, event.move) == surprise)
                again += event.phase == "again"
                assert event.phase != "scout" or event.beta - event.alpha == 1
                surprise = None
            elif isinstance(event, Best):
                alphas[event.node] = event.alpha
            elif isinstance(event, Leave) and nodes[event.node].phase == "scout":
                node = nodes[event.node]
                parent = nodes[node.parent]
                value = node.sign * parent.sign * event.value
                surprise = (node.parent, node.move) if alphas[node.parent] < value < parent.beta else None
    assert again > 20


def test_good_order_saves_work_and_changes_no_value():
    """A hint that knows the values, and the same hint reversed."""
    nodes = {1: 0, -1: 0}
    for game in GRAPHS:
        for sense in nodes:

            def order(self, state, move, sense=sense):
                return sense * (1 - 2 * self.player(state)) * minimax(self, self.play(state, move)).value

            found = search.deepening(derive(game, order=order))
            nodes[sense] += found.nodes
            assert found.value == minimax(game).value
    assert nodes[1] < nodes[-1]


@pytest.mark.parametrize("strict", [False, True])
def test_the_two_forms_of_alphabeta_do_the_same(strict):
    for game in GRAPHS:
        for depth in DEPTHS:
            for alpha, beta in WINDOWS:
                one, other = (
                    alphabeta(game, None, depth, alpha=alpha, beta=beta, strict=strict, form=form)
                    for form in ("minimax", "negamax")
                )
                assert replace(other, seconds=one.seconds) == one


def test_a_bound_of_a_window_is_no_exact_result():
    """A value at or beyond an end of the window is called what it is; one inside is exact if nothing was estimated."""
    for game in GRAPHS:
        value = minimax(game).value
        for alpha, beta in ((value - 1, value + 1), (value, value + 2), (value - 2, value), (value + 1, value + 3)):
            found = alphabeta(game, alpha=alpha, beta=beta)
            assert found.exact == (alpha < value < beta)
            assert found.score.value == found.value
    game = make("tictactoe")
    state = game.parse_state("XOX/XOO/OX.")
    assert [alphabeta(game, state, alpha=alpha, beta=9).score.outcome for alpha in (-1, 0)] == [0, None]


def test_a_value_is_exact_where_the_whole_tree_was_seen():
    for game in GRAPHS:
        for depth in DEPTHS:
            trace = Trace()
            found = minimax(game, None, depth, trace=trace)
            assert found.exact == all(event.ended for event in trace.events if isinstance(event, Leaf))
            for name in ("negamax", "memoised"):
                assert SEARCHES[name](game, None, depth).exact == found.exact


def test_quiescence_is_standing_pat_whoever_moves():
    for game in SHARP:
        for depth in range(4):
            for extra in (0, 1, 8):
                found = search.quiescence(game, None, depth, extra=extra)
                assert found.value == stand_pat(game, game.start(), depth, extra)


@pytest.mark.parametrize("name", [name for name in ALL if name != "deepening"])
def test_every_search_asks_now_and_then_whether_to_stop(name):
    game, asked = make("tictactoe"), []
    state = game.parse_state("a1b2")
    found = ALL[name](game, state, 6, stop=lambda: asked.append(1))
    assert replace(ALL[name](game, state, 6), seconds=found.seconds) == found
    assert len(asked) == found.nodes // BETWEEN_LOOKS > 0
    with pytest.raises(Stopped):
        ALL[name](game, state, 6, stop=lambda: True)
