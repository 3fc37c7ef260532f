"""Domineering, of any number of rows and columns: dominoes, upright for one player and lying for the other.

      a b c d
    1 . # . .     one bit a square, row by row from the top: a1 is bit 0, d4 is bit 15. ``taken`` holds the squares
    2 . # . .     under dominoes, whoever put them there. V is Max and puts dominoes upright, H is Min and lays them
    3 . . # #     flat; a domino takes two empty squares. Who can't move loses. V begins, unless the game is told
    4 . . . .     otherwise.

A move is the upper or the left square of its domino: ``b1`` and then ``c3`` led to this position. Positions are written
as the moves played, ``b1c3``, or as the board from the top row down and the side to move, ``.#../.#../..##/.... V``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from elagage.errors import LoadError
from elagage.game import Game, Side, Term
from elagage.games.square_names import (
    bits,
    board_text,
    flip_board,
    mirror_board,
    read_board,
    read_numbers,
    split_side,
    split_squares,
    square_name,
)
from elagage.i18n import Message

__all__ = ["Domineering", "DomineeringState"]


class DomineeringState(NamedTuple):
    """``taken``: the squares under dominoes; ``turn``: who moves, 0 for the player of upright dominoes."""

    taken: int
    turn: int


class Domineering(Game[DomineeringState, int]):
    """Domineering on ``rows`` by ``columns`` squares; ``horizontal``: Min, who lays dominoes flat, begins."""

    players = ("V", "H")
    sides = (Side(Message("Vertical"), "#0b4f7d"), Side(Message("Horizontal"), "#f2b48a"))
    rules = Message(
        "The players take turns to put a domino on two empty squares: one always upright, the other always "
        "lying. Whoever can't move loses."
    )
    board_kind = "dominoes"
    symmetric_keys = True
    levels = (
        (1, 1.1, 0.41), (1, 0.86, 0.32), (2, 0.77), (3, 0.71), (4, 0.7), (6, 0.66), (12, 0.4), (14, 0.4), (16, 0.41),
    )  # fmt: skip

    def __init__(self, rows: int = 6, columns: int = 6, horizontal: bool = False) -> None:
        if not (1 <= rows <= 64 and 1 <= columns <= 26 and rows * columns <= 64):
            raise LoadError(
                "A Domineering board of {rows}x{columns} is not available: 1 to 64 squares, 26 columns at most.",
                rows=rows,
                columns=columns,
            )
        self.rows = rows
        self.columns = columns
        self.first = int(horizontal)
        self.squares = rows * columns
        self.full = (1 << self.squares) - 1
        self.line = (1 << columns) - 1
        self.left = sum(1 << row * columns for row in range(rows))
        self.right = self.left << columns - 1
        # Where the first square of a domino can be: it needs a square below it, or one to the right.
        self.upper = self.full >> columns
        self.lefter = self.full ^ self.right

    @classmethod
    def from_text(cls, parameters: str) -> Domineering:
        """``domineering``, ``domineering:4x4``, ``domineering:4x4:horizontal`` (who lays dominoes flat begins)."""
        if not parameters:
            return cls()
        size, colon, begins = parameters.casefold().partition(":")
        if colon and begins not in ("horizontal", "vertical"):
            raise LoadError(
                "'{text}' is not what this game takes; write it like {example}.",
                text=parameters,
                example="domineering:4x4:horizontal",
            )
        rows, columns = read_numbers(size, "x", 2, "domineering:4x4")
        return cls(rows, columns, begins == "horizontal")

    # The rules

    def start(self) -> DomineeringState:
        return DomineeringState(0, self.first)

    def player(self, state: DomineeringState) -> int:
        return state.turn

    def moves(self, state: DomineeringState) -> Iterator[int]:
        places = self.places(self.full & ~state.taken, state.turn)
        while places != 0:
            low = places & -places
            yield low.bit_length() - 1
            places ^= low

    def play(self, state: DomineeringState, move: int) -> DomineeringState:
        return DomineeringState(state.taken | self.domino(move, state.turn), 1 - state.turn)

    def over(self, state: DomineeringState) -> bool:
        return self.places(self.full & ~state.taken, state.turn) == 0

    def score(self, state: DomineeringState) -> int:
        return 1 if state.turn else -1

    def places(self, free: int, side: int) -> int:
        """The first squares of all the dominoes that this side can put down."""
        if side == 0:
            return free & free >> self.columns & self.upper
        return free & free >> 1 & self.lefter

    def domino(self, move: int, side: int) -> int:
        """The two squares of a domino."""
        return 1 << move | 1 << move + (1 if side else self.columns)

    # What helps a search

    def heuristic(self, state: DomineeringState) -> int:
        """How many more dominoes V could put down than H if the other passed for ever;
        those that nobody can prevent count twice.
        """
        free = self.full & ~state.taken
        value = self.room(free, 0) - self.room(free, 1)
        return value + self.room(self.find_safe_squares(free, 0), 0) - self.room(self.find_safe_squares(free, 1), 1)

    def heuristic_mobility(self, state: DomineeringState) -> int:
        """V's moves less H's."""
        free = self.full & ~state.taken
        return self.places(free, 0).bit_count() - self.places(free, 1).bit_count()

    def find_safe_squares(self, free: int, side: int) -> int:
        """The free squares that no domino of the other side can cover."""
        if side == 0:
            return free & ~(free << 1 & ~self.left | free >> 1 & ~self.right)
        return free & ~(free << self.columns & self.full | free >> self.columns & self.upper)

    def room(self, free: int, side: int) -> int:
        """How many dominoes of this side find room together."""
        count = 0
        starts = self.left if side else self.line
        for _line in range(self.columns - 1 if side else self.rows - 1):
            fit = self.places(free, side) & starts
            count += fit.bit_count()
            free &= ~(fit | fit << (1 if side else self.columns))
            starts <<= 1 if side else self.columns
        return count

    def order(self, state: DomineeringState, move: int) -> int:
        """What leaves many moves to oneself and few to the opponent first."""
        free = self.full & ~(state.taken | self.domino(move, state.turn))
        return 8 * (self.places(free, state.turn).bit_count() - self.places(free, 1 - state.turn).bit_count())

    def symmetries(self, state: DomineeringState) -> Iterator[DomineeringState]:
        """Left and right exchanged, up and down exchanged, both."""
        upside = flip_board(state.taken, self.columns, self.rows)
        yield state
        yield DomineeringState(upside, state.turn)
        yield DomineeringState(mirror_board(state.taken, self.columns, self.rows), state.turn)
        yield DomineeringState(mirror_board(upside, self.columns, self.rows), state.turn)

    # What people see and type

    def grid(self, state: DomineeringState) -> list[list[str]]:
        cells = ["#" if state.taken >> i & 1 else "." for i in range(self.squares)]
        return [cells[i : i + self.columns] for i in range(0, self.squares, self.columns)]

    def explain(self, state: DomineeringState) -> Iterator[Term]:
        free = self.full & ~state.taken
        room = self.room(free, 0) - self.room(free, 1)
        sure = self.room(self.find_safe_squares(free, 0), 0) - self.room(self.find_safe_squares(free, 1), 1)
        yield Term(Message("One for each domino that finds room if the other passes"), room)
        yield Term(Message("One more for each that nobody can prevent"), sure)

    def explain_mobility(self, state: DomineeringState) -> Iterator[Term]:
        """The moves of each side, on their upper or left squares."""
        free = self.full & ~state.taken
        for side, name in enumerate((Message("One for each move of V"), Message("Minus one for each move of H"))):
            cells = {divmod(square, self.columns): 1 - 2 * side for square in bits(self.places(free, side))}
            yield Term.of_cells(name, cells)

    def text(self, state: DomineeringState) -> str:
        return board_text(self.grid(state))

    def move_name(self, state: DomineeringState, move: int) -> str:
        row, column = divmod(move, self.columns)
        return square_name(column, row)

    def state_name(self, state: DomineeringState) -> str:
        return "/".join("".join(row) for row in self.grid(state)) + " " + self.players[state.turn]

    def parse_state(self, text: str) -> DomineeringState:
        if not any(mark in text for mark in "/.#"):
            return self.play_line(self.start(), split_squares(text))
        board, turn = split_side(text, self.players)
        cells = read_board(board, self.columns, self.rows, {"#": "#", "x": "#", ".": ".", "-": ".", "_": "."})
        return DomineeringState(sum(1 << i for i, cell in enumerate(cells) if cell == "#"), turn)
