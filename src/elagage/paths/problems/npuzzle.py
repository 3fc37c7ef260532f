"""Sliding puzzles: 8, 15 or 24 tiles and an empty cell, into which a tile beside it can be slid.

    goal   .  1  2        cells are numbered from 0 as one reads; tile t belongs in cell t and the blank (0) in cell 0.
           3  4  5        Up to 15 tiles, ``cells`` is one word of 64 bits: tile ``cells >> 4 * cell & 15`` is in that
           6  7  8        cell. It is kept with its sign, so that it is the same number compiled and interpreted.

Boards are written as their cells, ``1,4,2,3,0,5,6,7,8``. A state carries its Manhattan distance along; a slide changes
it by one.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.paths.problem import Problem
from elagage.paths.problems.pattern_databases import load_patterns, neighbours, partition_of
from elagage.paths.problems.read_problem import make_parameters_error, make_state_error
from elagage.result import Number

__all__ = ["Board", "LongBoard", "NPuzzle", "NPuzzle24", "solvable"]

EXAMPLE = "npuzzle:8:1,4,2,3,0,5,6,7,8, npuzzle:15:40#3:patterns=5-5-5"
SIDES = {3: 2, 8: 3, 15: 4, 24: 5}
ESTIMATES = ("manhattan", "conflict", "patterns")


class Board(NamedTuple):
    """``cells``: four bits a cell; ``blank``: the empty cell; ``distance``:
    the sum of the tiles' Manhattan distances.
    """

    cells: int
    blank: int
    distance: int


class LongBoard(NamedTuple):
    """The same with more than 16 cells, as a tuple."""

    cells: tuple[int, ...]
    blank: int
    distance: int


class NPuzzle(Problem[Any]):
    """A puzzle of 3, 8 or 15 tiles; ``estimate`` says which heuristic is used,
    ``sizes`` of what sizes the patterns are.
    """

    def __init__(
        self, board: Sequence[int] = (1, 4, 2, 3, 0, 5, 6, 7, 8), estimate: str = "manhattan", sizes: Sequence[int] = ()
    ) -> None:
        self.side = SIDES.get(len(board) - 1, 0)
        if not self.side or (self.side == 5) != isinstance(self, NPuzzle24):
            raise LoadError("A sliding puzzle has 3, 8, 15 or 24 tiles, not {count}.", count=len(board) - 1)
        if estimate not in ESTIMATES:
            raise LoadError(
                "There is no heuristic '{name}'; there are {names}.", name=estimate, names=", ".join(ESTIMATES)
            )
        side = self.side
        self.count = side * side
        self.estimate = ESTIMATES.index(estimate)
        self.near = tuple(cell for row in neighbours(side) for cell in row)
        self.begin = tuple(sum(map(len, neighbours(side)[:cell])) for cell in range(self.count + 1))
        pairs = [(tile, cell) for tile in range(self.count) for cell in range(self.count)]
        self.far = tuple(
            abs(tile // side - cell // side) + abs(tile % side - cell % side) if tile else 0 for tile, cell in pairs
        )
        self.put = tuple(convert_signed(tile << 4 * cell) if side < 5 else 0 for tile, cell in pairs)
        self.tabulate_slides()
        lines = [(tile, line) for tile in range(self.count) for line in range(side)]
        self.row_digit = tuple(tile % side + 1 if tile and tile // side == line else 0 for tile, line in lines)
        self.column_digit = tuple(tile // side + 1 if tile and tile % side == line else 0 for tile, line in lines)
        self.conflicts = tuple(conflict(code, side) for code in range((side + 1) ** side))
        self.patterns, self.table, self.offsets = 0, (0,), (0,)  # type: int, Sequence[int], tuple[int, ...]
        self.firsts: tuple[int, ...] = (0,)
        self.masks: tuple[int, ...] = (0,)
        self.spots: tuple[int, ...] = (0,)
        self.owners: tuple[int, ...] = (0,)
        if estimate == "patterns":
            self.use_patterns(sizes)
        self.first = self.board_of(board)

    def tabulate_slides(self) -> None:
        """For each cell of the blank and each that it came from, the slides that don't go back, up to four: 64 times
        the slide's number, and where the cell's bits are; -1 for none. And what a slide of each tile changes.
        """
        self.slides: tuple[int, ...] = ()
        self.change: tuple[int, ...] = ()
        self.gain: tuple[int, ...] = ()
        if self.side == 5:
            return
        rows = [(*row, -1, -1)[:4] for row in neighbours(self.side)] + [(-1,) * 4] * (16 - self.count)
        for blank, row in enumerate(rows):
            for before in range(16):
                going = [64 * (4 * blank + way) + 4 * cell for way, cell in enumerate(row) if cell not in (-1, before)]
                self.slides += (*going, *[-1] * (4 - len(going)))
            for cell, tile in ((cell, tile) for cell in row for tile in range(16)):
                known, at = cell >= 0 and tile < self.count, tile * self.count
                self.change += (self.put[at + cell] ^ self.put[at + blank] if known else 0,)
                self.gain += (self.far[at + blank] - self.far[at + cell] if known else 0,)

    def use_patterns(self, sizes: Sequence[int] = ()) -> None:
        """Load the pattern databases for ``heuristic_patterns``; they are built if they are not in the cache folder."""
        found = load_patterns(self.side, partition_of(self.side, sizes))
        self.patterns, self.table, self.offsets = len(found.partition), found.table, found.offsets
        sizes = [len(pattern) for pattern in found.partition]
        self.masks = tuple((1 << found.bits * size) - 1 for size in sizes)
        self.firsts = tuple(found.bits * sum(sizes[:number]) for number in range(len(sizes)))
        spots, owners = [0] * self.count, [-1] * self.count
        for number, pattern in enumerate(found.partition):
            for place, tile in enumerate(pattern):
                owners[tile] = number
                spots[tile] = found.bits * place + (self.firsts[number] if self.side < 5 else 0)
        self.spots, self.owners = tuple(spots), tuple(owners)

    @classmethod
    def from_text(cls, parameters: str) -> NPuzzle:
        """``npuzzle:8#7``: a board at random, from seed 7; ``npuzzle:15:40#7``: the goal mixed by 40 slides;
        ``npuzzle:8:1,4,2,3,0,5,6,7,8``.

        Each may end with ``:conflict``, ``:patterns`` or ``:patterns=5-5-5``, the heuristic.
        """
        found = re.fullmatch(
            r"([0-9]{1,2})(?::([0-9, ]{1,120}))?(?:#([0-9]{1,9}))?(?::([a-z]+)(?:=([0-9](?:-[0-9])*))?)?",
            parameters.strip().casefold() or "8",
        )
        side = SIDES.get(int(found[1]), 0) if found else 0
        if not found or not side or (found[5] and found[4] != "patterns"):
            raise make_parameters_error(parameters, EXAMPLE)
        cells = [part.strip() for part in (found[2] or "").split(",")]
        seed = int(found[3] or 1)
        if len(cells) == 1 and (cells[0] or not found[3]):
            if not re.fullmatch(r"[0-9]{0,6}", cells[0]):
                raise make_parameters_error(parameters, EXAMPLE)
            board = mix_board(side, int(cells[0] or 40), seed)
        elif len(cells) == 1:
            board = shuffle_board(side, seed)
        elif found[3] or not all(re.fullmatch(r"[0-9]{1,2}", cell) for cell in cells) or len(cells) != side * side:
            raise make_parameters_error(parameters, EXAMPLE)
        else:
            board = [int(cell) for cell in cells]
        sizes = [int(size) for size in found[5].split("-")] if found[5] else []
        return (NPuzzle24 if side == 5 else NPuzzle)(board, found[4] or "manhattan", sizes)

    def board_of(self, board: Sequence[int]) -> Any:
        """The state with these cells; LoadError if it is no board, or if the goal can't be reached from it."""
        if sorted(board) != list(range(self.count)):
            raise LoadError("A board has each number from 0 to {most} once.", most=self.count - 1)
        if not solvable(board):
            raise LoadError(
                "This board can't be solved: half of all boards can't, since a slide never changes their parity."
            )
        return self.pack_state(board, sum(self.far[tile * self.count + cell] for cell, tile in enumerate(board)))

    def pack_state(self, board: Sequence[int], distance: int) -> Any:
        """A state of these cells."""
        cells = 0
        for cell, tile in enumerate(board):
            cells ^= self.put[tile * self.count + cell]
        return Board(cells, board.index(0), distance)

    # The rules

    def start(self) -> Any:
        return self.first

    def tile(self, state: Any, cell: int) -> int:
        """The tile in a cell, 0 for none."""
        return state.cells >> 4 * cell & 15  # type: ignore[no-any-return]

    def slide_tile(self, state: Any, cell: int) -> Any:
        """The state after the tile in that cell was slid into the blank."""
        row = (state.cells >> 4 * cell & 15) * self.count
        return Board(
            state.cells ^ self.put[row + cell] ^ self.put[row + state.blank],
            cell,
            state.distance + self.far[row + state.blank] - self.far[row + cell],
        )

    def successors(self, state: Any) -> Iterator[tuple[Any, Number]]:
        for number in range(self.begin[state.blank], self.begin[state.blank + 1]):
            yield self.slide_tile(state, self.near[number]), 1

    def goal(self, state: Any) -> bool:
        return state.distance == 0  # type: ignore[no-any-return]

    # What helps a search

    def onward(self, state: Any, before: Any) -> Iterator[tuple[Any, Number]]:
        """The slides but the one that takes the last one back.

        What is left out is ``before`` again. (The masks change nothing: they tell a compiler that no index is
        negative.)
        """
        first = ((state.blank & 15) << 4 | before.blank & 15) << 2
        for way in range(4):
            slide = self.slides[first | way]
            if slide < 0:
                break
            at = slide >> 2 & 1008 | state.cells >> (slide & 63) & 15
            yield Board(state.cells ^ self.change[at], slide >> 2 & 15, state.distance + self.gain[at]), 1

    def heuristic(self, state: Any) -> Number:
        """The heuristic that was asked for; Manhattan distance if none was. Each is admissible, see there."""
        if self.estimate == 1:
            return self.heuristic_linear_conflict(state)
        if self.estimate == 2:
            return self.heuristic_patterns(state)
        return self.heuristic_manhattan(state)

    def heuristic_manhattan(self, state: Any) -> int:
        """Rows and columns between each tile and its cell.

        Admissible: a slide costs 1 and moves one tile by one row or one column.
        """
        return state.distance  # type: ignore[no-any-return]

    def heuristic_linear_conflict(self, state: Any) -> int:
        """Manhattan distance, and 2 more for each tile that must leave its own row or column to let another one by.

        Admissible (Hansson, Mayer and Yung, 1992): of the tiles that are in their own row, those that never leave it
        keep their order, so all but the longest run in order must leave it. Each of these goes up or down and back
        again, two slides that its Manhattan distance, which is along the row, doesn't count. In the same way the tiles
        that leave their own column make two slides each to the side, which are others than those up and down.
        """
        total = state.distance
        for line in range(self.side):
            rows = 0
            columns = 0
            for place in range(self.side):
                tile = self.tile(state, line * self.side + place)
                rows = rows * (self.side + 1) + self.row_digit[tile * self.side + line]
                tile = self.tile(state, place * self.side + line)
                columns = columns * (self.side + 1) + self.column_digit[tile * self.side + line]
            total += self.conflicts[rows] + self.conflicts[columns]
        return total  # type: ignore[no-any-return]

    def heuristic_patterns(self, state: Any) -> int:
        """The sum of the patterns' tables; until they are loaded each tile is a pattern of its own,
        which is Manhattan distance.

        Admissible: a table holds the fewest slides of its own tiles that bring them home, wherever the others are; and
        no tile is in two patterns, so that no slide is counted twice.
        """
        if self.patterns == 0:
            return state.distance  # type: ignore[no-any-return]
        places = 0
        for cell in range(self.count):
            tile = self.tile(state, cell)
            if tile > 0:
                places |= cell << self.spots[tile]
        total = 0
        for number in range(self.patterns):
            total += self.table[self.offsets[number] + (places >> self.firsts[number] & self.masks[number])]
        return total

    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic", "heuristic_manhattan", "heuristic_linear_conflict", "heuristic_patterns", "onward")

    # What people see and type

    def board(self, state: Any) -> list[int]:
        """The cells as numbers."""
        return [self.tile(state, cell) for cell in range(self.count)]

    def state_name(self, state: Any) -> str:
        return ",".join(map(str, self.board(state)))

    def parse_state(self, text: str) -> Any:
        """A board, ``1,4,2,3,0,5,6,7,8``."""
        parts = [part.strip() for part in text.split(",")]
        if len(parts) != self.count or not all(re.fullmatch(r"[0-9]{1,2}", part) for part in parts):
            raise make_state_error(text, self.state_name(self.first))
        try:
            return self.board_of([int(part) for part in parts])
        except LoadError as error:
            raise NotationError(error.message) from None

    def step_name(self, before: Any, after: Any) -> str:
        """The tile that is slid."""
        return str(self.tile(before, after.blank))

    def grid(self, state: Any) -> list[list[str]]:
        """The cells as texts."""
        names = [str(tile) if tile else "." for tile in self.board(state)]
        return [names[row * self.side : (row + 1) * self.side] for row in range(self.side)]

    def text(self, state: Any) -> str:
        return "\n".join(" ".join(name.rjust(2) for name in row) for row in self.grid(state))


