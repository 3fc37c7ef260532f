"""The games of the package: one file each, with its diagram, its rules, its heuristics and its notation.

A game is known by a name that ``load`` reads, with parameters after a colon: ``connect4:6x5``, ``nim:3,4,5``. Files are
imported only when their game is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from elagage.game import Game
from elagage.i18n import Message

__all__ = ["CATALOGUE", "Listing", "game_class", "listings", "make"]

CATALOGUE: dict[str, str] = {
    "tictactoe": "elagage.games.mnk:Mnk",
    "mnk": "elagage.games.mnk:Mnk",
    "connect4": "elagage.games.connect4:Connect4",
    "othello": "elagage.games.othello:Othello",
    "nim": "elagage.games.nim:Nim",
    "wythoff": "elagage.games.wythoff:Wythoff",
    "chomp": "elagage.games.chomp:Chomp",
    "hexapawn": "elagage.games.hexapawn:Hexapawn",
    "kalah": "elagage.games.kalah:Kalah",
    "domineering": "elagage.games.domineering:Domineering",
    "dots_and_boxes": "elagage.games.dots_and_boxes:DotsAndBoxes",
    "fox_and_hounds": "elagage.games.fox_and_hounds:FoxAndHounds",
    "morris": "elagage.games.morris:Morris",
    "quixo": "elagage.games.quixo:Quixo",
    "krk": "elagage.games.endings:Krk",
    "kqk": "elagage.games.endings:Kqk",
    "tree": "elagage.games.tree:Tree",
}
"""Where each name's class is."""


class Listing(NamedTuple):
    """What a person needs to know of a game, or of a problem."""

    name: str
    title: str
    parameters: str
    notation: str
    known: str


class Entry(NamedTuple):
    """The same in no language yet."""

    name: str
    title: Message
    parameters: str
    notation: str
    known: Message


ENTRIES: tuple[Entry, ...] = (
    Entry("tictactoe", Message("Tic-tac-toe"), "", "b2a1c3, X.O/.X./..O", Message("a draw; 5,478 positions")),
    Entry(
        "mnk",
        Message("k in a row on m columns and n rows"),
        "mnk:4,4,3",
        "b2a1c3",
        Message("4,4,3 is won by the first player, 4,4,4 a draw"),
    ),
    Entry(
        "connect4",
        Message("Connect 4"),
        "connect4:6x5",
        "4453",
        Message("7x6 is won by the first player, who begins in the middle"),
    ),
    Entry(
        "othello",
        Message("Othello"),
        "othello:6",
        "f5d6c3",
        Message("4x4 and 6x6 are won by the second player, 8x8 is a draw"),
    ),
    Entry(
        "nim",
        Message("Nim"),
        "nim:3,4,5:misere:max=2",
        "b2, 3,4,5 min",
        Message("normal play: lost for the mover if the exclusive-or of the piles is 0"),
    ),
    Entry(
        "wythoff",
        Message("Wythoff's game"),
        "wythoff:8,13",
        "a3, b2, ab1",
        Message("lost for the mover at the golden ratio's pairs: 1,2, 3,5, 4,7, 6,10, 8,13"),
    ),
    Entry("chomp", Message("Chomp"), "chomp:3x4", "b2", Message("won by the first player on every bar but 1x1")),
    Entry(
        "hexapawn",
        Message("Hexapawn"),
        "hexapawn:4x4",
        "a4a3",
        Message("3x3 is won by the second player in 6 plies, 4x4 by the first in 11"),
    ),
    Entry("kalah", Message("Kalah"), "kalah:4,4:empty", "3", Message("6,4 is won by the first player, by 8")),
    Entry(
        "domineering",
        Message("Domineering"),
        "domineering:5x5:horizontal",
        "b2",
        Message("5x5 is won by the second player, whoever begins"),
    ),
    Entry(
        "dots_and_boxes",
        Message("Dots and boxes"),
        "dots_and_boxes:3x3",
        "b1",
        Message("2x2 is won by the first player by 2, 3x3 by the second by 3"),
    ),
    Entry(
        "fox_and_hounds",
        Message("Fox and hounds"),
        "fox_and_hounds:6:hounds",
        "e8d7",
        Message("4x4 and 8x8 are won by the hounds, 6x6 by whoever begins"),
    ),
    Entry(
        "morris",
        Message("Three men's morris"),
        "morris:fly",
        "b2 a1 c3, b2c3",
        Message("won by the first player, who begins in the centre; morris:fly is a draw"),
    ),
    Entry(
        "quixo",
        Message("Quixo"),
        "quixo:4",
        "b1b5 a3e3",
        Message("3x3 and 4x4 are won by the first player, 5x5 is a draw"),
    ),
    Entry(
        "krk",
        Message("King and rook against king"),
        "",
        "b2b8, 8/8/8/8/8/k7/8/KR6 w",
        Message("White to move mates in 16 moves at most"),
    ),
    Entry(
        "kqk",
        Message("King and queen against king"),
        "",
        "b2b8, 8/8/8/5k2/8/8/1Q6/K7 w",
        Message("White to move mates in 10 moves at most"),
    ),
    Entry("tree", Message("a literal tree"), "tree:((5 6) (7 4 5))", "1 2", Message("whatever you wrote")),
)
"""The games: what to type, how to write what there is to write, and what is known of them."""


def listings() -> list[Listing]:
    """The games, in the current language: what to type, how to write moves, and what is known of them."""
    return [Listing(*map(str, entry)) for entry in ENTRIES]


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
