"""Dots and Boxes, of any number of rows and columns of boxes: who draws a box's fourth side takes it and moves again.

      a  b  c  d  e
    1 +  0  +  1  +     dots, the edges between them, and inside the boxes; here 2 by 2 of them. An edge has the name of
    2 2     3     4     its place: b1 is the top of the first box, a2 its left side. One bit an edge, numbered as one
    3 +  5  +  6  +     reads. A box whose top is bit n has its left side at n + columns, its right side one further and
    4 7     8     9     its bottom at n + 2 * columns + 1.
    5 + 10  + 11  +

Moves are edges, ``b1``. X is Max and begins; who has the most boxes in the end wins. Positions are written as the edges
played, ``b1a2c2b3``, or as the edges row by row from the top (``-`` and ``|`` are drawn, ``.`` is not), the boxes of X
and of O, and the side to move: ``-./||./-./.../.. 0-1 O``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import Game, Side, Term
from elagage.games.square_names import board_text, read_numbers, split_side, split_squares, square_name
from elagage.i18n import Message

__all__ = ["DotsAndBoxes", "DotsAndBoxesState"]


class DotsAndBoxesState(NamedTuple):
    """``edges``: those that are drawn; ``margin``: Max's boxes less Min's; ``turn``: who moves."""

    edges: int
    margin: int
    turn: int


class DotsAndBoxes(Game[DotsAndBoxesState, int]):
    """Dots and Boxes with ``rows`` by ``columns`` boxes."""

    margins = True
    players = ("X", "O")
    sides = (Side("X", "#0072b2"), Side("O", "#d55e00"))
    rules = Message(
        "The players take turns to draw an edge between two dots beside each other. Whoever closes a box gets "
        "it, and must draw again. When all edges are drawn, the most boxes win."
    )
    board_kind = "boxes"
    symmetric_keys = True
    levels = (
        (1, 1.1, 0.4), (1, 0.72, 0.24), (2, 0.4), (3, 0.32), (4, 0.2), (6, 0.09), (12, 0.095), (14, 0.06), (16, 0.03),
    )  # fmt: skip

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        if not (rows >= 1 and 1 <= columns <= 12 and 2 * rows * columns + rows + columns <= 64):
            raise LoadError(
                "{rows}x{columns} boxes are not available: 12 columns and 64 edges at most.", rows=rows, columns=columns
            )
        self.rows = rows
        self.columns = columns
        self.stride = 2 * columns + 1
        self.count = 2 * rows * columns + rows + columns
        self.full = (1 << self.count) - 1
        self.boxes = sum(((1 << columns) - 1) << row * self.stride for row in range(rows))
        self.images = tuple(number for image in range(8 if rows == columns else 4) for number in self._image(image))

    @classmethod
    def from_text(cls, parameters: str) -> DotsAndBoxes:
        """``dots_and_boxes`` or ``dots_and_boxes:2x3``, rows first."""
        return cls(*read_numbers(parameters.casefold(), "x", 2, "dots_and_boxes:2x3")) if parameters else cls()

    def place(self, edge: int) -> tuple[int, int]:
        """Where an edge is in the picture: its row and its column, from 0."""
        row, number = divmod(edge, self.stride)
        if number < self.columns:
            return 2 * row, 2 * number + 1
        return 2 * row + 1, 2 * (number - self.columns)

    def _image(self, image: int) -> list[int]:
        """Where each edge goes in one of the images: bit 0 exchanges left and right, bit 1 up and down,
        bit 2 rows and columns.
        """
        numbers = {self.place(edge): edge for edge in range(self.count)}
        found = []
        for edge in range(self.count):
            row, column = self.place(edge)
            row = 2 * self.rows - row if image & 2 else row
            column = 2 * self.columns - column if image & 1 else column
            found.append(numbers[(column, row) if image & 4 else (row, column)])
        return found

    # The rules

    def start(self) -> DotsAndBoxesState:
        return DotsAndBoxesState(0, 0, 0)

    def player(self, state: DotsAndBoxesState) -> int:
        return state.turn

    def moves(self, state: DotsAndBoxesState) -> Iterator[int]:
        left = self.full & ~state.edges
        while left != 0:
            low = left & -left
            yield low.bit_length() - 1
            left ^= low

    def play(self, state: DotsAndBoxesState, move: int) -> DotsAndBoxesState:
        edges = state.edges | 1 << move
        taken = (self.find_closed_boxes(edges) ^ self.find_closed_boxes(state.edges)).bit_count()
        if taken == 0:
            return DotsAndBoxesState(edges, state.margin, 1 - state.turn)
        return DotsAndBoxesState(edges, state.margin - taken if state.turn else state.margin + taken, state.turn)

    def over(self, state: DotsAndBoxesState) -> bool:
        return state.edges == self.full

    def score(self, state: DotsAndBoxesState) -> int:
        return state.margin

    def find_closed_boxes(self, edges: int) -> int:
        """The boxes with four sides, each as the bit of its top."""
        return edges & edges >> self.columns & edges >> self.columns + 1 & edges >> self.stride & self.boxes

    def find_nearly_closed_boxes(self, edges: int) -> int:
        """The boxes with three sides or four, each as the bit of its top."""
        left, right, bottom = edges >> self.columns, edges >> self.columns + 1, edges >> self.stride
        return (edges & bottom & (left | right) | left & right & (edges | bottom)) & self.boxes

    # What helps a search

    def heuristic(self, state: DotsAndBoxesState) -> int:
        """The boxes that X has more than O."""
        return state.margin

    def bounds(self, state: DotsAndBoxesState) -> tuple[int, int]:
        """Either player may get all the boxes that are left."""
        left = (self.boxes & ~self.find_closed_boxes(state.edges)).bit_count()
        return state.margin - left, state.margin + left

    def noisy(self, state: DotsAndBoxesState, move: int) -> bool:
        """A move that takes a box."""
        return self.find_closed_boxes(state.edges | 1 << move) != self.find_closed_boxes(state.edges)

    def order(self, state: DotsAndBoxesState, move: int) -> int:
        """What takes boxes first, what gives some away last."""
        edges = state.edges | 1 << move
        taken = (self.find_closed_boxes(edges) ^ self.find_closed_boxes(state.edges)).bit_count()
        given = (self.find_nearly_closed_boxes(edges) ^ self.find_nearly_closed_boxes(state.edges)).bit_count()
        return 24 * taken - 8 * given

    def symmetries(self, state: DotsAndBoxesState) -> Iterator[DotsAndBoxesState]:
        for first in range(0, len(self.images), self.count):
            edges = state.edges
            image = 0
            while edges != 0:
                low = edges & -edges
                image |= 1 << self.images[first + low.bit_length() - 1]
                edges ^= low
            yield DotsAndBoxesState(image, state.margin, state.turn)

    # What people see and type

    def grid(self, state: DotsAndBoxesState) -> list[list[str]]:
        grid = [
            ["+" if row % 2 == column % 2 == 0 else " " for column in range(self.stride)]
            for row in range(2 * self.rows + 1)
        ]
        for edge in range(self.count):
            row, column = self.place(edge)
            grid[row][column] = "." if not state.edges >> edge & 1 else "|" if row % 2 else "-"
        return grid

    def explain(self, state: DotsAndBoxesState) -> Iterator[Term]:
        x, o = self.count_boxes(state)
        yield Term(Message("One for each box of X"), x)
        yield Term(Message("Minus one for each box of O"), -o)

    def count_boxes(self, state: DotsAndBoxesState) -> tuple[int, int]:
        """How many boxes each player has."""
        both = self.find_closed_boxes(state.edges).bit_count()
        return (both + state.margin) // 2, (both - state.margin) // 2

    def tally(self, state: DotsAndBoxesState) -> tuple[int, int]:
        return self.count_boxes(state)

    def text(self, state: DotsAndBoxesState) -> str:
        boxes = "  ".join(f"{name} {count}" for name, count in zip(self.players, self.count_boxes(state), strict=True))
        return f"{board_text(self.grid(state))}\n\n{boxes}"

    def move_name(self, state: DotsAndBoxesState, move: int) -> str:
        row, column = self.place(move)
        return square_name(column, row)

    def state_name(self, state: DotsAndBoxesState) -> str:
        rows = ["".join(cells[1 - number % 2 :: 2]) for number, cells in enumerate(self.grid(state))]
        x, o = self.count_boxes(state)
        return f"{'/'.join(rows)} {x}-{o} {self.players[state.turn]}"

    def parse_state(self, text: str) -> DotsAndBoxesState:
        if "/" not in text:
            return self.play_line(self.start(), split_squares(text))
        rest, turn = split_side(text, self.players)
        found = re.fullmatch(r"([-|./]+) ([0-9]{1,2})-([0-9]{1,2})", rest)
        marks = found[1].replace("/", "") if found else ""
        if not found or len(marks) != self.count:
            raise NotationError(
                "A position of this game has {count} edges, then the boxes of both players: {example}",
                count=self.count,
                example=self.state_name(self.start()),
            )
        edges = sum(1 << edge for edge, mark in enumerate(marks) if mark != ".")
        x, o = int(found[2]), int(found[3])
        if x + o != self.find_closed_boxes(edges).bit_count():
            raise NotationError(
                "{count} boxes are closed here, but the players have {x} and {o}.",
                count=self.find_closed_boxes(edges).bit_count(),
                x=x,
                o=o,
            )
        return DotsAndBoxesState(edges, x - o, turn)
