"""Shortest paths, compiled: A* and Dijkstra's algorithm on grids and on graphs that are given as arrays.

What is given is checked here and laid out for ``bucket_kernels.py`` and ``heap_kernels.py``. Places on a grid are
counted with a wall all around, as ``Grid`` does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import index
from typing import Any, NamedTuple

import numpy as np

from elagage.compiler.kernel import JIT, prepare
from elagage.compiler.memory import int32_array
from elagage.errors import LimitsError, LoadError
from elagage.paths.compiled.array_workspace import (
    COUNTED,
    FRONTIER,
    FULL,
    LENGTH,
    LIMIT,
    NOWHERE,
    REGISTERS,
    STOP,
    USED,
    WAITING,
)
from elagage.paths.compiled.bucket_kernels import HEAVIEST, bucket_root, least_weight
from elagage.paths.compiled.heap_kernels import PARENT, SLOT, graph_root, grid_root
from elagage.result import Number

__all__ = ["Distances", "Route", "add_border", "arrays_of", "graph_distances", "graph_path", "grid_path", "places_path"]

Array = np.ndarray[Any, np.dtype[Any]]

MOST = (1 << 30) - 1
"""Cells with the wall around; their numbers have 32 bits."""
EXACT = 1 << 53
"""Whole numbers up to this one are exact in floating point."""
ROOM = 1 << 14
"""Entries that the stacks have room for at first."""
ALGORITHMS = ("astar", "dijkstra")


class Route(NamedTuple):
    """What a search found; without a path the cost is infinite."""

    path: Any
    """A numpy array: the vertices from the start to the goal, or the cells as rows of x and y;
    empty if there is no path.
    """
    cost: Number
    expanded: int
    generated: int
    reopened: int
    frontier: int
    """The most states that were waiting at one time."""


class Distances(NamedTuple):
    """The distance of every vertex (infinite for what can't be
    reached) and the vertex before it on a cheapest path (-1: none).
    """

    distance: Any
    parent: Any


def run(root: Any, numbers: tuple[int, ...], memories: tuple[Array, ...]) -> int:
    """Call an entry with whole numbers and memories, the last of which is its registers."""
    arguments = (*numbers, *(memory if JIT else memory.reshape(-1) for memory in memories))
    prepare(root, arguments)
    return int(root(*arguments, halt=(memories[-1], STOP)))


def new_registers() -> Array:
    """The registers of a search, at zero."""
    return np.zeros(REGISTERS, dtype=np.int64)


# Grids


def grid_path(
    weights: Any,
    start: tuple[int, int],
    goal: tuple[int, int],
    *,
    ways: int = 4,
    algorithm: str = "astar",
    limit: int | None = None,
) -> Route:
    """A cheapest path on a grid: ``weights[y, x]`` is what it costs to enter a cell, 0 (or infinity) is a wall;
    the path is rows of x and y.

    ``ways`` is 4 or 8; a diagonal step costs the square root of 2 times the weight, and no corner is cut. True and
    False do for free and wall.
    """
    padded = add_walls(weights)
    stride = padded.shape[1]
    first, last = free_cell(padded, start), free_cell(padded, goal)
    route = places_path(padded, first, last, ways, algorithm, limit)
    rows = route.path // stride
    return route._replace(path=np.stack((route.path - rows * stride - 1, rows - 1), axis=1))


def add_walls(weights: Any) -> Array:
    """A fresh copy of the weights with a wall around: of 16 bits each if they are whole and small,
    of 64 if they are not.
    """
    try:
        given = np.asarray(np.ma.filled(weights, 0) if isinstance(weights, np.ma.MaskedArray) else weights)
    except (ValueError, OverflowError):
        given = np.empty(0)
    if given.ndim != 2 or not given.size or given.dtype.kind not in "biuf":
        raise LoadError("The weights of a grid are an array of numbers, in rows that are equally long.")
    height, width = given.shape
    if (height + 2) * (width + 2) > MOST:
        raise make_size_error()
    least, most = given.min(), given.max()
    if not least >= 0:
        raise LoadError("A cell's weight is a number from 0 up, 0 for a wall; a negative weight or NaN is none.")
    real = given.dtype.kind == "f"
    if not real and int(most) >= EXACT:
        raise make_inexact_error()
    kind = np.float64 if real else np.int64 if int(most) > HEAVIEST else np.uint16
    try:
        padded = np.zeros((height + 2, width + 2), dtype=kind)
    except MemoryError:
        raise make_size_error() from None
    padded[1:-1, 1:-1] = given
    if real and most == math.inf:
        padded[padded == math.inf] = 0.0
    return padded


def add_border(weights: Sequence[Number], stride: int) -> Any:
    """What ``add_walls`` makes, from weights that lie in one sequence, the wall around with them."""
    try:
        flat = np.frombuffer(bytes(weights), dtype=np.uint8)  # type: ignore[arg-type]
        return flat.astype(np.uint16).reshape(-1, stride)
    except (TypeError, ValueError):  # some weight has more than 8 bits, or is not whole
        return add_walls(np.array(weights).reshape(-1, stride)[1:-1, 1:-1])


def free_cell(padded: Array, cell: tuple[int, int]) -> int:
    """The place of a cell that must be free."""
    height, width = padded.shape[0] - 2, padded.shape[1] - 2
    try:
        x, y = (index(part) for part in cell)
    except (TypeError, ValueError):
        raise LoadError(
            "A cell is a pair of whole numbers, its column and its row, and not {cell}.", cell=cell
        ) from None
    if not (0 <= x < width and 0 <= y < height):
        raise LoadError(
            "The cell {x},{y} is not on the grid of {width} by {height} cells.", x=x, y=y, width=width, height=height
        )
    if not padded[y + 1, x + 1]:
        raise LoadError("The cell {x},{y} is a wall: one can neither start nor end there.", x=x, y=y)
    return int((y + 1) * (width + 2) + x + 1)


def places_path(padded: Any, start: int, goal: int, ways: int, algorithm: str, limit: int | None) -> Route:
    """A cheapest path between two places of an array made by ``add_walls`` or ``add_border``, which is used up;
    the path is an array of places.
    """
    if ways not in (4, 8):
        raise LoadError("On a grid one goes to 4 or to 8 neighbours, not to {ways}.", ways=ways)
    if algorithm not in ALGORITHMS:
        raise LoadError(
            "The compiled searches are {known}, and not '{name}'.", known=", ".join(ALGORITHMS), name=algorithm
        )
    most = check_limit(limit)
    heaviest = int(padded.max()) if padded.dtype == np.uint16 else MOST
    try:
        if ways == 4 and heaviest * padded.size < 1 << 31:
            return search_by_buckets(padded, start, goal, heaviest, algorithm == "astar", most)
        route = search_by_heap(padded.astype(np.float64, copy=False), start, goal, ways, algorithm == "astar", most)
    except MemoryError:
        raise make_size_error() from None
    return round_cost(route) if ways == 4 and padded.dtype != np.float64 else route


def search_by_buckets(padded: Array, start: int, goal: int, heaviest: int, informed: bool, limit: int) -> Route:
    stride, size = padded.shape[1], padded.size
    least = 0
    if informed:
        least = 1 if heaviest == 1 else run(least_weight, (size,), (padded, new_registers()))
    ring = 1 << (heaviest + least).bit_length()
    room = min(ROOM, 4 * size + 8)
    costs, tops = np.zeros(size, dtype=np.int32), np.zeros(ring, dtype=np.int32)
    cells, below = np.zeros(room + 1, dtype=np.int32), np.zeros(room + 1, dtype=np.int32)
    path, registers = np.empty(size, dtype=np.int32), new_registers()
    costs[start], tops[0], cells[1] = 1, 1, start
    registers[FRONTIER] = registers[WAITING] = registers[USED] = 1
    while True:
        status = run(
            bucket_root,
            (stride, start, goal, least, ring - 1, limit, room),
            (padded, costs, tops, cells, below, path, registers),
        )
        if status != FULL:
            return make_route(status, path, int(costs[goal]) - 1, registers, limit)
        room *= 2
        cells, below = (np.concatenate((old, np.zeros(room + 1 - old.size, dtype=np.int32))) for old in (cells, below))


def search_by_heap(weights: Array, start: int, goal: int, ways: int, informed: bool, limit: int) -> Route:
    stride, size = weights.shape[1], weights.size
    weights[0, 0] = np.min(weights, where=weights > 0, initial=math.inf)
    costs, heap_f = np.zeros(2 * size), np.empty(size + 1)
    heap, path = np.empty(size + 1, dtype=np.int32), np.empty(size, dtype=np.int32)
    registers = new_registers()
    memories = (weights, costs, costs.view(np.int32), heap_f, heap, path, registers)
    status = run(grid_root, (stride, start, goal, ways, int(informed), limit), memories)
    return make_route(status, path, float(costs[2 * goal]), registers, limit)


# Graphs


def graph_path(
    offsets: Any, heads: Any, costs: Any, start: int, goal: int, estimates: Any = None, *, limit: int | None = None
) -> Route:
    """A cheapest path in a graph: the arcs of vertex v go to
    ``heads[offsets[v]:offsets[v + 1]]`` at the ``costs`` of the same places.

    ``estimates`` holds for each vertex what is left to pay at least (A*); without it the search is Dijkstra's. What is
    found again more cheaply is reopened, so estimates that are never too high suffice. A negative estimate counts as 0.
    """
    begin, ends, prices, whole = convert_graph(offsets, heads, costs)
    vertices = len(begin) - 1
    source, target, most = vertex_of(start, vertices), vertex_of(goal, vertices), check_limit(limit)
    guesses = prices if estimates is None else convert_estimates(estimates, vertices)
    status, reached, path, registers = graph_search(
        begin, ends, prices, source, target, guesses, estimates is not None, most
    )
    route = make_route(status, path, float(reached[2 * target]), registers, most)
    return round_cost(route) if whole else route


def graph_distances(offsets: Any, heads: Any, costs: Any, start: int) -> Distances:
    """The distance of every vertex from the start, by Dijkstra's algorithm; arrays as for ``graph_path``."""
    begin, ends, prices, whole = convert_graph(offsets, heads, costs)
    source = vertex_of(start, len(begin) - 1)
    _status, reached, _path, _registers = graph_search(
        begin, ends, prices, source, -1, prices, False, check_limit(None)
    )
    links = reached.view(np.int32)
    found = links[SLOT::4] != 0
    distance = np.where(found, reached[::2], math.inf)
    if whole and bool(np.any(distance[found] >= EXACT)):
        raise make_inexact_error()
    links[4 * source + PARENT] = -1
    return Distances(distance, np.where(found, links[PARENT::4], np.int32(-1)))