class NPuzzle24(NPuzzle):
    """The puzzle of 24 tiles."""

    list_proofs = NPuzzle.list_proofs

    def pack_state(self, board: Sequence[int], distance: int) -> Any:
        return LongBoard(tuple(board), board.index(0), distance)

    def tile(self, state: Any, cell: int) -> int:
        return state.cells[cell]  # type: ignore[no-any-return]

    def slide_tile(self, state: Any, cell: int) -> Any:
        cells = state.cells
        blank = state.blank
        tile = cells[cell]
        lifted = (*cells[:cell], 0, *cells[cell + 1 :])
        distance = state.distance + self.far[tile * self.count + blank] - self.far[tile * self.count + cell]
        return LongBoard((*lifted[:blank], tile, *lifted[blank + 1 :]), cell, distance)

    def onward(self, state: Any, before: Any) -> Iterator[tuple[Any, Number]]:
        """The slides but the one that takes the last one back: what is left out is ``before`` again."""
        for number in range(self.begin[state.blank], self.begin[state.blank + 1]):
            if self.near[number] != before.blank:
                yield self.slide_tile(state, self.near[number]), 1

    def heuristic_patterns(self, state: Any) -> int:
        if self.patterns == 0:
            return state.distance  # type: ignore[no-any-return]
        total = 0
        for number in range(self.patterns):
            index = 0
            for cell in range(self.count):
                tile = self.tile(state, cell)
                if self.owners[tile] == number:
                    index |= cell << self.spots[tile]
            total += self.table[self.offsets[number] + index]
        return total


