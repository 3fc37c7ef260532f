"""Pages that are filled from the top: sentences, figures, tables, places to write in."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from elagage.figures.scene.shapes import INK, Line, Scene, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.sheets.exercise_trees import FAINT

__all__ = ["MARGIN", "PageWriter", "wrap_text"]

MARGIN = 42.0
ROW = 12.6
"""The height of the table's rows."""
SIZES = (8.5, 12.0), (7.5, 8.0), (6.8, 7.0)
"""The sizes of its letters, each with the space between columns."""
RULE = "#C8CDD3"
FEW = 14
"""Rows that stay below each other."""
BLANK, LINE, GAP = 54.0, 24.0, 18.0
"""A place to write a short answer; the height of a row of such places; what is between two of them."""


def wrap_text(text: str, size: float, width: float, bold: bool = False) -> Iterator[str]:
    """The text in lines no wider than that."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold=bold) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


class PageWriter:
    """Pages that are filled from the top."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.inside = width - 2 * MARGIN
        self.pages: list[Scene] = []
        self.turn()

    def turn(self) -> None:
        """A new page."""
        self.pages.append(Scene(self.width, self.height, self.title))
        self.y = MARGIN

    def keep(self, height: float) -> None:
        """Room for this much, on a new page if need be."""
        if self.y + height > self.height - MARGIN and self.y > MARGIN:
            self.turn()

    def say(self, text: str, size: float = 10.5, bold: bool = False, colour: str = INK) -> None:
        """Write a paragraph below what is there."""
        for line in wrap_text(text, size, self.inside, bold):
            self.keep(size * 1.45)
            self.y += size * 1.45
            style = Style(fill=colour, stroke="")
            self.pages[-1].add(Text(MARGIN, self.y, line, size, "start", bold=bold, style=style))

    def rule(self, left: float, right: float, y: float, width: float = 0.7, colour: str = INK) -> None:
        """A line across."""
        self.pages[-1].add(Line(((left, y), (right, y)), style=Style(stroke=colour, width=width)))

    def figures(self, scenes: Sequence[Scene], scale: float, prefix: str) -> None:
        """Figures in rows, as many beside each other as there is room for."""
        row: list[Scene] = []
        for scene in scenes:
            if row and scale * sum(one.width for one in (*row, scene)) > self.inside:
                self.place(row, scale, prefix)
                row = []
            row.append(scene)
        self.place(row, scale, prefix)

    def place(self, row: Sequence[Scene], scale: float, prefix: str) -> None:
        """One row of figures, in the middle."""
        height = scale * max(scene.height for scene in row)
        self.keep(height)
        x = (self.width - scale * sum(scene.width for scene in row)) / 2
        for scene in row:
            self.pages[-1].place(scene, x, self.y, scale, prefix)
            x += scale * scene.width
        self.y += height + 6

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """A table, its head again on each page; in several columns if they fit, with smaller letters if need be."""
        gap = 16.0
        for size, space in (*SIZES, SIZES[0]):
            widths = [
                max(text_width(row[column], size, bold=not number) for number, row in enumerate(rows)) + space
                for column in range(len(rows[0]))
            ]
            wide = sum(widths)
            columns = max(1, int((self.inside + gap) / (wide + gap))) if math.isfinite(self.height) else 1
            if len(rows) <= FEW:
                columns = 1
            if columns > 1 or (len(rows) <= FEW and wide <= self.inside):
                break
        left = MARGIN
        waiting = list(rows[1:])
        long = (-(-len(waiting) // columns) + 1) * ROW
        if self.y + long > self.height - MARGIN and long <= self.height - 2 * MARGIN:
            self.turn()  # rather all of it on a page of its own
        while waiting:
            self.keep(4 * ROW)
            free = self.height - MARGIN - self.y
            most = max(3, int(free / ROW) - 1) if math.isfinite(free) else len(waiting)
            each = min(most, -(-len(waiting) // columns))
            top = self.y
            for column in range(columns):
                taken, waiting = waiting[:each], waiting[each:]
                if taken:
                    self.rows(left + column * (wide + gap), top, widths, [rows[0], *taken], size)
            self.y = top + (each + 1) * ROW + 6

    def rows(
        self, left: float, top: float, widths: Sequence[float], rows: Sequence[Sequence[str]], size: float
    ) -> None:
        """The rows of a table that stand in one column of the page, the head first."""
        y = top
        for number, row in enumerate(rows):
            y += ROW
            x = left
            for cell, width in zip(row, widths, strict=True):
                if cell:
                    self.pages[-1].add(Text(x + 4, y - 3.6, cell, size, "start", bold=not number))
                x += width
            self.rule(left, x, y, 0.4 if number else 0.8, RULE if number else INK)

    def number_pages(self) -> None:
        """Which page of how many, at the foot of each."""
        if len(self.pages) > 1:
            for number, page in enumerate(self.pages, 1):
                text = f"{self.title} · {number} / {len(self.pages)}"
                page.add(Text(self.width - MARGIN, self.height - 24, text, 8, "end", style=FAINT))

    def blanks(self, short: Sequence[str], long: Sequence[str]) -> None:
        """Places to write in: short answers beside each other, long ones on a line of their own."""
        if short:
            widest = max(text_width(text, 9.5) for text in short) + 6 + BLANK + GAP
            columns = max(1, min(4, int((self.inside + GAP) / widest)))
            each = -(-len(short) // columns)
            for row in range(each):
                self.keep(LINE)
                self.y += LINE
                for column in range(columns):
                    place = row + column * each
                    if place < len(short):
                        self.blank(short[place], MARGIN + column * (self.inside + GAP) / columns, BLANK)
        for text in long:
            self.keep(LINE)
            self.y += LINE
            self.blank(text, MARGIN, 0.0)

    def blank(self, text: str, x: float, width: float) -> None:
        """A text and a line to write on, to the margin if it has no width."""
        self.pages[-1].add(Text(x, self.y, text, 9.5, "start"))
        left = x + text_width(text, 9.5) + 6
        self.rule(left, left + width if width else self.width - MARGIN, self.y + 2, 0.6, "#888888")
