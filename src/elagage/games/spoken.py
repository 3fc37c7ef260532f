"""How people speak of a game: its sides, what each has, the row that won, its moves and its rules.

A game says these with attributes and rules of ``game.py`` that no search asks for. They are read here, and only here:
what a class means otherwise by such a name (``sides`` is a common one) is left out, and ``check_game`` says so.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from typing import Any

from elagage.game import Game, Move, State
from elagage.i18n import Message, join_messages
from elagage.result import Number, Score, Side

__all__ = [
    "is_name", "is_side", "is_tally", "label_side", "line_names", "read_line_won", "read_rules", "read_sides",
    "read_tally", "tell_move", "tell_score",
]  # fmt: skip


def is_name(value: Any) -> bool:
    """Is it a text that is not empty, in one language or in all?"""
    return isinstance(value, Message) or (isinstance(value, str) and bool(value.strip()))


def is_side(value: Any) -> bool:
    """Can it be meant as a side?"""
    return is_name(value) or (isinstance(value, Side) and is_name(value.name) and isinstance(value.colour, str))


def is_tally(value: Any) -> bool:
    """Is it a number for each side?"""
    return (
        isinstance(value, Sequence)
        and len(value) == 2
        and all(isinstance(number, int | float) and math.isfinite(number) for number in value)
    )


def read_sides(game: Game[Any, Any]) -> tuple[Side, Side]:
    """What people call the two sides of a game: Max's and Min's."""
    named = game.sides
    if isinstance(named, Sequence) and not isinstance(named, str) and len(named) == 2 and all(map(is_side, named)):
        return Side.of(named[0]), Side.of(named[1])
    return Side(game.players[0]), Side(game.players[1])


def label_side(game: Game[Any, Any], player: int) -> Message | str:
    """A side's name, with its mark on a board of text where that is another word: ``Black (X)``."""
    name, mark = read_sides(game)[player].name, game.players[player]
    if str(name) == mark:
        return name
    return join_messages([name, f"({mark})"], " ")


def line_names(game: Game[State, Move], state: State, line: Sequence[Move]) -> list[str]:
    """The names of the moves of a line."""
    names = []
    for move in line:
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    return names


def tell_score(game: Game[Any, Any], score: Score) -> Message:
    """A score in words, with the names of the game's sides."""
    return score.message(read_sides(game))


def read_tally(game: Game[Any, Any], state: Any) -> tuple[Number, Number] | None:
    """What each side has so far; None if the game does not count it."""
    try:
        counted = game.tally(state)
    except Exception:  # a name that means something else in this class
        return None
    return (counted[0], counted[1]) if is_tally(counted) else None


def read_line_won(game: Game[Any, Any], state: Any) -> tuple[tuple[int, int], ...]:
    """The cells that won an ended game; none if the game doesn't say, or goes on."""
    if not game.over(state):
        return ()
    try:
        rows = game.grid(state)
        cells = tuple((int(row), int(column)) for row, column in game.line_won(state))
        inside = all(0 <= row < len(rows) and 0 <= column < len(rows[row]) for row, column in cells)
    except Exception:  # a name that means something else in this class
        return ()
    return tuple(dict.fromkeys(cells)) if inside else ()


def tell_move(game: Game[Any, Any], state: Any, move: Any) -> Message | str:
    """A move as people say it."""
    try:
        told = game.tell_move(state, move)
    except Exception:  # a name that means something else in this class
        told = ""
    return told if is_name(told) else game.move_name(state, move)


def read_rules(game: Game[Any, Any]) -> Message | str:
    """How a game is played, in a few sentences; empty if neither the game nor the docstring of its class says it."""
    if is_name(game.rules):
        told: Message | str = game.rules
        return told
    return inspect.cleandoc(type(game).__doc__ or "")
