"""A game said by a board that is changed in place, in the manner of a program with ``jouer`` and ``annuler``.

    class Plateau:
        def __init__(self): ...             the first position
        joueur                              who moves, 0 (Max) or 1 (Min): an attribute, a property or a method; player
        def coups_possibles(self): ...      the moves; moves
        def jouer(self, coup): ...          changes the board; play
        def annuler(self, coup): ...        takes the move back; undo
        def evaluation(self): ...           for Max, at the ends too unless there is gain; heuristic
        def partie_finie(self): ...         by default: there is no move; over
        def gain(self): ...                 the final score for Max, its sign says who won; score

Searches remember positions, so the board is frozen behind ``frozen_game.py`` and each move is played on a copy:
``annuler`` is not called by a search, and ``check`` looks whether it brings the board back. The compiler reads the
rules as ``board_rules.py`` writes them out.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from elagage.errors import LoadError
from elagage.game import Game
from elagage.i18n import join_messages
from elagage.ways.board_rules import make_board_rules
from elagage.ways.function_game import read_facts
from elagage.ways.rule_names import find_member, shown_names

__all__ = ["BoardGame", "is_board", "make_board_game"]


class BoardGame(Game[Any, Any]):
    """The rules ask the board; ``names`` says how it calls them. A board that is played on is changed."""

    def __init__(self, board: type, names: Mapping[str, str]) -> None:
        self.board, self.names = board, dict(names)

    def write_rules(self) -> Game[Any, Any]:
        """The same game as the compiler can read it."""
        board = self.board()
        return make_board_rules(
            self.board, self.names, {rule for rule, name in self.names.items() if callable(getattr(board, name))}, self
        )

    def ask(self, board: Any, rule: str) -> Any:
        """An attribute of the board, or what its method of that name gives."""
        value = getattr(board, self.names[rule])
        return value() if callable(value) else value

    def start(self) -> Any:
        """A new board."""
        return self.board()

    def player(self, state: Any) -> int:
        """Who moves."""
        return self.ask(state, "player")  # type: ignore[no-any-return]

    def moves(self, state: Any) -> Any:
        """The moves; none if the board says that the game has ended."""
        if "over" in self.names and self.ask(state, "over"):
            return ()
        return self.ask(state, "moves")

    def play(self, state: Any, move: Any) -> Any:
        """The board after a move; a new one if the board's own method makes one."""
        after = getattr(state, self.names["play"])(move)
        return after if isinstance(after, self.board) else state

    def undo(self, state: Any, move: Any) -> Any:
        """The board after a move was taken back."""
        before = getattr(state, self.names["undo"])(move)
        return before if isinstance(before, self.board) else state

    def score(self, state: Any) -> Any:
        """The final score."""
        return self.ask(state, "score")

    def heuristic(self, state: Any) -> Any:
        """An estimate."""
        return self.ask(state, "heuristic") if "heuristic" in self.names else 0


def over(self: Any, state: Any) -> Any:
    return self.ask(state, "over")


def text(_self: Any, state: Any) -> str:
    return str(state)


def grid(self: Any, state: Any) -> Any:
    return self.ask(state, "grid")


def name_move(self: Any, state: Any, move: Any) -> Any:
    return getattr(state, self.names["move_name"])(move)


def is_board(cls: Any) -> bool:
    """Is it a class of boards: one whose objects play moves, and list them?"""
    if not inspect.isclass(cls) or issubclass(cls, Game):
        return False
    members = [name for name in dir(cls) if not name.startswith("_")]
    return bool(find_member("play", members, cls.__name__) and find_member("moves", members, cls.__name__))


def make_board_game(cls: type, where: Any, members: Mapping[str, Any]) -> BoardGame:
    """The game that a class of boards says; LoadError tells what it lacks."""
    try:
        board = cls()
    except Exception as error:  # whatever a user's constructor raises
        raise LoadError(
            "{name}() can't be made without arguments ({problem}): give its parameters defaults.",
            name=cls.__name__,
            problem=error,
        ) from error
    named = [name for name in dir(board) if not name.startswith("_")]
    names = {}
    for rule in ("player", "moves", "play", "undo", "over", "score", "heuristic", "grid", "move_name"):
        name = find_member(rule, named, cls.__name__)
        if name:
            names[rule] = name
    lacks = [rule for rule in ("player", "moves", "play") if rule not in names]
    if "score" not in names and "heuristic" not in names:
        lacks.append("heuristic")
    if lacks:
        raise LoadError(
            "The board {name} of {where} lacks {rules}: a board has {all}.",
            name=cls.__name__,
            where=where,
            rules=join_messages(map(shown_names, lacks)),
            all=join_messages(map(shown_names, ("player", "moves", "play", "undo", "heuristic"))),
        )
    check_methods(board, names, where)
    body: dict[str, Any] = {"__module__": cls.__module__, "__doc__": cls.__doc__}
    if "over" in names:
        body["over"] = over
    if "grid" in names:
        body["grid"] = grid
    if "move_name" in names:
        body["move_name"] = name_move
    if any("__str__" in vars(base) for base in cls.__mro__ if base is not object):
        body["text"] = text
    if "score" not in names:
        names["score"] = names["heuristic"]
        body["payoffs"] = True
    body.update(read_facts({**members, **{name: getattr(board, name) for name in named}}, where))
    game: BoardGame = type(cls.__name__, (BoardGame,), body)(cls, names)
    return game


def check_methods(board: Any, names: Mapping[str, str], where: Any) -> None:
    """What a board's methods must take; LoadError says what is to be changed."""
    for rule, name in names.items():
        value = getattr(board, name)
        with_move = rule in ("play", "undo", "move_name")
        if not callable(value) and not with_move:
            continue
        try:
            inspect.signature(value).bind(*range(int(with_move)))
        except (TypeError, ValueError):
            raise LoadError(
                "{name} of the board {board} in {where} must be a method that takes a move and nothing else."
                if with_move
                else "{name} of the board {board} in {where} must be a value, or a method that takes nothing.",
                name=name,
                board=type(board).__name__,
                where=where,
            ) from None
