"""One door: what is asked, who answers, what is told on the way, and that everything stops when asked to."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError

import pytest

import elagage
from elagage import load, search
from elagage.analysis import ask
from elagage.compiler import CannotCompile, fallback, prefer_compiled
from elagage.errors import OutOfNodes, Stopped
from elagage.question import Question, Wishes
from elagage.result import Limits

TREE_SEARCHES = ("minimax", "negamax", "memoised", "alphabeta", "pvs", "mtdf", "quiescence", "and_or", "probcut")


class Patience:
    """Says stop after some questions."""

    def __init__(self, questions):
        self.left = questions

    def __call__(self):
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_every_plain_search_honours_a_stop(name):
    patience = Patience(3)
    with pytest.raises(Stopped, match="stopped before it had an answer"):
        getattr(search, name)(load("connect4"), depth=20, stop=patience)
    assert patience.left == -1


@pytest.mark.parametrize("name", TREE_SEARCHES)
def test_a_stop_that_never_comes_changes_nothing(name):
    game = load("tictactoe")
    state = game.parse_state("a1b2c3")
    plain = getattr(search, name)(game, state, 4)
    asked = getattr(search, name)(game, state, 4, stop=lambda: False)
    assert (asked.value, asked.line, asked.nodes, asked.leaves) == (plain.value, plain.line, plain.nodes, plain.leaves)


def test_counting_and_comparing_stop_too():
    game = load("connect4")
    with pytest.raises(Stopped):
        search.perft(game, game.start(), 30, stop=Patience(20))
    with pytest.raises(Stopped):
        search.compare(game, depth=20, stop=Patience(2))


@pytest.mark.parametrize("plain", [True, False])
def test_news_carry_the_scores_of_the_moves(plain):
    game = load("tictactoe")
    state = game.parse_state("a1b2c3")
    heard = []
    question = Question(game, state, Limits(depth=4), Wishes(every_move=True, plain=plain))
    result = ask(question, on_info=heard.append)
    assert heard
    for info in heard:
        assert {entry.move for entry in info.moves} == set(game.moves(state))
    assert {entry.move: entry.score for entry in heard[-1].moves} == {entry.move: entry.score for entry in result.moves}
    quiet = []
    ask(Question(game, state, Limits(depth=2), Wishes(plain=plain)), on_info=quiet.append)
    assert all(info.moves == () for info in quiet)


def test_a_question_is_immutable():
    question = Question(load("nim:1,2"), load("nim:1,2").start())
    with pytest.raises(FrozenInstanceError):
        question.position = None
    assert question == Question(question.game, question.position)


def test_the_goals_of_a_question():
    game = load("nim:1,2,3")
    value = ask(Question(game, game.start(), wishes=Wishes("value", plain=True)))
    assert (value.exact, value.score.value, value.score.plies) == (True, -1, 6)
    proof = ask(Question(game, game.start(), wishes=Wishes("value", plain=True, method="proof")))
    assert (proof.exact, proof.score.outcome, proof.algorithm) == (True, -1, "proof")
    with pytest.raises(OutOfNodes, match="nothing was proven"):
        ask(Question(game, game.start(), Limits(nodes=1), Wishes("value", plain=True, method="proof")))


def test_a_known_solution_answers():
    game = load("nim:1,2,3")
    solution = elagage.solve(game, method="retrograde", plain=True)
    assert ask(Question(game, game.start()), known=solution).algorithm == "retrograde"


def test_compiled_if_it_can_be_and_plain_otherwise(monkeypatch):
    game = load("nim:1,2")
    refusals = []

    def refuse():
        raise CannotCompile("no way", "play", 7)

    assert prefer_compiled(game, lambda: "compiled", lambda: "plain") == "compiled"
    assert prefer_compiled(game, lambda: "compiled", lambda: "plain", wanted=False) == "plain"
    assert prefer_compiled(game, refuse, lambda: "plain", on_refusal=refusals.append) == "plain"
    assert str(refusals[0].sentence()) == "Not compiled: in play, line 7, no way."
    assert prefer_compiled(load("(1 2)"), lambda: "compiled", lambda: "plain") == "plain"
    monkeypatch.setattr(fallback, "is_available", lambda: False)
    assert prefer_compiled(game, lambda: "compiled", lambda: "plain") == "plain"


def test_a_package_gives_its_functions_whoever_imports_its_modules():
    import elagage.search.minimax
    import elagage.solvers.solve

    assert elagage.search.minimax(load("((5 6) (7 4 5))")).value == 5
    assert elagage.solvers.solve is elagage.solve
    assert "minimax" in dir(elagage.search)
    with pytest.raises(AttributeError, match="has no attribute 'maximin'"):
        elagage.search.maximin  # noqa: B018
    assert elagage.paths.problems.load_problem("jugs:3,5:4")
    assert elagage.exercises.generate
    assert elagage.arena.elo(0.5) == 0
    assert math.isinf(elagage.search.search_common.INFINITY)
