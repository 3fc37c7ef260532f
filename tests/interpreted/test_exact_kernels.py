"""Alpha-beta to the end, interpreted: hundreds of random graphs against the definition, with all that may be known."""

from __future__ import annotations

import math
import random
import re
from bisect import bisect
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import dense_graph, graphs, whole

from elagage import load
from elagage.check.knowledge import known_rules
from elagage.compiler.fallback import CannotCompile, UnheldScore
from elagage.compiler.link import link_plain
from elagage.compiler.score_scale import is_held
from elagage.errors import LimitsError, OutOfNodes, SearchError, Stopped
from elagage.game import KNOWLEDGE, Game, derive
from elagage.games.tree import Tree
from elagage.result import MAX, WIN, Score
from elagage.search import minimax, reachable
from elagage.search.compiled.features import INFINITE, WON
from elagage.search.compiled.workspace import STOPPED
from elagage.solvers.exact import exact_order
from elagage.solvers.exact.exact_core import Core
from elagage.solvers.exact.exact_driver import Exact, solve_position, tell_progress
from elagage.solvers.exact.exact_moves import gather_candidates
from elagage.solvers.exact.exact_order import HINT, TRIED_ESTIMATES, TRIED_HINT, sort_candidates
from elagage.solvers.exact.exact_values import margin_of, next_distance, number_of
from elagage.solvers.exact.exact_workspace import (
    AGES,
    ENTRIES,
    HIGH,
    LOW,
    MOVES,
    NO_MOVE,
    PLIES,
)  # fmt: skip

pytestmark = pytest.mark.twin
KINDS = {"wins": {"payoffs": False}, "margins": {"payoffs": False, "margins": True}, "amounts": {}}
kinds = st.sampled_from(list(KINDS.values()))


def true_score(game, state):
    """The definition: the best end for whoever moves; of wins the sooner, of losses the later where these count."""
    if game.over(state):
        score = game.score(state)
        if game.payoffs:
            return Score.estimate(score)
        plies, margin = (None, abs(score)) if game.margins else (0, 1)
        return Score.draw() if score == 0 else Score.win(plies, margin) if score > 0 else Score.loss(plies, margin)
    below = [true_score(game, game.play(state, move)) for move in game.moves(state)]
    best = max(below) if game.player(state) == MAX else min(below)
    return best if best.plies is None else replace(best, plies=best.plies + 1)


def true_moves(game, state):
    """The score of each move, counted from the state."""
    below = {move: true_score(game, game.play(state, move)) for move in game.moves(state)}
    return {
        move: score if score.plies is None else replace(score, plies=score.plies + 1) for move, score in below.items()
    }


def check_answer(game, state, result, every_move):
    """Value, moves and line are the true ones."""
    truth = true_score(game, state)
    assert (result.score.outcome, result.score.value, result.score.plies) == (truth.outcome, truth.value, truth.plies)
    assert result.exact
    assert result.value == minimax(game, state).value
    if game.over(state):
        assert (result.move, result.line, result.moves, result.nodes) == (None, (), (), 1)
        return
    scores = true_moves(game, state)
    wanted = scores if every_move else {move: score for move, score in scores.items() if score == truth}
    assert {entry.move: entry.score for entry in result.moves} == wanted
    assert [entry.score for entry in result.moves] == sorted(wanted.values(), reverse=game.player(state) == MAX)
    assert all(entry.exact for entry in result.moves)
    assert scores[result.move] == truth
    assert result.line[0] == result.move
    for move in result.line:
        assert move in list(game.moves(state))
        state = game.play(state, move)
    assert game.over(state)
    end = true_score(game, state)
    assert (end.outcome, end.value) == (truth.outcome, truth.value)
    assert truth.plies in (None, len(result.line))


def check_all(game, every_move):
    """All positions, each with what was learnt from those before."""
    exact = Exact(game, memory=1)
    for state in reachable(game):
        check_answer(game, state, exact.solve(state, every_move=every_move), every_move)


