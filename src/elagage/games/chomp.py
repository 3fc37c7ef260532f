"""Chomp: bite into a bar of chocolate, of any number of rows and columns; who takes the poisoned square loses.

      a b c d e
    1 ! # # # #     a bite takes a square and all that lies to the right of it, below it, or both. The square a1 is
    2 # # # # #     poisoned. Rows never grow shorter upwards, so the lengths of the rows, 5,5,2,2 here, say it all.
    3 # # . . .     The bite c3 led to this position.
    4 # # . . .

Moves are squares, ``c3``; inside, a square is row * columns + column. Positions are written as the lengths of the rows
and the side to move, ``5,5,2,2`` or ``5,5,2,2 min``, or as the squares bitten, ``c3 b2``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import MAX, Game
from elagage.games.square_names import board_text, read_numbers, read_piles, split_squares, square_name
from elagage.i18n import Message

__all__ = ["Chomp", "ChompState"]


class ChompState(NamedTuple):
    """``rows``: how many squares are left of each row, from the top; ``turn``: who moves."""

    rows: tuple[int, ...]
    turn: int


class Chomp(Game[ChompState, int]):
    """Chomp on a bar of ``rows`` by ``columns``."""

    rules = Message(
        "The players take turns to bite into the bar: a bite takes a square and all that lies to the right of "
        "it, below it, or both. The square in the corner is poisoned; whoever takes it loses."
    )
    board_kind = "bar"
    piece_looks: ClassVar[dict[str, str]] = {"#": "chocolate", "!": "poison"}
    levels = (
        (1, 50, 1), (1, 50, 0.43), (20, 50), (20, 4.9), (20, 2.94), (20, 2.13), (20, 1.56), (20, 1.11), (20, 0.74),
    )  # fmt: skip

    def __init__(self, rows: int = 4, columns: int = 5) -> None:
        if not (1 <= rows <= 26 and 1 <= columns <= 26):
            raise LoadError(
                "A bar of {rows}x{columns} is not available: 1 to 26 rows, 1 to 26 columns.", rows=rows, columns=columns
            )
        self.rows = rows
        self.columns = columns

    @classmethod
    def from_text(cls, parameters: str) -> Chomp:
        """``chomp`` or ``chomp:4x5``, rows first."""
        return cls(*read_numbers(parameters.casefold(), "x", 2, "chomp:4x5")) if parameters else cls()

    # The rules

    def start(self) -> ChompState:
        return ChompState((self.columns,) * self.rows, 0)

    def player(self, state: ChompState) -> int:
        return state.turn

    def moves(self, state: ChompState) -> Iterator[int]:
        for row, length in enumerate(state.rows):
            for column in range(length):
                yield row * self.columns + column

    def play(self, state: ChompState, move: int) -> ChompState:
        bitten, column = divmod(move, self.columns)
        rows = state.rows
        for row in range(bitten, self.rows):
            if rows[row] <= column:
                break
            rows = (*rows[:row], column, *rows[row + 1 :])
        return ChompState(rows, 1 - state.turn)

    def over(self, state: ChompState) -> bool:
        return state.rows[0] == 0

    def score(self, state: ChompState) -> int:
        return 1 if state.turn == MAX else -1

    # What helps a search

    def order(self, state: ChompState, move: int) -> int:
        """The poisoned square last, and else whatever lies nearest to the far corner first."""
        row, column = divmod(move, self.columns)
        return row + column

    def symmetries(self, state: ChompState) -> Iterator[ChompState]:
        """On a square bar, rows and columns exchanged."""
        yield state
        if self.rows == self.columns:
            yield ChompState(self.transpose(state.rows), state.turn)

    def transpose(self, rows: tuple[int, ...]) -> tuple[int, ...]:
        """How long the columns are."""
        lengths = rows
        for column in range(self.columns):
            length = 0
            for row in rows:
                if row > column:
                    length += 1
            lengths = (*lengths[:column], length, *lengths[column + 1 :])
        return lengths

    # What people see and type

    def grid(self, state: ChompState) -> list[list[str]]:
        grid = [["#"] * length + ["."] * (self.columns - length) for length in state.rows]
        if not self.over(state):
            grid[0][0] = "!"
        return grid

    def text(self, state: ChompState) -> str:
        return board_text(self.grid(state))

    def move_name(self, state: ChompState, move: int) -> str:
        row, column = divmod(move, self.columns)
        return square_name(column, row)

    def state_name(self, state: ChompState) -> str:
        return ",".join(map(str, state.rows)) + (" min" if state.turn else "")

    def parse_state(self, text: str) -> ChompState:
        found = read_piles(text)
        if found is None:
            return self.play_line(self.start(), split_squares(text))
        rows, turn = found
        if len(rows) != self.rows or rows[0] > self.columns or list(rows) != sorted(rows, reverse=True):
            raise NotationError(
                "This bar has {rows} rows of at most {columns} squares, none longer than the one above it.",
                rows=self.rows,
                columns=self.columns,
            )
        return ChompState(rows, turn)
