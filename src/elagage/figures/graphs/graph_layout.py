"""Where the vertices and the arcs of a drawn graph go. Nothing here knows what they mean.

Vertices stand in bands, one below the other, and in a band in columns: rank 0 at the right, so that play that makes progress goes to the
right. Where there are no ranks they stand in two rows, gone through like a circle. In a column they are exchanged as long as that
saves crossings. Each arc is then bent as little as keeps it off the vertices and off the arcs drawn before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

__all__ = ["AXIS", "RADIUS", "Band", "Layout", "Point", "Route", "Spot", "lay_out"]

Point = tuple[float, float]
Arc = tuple[Any, Any]
Rows = dict[tuple[str, int], list[Any]]

MARGIN = 14.0
AXIS = 22.0
"""The line above the bands in which the ranks are named."""
HEADER = 12.0
"""Room at the top of a band."""
ROW = 90.0
COLUMN = 60.0
"""Room between two columns, beside the vertices."""
RADIUS = 28.0
GAP = 10.0
"""Between two bands."""
BENDS = (0, 20, -20, 36, -36, 54, -54, 74, -74, 96, -96, 120, -120, 150, -150, 185, -185, 230, -230)
SHAPES = ((0.5,), (0.2, 0.8), (0.2,), (0.8,))
"""Where along an arc it is pulled aside."""
SAMPLES = 40
CELL = 8.0
NAME_WIDTH, TAG_WIDTH, TITLE_WIDTH = 9.3, 6.8, 7.4
"""Of a letter, generously, since fonts differ."""
NARROWEST = 620.0
EFFORT = 1_000_000
"""How many times an arc is compared with another or with a vertex, at most, before rows are left as they are."""


@dataclass(frozen=True)
class Spot:
    """A vertex's place: its middle, half its width and its shape ('circle', 'square' or 'hexagon')."""

    x: float
    y: float
    half: float
    shape: str

    def holds(self, point: Point, room: float = 0.0) -> bool:
        """Is the point inside, or nearer than ``room``?"""
        across, down = abs(point[0] - self.x), abs(point[1] - self.y)
        half, height = self.half + room, RADIUS + room
        if self.shape == "circle":
            return (across / half) ** 2 + (down / height) ** 2 <= 1
        slope = down * 12 / RADIUS - 8 if self.shape == "hexagon" else 0
        return down <= height - 3 and across <= half - slope


@dataclass(frozen=True)
class Route:
    """A drawn arc: a curve of the second degree (three points), or for a loop of the third (four)."""

    source: Any
    target: Any
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Band:
    """A band across the picture."""

    kind: str
    top: float
    height: float
    ranked: bool


@dataclass
class Layout:
    """The whole picture."""

    width: float = 0.0
    height: float = MARGIN
    margin: float = MARGIN
    titles: float = 0.0
    """Where the titles of the bands end."""
    axis: dict[int, float] = field(default_factory=dict)
    """Where the ranks are, from left to right."""
    bands: list[Band] = field(default_factory=list)
    spots: dict[Any, Spot] = field(default_factory=dict)
    routes: list[Route] = field(default_factory=list)


def lay_out(
    graph: Mapping[Any, Sequence[Any]],
    bands: Mapping[str, Mapping[Any, int | None]],
    shapes: Mapping[Any, str],
    names: Mapping[Any, str],
    tags: Mapping[Any, str],
    titles: Mapping[str, Sequence[str]],
) -> Layout:
    """Place everything. ``bands`` holds the vertices of each band and their ranks, None where there are none."""
    half = {
        vertex: max(RADIUS, len(names[vertex]) * NAME_WIDTH / 2 + 10, len(tags[vertex]) * TAG_WIDTH / 2 + 10)
        for vertex in graph
    }
    rows: Rows = {}
    for kind, members in bands.items():
        for vertex, column in columns(graph, members).items():
            rows.setdefault((kind, column), []).append(vertex)
    step = 2 * max(half.values()) + COLUMN
    across = 1 + max(column for _kind, column in rows)
    room = TITLE_WIDTH * max(len(line) for kind, _column in rows for line in titles[kind]) + 20
    layout = Layout(width=max(MARGIN + room + across * step + MARGIN, NARROWEST), titles=room)
    xs = [layout.width - MARGIN - step * (column + 0.5) for column in range(across)]
    ranks = {rank for members in bands.values() for rank in members.values() if rank is not None}
    layout.axis = {rank: xs[rank] for rank in sorted(ranks)}
    layout.height += AXIS if ranks else 0
    for kind, members in bands.items():
        if members:
            height = HEADER + ROW * max(len(row) for (other, _column), row in rows.items() if other == kind)
            layout.bands.append(Band(kind, layout.height, height, None not in members.values()))
            layout.height += height + GAP
    layout.height += MARGIN + 4
    middles = {band.kind: band.top + HEADER + (band.height - HEADER) / 2 - 3 for band in layout.bands}

    def places() -> dict[Any, Spot]:
        """Of all vertices, with the rows as they are now."""
        return {
            vertex: Spot(
                xs[column], middles[kind] + (number - (len(members) - 1) / 2) * ROW, half[vertex], shapes[vertex]
            )
            for (kind, column), members in rows.items()
            for number, vertex in enumerate(members)
        }

    arcs = [(vertex, successor) for vertex in graph for successor in dict.fromkeys(graph[vertex])]
    settle(rows, arcs, places)
    for band in layout.bands:
        if not band.ranked:
            shift(band.kind, rows, across, lambda: tangle(places(), arcs))
    layout.spots = places()
    layout.routes = Router(layout, arcs).routes()
    return layout


