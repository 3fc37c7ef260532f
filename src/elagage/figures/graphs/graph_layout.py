"""Where the vertices of a drawn graph stand: in bands and columns, in layers, or on a map. Nothing here knows what
they mean.

*Bands* stand one below the other; in a band vertices stand in columns by rank, rank 0 at the right, so that play that
makes progress goes to the right. Where there are no ranks they stand in two rows, gone through like a circle. In a
column they are exchanged as long as that saves crossings. *Layers* follow each other by the number of arcs from the
first vertex; in a layer a vertex stands near those that it is joined with. On a *map* vertices stand near their
coordinates, pushed aside as far as they would overlap. Arcs are drawn between them by ``graph_arcs``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from elagage.figures.scene.shapes import Point

__all__ = ["Arc", "Band", "Bands", "Spot", "place_in_bands", "place_in_layers", "place_on_map", "stand_in_rows"]

Arc = tuple[Any, Any]
Rows = dict[tuple[str, int], list[Any]]

HEADER, ROW, COLUMN, GAP = 12.0, 90.0, 60.0, 10.0
"""Of bands: room at the top of one, the height of a row, room between two columns, room between two bands."""
EFFORT = 1_000_000
"""How many times an arc is compared with another or with a vertex, at most, before rows are left as they are."""
LAYER_GAP, BOX_GAP = 74.0, 38.0
"""Of layers: room between two of them, and between the vertices of one."""
TALLEST, WIDEST = 14, 1300.0
"""Vertices above each other in a layer; the length of a row."""
SWEEPS = 6
"""How many times the vertices of all layers are put in order."""
MAP_GAP = (36.0, 24.0)
"""Of maps: room between two vertices, across and down."""
NARROWEST = 480.0


@dataclass(frozen=True)
class Spot:
    """A vertex's place: its middle, half its width, half its height and its shape (circle, square, hexagon or box)."""

    x: float
    y: float
    half: float
    tall: float
    shape: str = "box"

    def holds(self, point: Point, room: float = 0.0) -> bool:
        """Is the point inside, or nearer than ``room``?"""
        across, down = abs(point[0] - self.x), abs(point[1] - self.y)
        if self.shape == "circle":  # with straight sides between the two halves of a circle if it is long
            beyond = max(across - (self.half - self.tall), 0.0)
            return math.hypot(beyond, down) < self.tall + room
        slope = down * 12 / self.tall - 8 if self.shape == "hexagon" else 0.0
        return down < self.tall + room and across < self.half + room - slope

    def meets(self, other: Spot, across: float = 0.0, down: float = 0.0) -> bool:
        """Do the two overlap, or come nearer than that?"""
        return (
            abs(self.x - other.x) < self.half + other.half + across
            and abs(self.y - other.y) < self.tall + other.tall + down
        )


# Bands


@dataclass(frozen=True)
class Band:
    """A band across the picture."""

    kind: str
    top: float
    height: float
    ranked: bool


@dataclass
class Bands:
    """A picture in bands: its size, where the ranks are from left to right, the bands and the vertices."""

    width: float
    height: float
    axis: dict[int, float] = field(default_factory=dict)
    bands: list[Band] = field(default_factory=list)
    spots: dict[Any, Spot] = field(default_factory=dict)


def place_in_bands(
    graph: Mapping[Any, Sequence[Any]],
    bands: Mapping[str, Mapping[Any, int | None]],
    sizes: Mapping[Any, Spot],
    *,
    left: float,
    top: float,
    margin: float,
    narrowest: float,
) -> Bands:
    """Place vertices of these shapes and sizes right of ``left`` and below ``top``.

    ``bands`` holds the vertices of each band with their ranks, or None.
    """
    rows: Rows = {}
    for kind, members in bands.items():
        for vertex, column in columns(graph, members).items():
            rows.setdefault((kind, column), []).append(vertex)
    step = 2 * max(size.half for size in sizes.values()) + COLUMN
    across = 1 + max(column for _kind, column in rows)
    layout = Bands(max(left + across * step + margin, narrowest), top)
    xs = [layout.width - margin - step * (column + 0.5) for column in range(across)]
    ranks = {rank for members in bands.values() for rank in members.values() if rank is not None}
    layout.axis = {rank: xs[rank] for rank in sorted(ranks)}
    for kind, members in bands.items():
        if members:
            height = HEADER + ROW * max(len(row) for (other, _column), row in rows.items() if other == kind)
            layout.bands.append(Band(kind, layout.height, height, None not in members.values()))
            layout.height += height + GAP
    layout.height += margin - GAP
    middles = {band.kind: band.top + HEADER + (band.height - HEADER) / 2 - 3 for band in layout.bands}

    def places() -> dict[Any, Spot]:
        """Of all vertices, with the rows as they are now."""
        return {
            vertex: replace(sizes[vertex], x=xs[column], y=middles[kind] + (number - (len(members) - 1) / 2) * ROW)
            for (kind, column), members in rows.items()
            for number, vertex in enumerate(members)
        }

    arcs = [(vertex, successor) for vertex in graph for successor in dict.fromkeys(graph[vertex])]
    settle(rows, arcs, places)
    for band in layout.bands:
        if not band.ranked:
            shift(band.kind, rows, across, lambda: tangle(places(), arcs))
    layout.spots = places()
    return layout


