"""What a game gets that writes its rules and no more: a board, a notation, the value of an end, heuristics by name."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest

from elagage import Game, load, with_heuristic
from elagage.errors import LoadError, NotationError
from elagage.game import MAX, MIN, WIN, Term, derive, read_move, read_state
from elagage.lazy import Same, once_a_game


class Pile(NamedTuple):
    left: int
    turn: int


class Nested(NamedTuple):
    pile: Pile
    taken: tuple[int, ...]


class Take(Game):
    """Take one or two from a pile; who takes the last one wins."""

    def start(self):
        return Pile(7, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return type(state)(*(state[0] - move, 1 - state[1]))

    def score(self, state):
        return -1 if state[1] == MAX else 1


TAKE = Take()
BOARDS = {
    "named fields": (Pile(7, 0), [["left", "7"], ["turn", "0"]]),
    "fields without names": ((7, 0), [["7", "0"]]),
    "no tuple": (12, [["12"]]),
    "a square in a row": (
        ((1, 0, 2, "", None, " ", "x", 3, 4), 1),
        [["1", ".", "2"], [".", ".", "."], ["x", "3", "4"]],
    ),
    "a row that is no square": (((1, 0, 2),), [["1", ".", "2"]]),
    "a row of one": (((5,), 0), [["5"]]),
    "rows": ((((1, 0, 3), (0, 2, 0)), 1), [["1", ".", "3"], [".", "2", "."]]),
    "an empty field before the board": (((), (0, 1)), [[".", "1"]]),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_is_what_the_fields_suggest(name):
    state, rows = BOARDS[name]
    assert TAKE.grid(state) == rows


def test_the_text_of_a_board_is_in_columns():
    assert TAKE.text(((1, 0, 30, 4), 0)) == " 1  .\n30  4"
    assert derive(TAKE, grid=lambda _self, _state: []).text(TAKE.start()) == ""


def test_a_state_is_written_as_its_fields_and_read_back():
    assert TAKE.state_name(Pile(3, 1)) == "(3, 1)"
    for text in ("(3, 1)", " [3, 1] "):
        assert TAKE.parse_state(text) == Pile(3, 1)
        assert type(TAKE.parse_state(text)) is Pile
    assert TAKE.parse_state("") == TAKE.start()
    assert TAKE.parse_state("2, 1 2") == Pile(2, 1)
    nested = derive(
        TAKE,
        start=lambda _self: Nested(Pile(7, 0), ()),
        player=lambda _self, state: state.pile.turn,
        moves=lambda _self, state: range(1, min(2, state.pile.left) + 1),
    )
    assert nested.state_name(Nested(Pile(6, 1), (1,))) == "((6, 1), (1,))"
    assert nested.parse_state("((6, 1), (1,))") == Nested(Pile(6, 1), (1,))
    assert type(nested.parse_state("((6, 1), (1,))").pile) is Pile


@pytest.mark.parametrize("text", ["(7, 2)", "(7, -1)", "(7,)", "(7, 0, 1)", "(", "('a', 0)", "[[]]"])
def test_what_is_no_state_is_refused_with_its_text(text):
    with pytest.raises(NotationError, match="is not a position of this game") as caught:
        TAKE.parse_state(text)
    assert f"'{text}'" in str(caught.value)


def test_a_state_of_another_kind_or_without_a_move_is_none():
    number = derive(TAKE, start=lambda _self: 7, player=lambda _self, _state: 0)
    with pytest.raises(NotationError):
        number.parse_state("(7, 0)")
    stuck = derive(TAKE, over=lambda _self, _state: False)
    assert stuck.parse_state("(1, 0)") == Pile(1, 0)
    with pytest.raises(NotationError):
        stuck.parse_state("(0, 0)")
    assert TAKE.parse_state("(0, 0)") == Pile(0, 0)


def test_a_long_text_is_quoted_in_part():
    for size, quoted in ((80, "(" + "9" * 78 + ","), (81, "(" + "9" * 76 + "...")):
        with pytest.raises(NotationError) as caught:
            TAKE.parse_state("(" + "9" * (size - 2) + ",")
        assert f"'{quoted}'" in str(caught.value)


def test_a_move_that_is_not_legal_is_told_with_those_that_are():
    with pytest.raises(NotationError, match=r"'3' is not a legal move here; the legal moves are: 1 2$"):
        TAKE.parse_move(TAKE.start(), " 3 ")
    with pytest.raises(NotationError, match="the game is over"):
        TAKE.parse_move(Pile(0, 1), "1")
    for count, more in ((24, False), (25, True)):
        wide = derive(TAKE, moves=lambda _self, _state, count=count: range(1, count + 1))
        with pytest.raises(NotationError) as caught:
            wide.parse_move(TAKE.start(), "x")
        assert str(caught.value).endswith(" 24 ..." if more else " 24")


def test_a_line_says_which_of_its_moves_is_wrong():
    assert TAKE.play_line(Pile(7, 0), ["2", "1"]) == Pile(4, 0)
    with pytest.raises(NotationError, match="Move 3 of the line: '5' is not"):
        TAKE.play_line(Pile(7, 0), ["2", "1", "5"])


def test_what_a_reader_of_the_users_answers_is_looked_at():
    assert read_move(TAKE, TAKE.start(), "2") == 2
    with pytest.raises(NotationError, match="'9' is not a legal move here"):
        read_move(derive(TAKE, parse_move=lambda _self, _state, text: int(text)), TAKE.start(), "9")
    with pytest.raises(NotationError, match="can't be read as a move: ValueError"):
        read_move(derive(TAKE, parse_move=lambda _self, _state, text: int(text)), TAKE.start(), "nine")
    with pytest.raises(NotationError, match="can't be read as a position: ZeroDivisionError"):
        read_state(derive(TAKE, parse_state=lambda _self, _text: 1 // 0), "(7, 0)")


@pytest.mark.parametrize(
    ("margins", "payoffs", "values"),
    [(False, False, [-WIN, 0, WIN]), (True, False, [-WIN - 12, 0, WIN + 12]), (False, True, [-12, 0, 12])],
)
def test_a_win_is_lifted_above_every_estimate(margins, payoffs, values):
    game = derive(TAKE, margins=margins, payoffs=payoffs, score=lambda _self, state: state)
    assert [game.final(score) for score in (-12, 0, 12)] == values


def test_what_is_not_said_changes_nothing():
    state = TAKE.start()
    assert (TAKE.heuristic(state), TAKE.noisy(state, 1), TAKE.order(state, 1)) == (0, False, 0)
    assert (tuple(TAKE.symmetries(state)), tuple(TAKE.starts()), tuple(TAKE.explain(state))) == ((state,), (state,), ())
    assert (TAKE.bounds(state), TAKE.soonest(state), TAKE.key(state)) == ((-math.inf, math.inf), (1, 1), state)
    assert TAKE.latest(state) == (1 << 20, 1 << 20)
    assert (list(TAKE.candidates(state)), TAKE.solver_order(state, 1)) == ([1, 2], 0)
    assert [TAKE.over(Pile(left, 0)) for left in (0, 1)] == [True, False]
    assert (TAKE.margins, TAKE.payoffs, TAKE.compiles, TAKE.symmetric_keys, TAKE.cycles) == (
        False, False, True, False, False,
    )  # fmt: skip
    assert (MAX, MIN) == (0, 1)
    with pytest.raises(LoadError, match="takes no parameters"):
        Take.from_text("7")
    assert isinstance(Take.from_text(""), Take)


def test_cells_that_give_nothing_are_no_part_of_a_term():
    term = Term.of_cells("pawns", {(0, 1): -10, (2, 1): 10, (2, 2): 10, (1, 0): 0})
    assert (term.value, term.cells) == (10, {(0, 1): -10, (2, 1): 10, (2, 2): 10})


def test_a_derived_game_is_the_same_but_for_what_is_replaced():
    game = load("nim:3,4")
    other = derive(game, heuristic=lambda _self, _state: 5)
    assert (type(other).__name__, isinstance(other, type(game)), other.spec) == ("Nim", True, "nim:3,4")
    assert (other.heuristic(other.start()), vars(other)) == (5, vars(game))
    named = derive(TAKE, heuristic_left=lambda _self, state: state.left)
    assert with_heuristic(named, "left").heuristic(Pile(4, 0)) == 4
    with pytest.raises(LoadError, match="this game has: left"):
        with_heuristic(named, "right")
    with pytest.raises(LoadError, match="this game has: none"):
        with_heuristic(TAKE, "right")


def test_what_was_found_of_a_game_is_kept_for_that_very_game():
    asked = []

    @once_a_game(2)
    def ask(game, number=0):
        asked.append(game)
        return number + 1

    one, other, third = Take(), Take(), Take()
    assert [ask(one), ask(one), ask(other), ask(one, 4)] == [1, 1, 1, 5]
    assert asked == [one, other, one]
    ask(third)
    ask(third)
    assert asked[3:] == [third]
    assert Same(one) == Same(one)
    assert Same(one) not in (Same(other), one)
