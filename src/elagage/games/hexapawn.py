"""Hexapawn, of any number of rows and columns: nothing but pawns, and the first to arrive wins.

      a b c
    1 O O O     one bit a square, row by row from the top: a1 is bit 0, c3 is bit 8. ``x`` and ``o`` hold the pawns; X
    2 . . .     is Max, goes up and begins. A pawn steps straight ahead onto an empty square, or takes diagonally ahead.
    3 X X X     Who brings a pawn to the far row wins; who can't move loses.

Moves are two squares, ``b3b2``; inside, from * squares + to. Positions are written as the moves played, ``b3b2 a1b2``,
or as the board from the top row down and the side to move, ``OOO/.X./X.X O``. Martin Gardner's game is the one of 3 by
3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import Game, Side, Term
from elagage.games.square_names import (
    board_text,
    mirror_board,
    read_board,
    read_numbers,
    split_side,
    split_steps,
    square_name,
)
from elagage.i18n import Message

__all__ = ["Hexapawn", "HexapawnState"]


class HexapawnState(NamedTuple):
    """``x``: Max's pawns; ``o``: Min's pawns; ``turn``: who moves."""

    x: int
    o: int
    turn: int


class Hexapawn(Game[HexapawnState, int]):
    """Hexapawn on ``rows`` by ``columns`` squares."""

    players = ("X", "O")
    sides = (Side(Message("White"), "white"), Side(Message("Black"), "black"))
    rules = Message(
        "White begins, and goes up the board. A pawn steps straight ahead onto an empty square, or takes a "
        "pawn diagonally ahead. Whoever brings a pawn to the far row wins; whoever can't move loses."
    )
    board_kind = "checkers"
    piece_looks: ClassVar[dict[str, str]] = {"X": "white pawn", "O": "black pawn"}
    symmetric_keys = True
    levels = (
        (1, 50, 1), (1, 50, 0.47), (20, 0.02), (20, 0.02), (20, 0.02), (20, 0.02), (20, 0.02), (20, 0.02), (20, 0.02),
    )  # fmt: skip

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        if not (rows >= 2 and 1 <= columns <= 26 and rows * columns <= 64):
            raise LoadError(
                "A Hexapawn board of {rows}x{columns} is not available: 2 rows or more, 64 squares at most.",
                rows=rows,
                columns=columns,
            )
        self.rows = rows
        self.columns = columns
        self.squares = rows * columns
        self.full = (1 << self.squares) - 1
        self.line = (1 << columns) - 1
        self.bottom = self.line << self.squares - columns
        self.left = sum(1 << row * columns for row in range(rows))
        self.right = self.left << columns - 1

    @classmethod
    def from_text(cls, parameters: str) -> Hexapawn:
        """``hexapawn`` or ``hexapawn:3x3``, rows first."""
        return cls(*read_numbers(parameters.casefold(), "x", 2, "hexapawn:4x3")) if parameters else cls()

    # The rules

    def start(self) -> HexapawnState:
        return HexapawnState(self.bottom, self.line, 0)

    def player(self, state: HexapawnState) -> int:
        return state.turn

    def moves(self, state: HexapawnState) -> Iterator[int]:
        if self.has_arrived(state):
            return
        own, other = (state.x, state.o) if state.turn == 0 else (state.o, state.x)
        ahead = -self.columns if state.turn == 0 else self.columns
        pawns = own
        while pawns != 0:
            low = pawns & -pawns
            pawn = low.bit_length() - 1
            step = pawn + ahead
            column = pawn % self.columns
            if column > 0 and other >> step - 1 & 1:
                yield pawn * self.squares + step - 1
            if column < self.columns - 1 and other >> step + 1 & 1:
                yield pawn * self.squares + step + 1
            if not (own | other) >> step & 1:
                yield pawn * self.squares + step
            pawns ^= low

    def play(self, state: HexapawnState, move: int) -> HexapawnState:
        pawn, to = divmod(move, self.squares)
        if state.turn == 0:
            return HexapawnState(state.x ^ (1 << pawn | 1 << to), state.o & ~(1 << to), 1)
        return HexapawnState(state.x & ~(1 << to), state.o ^ (1 << pawn | 1 << to), 0)

    def over(self, state: HexapawnState) -> bool:
        if self.has_arrived(state):
            return True
        if state.turn == 0:
            ahead, other = state.x >> self.columns & self.full >> self.columns, state.o
        else:
            ahead, other = state.o << self.columns & self.full, state.x
        beside = (other & ~self.right) << 1 | (other & ~self.left) >> 1 & ~self.right
        return ahead & (beside | ~(state.x | state.o)) == 0

    def score(self, state: HexapawnState) -> int:
        if state.x & self.line != 0:
            return 1
        if state.o & self.bottom != 0:
            return -1
        return 1 if state.turn else -1

    def has_arrived(self, state: HexapawnState) -> bool:
        """Has a pawn reached the far row?"""
        return (state.x & self.line | state.o & self.bottom) != 0

    # What helps a search

    def heuristic(self, state: HexapawnState) -> int:
        """Ten for each pawn and one for each row it has advanced; X's less O's."""
        value = 10 * (state.x.bit_count() - state.o.bit_count())
        for row in range(self.rows):
            line = self.line << row * self.columns
            value += (self.rows - 1 - row) * (state.x & line).bit_count() - row * (state.o & line).bit_count()
        return value

    def noisy(self, state: HexapawnState, move: int) -> bool:
        """A move that takes a pawn."""
        return (state.x | state.o) >> move % self.squares & 1 != 0

    def order(self, state: HexapawnState, move: int) -> int:
        """Pawns that take first, then those that are far ahead."""
        to = move % self.squares
        row = to // self.columns
        advance = self.rows - 1 - row if state.turn == 0 else row
        return advance + self.rows if (state.x | state.o) >> to & 1 else advance

    def symmetries(self, state: HexapawnState) -> tuple[HexapawnState, HexapawnState]:
        """Left and right exchanged."""
        x = mirror_board(state.x, self.columns, self.rows)
        return state, HexapawnState(x, mirror_board(state.o, self.columns, self.rows), state.turn)

    # What people see and type

    def grid(self, state: HexapawnState) -> list[list[str]]:
        cells = ["X" if state.x >> i & 1 else "O" if state.o >> i & 1 else "." for i in range(self.squares)]
        return [cells[i : i + self.columns] for i in range(0, self.squares, self.columns)]

    def explain(self, state: HexapawnState) -> Iterator[Term]:
        pawns: dict[tuple[int, int], int] = {}
        advanced: dict[tuple[int, int], int] = {}
        for square in range(self.squares):
            row, column = divmod(square, self.columns)
            x, o = state.x >> square & 1, state.o >> square & 1
            pawns[row, column] = 10 * (x - o)
            advanced[row, column] = (self.rows - 1 - row) * x - row * o
        yield Term.of_cells(Message("Ten for each pawn"), pawns)
        yield Term.of_cells(Message("One for each row that a pawn has advanced"), advanced)

    def tally(self, state: HexapawnState) -> tuple[int, int]:
        return state.x.bit_count(), state.o.bit_count()

    def text(self, state: HexapawnState) -> str:
        return board_text(self.grid(state))

    def move_name(self, state: HexapawnState, move: int) -> str:
        squares = [divmod(square, self.columns) for square in divmod(move, self.squares)]
        return "".join(square_name(column, row) for row, column in squares)

    def state_name(self, state: HexapawnState) -> str:
        return "/".join("".join(row) for row in self.grid(state)) + " " + self.players[state.turn]

    def parse_state(self, text: str) -> HexapawnState:
        if "/" not in text:
            return self.play_line(self.start(), split_steps(text))
        board, turn = split_side(text, self.players)
        cells = read_board(board, self.columns, self.rows, {"x": "X", "o": "O", ".": ".", "-": ".", "_": "."})
        x, o = (sum(1 << i for i, cell in enumerate(cells) if cell == mark) for mark in "XO")
        winner = 0 if x & self.line else 1
        if self.has_arrived(HexapawnState(x, o, turn)) and (turn == winner or (x & self.line and o & self.bottom)):
            raise NotationError("The winner of this board isn't the player who moved last, so play can't lead to it.")
        return HexapawnState(x, o, turn)
