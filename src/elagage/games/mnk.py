"""m,n,k games: k in a row on a board of m columns and n rows. Tic-tac-toe (morpion) is 3,3,3.

      a  b  c
    1 0  1  2     one bit a square, row by row from the top; after each row one bit stays empty,
    2 4  5  6     so that no row of marks runs on into the next. ``x`` holds Max's marks and ``o`` Min's;
    3 8  9 10     X begins.

Moves are squares, ``b2``; on boards of 9 squares also ``5``, counted from 1 as one reads. Positions are written as the
squares played, ``b2a1c3``, or as the board from the top row down, ``X.O/.X./..O``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import Game, Side, Term
from elagage.games.square_names import bits, board_text, is_board, read_board, read_numbers, split_squares, square_name
from elagage.i18n import Message

__all__ = ["Mnk", "MnkState", "tictactoe"]


class MnkState(NamedTuple):
    """``x``: Max's marks; ``o``: Min's marks; ``turn``: who moves; ``won``: has the other player k in a row?"""

    x: int
    o: int
    turn: int
    won: bool


class Mnk(Game[MnkState, int]):
    """``k`` in a row on ``m`` columns and ``n`` rows."""

    players = ("X", "O")
    sides = (Side("X", "#0072b2"), Side("O", "#d55e00"))
    rules = Message(
        "The players take turns to put a mark on an empty square; X begins. Whoever first has the wanted "
        "number of marks in a row (three in tic-tac-toe), across, down or diagonally, wins. A full board "
        "without such a row is a draw."
    )
    board_kind = "lines"
    piece_looks: ClassVar[dict[str, str]] = {"X": "cross", "O": "ring"}
    levels = (
        (1, 50, 0.26), (1, 50, 0.13), (20, 50), (20, 8.5), (20, 4.5), (20, 3.1), (20, 2.25), (20, 1.65), (20, 1.2),
    )  # fmt: skip

    def __init__(self, m: int = 3, n: int = 3, k: int = 3) -> None:
        if not (1 <= m <= 26 and 1 <= n <= 26 and 1 <= k <= 26):
            raise LoadError("The board {m},{n},{k} is not available: each number is from 1 to 26.", m=m, n=n, k=k)
        self.m = m
        self.n = n
        self.k = k
        self.stride = m + 1
        self.full = sum(((1 << m) - 1) << row * self.stride for row in range(n))
        self.lines = tuple(self._lines())

    @classmethod
    def from_text(cls, parameters: str) -> Mnk:
        """``mnk:4,4,3``: columns, rows, how many in a row."""
        return cls(*read_numbers(parameters, ",", 3, "mnk:4,4,3")) if parameters else cls()

    def _lines(self) -> Iterator[int]:
        """Every row of k squares, as a board."""
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for row in range(self.n):
                for column in range(self.m):
                    last_column, last_row = column + (self.k - 1) * right, row + (self.k - 1) * down
                    if 0 <= last_column < self.m and last_row < self.n:
                        yield sum(1 << (row + i * down) * self.stride + column + i * right for i in range(self.k))

    # The rules

    def start(self) -> MnkState:
        return MnkState(0, 0, 0, False)

    def player(self, state: MnkState) -> int:
        return state.turn

    def moves(self, state: MnkState) -> Iterator[int]:
        if state.won:
            return
        empty = self.full & ~(state.x | state.o)
        for row in range(self.n):
            for move in range(row * self.stride, row * self.stride + self.m):
                if empty >> move & 1:
                    yield move

    def play(self, state: MnkState, move: int) -> MnkState:
        if state.turn == 0:
            x = state.x | 1 << move
            return MnkState(x, state.o, 1, self.has_line(x))
        o = state.o | 1 << move
        return MnkState(state.x, o, 0, self.has_line(o))

    def over(self, state: MnkState) -> bool:
        return state.won or state.x | state.o == self.full

    def score(self, state: MnkState) -> int:
        if not state.won:
            return 0
        return 1 if state.turn else -1

    def has_line(self, marks: int) -> bool:
        """Are k of these marks in a row?"""
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            run = marks
            for _more in range(self.k - 1):
                run &= run >> step
            if run:
                return True
        return False

    # What helps a search

    def heuristic(self, state: MnkState) -> int:
        """1, 10, 100...

        (a million at most) points for 1, 2, 3... marks on each row of k that the other has not touched; X's less O's.
        """
        value = 0
        for line in self.lines:
            mine = (state.x & line).bit_count()
            theirs = (state.o & line).bit_count()
            if theirs == 0 and mine > 0:
                value += 10 ** min(mine - 1, 6)
            elif mine == 0 and theirs > 0:
                value -= 10 ** min(theirs - 1, 6)
        return value

    def noisy(self, state: MnkState, move: int) -> bool:
        """A move that completes a row, or that takes such a square from the opponent."""
        return self.has_line(state.x | 1 << move) or self.has_line(state.o | 1 << move)

    def order(self, state: MnkState, move: int) -> int:
        """The middle first."""
        row, column = divmod(move, self.stride)
        return -abs(2 * column - self.m + 1) - abs(2 * row - self.n + 1)

    def tier(self, state: MnkState) -> int:
        return (state.x | state.o).bit_count()

    def symmetries(self, state: MnkState) -> Iterator[MnkState]:
        for image in range(8 if self.m == self.n else 4):
            yield MnkState(self.transform(state.x, image), self.transform(state.o, image), state.turn, state.won)

    def transform(self, marks: int, image: int) -> int:
        """One of the board's images: bit 0 exchanges left and right, bit 1 up and down, bit 2 rows and columns."""
        result = 0
        for row in range(self.n):
            for column in range(self.m):
                if marks >> row * self.stride + column & 1:
                    to_row = self.n - 1 - row if image & 2 else row
                    to_column = self.m - 1 - column if image & 1 else column
                    if image & 4:
                        to_row, to_column = to_column, to_row
                    result |= 1 << to_row * self.stride + to_column
        return result

    # What people see and type

    def grid(self, state: MnkState) -> list[list[str]]:
        squares = [[1 << row * self.stride + column for column in range(self.m)] for row in range(self.n)]
        return [["X" if state.x & square else "O" if state.o & square else "." for square in row] for row in squares]

    def explain(self, state: MnkState) -> Iterator[Term]:
        found: dict[int, dict[tuple[int, int], int]] = {}
        for line in self.lines:
            x, o = state.x & line, state.o & line
            marks = x | o
            if marks and not (x and o):  # counted on the first of its marks
                cell = divmod((marks & -marks).bit_length() - 1, self.stride)
                cells = found.setdefault(marks.bit_count(), {})
                cells[cell] = cells.get(cell, 0) + 10 ** min(marks.bit_count() - 1, 6) * (1 if x else -1)
        for count, cells in sorted(found.items()):
            yield Term.of_cells(Message("Marks on an open row: {count}", count=count), cells)

    def describe_heuristic(self) -> Message:
        return Message(
            "On each row of {k} that only one player has marked, one mark counts 1, two count 10, three 100 and so on; "
            "h is the points of X less those of O.",
            k=self.k,
        )

    def line_won(self, state: MnkState) -> list[tuple[int, int]]:
        return [
            divmod(square, self.stride)
            for line in self.lines
            if line in (state.x & line, state.o & line)
            for square in bits(line)
        ]

    def text(self, state: MnkState) -> str:
        return board_text(self.grid(state))

    def move_name(self, state: MnkState, move: int) -> str:
        row, column = divmod(move, self.stride)
        return square_name(column, row)

    def parse_move(self, state: MnkState, text: str) -> int:
        name = text.strip()
        if self.m * self.n == 9 and len(name) == 1 and name in "123456789":
            row, column = divmod(int(name) - 1, self.m)
            name = square_name(column, row)
        return super().parse_move(state, name)

    def state_name(self, state: MnkState) -> str:
        return "/".join("".join(row) for row in self.grid(state))

    def parse_state(self, text: str) -> MnkState:
        if not is_board(text, self.m, self.n):
            return self.play_line(self.start(), split_squares(text))
        cells = read_board(text, self.m, self.n, {"x": "X", "o": "O", ".": ".", "-": ".", "_": "."})
        x, o = (
            sum(1 << i // self.m * self.stride + i % self.m for i, cell in enumerate(cells) if cell == mark)
            for mark in "XO"
        )
        turn = cells.count("X") - cells.count("O")
        if turn not in (0, 1):
            raise NotationError(
                "X begins, so X has as many marks as O or one more; here X has {x} and O has {o}.",
                x=cells.count("X"),
                o=cells.count("O"),
            )
        if self.has_line(x if turn == 0 else o):
            raise NotationError("The winner of this board isn't the player who moved last, so play can't lead to it.")
        return MnkState(x, o, turn, self.has_line(o if turn == 0 else x))


def tictactoe() -> Mnk:
    """Tic-tac-toe: three in a row on a 3 by 3 board."""
    return Mnk(3, 3, 3)
