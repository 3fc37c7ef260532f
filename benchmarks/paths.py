"""How fast are the compiled shortest paths?

The same grids and graphs for each library, the sides in turn in one process.

    make bench-paths
    python benchmarks/paths.py --runs 3 --grids 256 512 --nodes 20000      a quick look
    python benchmarks/paths.py --puzzle                                    IDA* alone

Grids have 4 neighbours and 30 % walls, drawn by the first seed that leaves a way from one corner to the opposite one;
all searches use the Manhattan distance. The graph is a random geometric one: points of the unit square, arcs both ways
between those that are close, 8 to a vertex on average, with their Euclidean lengths as costs; the way goes from corner
to corner, with the straight line as the estimate. Each library gets its inputs prepared in the form that it wants (an
array, its own graph), and one whole call is timed, with all that it checks, copies and builds, by this process's CPU
time. The costs must be the same. Making the inputs is timed apart, where it says so.

A ratio is theirs / ours, the median over the runs; a bar says how large it must be. Then IDA* on the 15-puzzle against
``puzzle.c``, which is compiled here with ``cc -O3 -march=native``, Korf's first ten boards with pattern databases, and
A* on classes as users write them.
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
import pyastar2d
import rustworkx as rx
import scipy
from scipy.sparse.csgraph import connected_components
from scipy.sparse.csgraph import dijkstra as scipy_dijkstra
from scipy.spatial import cKDTree

from elagage.errors import LimitsError
from elagage.paths import (
    NoPath,
    Problem,
    WeightedArrays,
    astar,
    astar_arrays,
    distances_arrays,
    find_compiled_path,
    graph_arrays,
    grid_astar,
    grid_problem_path,
)
from elagage.paths.compiled.problem_driver import PathFinder
from elagage.paths.problems.grid import Grid
from elagage.paths.problems.npuzzle import NPuzzle

SLOW = 3
"""Runs of what takes many seconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="runs of each side (7; 3 of the slow ones)")
    parser.add_argument("--grids", type=int, nargs="*", default=[1024, 2048], help="sides of the grids (1024 2048)")
    parser.add_argument("--nodes", type=int, default=200_000, help="vertices of the geometric graph (200000)")
    parser.add_argument("--puzzle", action="store_true", help="the 15-puzzle alone")
    options = parser.parse_args()
    if options.puzzle:
        bench_puzzle(options.runs)
        return
    peers = ("pyastar2d", "rustworkx", "networkx", "scipy", "numpy", "numba")
    print(", ".join(f"{name} {version(name)}" for name in peers), end="\n\n")
    for side in options.grids:
        bench_grid(side, options.runs)
        bench_weights(side, options.runs)
    bench_geometric(options.nodes, options.runs)
    bench_puzzle(options.runs)
    bench_generic(options.runs)


# The race


Side = tuple[str, Callable[[], float], float | None, int]
"""A name, a call that gives the cost, the bar for theirs / ours (None: no bar), and how many runs."""


def race(sides: list[Side]) -> None:
    """Let the first side run against each of the others in turn, and print a table."""
    ours = sides[0]
    expected = ours[1]()  # compiled now, and not while the clock runs
    spent: dict[str, list[float]] = {name: [] for name, *_rest in sides}
    ratios: dict[str, list[float]] = {name: [] for name, *_rest in sides}
    for run in range(max(runs for *_rest, runs in sides)):
        for name, call, _bar, runs in sides:
            if run >= runs:
                continue
            began = process_time()
            cost = call()
            spent[name].append(process_time() - began)
            ratios[name].append(spent[name][-1] / spent[ours[0]][-1])
            assert math.isclose(cost, expected, rel_tol=1e-6), (name, cost, expected)
    print(f"{'':<44} {'ms':>10} {'least':>10} {'theirs/ours':>12}   bar")
    for name, _call, bar, _runs in sides:
        ratio = median(ratios[name])
        verdict = "" if bar is None else f"{bar:.2f} {'met' if ratio >= bar else 'MISSED'}"
        times = f"{1000 * median(spent[name]):>10.2f} {1000 * min(spent[name]):>10.2f}"
        print(f"{name:<44} {times} {ratio:>12.2f}   {verdict}", flush=True)
    print(f"The costs are the same: {expected:.6g}\n")


# (a) Grids


