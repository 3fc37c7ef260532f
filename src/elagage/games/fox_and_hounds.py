"""Fox and hounds, on the dark squares of a board: the hounds, which only go ahead, hunt a fox that may turn back.

      a b c d e f g h
    1   H   H   H   H     one bit a square, row by row from the top: b1 is bit 1, g8 is bit 62. ``fox`` is the number of
    2 .   .   .   .       the fox's square, ``hounds`` a board. The fox is Max (F) and begins: it steps to any of the
    3   .   .   .   .     four diagonal neighbours. The hounds (H), half as many as the board has columns, step
    ...                   diagonally too, one at a time and downwards only. Nothing is taken.
    7   .   .   .   .
    8 .   .   F   .       The fox wins on row 1, or if no hound can move; the hounds win if the fox can't move.

Since every second move brings a hound ahead, play cannot cycle. Moves are two squares, ``e8d7``; inside, from * 64 +
to. Positions are written as the moves played, ``e8d7 b1a2``, or as the board from the top row down and the side to
move, ``.H.H/..../..../..F. F``.

``fox_and_hounds:8:hounds`` lets the hounds begin, ``fox_and_hounds:8:a8`` puts the fox on another square of the last
row, which changes neither the winner nor how long it takes: with the fox first, 44 plies to the hounds' win on 8x8, 25
to the fox's on 6x6, 8 to the hounds' on 4x4. Who ends the game when the fox has got past the hounds counts less on 6x6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import MAX, MIN, Game, Side
from elagage.games.square_names import (
    LETTERS,
    bits,
    board_text,
    is_board,
    read_board,
    split_side,
    split_steps,
    square_name,
)
from elagage.i18n import Message

__all__ = ["FoxAndHounds", "FoxAndHoundsState"]

SIZES = (4, 6, 8)
STEP = 64
"""A move is from * STEP + to."""


class FoxAndHoundsState(NamedTuple):
    """``fox``: its square; ``hounds``: theirs, one bit each; ``turn``: who moves, 0 for the fox."""

    fox: int
    hounds: int
    turn: int


class FoxAndHounds(Game[FoxAndHoundsState, int]):
    """Fox and hounds on a ``size`` by ``size`` board; ``first`` begins, 0 for the fox,
    which starts in that ``column`` of the last row.
    """

    players = ("F", "H")
    sides = (Side(Message("Fox"), "white"), Side(Message("Hounds"), "black", plural=True))
    rules = Message(
        "All stay on the dark squares. The fox goes one square diagonally, forwards or backwards; a hound "
        "goes one square diagonally forwards, down the board. Nothing is taken. The fox wins when it has got "
        "past the hounds, the hounds win when the fox can't move."
    )
    board_kind = "checkers"
    piece_looks: ClassVar[dict[str, str]] = {"F": "white disc F", "H": "black disc H"}
    levels = (
        (1, 3.8, 0.97), (1, 0.46, 0.12), (2, 0.05), (3, 0.13), (6, 0.45), (8, 0.17), (12, 0.2), (14, 0.15), (16, 0.05),
    )  # fmt: skip

    def __init__(self, size: int = 8, first: int = MAX, column: int | None = None) -> None:
        if size not in SIZES:
            raise LoadError(
                "A board of size {size} is not available: the sizes are {sizes}.",
                size=size,
                sizes=", ".join(map(str, SIZES)),
            )
        column = size // 4 * 2 if column is None else column
        if not 0 <= column < size or column % 2:
            names = ", ".join(square_name(even, size - 1) for even in range(0, size, 2))
            raise LoadError("The fox starts on a dark square of the last row: {names}.", names=names)
        self.size = size
        self.squares = size * size
        self.first = first
        self.den = (size - 1) * size + column
        self.dark = sum(1 << square for square in range(self.squares) if (square // size + square % size) % 2)
        self.ahead = tuple(self._steps(square, (1,)) for square in range(self.squares))
        self.around = tuple(self._steps(square, (-1, 1)) for square in range(self.squares))

    def _steps(self, square: int, downs: tuple[int, ...]) -> int:
        """The diagonal neighbours of a square in the rows so far below it."""
        row, column = divmod(square, self.size)
        return sum(
            1 << (row + down) * self.size + column + right
            for down in downs
            for right in (-1, 1)
            if 0 <= row + down < self.size and 0 <= column + right < self.size
        )

    @classmethod
    def from_text(cls, parameters: str) -> FoxAndHounds:
        """``fox_and_hounds``, ``fox_and_hounds:6``, ``fox_and_hounds:8:hounds`` (who begins),
        ``fox_and_hounds:8:hounds:c8`` (the fox's square).
        """
        if not parameters:
            return cls()
        first, *words = (word.strip() for word in parameters.casefold().split(":"))
        side, column, known = MAX, None, re.fullmatch(r"[0-9]{1,2}", first) is not None
        for word in words:
            if word in ("fox", "hounds"):
                side = MIN if word == "hounds" else MAX
            elif word[:1] in LETTERS and word[1:] == first:
                column = LETTERS.index(word[:1])
            else:
                known = False
        if not known:
            raise LoadError(
                "'{text}' is not what this game takes; write it like {example}.",
                text=parameters,
                example="fox_and_hounds:8:hounds:c8",
            )
        return cls(int(first), side, column)

    # The rules

    def start(self) -> FoxAndHoundsState:
        return FoxAndHoundsState(self.den, self.dark & (1 << self.size) - 1, self.first)

    def player(self, state: FoxAndHoundsState) -> int:
        return state.turn

    def moves(self, state: FoxAndHoundsState) -> Iterator[int]:
        if state.fox < self.size:
            return
        if state.turn == 0:
            targets = self.around[state.fox] & ~state.hounds
            while targets != 0:
                low = targets & -targets
                yield state.fox * STEP + low.bit_length() - 1
                targets ^= low
            return
        hounds = state.hounds
        taken = hounds | 1 << state.fox
        while hounds != 0:
            hound = (hounds & -hounds).bit_length() - 1
            targets = self.ahead[hound] & ~taken
            while targets != 0:
                low = targets & -targets
                yield hound * STEP + low.bit_length() - 1
                targets ^= low
            hounds &= hounds - 1

    def play(self, state: FoxAndHoundsState, move: int) -> FoxAndHoundsState:
        at, to = divmod(move, STEP)
        if state.turn == 0:
            return FoxAndHoundsState(to, state.hounds, 1)
        return FoxAndHoundsState(state.fox, state.hounds ^ (1 << at | 1 << to), 0)

    def over(self, state: FoxAndHoundsState) -> bool:
        if state.fox < self.size:
            return True
        if state.turn == 0:
            return self.around[state.fox] & ~state.hounds == 0
        # Nothing leaves the board's dark squares: what runs over an edge lands on a light one.
        ahead = (state.hounds << self.size - 1 | state.hounds << self.size + 1) & self.dark
        return ahead & ~(state.hounds | 1 << state.fox) == 0

    def score(self, state: FoxAndHoundsState) -> int:
        return 1 if state.fox < self.size or state.turn else -1

    # What helps a search

    def heuristic(self, state: FoxAndHoundsState) -> int:
        """If the hounds stood still: how soon the fox would arrive, or, where it can't,
        how many squares it would have.
        """
        reached = 1 << state.fox
        empty = self.dark & ~state.hounds
        goal = (1 << self.size) - 1
        for steps in range(self.squares):
            if reached & goal:
                return self.squares - steps
            wider = reached << self.size - 1 | reached << self.size + 1
            wider |= reached >> self.size - 1 | reached >> self.size + 1
            wider = reached | wider & empty
            if wider == reached:
                break
            reached = wider
        return reached.bit_count() - self.squares

    def order(self, state: FoxAndHoundsState, move: int) -> int:
        """The fox goes up first; of the hounds, the last of the pack moves first."""
        at, to = divmod(move, STEP)
        return at - to if state.turn == 0 else -at

    # What people see and type

    def grid(self, state: FoxAndHoundsState) -> list[list[str]]:
        cells = ["." if self.dark >> square & 1 else " " for square in range(self.squares)]
        for hound in bits(state.hounds):
            cells[hound] = "H"
        cells[state.fox] = "F"
        return [cells[i : i + self.size] for i in range(0, self.squares, self.size)]

    def text(self, state: FoxAndHoundsState) -> str:
        return "\n".join(line.rstrip() for line in board_text(self.grid(state)).split("\n"))

    def move_name(self, state: FoxAndHoundsState, move: int) -> str:
        at, to = divmod(move, STEP)
        return "".join(square_name(square % self.size, square // self.size) for square in (at, to))

    def parse_move(self, state: FoxAndHoundsState, text: str) -> int:
        return super().parse_move(state, text.replace("-", ""))

    def state_name(self, state: FoxAndHoundsState) -> str:
        board = "/".join("".join(row) for row in self.grid(state)).replace(" ", ".")
        return f"{board} {self.players[state.turn]}"

    def parse_state(self, text: str) -> FoxAndHoundsState:
        if not is_board(text, self.size, self.size):
            return self.play_line(self.start(), split_steps(text))
        board, turn = split_side(text, self.players)
        cells = read_board(board, self.size, self.size, {"f": "F", "h": "H", ".": ".", "-": ".", "_": "."})
        if cells.count("F") != 1 or cells.count("H") != self.size // 2:
            raise NotationError("There is one fox F, and there are {count} hounds H.", count=self.size // 2)
        hounds = sum(1 << square for square, cell in enumerate(cells) if cell == "H")
        fox = cells.index("F")
        if (hounds | 1 << fox) & ~self.dark:
            raise NotationError("The fox and the hounds stand on dark squares only, such as {name}.", name="b1")
        if fox < self.size and turn == MAX:
            raise NotationError("The winner of this board isn't the player who moved last, so play can't lead to it.")
        return FoxAndHoundsState(fox, hounds, turn)
