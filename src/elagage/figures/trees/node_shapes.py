"""How the nodes of a search tree look: ▲ Max, ▼ Min, □ leaf, with texts inside and beside; edges,
cuts and arcs between them.

A node is measured here, so that the layout keeps room for all that stands beside it. Colours only repeat what shapes
say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from elagage.figures.scene.shapes import INK, Curve, Line, Point, Polygon, Rect, Scene, Shape, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.trees.drawn_nodes import Node

__all__ = ["HEAD", "Measured", "arc", "cut_marks", "edge_labels", "edge_line", "measure", "node_shapes"]

VALUE, SMALL = 9.0, 8.0
"""Sizes of letters: values, and all else."""
TALL, SIDE = 32.0, 34.0
"""A triangle's height, and its width if its value is short."""
LEAF = 21.0
STUB = 9.0
HEAD = 11.0
"""The room for the move above a node."""
LINE = 10.5
"""From one line of notes to the next."""
BESIDE = 3.5
CUT_AT = 0.56
"""Where on an edge a cut is marked."""
APART = 2.4
"""Between the two outlines of a node that was answered from memory."""
BLUE, VERMILLION, GREY, PALE = "#0072B2", "#D55E00", "#767676", "#A6A6A6"
QUIET = "#F0F0F0"
FILLS = {"max": "#EAF3FA", "min": "#FDF1E8", "leaf": "#FFFFFF", "stub": "#FFFFFF"}
STROKES = {"max": BLUE, "min": VERMILLION, "leaf": "#444444", "stub": INK}
DASH = (3.0, 2.2)

OUTLINES = {
    (kind, skipped, best, quiet): Style(
        fill="#FFFFFF" if skipped else QUIET if quiet else FILLS[kind],
        stroke=PALE if skipped else STROKES[kind],
        width=0.9 if skipped else 1.8 if best and quiet else 2.2 if best else 1.0 if kind == "leaf" else 1.3,
        dash=DASH if quiet else (),
    )
    for kind in FILLS
    for skipped in (False, True)
    for best in (False, True)
    for quiet in (False, True)
}
PLAIN = Style(fill=INK, stroke="")
BLANK = Style(fill="#FFFFFF", stroke="")
DIM = Style(fill=GREY, stroke="")
EDGE = Style(stroke="#5A5A5A", width=0.8)
THICK = Style(stroke=INK, width=2.4)
CUT_EDGE = Style(stroke="#8C8C8C", width=0.9, dash=DASH)
SKIPPED_EDGE = Style(stroke=PALE, width=0.8)
SLASH = Style(stroke=INK, width=1.2)
ARC = Style(stroke=INK, width=1.1)


@dataclass(slots=True)
class Measured:
    """A node's room: how wide its shape is, what it takes on each side of its middle,
    and its height without the head.
    """

    width: float
    left: float
    right: float
    height: float
    top: float
    """From the top of its place to its shape: the height of its board."""


def measure(node: Node, board: Scene | None, board_scale: float) -> Measured:
    """The room that a node takes."""
    wide = text_width(node.value, SMALL if node.kind == "more" else VALUE)
    top = 0.0
    if node.kind == "more":
        return Measured(wide, wide / 2, wide / 2, LINE, 0.0)
    if node.kind == "stub":
        half = max(STUB / 2, text_width(node.label, SMALL) + BESIDE if node.label else 0.0)
        return Measured(STUB, half, half, STUB, 0.0)
    width = max(LEAF, wide + 9) if node.kind == "leaf" else max(SIDE, (wide + 3.5) * TALL / 18)
    half = width / 2
    if node.label:
        half = max(half, text_width(node.label, SMALL) + BESIDE)
    if board is not None:
        half = max(half, board.width * board_scale / 2)
        top = board.height * board_scale + 3
    right = half
    height = LEAF if node.kind == "leaf" else TALL
    if node.kind == "leaf":
        for note in node.notes:
            wide = text_width(note.text, SMALL, italic=note.italic)
            half, right = max(half, wide / 2), max(right, wide / 2)
            height += LINE
    else:
        start = measure_note_offset(node, width) if node.notes else 0.0
        for note in node.notes:
            right = max(right, start + text_width(note.text, SMALL, italic=note.italic) + 1)
    if node.memory:  # the room of the second outline
        more = outer(node, width)
        top, height = top + more[0], height + more[1]
        half, right = max(half, more[2] / 2), max(right, more[2] / 2)
    return Measured(width, half, right, top + height, top)


