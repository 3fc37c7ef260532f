"""The games of the package: one file each, with its diagram, its rules, its heuristics and its notation.

A game is known by a name that ``load`` reads, with parameters after a colon: ``connect4:6x5``, ``nim:3,4,5``. Files are
imported only when their game is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from elagage.game import Game
from elagage.i18n import _

__all__ = ["CATALOGUE", "Listing", "game_class", "listings", "make"]

CATALOGUE: dict[str, str] = {
    "tictactoe": "elagage.games.mnk:Mnk",
    "mnk": "elagage.games.mnk:Mnk",
    "connect4": "elagage.games.connect4:Connect4",
    "othello": "elagage.games.othello:Othello",
    "nim": "elagage.games.nim:Nim",
    "tree": "elagage.games.tree:Tree",
}
"""Where each name's class is."""


class Listing(NamedTuple):
    """A line of ``elagage games``."""

    name: str
    title: str
    parameters: str
    notation: str
    known: str


def listings() -> list[Listing]:
    """The games, in the current language: what to type, how to write moves, and what is known of them."""
    return [
        Listing("tictactoe", _("Tic-tac-toe"), "", "b2a1c3, X.O/.X./..O", _("a draw; 5,478 positions")),
        Listing(
            "mnk",
            _("k in a row on m columns and n rows"),
            "mnk:4,4,3",
            "b2a1c3",
            _("4,4,3 is won by the first player, 4,4,4 a draw"),
        ),
        Listing(
            "connect4",
            _("Connect 4"),
            "connect4:6x5",
            "4453",
            _("7x6 is won by the first player, who begins in the middle"),
        ),
        Listing(
            "othello", _("Othello"), "othello:6", "f5d6c3", _("4x4 and 6x6 are won by the second player, 8x8 is a draw")
        ),
        Listing(
            "nim",
            _("Nim"),
            "nim:3,4,5:misere:max=2",
            "b2, 3,4,5 min",
            _("normal play: lost for the mover if the exclusive-or of the piles is 0"),
        ),
        Listing("tree", _("a literal tree"), "tree:((5 6) (7 4 5))", "1 2", _("whatever you wrote")),
    ]


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class behind a name of the catalogue."""
    module, _colon, cls = CATALOGUE[name].partition(":")
    found: type[Game[Any, Any]] = getattr(import_module(module), cls)
    return found


def make(name: str, parameters: str = "") -> Game[Any, Any]:
    """The game of that name with those parameters."""
    game = game_class(name).from_text(parameters)
    game.spec = f"{name}:{parameters}" if parameters else name
    return game
