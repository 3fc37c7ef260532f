"""Knights' tours: a knight goes over the whole board and is on every square once.

      a  b  c  d  e
    1 K  .  .  .  .      one bit a square, row by row from the top: a1 is bit 0, b1 bit 1...
    2 .  .  x  .  .      x: where the knight can jump from a1
    3 .  x  .  .  .      A jump costs 1, so that every tour costs the same: it is there or it is not.

Squares with the fewest ways on come first (Warnsdorff's rule), which mostly finds a tour without going back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from elagage.errors import LoadError
from elagage.games.square_names import board_text, square_name
from elagage.paths.problem import Problem
from elagage.paths.problems.read_problem import make_parameters_error, make_state_error
from elagage.result import Number

__all__ = ["Knights", "Tour"]

JUMPS = ((1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2))


class Tour(NamedTuple):
    """``visited``: where the knight has been, as a word with its sign; ``square``: where it is; ``left``:
    squares still to go.
    """

    visited: int
    square: int
    left: int


class Knights(Problem[Tour]):
    """A knight's tour over a board of at most 64 squares, from a square (0 is a1, 1 is b1)."""

    def __init__(self, width: int = 5, height: int = 5, first: int = 0) -> None:
        if width < 1 or height < 1 or width > 26 or width * height > 64:
            raise LoadError("A board for knights has 1 to 64 squares, and at most 26 columns.")
        if not 0 <= first < width * height:
            raise LoadError("The knight must start on the board.")
        self.width, self.height, self.first = width, height, first
        self.squares = width * height
        self.bits = tuple(1 << square if square < 63 else -(1 << 63) for square in range(self.squares))
        heads, counts = [], []
        for square in range(self.squares):
            y, x = divmod(square, width)
            near = [
                (y + down) * width + x + right
                for right, down in JUMPS
                if 0 <= x + right < width and 0 <= y + down < height
            ]
            counts.append(len(near))
            heads += near + [0] * (8 - len(near))
        self.heads, self.counts = tuple(heads), tuple(counts)

    @classmethod
    def from_text(cls, parameters: str) -> Knights:
        """``knights:5x5`` from the corner a1, ``knights:5x5:c3`` from another square."""
        found = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})(?::([a-z])([0-9]{1,2}))?", parameters.strip().casefold())
        if not parameters.strip():
            return cls()
        if not found:
            raise make_parameters_error(parameters, "knights:5x5:c3")
        width, height = int(found[1]), int(found[2])
        if not found[3]:
            return cls(width, height)
        column, row = ord(found[3]) - ord("a"), int(found[4]) - 1
        return cls(width, height, row * width + column if column < width else -1)

    # The rules

    def start(self) -> Tour:
        return Tour(self.bits[self.first], self.first, self.squares - 1)

    def successors(self, state: Tour) -> Iterator[tuple[Tour, Number]]:
        ways = 0  # four bits for each jump: how many ways lead on from there, 15 if it can't be made
        for jump in range(8):
            onward = 15
            if jump < self.counts[state.square]:
                square = self.heads[state.square * 8 + jump]
                if state.visited & self.bits[square] == 0:
                    onward = self.count_onward(state.visited, square)
            ways |= onward << 4 * jump
        for wanted in range(8):
            for jump in range(8):
                if ways >> 4 * jump & 15 == wanted:
                    square = self.heads[state.square * 8 + jump]
                    yield Tour(state.visited | self.bits[square], square, state.left - 1), 1

    def count_onward(self, visited: int, square: int) -> int:
        """How many squares that are still to be visited can be reached from there; 7 at most."""
        count = 0
        for jump in range(self.counts[square]):
            if visited & self.bits[self.heads[square * 8 + jump]] == 0:
                count += 1
        return min(count, 7)

    def goal(self, state: Tour) -> bool:
        return state.left == 0

    # What helps a search

    def heuristic(self, state: Tour) -> Number:
        """The squares that are left, which is right wherever there is a way.

        Admissible: a jump costs 1 and visits one of them, so that a tour takes exactly as many.
        """
        return state.left

    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic",)

    # What people see and type

    def name_of(self, square: int) -> str:
        """The name of a square."""
        return square_name(square % self.width, square // self.width)

    def grid(self, state: Tour) -> list[list[str]]:
        """The board: ``N`` is the knight, ``x`` where it has been."""
        cells = ["x" if state.visited & bit else "." for bit in self.bits]
        cells[state.square] = "N"
        return [cells[row * self.width : (row + 1) * self.width] for row in range(self.height)]

    def state_name(self, state: Tour) -> str:
        return "/".join("".join(row) for row in self.grid(state))

    def parse_state(self, text: str) -> Tour:
        """The board from the top row down, ``Nx./...`` say."""
        rows = "".join(text.split()).split("/")
        cells = "".join(rows).casefold()
        if (
            [len(row) for row in rows] != [self.width] * self.height
            or cells.count("n") != 1
            or not set(cells) <= set("nx.")
        ):
            raise make_state_error(text, self.state_name(self.start()))
        visited = 0
        for bit, cell in zip(self.bits, cells):
            visited |= bit if cell != "." else 0
        return Tour(visited, cells.index("n"), cells.count("."))

    def step_name(self, before: Tour, after: Tour) -> str:
        return self.name_of(after.square)

    def text(self, state: Tour) -> str:
        return board_text(self.grid(state))