def outer(node: Node, width: float) -> tuple[float, float, float]:
    """The second outline around a node, everywhere as far from the first: how far it goes above it and below,
    and its width.
    """
    if node.kind == "leaf":
        return APART, APART, width + 2 * APART
    far = APART * math.hypot(1.0, 2 * TALL / width)
    above, below = (far, APART) if node.kind == "max" else (APART, far)
    return above, below, width * (TALL + far + APART) / TALL


def base_line(node: Node, number: int) -> float:
    """The base line of a note beside a triangle, from the triangle's top."""
    lines = len(node.notes)
    first = {1: 14.0, 2: 9.0}.get(lines, 7.0) if node.kind == "max" else {1: 25.0, 2: 19.0}.get(lines, 9.5)
    return first + number * LINE


def measure_note_offset(node: Node, width: float) -> float:
    """How far from the middle of a triangle its notes begin: past its side, along the whole height of the letters."""
    line = base_line(node, len(node.notes) - 1 if node.kind == "max" else 0)
    share = (line + 1.0) / TALL if node.kind == "max" else (TALL - line + 6.0) / TALL
    return width / 2 * min(max(share, 0.0), 1.0) + BESIDE + (4 if node.memory else 1)


def node_shapes(node: Node, size: Measured, x: float, y: float, label_side: int) -> Iterator[Shape]:
    """A node whose shape's top is at ``y``; its label stands at the left (-1), at the right (1) or above (0)."""
    style = DIM if node.skipped else PLAIN
    letter, text_letter = ("s", "u") if node.skipped else ("n", "v")
    if node.kind == "more":
        name = f"s{node.name}" if node.skipped else f"h{node.name}"
        yield Text(x, y + SMALL, node.value, SMALL, style=DIM, id=name)
        return
    outline = OUTLINES[node.kind, node.skipped, node.best, node.quiet]
    name = letter + node.name
    if node.memory:
        above, below, width = outer(node, size.width)
        yield from shape_of(node, width, x, y - above, outline, f"o{node.name}", "", above + below)
    yield from shape_of(node, size.width, x, y, outline, name, node.hint)
    if node.value:
        line = y + {"max": TALL - 5.5, "min": 12.6, "leaf": LEAF / 2 + 3.3}[node.kind]
        italic = node.sign < 0
        yield Text(x, line, node.value, VALUE, italic=italic, style=style, id=text_letter + node.name)
    if node.label:
        at = x + label_side * BESIDE
        anchor = {-1: "end", 0: "middle", 1: "start"}[label_side]
        label = f"m{node.edge or node.name}" if not node.skipped else f"l{node.name}"
        yield Text(at, y - size.top - 3, node.label, SMALL, anchor, style=style, id=label)  # type: ignore[arg-type]
    for number, note in enumerate(node.notes):
        if node.kind == "leaf":
            place: tuple[float, float, str] = x, y + LEAF + 9 + number * LINE, "middle"
        else:
            place = x + measure_note_offset(node, size.width), y + base_line(node, number), "start"
        yield Text(
            place[0], place[1], note.text, SMALL, place[2], italic=note.italic, style=style,  # type: ignore[arg-type]
            id=note.letter + node.name, hint=note.hint,
        )  # fmt: skip


def shape_of(
    node: Node, width: float, x: float, y: float, style: Style, name: str, hint: str, more: float = 0.0
) -> Iterator[Shape]:
    """The outline of a node, ``more`` higher than usual."""
    half = width / 2
    if node.kind == "leaf":
        yield Rect(x - half, y, width, LEAF + more, style=style, id=name, hint=hint)
    elif node.kind == "stub":
        yield Rect(x - STUB / 2, y, STUB, STUB, style=style, id=name, hint=hint)
    elif node.kind == "max":
        corners = (x, y), (x + half, y + TALL + more), (x - half, y + TALL + more)
        yield Polygon(corners, style=style, id=name, hint=hint)
    else:
        corners = (x - half, y), (x + half, y), (x, y + TALL + more)
        yield Polygon(corners, style=style, id=name, hint=hint)


