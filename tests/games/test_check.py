"""check_game names each mistake a user can make, with the rule it is in."""

from __future__ import annotations

import math
import threading
from enum import Enum
from typing import NamedTuple

import pytest

from elagage import Game, RulesError, check_game, load
from elagage.errors import NotationError


class Pile(NamedTuple):
    left: int
    turn: int


class Sound(Game):
    """Take one or two from a pile of seven; the last mover wins."""

    def start(self):
        return Pile(7, 0)

    def player(self, state):
        return state.turn

    def moves(self, state):
        return range(1, min(2, state.left) + 1)

    def play(self, state, move):
        return Pile(state.left - move, 1 - state.turn)

    def score(self, state):
        return -1 if state.turn == 0 else 1


class Mutable:
    """A state that can be hashed and changed, which is how states get changed in place."""

    def __init__(self, left, turn):
        self.left, self.turn = left, turn

    def __eq__(self, other):
        return isinstance(other, Mutable) and (self.left, self.turn) == (other.left, other.turn)

    def __hash__(self):
        return hash((self.left, self.turn))

    def __repr__(self):
        return f"Mutable({self.left}, {self.turn})"


def played_in_place(self, state, move):
    state.left -= move
    state.turn = 1 - state.turn
    return state


def refused(self, state, move):
    if move == 2:
        raise ValueError("two is too many")
    return Pile(state.left - move, 1 - state.turn)


def unread(self, state, text):
    raise NotationError("no")


