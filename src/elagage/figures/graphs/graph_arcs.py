"""How the arcs of a drawn graph go between its vertices, and how they are drawn.

Game graphs and the graphs of path searches are drawn alike. Arcs are drawn one after the other, the short ones first,
since they have the least choice. Each is bent as little as keeps it off the vertices, off the words and off the arcs
drawn before. An arc between two vertices that are joined both ways is always bent, so that the two can be told apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from elagage.figures.graphs.graph_layout import Arc, Spot
from elagage.figures.scene.shapes import Curve, Line, Point, Style

__all__ = ["Frame", "Route", "arc_shape", "route_arcs", "samples"]

Frame = tuple[float, float, float, float]
"""A rectangle: left, top, right, bottom."""
Bezier = tuple[Point, Point, Point, Point]

BENDS = (0, 20, -20, 36, -36, 54, -54, 74, -74, 96, -96, 120, -120, 150, -150, 185, -185, 230, -230)
"""How far from the straight line an arc may go, in the order in which it is tried."""
PULLS = ((1 / 3, 2 / 3), (0.2, 0.8), (2 / 15, 7 / 15), (8 / 15, 13 / 15))
"""Where along the straight line the two handles of an arc are pulled aside: evenly; on long arcs also for a
flat middle, near one end, and near the other."""
TWISTS = tuple(
    (one, other)
    for one in (0, 40, -40, 80, -80, 140, -140, 220, -220, 320, -320)
    for other in (0, 40, -40, 80, -80, 140, -140, 220, -220, 320, -320)
    if one != other
)
"""How far the two handles are pulled aside where no even bend keeps an arc off the vertices."""
LONG = 200.0
SAMPLES = 40
SHARES = tuple(number / SAMPLES for number in range(SAMPLES + 1))
WEIGHTS = tuple(((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in SHARES)
"""Of the four points of a curve, at each of the samples."""
CELL = 8.0
"""The side of the small squares in which arcs and vertices are looked up."""
AFTER, BEFORE = 1.0, 2.5
"""How far from a vertex an arc begins and ends."""
CLOSE = 8.0
"""An arc that comes nearer than this to a vertex seems to touch it."""
MEETING = 26.0
"""Arcs of the same vertex may come together this near to it."""
APART = 12.0
"""Between the ends of two arcs at a vertex."""
EFFORT = 12_000
"""How many uneven pulls are tried in all."""
LOOP = 26.0
"""How far from a vertex an arc to itself goes."""
RUN_OVER, TOUCH, OUTSIDE, ON_WORDS, CROSSING, BESIDE, CROWDED, ROUNDABOUT = (
    700.0,
    150.0,
    120.0,
    40.0,
    20.0,
    4.0,
    6.0,
    12.0,
)
"""What it costs, a sample each, to run over a vertex, to seem to touch one, to leave the frame, to run over words;
a small square each, to meet another arc, and to go on beside it; a unit of length each, to end too near to another end;
and to be pulled otherwise than evenly."""


@dataclass(frozen=True)
class Route:
    """An arc as it is drawn: two points of a straight line, or the four of a curve."""

    source: Any
    target: Any
    points: tuple[Point, Point] | Bezier

    def at(self, share: float) -> Point:
        """The point at a share of its way."""
        first, last = self.points[0], self.points[-1]
        if len(self.points) == 2:
            return first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])
        return bezier(self.points, share)


def arc_shape(route: Route, style: Style, *, arrow: bool = True, ident: str = "") -> Line | Curve:
    """The shape of an arc, with an arrow's head unless it is an edge."""
    if len(route.points) == 2:
        return Line(route.points, arrow=arrow, style=style, id=ident)
    return Curve(*route.points, arrow=arrow, style=style, id=ident)


def route_arcs(
    spots: Mapping[Any, Spot], arcs: Sequence[Arc], *, frame: Frame, words: Sequence[Frame] = ()
) -> list[Route]:
    """The routes of all arcs, in their order: inside the frame, and off the words, as far as can be."""
    return Router(spots, arcs, frame, words).routes()


