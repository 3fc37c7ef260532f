"""The core of exact answers: its values, distances and lines against plain ones, and against published ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from elagage import load, solve
from elagage.check import check_game
from elagage.errors import OutOfNodes, RulesError
from elagage.games.connect4 import Connect4
from elagage.solvers import solve_scores
from elagage.solvers.exact import exact_core
from elagage.solvers.exact.exact_driver import Exact

SMALL = (
    "connect4:4x4", "connect4:5x3", "mnk:3,3,3", "mnk:4,3,3", "nim:3,4,5", "wythoff:5,7", "chomp:3x4", "hexapawn",
    "hexapawn:4x4", "kalah:3,2", "kalah:2,4:empty", "domineering:4x4", "dots_and_boxes:2x2", "othello:4",
)  # fmt: skip
PUBLISHED = """
23126776414771445617756322141243333266555 0
1341365672565222456324127167611355 1
7311547577764123455346156536263467 0
77243113344113246614177553473227565 3
52677675164321472411331752454 0
52345374752136221355427725716614763 0
463664536261521546311273242457332 1
66577462673631577552474343122465321124 0
3463711275455153263 11
1674425127642611563 -10
47616716753157615561245775 -4
77154443732476147255672 9
3374372732172176214213256 -3
64241512462236624761276154 3
54527613337336351111622 9
3111642212167362762555645527 -2
25735562131277716211 -3
6226625563361753 1
3637513333246612657 -3
467336366311372 -4
3163362652246 14
2527323735655 -12
3727 18
4134 18
421721714475 11
7121141547463 -10
"""
"""Positions of the 7 x 6 board from public test sets, and their scores for the mover: 22 less the winner's discs."""


ENDINGS = """
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X 18
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X 10
----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X 2
XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X 6
OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O 0
"""
"""Endings of Othello from a public set, and their scores for the mover."""


def draw_position(game, plies, seed):
    """The position after some random plies, or before the end."""
    chooser, state = random.Random(seed), game.start()
    for _ply in range(plies):
        after = game.play(state, chooser.choice(list(game.moves(state))))
        if game.over(after):
            break
        state = after
    return state


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in ("connect4:5x3", "mnk:4,3,3") else name for name in SMALL],
)
def test_values_distances_and_moves_are_those_of_plain_analysis(name):
    game = load(name)
    exact = Exact(game, memory=4)
    everywhere = solve(game, plain=True, method="retrograde")
    for seed in range(6):
        state = draw_position(game, 2 * seed, seed)
        found = exact.solve(state, every_move=True)
        plain = everywhere.result_of(state)
        assert found.exact
        assert found.score.outcome == plain.score.outcome
        assert found.score.value == plain.score.value
        if not game.margins:
            assert found.score.plies == (plain.score.plies if plain.score.outcome else None)
        assert {entry.move: entry.score.value for entry in found.moves} == {
            entry.move: entry.score.value for entry in plain.moves
        }


@pytest.mark.parametrize("name", SMALL)
def test_a_line_leads_to_the_value(name):
    game = load(name)
    result = Exact(game, memory=4).solve(game.start())
    state = game.start()
    for move in result.line:
        assert move in list(game.moves(state))
        state = game.play(state, move)
    assert game.over(state)
    assert (game.score(state) > 0) - (game.score(state) < 0) == (result.score.outcome or 0)
    if game.margins:
        assert game.score(state) == result.score.value
    elif result.score.outcome:
        assert len(result.line) == result.score.plies


@pytest.mark.parametrize("row", PUBLISHED.split("\n")[1:-1])
def test_published_positions(row, connect4):
    moves, score = row.split()
    game = connect4.game
    state = game.parse_state(moves)
    found = connect4.solve(state).score
    expected = int(score) if game.player(state) == 0 else -int(score)
    assert (found.outcome or 0) == (expected > 0) - (expected < 0)
    if expected:
        assert 22 - (state.ply + found.plies + 1) // 2 == abs(expected)


@pytest.fixture(scope="module")
def connect4():
    return Exact(load("connect4"))


@given(some.integers(0, 16), some.integers(0, 10**6))
def test_size_of_the_table_and_threads_change_nothing(plies, seed):
    game = load("connect4:4x5")
    state = draw_position(game, 4 + plies, seed)
    assert SMALLEST.solve(state).score == LARGER.solve(state).score == TWO.solve(state).score


SMALLEST, LARGER, TWO = (Exact(load("connect4:4x5"), memory=megabytes, threads=threads)
                         for megabytes, threads in ((1, 1), (64, 1), (8, 2)))  # fmt: skip


def test_margins_of_every_move_are_the_same_with_threads():
    game = load("othello:4")
    one, two, three = (Exact(game, memory=2, threads=threads) for threads in (1, 2, 3))
    for seed in range(40):
        state = draw_position(game, seed % 9, seed)
        for exact in (one, two, three):
            exact.forget()
        found = one.solve(state, every_move=True)
        for other in (two, three):
            again = other.solve(state, every_move=True)
            assert (again.score, again.moves, again.exact) == (found.score, found.moves, True)