def columns(graph: Mapping[Any, Sequence[Any]], members: Mapping[Any, int | None]) -> dict[Any, int]:
    """The column of each vertex: its rank or, without ranks,
    along two rows in the order in which play can visit them.
    """
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
            if vertex not in arc and measure_nearness(start, end, spot) < spot.tall:
                cost += 2
    for (one, a, b), (other, c, d) in combinations(lines, 2):
        if not set(one) & set(other) and turns(a, b, c) != turns(a, b, d) and turns(c, d, a) != turns(c, d, b):
            cost += 1
    return cost


def turns(a: Spot, b: Spot, c: Spot) -> bool:
    """Does the way from a over b to c turn left?"""
    return (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)


def measure_nearness(start: Spot, end: Spot, spot: Spot) -> float:
    """How far a spot is from a straight line."""
    across, down = end.x - start.x, end.y - start.y
    share = ((spot.x - start.x) * across + (spot.y - start.y) * down) / (across * across + down * down)
    share = min(1.0, max(0.0, share))
    return math.hypot(start.x + share * across - spot.x, start.y + share * down - spot.y)


# Layers


def place_in_layers(first: int, sizes: Sequence[Spot], arcs: Sequence[tuple[int, int]]) -> list[Spot]:
    """Vertices by their number of arcs from the first; in columns or in rows, whichever fits a page better."""
    layers = layers_of(first, len(sizes), arcs)
    return min((stand_in_columns(layers, sizes), stand_in_rows(layers, sizes)), key=awkward)


def layers_of(first: int, count: int, arcs: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The vertices of each layer, in an order that keeps those that are joined near each other."""
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
    layers: list[list[int]] = [[] for _layer in range(last + 2)]
    for place in [*waiting, *(place for place in range(count) if place not in depth)]:
        layers[depth.get(place, last + 1)].append(place)
    rank = {place: number / max(1, len(layer)) for layer in layers for number, place in enumerate(layer)}
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else layers[::-1]:
            layer.sort(
                key=lambda place: sum(rank[other] for other in near[place]) / len(near[place]) if near[place] else 0.5
            )
            rank.update({place: (number + 0.5) / len(layer) for number, place in enumerate(layer)})
    return layers


def awkward(spots: Sequence[Spot]) -> float:
    """How far a picture is from fitting a page: its longer side, and a page is wider than high."""
    across = max(spot.x + spot.half for spot in spots) - min(spot.x - spot.half for spot in spots)
    down = max(spot.y + spot.tall for spot in spots) - min(spot.y - spot.tall for spot in spots)
    return max(across, 1.3 * down)


def stand_in_columns(layers: Sequence[Sequence[int]], sizes: Sequence[Spot]) -> list[Spot]:
    """Each layer as a column, or several if it is long; from left to right."""
    spots: dict[int, Spot] = {}
    left = 0.0
    for layer in layers:
        for begin in range(0, len(layer), TALLEST):
            part = layer[begin : begin + TALLEST]
            half = max(sizes[place].half for place in part)
            for number, place in enumerate(part):
                middle = (number - (len(part) - 1) / 2) * (2 * sizes[place].tall + BOX_GAP)
                spots[place] = replace(sizes[place], x=left + half, y=middle)
            left += 2 * half + LAYER_GAP
    return [spots[place] for place in range(len(sizes))]


def stand_in_rows(layers: Sequence[Sequence[int]], sizes: Sequence[Spot]) -> list[Spot]:
    """Each layer as a row, or several if it is long; from the top down."""
    spots: dict[int, Spot] = {}
    top = 0.0
    for layer in layers:
        waiting = list(layer)
        while waiting:
            part = [waiting.pop(0)]
            while waiting and sum(2 * sizes[place].half + BOX_GAP for place in [*part, waiting[0]]) < WIDEST:
                part.append(waiting.pop(0))
            left = -sum(2 * sizes[place].half + BOX_GAP for place in part) / 2
            for place in part:
                spots[place] = replace(sizes[place], x=left + sizes[place].half + BOX_GAP / 2, y=top)
                left += 2 * sizes[place].half + BOX_GAP
            top += 2 * max(sizes[place].tall for place in part) + 1.3 * BOX_GAP
    return [spots[place] for place in range(len(sizes))]


# Maps


def place_on_map(places: Sequence[Point], sizes: Sequence[Spot]) -> list[Spot]:
    """Vertices near their latitudes and longitudes (in degrees), pushed aside as far as they would overlap."""
    turn = math.cos(math.radians(sum(latitude for latitude, _longitude in places) / len(places)))
    points = [(longitude * max(turn, 0.05), -latitude) for latitude, longitude in places]
    across = max(x for x, _y in points) - min(x for x, _y in points)
    down = max(y for _x, y in points) - min(y for _x, y in points)
    area = sum(32 * size.half * size.tall for size in sizes)
    scale = 1.0
    if across > 0 or down > 0:
        scale = max(math.sqrt(area / max(across * down, across * across / 4, down * down / 4)), 0.0)
        scale = max(scale, NARROWEST / max(across, down))
    spots: list[Spot] = []
    for (x, y), size in zip(points, sizes, strict=True):
        spots.append(free_spot(replace(size, x=x * scale, y=y * scale), spots))
    return spots


def free_spot(wish: Spot, taken: Sequence[Spot]) -> Spot:
    """The spot where it should be, or on the smallest circle round it where there is room."""
    ring = 0
    while True:
        around = 8 + 4 * ring if ring else 1
        for number in range(around):
            angle = 2 * math.pi * number / around
            spot = replace(wish, x=wish.x + ring * 9 * math.cos(angle), y=wish.y + ring * 9 * math.sin(angle))
            if not any(spot.meets(other, *MAP_GAP) for other in taken):
                return spot
        ring += 1 + ring // 12