def graph_search(
    begin: Array, ends: Array, prices: Array, start: int, goal: int, guesses: Array, informed: bool, limit: int
) -> tuple[int, Array, Array, Array]:
    """Run the kernel: how it ended, what is known of each vertex, the path backwards, and the registers."""
    vertices = len(begin) - 1
    try:
        costs, heap_f = np.zeros(2 * vertices), np.empty(vertices + 1)
        heap, path = np.empty(vertices + 1, dtype=np.int32), np.empty(vertices, dtype=np.int32)
    except MemoryError:
        raise make_size_error() from None
    registers = new_registers()
    memories = (begin, ends, prices, guesses, costs, costs.view(np.int32), heap_f, heap, path, registers)
    status = run(graph_root, (start, goal, int(informed), limit), memories)
    return status, costs, path, registers


def convert_graph(offsets: Any, heads: Any, costs: Any) -> tuple[Array, Array, Array, bool]:
    """The arrays as the kernel reads them, and whether all costs are whole numbers."""
    begin, ends = int32_array(offsets), int32_array(heads)
    prices = numbers(costs)
    vertices = len(begin) - 1
    if vertices < 0 or begin[0] != 0 or begin[-1] != len(ends) or bool(np.any(begin[1:] < begin[:-1])):
        raise LoadError("The offsets must begin with 0, never decrease, and end with the number of arcs.")
    if prices.shape != ends.shape:
        raise LoadError("The array of costs must hold one number for each arc.")
    whole = prices.dtype.kind in "biu"
    if len(ends):
        if not 0 <= int(ends.min()) <= int(ends.max()) < vertices:
            raise LoadError("A successor is not the number of a vertex.")
        if not prices.min() >= 0:
            raise LoadError("The costs of arcs are numbers from 0 up; a negative cost or NaN is none.")
        if whole and int(prices.max()) >= EXACT:
            raise make_inexact_error()
    return begin, ends, np.require(prices, dtype=np.float64, requirements=["C", "A"]), whole