def test_more_positions_than_allowed_are_not_looked_at():
    with pytest.raises(OutOfNodes):
        Exact(load("connect4")).solve(load("connect4").parse_state("44"), nodes=10_000)


class FirstMove(Connect4):
    def candidates(self, state):
        return list(self.moves(state))[:1]


class BoardAlone(Connect4):
    def key(self, state):
        return state.mask


class NobodyLoses(Connect4):
    def bounds(self, state):
        return 0, 1


class Patience(Connect4):
    def soonest(self, state):
        return 3, 3


class Haste(Connect4):
    def latest(self, state):
        return 1, 2


@pytest.mark.parametrize("game", [FirstMove, BoardAlone, NobodyLoses, Patience, Haste])
def test_what_is_falsely_known_is_shown_by_check_and_not_used(game):
    with pytest.raises(RulesError) as told:
        check_game(game(4, 4))
    assert told.value.rule in ("candidates", "key", "bounds", "soonest", "latest")
    sound, false = Exact(Connect4(4, 4)), Exact(game(4, 4))
    for seed in range(5):
        state = draw_position(sound.game, 6, seed)
        assert false.solve(state).score == sound.solve(state).score


def test_what_is_known_saves_work():
    class Ignorant(Connect4):
        candidates, bounds, soonest, latest, key = (
            getattr(Connect4.__mro__[1], rule) for rule in ("candidates", "bounds", "soonest", "latest", "key")
        )

    known, ignorant = Exact(Connect4(6, 5)), Exact(Ignorant(6, 5))
    state = draw_position(known.game, 8, 1)
    one, other = known.solve(state), ignorant.solve(state)
    assert one.score == other.score
    assert 4 * one.nodes < other.nodes


def test_code_that_is_found_on_disk_has_the_rules_that_it_says(run):
    """A kernel that asks nothing of what an author knows brings none of those rules along."""
    for _time in range(2):  # the second time every kernel is found
        assert run("check", "connect4:5x3", "--games", "3")[0] == 0
        assert run("solve", "connect4:5x3")[0] == 0


@pytest.mark.parametrize("spec", ["connect4:4x4", "kalah:3,2", "dots_and_boxes:2x2", "othello:4", "morris"])
def test_the_scores_of_a_list_are_those_of_its_positions(spec):
    """Ended positions and the first one too; a game in which play can cycle is solved in its own way."""
    game = load(spec)
    states = [draw_position(game, plies, plies) for plies in (4, 6, 7, 9)] if spec != "morris" else [game.start()]
    ended = states[-1]
    while not game.over(ended) and spec != "morris":
        ended = game.play(ended, next(iter(game.moves(ended))))
    states.append(ended)
    wanted = [solve(game, state).result.score for state in states]
    assert solve_scores(game, states) == wanted
    plain = solve_scores(game, states[:2], plain=True)
    assert [(score.outcome, score.value) for score in plain] == [(score.outcome, score.value) for score in wanted[:2]]
    assert solve_scores(game, []) == []


def test_a_list_goes_on_where_a_table_is_too_small(monkeypatch):
    """What takes much is solved by itself, and ages begin again where they are used up."""
    monkeypatch.setattr(exact_core, "FEW", 2)
    monkeypatch.setattr(exact_core, "AGES", 6)
    game = load("connect4:4x4")
    states = [draw_position(game, plies, plies) for plies in (12, 3, 11, 2, 9, 10, 13, 8)]
    assert solve_scores(game, states) == [solve(game, state).result.score for state in states]


def test_the_public_scores_are_those_of_a_list():
    game = load("connect4")
    lines = [line.split() for line in PUBLISHED.split("\n") if line]
    states = [game.parse_state(moves) for moves, _score in lines]
    for (_moves, score), state, found in zip(lines, states, solve_scores(game, states), strict=True):
        number = 0 if found.plies is None or found.outcome == 0 else 22 - (state.ply + found.plies + 1) // 2
        assert number * (1 if (found.outcome > 0) == (state.ply % 2 == 0) else -1) == int(score)


def test_public_endings_of_othello():
    game = load("othello")
    rows = [row.rsplit(" ", 1) for row in ENDINGS.split("\n")[1:-1]]
    states = [game.parse_state(board) for board, _score in rows]
    signs = [1 if game.player(state) == 0 else -1 for state in states]
    found = [sign * score.value for sign, score in zip(signs, solve_scores(game, states), strict=True)]
    assert found == [int(score) for _board, score in rows]


def test_shipped_weights_order_the_moves_and_nothing_else():
    for spec in ("kalah", "othello:4"):
        game = load(spec)
        judged = Exact(game).game
        assert (judged is game) == (spec == "othello:4")
        assert judged.start() == game.start()
        assert type(judged).play is type(game).play
