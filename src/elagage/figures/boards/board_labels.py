"""What a game's own text tells of its board: the names of rows and columns, what is written below,
and the same with better signs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from elagage.figures.boards.board_pieces import glyph, looks_of
from elagage.game import Game
from elagage.games.spoken import read_line_won

__all__ = ["EMPTY", "Reading", "last_cell", "mark_text", "position_text", "read_labels"]

EMPTY = frozenset(("", " ", ".", "·"))
"""What a grid writes for a cell where nothing is."""
ORDER = "0123456789abcdefghijklmnopqrstuvwxyz"
STROKES = str.maketrans("-|\\/", "    ")
STRAIGHT = {"-": "─", "|": "│", "\\": "╲", "/": "╱", "+": "•", ".": "·"}


@dataclass(frozen=True)
class Reading:
    """A board as its text shows it: the cells, the names of rows and columns, the lines below,
    and which lines of the text are rows.
    """

    rows: tuple[tuple[str, ...], ...]
    left: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()

    @property
    def columns(self) -> int:
        """How many cells the longest row has."""
        return max(map(len, self.rows), default=0)

    def name(self, row: int, column: int) -> str:
        """The name of a cell, as far as rows and columns have names."""
        letters = self.above or self.below
        return (letters[column] if column < len(letters) else "") + (self.left[row] if row < len(self.left) else "")

    def find(self, move: str) -> tuple[int, int] | None:
        """The cell in which a move of that name ends, or None; if columns alone have names,
        the highest piece of the column.
        """
        if not self.above and not self.below:
            return None
        cells = [(row, column) for row in range(len(self.rows)) for column in range(len(self.rows[row]))]
        if not self.left:
            return next((c for c in cells if self.name(*c) == move and self.rows[c[0]][c[1]] not in EMPTY), None)
        ends = [cell for cell in cells if move.endswith(self.name(*cell))]
        return max(ends, key=lambda cell: len(self.name(*cell)), default=None)


def read_labels(rows: Sequence[Sequence[str]], text: str, joined: bool = False) -> Reading:
    """What the text tells of the board whose cells are known; ``joined``:
    strokes go from cell to cell and are no part of them.

    >>> found = read_labels([["X", "."], [".", "O"]], chr(10).join(["  a b", "1 X .", "2 . O", "", "X moves"]))
    >>> found.left, found.above, found.captions
    (('1', '2'), ('a', 'b'), ('X moves',))
    """
    cells = tuple(tuple(str(cell) for cell in row) for row in rows)
    lines = text.split("\n")
    words = [(line.translate(STROKES) if joined else line).split() for line in lines]
    left: list[str] = []
    found: list[int] = []
    for number, line in enumerate(words):
        if len(found) < len(cells):
            wanted = [word for cell in cells[len(found)] for word in cell.split()]
            if line == wanted or (line and line[1:] == wanted):
                found.append(number)
                left += line[: len(line) - len(wanted)]
    board = Reading(cells)
    if len(found) < len(cells) or not found:
        return board
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    captions: list[str] = []
    for number, line in enumerate(words):
        if number < found[0] and len(line) == board.columns and is_sequence(line):
            above = tuple(line)
        elif number > found[-1] and not below and not captions and len(line) == board.columns and is_sequence(line):
            below = tuple(line)
        elif number > found[-1] and line:
            captions.append(lines[number].strip())
    named = tuple(left) if len(left) == len(cells) else ()
    return Reading(cells, named, above, below, tuple(captions), tuple(found))


def is_sequence(words: Sequence[str]) -> bool:
    """Are these letters or numbers that follow each other, as the names of columns do?

    >>> is_sequence("abc"), is_sequence(["9", "10", "11"]), is_sequence("321"), is_sequence(["X", "to", "move"])
    (True, True, True, False)
    """
    joined = "".join(words).casefold()
    if all(len(word) == 1 for word in words) and (joined in ORDER or joined[::-1] in ORDER):
        return True
    numbers = [int(word) for word in words if word.isdecimal()]
    return len(numbers) == len(words) and {after - before for before, after in pairwise(numbers)} <= {1}


def mark_text(game: Game[Any, Any], state: Any, last: Any = None) -> str:
    """The game's own text with the cell of the last move in brackets, ``(X)``, or a star before each cell that won.

    Nothing is marked where the text doesn't show the board cell by cell, with a space between them.
    """
    text = game.text(state)
    joined = "points" in game.board_kind
    found = read_labels(game.grid(state), text, joined) if game.board_kind not in ("node", "text") else Reading(())
    if not found.lines:
        return text
    lines = text.split("\n")
    places = [cell_places(lines[number], len(row), joined) for number, row in zip(found.lines, found.rows, strict=True)]
    if any(row and row[0][0] == 0 for row in places):
        lines = [" " + line for line in lines]
        places = [[(start + 1, end + 1) for start, end in row] for row in places]
    won = read_line_won(game, state)
    ended = None if last is None or won else last_cell(game, state, found, last)
    for row, column in won or ([] if ended is None else [ended]):
        if column >= len(places[row]):
            continue
        number, (start, end) = found.lines[row], places[row][column]
        letters = list(lines[number] + " ")
        letters[start - 1] = "*" if won else "("
        if not won:
            letters[end] = ")"
        lines[number] = "".join(letters).rstrip()
    return "\n".join(lines)


def cell_places(line: str, count: int, joined: bool) -> list[tuple[int, int]]:
    """Where the cells of a row begin and end in its line; none if some of them are blank, or not apart."""
    found = [match.span() for match in re.finditer(r"\S+", line.translate(STROKES) if joined else line)]
    return found[-count:] if len(found) in (count, count + 1) else []


def last_cell(game: Game[Any, Any], state: Any, board: Reading, move: Any) -> tuple[int, int] | None:
    """The cell in which the last move ended, by the move's name; None if it names no cell."""
    try:
        return board.find(game.move_name(state, move))
    except Exception:  # the move is not legal any more, and a rule may then raise anything
        return None


def position_text(game: Game[Any, Any], state: Any, *, ascii_only: bool = False) -> str:
    """The position for a terminal: the game's own text, its pieces
    shown by the signs that Unicode has for them by default.
    """
    text = game.text(state)
    if ascii_only:
        return text.encode("ascii", "replace").decode()
    if type(game).grid is Game.grid or game.board_kind in ("node", "text"):
        return text
    joined = "points" in game.board_kind
    found = read_labels(game.grid(state), text, joined)
    if not found.lines:
        return text
    signs = {cell: glyph(look) for cell, look in looks_of(game).items() if len(cell) == 1 and glyph(look)}
    signs["."] = "·"
    if joined or game.board_kind == "boxes":
        signs |= STRAIGHT
    lines = text.split("\n")
    for number in range(found.lines[0], found.lines[-1] + 1):
        row = number in found.lines
        edge = len(lines[number]) - len(lines[number].lstrip()) if row and found.left else 0
        edge += len(found.left[found.lines.index(number)]) if row and found.left else 0
        if row or joined:
            rest = lines[number][edge:]
            lines[number] = lines[number][:edge] + "".join(signs.get(letter, letter) for letter in rest)
    return "\n".join(lines)
