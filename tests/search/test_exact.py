"""``exact`` is a contract: whatever scores a game has, the number that is called exact is the game's value."""

from __future__ import annotations

import math
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from game_list import one_in

from elagage.analysis import ask, find_reason
from elagage.compiler import CannotCompile
from elagage.compiler.fallback import UnheldScore
from elagage.errors import ElagageWarning, RulesError
from elagage.game import Game
from elagage.question import Question, Wishes
from elagage.result import MAX, Limits, json_number
from elagage.search import ALGORITHMS, deepening, minimax
from elagage.search.compiled.driver import search_position
from elagage.solvers import load_solution, solve, verify

SCORES = {
    "thirds": [number / 3 for number in range(-3, 13)],
    "decimals": [-0.000144, 0.1, 0.25, -0.3, 0.7, 2.5, -1.75, 0.0005] * 2,
    "noise": [0.1 * number - 0.7 for number in range(16)],
    "tiny": [1e-9 * (number - 8) for number in range(16)],
    "large": [1e11 * (number - 8) for number in range(16)],
    "neighbours": [2**53 + number for number in range(16)],
    "many bits": [2**70 + number for number in range(16)],
    "huge": [1e307 * (number - 8) for number in range(16)],
    "infinite": [math.inf, -math.inf, 3, -2.5] * 4,
    "mixed": [0.5, 1, 2**40, -0.25, 1 / 3, -1e-5, 7, 8, 9, 1e11, -1, 0, -2, 0.1, 0.2, 0.3],
}
KINDS = ("payoffs", "margins", "wins")
DEPTH = 4


class Leaves(Game[int, int]):
    """A binary tree of sixteen ends; the inner nodes are judged by what ``guesses`` says."""

    def __init__(self, scores: list[Any], guesses: Any = (0,) * 15) -> None:
        self.scores, self.guesses = tuple(scores), tuple(guesses)

    def start(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return (state + 1).bit_length() % 2 ^ 1

    def moves(self, state: int) -> tuple[int, ...]:
        return (1, 2) if state < 15 else ()

    def play(self, state: int, move: int) -> int:
        return 2 * state + move

    def score(self, state: int) -> Any:
        return self.scores[state - 15]

    def heuristic(self, state: int) -> Any:
        return self.guesses[state]

    def parse_state(self, text: str) -> int:
        return int(text)


class Amounts(Leaves):
    payoffs = True


class Margins(Leaves):
    margins = True


CLASSES = {"payoffs": Amounts, "margins": Margins, "wins": Leaves}


def make_game(name: str, kind: str) -> Leaves:
    scores = list(SCORES[name])
    random.Random(name).shuffle(scores)
    return CLASSES[kind](scores)


def true_value(game: Leaves, state: int = 0) -> Any:
    """Minimax in exact arithmetic."""
    if game.over(state):
        score = game.score(state)
        value = (
            float(score) if math.isinf(score) else Fraction(score.item() if isinstance(score, np.generic) else score)
        )
        return value if game.payoffs or game.margins else (value > 0) - (value < 0)
    below = [true_value(game, game.play(state, move)) for move in game.moves(state)]
    return max(below) if game.player(state) == MAX else min(below)


def check_answer(game: Leaves, result: Any) -> None:
    """The value is the true one, the line leads there, and so do the moves that are called best."""
    truth = true_value(game)
    assert result.score.value == truth, result
    assert type(result.score.value) in (int, float)
    assert json_number(result.score.value) is not None
    state = 0
    for move in result.line:
        state = game.play(state, move)
    if game.over(state):
        assert true_value(game, state) == truth
    for entry in result.moves:
        if entry.exact and (entry.score.value == result.score.value):
            assert true_value(game, game.play(0, entry.move)) == truth


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SCORES)
def test_plain_searches_give_the_very_value(name, kind):
    game = make_game(name, kind)
    for algorithm in ALGORITHMS.values():
        result = algorithm(game)
        assert result.exact
        check_answer(game, result)
    check_answer(game, deepening(game, every_move=True))


