"""The sheet on which a board is drawn: where its cells are, and the names of rows and columns around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from elagage.figures.boards.board_labels import EMPTY, Reading
from elagage.figures.boards.board_pieces import MARK, piece
from elagage.figures.scene.shapes import INK, Disc, Line, Rect, Scene, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.game import Game

__all__ = ["CELL", "EDGE", "GREY", "Position", "Sheet"]

CELL = 30.0
EDGE = 6.0
"""Around everything."""
LABEL = 9.0
"""The size of names."""
GREY = "#555555"


@dataclass(frozen=True)
class Position:
    """What is to be drawn: a state of a game, its board as read, how its pieces look, the cell of the last move,
    whether names are wanted, the cells that won, and who has which cell.
    """

    game: Game[Any, Any]
    state: Any
    board: Reading
    looks: Mapping[str, str]
    last: tuple[int, int] | None
    labels: bool
    title: str
    won: tuple[tuple[int, int], ...]
    owners: Mapping[tuple[int, int], int]


class Sheet:
    """A scene with room for cells of ``wide`` by ``tall``, and the names around them."""

    def __init__(self, position: Position, wide: float = CELL, tall: float = CELL, rim: float = 0.0) -> None:
        self.position, self.wide, self.tall = position, wide, tall
        board = position.board
        self.columns, self.rows = board.columns, len(board.rows)
        names = board.left if position.labels else ()
        above = board.above if position.labels else ()
        below = board.below if position.labels else ()
        captions = board.captions if position.labels else ()
        gutter = max((text_width(name, LABEL) for name in names), default=-5.0) + 5.0
        inner = self.columns * wide
        self.left, self.top = EDGE + gutter + rim, EDGE + rim + (LABEL + 5.0 if above else 0.0)
        bottom = self.top + self.rows * tall + rim
        width = self.left + inner + rim + EDGE
        needed = max((text_width(line, LABEL) for line in captions), default=0.0) + 2 * EDGE
        height = bottom + (LABEL + 5.0 if below else 0.0) + len(captions) * (LABEL + 5.0) + EDGE
        if needed > width:
            self.left += (needed - width) / 2
            width = needed
        self.scene = Scene(width, height, position.title)
        grey = Style(fill=GREY, stroke="")
        for row, name in enumerate(names):
            at = self.centre(row, 0)[1] + 0.36 * LABEL
            self.scene.add(Text(self.left - rim - 5.0, at, name, LABEL, "end", style=grey))
        for column in range(self.columns):
            x = self.centre(0, column)[0]
            if above:
                self.scene.add(Text(x, self.top - rim - 4.5, above[column], LABEL, style=grey))
            if below:
                self.scene.add(Text(x, bottom + LABEL + 2.5, below[column], LABEL, style=grey))
        y = bottom + (LABEL + 5.0 if below else 0.0)
        for line in captions:
            y += LABEL + 5.0
            self.scene.add(Text(width / 2, y - 1.5, line, LABEL, style=grey))

    def centre(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell."""
        return self.left + (column + 0.5) * self.wide, self.top + (row + 0.5) * self.tall

    def square(self, row: int, column: int, style: Style) -> None:
        """A cell, with its name."""
        x, y = self.left + column * self.wide, self.top + row * self.tall
        hint = self.position.board.name(row, column)
        self.scene.add(Rect(x, y, self.wide, self.tall, style=style, id=f"q{row}-{column}", hint=hint))

    def frame(self, style: Style) -> None:
        """The outline of the board."""
        self.scene.add(Rect(self.left, self.top, self.columns * self.wide, self.rows * self.tall, style=style))

    def segment(self, first: tuple[float, float], second: tuple[float, float], style: Style) -> None:
        """A stroke between two places, counted in cells from the corner."""
        ends = [(self.left + column * self.wide, self.top + row * self.tall) for row, column in (first, second)]
        self.scene.add(Line(tuple(ends), style=style))

    def pieces(self, scale: float = 1.0) -> None:
        """What stands in the cells."""
        for row, cells in enumerate(self.position.board.rows):
            for column, cell in enumerate(cells):
                if cell not in EMPTY:
                    look = self.position.looks.get(cell, cell)
                    size = scale * min(self.wide, self.tall)
                    self.scene.add(*piece(look, *self.centre(row, column), size, scale * self.wide))

    def mark(self, around: float = 0.0) -> None:
        """Show the cell of the last move: a frame, or a circle ``around`` its middle."""
        if self.position.last is None:
            return
        x, y = self.centre(*self.position.last)
        for style in (Style(stroke="#ffffff", width=3.6), Style(stroke=MARK, width=2.0)):
            if around:
                self.scene.add(Disc(x, y, around, style=style))
            else:
                half, tall = self.wide / 2 - 2.2, self.tall / 2 - 2.2
                self.scene.add(Rect(x - half, y - tall, 2 * half, 2 * tall, 2.0, style=style))

    def mark_won(self) -> None:
        """Show the cells that won: a stroke through them and a dot on each, or rings if they are not in line."""
        won = sorted(self.position.won)
        if not won:
            return
        (row, column), (last_row, last_column) = won[0], won[-1]
        down, right = last_row - row, last_column - column
        aligned = all((r - row) * right == (c - column) * down for r, c in won)
        around = (0.08 if aligned else 0.16) * min(self.wide, self.tall)
        for stroke, width in (("#ffffff", 4.4), (INK, 2.0)):
            if aligned and len(won) > 1:
                ends = (self.centre(row, column), self.centre(last_row, last_column))
                self.scene.add(Line(ends, style=Style(stroke=stroke, width=width)))
            for cell in won:
                fill = "" if stroke == "#ffffff" else "#ffffff"
                self.scene.add(Disc(*self.centre(*cell), around, style=Style(fill=fill, stroke=stroke, width=width)))
