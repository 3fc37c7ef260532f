"""Boards of squares: names such as ``c4``, their reading, and the board as text with its coordinates.

Columns are letters from the left, rows are numbers from the top: ``a1`` is the top left square, as Othello players write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from elagage.errors import LoadError, NotationError
from elagage.i18n import _

__all__ = ["bits", "board_text", "is_board", "read_board", "read_numbers", "split_squares", "square_name"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def square_name(column: int, row: int) -> str:
    """The name of the square, both counted from 0."""
    return f"{LETTERS[column]}{row + 1}"


def split_squares(text: str) -> list[str]:
    """The moves of a line such as ``f5d6c3`` or ``f5 D6, c3``: squares, and whatever else stands between separators."""
    return re.findall(r"[a-z][0-9]{1,2}|[^\s,a-z0-9]+|[a-z]+|[0-9]+", text.casefold())


def bits(board: int) -> Iterator[int]:
    """The numbers of the bits that are set, smallest first."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def board_text(grid: Sequence[Sequence[str]]) -> str:
    """The board with letters above and numbers at the left."""
    edge = len(str(len(grid)))
    lines = [" " * edge + " " + " ".join(LETTERS[: len(grid[0])])]
    lines += [str(row + 1).rjust(edge) + " " + " ".join(cells) for row, cells in enumerate(grid)]
    return "\n".join(lines)


def is_board(text: str, width: int, height: int) -> bool:
    """Is the text a board, and not a line of moves? Rows are apart by ``/`` or some square is empty; a full board of one row has neither."""
    if "/" in text or "." in text:
        return True
    marks = "".join(text.split()).casefold()
    return height == 1 and len(marks) == width and set(marks) <= set("xo")


def read_board(text: str, width: int, height: int, marks: dict[str, str]) -> list[str]:
    """The cells of a board written as one character each, rows perhaps apart by ``/`` or spaces; ``marks`` says what means what.

    >>> read_board("X.O/...", 3, 2, {"x": "X", "o": "O", ".": "."})
    ['X', '.', 'O', '.', '.', '.']
    """
    characters = re.sub(r"[\s/]", "", text).casefold()
    if len(characters) != width * height:
        raise NotationError(
            _("A board of this game has {count} squares; this text has {found}.").format(
                count=width * height, found=len(characters)
            )
        )
    for character in characters:
        if character not in marks:
            known = " ".join(sorted(set(marks.values())))
            raise NotationError(
                _("'{character}' stands for no square; a square is one of: {marks}").format(
                    character=character, marks=known
                )
            )
    return [marks[character] for character in characters]


def read_numbers(text: str, separator: str, count: int, example: str) -> list[int]:
    """The whole numbers of a game's parameters; LoadError, with an example, if they are something else."""
    parts = text.split(separator)
    if len(parts) != count or not all(re.fullmatch(r"[0-9]{1,4}", part.strip()) for part in parts):
        raise LoadError(
            _("'{text}' is not what this game takes; write it like {example}.").format(text=text, example=example)
        )
    return [int(part) for part in parts]
