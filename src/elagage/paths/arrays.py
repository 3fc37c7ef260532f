"""Large grids and graphs as arrays, for the compiled searches: same answers as ``astar`` and ``dijkstra``,
some hundred times sooner.

A grid is an array of weights, row by row: 0 is a wall, any other number what it costs to enter the cell. In a graph,
vertices are numbered from 0: the arcs of vertex v lead to ``heads[offsets[v]:offsets[v + 1]]``, and their costs lie at
the same places of ``costs``, so there is one offset more than there are vertices. ``graph_arrays`` makes such arrays of
a dict of dicts, a list of arcs or a networkx graph.

There is often more than one cheapest path, and the compiled search may find another one than the plain search, at the
same cost.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from elagage.paths.path_common import make_no_path, walk_path
from elagage.paths.path_result import PathResult
from elagage.paths.problem import Heuristic, PathError, Problem, as_weighted, is_number
from elagage.paths.trust import gather_evidence
from elagage.result import Number

if TYPE_CHECKING:
    from elagage.paths.problems.grid import Grid

__all__ = [
    "WeightedArrays",
    "astar_arrays",
    "dijkstra_arrays",
    "distances_arrays",
    "graph_arrays",
    "grid_astar",
    "grid_dijkstra",
    "grid_problem_path",
    "is_plain_grid",
]

BORDERED: WeakKeyDictionary[Grid, tuple[Any, Any]] = WeakKeyDictionary()
"""The weights of grid problems that were searched before, and their arrays."""


class WeightedArrays(NamedTuple):
    """A weighted graph in arrays. Without ``vertices`` and ``numbers`` the vertices are called by their numbers."""

    offsets: Any
    heads: Any
    costs: Any
    vertices: list[Any] | None = None
    """The vertices in the order of their numbers."""
    numbers: dict[Any, int] | None = None
    """The number of each vertex."""


# Grids


def grid_astar(
    weights: Any, start: tuple[int, int], goal: tuple[int, int], ways: int = 4, *, limit: int | None = None
) -> PathResult[Any]:
    """A cheapest path on a grid by A*, from ``start`` to ``goal``, which are columns and rows from 0,
    as are the states of the path. The heuristic is that of ``Grid``, which proves it admissible.

    ``weights`` is an array of numpy (``weights[y, x]``) or a list of rows: 0 or infinity is a wall, any other number
    what entering the cell costs. With 8 ways a diagonal step costs the square root of 2 times as much, and no corner is
    cut.

    >>> grid_astar([[1, 0, 1], [1, 1, 1]], (0, 0), (2, 0)).path
    ((0, 0), (0, 1), (1, 1), (2, 1), (2, 0))
    """
    return grid_search("astar", weights, start, goal, ways, limit)


def grid_dijkstra(
    weights: Any, start: tuple[int, int], goal: tuple[int, int], ways: int = 4, *, limit: int | None = None
) -> PathResult[Any]:
    """The same by Dijkstra's algorithm.

    >>> grid_dijkstra([[1, 9, 1], [2, 2, 2]], (0, 0), (2, 0)).cost
    7
    """
    return grid_search("dijkstra", weights, start, goal, ways, limit)


def grid_search(
    algorithm: str, weights: Any, start: tuple[int, int], goal: tuple[int, int], ways: int, limit: int | None
) -> PathResult[Any]:
    from elagage.paths.compiled.array_driver import grid_path

    began = time.perf_counter()
    route = grid_path(weights, start, goal, ways=ways, algorithm=algorithm, limit=limit)
    path = tuple(zip(route.path[:, 0].tolist(), route.path[:, 1].tolist(), strict=True))
    return make_path_result(route, path, f"{start[0]},{start[1]}", algorithm, began)


def is_plain_grid(problem: Any) -> bool:
    """Is it a ``Grid`` with the rules and the heuristic that the compiled search knows?"""
    from elagage.paths.problems.grid import Grid

    return isinstance(problem, Grid) and all(
        name not in vars(problem) and getattr(type(problem), name) is getattr(Grid, name)
        for name in ("start", "successors", "goal", "heuristic")
    )


def grid_problem_path(problem: Grid, algorithm: str = "astar", *, limit: int | None = None) -> PathResult[Any]:
    """A cheapest path for a grid problem, by ``astar`` or ``dijkstra``, compiled.

    Its array is kept as long as the problem is.

    >>> from elagage.paths.problems.grid import Grid
    >>> problem = Grid.from_picture("S##/..G")
    >>> [problem.state_name(cell) for cell in grid_problem_path(problem).path]
    ['0,0', '0,1', '1,1', '2,1']
    """
    if not is_plain_grid(problem):
        raise PathError("Only a grid with its own rules and heuristic is searched as an array: use the plain search.")
    from elagage.paths.compiled.array_driver import add_border, places_path
    from elagage.paths.problems.grid import Cell

    began = time.perf_counter()
    kept, weights = BORDERED.get(problem, (None, None))
    if kept is not problem.weights:
        weights = add_border(problem.weights, problem.stride)
        BORDERED[problem] = (problem.weights, weights)
    route = places_path(weights.copy(), problem.first, problem.last, problem.ways, algorithm, limit)
    path = tuple(map(Cell, route.path.tolist()))
    return make_path_result(route, path, problem.state_name(problem.start()), algorithm, began)


# Graphs


def graph_arrays(graph: Any) -> WeightedArrays:
    """Any graph that ``as_weighted`` takes, in arrays.

    >>> graph_arrays({"a": {"b": 1, "c": 5}, "b": {"c": 1}}).heads.tolist()
    [1, 2, 2]
    """
    from elagage.paths.compiled.array_driver import arrays_of

    plain = graph if is_checked(graph) else as_weighted(graph)
    numbers = {vertex: number for number, vertex in enumerate(plain)}
    degrees = [len(row) for row in plain.values()]
    heads = [numbers[head] for row in plain.values() for head in row]
    costs = [cost for row in plain.values() for cost in row.values()]
    return WeightedArrays(*arrays_of(degrees, heads, costs), list(plain), numbers)


def is_checked(graph: Any) -> bool:
    """Is it at a glance what ``as_weighted`` would make of it?

    A dict of dicts with every head in it, and plain costs from 0 up.
    """
    if type(graph) is not dict or not set(map(type, graph.values())) <= {dict}:
        return False
    if any(not row.keys() <= graph.keys() for row in graph.values()):
        return False
    costs = [cost for row in graph.values() for cost in row.values()]
    # A sum with NaN in it is NaN, and is not above anything.
    return set(map(type, costs)) <= {int, float} and min(costs, default=0) >= 0 and sum(costs) >= 0


def astar_arrays(
    arrays: WeightedArrays, start: Any, goal: Any, heuristic: Any = None, *, limit: int | None = None
) -> PathResult[Any]:
    """A cheapest path from ``start`` to ``goal`` by A*, if the heuristic is admissible; ``optimal`` says whether that
    is known. What is found again more cheaply is reopened.

    The heuristic is an array with an estimate for each vertex in the order of their numbers; or a function or a dict as
    for ``astar``, which is asked about every vertex beforehand, and that takes longer than the search: for one path on
    a large graph give an array.

    >>> arrays = graph_arrays({"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}})
    >>> astar_arrays(arrays, "a", "c", {"a": 2, "b": 1}).path
    ('a', 'b', 'c')
    """
    began = time.perf_counter()
    if callable(heuristic) or isinstance(heuristic, Mapping):
        heuristic = estimates_of(arrays, heuristic)
    return graph_search("astar", arrays, start, goal, heuristic, limit, began)


def dijkstra_arrays(arrays: WeightedArrays, start: Any, goal: Any, *, limit: int | None = None) -> PathResult[Any]:
    """A cheapest path from ``start`` to ``goal`` by Dijkstra's algorithm.

    >>> dijkstra_arrays(WeightedArrays([0, 2, 3, 3], [1, 2, 2], [1, 5, 1]), 0, 2).path
    (0, 1, 2)
    """
    return graph_search("dijkstra", arrays, start, goal, None, limit, time.perf_counter())


def distances_arrays(arrays: WeightedArrays, start: Any) -> tuple[Any, Any]:
    """Two arrays by the numbers of vertices: the distance from ``start``, infinite if there is no way,
    and the number of the vertex before, or -1.

    >>> distances_arrays(graph_arrays({"a": {"b": 1, "c": 5}, "b": {"c": 1}}), "a")[0].tolist()
    [0.0, 1.0, 2.0]
    """
    from elagage.paths.compiled.array_driver import graph_distances

    found = graph_distances(arrays.offsets, arrays.heads, arrays.costs, number_of(arrays, start))
    return found.distance, found.parent


def graph_search(
    algorithm: str, arrays: WeightedArrays, start: Any, goal: Any, estimates: Any, limit: int | None, began: float
) -> PathResult[Any]:
    import numpy as np

    from elagage.paths.compiled.array_driver import graph_path

    source, target = number_of(arrays, start), number_of(arrays, goal)
    route = graph_path(arrays.offsets, arrays.heads, arrays.costs, source, target, estimates, limit=limit)
    numbers = tuple(route.path.tolist())
    path = numbers if arrays.vertices is None else tuple(arrays.vertices[number] for number in numbers)
    guesses = np.zeros(1) if estimates is None else np.array(estimates, dtype=np.float64)
    if route.cost == math.inf or not guesses.max() > 0:
        return make_path_result(route, path, str(start), algorithm, began, bool(guesses.max() == math.inf))
    problem = ArraysProblem(arrays, path, target, guesses)
    reached = walk_path(problem, path)
    if route.reopened:
        route = route._replace(cost=reached[-1])  # see Search.costs_along
    evidence = gather_evidence(problem, path, reached, 1.0, "admissible", None)
    found = make_path_result(route, path, str(start), algorithm, began)
    return replace(found, condition="admissible", evidence=evidence)


class ArraysProblem(Problem[Any]):
    """A graph in arrays as a problem, to see whether its estimates can be trusted."""

    compiles = False

    def __init__(self, arrays: WeightedArrays, path: tuple[Any, ...], target: int, estimates: Any) -> None:
        self.arrays, self.path, self.target, self.estimates = arrays, path, target, estimates

    def start(self) -> Any:
        """Where the path starts."""
        return self.path[0]

    def successors(self, state: Any) -> Iterable[tuple[Any, Number]]:
        """The heads of the arcs from a vertex, with their costs."""
        vertices, number = self.arrays.vertices, number_of(self.arrays, state)
        for arc in range(self.arrays.offsets[number], self.arrays.offsets[number + 1]):
            head, cost = int(self.arrays.heads[arc]), self.arrays.costs[arc]
            yield head if vertices is None else vertices[head], cost.item() if hasattr(cost, "item") else cost

    def goal(self, state: Any) -> bool:
        """Is it the vertex that was looked for?"""
        return number_of(self.arrays, state) == self.target

    def heuristic(self, state: Any) -> Number:
        """The estimate that was given."""
        return float(self.estimates[number_of(self.arrays, state)])


def number_of(arrays: WeightedArrays, vertex: Any) -> int:
    if not isinstance(arrays, WeightedArrays):
        raise PathError("This search takes a graph in arrays: make them with graph_arrays(graph).")
    if arrays.numbers is None:
        number: int = vertex
        return number
    try:
        return arrays.numbers[vertex]
    except (KeyError, TypeError):
        raise PathError("The vertex {vertex} is not in the graph.", vertex=vertex) from None


def estimates_of(arrays: WeightedArrays, heuristic: Heuristic) -> list[Number]:
    """What a heuristic says of every vertex, checked."""
    vertices = range(len(arrays.offsets) - 1) if arrays.vertices is None else arrays.vertices
    if isinstance(heuristic, Mapping):
        values = [heuristic.get(vertex, 0) for vertex in vertices]
    else:
        values = [heuristic(vertex) for vertex in vertices]
    for vertex, value in zip(vertices, values, strict=True):
        if not is_number(value):
            raise PathError(
                "The heuristic says {value} at {state}: it must be a number, infinity where there is no hope.",
                value=value,
                state=vertex,
            )
    return [float(value) for value in values]


def make_path_result(
    route: Any, path: tuple[Any, ...], start: str, algorithm: str, began: float, hopeless: bool = False
) -> PathResult[Any]:
    """A kernel's answer as the plain searches give theirs; ``hopeless``: was an estimate infinite?"""
    if route.cost == math.inf:
        raise make_no_path(start, route.expanded, hopeless)
    counts = (route.expanded, route.generated, route.reopened, route.frontier)
    return PathResult(path, route.cost, *counts, 1.0, time.perf_counter() - began, algorithm)