MISTAKES = {
    "a move that play rejects": ({"play": refused}, "play", "rejects the move 2"),
    "play that returns nothing": ({"play": lambda self, state, move: None}, "play", "gives nothing"),
    "a state changed in place": ({"start": lambda self: Mutable(7, 0), "play": played_in_place}, "play", "in place"),
    "an unhashable state": ({"start": lambda self: [7, 0, iter(())]}, "play", "hashed"),
    "an unhashable state after a move": ({"play": lambda self, state, move: [state, move]}, "play", "hashed"),
    "a player that is neither 0 nor 1": (
        {"player": lambda self, state: state.turn + 1},
        "player",
        "0 (Max) or 1 (Min)",
    ),
    "a player that is text": ({"player": lambda self, state: "max"}, "player", "'max'"),
    "an ended game with moves": ({"over": lambda self, state: state.left < 4}, "over", "still offers"),
    "no move where over says no": ({"over": lambda self, state: False}, "over", "no move"),
    "a heuristic that is NaN": ({"heuristic": lambda self, state: math.nan}, "heuristic", "NaN"),
    "a heuristic that is text": ({"heuristic": lambda self, state: "good"}, "heuristic", "'good'"),
    "a heuristic that is infinite": ({"heuristic": lambda self, state: math.inf}, "heuristic", "infinite"),
    "a named heuristic that is NaN": ({"heuristic_x": lambda self, state: math.nan}, "heuristic_x", "NaN"),
    "a score missing at the end": ({"score": lambda self, state: None}, "score", "gives nothing"),
    "a score that raises": ({"score": lambda self, state: 1 // 0}, "score", "ZeroDivisionError"),
    "moves that repeat a move": (
        {"moves": lambda self, state: [1, 1] if state.left else []},
        "moves",
        "more than once",
    ),
    "moves that can't be hashed": ({"moves": lambda self, state: [[1]] if state.left else []}, "moves", "hashed"),
    "moves that raise": ({"moves": lambda self, state: state.missing}, "moves", "missing"),
    "moves that return nothing": ({"moves": lambda self, state: None}, "moves", "gives nothing"),
    "names that don't come back": ({"move_name": lambda self, state, move: "same"}, "parse_move", "read back as"),
    "names that aren't read": ({"parse_move": unread}, "parse_move", "does not read"),
    "a state's name that isn't read": ({"state_name": lambda self, state: "?"}, "parse_state", "does not read"),
    "a state's name that comes back as another": (
        {"state_name": lambda self, state: "(7, 0)"},
        "parse_state",
        "read back as",
    ),
    "symmetric states that differ": (
        {"symmetries": lambda self, state: [Pile(state.left + 1, 1 - state.turn)]},
        "symmetries",
        "same position",
    ),
    "a grid that raises": ({"grid": lambda self, state: 1 // 0}, "grid", "ZeroDivisionError"),
    "an order that is text": ({"order": lambda self, state, move: "first"}, "order", "'first'"),
    "names whose reading raises": ({"parse_move": lambda self, state, text: int("x")}, "parse_move", "ValueError"),
    "a state's name whose reading raises": (
        {"parse_state": lambda self, text: int("x")},
        "parse_state",
        "ValueError",
    ),
    "symmetries of another kind": ({"symmetries": lambda self, state: [7]}, "symmetries", "same position"),
    "symmetries that are nothing": ({"symmetries": lambda self, state: None}, "symmetries", "TypeError"),
    "a state's name that is no text": ({"state_name": lambda self, state: 7}, "state_name", "must be a text"),
    "a board that is no text": ({"text": lambda self, state: None}, "text", "must be a text"),
    "a grid of numbers": ({"grid": lambda self, state: [[1, 2]]}, "grid", "rows of texts"),
    "a grid that is nothing": ({"grid": lambda self, state: None}, "grid", "rows of texts"),
    "a grid that raises at the end alone": (
        {"grid": lambda self, state: [[str(7 // state.left)]]},
        "grid",
        "ZeroDivisionError",
    ),
    "a state's name that isn't read at the end": (
        {"state_name": lambda self, state: "?" if state.left == 0 else repr(tuple(state))},
        "parse_state",
        "does not read",
    ),
    "a heuristic as large as a win": (
        {"heuristic": lambda self, state: -(2**30)},
        "heuristic",
        "stay below 1073741824",
    ),
    "a named heuristic larger than a win": ({"heuristic_x": lambda self, state: 2.0**31}, "heuristic_x", "stay below"),
    "an order as large as a win": ({"order": lambda self, state, move: 2**40}, "order", "stay below"),
    "an infinite order": ({"order": lambda self, state, move: math.inf}, "order", "stay below"),
    "a state without equality": ({"start": lambda self: object()}, "play", "__eq__ and __hash__"),
    "a state that can't be copied": ({"start": lambda self: threading.Lock()}, "play", "can't be copied"),
    "a start that raises": ({"start": lambda self: 1 // 0}, "start", "ZeroDivisionError"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_found_and_named(mistake):
    methods, rule, words = MISTAKES[mistake]
    game = type("Wrong", (Sound,), methods)()
    with pytest.raises(RulesError) as caught:
        check_game(game)
    assert caught.value.rule == rule
    assert words in str(caught.value)
    assert str(caught.value).count("\n") == 0


class Colour(Enum):
    RED = 0
    BLUE = 1


class Board(NamedTuple):
    cells: tuple[int, ...]


class Position(NamedTuple):
    board: Board
    turn: int


def sticks(start, left, turn, after):
    """Take one stick or two from five, with states of any kind: how to read them, and the next one."""
    rules = {
        "start": lambda self: start,
        "player": lambda self, state: turn(state),
        "moves": lambda self, state: range(1, min(2, left(state)) + 1),
        "play": lambda self, state, move: after(state, move),
        "score": lambda self, state: -1 if turn(state) == 0 else 1,
    }
    return type("Sticks", (Game,), rules)()


LEGITIMATE = {
    "tuples of any length": sticks((), lambda s: 5 - sum(s), lambda s: len(s) % 2, lambda s, move: (*s, move)),
    "sets": sticks(
        frozenset(), lambda s: 5 - len(s), lambda s: len(s) % 2, lambda s, move: s | set(range(len(s), len(s) + move))
    ),
    "an enum in a tuple": sticks(
        (5, Colour.RED), lambda s: s[0], lambda s: s[1].value, lambda s, move: (s[0] - move, Colour(1 - s[1].value))
    ),
    "texts": sticks("", lambda s: 5 - len(s), lambda s: len(s) % 2, lambda s, move: s + "x" * move),
    "a tuple in a tuple": sticks(
        Position(Board((5, 0)), 0),
        lambda s: s.board.cells[0],
        lambda s: s.turn,
        lambda s, move: Position(Board((s.board.cells[0] - move, 0)), 1 - s.turn),
    ),
    "objects": sticks(
        Mutable(5, 0), lambda s: s.left, lambda s: s.turn, lambda s, move: Mutable(s.left - move, 1 - s.turn)
    ),
}


@pytest.mark.parametrize("kind", LEGITIMATE)
def test_states_of_every_kind_pass(kind):
    assert check_game(LEGITIMATE[kind], games=10).ended == 10


@pytest.mark.parametrize("name", [lambda move: "ab"[move - 1], lambda move: (move, move)])
def test_moves_of_every_kind_pass(name):
    rules = {
        "moves": lambda self, state: [name(move) for move in Sound.moves(self, state)],
        "play": lambda self, state, move: Sound.play(self, state, [name(1), name(2)].index(move) + 1),
    }
    assert check_game(type("Other", (Sound,), rules)()).ended == 30


def test_a_position_of_tuples_in_tuples_is_read_back_as_it_was():
    game = LEGITIMATE["a tuple in a tuple"]
    state = game.play(game.start(), 2)
    back = game.parse_state(game.state_name(state))
    assert (back, type(back.board)) == (state, Board)


def test_random_rules_are_found():
    import random

    chooser = random.Random(3)
    game = type(
        "Wrong",
        (Sound,),
        {"play": lambda self, state, move: Pile(max(0, state.left - chooser.randint(1, 2)), 1 - state.turn)},
    )()
    with pytest.raises(RulesError, match="another state each time"):
        check_game(game)


def test_a_sound_game_passes_and_says_what_was_seen():
    report = check_game(Sound(), games=10)
    assert (report.games, report.ended, report.most_moves) == (10, 10, 2)
    assert 4 <= report.longest <= 7


def test_a_game_that_never_ends_is_told_apart():
    endless = type("Round", (Sound,), {"play": lambda self, state, move: Pile(7, 1 - state.turn)})()
    assert check_game(endless, games=3, plies=20).ended == 0


def test_a_game_may_be_as_long_as_the_plies_that_are_allowed():
    one_by_one = load("nim:5:max=1")
    for plies, longest, ended in ((6, 5, 2), (5, 5, 2), (4, 4, 0)):
        report = check_game(one_by_one, games=2, plies=plies)
        assert (report.longest, report.ended, report.most_moves) == (longest, ended, 1)


def test_the_error_carries_the_place():
    with pytest.raises(RulesError) as caught:
        check_game(type("Wrong", (Sound,), {"play": refused})())
    assert isinstance(caught.value.state, Pile)
    assert caught.value.move == 2
