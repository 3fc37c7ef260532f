"""Drawings of path searches on grids: walls, what was explored and in which order, and the path."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from elagage.figures.scene.shapes import Disc, Line, Rect, Scene, Style, Text
from elagage.paths.problems.grid import mark_letters

__all__ = ["cell_id", "grid_scene", "shade"]

Cell = tuple[int, int]

CELL, LIVE_CELL = 20.0, 30.0
"""The side of a cell in a drawing, and in a page that is stepped through."""
LARGEST = 1400.0
"""Points, across or down."""
EACH, SINGLE = 2_500, 40_000
"""Cells of a grid up to which every cell is drawn, and up to which every wall and every explored cell is."""
EDGE = 2.0
WALL, FREE, LINE = "#3d4551", "#ffffff", "#d5dae1"
EARLY, LATE = (207, 232, 247), (62, 139, 192)
"""What was explored first and last."""
SHADES = 12
"""Of runs of cells."""
PATH, START, GOAL = "#b54708", "#1a7f37", "#b54708"
WAY = "#eb9a63"
"""The path where a number is read on it."""
QUIET = "#57606a"


def grid_scene(
    rows: Sequence[Sequence[str]],
    path: Sequence[Cell],
    explored: Sequence[Cell],
    title: str,
    live: Collection[Cell] | None = None,
) -> Scene:
    """A grid. ``rows`` are characters (``#`` is a wall, S the start, G the goal), the rest columns and rows from 0.

    Cells that were explored are the darker the later they were, and the path is a line with round ends, so that nothing
    is told by colour alone. A cell has the id that ``cell_id`` gives. A page that is stepped through gives as ``live``
    the cells that change: each is drawn with room for a text of its own, named ``t`` and so on, nothing is painted as
    explored, and the path is the shape ``path``.
    """
    width, height = len(rows[0]), len(rows)
    side = LARGEST / max(width, height)
    side = min(CELL if live is None else LIVE_CELL, float(int(side)) if side >= 1 else side)
    scene = Scene(width * side + 2 * EDGE, height * side + 2 * EDGE, title)
    if live is not None and width * height <= EACH:
        live = {(x, y) for y, row in enumerate(rows) for x, character in enumerate(row) if character != "#"}
    order = {cell: number for number, cell in enumerate(dict.fromkeys(explored))} if live is None else {}
    if width * height <= SINGLE:
        scene.add(*cells(rows, order, side, everything=width * height <= EACH, live=frozenset(live or ())))
    else:
        scene.add(*runs(rows, order, side, frozenset(live or ())))
    if width * height > EACH:
        frame = Style(stroke=LINE)
        scene.add(Rect(EDGE, EDGE, width * side, height * side, style=frame))
    if live is not None:
        scene.add(*draw_live_cells(live, side))
    if path:
        line = Style(stroke=PATH, width=max(2.0, side / 5)) if live is None else Style(stroke=WAY, width=side / 5)
        scene.add(Line(tuple((middle(x, side), middle(y, side)) for x, y in path), style=line, id="path"))
    if live is not None and side >= 12:
        scene.add(*texts(rows, live, side))
    radius = max(5.0, side * (0.45 if live is None else 0.36))
    for letter, colour, said in zip("SG", (START, GOAL), mark_letters(), strict=True):
        x, y = next(((row.index(letter), y) for y, row in enumerate(rows) if letter in row), (-1, -1))
        if x >= 0:
            across = min(max(middle(x, side), radius + 1), scene.width - radius - 1)
            down = min(max(middle(y, side), radius + 1), scene.height - radius - 1)
            scene.add(Disc(across, down, radius, style=Style(fill=colour, stroke="")))
            white = Style(fill="#ffffff", stroke="")
            scene.add(Text(across, down + radius * 0.47, said, size=radius * 1.3, bold=True, style=white))
    return scene


def cell_id(x: int, y: int) -> str:
    """The name of a cell's shape."""
    return f"c{x}-{y}"


def middle(number: int, side: float) -> float:
    return EDGE + (number + 0.5) * side


def cells(
    rows: Sequence[Sequence[str]], order: dict[Cell, int], side: float, everything: bool, live: frozenset[Cell]
) -> Iterator[Rect | Text]:
    """Cell by cell; the free ones only if ``everything`` is drawn."""
    line = LINE if side >= 6 else ""
    styles = {colour: Style(fill=colour, stroke=line) for colour in (WALL, FREE)}
    quiet = Style(fill=QUIET, stroke="")
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if (x, y) in live:
                continue
            colour = WALL if character == "#" else shade(order[x, y], len(order)) if (x, y) in order else FREE
            if everything or colour != FREE:
                style = styles.setdefault(colour, Style(fill=colour, stroke=line))
                yield Rect(EDGE + x * side, EDGE + y * side, side, side, style=style, id=cell_id(x, y))
            if character.isdigit() and side >= 8:
                yield Text(middle(x, side), middle(y, side) + side / 5, character, size=side * 0.6, style=quiet)


def runs(rows: Sequence[Sequence[str]], order: dict[Cell, int], side: float, live: frozenset[Cell]) -> Iterator[Rect]:
    """Neighbours in a row that look alike, as one rectangle."""
    styles = {-1: Style(fill=WALL, stroke="")}
    for number in range(SHADES):
        styles[number] = Style(fill=shade(number, SHADES), stroke="")
    count = max(1, len(order))
    for y, row in enumerate(rows):
        kinds = [
            None if (x, y) in live
            else -1 if character == "#"
            else order[x, y] * SHADES // count if (x, y) in order
            else None
            for x, character in enumerate(row)
        ]  # fmt: skip
        x = 0
        for kind, group in groupby(kinds):
            length = len(list(group))
            if kind is not None:
                yield Rect(EDGE + x * side, EDGE + y * side, length * side, side, style=styles[kind])
            x += length


def draw_live_cells(live: Collection[Cell], side: float) -> Iterator[Rect]:
    """The cells that change while a page is stepped through."""
    gap = min(1.5, side / 12)
    free = Style(fill=FREE, stroke=LINE)
    for x, y in sorted(live, key=lambda cell: (cell[1], cell[0])):
        left, top = EDGE + x * side + gap, EDGE + y * side + gap
        yield Rect(left, top, side - 2 * gap, side - 2 * gap, side / 10, style=free, id=cell_id(x, y))


def texts(rows: Sequence[Sequence[str]], live: Collection[Cell], side: float) -> Iterator[Text]:
    """A text in each of these cells, but for the start and the goal; what a cell weighs stands small in its corner."""
    quiet = Style(fill=QUIET, stroke="")
    for x, y in sorted(live, key=lambda cell: (cell[1], cell[0])):
        if rows[y][x].isdigit():
            left, top = EDGE + x * side + side * 0.2, EDGE + y * side + side * 0.36
            yield Text(left, top, rows[y][x], size=side * 0.27, style=quiet)
        if rows[y][x] not in "SG":
            yield Text(middle(x, side), middle(y, side) + side * 0.13, "", size=side * 0.34, id="t" + cell_id(x, y))


def shade(number: int, count: int) -> str:
    """From light to dark, by the order of exploration."""
    share = number / max(1, count - 1)
    return "#" + "".join(
        f"{round(early + (late - early) * share):02x}" for early, late in zip(EARLY, LATE, strict=True)
    )
