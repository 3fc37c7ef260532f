"""Boards of squares: names such as ``c4``, their reading, and the board as text with its coordinates.

Columns are letters from the left, rows are numbers from the top: ``a1`` is the top left square, as Othello players
write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from elagage.errors import LoadError, NotationError

__all__ = [
    "bits",
    "board_text",
    "flip_board",
    "is_board",
    "mirror_board",
    "read_board",
    "read_numbers",
    "read_piles",
    "read_weights",
    "split_side",
    "split_squares",
    "split_steps",
    "square_name",
    "weight_groups",
]

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


def mirror_board(board: int, width: int, height: int) -> int:
    """The board, one bit a square and row by row, with left and right exchanged."""
    first = 0
    for row in range(height):
        first |= 1 << row * width
    image = 0
    for column in range(width):
        image |= (board >> column & first) << width - 1 - column
    return image


def flip_board(board: int, width: int, height: int) -> int:
    """The board, one bit a square and row by row, with top and bottom exchanged;
    at most 63 columns if it is to be compiled.
    """
    line = (1 << width) - 1
    image = 0
    for row in range(height):
        image |= (board >> row * width & line) << (height - 1 - row) * width
    return image


def board_text(grid: Sequence[Sequence[str]]) -> str:
    """The board with letters above and numbers at the left."""
    edge = len(str(len(grid)))
    lines = [" " * edge + " " + " ".join(LETTERS[: len(grid[0])])]
    lines += [str(row + 1).rjust(edge) + " " + " ".join(cells) for row, cells in enumerate(grid)]
    return "\n".join(lines)


def is_board(text: str, width: int, height: int) -> bool:
    """Is the text a board, and not a line of moves?

    Rows are apart by ``/`` or some square is empty; a full board of one row has neither.
    """
    if "/" in text or "." in text:
        return True
    marks = "".join(text.split()).casefold()
    return height == 1 and len(marks) == width and set(marks) <= set("xo")


def read_board(text: str, width: int, height: int, marks: dict[str, str]) -> list[str]:
    """The cells of a board written as one character each, rows perhaps apart by ``/`` or spaces;
    ``marks`` says what means what.

    >>> read_board("X.O/...", 3, 2, {"x": "X", "o": "O", ".": "."})
    ['X', '.', 'O', '.', '.', '.']
    """
    characters = re.sub(r"[\s/]", "", text).casefold()
    if len(characters) != width * height:
        raise NotationError(
            "A board of this game has {count} squares; this text has {found}.",
            count=width * height,
            found=len(characters),
        )
    for character in characters:
        if character not in marks:
            known = " ".join(sorted(set(marks.values())))
            raise NotationError(
                "'{character}' stands for no square; a square is one of: {marks}", character=character, marks=known
            )
    return [marks[character] for character in characters]


def read_numbers(text: str, separator: str, count: int, example: str) -> list[int]:
    """The whole numbers of a game's parameters; LoadError, with an example, if they are something else."""
    parts = text.split(separator)
    if len(parts) != count or not all(re.fullmatch(r"[0-9]{1,4}", part.strip()) for part in parts):
        raise LoadError("'{text}' is not what this game takes; write it like {example}.", text=text, example=example)
    return [int(part.strip()) for part in parts]


def read_piles(text: str) -> tuple[tuple[int, ...], int] | None:
    """The numbers and the side to move of ``3,4,5`` or ``3,4,5 min``; None if the text is something else,
    a line of moves say.

    >>> read_piles("3,4,5 min"), read_piles("a3 b2")
    (((3, 4, 5), 1), None)
    """
    found = re.fullmatch(r"\s*([0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*)(?:\s+(max|min))?\s*", text.casefold())
    if not found:
        return None
    return tuple(int(number) for number in re.findall("[0-9]+", found[1])), int(found[2] == "min")


def split_side(text: str, players: tuple[str, str]) -> tuple[str, int]:
    """A position without its last word, and the side to move, which that word names.

    >>> split_side("X.O/... o", ("X", "O"))
    ('X.O/...', 1)
    """
    words = text.split()
    names = [name.casefold() for name in players]
    if not words or words[-1].casefold() not in names:
        raise NotationError(
            "A position must end with the side to move, {first} or {second}.", first=players[0], second=players[1]
        )
    return " ".join(words[:-1]), names.index(words[-1].casefold())


def split_steps(text: str, placed: int = 0) -> list[str]:
    """The moves of a line from square to square such as ``b1a2 a8-b7``;
    the first ``placed`` of them are one square each.

    >>> split_steps("b1a2 A8-B7, c3d4"), split_steps("b2 a1 b2c3", 2)
    (['b1a2', 'a8b7', 'c3d4'], ['b2', 'a1', 'b2c3'])
    """
    squares = split_squares(text.replace("-", " "))
    return squares[:placed] + ["".join(squares[i : i + 2]) for i in range(placed, len(squares), 2)]


def square_kind(size: int, square: int) -> int:
    """0 a corner, 1 the centre, 2 an edge, 3 diagonally beside a corner, 4 beside a corner on the edge."""
    across, down = (min(place, size - 1 - place) for place in divmod(square, size))
    near = {(0, 0): 0, (1, 1): 3, (0, 1): 4, (1, 0): 4}
    return near.get((across, down), 1 if across and down else 2)


def read_weights(text: str) -> list[int]:
    """Whole numbers with commas between them, some of them perhaps negative; LoadError, with an example, if not."""
    parts = [part.strip().replace("−", "-") for part in text.split(",")]
    if not all(re.fullmatch(r"[-+]?[0-9]{1,4}", part) for part in parts):
        example = "othello:6:20,5,1, othello:8:100,-20,10,1"
        raise LoadError("'{text}' is not what this game takes; write it like {example}.", text=text, example=example)
    return [int(part) for part in parts]


def weight_groups(size: int, weights: Sequence[int] | Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Pairs of a weight and the squares that have it, the largest weight first."""
    rows = [list(row) for row in weights if isinstance(row, Sequence)]
    flat = [cell for row in rows for cell in row] if rows else [int(str(weight)) for weight in weights]
    if len(flat) in (3, 4, 5):
        kinds = {3: (0, 2, 1, 2, 1), 4: (0, 3, 2, 1, 1), 5: (0, 4, 3, 1, 2)}[len(flat)]
        flat = [flat[kinds[square_kind(size, square)]] for square in range(size * size)]
    if len(flat) != size * size:
        raise LoadError(
            "Weights are three numbers (corner, edge, centre), four (corner, beside a corner, edge, centre), five "
            "(corner, diagonally beside it, beside it on the edge, edge, centre) or one for each of the {count} "
            "squares; {found} were given.",
            count=size * size,
            found=len(flat),
        )
    distinct = sorted(set(flat), reverse=True)
    return tuple((weight, sum(1 << i for i, own in enumerate(flat) if own == weight)) for weight in distinct)