def convert_signed(word: int) -> int:
    """A word of 64 bits as a number with a sign."""
    return word - (1 << 64) if word >> 63 else word


def conflict(code: int, side: int) -> int:
    """Twice the tiles that must leave a line: all that belong there but the longest run of them that is in order.

    The code has a digit for each cell of the line, in base side + 1: 0, or where in the line the tile belongs, from 1.
    """
    digits = [code // (side + 1) ** place % (side + 1) for place in reversed(range(side))]
    tiles = [digit for digit in digits if digit]
    runs: list[int] = []
    for number, tile in enumerate(tiles):
        runs.append(1 + max((run for run, before in zip(runs, tiles[:number]) if before < tile), default=0))
    return 2 * (len(tiles) - max(runs, default=0))


def solvable(board: Sequence[int]) -> bool:
    """Can the goal be reached?

    Each slide exchanges two cells and moves the blank by one, so the two parities go together.
    """
    side, cells, odd = math.isqrt(len(board)), list(board), 0
    blank = cells.index(0)
    for place in range(len(cells)):
        while cells[place] != place:
            other = cells[place]
            cells[place], cells[other] = cells[other], other
            odd ^= 1
    return odd == (blank // side + blank % side) % 2


def shuffle_board(side: int, seed: int) -> list[int]:
    """A board at random, all that can be solved being equally likely."""
    board = list(range(side * side))
    random.Random(seed).shuffle(board)
    if not solvable(board):
        first, second = [place for place, tile in enumerate(board) if tile][:2]
        board[first], board[second] = board[second], board[first]
    return board


def mix_board(side: int, slides: int, seed: int) -> list[int]:
    """The goal after so many slides at random, none of which takes back the one before."""
    chance, board, blank, before = random.Random(seed), list(range(side * side)), 0, -1
    for _slide in range(slides):
        cell = chance.choice([cell for cell in neighbours(side)[blank] if cell != before])
        board[blank], board[cell] = board[cell], 0
        before, blank = blank, cell
    return board