@pytest.mark.parametrize(("name", "kind"), [(name, "payoffs") for name in SCORES] + [
    ("thirds", "margins"), ("large", "margins"), ("tiny", "wins"), ("huge", "wins"),
])  # fmt: skip
def test_the_engine_calls_exact_only_what_is(name, kind):
    game = make_game(name, kind)
    question = Question(game, 0, Limits(depth=DEPTH + 1), Wishes(every_move=True))
    try:
        result = search_position(question)
    except UnheldScore:
        assert name in ("large", "huge", "mixed", "thirds")
        with pytest.warns(ElagageWarning, match="hold exactly"):
            result = ask(question)
        assert find_reason(game) is not None
    except CannotCompile:
        assert name in ("neighbours", "many bits")
        result = ask(question)
    if result.exact:
        check_answer(game, result)
    else:  # fractions that are not held: told as what they are, an estimate
        assert name in ("noise", "tiny", "mixed")
        assert not any(entry.exact for entry in result.moves)
    if name in ("thirds", "decimals", "infinite"):
        assert result.exact


@pytest.mark.filterwarnings("ignore::elagage.errors.ElagageWarning")
@pytest.mark.parametrize("method", ["alphabeta", "retrograde"])
@pytest.mark.parametrize(("name", "kind"), one_in(2, [
    ("thirds", "payoffs"), ("noise", "payoffs"), ("tiny", "payoffs"), ("large", "payoffs"), ("infinite", "payoffs"),
    ("many bits", "payoffs"), ("neighbours", "margins"), ("noise", "margins"), ("tiny", "wins"),
]))  # fmt: skip
def test_solving_gives_the_very_value(name, kind, method, tmp_path):
    game = make_game(name, kind)
    for plain in (True, False):
        solution = solve(game, method=method, plain=plain)
        assert solution.result.exact
        check_answer(game, solution.result)
        if method == "retrograde":
            assert verify(solution, plain=plain).valid
            solution.save(tmp_path / "kept")
            check_answer(game, load_solution(tmp_path / "kept", game).result)


def test_a_score_that_was_changed_a_little_in_a_solution_is_noticed(tmp_path):
    game = make_game("thirds", "payoffs")
    solution = solve(game, method="retrograde")
    assert solution.positions is not None
    solution.positions.levels = [level * (1 + 1e-12) for level in solution.positions.levels]
    assert not verify(solution).valid


@pytest.mark.parametrize("plain", [True, False])
def test_proof_numbers_do_not_call_the_size_of_a_win_exact(plain):
    for game in (Margins([3] * 16), Amounts([3] * 16)):
        result = solve(game, method="proof", plain=plain).result
        assert result.score.outcome == 1
        assert not result.exact
    assert solve(Margins([0] * 16), method="proof", plain=plain).result.exact


@pytest.mark.parametrize("score", [math.nan, None, "3", Fraction(1, 3), Decimal("0.1"), np.float32("nan")])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_number_is_named(score, kind):
    game = CLASSES[kind]([0, 1, score, -1] * 4)
    if kind == "wins" and isinstance(score, Fraction | Decimal):  # its sign is all that counts
        assert minimax(game).exact
        return
    with pytest.raises(RulesError, match="score"):
        minimax(game)
    with pytest.raises(RulesError, match="score"):
        solve(game, method="retrograde", plain=True)
    judged = CLASSES[kind]([1, 0] * 8, [score] * 15)
    with pytest.raises(RulesError, match="heuristic"):
        minimax(judged, depth=2)


@pytest.mark.filterwarnings("ignore::elagage.errors.ElagageWarning")
def test_not_a_number_is_named_by_the_compiled_search_too():
    for game in (Amounts([0.5, math.nan] * 8), Leaves([1.0, math.nan] * 8), Amounts([1.0] * 16, [math.nan] * 15)):
        with pytest.raises(RulesError, match="NaN"):
            ask(Question(game, 0, Limits(depth=2 if math.isnan(game.guesses[0]) else 5), Wishes()))


@pytest.mark.parametrize("score", [True, np.int8(100), np.float32(0.5), np.int64(-7), Fraction(1, 2), Decimal("0.5")])
@pytest.mark.parametrize("kind", KINDS)
def test_what_equals_a_number_counts_as_it(score, kind):
    game = CLASSES[kind]([score] * 16)
    check_answer(game, minimax(game))
    check_answer(game, solve(game, method="retrograde", plain=True).result)


@pytest.mark.parametrize("guess", [1e11, 2**40, math.inf])
def test_no_estimate_is_mistaken_for_a_win(guess):
    game = Leaves([1, -1] * 8, [guess] * 15)
    for result in (minimax(game, depth=2), deepening(game, depth=2), search_position(
        Question(game, 0, Limits(depth=2), Wishes())
    )):  # fmt: skip
        assert result.score.outcome is None
        assert not result.exact
    assert minimax(Leaves([1] * 16, [guess] * 15), depth=2).value < minimax(Leaves([1] * 16)).value