@settings(max_examples=150)
@given(graphs(whole), kinds, st.booleans())
def test_it_is_the_definition(game, kind, every_move):
    check_all(derive(game, **kind), every_move)


@settings(max_examples=50)
@given(graphs(st.one_of(whole, st.sampled_from([0.5, -2.25, math.inf, -math.inf]))), st.booleans())
def test_amounts_may_be_fractions_or_infinite(game, every_move):
    ends = [game.score(state) for state in reachable(game) if game.over(state)]
    scale = link_plain(game).scale
    if all(math.isinf(end) or is_held(end, round(end * scale), scale) for end in ends):
        check_all(game, every_move)
    else:  # the random games that the scale is chosen by met no fraction: no wrong value is called exact
        with pytest.raises(UnheldScore):
            check_all(game, every_move)


def make_core(game, buckets, threads=1, most=None, little=0):
    """A core whose table has so few places to begin with, and to end with; ``little``: work that it is not used for."""
    core = Core(game, threads, 1, 1, None)
    core.little = little
    core.most = buckets if most is None else most
    core.set_up(buckets)
    return core


@pytest.mark.parametrize("kind", KINDS)
def test_neither_the_table_nor_threads_change_what_is_true(kind):
    for seed in range(24):
        game = derive(dense_graph(seed), **KINDS[kind])
        cores = [make_core(game, 1), make_core(game, 3), make_core(game, 1, most=40), make_core(game, 7, threads=2)]
        cores += [make_core(game, 100, little=20), make_core(game, 100, little=1000)]
        for core in cores:
            check_answer(game, game.start(), solve_position(core, game.start(), True, None, None, None), True)
        assert [core.buckets for core in cores[:2]] == [1, 3]
        assert cores[2].buckets in (1, 8, 40)


