"""The true value of one position, whichever way it is found: the same value and moves, within what is allowed."""

from __future__ import annotations

import itertools

import pytest

from elagage import load
from elagage.analysis import Recall
from elagage.compiler import CannotCompile
from elagage.errors import OutOfNodes, Stopped
from elagage.games.tree import Tree
from elagage.question import Question, Wishes
from elagage.result import MAX, WIN, Limits
from elagage.search import memoised, minimax
from elagage.solvers import prove
from elagage.solvers.exact_answers import find_value
from elagage.solvers.proof.proof_driver import prove_compiled

POSITIONS = (
    ("tictactoe", ""), ("tictactoe", "a1b2"), ("tictactoe", "a1b1a2b2"), ("connect4:4x4", "232213"), ("nim:3,4,5", ""),
    ("tictactoe", "a1b1a2b2a3"), ("kalah:2,2", ""),
)  # fmt: skip


def ask(game, state, nodes=None, recall=None, stop=None, **wishes):
    return find_value(Question(game, state, Limits(nodes=nodes), Wishes(**wishes)), recall or Recall(), stop=stop)


@pytest.mark.parametrize("wishes", [{"plain": True}, {}, {"method": "proof"}])
def test_the_seconds_of_an_answer_are_those_since_it_was_asked_for(wishes, monkeypatch):
    game, ticks = load("tictactoe"), itertools.count(10**6)
    monkeypatch.setattr("time.perf_counter", lambda: float(next(ticks)))
    assert 0 < ask(game, game.parse_state("a1b1a2b2"), **wishes).seconds < 10**6


@pytest.mark.parametrize(("spec", "position"), POSITIONS)
def test_plain_and_compiled_answers_are_the_same(spec, position):
    game = load(spec)
    state = game.parse_state(position)
    plain, found = ask(game, state, plain=True), ask(game, state, every_move=True)
    assert plain.value == found.value == memoised(game, state).value
    assert plain.exact
    assert found.exact
    assert {entry.move: entry.value for entry in plain.moves} == {entry.move: entry.value for entry in found.moves}
    if not game.margins:  # where a larger win is no nearer one
        assert plain.score == found.score
        assert {entry.move: entry.score for entry in plain.moves} == {entry.move: entry.score for entry in found.moves}
    assert plain.move in {entry.move for entry in found.moves if entry.value == found.value} | {None}
    assert (plain.algorithm, found.algorithm, plain.depth) == ("alphabeta", "alphabeta", None)


@pytest.mark.parametrize("first", [0, 1])
def test_amounts_have_all_their_moves_the_best_first(first):
    for tree in ("((5 6) (7 4 5) 9)", "((1 -2) 3 (0 (4 8)))"):
        game = Tree(tree, first)
        result = ask(game, game.start(), plain=True)
        scores = {move: minimax(game, game.play(game.start(), move)).value for move in game.moves(game.start())}
        assert {entry.move: entry.value for entry in result.moves} == scores
        assert [entry.value for entry in result.moves] == sorted(scores.values(), reverse=first == MAX)
        assert (result.value, result.move) == (result.moves[0].value, result.moves[0].move)
        assert result.exact
        assert ask(game, game.play(game.start(), 2 if tree.endswith("9)") else 1), plain=True).moves == ()


@pytest.mark.parametrize(("spec", "position", "plain"), [
    *((*each, True) for each in POSITIONS), *((*each, False) for each in POSITIONS[:4]),
])  # fmt: skip
def test_a_proof_asks_of_the_mover_and_then_of_the_opponent(spec, position, plain):
    game = load(spec)
    state = game.parse_state(position)
    truth = ask(game, state, plain=True).score
    player = game.player(state)
    first, second = ((prove if plain else prove_compiled)(game, state, winner) for winner in (player, 1 - player))
    result = ask(game, state, method="proof", plain=plain, memory=1)
    assert (result.score.outcome, result.score.value) == (truth.outcome, (truth.value > 0) - (truth.value < 0))
    assert (result.value, result.algorithm) == (result.score.value * WIN, "proof")
    assert result.exact == (truth.outcome == 0 or not game.margins)
    last = first if first.won else second
    assert (result.move, result.nodes) == (last.move, first.nodes + (0 if first.won else second.nodes))
    assert result.line == tuple(entry.move for entry in result.moves) == (() if game.over(state) else (last.move,))
    assert [(entry.score, entry.exact, entry.value) for entry in result.moves] == [
        (result.score, result.exact, result.value)
    ] * len(result.line)


def test_two_proofs_have_one_allowance():
    game = load("tictactoe")
    first, second = (prove(game, game.start(), winner) for winner in (0, 1))
    for nodes, words in ((first.nodes - 2, "nothing was proven"), (first.nodes + second.nodes - 2, "X can't win")):
        with pytest.raises(OutOfNodes, match=words) as caught:
            ask(game, game.start(), nodes, method="proof", plain=True)
        told = int(str(caught.value).split()[1])
        assert nodes <= told <= nodes + 1
    assert ask(game, game.start(), first.nodes + second.nodes, method="proof", plain=True).score.outcome == 0
    with pytest.raises(Stopped):
        ask(game, game.start(), stop=lambda: True, method="proof", plain=True)


def test_the_table_has_the_memory_that_was_wished_for_and_serves_the_next_question():
    game, recall = load("tictactoe"), Recall()
    first = ask(game, game.start(), recall=recall, memory=4)
    assert (recall.exact.memory, recall.exact.threads) == (4, 1)
    assert 2 * ask(game, game.start(), recall=recall, memory=4).nodes < first.nodes
    ask(game, game.start(), recall=(usual := Recall()))
    assert usual.exact.memory == 256


def test_only_a_compiled_answer_if_that_is_wished_for():
    game = load("tictactoe")
    with pytest.raises(CannotCompile):
        find_value(Question(game, game.start(), Limits(), Wishes(plain=True)), Recall(), compiled_only=True)
