"""Where the boxes of a drawn graph stand, and how its arcs go between them. Nothing here knows what they mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Box", "Point", "curve", "place_in_layers", "place_on_map", "route"]

Point = tuple[float, float]

ROOM_X, ROOM_Y = 36.0, 24.0
"""Between two boxes at least."""
NARROWEST = 480.0
COLUMN, ROW = 74.0, 30.0
"""Between the columns of layers, and between the boxes of one."""
TALLEST, WIDEST = 14, 1300.0
"""Boxes above each other in a column; the length of a row."""
BENDS = (0.0, 22.0, -22.0, 40.0, -40.0, 64.0, -64.0, 95.0, -95.0)
SAMPLES = 40


@dataclass(frozen=True)
class Box:
    """A rectangle by its middle, half its width and half its height."""

    x: float
    y: float
    half: float
    tall: float

    def meets(self, other: Box, across: float = 0.0, down: float = 0.0) -> bool:
        """Do the two overlap, or come nearer than that?"""
        return (
            abs(self.x - other.x) < self.half + other.half + across
            and abs(self.y - other.y) < self.tall + other.tall + down
        )

    def holds(self, point: Point, room: float = 0.0) -> bool:
        """Is the point inside, or nearer than ``room``?"""
        return abs(point[0] - self.x) < self.half + room and abs(point[1] - self.y) < self.tall + room


def place_on_map(places: Sequence[Point], widths: Sequence[float], height: float) -> list[Box]:
    """Boxes near their latitudes and longitudes (in degrees), pushed aside as far as they would overlap."""
    turn = math.cos(math.radians(sum(latitude for latitude, _longitude in places) / len(places)))
    points = [(longitude * max(turn, 0.05), -latitude) for latitude, longitude in places]
    across = max(x for x, _y in points) - min(x for x, _y in points)
    down = max(y for _x, y in points) - min(y for _x, y in points)
    area = sum(widths) * height * 8
    scale = 1.0
    if across > 0 or down > 0:
        scale = max(math.sqrt(area / max(across * down, across * across / 4, down * down / 4)), 0.0)
        scale = max(scale, NARROWEST / max(across, down))
    boxes: list[Box] = []
    for (x, y), width in zip(points, widths, strict=True):
        boxes.append(find_free_spot(Box(x * scale, y * scale, width / 2, height / 2), boxes))
    return boxes


def find_free_spot(wish: Box, taken: Sequence[Box]) -> Box:
    """The box where it should be, or on the smallest circle round it where there is room."""
    ring = 0
    while True:
        around = 8 + 4 * ring if ring else 1
        for number in range(around):
            angle = 2 * math.pi * number / around
            box = Box(wish.x + ring * 9 * math.cos(angle), wish.y + ring * 9 * math.sin(angle), wish.half, wish.tall)
            if not any(box.meets(other, ROOM_X, ROOM_Y) for other in taken):
                return box
        ring += 1 + ring // 12


def place_in_layers(first: int, widths: Sequence[float], height: float, arcs: Sequence[tuple[int, int]]) -> list[Box]:
    """Boxes in layers by their number of arcs from the first, in columns or in rows; in a layer, near the boxes that they are joined with."""
    count = len(widths)
    near: list[list[int]] = [[] for _place in range(count)]
    ahead: list[list[int]] = [[] for _place in range(count)]
    for tail, head in arcs:
        ahead[tail].append(head)
        near[tail].append(head)
        near[head].append(tail)
    depth = {first: 0}
    waiting = [first]
    for links in (ahead, near):
        for place in waiting:  # grows while it is gone through
            for other in links[place]:
                if other not in depth:
                    depth[other] = depth[place] + 1
                    waiting.append(other)
    last = max(depth.values())
    columns: list[list[int]] = [[] for _layer in range(last + 2)]
    for place in [*waiting, *(place for place in range(count) if place not in depth)]:
        columns[depth.get(place, last + 1)].append(place)
    rank = {place: number / max(1, len(column)) for column in columns for number, place in enumerate(column)}
    for turn in range(6):
        for column in columns if turn % 2 == 0 else columns[::-1]:
            column.sort(
                key=lambda place: sum(rank[other] for other in near[place]) / len(near[place]) if near[place] else 0.5
            )
            rank.update({place: (number + 0.5) / len(column) for number, place in enumerate(column)})
    return min((place_columns(columns, widths, height), place_rows(columns, widths, height)), key=awkward)


def awkward(boxes: Sequence[Box]) -> float:
    """How far a picture is from fitting a page: its longer side, and a page is wider than high."""
    across = max(box.x + box.half for box in boxes) - min(box.x - box.half for box in boxes)
    down = max(box.y + box.tall for box in boxes) - min(box.y - box.tall for box in boxes)
    return max(across, 1.3 * down)


def place_columns(columns: Sequence[Sequence[int]], widths: Sequence[float], height: float) -> list[Box]:
    """Each layer as a column, or several if it is long; from left to right."""
    boxes: dict[int, Box] = {}
    left = 0.0
    for column in columns:
        for begin in range(0, len(column), TALLEST):
            part = column[begin : begin + TALLEST]
            wide = max(widths[place] for place in part)
            for number, place in enumerate(part):
                middle = (number - (len(part) - 1) / 2) * (height + ROW)
                boxes[place] = Box(left + wide / 2, middle, widths[place] / 2, height / 2)
            left += wide + COLUMN
    return [boxes[place] for place in range(len(widths))]


def place_rows(rows: Sequence[Sequence[int]], widths: Sequence[float], height: float) -> list[Box]:
    """Each layer as a row, or several if it is long; from the top down."""
    boxes: dict[int, Box] = {}
    top = 0.0
    for row in rows:
        waiting = list(row)
        while waiting:
            part = [waiting.pop(0)]
            while waiting and sum(widths[place] + ROW for place in [*part, waiting[0]]) < WIDEST:
                part.append(waiting.pop(0))
            left = -sum(widths[place] + ROW for place in part) / 2
            for place in part:
                boxes[place] = Box(left + (widths[place] + ROW) / 2, top, widths[place] / 2, height / 2)
                left += widths[place] + ROW
            top += height + 1.6 * ROW
    return [boxes[place] for place in range(len(widths))]


def route(
    tail: int, head: int, boxes: Sequence[Box], bent: bool
) -> tuple[tuple[Point, Point] | tuple[Point, Point, Point, Point], Callable[[float], Point]]:
    """An arc from box to box, bent as far as keeps it off the others: two points, or the four of a curve; and the point at a share of its way."""
    start, end = boxes[tail], boxes[head]
    length = math.hypot(end.x - start.x, end.y - start.y) or 1.0
    normal = (end.y - start.y) / length, (start.x - end.x) / length
    others = [
        box
        for number, box in enumerate(boxes)
        if number not in (tail, head)
        and min(start.x, end.x) - 100 < box.x + box.half and box.x - box.half < max(start.x, end.x) + 100
        and min(start.y, end.y) - 100 < box.y + box.tall and box.y - box.tall < max(start.y, end.y) + 100
    ]  # fmt: skip
    best: tuple[float, tuple[Point, ...]] = (math.inf, ())
    for bend in BENDS[1::2] if bent else BENDS:
        middle = (
            (start.x + end.x) / 2 + 2 * bend * normal[0],
            (start.y + end.y) / 2 + 2 * bend * normal[1],
        )
        points = ((start.x, start.y), middle, (end.x, end.y))
        hits = sum(
            any(box.holds(place, 5) for box in others)
            for place in (curve(points, number / SAMPLES) for number in range(1, SAMPLES))
        )
        cost = hits * 20 + abs(bend) * 0.4
        if cost < best[0]:
            best = cost, points
        if not hits:
            break
    chosen = clip_curve(best[1], start, end)
    ways: tuple[Point, ...] = chosen
    if abs(compute_turn(*best[1])) < 1e-6:
        return (chosen[0], chosen[2]), lambda share: curve(ways, share)
    first = convert_handle(chosen[0], chosen[1])
    second = convert_handle(chosen[2], chosen[1])
    return (chosen[0], first, second, chosen[2]), lambda share: curve(ways, share)


def convert_handle(end: Point, handle: Point) -> Point:
    """A handle of the third degree, for one of the second."""
    return end[0] + (handle[0] - end[0]) * 2 / 3, end[1] + (handle[1] - end[1]) * 2 / 3


def compute_turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of a triangle: 0 if the three points are in line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def curve(points: Sequence[Point], share: float) -> Point:
    """The point of a curve at a share of its way, by halving the polygon again and again."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(points)]
    return points[0]


def clip_curve(points: Sequence[Point], start: Box, end: Box) -> tuple[Point, Point, Point]:
    """The part of a curve of the second degree between the borders of two boxes."""
    steps = 160
    leave = next((n for n in range(steps + 1) if not start.holds(curve(points, n / steps), 1)), 0)
    arrive = next((n for n in range(steps, -1, -1) if not end.holds(curve(points, n / steps), 2)), steps)
    if arrive <= leave:
        leave, arrive = 0, steps
    begun = [curve(points[: count + 1], arrive / steps) for count in range(3)]
    cut = [curve(begun[count:], leave / arrive) for count in range(3)]
    return cut[0], cut[1], cut[2]