class Router:
    """Bends arcs one after the other, knowing where those before went."""

    def __init__(self, spots: Mapping[Any, Spot], arcs: Sequence[Arc], frame: Frame, words: Sequence[Frame]) -> None:
        self.spots, self.arcs, self.frame, self.words = spots, arcs, frame, words
        self.known = set(arcs)
        self.effort = EFFORT
        self.marks: dict[tuple[int, int], set[int]] = {}
        """The arcs that pass in or beside a small square."""
        self.ends: dict[Any, list[Point]] = {}
        """Where arcs begin and end at a vertex."""
        self.around: dict[tuple[int, int], list[Any]] = {}
        """The vertices that a small square is near to."""
        for vertex, spot in spots.items():
            left, top = cell((spot.x - spot.half - 2 * CLOSE, spot.y - spot.tall - 2 * CLOSE))
            right, bottom = cell((spot.x + spot.half + 2 * CLOSE, spot.y + spot.tall + 2 * CLOSE))
            for column in range(left, right + 1):
                for row in range(top, bottom + 1):
                    self.around.setdefault((column, row), []).append(vertex)

    def routes(self) -> list[Route]:
        found: dict[int, Route] = {}
        for number in sorted(range(len(self.arcs)), key=lambda number: (self.length(self.arcs[number]), number)):
            source, target = self.arcs[number]
            least, straight, points = math.inf, True, self.fallback(source, target)
            for ways in (self.bends(source, target), self.twists(source, target)):
                for bend, price, way in ways:
                    if price < least and (price := price + self.run_over(way, source, target, least)) < least:
                        clipped = clip(way, self.spots[source], self.spots[target])
                        total = math.inf if clipped is None else self.cost(number, price, clipped, least)
                        if clipped is not None and total < least:
                            least, straight, points = total, bend == 0, clipped
                if least < TOUCH:
                    break
            found[number] = Route(source, target, (points[0], points[3]) if straight else points)
            self.ends.setdefault(source, []).append(points[0])
            self.ends.setdefault(target, []).append(points[3])
            for column, row in {cell(place) for place in samples(points)}:
                for across in (-1, 0, 1):
                    for down in (-1, 0, 1):
                        self.marks.setdefault((column + across, row + down), set()).add(number)
        return [found[number] for number in range(len(self.arcs))]

    def length(self, arc: Arc) -> float:
        """From middle to middle; loops come last."""
        start, end = self.spots[arc[0]], self.spots[arc[1]]
        return math.inf if arc[0] == arc[1] else math.hypot(end.x - start.x, end.y - start.y)

    def bends(self, source: Any, target: Any) -> Iterator[tuple[float, float, Bezier]]:
        """Ways to draw an arc from middle to middle, each with its bend and with what that costs."""
        start, end = self.spots[source], self.spots[target]
        if source == target:
            for number in range(8):
                yield 1, 3.0 + 1.2 * number, loop(start, math.pi * (number / 4 - 0.5))
            return
        length = self.length((source, target))
        both_ways = (target, source) in self.known
        for bend in BENDS:
            if bend == 0 and both_ways:
                continue
            for shares in PULLS if bend and length > LONG else PULLS[:1]:
                extra = abs(bend) + ROUNDABOUT * (shares != PULLS[0])
                yield bend, bend_cost(extra, length), pull_curve(start, end, shares, (bend * 4 / 3, bend * 4 / 3))

    def twists(self, source: Any, target: Any) -> Iterator[tuple[float, float, Bezier]]:
        """Ways that are bent unevenly, or both to the left and to the right."""
        if source != target:
            for pulls in TWISTS[: self.effort]:
                self.effort -= 1
                extra = max(map(abs, pulls)) + ROUNDABOUT
                price = bend_cost(extra, self.length((source, target)))
                for shares in ((0.25, 0.75), (0.0, 1.0), (0.5, 0.5)):
                    yield 1, price, pull_curve(self.spots[source], self.spots[target], shares, pulls)

    def fallback(self, source: Any, target: Any) -> Bezier:
        """What is drawn between vertices that leave no room for an arc: a line between their middles."""
        start, end = self.spots[source], self.spots[target]
        return (start.x, start.y), (start.x, start.y), (end.x, end.y), (end.x, end.y)

    def run_over(self, points: Bezier, source: Any, target: Any, least: float) -> float:
        """What it costs to run over vertices or to touch them; counted no further than ``least``."""
        total = 0.0
        for place in samples(points):
            for vertex in self.around.get((int(place[0] // CELL), int(place[1] // CELL)), ()):
                if vertex not in (source, target) and self.spots[vertex].holds(place, CLOSE):
                    total += RUN_OVER if self.spots[vertex].holds(place, 1) else TOUCH
                    if total >= least:
                        return total
        return total

    def cost(self, number: int, price: float, points: Bezier, least: float) -> float:
        """How bad this way to draw an arc is; counted no further than ``least``."""
        source, target = self.arcs[number]
        left, top, right, bottom = self.frame
        total, met, here = price, set[int](), (0, 0)
        for end, vertex in ((points[0], source), (points[3], target)):
            for other_end in self.ends.get(vertex, ()):
                total += CROWDED * max(0.0, APART - math.hypot(other_end[0] - end[0], other_end[1] - end[1]))
        for place in samples(points):
            if total >= least:
                return total
            x, y = place
            if not (left < x < right and top < y < bottom):
                total += OUTSIDE
            for word in self.words:
                if word[0] < x < word[2] and word[1] < y < word[3]:
                    total += ON_WORDS
            here, before = cell(place), here
            marks = self.marks.get(here)
            if marks and here != before:
                meeting = [
                    vertex
                    for vertex in (source, target)
                    if source != target and self.spots[vertex].holds(place, MEETING)
                ]
                for other in marks:
                    if not any(vertex in self.arcs[other] for vertex in meeting):
                        total += BESIDE if other in met else CROSSING
                        met.add(other)
        return total


def bend_cost(far: float, length: float) -> float:
    """What it costs an arc to go so far from the straight line: more for a short one."""
    return 0.3 * far + (0.0012 + 0.3 / length) * far * far


def pull_curve(start: Spot, end: Spot, shares: tuple[float, float], pulls: tuple[float, float]) -> Bezier:
    """A curve from middle to middle whose handles are pulled aside from the straight line, at shares of its way."""
    across, down = end.x - start.x, end.y - start.y
    length = math.hypot(across, down)
    one, other = (
        (start.x + share * across + pull * down / length, start.y + share * down - pull * across / length)
        for share, pull in zip(shares, pulls, strict=True)
    )
    return (start.x, start.y), one, other, (end.x, end.y)


def bezier(points: Bezier, share: float) -> Point:
    """The point of a curve at a share of its way."""
    rest = 1 - share
    a, b, c, d = rest**3, 3 * share * rest * rest, 3 * share * share * rest, share**3
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def samples(points: Bezier) -> list[Point]:
    """Points along a curve."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    return [(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in WEIGHTS]


def cell(place: Point) -> tuple[int, int]:
    """The small square that a point lies in."""
    return int(place[0] // CELL), int(place[1] // CELL)


def clip(points: Bezier, start: Spot, end: Spot) -> Bezier | None:
    """The part of a curve between the borders of two vertices; None if there is too little of it for an arrow."""
    places = samples(points)
    leave = next((number for number, place in enumerate(places) if not start.holds(place, AFTER)), SAMPLES)
    arrive = next((number for number in range(SAMPLES, -1, -1) if not end.holds(places[number], BEFORE)), 0)
    if arrive - leave < 2:
        return None
    first = border(points, start, AFTER, SHARES[leave], SHARES[max(leave - 1, 0)])
    last = border(points, end, BEFORE, SHARES[arrive], SHARES[min(arrive + 1, SAMPLES)])
    return part(points, first, last)


def border(points: Bezier, spot: Spot, room: float, outside: float, inside: float) -> float:
    """Where a curve meets the border of a vertex, between two shares of its way."""
    for _halving in range(8):
        middle = (outside + inside) / 2
        if spot.holds(bezier(points, middle), room):
            inside = middle
        else:
            outside = middle
    return outside


def part(points: Bezier, first: float, last: float) -> Bezier:
    """The part of a curve between two shares of its way, as a curve of its own (by blossoming)."""

    def blossom(u: float, v: float, w: float) -> Point:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
        for t in (u, v, w):
            x0, x1, x2 = x0 + t * (x1 - x0), x1 + t * (x2 - x1), x2 + t * (x3 - x2)
            y0, y1, y2 = y0 + t * (y1 - y0), y1 + t * (y2 - y1), y2 + t * (y3 - y2)
        return x0, y0

    one, other = blossom(first, first, last), blossom(first, last, last)
    return blossom(first, first, first), one, other, blossom(last, last, last)


def loop(spot: Spot, angle: float) -> Bezier:
    """An arc from a vertex to itself, on one of its sides, from its middle and back."""

    def at(turn: float) -> Point:
        return (
            spot.x + math.cos(angle + turn) * (spot.half + LOOP) * 4 / 3,
            spot.y + math.sin(angle + turn) * (spot.tall + LOOP) * 4 / 3,
        )

    return (spot.x, spot.y), at(-0.45), at(0.45), (spot.x, spot.y)