def heuristics(chooser):
    """Estimates of all kinds: close, coarse, fractions, far too large, and not numbers."""
    return chooser.choice(
        [
            lambda _self, state: hash(state) % 7 - 3,
            lambda _self, state: hash(state) % 5 / 4,
            lambda _self, state: (hash(state) % 3 - 1) * 10**12,
            lambda _self, state: math.nan if hash(state) % 2 else 0,
        ]
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("deeper", [1, 3])
@pytest.mark.parametrize("judged", [1, 1000])
def test_the_order_by_estimates_changes_nothing(kind, deeper, judged, monkeypatch):
    monkeypatch.setattr(exact_order, "SAMPLED", 0)
    monkeypatch.setattr(exact_order, "WARM", 0)
    monkeypatch.setattr(exact_order, "JUDGED", judged)
    monkeypatch.setattr(exact_order, "DEEPER", deeper)
    for seed in range(12):
        chooser = random.Random(seed)
        rules = {"solver_order": lambda _self, state, move: (state[0] * 7 + move * 5) % 4} if judged > 1 else {}
        game = derive(dense_graph(seed), heuristic=heuristics(chooser), **rules, **KINDS[kind])
        for core in (make_core(game, 100), make_core(game, 3)):
            check_answer(game, game.start(), solve_position(core, game.start(), True, None, None, None), True)
            assert not core.workspaces[0][STOPPED]


def test_an_ended_game_is_not_estimated(monkeypatch):
    monkeypatch.setattr(exact_order, "JUDGED", 1)
    game = load("connect4:4x3")

    def heuristic(self, state):
        assert not self.over(state)
        return 0

    judged = derive(game, heuristic=heuristic)
    core, plain = make_core(judged, 4096), make_core(game, 4096)
    found = solve_position(core, game.start(), True, None, None, None)
    assert found.moves == solve_position(plain, game.start(), True, None, None, None).moves


@pytest.mark.parametrize(
    ("depth", "first", "order"),
    [
        (HINT, NO_MOVE, [1, 2, 3, 0]),
        (TRIED_HINT, NO_MOVE, [1, 2, 3, 0]),
        (TRIED_ESTIMATES, NO_MOVE, [2, 3, 0, 1]),
        (0, NO_MOVE, [2, 3, 0, 1]),
        (0, 1, [1, 2, 3, 0]),
        (1, NO_MOVE, [1, 2, 3, 0]),
    ],
)
def test_moves_are_tried_in_the_order_of_estimates_and_hints(depth, first, order):
    """Hints and estimates count the same, each as its part of the way from the least to the most."""
    tree = {"root": list("abcd"), "a": ["e"], "b": ["e"], "c": ["e"], "d": ["e"], "e": [1, 2]}
    hints = (0, 30, 30, 10)
    game = derive(
        Tree(tree, estimates={"a": 100, "b": 0, "c": 60, "d": 100}),
        solver_order=lambda _self, _state, move: hints[move],
    )
    core = make_core(game, 16)
    workspace, handle = core.workspaces[0], core.linked.handle
    count = gather_candidates(handle, game.start(), 0, workspace)
    sort_candidates(handle, game.start(), 0, count, first, depth, workspace)
    assert list(workspace[MOVES : MOVES + count]) == order


def with_knowledge(game, seed):
    """The game with things that its author knows: true ones, and more or less of them."""
    chooser = random.Random(seed)
    states = {state: true_score(game, state) for state in reachable(game)}
    said = {}
    for state, score in states.items():
        low, high = score.value - chooser.choice((0, 0, 0.5, 2, 40)), score.value + chooser.choice((0, 0, 0.5, 2, 40))
        soonest = [chooser.randint(1, 4), chooser.randint(1, 4)]
        latest = [chooser.randint(1, 9), chooser.randint(1, 9)]
        best = []
        if not game.over(state):
            if score.outcome and score.plies is not None:
                soonest[score.outcome < 0] = chooser.randint(1, score.plies)
                latest[score.outcome < 0] = score.plies + chooser.choice((0, 0, 1, 3))
            scores = true_moves(game, state)
            best = [move for move, found in scores.items() if found == score]
            best = [move for move in scores if move == best[0] or chooser.random() < 0.5]
        said[state] = (low, high), tuple(soonest), best, tuple(latest)
    rules = {
        "bounds": lambda _self, state: said[state][0],
        "soonest": lambda _self, state: said[state][1],
        "latest": lambda _self, state: said[state][3],
        "candidates": lambda _self, state: said[state][2],
        "key": lambda self, state: (self.player(state), repr(states[state])),
        "solver_order": lambda _self, state, move: (state[0] * 7 + move * 5) % 4,
    }
    return derive(game, **{name: rules[name] for name in chooser.sample(sorted(rules), chooser.randint(1, 6))})


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_truly_known_changes_nothing(kind):
    for seed in range(60):
        game = derive(dense_graph(seed, 4), **KINDS[kind])
        knowing = with_knowledge(game, seed)
        handle = link_plain(knowing).handle
        assert [rule for rule in KNOWLEDGE if getattr(handle, f"has_{rule}")] == list(known_rules(knowing))
        for state in (game.start(), *list(reachable(game))[1::5]):
            every_move = seed % 2 == 0
            check_answer(game, state, Exact(knowing, memory=1).solve(state, every_move=every_move), every_move)
            core = make_core(knowing, 100, little=1000)
            check_answer(game, state, solve_position(core, state, every_move, None, None, None), every_move)


FALSE = {
    "candidates": lambda self, state: list(self.moves(state))[:1],
    "key": lambda _self, state: state.mask,
    "bounds": lambda _self, _state: (0, 1),
    "soonest": lambda _self, _state: (3, 3),
    "latest": lambda _self, _state: (1, 2),
}


@pytest.mark.parametrize("rule", FALSE)
def test_what_is_falsely_known_is_not_used(rule):
    game = load("connect4:4x4")
    false = derive(game, **{rule: FALSE[rule]})
    for position in ("121323", "232213", "143242"):
        state = game.parse_state(position)
        assert Exact(false, memory=1).solve(state).score == Exact(game, memory=1).solve(state).score


def test_what_is_falsely_known_and_was_not_noticed_is_told_where_it_shows(monkeypatch):
    monkeypatch.setattr("elagage.compiler.native.build_rules.find_false_rules", lambda _game, _samples: ())
    game = derive(load("connect4:4x4"), soonest=FALSE["soonest"], latest=Game.latest)
    with pytest.raises(SearchError, match="elagage check"):
        Exact(game, memory=1).solve(game.parse_state("232213"))


def test_margins_and_numbers_are_each_others():
    margins, amounts = SimpleNamespace(payoffs=False), SimpleNamespace(payoffs=True)
    for size in range(-60, 61):
        assert margin_of(margins, number_of(margins, size)) == size
        assert margin_of(amounts, number_of(amounts, size)) == size
        assert (number_of(margins, size) >= WON, number_of(margins, size) <= -WON) == (size > 0, size < 0)
        assert number_of(margins, size + 1) > number_of(margins, size)
        assert number_of(amounts, size) == size


DISTANCES = range(1, PLIES - 1)
POSSIBLE = [*(plies - WIN for plies in DISTANCES), 0, *(WIN - plies for plies in reversed(DISTANCES))]


@pytest.mark.parametrize("value", [*POSSIBLE[:9], POSSIBLE[-200], 0, POSSIBLE[-300], *POSSIBLE[-9:]])
def test_windows_go_from_the_soonest_end_two_plies_at_a_time(value):
    """No question is about more than two plies beyond those that are known to decide nothing, while any may."""
    low, high = POSSIBLE[0], POSSIBLE[-1]
    questions = 0
    while low < high:
        middle = next_distance(low, high)
        assert low <= middle < high
        questions += 1
        undecided = min(WIN + low, WIN - high)  # nobody has won sooner than that
        if low <= -WON and high >= WON and undecided + 2 <= PLIES:
            assert min(WIN + middle, WIN - middle - 1) == undecided + 2
        if value <= middle:
            high = POSSIBLE[bisect(POSSIBLE, middle) - 1]
        else:
            low = POSSIBLE[bisect(POSSIBLE, middle)]
    assert low == value
    assert questions <= (WIN - abs(value) if value else PLIES) + 3


def chain(plies):
    """One move after the other, and Max has won."""
    return derive(Tree({f"n{ply}": [f"n{ply + 1}"] for ply in range(plies)} | {f"n{plies}": 1}), payoffs=False)


def test_the_longest_line_and_a_longer_one():
    longest = chain(PLIES - 2)
    core = make_core(longest, 4)
    result = solve_position(core, longest.start(), False, None, None, None)
    assert (result.score, result.line) == (Score.win(PLIES - 2), (0,) * (PLIES - 2))
    with pytest.raises(SearchError, match=f"longer than {PLIES} plies"):
        Exact(chain(PLIES - 1), memory=1).solve(longest.start())


def wide(count):
    """Many moves, of which the last is the best."""
    return Tree([*range(count)])


@pytest.mark.parametrize("count", [64, 65, 257])
def test_room_is_made_for_many_moves(count):
    game = wide(count)
    result = Exact(game, memory=1).solve(game.start())
    assert (result.value, result.line) == (count - 1, (count - 1,))


def test_there_is_no_room_for_more_moves_than_have_numbers():
    for count in (4096, 5000):
        with pytest.raises(CannotCompile, match="4095"):
            Exact(wide(count), memory=1).solve(wide(count).start())


def test_no_more_is_looked_at_than_allowed():
    game = load("tictactoe")
    found = Exact(game, memory=1).solve(game.start())
    for limit in (1, 5, 100, 1000):
        exact = Exact(game, memory=1)
        with pytest.raises(OutOfNodes, match="nothing was proven") as caught:
            exact.solve(game.start(), nodes=limit)
        assert exact.core.count_nodes() <= limit + 1
        assert f"After {exact.core.count_nodes()} positions" in str(caught.value)
    exact = Exact(game, memory=1)
    with pytest.raises(OutOfNodes, match=r"the value is proven .draw., but not that of every move"):
        exact.solve(game.start(), nodes=found.nodes - 1)
    assert exact.solve(game.start(), nodes=found.nodes).score == found.score
    with pytest.raises(Stopped):
        Exact(load("connect4:4x5"), memory=1).solve(load("connect4:4x5").start(), stop=lambda: True)


def test_what_was_learnt_when_the_positions_ran_out_is_kept():
    game = load("tictactoe")
    core = make_core(game, 4096)
    fresh = solve_position(make_core(game, 4096), game.start(), False, None, None, None)
    with pytest.raises(OutOfNodes):
        solve_position(core, game.start(), False, fresh.nodes - 1, None, None)
    assert 2 * solve_position(core, game.start(), False, None, None, None).nodes < fresh.nodes


def counts(core, game, position):
    result = solve_position(core, game.parse_state(position), False, None, None, None)
    assert 0 < result.leaves <= result.nodes
    return result.nodes, result.leaves, result.hits


def test_what_is_to_be_forgotten_is_not_known_any_more_and_each_answer_has_counts_of_its_own():
    game = load("tictactoe")
    core = make_core(game, 4096)
    fresh = counts(core, game, "")
    assert fresh[2] > 0
    for times in (1, AGES - 1):  # the second time ages begin anew
        for _time in range(times):
            core.forget()
        assert counts(core, game, "") == fresh
    assert core.age == 0
    core.forget()
    assert counts(core, game, "a1b2c3") < counts(make_core(game, 4096, threads=1), game, "")


def test_what_was_counted_before_the_table_grew_counts():
    game, judged = load("connect4:4x3"), []
    cls = type(game)
    watched = derive(game, score=lambda self, state: judged.append(state) or cls.score(self, state))
    core = make_core(watched, 2, most=4096)
    for position in ("", "12"):
        judged.clear()
        assert counts(core, watched, position)[1] == len(judged)
    assert core.buckets > 2


def test_threads_and_memory_are_given_in_reason():
    game = load("tictactoe")
    for memory in (1, 3):
        core = Core(game, 1, memory, 1, None)
        bucket = 8 * ENTRIES * (core.words + 1)
        assert core.most * bucket <= memory * 1_000_000 < (core.most + 1) * bucket
    for wrong in ({"threads": 0}, {"threads": 65}, {"memory": 0.9}, {"memory": (1 << 20) + 1}):
        with pytest.raises(LimitsError):
            Exact(game, **wrong)
    assert Exact(game, threads=64, memory=1).threads == 64


def test_people_hear_how_many_plies_decide_nothing():
    core, heard = make_core(load("tictactoe"), 1), []
    look = tell_progress(core, 0.0, heard.append, None)
    workspace = core.workspaces[0]
    for lost, won in ((1, 1), (3, 5), (3, 7), (9, 5), (9, 11)):  # sooner than that nobody loses, nobody wins
        workspace[LOW], workspace[HIGH] = lost - WIN, WIN - won
        assert look() is False
    workspace[LOW], workspace[HIGH] = 0, WIN - 20  # not lost at all: it is decided
    look()
    assert [info.depth for info in heard] == [2, 4, 8]
    assert tell_progress(core, 0.0, heard.append, lambda: True)() is True
    assert tell_progress(core, 0.0, None, None) is None
    assert INFINITE > WIN


SOLVED = ("tictactoe", "connect4:4x3", "nim:2,3,4", "hexapawn", "kalah:2,2", "domineering:3x4", "dots_and_boxes:2x1")


def test_the_solver_looks_at_as_many_positions_as_ever():
    """A change of behaviour changes tests/bench.txt in the same commit."""
    written = (Path(__file__).parents[1] / "bench.txt").read_text(encoding="utf-8")
    nodes = [0, 0, 0]
    for spec in SOLVED:
        game = load(spec)
        for number, core in enumerate((make_core(game, 4096), make_core(game, 4, most=1024), make_core(game, 16))):
            nodes[number] += solve_position(core, game.start(), True, None, None, None).nodes
    assert f"Solved: {nodes[0]} {nodes[1]} {nodes[2]}" == re.search("^Solved: .*", written, re.M)[0]
