"""Connect 4 (Puissance 4), of any width and height: four in a row, discs fall.

    6 13 20 27 34 41 48   one bit a cell, column by column from the left; the bit above each column
    5 12 19 26 33 40 47   stays empty and keeps the columns apart. On a 7 x 6 board, bit 0 is
    4 11 18 25 32 39 46   the bottom of column 1 and bit 48 lies above column 7.
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44   ``own`` holds the discs of the player to move, ``mask`` all discs:
    1  8 15 22 29 36 43   adding a bottom bit to the mask carries up to the first empty cell
    0  7 14 21 28 35 42   of its column (an idea of John Tromp's).

A move is a column from 0; people count from 1. Positions are written as the columns played, ``4453``, or as the board
from the top row down, ``......./......./......./......./...O.../...X...``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import Game, Side, Term
from elagage.games.square_names import is_board, read_board, read_numbers
from elagage.i18n import Message

__all__ = ["Connect4", "Connect4State"]

NAMES = "123456789abcdefghijklmnopqrstuvwxyz"


class Connect4State(NamedTuple):
    """``own``: discs of the player to move; ``mask``: all discs; ``ply``: how many they are; ``won``:
    has the other player four?
    """

    own: int
    mask: int
    ply: int
    won: bool


class Connect4(Game[Connect4State, int]):
    """Four in a row on a ``width`` by ``height`` board; Max has X and begins."""

    players = ("X", "O")
    sides = (Side(Message("Yellow"), "yellow"), Side(Message("Red"), "red"))
    rules = Message(
        "The players take turns to drop a disc into a column, where it falls onto the discs below; Yellow "
        "begins. Whoever first has four discs in a row, across, down or diagonally, wins. A full board "
        "without four in a row is a draw."
    )
    board_kind = "columns"
    piece_looks: ClassVar[dict[str, str]] = {"X": "yellow disc", "O": "ringed red disc"}
    symmetric_keys = True
    levels = (
        (1, 0.62, 0.2), (1, 0.37, 0.06), (2, 0.89), (3, 0.46), (4, 0.19),
        (6, 0.23), (12, 0.03), (14, 0.01), (16, 0.002),
    )  # fmt: skip

    def __init__(self, width: int = 7, height: int = 6) -> None:
        if not (1 <= width <= len(NAMES) and 1 <= height <= 64):
            raise LoadError(
                "A Connect 4 board of {width}x{height} is not available: 1 to 35 columns, 1 to 64 rows.",
                width=width,
                height=height,
            )
        self.width = width
        self.height = height
        self.cells = width * height
        self.stride = height + 1
        self.rising = self.stride + 1
        self.falling = self.stride - 1
        self.bottom = sum(1 << column * self.stride for column in range(width))
        column = (1 << height) - 1
        self.full = self.bottom * column
        middle = (width - 1) // 2
        # Each distance from the edge, and the cells of the two columns that have it (the middle has it alone).
        self.weights = tuple(
            (weight, column << weight * self.stride | column << (width - 1 - weight) * self.stride)
            for weight in range(1, middle + 1)
        )

    @classmethod
    def from_text(cls, parameters: str) -> Connect4:
        """``connect4`` or ``connect4:7x6``, columns first."""
        if not parameters:
            return cls()
        return cls(*read_numbers(parameters.casefold(), "x", 2, "connect4:7x6"))

    # The rules

    def start(self) -> Connect4State:
        return Connect4State(0, 0, 0, False)

    def player(self, state: Connect4State) -> int:
        return state.ply & 1

    def moves(self, state: Connect4State) -> Iterator[int]:
        if state.won:
            return
        reachable = state.mask + self.bottom & self.full
        while reachable:
            yield (reachable & -reachable).bit_length() // self.stride
            reachable &= reachable - 1

    def play(self, state: Connect4State, move: int) -> Connect4State:
        own, mask, ply, _won = state
        other = own ^ mask
        mask |= mask + (1 << move * self.stride)
        return Connect4State(other, mask, ply + 1, self.has_four(other ^ mask))

    def over(self, state: Connect4State) -> bool:
        return state.won or state.ply == self.cells

    def score(self, state: Connect4State) -> int:
        if not state.won:
            return 0
        return 1 if state.ply & 1 else -1

    def has_four(self, discs: int) -> bool:
        """Are four of these discs in a row?"""
        column = discs & discs >> 1
        row = discs & discs >> self.stride
        rising = discs & discs >> self.rising
        falling = discs & discs >> self.falling
        return (
            column & column >> 2
            | row & row >> 2 * self.stride
            | rising & rising >> 2 * self.rising
            | falling & falling >> 2 * self.falling
        ) != 0

    # What helps a search

    def heuristic(self, state: Connect4State) -> int:
        """Ten for each empty cell that would complete four, one for each cell nearer to the middle;
        Max's less Min's.
        """
        other = state.own ^ state.mask
        value = 10 * (self.threats(state.own, state.mask).bit_count() - self.threats(other, state.mask).bit_count())
        for weight, columns in self.weights:
            value += weight * ((state.own & columns).bit_count() - (other & columns).bit_count())
        return value if state.ply & 1 == 0 else -value

    def threats(self, discs: int, mask: int) -> int:
        """The empty cells that would give these discs four in a row, reachable at once or not."""
        stride = self.stride
        found = (discs << 1) & (discs << 2) & (discs << 3)
        for step in (stride - 1, stride, stride + 1):
            pairs = (discs << step) & (discs << 2 * step)
            found |= pairs & (discs << 3 * step | discs >> step)
            pairs = (discs >> step) & (discs >> 2 * step)
            found |= pairs & (discs >> 3 * step | discs << step)
        return found & self.full & ~mask

    def noisy(self, state: Connect4State, move: int) -> bool:
        """A move that completes four, or that takes such a cell from the opponent."""
        cell = (state.mask + (1 << move * self.stride)) & ~state.mask
        cell &= ((1 << self.height) - 1) << move * self.stride
        return ((self.threats(state.own, state.mask) | self.threats(state.own ^ state.mask, state.mask)) & cell) != 0

    def order(self, state: Connect4State, move: int) -> int:
        """The middle first."""
        return -abs(2 * move - self.width + 1)

    def solver_order(self, state: Connect4State, move: int) -> int:
        """The move that leaves most cells which would complete four; among equals the middle first."""
        mask = state.mask | state.mask + (1 << move * self.stride)
        threats = self.threats(state.own | mask ^ state.mask, mask)
        return 64 * threats.bit_count() + self.order(state, move)

    def candidates(self, state: Connect4State) -> Iterator[int]:
        """A move that wins at once; else the forced block; else those that do not lose at once, if there are any."""
        if state.won:
            return
        reachable = state.mask + self.bottom & self.full
        wins = self.threats(state.own, state.mask) & reachable
        if wins:
            reachable = wins & -wins
        else:
            danger = self.threats(state.own ^ state.mask, state.mask)
            forced = danger & reachable
            if forced:
                reachable = forced & -forced
            else:
                safe = reachable & ~(danger >> 1)
                reachable = safe if safe else reachable & -reachable
        while reachable:
            yield (reachable & -reachable).bit_length() // self.stride
            reachable &= reachable - 1

    def decision(self, state: Connect4State) -> int:
        """1 if the mover wins with the next disc, -1 if the other player wins with the one after it whatever is played,
        else 0.
        """
        reachable = state.mask + self.bottom & self.full
        if self.threats(state.own, state.mask) & reachable:
            return 1
        danger = self.threats(state.own ^ state.mask, state.mask)
        forced = danger & reachable
        if forced & (forced - 1) or forced & danger >> 1:
            return -1
        return -1 if reachable and not reachable & ~(danger >> 1) and not forced else 0

    def bounds(self, state: Connect4State) -> tuple[int, int]:
        """A score that the next two discs decide; or a draw, if these are the last."""
        sign = 1 if state.ply & 1 == 0 else -1
        won = -1 if state.won else self.decision(state)
        if won != 0:
            return sign * won, sign * won
        return (0, 0) if state.ply >= self.cells - 2 else (-1, 1)

    def tier(self, state: Connect4State) -> int:
        return state.ply

    def soonest(self, state: Connect4State) -> tuple[int, int]:
        """What the next two discs do not decide takes one or two more."""
        won = self.decision(state)
        own, other = 1 if won > 0 else 3, 2 if won < 0 else 4
        return (own, other) if state.ply & 1 == 0 else (other, own)

    def latest(self, state: Connect4State) -> tuple[int, int]:
        """What the next two discs do not decide is decided by the last one of either player."""
        won = self.decision(state)
        left = self.cells - state.ply
        own, other = 1 if won > 0 else left - 1 + (left & 1), 2 if won < 0 else left - (left & 1)
        return (own, other) if state.ply & 1 == 0 else (other, own)

    def key(self, state: Connect4State) -> int:
        """The discs of the player to move, above all discs a one in each column; of two mirror images the smaller."""
        one = state.own + state.mask + self.bottom
        other = self.mirror(one)
        return one if one < other else other

    def symmetries(self, state: Connect4State) -> tuple[Connect4State, Connect4State]:
        return state, Connect4State(self.mirror(state.own), self.mirror(state.mask), state.ply, state.won)

    def mirror(self, board: int) -> int:
        """The board with left and right exchanged."""
        column = (1 << self.stride) - 1
        image = 0
        for number in range(self.width):
            image |= (board >> number * self.stride & column) << (self.width - 1 - number) * self.stride
        return image

    # What people see and type

    def grid(self, state: Connect4State) -> list[list[str]]:
        own, other = ("X", "O") if state.ply & 1 == 0 else ("O", "X")
        rows = []
        for row in reversed(range(self.height)):
            cells = [1 << column * self.stride + row for column in range(self.width)]
            rows.append([("." if not state.mask & cell else own if state.own & cell else other) for cell in cells])
        return rows

    def explain(self, state: Connect4State) -> Iterator[Term]:
        other = state.own ^ state.mask
        x, o = (state.own, other) if state.ply & 1 == 0 else (other, state.own)
        threats = self.threats(x, state.mask), self.threats(o, state.mask)
        finishing: dict[tuple[int, int], int] = {}
        central: dict[tuple[int, int], int] = {}
        for column in range(self.width):
            for height in range(self.height):
                bit, cell = column * self.stride + height, (self.height - 1 - height, column)
                finishing[cell] = 10 * ((threats[0] >> bit & 1) - (threats[1] >> bit & 1))
                central[cell] = min(column, self.width - 1 - column) * ((x >> bit & 1) - (o >> bit & 1))
        yield Term.of_cells(Message("Ten for each empty cell that would complete four"), finishing)
        yield Term.of_cells(Message("One for each cell nearer to the middle"), central)

    def line_won(self, state: Connect4State) -> list[tuple[int, int]]:
        discs = state.own ^ state.mask  # of the player who moved last
        cells = []
        for start in range(self.width * self.stride):
            for step in (1, self.stride, self.rising, self.falling):
                line = sum(1 << start + i * step for i in range(4))
                if state.won and discs & line == line:
                    cells += [divmod(start + i * step, self.stride) for i in range(4)]
        return [(self.height - 1 - height, column) for column, height in cells]

    def text(self, state: Connect4State) -> str:
        return "\n".join(" ".join(row) for row in self.grid(state)) + "\n" + " ".join(NAMES[: self.width])

    def move_name(self, state: Connect4State, move: int) -> str:
        return NAMES[move]

    def parse_move(self, state: Connect4State, text: str) -> int:
        name = text.strip().casefold()
        if len(name) == 1 and name in NAMES[: self.width] and not self.over(state):
            if state.mask >> NAMES.index(name) * self.stride + self.height - 1 & 1:
                raise NotationError("Column {name} is full: choose another one.", name=name)
        return super().parse_move(state, text)

    def state_name(self, state: Connect4State) -> str:
        return "/".join("".join(row) for row in self.grid(state))

    def parse_state(self, text: str) -> Connect4State:
        if not is_board(text, self.width, self.height):
            return self.play_line(self.start(), "".join(text.replace(",", " ").split()))
        cells = read_board(text, self.width, self.height, {"x": "X", "o": "O", ".": ".", "-": ".", "_": "."})
        return self.from_cells(cells)

    def from_cells(self, cells: list[str]) -> Connect4State:
        """The state of a board given from its top row down; NotationError if play can't lead to it."""
        boards = {"X": 0, "O": 0, ".": 0}
        for number, mark in enumerate(cells):
            row, column = divmod(number, self.width)
            boards[mark] |= 1 << column * self.stride + self.height - 1 - row
        mask = boards["X"] | boards["O"]
        counts = cells.count("X"), cells.count("O")
        if counts[0] - counts[1] not in (0, 1):
            raise NotationError(
                "X begins, so X has as many discs as O or one more; here X has {x} and O has {o}.",
                x=counts[0],
                o=counts[1],
            )
        if (mask + sum(1 << column * self.stride for column in range(self.width))) & mask:
            raise NotationError("A disc hangs in the air: every cell below a disc must be filled.")
        own = boards["X"] if counts[0] == counts[1] else boards["O"]
        if self.has_four(own):
            raise NotationError("The winner of this board isn't the player who moved last, so play can't lead to it.")
        return Connect4State(own, mask, sum(counts), self.has_four(own ^ mask))
