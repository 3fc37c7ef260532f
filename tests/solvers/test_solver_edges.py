"""Solving games that are out of the ordinary: wide, fractional, paid, of changing shape, with large numbers;
and work that is stopped.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import NamedTuple

import pytest
from slices import stop_after

from elagage import Game, load_solution, solve, solvers
from elagage.analysis import ask, can_compile
from elagage.errors import FileError, LimitsError, OutOfNodes, SearchError
from elagage.loading import load
from elagage.question import Question, Wishes
from elagage.result import Limits
from elagage.solvers import verify


class Pair(NamedTuple):
    here: int
    turn: int


class Wide(Game):
    """From 0 to any of 300 places, and from each of these to the end."""

    def start(self):
        return Pair(0, 0)

    def player(self, state):
        return state.turn

    def moves(self, state):
        if state.here == 0:
            for number in range(1, 301):
                yield number
        elif state.here <= 300:
            yield 0

    def play(self, state, move):
        return Pair(state.here + (move if state.here == 0 else 1000), 1 - state.turn)

    def score(self, state):
        return 1 if state.here % 2 else -1


class Fractions(Wide):
    """One move, to a score of a quarter of its number."""

    margins = True

    def moves(self, state):
        if state.here == 0:
            for number in range(1, 5):
                yield number

    def score(self, state):
        return state.here / 4


class Paid(Game):
    """Max alone moves: back and forth for nothing, or to the end for 5."""

    payoffs = cycles = True

    def start(self):
        return Pair(0, 0)

    def player(self, state):
        return 0

    def moves(self, state):
        return (0, 1) if state.here == 1 else (0,) if state.here == 0 else ()

    def play(self, state, move):
        return Pair(2 if state.here == 1 and move else 1 - state.here, 0)

    def score(self, state):
        return 5


class Growing(Game):
    """States are tuples that grow."""

    def start(self):
        return ()

    def player(self, state):
        return len(state) % 2

    def moves(self, state):
        return (0, 1) if len(state) < 3 else ()

    def play(self, state, move):
        return (*state, move)

    def score(self, state):
        return sum(state) - 1


class Large(Wide):
    """Numbers from -3 to 2^63."""

    low, high = -3, 1 << 63

    def start(self):
        return Pair(self.low, 0)

    def moves(self, state):
        if state.here == self.low:
            for number in range(2):
                yield number

    def play(self, state, move):
        return Pair(self.high if move else 7, 1)

    def score(self, state):
        return 1 if state.here == 7 else -1


class Signed(Large):
    low, high = -(3 * 10**18), 4 * 10**18


def test_a_position_with_many_moves_is_resumed(tmp_path):
    part, stops = tmp_path / "part", 0
    while True:
        try:
            solution = solve(Wide(), method="retrograde", checkpoint=part, resume=True, **stop_after(3))
            break
        except solvers.Stopped:
            stops += 1
            assert stops < 50
    assert stops > 0
    assert (solution.facts.states, solution.value) == (601, 1)


def test_margins_that_are_not_whole():
    for options in ({}, {"plain": True}, {"method": "retrograde"}):
        solution = solve(Fractions(), every_move=True, **options)
        assert (solution.value, solution.best_moves) == (1, (4,))
        assert {entry.move: entry.score.value for entry in solution.result.moves}[1] == 0.25


def test_the_player_of_a_paid_game_comes_to_the_end():
    for plain in (False, True):
        solution = solve(Paid(), plain=plain)
        game, state, player = solution.game, solution.state, solution.player()
        for _ply in range(2):
            state = game.play(state, player(state))
        assert game.over(state)
        assert solution.result_of(Pair(1, 0)).move == 1
        assert verify(solution, plain=plain).valid


def test_positions_of_changing_shape_are_solved_and_not_saved(tmp_path):
    solution = solve(Growing(), method="retrograde")
    assert solution.facts.states == 15
    with pytest.raises(SearchError, match="shape"):
        solution.save(tmp_path / "x")
    with pytest.raises(SearchError, match="shape"):
        verify(solution)


@pytest.mark.parametrize("game", [Large(), Signed()], ids=["unsigned", "signed"])
def test_numbers_of_64_bits_come_back(tmp_path, game):
    for plain in (False, True):
        solution = solve(game, method="retrograde", plain=plain)
        assert solution.value == 1
        solution.save(tmp_path / "x.sol")
        again = load_solution(tmp_path / "x.sol", game)
        assert dict(again.positions) == dict(solution.positions)
        assert verify(again, plain=plain).valid


def test_a_folder_that_is_not_there_is_noticed_before_the_work(run, tmp_path):
    code, out, err = run("solve", "nim:1,2,3", "--save", str(tmp_path / "none" / "x.sol"), "--plain")
    assert (code, out) == (2, "")
    assert "no such folder" in err
    with pytest.raises(FileError):
        solve("nim:1,2", method="retrograde", plain=True).save(tmp_path / "none" / "x.sol")


@pytest.mark.parametrize(
    "words",
    [
        ("--solution", "x.sol", "--save", "y.sol"),
        ("--positions", "x.txt", "--save", "y.sol"),
        ("--positions", "x.txt", "--verify"),
        ("--positions", "x.txt", "--counts"),
    ],
)
def test_options_that_can_not_be_honoured_together_are_refused(run, words):
    code, _out, err = run("solve", "nim:1,2,3", *words)
    assert code == 2
    assert "give it without" in err


def test_plain_solving_keeps_to_its_memory_and_can_be_stopped():
    with pytest.raises(LimitsError, match="more than 1666"):
        solve("mnk:3,3,3", plain=True, memory=1)
    for method in solvers.METHODS:
        with pytest.raises(solvers.Stopped):
            solve("connect4:4x4", method=method, plain=True, stop=lambda: True)
    with pytest.raises(solvers.Stopped):
        solve("othello", method="alphabeta", stop=lambda: True)


class Delegating(Wide):
    """A rule with a hash in it, which no compiler knows."""

    def moves(self, state):
        yield from () if state.here or hash(state) is None else (1, 2)


def test_a_rule_that_the_compiler_refuses_is_interpreted():
    assert "hash" in can_compile(Delegating())
    assert solve(Delegating()).best_moves == (1,)
    assert solve(Delegating(), method="retrograde").facts.states == 3
    assert solve(Delegating(), method="proof").value == 1


def test_a_limit_of_deepening_does_not_end_a_solve():
    """The best move is found within the first share of positions, the others are not."""
    game = load("connect4:6x5")
    state = game.parse_state("....../.....O/.....X/..X..O/OOXXXO")
    result = solve(game, state, every_move=True, method="alphabeta").result
    scores = {game.move_name(state, entry.move): entry.score for entry in result.moves}
    assert {name: score.plies for name, score in scores.items()} == {
        "2": 11,
        "3": 11,
        "4": 11,
        "1": 19,
        "5": 19,
        "6": 19,
    }
    assert all(score.outcome == 1 for score in scores.values())


def test_who_runs_out_of_positions_says_what_is_proven():
    game = load("connect4:6x5")
    state = game.parse_state("....../.....O/.....X/..X..O/OOXXXO")
    question = Question(game, state, Limits(nodes=10_000), Wishes("value", every_move=True))
    with pytest.raises(
        OutOfNodes, match=r"the value is proven \(Yellow wins in 11 plies\), but not that of every move"
    ):
        ask(question)
    with pytest.raises(OutOfNodes, match="nothing was proven"):
        ask(replace(question, limits=Limits(nodes=50)))


def test_the_positions_of_a_first_attempt_are_counted_too(monkeypatch):
    """Out of patience, solve asks for all positions, which are too many here, and then goes on."""
    looked = []

    def count_nodes(*arguments, **options):
        try:
            result = ask(*arguments, **options)
        except OutOfNodes as error:
            looked.append(error.nodes)
            raise
        looked.append(result.nodes)
        return result

    for name, value in (("ask", count_nodes), ("PATIENCE", 1000), ("ALL_MEMORY", 1.0)):
        monkeypatch.setattr(sys.modules["elagage.solvers.solve"], name, value)
    result = solve("connect4:5x4", every_move=True).result
    assert len(looked) == 2
    assert min(looked) > 0
    assert result.nodes == sum(looked)


@pytest.mark.parametrize("plain", [True, False])
def test_a_limit_of_positions_is_for_both_questions_of_a_proof(plain):
    game = load("tictactoe")
    both = solve(game, method="proof", plain=plain).result.nodes
    with pytest.raises(OutOfNodes, match=rf"After {both - 1} positions it is proven that X can't win, and no more"):
        solve(game, method="proof", plain=plain, nodes=both - 1)


def test_more_different_scores_than_a_table_holds(tmp_path):
    class Many(Wide):
        payoffs = True

        def score(self, state):
            return state.here

        def play(self, state, move):
            return Pair(state.here + (move if state.here == 0 else 1000), 1 - state.turn)

        def moves(self, state):
            if state.here == 0:
                yield from range(1, 1500)

    solution = solve(Many(), method="retrograde", plain=True)
    assert solution.value == 1499
    with pytest.raises(SearchError, match="1000 different scores"):
        solution.save(tmp_path / "many")
