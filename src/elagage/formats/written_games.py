"""A game as a file holds it: where it began, its moves by name, who played; and how it is replayed with the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from elagage.errors import NotationError
from elagage.game import Game, read_move, read_state

__all__ = ["PASS", "PASS_NAMES", "WrittenGame", "WrittenMove", "complete_line", "replay_written"]

PASS = "--"
"""How a pass is written here."""
PASS_NAMES = (PASS, "pass", "passe", "pa", "ps")
"""How programs and people write it."""


@dataclass(frozen=True)
class WrittenMove:
    """A move by name, what its player thought of it (in discs, for himself), and how long that took."""

    name: str
    value: float | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class WrittenGame:
    """What a file says of a game; what it does not say is empty."""

    start: str = ""
    """The first position, as ``parse_state`` reads it; empty for the usual one."""
    moves: tuple[WrittenMove, ...] = ()
    size: int = 8
    """Rows of the board."""
    black: str = ""
    white: str = ""
    place: str = ""
    """Where it was played: a tournament or a server."""
    date: str = ""
    result: float | None = None
    """How many discs Black won by."""
    scores: tuple[tuple[str, float], ...] = ()
    """What moves in the last position are worth to whoever moves, in discs."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves."""
        return tuple(move.name for move in self.moves)


def complete_line(game: Game[Any, Any], state: Any, names: Iterable[str]) -> list[str]:
    """The names of a line with the passes that it leaves out; from a wrong move on, as they are.

    >>> from elagage.loading import load
    >>> othello = load("othello:4")
    >>> complete_line(othello, othello.start(), "c4 b4 a1 d2 d4 d3 a2 c1 a4 a3 b1 d1".split())[9:]
    ['a3', 'b1', '--', 'd1']
    """
    complete: list[str] = []
    rest = list(names)
    for number, name in enumerate(rest):
        legal = list(game.moves(state))
        if len(legal) == 1 and name.casefold() not in PASS_NAMES and game.move_name(state, legal[0]) == PASS:
            complete.append(PASS)
            state = game.play(state, legal[0])
        try:
            move = read_move(game, state, name)
        except NotationError:
            return complete + rest[number:]
        complete.append(game.move_name(state, move))
        state = game.play(state, move)
    return complete


def replay_written(game: Game[Any, Any], written: WrittenGame) -> tuple[Any, list[str], Any]:
    """The first position, all moves by name with their passes, and the last position; NotationError names a wrong
    move.
    """
    start = read_state(game, written.start) if written.start else game.start()
    names = complete_line(game, start, written.names)
    return start, names, game.play_line(start, names)
