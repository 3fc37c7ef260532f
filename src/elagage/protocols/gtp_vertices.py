"""How squares are written in GTP: as we do, but for Go and its kin there is no column i.

Othello programs count i as a column; the boards of other games are written as Go players write them.
"""

from __future__ import annotations

import re
from typing import Any

from elagage.errors import LoadError
from elagage.game import MAX, Game
from elagage.protocols.conversation import PASSES

__all__ = ["check_squares", "colour_of", "from_vertex", "to_vertex"]

SQUARE = re.compile(r"[a-z][0-9]{1,2}")
TO_GTP = str.maketrans("ijklmnopqrstuvwxy", "jklmnopqrstuvwxyz")
FROM_GTP = str.maketrans("jklmnopqrstuvwxyz", "ijklmnopqrstuvwxy")
LETTERS = 26


def has_column_i(game: Game[Any, Any]) -> bool:
    """Is i a column? On the boards of Othello it is."""
    return game.board_kind == "felt"


def check_squares(game: Game[Any, Any]) -> None:
    """LoadError unless the game's moves are squares of a board that has letters enough."""
    start = game.start()
    names = [game.move_name(start, move) for move in game.moves(start)]
    most = LETTERS if has_column_i(game) else LETTERS - 1
    if len(game.grid(start)[0]) > most:
        raise LoadError("GTP has letters for {most} columns, and {game} has more.", most=most, game=game.spec)
    if not all(SQUARE.fullmatch(name) or name in PASSES for name in names):
        raise LoadError(
            "GTP is for games whose moves are squares, such as othello or mnk, not for {game}.", game=game.spec
        )


def to_vertex(game: Game[Any, Any], name: str) -> str:
    """A move as GTP writes it."""
    if name in PASSES:
        return "pass"
    return name if has_column_i(game) else name.translate(TO_GTP)


def from_vertex(game: Game[Any, Any], text: str) -> str:
    """A move of GTP as we write it; what has no name here is left as it is, and is no move."""
    name = text.casefold()
    if name in PASSES:
        return PASSES[0]
    if has_column_i(game):
        return name
    return "" if name.startswith("i") else name.translate(FROM_GTP)


def colour_of(game: Game[Any, Any], state: Any) -> str:
    """Who moves: Max is Black."""
    return "b" if game.player(state) == MAX else "w"