def bench_grid(side: int, runs: int) -> None:
    weights, seed = open_grid(side)
    goal = (side - 1, side - 1)
    reals = np.where(weights == 0, np.inf, 1).astype(np.float32)
    problem = Grid(weights.tolist(), (0, 0), goal)
    began = process_time()
    found = grid_problem_path(problem)
    first = process_time() - began
    free = int(np.count_nonzero(weights))
    print(f"Grid {side} x {side}, 30 % walls, seed {seed}: {free:,} free cells, {found.expanded:,} expanded by ours")

    building = []
    began = process_time()
    graph, source = rust_grid(weights)
    building.append(process_time() - began)
    began = process_time()
    network = network_grid(weights)
    building.append(process_time() - began)
    far = side - 1

    def away(cell: tuple[int, int]) -> float:
        return float(far - cell[0] + far - cell[1])

    sides: list[Side] = [
        ("ours, an array", lambda: grid_astar(weights, (0, 0), goal).cost, None, runs),
        ("ours, a Grid that was searched before", lambda: grid_problem_path(problem).cost, None, runs),
        ("pyastar2d", lambda: float(len(pyastar2d.astar_path(reals, (0, 0), goal)) - 1), 1 / 1.5, runs),
        (
            "rustworkx A*",
            lambda: float(
                len(rx.astar_shortest_path(graph, source, lambda cell: cell == goal, lambda _arc: 1.0, away)) - 1
            ),
            5,
            SLOW,
        ),
        (
            "networkx A*",
            lambda: float(len(nx.astar_path(network, (0, 0), goal, lambda cell, _goal: away(cell))) - 1),
            20,
            SLOW,
        ),
    ]
    race(sides)
    print(
        f"A Grid's first search, its array made: {1000 * first:.0f} ms; the graphs of rustworkx and networkx: ", end=""
    )
    print(f"{building[0]:.1f} s and {building[1]:.1f} s\n")


def bench_weights(side: int, runs: int) -> None:
    """The same walls, and weights from 1 to 9 on what is free; far more cells must be expanded."""
    walls, seed = open_grid(side)
    weights = walls * np.random.default_rng(seed + 1).integers(1, 10, walls.shape, dtype=np.uint8)
    reals = np.where(weights == 0, np.inf, weights).astype(np.float32)
    goal = (side - 1, side - 1)

    def theirs() -> float:
        path = pyastar2d.astar_path(reals, (0, 0), goal)
        return float(weights[path[1:, 0], path[1:, 1]].sum())

    found = grid_astar(weights, (0, 0), goal)
    print(f"Grid {side} x {side}, 30 % walls, weights from 1 to 9: {found.expanded:,} expanded by ours")
    race(
        [
            ("ours, an array", lambda: grid_astar(weights, (0, 0), goal).cost, None, runs),
            ("pyastar2d", theirs, 1 / 1.5, runs),
        ]
    )


def open_grid(side: int) -> tuple[Any, int]:
    """Walls on 30 % of the cells, by the first seed that leaves a way between the corners; and the seed."""
    for seed in range(1000):
        weights = (np.random.default_rng(seed).random((side, side)) >= 0.3).astype(np.uint8)
        weights[0, 0] = weights[-1, -1] = 1
        try:
            grid_astar(weights, (0, 0), (side - 1, side - 1))
        except NoPath:
            continue
        return weights, seed
    raise RuntimeError("no seed leaves a way")


def free_edges(weights: Any) -> tuple[Any, Any, Any]:
    """The numbers of the free cells (-1 for walls), and the ends of the edges between neighbours."""
    numbers = np.full(weights.shape, -1, dtype=np.int64)
    numbers[weights > 0] = np.arange(np.count_nonzero(weights))
    across = (weights[:, 1:] > 0) & (weights[:, :-1] > 0)
    down = (weights[1:] > 0) & (weights[:-1] > 0)
    tails = np.concatenate((numbers[:, :-1][across], numbers[:-1][down]))
    heads = np.concatenate((numbers[:, 1:][across], numbers[1:][down]))
    return numbers, tails, heads


def rust_grid(weights: Any) -> tuple[Any, int]:
    """The grid as rustworkx wants it; nodes hold (x, y), edges nothing."""
    numbers, tails, heads = free_edges(weights)
    rows, columns = np.nonzero(weights)
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(zip(columns.tolist(), rows.tolist(), strict=True)))
    graph.add_edges_from_no_data(list(zip(tails.tolist(), heads.tolist(), strict=True)))
    return graph, int(numbers[0, 0])


