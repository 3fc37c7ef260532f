"""Quixo: take a cube from the border, blank or yours, and push it back in with your mark up; a whole line wins.

       a  b  c  d  e
    1  0  1  2  3  4     one bit a square, row by row from the top. ``x`` holds Max's marks and ``o`` Min's; X begins.
    2  5  6  7  8  9     A cube of the border that shows no mark of the opponent's is taken out, turned to one's own
    3 10 11 12 13 14     mark, and pushed in at an end of its row or column, not where it was: the cubes between move
    4 15 16 17 18 19     up by one. A row, a column or a diagonal of one mark ends the game; whoever makes a line of the
    5 20 21 22 23 24     opponent's has lost, even with one of their own.

Whoever moves always can, since a border without such a cube would be lines of the opponent's. Nothing ends a game that
goes round, and that is a draw. No move lowers the number of marks.

A move is the square that a cube is taken from and the one where it is pushed in, ``b1b5``; inside, from * 32 + to.
Positions are written as the moves played, ``b1b5 a3e3``, or as the board from the top row down and the side to move,
``X..../...../...../...../....O X``.

Reference: S. Tanaka, F. Bonnet, S. Tixeuil, Y. Tamura, "Quixo is solved", 2020. 5x5 is a draw; the first player wins on
3x3 and 4x4, in 7 and in 21 plies. T. Chapeau invented the game (1995).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import Game, Side, Term
from elagage.games.square_names import (
    bits,
    board_text,
    is_board,
    read_board,
    read_numbers,
    split_side,
    split_steps,
    square_name,
)
from elagage.i18n import Message

__all__ = ["Quixo", "QuixoState"]

SIZES = (3, 4, 5)
STEP = 32
"""A move is from * STEP + to."""


class QuixoState(NamedTuple):
    """``x``: Max's marks; ``o``: Min's marks; ``turn``: who moves."""

    x: int
    o: int
    turn: int


class Quixo(Game[QuixoState, int]):
    """Quixo on a ``size`` by ``size`` board."""

    players = ("X", "O")
    sides = (Side("X", "#0072b2"), Side("O", "#d55e00"))
    rules = Message(
        "A move takes a cube from the border that is blank or shows one's own mark, turns it to one's own "
        "mark, and pushes it in at an end of its row or column, but not where it was. A whole row, column or "
        "diagonal of one's marks wins; whoever makes a line of the other side's loses. Play that goes round "
        "is a draw."
    )
    board_kind = "lines"
    piece_looks: ClassVar[dict[str, str]] = {"X": "cross", "O": "ring"}
    cycles = True

    def __init__(self, size: int = 5) -> None:
        if size not in SIZES:
            raise LoadError(
                "A board of size {size} is not available: the sizes are {sizes}.",
                size=size,
                sizes=", ".join(map(str, SIZES)),
            )
        self.size = size
        self.squares = size * size
        self.lines = tuple(self._lines())
        self.pushes = tuple(self._pushes())
        self.between = tuple(self._between(*divmod(move, STEP)) for move in range(self.squares * STEP))
        self.images = tuple(self._row_image(number) for number in range(8 * size << size))

    @classmethod
    def from_text(cls, parameters: str) -> Quixo:
        """``quixo``, ``quixo:4``."""
        return cls(*read_numbers(parameters, ",", 1, "quixo:4")) if parameters else cls()

    def _lines(self) -> Iterator[int]:
        """Every line that wins, as a board."""
        size = self.size
        for number in range(size):
            yield sum(1 << number * size + i for i in range(size))
            yield sum(1 << i * size + number for i in range(size))
        yield sum(1 << i * size + i for i in range(size))
        yield sum(1 << i * size + size - 1 - i for i in range(size))

    def _pushes(self) -> Iterator[int]:
        """Every move there can be."""
        last = self.size - 1
        for at in range(self.squares):
            row, column = divmod(at, self.size)
            if row in (0, last) or column in (0, last):
                ends = {row * self.size, row * self.size + last, column, last * self.size + column} - {at}
                for to in sorted(ends):
                    yield at * STEP + to

    def _between(self, at: int, to: int) -> int:
        """The squares from ``to`` on whose cubes move up when the one at ``at`` is taken out."""
        if to >= self.squares or (at // self.size != to // self.size and at % self.size != to % self.size):
            return 0
        step = self.size if at % self.size == to % self.size else 1
        return sum(1 << square for square in range(to, at, step if to < at else -step))

    def _row_image(self, number: int) -> int:
        """Where the marks of a row go in an image of the board; the number says which image, row and marks.

        Bit 0 of the image exchanges left and right, bit 1 up and down, bit 2 rows and columns.
        """
        last = self.size - 1
        place, marks = divmod(number, 1 << self.size)
        image, row = divmod(place, self.size)
        result = 0
        for column in bits(marks):
            to_row = last - row if image & 2 else row
            to_column = last - column if image & 1 else column
            result |= 1 << (to_column * self.size + to_row if image & 4 else to_row * self.size + to_column)
        return result

    # The rules

    def start(self) -> QuixoState:
        return QuixoState(0, 0, 0)

    def player(self, state: QuixoState) -> int:
        return state.turn

    def moves(self, state: QuixoState) -> Iterator[int]:
        if self.has_line(state.x) or self.has_line(state.o):
            return
        other = state.o if state.turn == 0 else state.x
        for move in self.pushes:
            if other >> move // STEP & 1 == 0:
                yield move

    def play(self, state: QuixoState, move: int) -> QuixoState:
        at, to = divmod(move, STEP)
        x, o = self.push(state.x, at, to), self.push(state.o, at, to)
        if state.turn == 0:
            return QuixoState(x | 1 << to, o, 1)
        return QuixoState(x, o | 1 << to, 0)

    def over(self, state: QuixoState) -> bool:
        return self.has_line(state.x) or self.has_line(state.o)

    def score(self, state: QuixoState) -> int:
        # A line of whoever is to move was made by the other, who has lost by it.
        if state.turn == 0:
            return 1 if self.has_line(state.x) else -1
        return -1 if self.has_line(state.o) else 1

    def push(self, marks: int, at: int, to: int) -> int:
        """Some marks after the cube at ``at`` was taken out and those from ``to`` on moved up; ``to`` is free."""
        between = self.between[at * STEP + to]
        step = self.size if (at - to) % self.size == 0 else 1
        moving = marks & between
        return marks & ~(between | 1 << at) | (moving << step if to < at else moving >> step)

    def has_line(self, marks: int) -> bool:
        """Is there a line of these marks?"""
        for line in self.lines:
            if marks & line == line:
                return True
        return False

    # What helps a search

    def heuristic(self, state: QuixoState) -> int:
        """The number of marks in each line, squared; X's less O's."""
        value = 0
        for line in self.lines:
            mine, theirs = (state.x & line).bit_count(), (state.o & line).bit_count()
            value += mine * mine - theirs * theirs
        return value

    def noisy(self, state: QuixoState, move: int) -> bool:
        """A move that completes a line."""
        return self.over(self.play(state, move))

    def order(self, state: QuixoState, move: int) -> int:
        """A blank cube first, which is a mark more."""
        return 1 - ((state.x | state.o) >> move // STEP & 1)

    def symmetries(self, state: QuixoState) -> Iterator[QuixoState]:
        for image in range(8):
            yield QuixoState(self.transform(state.x, image), self.transform(state.o, image), state.turn)

    def transform(self, marks: int, image: int) -> int:
        """One of the eight images of some marks."""
        result = 0
        for row in range(self.size):
            line = marks >> row * self.size & (1 << self.size) - 1
            result |= self.images[(image * self.size + row << self.size) + line]
        return result

    def tier(self, state: QuixoState) -> int:
        return (state.x | state.o).bit_count()

    # What people see and type

    def grid(self, state: QuixoState) -> list[list[str]]:
        cells = ["X" if state.x >> i & 1 else "O" if state.o >> i & 1 else "." for i in range(self.squares)]
        return [cells[i : i + self.size] for i in range(0, self.squares, self.size)]

    def explain(self, state: QuixoState) -> Iterator[Term]:
        cells: dict[tuple[int, int], int] = {}
        for line in self.lines:
            for marks, sign in ((state.x & line, 1), (state.o & line, -1)):
                for square in bits(marks):
                    cell = divmod(square, self.size)
                    cells[cell] = cells.get(cell, 0) + sign * marks.bit_count()
        yield Term.of_cells(Message("For each mark, those of its side in each line that it is in"), cells)

    def line_won(self, state: QuixoState) -> list[tuple[int, int]]:
        winner = state.x if self.score(state) > 0 else state.o
        return [divmod(square, self.size) for line in self.lines if winner & line == line for square in bits(line)]

    def text(self, state: QuixoState) -> str:
        return board_text(self.grid(state))

    def move_name(self, state: QuixoState, move: int) -> str:
        return "".join(square_name(square % self.size, square // self.size) for square in divmod(move, STEP))

    def parse_move(self, state: QuixoState, text: str) -> int:
        return super().parse_move(state, text.replace("-", ""))

    def state_name(self, state: QuixoState) -> str:
        return "/".join("".join(row) for row in self.grid(state)) + " " + self.players[state.turn]

    def parse_state(self, text: str) -> QuixoState:
        if not is_board(text, self.size, self.size):
            return self.play_line(self.start(), split_steps(text))
        board, turn = split_side(text, self.players)
        cells = read_board(board, self.size, self.size, {"x": "X", "o": "O", ".": ".", "-": ".", "_": "."})
        x, o = (sum(1 << i for i, cell in enumerate(cells) if cell == mark) for mark in "XO")
        begun = (x != 0, o != 0) == (turn == 1, False) and x.bit_count() == turn
        if not begun and not (x and o):
            raise NotationError(
                "X begins and every move leaves a mark, so play can't lead to this board with {player} to move.",
                player=self.players[turn],
            )
        return QuixoState(x, o, turn)