def convert_estimates(estimates: Any, vertices: int) -> Array:
    guesses = numbers(estimates).astype(np.float64, copy=False)
    if guesses.shape != (vertices,) or bool(np.any(np.isnan(guesses))):
        raise LoadError("The array of estimates must hold one number for each vertex, infinity where there is no hope.")
    return np.maximum(guesses, 0.0)


def numbers(values: Any) -> Array:
    """A list of numbers as an array."""
    try:
        given = np.asarray(values)
    except (ValueError, OverflowError):
        given = np.empty((0, 0))
    if given.ndim != 1 or (given.dtype.kind not in "biuf" and given.size):
        raise LoadError("Costs and estimates in arrays are lists of numbers.")
    return given


def arrays_of(degrees: list[int], heads: list[int], costs: list[Any]) -> tuple[Any, Any, Any]:
    """Offsets, heads and costs of a graph, from lists; costs stay whole if all of them are and if they fit."""
    offsets = np.zeros(len(degrees) + 1, dtype=np.int32)
    if len(heads) > MOST:
        raise make_size_error()
    np.cumsum(degrees, out=offsets[1:])
    prices = np.array(costs) if costs else np.empty(0)
    if prices.dtype.kind not in "biuf":  # fractions, or whole numbers of more than 64 bits
        prices = np.array([float(cost) for cost in costs])
        if all(isinstance(cost, int) for cost in costs):
            raise make_inexact_error()
    return offsets, np.array(heads, dtype=np.int32), prices