def network_grid(weights: Any) -> Any:
    """The grid as networkx wants it; nodes are (x, y)."""
    _numbers, tails, heads = free_edges(weights)
    rows, columns = np.nonzero(weights)
    cells = list(zip(columns.tolist(), rows.tolist(), strict=True))
    graph = nx.Graph()
    graph.add_edges_from((cells[tail], cells[head]) for tail, head in zip(tails.tolist(), heads.tolist(), strict=True))
    return graph


# (b) A random geometric graph


def bench_geometric(nodes: int, runs: int) -> None:
    points, matrix = geometric(nodes)
    arrays = WeightedArrays(matrix.indptr, matrix.indices, matrix.data)
    start, goal = corners(points, matrix)
    began = process_time()
    estimates = np.hypot(points[:, 0] - points[goal, 0], points[:, 1] - points[goal, 1])
    guessing = process_time() - began
    found = astar_arrays(arrays, start, goal, estimates)
    print(f"Geometric graph, {nodes:,} vertices, {matrix.nnz:,} arcs; {found.expanded:,} expanded by our A*")

    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([tuple(point) for point in points.tolist()])
    coordinates = matrix.tocoo()
    upper = coordinates.row < coordinates.col
    triples = zip(coordinates.row[upper].tolist(), coordinates.col[upper].tolist(), coordinates.data[upper].tolist())
    graph.add_edges_from(list(triples))
    aim_x, aim_y = points[goal].tolist()

    def rust_astar() -> float:
        path = rx.astar_shortest_path(
            graph,
            start,
            lambda point: point == (aim_x, aim_y),
            lambda length: length,
            lambda point: math.hypot(point[0] - aim_x, point[1] - aim_y),
        )
        return sum(math.dist(points[path[place]], points[path[place + 1]]) for place in range(len(path) - 1))

    race(
        [
            ("ours, A* to one vertex", lambda: astar_arrays(arrays, start, goal, estimates).cost, None, runs),
            ("rustworkx A*", rust_astar, None, SLOW),
            (
                "rustworkx Dijkstra to one vertex",
                lambda: float(rx.dijkstra_shortest_path_lengths(graph, start, lambda length: length, goal)[goal]),
                None,
                SLOW,
            ),
            (
                "scipy Dijkstra, which has no end",
                lambda: float(scipy_dijkstra(matrix, indices=start)[goal]),
                None,
                runs,
            ),
        ]
    )
    race(
        [
            ("ours, Dijkstra to all", lambda: float(distances_arrays(arrays, start)[0][goal]), None, runs),
            ("scipy Dijkstra to all", lambda: float(scipy_dijkstra(matrix, indices=start)[goal]), None, runs),
        ]
    )
    bounds, heads, lengths = matrix.indptr.tolist(), matrix.indices.tolist(), matrix.data.tolist()
    slices = [slice(*pair) for pair in zip(bounds, bounds[1:])]  # noqa: RUF007
    plain = {vertex: dict(zip(heads[row], lengths[row], strict=True)) for vertex, row in enumerate(slices)}
    began = process_time()
    made = graph_arrays(plain)
    converting = process_time() - began
    assert len(made.heads) == matrix.nnz
    print(f"Arrays from a dict of dicts: {converting:.2f} s; the array of estimates: {1000 * guessing:.1f} ms")


def geometric(nodes: int) -> tuple[Any, Any]:
    """Points, and the sparse matrix of the distances of close ones: 8 to a point on average."""
    points = np.random.default_rng(1).random((nodes, 2))
    pairs = cKDTree(points).query_pairs(math.sqrt(8 / (math.pi * nodes)), output_type="ndarray")
    lengths = np.hypot(*(points[pairs[:, 0]] - points[pairs[:, 1]]).T)
    half = scipy.sparse.coo_matrix((lengths, (pairs[:, 0], pairs[:, 1])), shape=(nodes, nodes))
    return points, (half + half.T).tocsr()


def corners(points: Any, matrix: Any) -> tuple[int, int]:
    """The vertices of the largest component that lie closest to two opposite corners."""
    _count, labels = connected_components(matrix, directed=False)
    outside = labels != np.bincount(labels).argmax()
    sums = points.sum(axis=1)
    return int(np.where(outside, np.inf, sums).argmin()), int(np.where(outside, -np.inf, sums).argmax())


# (c) The 15-puzzle, and problems of any kind