def columns(graph: Mapping[Any, Sequence[Any]], members: Mapping[Any, int | None]) -> dict[Any, int]:
    """The column of each vertex: its rank or, without ranks, along two rows in the order in which play can visit them."""
    ranked = {vertex: rank for vertex, rank in members.items() if rank is not None}
    if len(ranked) == len(members):
        return ranked
    order: dict[Any, None] = {}
    waiting = list(members)[::-1]
    while waiting:
        vertex = waiting.pop()
        if vertex in members and vertex not in order:
            order[vertex] = None
            waiting += list(graph[vertex])[::-1]
    if len(order) < 3:
        return {vertex: len(order) - 1 - number for number, vertex in enumerate(order)}
    half = (len(order) + 1) // 2
    return {vertex: half - 1 - number if number < half else number - half for number, vertex in enumerate(order)}


def settle(rows: Rows, arcs: Sequence[Arc], places: Callable[[], dict[Any, Spot]]) -> None:
    """Exchange neighbours in a column as long as that saves crossings."""
    best = tangle(places(), arcs)
    budget = EFFORT // (len(arcs) * (len(arcs) // 2 + len(places())) + 1)
    better = True
    while better and best:
        better = False
        for members in rows.values():
            for one, other in combinations(range(len(members)), 2):
                if budget <= 0:
                    return
                budget -= 1
                members[one], members[other] = members[other], members[one]
                now = tangle(places(), arcs)
                if now < best:
                    best, better = now, True
                else:
                    members[one], members[other] = members[other], members[one]


def shift(kind: str, rows: Rows, across: int, cost: Callable[[], float]) -> None:
    """Move a band without ranks to where its arcs are least in the way."""
    mine = {column: rows.pop((kind, column)) for other, column in list(rows) if other == kind}
    prices = []
    for move in range(across - max(mine)):
        moved = {(kind, column + move): members for column, members in mine.items()}
        rows.update(moved)
        prices.append((cost(), move))
        for key in moved:
            del rows[key]
    best = min(prices)[1]
    rows.update({(kind, column + best): members for column, members in mine.items()})


def tangle(spots: Mapping[Any, Spot], arcs: Sequence[Arc]) -> float:
    """How bad straight arcs would look: pairs that cross, vertices run over, and a little for length."""
    cost = 0.0
    lines = [(arc, spots[arc[0]], spots[arc[1]]) for arc in arcs if arc[0] != arc[1]]
    for arc, start, end in lines:
        length = math.hypot(end.x - start.x, end.y - start.y)
        cost += length / 2000
        for vertex, spot in spots.items():
            if vertex not in arc and nearness(start, end, spot) < RADIUS:
                cost += 2
    for (one, a, b), (other, c, d) in combinations(lines, 2):
        if not set(one) & set(other) and turns(a, b, c) != turns(a, b, d) and turns(c, d, a) != turns(c, d, b):
            cost += 1
    return cost


def turns(a: Spot, b: Spot, c: Spot) -> bool:
    """Does the way from a over b to c turn left?"""
    return (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)


def nearness(start: Spot, end: Spot, spot: Spot) -> float:
    """How far a spot is from a straight line."""
    across, down = end.x - start.x, end.y - start.y
    share = ((spot.x - start.x) * across + (spot.y - start.y) * down) / (across * across + down * down)
    share = min(1.0, max(0.0, share))
    return math.hypot(start.x + share * across - spot.x, start.y + share * down - spot.y)


