"""A book of first plies: exact answers for the positions that a perfect player of either side can come to, or what
searches of one depth say of those that such a player can come to.

entry   the position's name, its score for Max, every best move by name (of a search the one that it found), and whether
        the book goes on below it

The first move of an entry is the one that the player makes; below it the book has every reply of the opponent. A
position stands for its images (``symmetries``). A book that is not finished yet is a book too: it knows less.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from elagage.array_files import read_arrays, refuse_foreign, write_arrays
from elagage.errors import ElagageError, FileError
from elagage.game import Game, Move, State, canonical, read_move
from elagage.i18n import Message
from elagage.lazy import once_a_game
from elagage.loading import load
from elagage.result import Limits, MoveScore, Result, Score
from elagage.solvers.solution import lift_score

__all__ = [
    "NO_BOOK",
    "Book",
    "Entry",
    "check_book_target",
    "choose_book",
    "load_book",
    "name_of",
    "save_book",
    "shipped_book",
]

KIND = "book 1"
WHAT = Message("a book of first plies")
LARGEST = 1 << 28
"""Bytes that the entries of a file may take when they are unpacked."""
NO_BOOK = "none"
SUFFIX = ".book"
SHIPPED = Path(__file__).parent / "shipped"
RULES = ("start", "player", "moves", "play", "score", "over")


class Entry(NamedTuple):
    """What a book says of a position."""

    score: Score
    moves: tuple[str, ...]
    """Every best move, the one that the player makes first."""
    goes_on: bool
    """Has the book what can follow? If not, the solver is quick from here on."""


@dataclass(frozen=True)
class Book:
    """Answers by the names of positions: exact ones, or estimates if there is a ``depth``."""

    game: str
    """The text that the game is loaded from."""
    nodes: int
    """A position that is solved with so many others looked at, or fewer, is an end of the book."""
    entries: dict[str, Entry] = field(default_factory=dict)
    plies: int = 0
    """Up to which ply nothing is missing."""
    finished: bool = False
    """Is there nothing to add?"""
    depth: int | None = None
    """How many plies the searches looked ahead whose estimates it holds; None: its answers are exact."""
    heuristic: str = ""
    """What the estimates judge by."""

    def result_of(self, game: Game[State, Move], state: State) -> Result[Move] | None:
        """The answer for a position; None if the book does not have it."""
        entry = self.entries.get(name_of(game, state))
        if entry is None:
            return None
        stands = canonical(game, state)
        followers = [canonical(game, game.play(stands, read_move(game, stands, name))) for name in entry.moves]
        legal = list(game.moves(state))
        places = [canonical(game, game.play(state, move)) for move in legal]
        best = [
            move
            for move, place in sorted(
                ((move, place) for move, place in zip(legal, places, strict=True) if place in followers),
                key=lambda pair: followers.index(pair[1]),
            )
        ]
        value = entry.score.value if entry.score.outcome is None else lift_score(game, entry.score)
        exact = self.depth is None
        return Result(
            best[0], entry.score, value, self.line_of(game, state, best[0]), self.depth, 1, exact=exact,
            moves=tuple(MoveScore(move, entry.score, exact, value) for move in best), algorithm="book",
        )  # fmt: skip

    def line_of(self, game: Game[State, Move], state: State, move: Move) -> tuple[Move, ...]:
        """A move and the best ones that follow it, as far as the book knows them."""
        line, place = [move], game.play(state, move)
        while (entry := self.entries.get(name_of(game, place))) is not None:
            stands = canonical(game, place)
            wanted = canonical(game, game.play(stands, read_move(game, stands, entry.moves[0])))
            line.append(next(each for each in game.moves(place) if canonical(game, game.play(place, each)) == wanted))
            place = game.play(place, line[-1])
        return tuple(line)


def name_of(game: Game[State, Move], state: State) -> str:
    """The name under which a book has a position and its images."""
    return game.state_name(canonical(game, state))


def check_book_target(path: Path) -> None:
    """FileError if there is a file of that name that is no book."""
    refuse_foreign(path, KIND, WHAT)


def save_book(book: Book, path: Path) -> None:
    """Write a book; the same entries give the same bytes."""
    rows = [
        [name, entry.score.outcome, entry.score.value, entry.score.plies, int(entry.goes_on), *entry.moves]
        for name, entry in sorted(book.entries.items())
    ]
    text = "\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    facts = {
        "game": book.game, "nodes": book.nodes, "plies": book.plies, "finished": book.finished,
        "positions": len(rows),
        **({} if book.depth is None else {"depth": book.depth, "heuristic": book.heuristic}),
    }  # fmt: skip
    write_arrays(path, KIND, facts, {"entries": zlib.compress(text.encode(), 9)})


def load_book(path: Path | str, game: Game[Any, Any] | None = None, *, exact: bool = True) -> Book:
    """The book in a file, of this game if one is given; FileError says what is wrong with it, and if it holds
    estimates where exact answers are wanted.

    Moves and positions are read with the rules when they are asked for.
    """
    source = Path(path)
    facts, arrays = read_arrays(source, KIND, WHAT)
    damaged = FileError("{path} is damaged: what a book holds is missing from it.", path=source)
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(bytes(arrays["entries"]), LARGEST)
        depth = None if facts.get("depth") is None else int(facts["depth"])
        entries = dict(read_row(json.loads(line), depth is None) for line in text.decode().splitlines())
        book = Book(
            str(facts["game"]), int(facts["nodes"]), entries, int(facts["plies"]), bool(facts["finished"]), depth,
            str(facts.get("heuristic", "")),
        )  # fmt: skip
        if not unpacker.eof or len(entries) != facts["positions"]:
            raise damaged
    except (KeyError, TypeError, ValueError, RecursionError, zlib.error):
        raise damaged from None
    if exact and book.depth is not None:
        raise FileError("{path} is a book of estimates, and exact answers are wanted here.", path=source)
    if game is not None and not book_fits(book, game):
        raise FileError("{path} is a book of {game}, not of this game.", path=source, game=book.game)
    return book


def read_row(row: Any, exact: bool) -> tuple[str, Entry]:
    """An entry of a file; ValueError if it makes no sense."""
    name, outcome, value, plies, goes_on, *moves = row
    if (
        not all(isinstance(text, str) for text in (name, *moves))
        or not moves
        or outcome not in ((-1, 0, 1) if exact else (-1, 0, 1, None))
        or not isinstance(value, int | float)
        or not (plies is None or isinstance(plies, int))
    ):
        raise ValueError
    return name, Entry(Score(outcome, value, plies), tuple(moves), bool(goes_on))


def book_fits(book: Book, game: Game[Any, Any]) -> bool:
    """Is a book one of this very game: the same rules with the same parameters?"""
    try:
        other = load(book.game)
    except ElagageError:
        return False
    mine, its = dict(vars(game)), dict(vars(other))
    mine.pop("spec", None), its.pop("spec", None)
    return mine == its and all(getattr(type(game), rule) is getattr(type(other), rule) for rule in RULES)


@once_a_game(8)
def shipped_book(game: Game[Any, Any], exact: bool = True) -> Book | None:
    """The book of this game that comes with the package, of exact answers or of estimates; None if there is none."""
    whole, _colon, _parameters = game.spec.partition(":")
    for name in {game.spec.replace(":", "-").replace(",", "-"): None, whole: None}:
        path = SHIPPED / f"{name}{SUFFIX}"
        if not whole.isidentifier() or not path.is_file():
            continue
        book = read_once(path)
        if (book.depth is None) == exact and book_fits(book, game):
            return book
    return None


@lru_cache(maxsize=4)
def read_once(path: Path) -> Book:
    """A shipped book, which stays as it is."""
    return load_book(path, exact=False)


def choose_book(game: Game[Any, Any], wish: str | None, limits: Limits) -> Book | None:
    """The book that a player asks first: that of a file, or (None) the one of estimates that comes with the package if
    time alone limits the player; ``none`` is no book. A shipped one of exact answers is asked by ``ask`` itself.
    """
    if wish == NO_BOOK:
        return None
    if wish is not None:
        return load_book(wish, game, exact=False)
    return shipped_book(game, False) if limits.depth is None and limits.nodes is None else None