KORF = (
    (57, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"), (55, "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6"),
    (59, "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15"),
    (56, "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6"), (56, "4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0"),
    (52, "14 7 1 9 12 3 6 15 8 11 2 5 10 0 4 13"),
    (52, "2 11 15 5 13 4 6 7 12 8 10 1 9 3 14 0"), (50, "12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7"),
    (46, "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0"),
    (59, "13 11 8 9 0 15 7 10 4 3 6 14 5 12 2 1"),
)  # fmt: skip
"""The first ten of Korf's hundred boards (1985), with the lengths of their shortest solutions."""
PUZZLE_NODES = 100_000_000


def bench_puzzle(runs: int) -> None:
    """IDA* with Manhattan distance against a C program, nodes a second; then Korf's boards with pattern databases.

    The C program is the quickest that we wrote by hand (one function for each cell of the blank, 64 of them written by
    a program, would be quicker still). Both leave out the slide that undoes the last one and look at no path.
    """
    board = KORF[0][1].split()
    problem = NPuzzle([int(tile) for tile in board])
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        sys.exit("No C compiler was found: install one to compare with.")
    finder = PathFinder(problem)
    finder.ida_star(problem.first.distance, 1000)
    mine, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "puzzle"
        source = Path(__file__).with_name("puzzle.c")
        subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
        for _run in range(runs):
            began = process_time()
            found = finder.ida_star(problem.first.distance, PUZZLE_NODES)
            mine.append(found.expanded / (process_time() - began) / 1e6)
            command = [str(program), str(PUZZLE_NODES), *board]
            nodes, seconds, _threshold = subprocess.run(
                command, capture_output=True, text=True, check=True
            ).stdout.split()
            theirs.append(int(nodes) / float(seconds) / 1e6)
    ratios = [ours / other for ours, other in zip(mine, theirs)]
    ratio = median(ratios)
    print("15-puzzle, IDA* with Manhattan distance, millions of nodes expanded a second")
    print(
        f"ours {median(mine):.1f}, C {median(theirs):.1f}, ours / C {ratio:.2f} ({min(ratios):.2f} to "
        f"{max(ratios):.2f})",
        end="",
    )
    print(f"   bar 0.70 {'met' if ratio >= 0.7 else 'MISSED'}\n")
    began = process_time()
    lengths, nodes_expanded = [], 0
    for _length, text in KORF:
        found_path = find_compiled_path(NPuzzle([int(tile) for tile in text.split()], "patterns"), "ida_star")
        lengths.append(found_path.cost)
        nodes_expanded += found_path.expanded
    seconds_taken = process_time() - began
    assert lengths == [length for length, _text in KORF], lengths
    print(
        f"Korf's boards 1 to 10 with patterns of 5, 5 and 5 tiles: {seconds_taken:.1f} s, {nodes_expanded:,} nodes",
        end="",
    )
    print(f"   bar 60 s {'met' if seconds_taken < 60 else 'MISSED'}\n")


class Square(NamedTuple):
    """A square of a board without end."""

    x: int
    y: int


class Knight(Problem[Square]):
    """A problem as a user writes it: a knight's shortest way to a square far off, with a poor estimate."""

    def start(self) -> Square:
        return Square(0, 0)

    def successors(self, state: Square) -> Iterator[tuple[Square, int]]:
        for across, down in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
            yield Square(state.x + across, state.y + down), 1

    def goal(self, state: Square) -> bool:
        return state.x == 1200 and state.y == 900

    def heuristic(self, state: Square) -> int:
        return abs(state.x - 1200) // 3


def bench_generic(runs: int) -> None:
    """A* on a class of a user's, and on the 15-puzzle: states expanded a second,
    and how much faster than the plain search.
    """
    puzzle = NPuzzle([int(tile) for tile in KORF[0][1].split()])
    for name, problem in (("a knight, as a user writes it", Knight()), ("the 15-puzzle", puzzle)):
        finder = PathFinder(problem, memory=4000)
        finder.astar(limit=1000)
        speeds, plain = [], []
        for _run in range(runs):
            began = process_time()
            expanded = finder.astar(limit=1_000_000).expanded
            speeds.append(expanded / (process_time() - began))
            began = process_time()
            with suppress(LimitsError):
                astar(problem, limit=50_000)
            plain.append(50_000 / (process_time() - began))
        speed = median(speeds)
        verdict = "met" if speed >= 1e6 else "MISSED"
        print(f"A*, {name}: {speed / 1e6:.2f} M states expanded a second   bar 1 M {verdict};", end="")
        print(f" {speed / median(plain):.0f} times the plain search")


if __name__ == "__main__":
    main()