def edge_labels(moves: list[tuple[str, str, tuple[Point, ...]]]) -> Iterator[Shape]:
    """The moves on the edges to nodes that may have several: each at the first place on its edge that no other has."""
    taken: list[Point] = []
    for text, name, points in moves:
        (x, y), (end_x, end_y) = points[0], points[1]
        wide = text_width(text, SMALL)
        places = [(x + (end_x - x) * share, y + (end_y - y) * share) for share in (0.6, 0.45, 0.72, 0.32, 0.84)]
        at = next(
            (
                place
                for place in places
                if all(abs(place[0] - other[0]) > wide + 3 or abs(place[1] - other[1]) > 10 for other in taken)
            ),
            places[0],
        )
        taken.append(at)
        yield Rect(at[0] - wide / 2 - 1, at[1] - 5, wide + 2, 10, style=BLANK)
        yield Text(at[0], at[1] + 3, text, SMALL, id=f"m{name}")


def edge_line(node: Node, points: tuple[Point, ...], above_skipped: bool) -> Line:
    """The edge from a node's parent."""
    if node.skipped:
        style = SKIPPED_EDGE if above_skipped else CUT_EDGE
        return Line(points, style=style, id=f"t{node.name}")
    if node.kind == "more":
        return Line(points, style=CUT_EDGE if above_skipped else DOTTED, id="")
    name = f"e{node.edge or node.name}"
    if node.weight:
        return Line(points, style=choose_edge_style(node.weight), id=name)
    return Line(points, style=THICK if node.best else EDGE, id=name)


DOTTED = Style(stroke=GREY, width=0.9, dash=(1.0, 2.0))
WEIGHTS = [Style(stroke="#5A5A5A", width=0.6 + step * 0.25) for step in range(21)]


def choose_edge_style(share: float) -> Style:
    """The style of an edge that had this share of the visits."""
    return WEIGHTS[round(20 * math.sqrt(share))]


def cut_marks(name: str, letter: str, edges: list[tuple[Point, Point]]) -> Iterator[Shape]:
    """A double slash on each cut edge, and the letter of the cut beside the last one."""
    x = y = 0.0
    along = 0.0, 1.0
    for number, (start, end) in enumerate(edges):
        length = max(math.dist(start, end), 1.0)
        along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        x, y = start[0] + (end[0] - start[0]) * CUT_AT, start[1] + (end[1] - start[1]) * CUT_AT
        slant = (2.8, -4.2 if along[0] > -0.25 else 4.2)  # like a slash, unless that is how the edge goes
        one, other = ((x + step * along[0], y + step * along[1]) for step in (-1.6, 1.6))
        points = tuple(
            (point[0] + sign * slant[0], point[1] + sign * slant[1])
            for point, sign in ((one, -1), (one, 1), (one, 0), (other, 0), (other, -1), (other, 1))
        )
        yield Line(points, style=SLASH, id=f"k{name}-{number}" if number else f"k{name}")
    yield Text(x + 10 * along[1], y - 10 * along[0] + 3.3, letter, VALUE, bold=True, id=f"k{name}-letter")


def arc(parent: Point, first: Point, last: Point, name: str) -> Curve:
    """The small curve that joins the edges of a node all of whose children are needed."""
    one, other = (
        move_toward(parent, end, min(max(13.0, 8.0 * math.dist(parent, end) / max(end[1] - parent[1], 1.0)), 60.0))
        for end in (first, last)
    )
    return Curve(one, (one[0] + 2, one[1] + 4), (other[0] - 2, other[1] + 4), other, style=ARC, id=f"a{name}")


def move_toward(start: Point, end: Point, length: float) -> Point:
    """The point at a distance on the way from one point to another."""
    share = length / max(math.dist(start, end), length)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
