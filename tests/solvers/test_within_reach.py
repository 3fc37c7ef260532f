"""The exact solver beside a search that deepens: when it is asked, what it answers, and when it is not."""

from __future__ import annotations

import itertools
import math

import pytest
from game_list import GAMES

from elagage import load
from elagage.analysis import ask, may_be_solved
from elagage.levels import choose, levels_of
from elagage.question import Question, Wishes
from elagage.result import Limits, MoveScore, Score
from elagage.solvers import within_reach
from elagage.solvers.book.book_answers import merge_scores
from elagage.solvers.exact import Exact
from elagage.solvers.exact.exact_core import Core
from elagage.solvers.within_reach import Reach, extrapolate, share_question

DRAWN = "5362443726116275"
"""Connect 4: to the end it takes 70 000 positions, and a search that deepens several millions."""
LOST = "2264575446722627"
FAR = "53624437261162"
"""Lost in 26 plies, which the solver proves before the search does."""
ENDING = "-XOO----OOXOO--XOOOOOOXXOOOXXXOXOOOOXOOXO-XXOO-XOOXOOO--X-X--OO- O"
"""Othello with 17 empty squares."""
LONG = Limits(time=3600.0)


class Patience:
    """Says stop after some questions."""

    def __init__(self, questions):
        self.left = questions

    def __call__(self):
        self.left -= 1
        return self.left < 0


@pytest.fixture(scope="module")
def solver():
    """Connect 4's; the native code of the one beside its search is there from now on."""
    make_code(load("connect4"))
    return Exact(load("connect4"))


def make_code(game):
    """See to it that no question is answered before the solver's native code is there."""
    Core(game, 1, 1.0, 1)


def place(name, text):
    game = load(name)
    return game, game.parse_state(text)


@pytest.mark.parametrize("text", [DRAWN, LOST])
def test_the_solver_answers_where_it_is_within_reach(solver, text):
    game, state = place("connect4", text)
    truth = solver.solve(state, every_move=True)
    heard = []
    found = ask(Question(game, state, LONG, Wishes(every_move=True)), on_info=heard.append)
    assert (found.exact, found.depth, found.algorithm) == (True, None, "alphabeta")
    assert (found.score, found.score.plies, found.value) == (truth.score, truth.score.plies, truth.value)
    assert all(entry.exact for entry in found.moves)
    assert {entry.move: (entry.score, entry.score.plies) for entry in found.moves} == {
        entry.move: (entry.score, entry.score.plies) for entry in truth.moves
    }
    assert found.line[0] == found.moves[0].move
    assert found.nodes > heard[-1].nodes - 1 > 0
    told = [info.exact for info in heard]
    assert told.count(True) == len(found.moves), "one for the value, then one for each other move"
    assert told == sorted(told), "nothing is told of an estimate after a proof"
    assert heard[-1].moves == found.moves


def test_margins_are_proven_too():
    game, state = place("othello", ENDING)
    make_code(game)
    truth = Exact(game).solve(state, every_move=True)
    found = ask(Question(game, state, LONG, Wishes(every_move=True)))
    assert (found.exact, found.algorithm, found.value) == (True, "alphabeta", truth.value)
    assert {entry.move: entry.value for entry in found.moves} == {entry.move: entry.value for entry in truth.moves}


def test_the_line_of_an_answer_is_best_play(solver):
    game, state = place("connect4", FAR)
    found = ask(Question(game, state, LONG))
    assert (found.moves, found.algorithm) == ((), "alphabeta")
    assert len(found.line) == found.score.plies
    for move in found.line:
        state = game.play(state, move)
    assert game.over(state)


def test_an_answer_is_the_same_each_time(solver):
    game, state = place("connect4", DRAWN)
    first, second = (ask(Question(game, state, LONG, Wishes(every_move=True))) for _time in range(2))
    assert (first.line, first.nodes, first.moves) == (second.line, second.nodes, second.moves)


def test_a_seed_chooses_among_the_best(solver):
    game, state = place("connect4", LOST)
    best = {entry.move for entry in solver.solve(state).moves}
    made = {ask(Question(game, state, LONG, Wishes(seed=seed))).move for seed in range(5)}
    assert made == best
    assert len(best) > 1


@pytest.mark.parametrize("limits", [Limits(depth=9), Limits(nodes=600_000), Limits(depth=9, time=3600.0)])
def test_a_depth_or_a_number_of_positions_is_that_search(monkeypatch, solver, limits):
    def fail(*_arguments):
        raise AssertionError

    monkeypatch.setattr(Reach, "look", fail)
    game, state = place("connect4", DRAWN)
    found = ask(Question(game, state, limits))
    assert (found.algorithm, found.exact) == ("engine", False)


def test_weak_levels_are_not_helped():
    for name in GAMES:
        game = load(name)
        *weak, best = levels_of(game)
        for level in weak:
            assert not may_be_solved(Question(game, game.start(), Limits(level.depth, level.time)))
        expected = not game.cycles and not game.payoffs
        assert may_be_solved(Question(game, game.start(), Limits(best.depth, best.time))) == expected


def test_the_best_level_plays_what_is_proven(solver):
    import random

    game, state = place("connect4", FAR)
    move, found = choose(game, state, 10, random.Random(1), time=3600.0)
    assert (found.exact, found.depth) == (True, None)
    assert move in {entry.move for entry in solver.solve(state).moves}


