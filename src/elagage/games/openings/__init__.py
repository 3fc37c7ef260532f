"""Openings by name: which of a game's named lines play has come to, whatever the order or the side of the board."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from elagage.errors import ElagageError
from elagage.game import Game, canonical, read_state
from elagage.i18n import Message
from elagage.lazy import once_a_game

__all__ = ["name_opening"]


def name_opening(game: Game[Any, Any], states: Iterable[Any]) -> Message | str | None:
    """The name of the latest of the positions that is the end of one of the game's ``openings``; None if none is.

    >>> from elagage.loading import load
    >>> othello = load("othello")
    >>> [str(name_opening(othello, [othello.parse_state(text)])) for text in ("f5d6c3d3c4", "e6f4c3c4d3", "f5")]
    ['Tiger', 'Tiger', 'None']
    """
    named = named_positions(game)
    found = None
    if named:
        for state in states:
            found = named.get(canonical(game, state), found)
    return found


@once_a_game(8)
def named_positions(game: Game[Any, Any]) -> dict[Any, Message | str]:
    """The names of positions; each stands for its images. A line that can't be played names nothing."""
    named = {}
    for line, name in game.openings():
        with suppress(ElagageError):
            named[canonical(game, read_state(game, line))] = name
    return named