# What both share


def check_limit(limit: int | None) -> int:
    if limit is not None and limit < 1:
        raise LimitsError("A path search needs a limit of at least one state.")
    return (1 << 62) if limit is None else min(int(limit), 1 << 62)


def make_route(status: int, path: Array, cost: Number, registers: Array, limit: int) -> Route:
    if status == LIMIT:
        raise LimitsError(
            "No path was found within {limit} expanded states: raise the limit or mend the heuristic.", limit=limit
        )
    counts = [int(word) for word in registers[COUNTED : FRONTIER + 1]]
    if status == NOWHERE:
        return Route(np.empty(0, dtype=np.int32), math.inf, *counts)
    return Route(path[: int(registers[LENGTH])][::-1].copy(), cost, *counts)


def round_cost(route: Route) -> Route:
    """The cost as an integer.

    No way that is cheaper costs too much to be exact, so that the least cost is right if it is small enough.
    """
    if route.cost == math.inf:
        return route
    if route.cost >= EXACT:
        raise make_inexact_error()
    return route._replace(cost=int(route.cost))


def vertex_of(vertex: Any, vertices: int) -> int:
    try:
        number = index(vertex)
    except TypeError:
        number = -1
    if not 0 <= number < vertices:
        raise LoadError("The vertex {vertex} is not in the graph.", vertex=vertex)
    return number


def make_inexact_error() -> LimitsError:
    return LimitsError("Whole costs must stay below {most} to be exact: divide them all.", most=EXACT)


def make_size_error() -> LimitsError:
    return LimitsError("A grid or graph of this size does not fit into memory: take a smaller one.")