def test_what_is_proven_when_somebody_stops_stays():
    game, state = place("othello", ENDING)
    make_code(game)
    truth = {entry.move: entry.score for entry in Exact(game).solve(state, every_move=True).moves}
    proofs = []

    def hear(info):
        if info.exact:
            proofs.append(info)

    found = ask(Question(game, state, LONG, Wishes(every_move=True)), on_info=hear, stop=lambda: len(proofs) >= 2)
    assert (found.exact, found.score) == (True, Score.win(margin=8))
    assert [entry.exact for entry in found.moves].count(True) == 2
    assert len(found.moves) == 3
    assert all(entry.score == truth[entry.move] for entry in found.moves if entry.exact)
    assert (found.moves[0].move, found.moves[0].exact) == (found.move, True)
    assert proofs[-1].moves == found.moves


def test_a_stop_before_anything_is_proven_gives_what_the_search_has(monkeypatch, solver):
    game, state = place("connect4", DRAWN)
    solving = []
    solve = Reach.solve
    monkeypatch.setattr(Reach, "solve", lambda *given: solving.append(True) or solve(*given))
    found = ask(Question(game, state, LONG, Wishes(every_move=True)), stop=lambda: bool(solving))
    assert (found.exact, found.algorithm) == (False, "engine")
    assert len(found.moves) == 7


def test_a_try_that_comes_to_nothing_makes_later_ones_rarer(monkeypatch, solver):
    game, state = place("connect4", "")
    forecasts, tries = [1.0, 1.0, 1.0], []

    def climb(reach, *_rest):
        reach.spent = 2 * reach.spent + 10_000
        return forecasts.pop() if forecasts else math.inf

    def solve(reach, _core, news, nodes, _watch):
        assert nodes == news.nodes
        tries.append((nodes, reach.doubt))
        return

    monkeypatch.setattr(Reach, "climb", climb)
    monkeypatch.setattr(Reach, "solve", solve)
    ask(Question(game, state, LONG), stop=lambda: not forecasts)
    counts = [nodes for nodes, _doubt in tries]
    assert all(2 * fewer <= more for fewer, more in itertools.pairwise(counts))
    assert [doubt for _nodes, doubt in tries] == [4.0**number for number in range(1, len(tries) + 1)]


def test_native_code_that_is_missing_is_made_meanwhile(monkeypatch, solver):
    from elagage.compiler.native.native_link import NativeGame
    from elagage.search.compiled.driver import Engine

    game, state = place("connect4", DRAWN)
    question, engine = Question(game, state), Engine(game)
    monkeypatch.setattr(NativeGame, "has_kernel", lambda *_arguments: False)
    assert within_reach.make_core(question, 4.0, engine) is None
    job = within_reach.MAKING[engine.linked.mark]
    while not job.wait():
        pass
    core = within_reach.make_core(question, 4.0, engine)
    assert core.linked is engine.linked
    assert within_reach.MAKING == {}


def test_the_memory_is_shared(solver):
    game, state = place("connect4", DRAWN)
    for memory in (None, 1.0, 2.0, 16.0, 64.0):
        asked, reach = share_question(Question(game, state, LONG, Wishes(memory=memory)), None, None)
        whole = 64.0 if memory is None else memory
        assert asked.wishes.memory + reach.memory <= whole + 0.25
        assert asked.wishes.memory >= 1.0


def test_who_is_never_solved_is_not_asked():
    for name in ("morris", "tree:((5 6) (7 4 5))"):
        assert not may_be_solved(Question(load(name), load(name).start(), LONG))


def test_a_forecast_goes_by_the_growth():
    assert extrapolate([]) == math.inf
    assert extrapolate([(8, 5000)]) == math.inf, "one step tells no growth"
    assert extrapolate([(8, 950), (6, 3950), (4, 15_950)]) == pytest.approx(15_950 * 16)
    assert extrapolate([(2, 1000)]) == pytest.approx(1000 * within_reach.STEEP**2)
    assert extrapolate([(9, 100), (7, 100)]) == pytest.approx(100 * within_reach.STEEP**7)


@pytest.mark.parametrize("sign", [1, -1])
def test_estimates_beside_proofs(sign):
    def entry(move, score, exact=False):
        score = score if sign > 0 else -score
        return MoveScore(move, score, exact, score.value)

    best = entry("b", Score.draw(), exact=True)
    estimates = (entry("a", Score.estimate(9)), entry("b", Score.estimate(5)), entry("c", Score.estimate(-3)))
    lost = entry("d", Score.loss(4), exact=True)
    merged = merge_scores([best, lost], (*estimates, entry("d", Score.estimate(7))), sign)
    assert [(each.move, each.exact) for each in merged] == [("b", True), ("a", False), ("c", False), ("d", True)]
    assert merged[1].score == Score.draw()
    assert merged[2].score == estimates[2].score


def test_the_other_moves_of_a_win_that_the_search_has_proven(solver):
    game, state = place("connect4", "221446731443543451")
    truth = solver.solve(state, every_move=True)
    found = ask(Question(game, state, LONG, Wishes(every_move=True, book=False)))
    assert (found.algorithm, found.score, found.score.plies, found.exact) == ("engine", truth.score, 3, True)
    assert found.moves[0].move == found.move
    assert all(entry.exact for entry in found.moves)
    assert {entry.move: (entry.score, entry.score.plies) for entry in found.moves} == {
        entry.move: (entry.score, entry.score.plies) for entry in truth.moves
    }
    shallow = ask(Question(game, state, Limits(depth=20), Wishes(every_move=True)))
    assert (shallow.score, shallow.exact) == (found.score, True)
    assert not all(entry.exact for entry in shallow.moves)
    stopped = ask(Question(game, state, LONG, Wishes(every_move=True)), stop=Patience(20))
    assert (stopped.score, stopped.moves[0].move) == (found.score, found.move)