def curve(points: Sequence[Point], share: float) -> Point:
    """The point of a curve at a share of its way, by halving the polygon again and again."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(points)]
    return points[0]


class Router:
    """Bends arcs one after the other, knowing where those before went."""

    def __init__(self, layout: Layout, arcs: Sequence[Arc]) -> None:
        self.layout = layout
        self.spots = layout.spots
        self.arcs = arcs
        self.marks: dict[tuple[int, int], set[int]] = {}
        self.tips: dict[Any, list[Point]] = {}
        self.around: dict[tuple[int, int], list[Any]] = {}
        for vertex, spot in self.spots.items():
            left, top = cell((spot.x - spot.half - 20, spot.y - RADIUS - 10))
            right, bottom = cell((spot.x + spot.half + 20, spot.y + RADIUS + 10))
            for column in range(left, right + 1):
                for row in range(top, bottom + 1):
                    self.around.setdefault((column, row), []).append(vertex)
        self.top = layout.bands[0].top - 2
        self.words = [(0.0, band.top, layout.titles, band.top + 48) for band in layout.bands]

    def routes(self) -> list[Route]:
        """All arcs, in their order; the short ones are drawn first, since they have the least choice."""
        order = sorted(range(len(self.arcs)), key=lambda number: (self.length(self.arcs[number]), number))
        found: dict[int, Route] = {}
        for number in order:
            source, target = self.arcs[number]
            least: float = math.inf
            points: tuple[Point, ...] = ()
            for bend, way in self.candidates(source, target):
                price = self.cost(number, bend, way, least)
                if price < least:
                    least, points = price, way
            found[number] = Route(source, target, points)
            for end, vertex in ((points[0], source), (points[-1], target)):
                self.tips.setdefault(vertex, []).append(end)
            for place in samples(points):
                self.marks.setdefault(cell(place), set()).add(number)
        return [found[number] for number in range(len(self.arcs))]

    def length(self, arc: Arc) -> float:
        """From middle to middle; loops come last."""
        start, end = self.spots[arc[0]], self.spots[arc[1]]
        return math.inf if arc[0] == arc[1] else math.hypot(end.x - start.x, end.y - start.y)

    def candidates(self, source: Any, target: Any) -> Iterator[tuple[float, tuple[Point, ...]]]:
        """Ways to draw an arc, each with how far it leaves the straight line."""
        start, end = self.spots[source], self.spots[target]
        if source == target:
            for number in range(8):
                angle = math.pi * (number / 4 - 0.5)
                yield 10 + 4 * number, loop(start, angle)
            return
        length = math.hypot(end.x - start.x, end.y - start.y)
        normal = (end.y - start.y) / length, (start.x - end.x) / length
        both_ways = (target, source) in self.arcs
        for bend in BENDS:
            if bend == 0 and both_ways:
                continue
            for shares in SHAPES if bend and length > 200 else SHAPES[:1]:
                pull = bend * 4 / 3 if len(shares) == 2 else bend * 2
                middle = [
                    (
                        start.x + share * (end.x - start.x) + pull * normal[0],
                        start.y + share * (end.y - start.y) + pull * normal[1],
                    )
                    for share in shares
                ]
                points = clip_curve(((start.x, start.y), *middle, (end.x, end.y)), start, end)
                if points is not None:
                    yield abs(bend) + 12.0 * (len(shares) == 2 or shares != SHAPES[0]), points
        yield 1e6, ((start.x, start.y), ((start.x + end.x) / 2, (start.y + end.y) / 2), (end.x, end.y))

    def cost(self, number: int, bend: float, points: tuple[Point, ...], least: float) -> float:
        """How bad this way to draw an arc is; counted no further than ``least``."""
        source, target = self.arcs[number]
        total = 0.3 * bend + 0.0012 * bend * bend
        met: set[int] = set()
        for place in samples(points):
            if total >= least:
                return total
            x, y = place
            if any(left < x < right and top < y < bottom for left, top, right, bottom in self.words):
                total += 40
            if not (6 < x < self.layout.width - 6 and self.top < y < self.layout.height - 6):
                total += 120
            column, row = cell(place)
            for across in (-1, 0, 1):
                for down in (-1, 0, 1):
                    for other in self.marks.get((column + across, row + down), ()):
                        shared = {source, target}.intersection(self.arcs[other])
                        near = source != target and any(self.spots[vertex].holds(place, 26) for vertex in shared)
                        total += 0 if near else 2 if other in met else 14
                        met.add(other)
            for vertex in self.around.get((column, row), ()):
                if vertex not in (source, target) and self.spots[vertex].holds(place, 8):
                    total += 150
        for end, vertex in ((points[0], source), (points[-1], target)):
            for tip in self.tips.get(vertex, ()):
                apart = math.hypot(tip[0] - end[0], tip[1] - end[1])
                total += 6 * max(0.0, 14 - apart)
        return total


def samples(points: Sequence[Point]) -> list[Point]:
    """Points along a curve."""
    return [curve(points, number / SAMPLES) for number in range(SAMPLES + 1)]


def cell(place: Point) -> tuple[int, int]:
    """The small square that a point lies in."""
    return int(place[0] // CELL), int(place[1] // CELL)


def clip_curve(points: Sequence[Point], start: Spot, end: Spot) -> tuple[Point, ...] | None:
    """The part of a curve between the borders of two vertices, with a little room for the arrow's head; None if there is none."""
    steps = 120
    leave = next((n for n in range(steps + 1) if not start.holds(curve(points, n / steps), 1)), steps)
    arrive = next((n for n in range(steps, -1, -1) if not end.holds(curve(points, n / steps), 3)), 0)
    if arrive - leave < 6:
        return None
    begun = [curve(points[: count + 1], arrive / steps) for count in range(len(points))]
    return tuple(curve(begun[count:], leave / arrive) for count in range(len(begun)))


def loop(spot: Spot, angle: float) -> tuple[Point, Point, Point, Point]:
    """An arc from a vertex to itself, on one of its sides."""

    def at(turn: float, reach: float) -> Point:
        return (
            spot.x + math.cos(angle + turn) * (spot.half + reach),
            spot.y + math.sin(angle + turn) * (RADIUS + reach),
        )

    return at(-0.42, 0), at(-0.62, 34), at(0.62, 34), at(0.42, 4)
