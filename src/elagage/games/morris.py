r"""Three men's morris: each side places three men, then moves them; three in a row win.

      a   b   c
    1 0---1---2     one bit a point, row by row from the top. ``x`` holds Max's men and ``o`` Min's; X begins. While a
      | \ | / |     side has men in hand, it places one on an empty point; afterwards it moves a man along a drawn line
    2 3---4---5     to the next point, if that is empty. Rows, columns and both diagonals win. A side that can't move
      | / | \ |     has lost, as in nine men's morris.
    3 6---7---8

Two other rules are told by H. J. R. Murray and played since: ``morris:fly``, where a man may move to any empty point
(nine holes), and ``morris:straight``, where men move along rows and columns only. All eight rows of three win in these
too.

A man is placed with its point, ``b2``, and moved with two, ``b2c3``. Inside, placing is the point, moving (from + 1) *
9 + to. Positions are written as the moves played, ``b2 a1 c1``, or as the board from the top row down and the side to
move, ``X.O/.X./..O X``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import Game, Side, Term
from elagage.games.square_names import is_board, read_board, split_side, split_steps, square_name
from elagage.i18n import Message

__all__ = ["Morris", "MorrisState"]

VARIANTS = ("", "fly", "straight")
MEN = 3
POINTS = 9
FULL = (1 << POINTS) - 1
CENTRE = 4
ROWS = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class MorrisState(NamedTuple):
    """``x``: Max's men; ``o``: Min's men; ``turn``: who moves.

    The men in hand are those that are missing on the board.
    """

    x: int
    o: int
    turn: int


class Morris(Game[MorrisState, int]):
    """Three men's morris; ``variant`` is empty, ``fly`` or ``straight``."""

    players = ("X", "O")
    sides = (Side(Message("Black"), "black"), Side(Message("White"), "white"))
    rules = Message(
        "Each side puts its three men on the points in turn; Black begins. Afterwards a move takes a man "
        "along a line to the next point, if that is empty. Three men in a row win; whoever can't move loses. "
        "Play that goes round is a draw."
    )
    board_kind = "crossed points"
    piece_looks: ClassVar[dict[str, str]] = {"X": "black disc", "O": "white disc"}
    cycles = True
    levels = ((1, 0.85, 0.3), (1, 0.45, 0.12), (2, 3), (3, 2.2), (4, 1.9), (6, 2.2), (6, 1.8), (6, 1.3), (6, 0.9))

    def __init__(self, variant: str = "") -> None:
        if variant not in VARIANTS:
            raise LoadError(
                "'{text}' is not what this game takes; write it like {example}.", text=variant, example="morris:fly"
            )
        self.variant = variant
        if variant == "straight":
            self.board_kind = "points"
        self.reach = tuple(sum(1 << to for to in range(POINTS) if self._is_linked(at, to)) for at in range(POINTS))
        self.images = tuple(_image(point, image) for image in range(8) for point in range(POINTS))

    def _is_linked(self, at: int, to: int) -> bool:
        """May a man move from one point to the other?"""
        (row, column), (to_row, to_column) = divmod(at, 3), divmod(to, 3)
        down, right = abs(row - to_row), abs(column - to_column)
        if self.variant == "fly":
            return at != to
        return down + right == 1 or (self.variant == "" and down == right == 1 and CENTRE in (at, to))

    @classmethod
    def from_text(cls, parameters: str) -> Morris:
        """``morris``, ``morris:fly``, ``morris:straight``."""
        return cls(parameters.strip().casefold())

    # The rules

    def start(self) -> MorrisState:
        return MorrisState(0, 0, 0)

    def player(self, state: MorrisState) -> int:
        return state.turn

    def moves(self, state: MorrisState) -> Iterator[int]:
        own, other = (state.x, state.o) if state.turn == 0 else (state.o, state.x)
        if other in ROWS:
            return
        empty = FULL & ~(own | other)
        if own.bit_count() < MEN:
            for to in range(POINTS):
                if empty >> to & 1:
                    yield to
            return
        for at in range(POINTS):
            if own >> at & 1:
                targets = self.reach[at] & empty
                while targets != 0:
                    low = targets & -targets
                    yield (at + 1) * POINTS + low.bit_length() - 1
                    targets ^= low

    def play(self, state: MorrisState, move: int) -> MorrisState:
        change = self.change(move)
        if state.turn == 0:
            return MorrisState(state.x ^ change, state.o, 1)
        return MorrisState(state.x, state.o ^ change, 0)

    def over(self, state: MorrisState) -> bool:
        own, other = (state.x, state.o) if state.turn == 0 else (state.o, state.x)
        return other in ROWS or (own.bit_count() == MEN and self.count_free_moves(own, own | other) == 0)

    def score(self, state: MorrisState) -> int:
        if state.x in ROWS:
            return 1
        return -1 if state.o in ROWS or state.turn == 0 else 1

    def change(self, move: int) -> int:
        """The points that a move fills or empties."""
        at, to = divmod(move, POINTS)
        return 1 << to if at == 0 else 1 << to | 1 << at - 1

    def count_free_moves(self, own: int, taken: int) -> int:
        """How many moves these men have, if only the points in ``taken`` are not empty."""
        count = 0
        for at in range(POINTS):
            if own >> at & 1:
                count += (self.reach[at] & ~taken).bit_count()
        return count

    # What helps a search

    def heuristic(self, state: MorrisState) -> int:
        """One for each move that the men on the board have, and three for the centre; X's less O's."""
        taken = state.x | state.o
        value = self.count_free_moves(state.x, taken) - self.count_free_moves(state.o, taken)
        return value + 3 * ((state.x >> CENTRE & 1) - (state.o >> CENTRE & 1))

    def noisy(self, state: MorrisState, move: int) -> bool:
        """A move that completes a row."""
        return (state.x if state.turn == 0 else state.o) ^ self.change(move) in ROWS

    def order(self, state: MorrisState, move: int) -> int:
        """A move that wins first, then to the centre, then to the corners."""
        if (state.x if state.turn == 0 else state.o) ^ self.change(move) in ROWS:
            return 3
        to = move % POINTS
        if to == CENTRE:
            return 2
        return 1 - to % 2

    def symmetries(self, state: MorrisState) -> Iterator[MorrisState]:
        for image in range(8):
            yield MorrisState(self.transform(state.x, image), self.transform(state.o, image), state.turn)

    def transform(self, men: int, image: int) -> int:
        """One of the eight images of the men."""
        result = 0
        for point in range(POINTS):
            if men >> point & 1:
                result |= 1 << self.images[image * POINTS + point]
        return result

    def tier(self, state: MorrisState) -> int:
        return (state.x | state.o).bit_count()

    # What people see and type

    def grid(self, state: MorrisState) -> list[list[str]]:
        cells = ["X" if state.x >> i & 1 else "O" if state.o >> i & 1 else "." for i in range(POINTS)]
        return [cells[i : i + 3] for i in range(0, POINTS, 3)]

    def explain(self, state: MorrisState) -> Iterator[Term]:
        taken = state.x | state.o
        moves = {
            divmod(point, 3): self.count_free_moves(state.x & 1 << point, taken)
            - self.count_free_moves(state.o & 1 << point, taken)
            for point in range(POINTS)
        }
        centre = {divmod(CENTRE, 3): 3 * ((state.x >> CENTRE & 1) - (state.o >> CENTRE & 1))}
        yield Term.of_cells(Message("One for each move of a man on the board"), moves)
        yield Term.of_cells(Message("Three for the centre"), centre)

    def line_won(self, state: MorrisState) -> list[tuple[int, int]]:
        return [
            divmod(point, 3) for row in (state.x, state.o) if row in ROWS for point in range(POINTS) if row >> point & 1
        ]

    def text(self, state: MorrisState) -> str:
        between = ["  |   |   |"] * 2 if self.variant == "straight" else [r"  | \ | / |", r"  | / | \ |"]
        rows = [f"{number} {'---'.join(cells)}" for number, cells in enumerate(self.grid(state), 1)]
        return "\n".join(["  a   b   c", rows[0], between[0], rows[1], between[1], rows[2]])

    def move_name(self, state: MorrisState, move: int) -> str:
        at, to = divmod(move, POINTS)
        name = square_name(to % 3, to // 3)
        return name if at == 0 else square_name((at - 1) % 3, (at - 1) // 3) + name

    def parse_move(self, state: MorrisState, text: str) -> int:
        return super().parse_move(state, text.replace("-", ""))

    def state_name(self, state: MorrisState) -> str:
        return "/".join("".join(row) for row in self.grid(state)) + " " + self.players[state.turn]

    def parse_state(self, text: str) -> MorrisState:
        if not is_board(text, 3, 3):
            return self.play_line(self.start(), split_steps(text, 2 * MEN))
        board, turn = split_side(text, self.players)
        cells = read_board(board, 3, 3, {"x": "X", "o": "O", ".": ".", "-": ".", "_": "."})
        x, o = (sum(1 << i for i, cell in enumerate(cells) if cell == mark) for mark in "XO")
        counts = cells.count("X"), cells.count("O")
        if max(counts) > MEN or (counts != (MEN, MEN) and counts[0] - counts[1] != turn):
            raise NotationError(
                "X begins and each side places {men} men in turn; here X has {x} and O has {o}, with {player} to move.",
                men=MEN,
                x=counts[0],
                o=counts[1],
                player=self.players[turn],
            )
        if (x if turn == 0 else o) in ROWS:
            raise NotationError("The winner of this board isn't the player who moved last, so play can't lead to it.")
        return MorrisState(x, o, turn)


def _image(point: int, image: int) -> int:
    """Where a point goes: bit 0 exchanges left and right, bit 1 up and down, bit 2 rows and columns."""
    row, column = divmod(point, 3)
    row = 2 - row if image & 2 else row
    column = 2 - column if image & 1 else column
    return column * 3 + row if image & 4 else row * 3 + column
