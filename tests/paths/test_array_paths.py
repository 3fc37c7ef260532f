"""The compiled shortest paths: against the plain searches and networkx, what they refuse,
and their interpreted twin.
"""

import math
import random
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.errors import ElagageError, LimitsError, LoadError
from elagage.paths import (
    NoPath,
    PathError,
    WeightedArrays,
    astar,
    astar_arrays,
    dijkstra,
    dijkstra_arrays,
    distances_arrays,
    graph_arrays,
    grid_astar,
    grid_dijkstra,
    grid_problem_path,
    problem_of,
    shortest_paths,
)
from elagage.paths.compiled import array_driver as routes
from elagage.paths.compiled.array_driver import graph_distances, graph_path, grid_path
from elagage.paths.problems.grid import Cell, Grid, Maze


def outcome(search, *arguments, **options):
    """What a search answers, or that there is no path."""
    try:
        return search(*arguments, **options)
    except NoPath as none:
        return none


def walk(weights, path, ways):
    """What a path costs, step by step; every step must be allowed."""
    cost = 0
    for (x, y), (a, b) in pairwise(path):
        assert weights[b][a] > 0
        assert abs(a - x) + abs(b - y) == 1 or (ways == 8 and abs(a - x) == abs(b - y) == 1)
        if a != x and b != y:
            assert weights[y][a] > 0
            assert weights[b][x] > 0
            cost += weights[b][a] * math.sqrt(2)
        else:
            cost += weights[b][a]
    return cost


def check_grid(weights, start, goal, ways):
    """Both compiled searches against both plain ones."""
    problem = Grid(weights, start, goal, ways)
    for plain, compiled, name in ((astar, grid_astar, "astar"), (dijkstra, grid_dijkstra, "dijkstra")):
        expected = outcome(plain, problem)
        found = outcome(compiled, np.array(weights), start, goal, ways)
        by_problem = outcome(grid_problem_path, problem, name)
        if isinstance(expected, NoPath):
            assert isinstance(found, NoPath)
            assert str(found) == str(by_problem) == str(expected)
            assert found.expanded == expected.expanded
            continue
        assert found.cost == pytest.approx(expected.cost, rel=1e-12)
        assert type(found.cost) is type(expected.cost) or found.cost == 0
        assert walk(weights, found.path, ways) == pytest.approx(found.cost, rel=1e-12)
        assert (found.path[0], found.path[-1]) == (start, goal)
        assert (found.algorithm, found.bound, by_problem.algorithm) == (name, 1.0, name)
        assert by_problem.cost == found.cost
        assert [(problem.column(cell), problem.row(cell)) for cell in by_problem.path] == list(found.path)
        assert all(isinstance(cell, Cell) for cell in by_problem.path)
        assert found.generated <= found.expanded * ways
        assert 1 <= found.frontier <= len(weights) * len(weights[0])
        if ways == 4:
            assert found.reopened == 0


@st.composite
def grids(draw):
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    weight = st.sampled_from(draw(st.sampled_from(([0, 1, 1], [0, 1, 2, 9], [0, 3, 4], [0, 1, 700, 40_000], [2, 5]))))
    weights = [[draw(weight) for _x in range(width)] for _y in range(height)]
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    start, goal = draw(cells), draw(cells)
    for x, y in (start, goal):
        weights[y][x] = max(weights[y][x], 1)
    return weights, start, goal, draw(st.sampled_from((4, 8)))


@settings(max_examples=300, deadline=None)
@given(grids())
def test_compiled_equals_plain_on_small_grids(grid):
    check_grid(*grid)


@pytest.mark.parametrize("ways", [4, 8])
@pytest.mark.parametrize("heaviest", [1, 2, 9, 300, 100_000])
def test_compiled_equals_plain_on_larger_grids(ways, heaviest):
    chance = random.Random(heaviest + ways)
    for share in (0.1, 0.3, 0.36):
        width, height = chance.randrange(20, 60), chance.randrange(20, 60)
        weights = [
            [0 if chance.random() < share else chance.randint(1, heaviest) for _x in range(width)]
            for _y in range(height)
        ]
        free = [(x, y) for y in range(height) for x in range(width) if weights[y][x]]
        check_grid(weights, *chance.sample(free, 2), ways)
        check_grid(weights, free[0], free[-1], ways)


def test_a_maze_and_a_grid_that_needs_more_room():
    maze = Maze.from_text("61x41#5")
    assert grid_problem_path(maze).cost == astar(maze).cost
    chance = np.random.default_rng(3)
    weights = chance.integers(1, 300, (400, 400))  # more cells wait than the stacks have room for at first
    found = grid_dijkstra(weights, (200, 200), (0, 0))
    assert grid_astar(weights, (200, 200), (0, 0)).cost == found.cost == walk(weights, found.path, 4)
    reals = grid_dijkstra(weights.astype(float), (200, 200), (0, 0))
    assert (reals.cost, reals.expanded) == (found.cost, pytest.approx(found.expanded, rel=0.01))


def test_small_room_is_enlarged(monkeypatch):
    monkeypatch.setattr(routes, "ROOM", 8)
    chance = np.random.default_rng(4)
    weights = chance.integers(1, 9, (40, 50))
    assert grid_astar(weights, (0, 0), (49, 39)).cost == astar(Grid(weights.tolist(), (0, 0), (49, 39))).cost


@pytest.mark.parametrize("kind", [bool, np.uint8, np.int16, np.int64, np.uint64, np.float32, np.float64])
def test_arrays_of_any_kind(kind):
    weights = np.array([[1, 0, 1, 1], [1, 0, 1, 0], [1, 1, 1, 1]], dtype=kind)
    found = grid_path(weights, (0, 0), (3, 0))
    assert found.cost == 7
    assert found.path.tolist() == [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2], [2, 1], [2, 0], [3, 0]]
    assert grid_path(weights[:, ::-1], (3, 0), (0, 0)).cost == 7
    assert grid_path(weights.T, (0, 0), (0, 3)).cost == 7
    assert grid_path(weights, (0, 0), (0, 0)).path.tolist() == [[0, 0]]
    assert weights[0, 0] == 1  # what was given is not changed


def test_weights_in_floating_point():
    weights = np.array([[0.5, math.inf, 0.25], [0.5, 2.5, 0.25], [0.5, 0.5, 0.5]])
    assert grid_astar(weights, (0, 0), (2, 0)).cost == 2.5
    assert grid_astar(weights, (0, 0), (2, 0), 8).cost == pytest.approx(0.75 + 0.75 * math.sqrt(2))


def test_grid_problems_with_other_weights():
    problem = Grid([[1, 0.5], [0.5, 0.25]], (0, 0), (1, 1))
    assert grid_problem_path(problem).cost == 0.75 == astar(problem).cost
    problem = Grid([[1, 1, 1]], (0, 0), (2, 0))
    assert grid_problem_path(problem).cost == 2
    problem.weights = tuple(3 * weight for weight in problem.weights)
    assert grid_problem_path(problem).cost == 6
    with pytest.raises(ElagageError, match=r"^[^\n]+\.$"):
        grid_problem_path(Grid([[1, 1 << 80]], (0, 0), (1, 0)))


def test_an_estimate_is_not_used_for_another_heuristic():
    problem = problem_of(Grid.from_picture("S.#/..G"), heuristic=lambda cell: 0)
    with pytest.raises(PathError, match="plain search"):
        grid_problem_path(problem)


@pytest.mark.parametrize(
    "call",
    [
        lambda: grid_path([1, 2], (0, 0), (0, 0)),
        lambda: grid_path([[]], (0, 0), (0, 0)),
        lambda: grid_path([[1], [1, 2]], (0, 0), (0, 0)),
        lambda: grid_path([["a"]], (0, 0), (0, 0)),
        lambda: grid_path([[1, -1]], (0, 0), (1, 0)),
        lambda: grid_path([[1.0, math.nan]], (0, 0), (1, 0)),
        lambda: grid_path([[1, 1]], (0, 0), (2, 0)),
        lambda: grid_path([[1, 1]], (0, -1), (1, 0)),
        lambda: grid_path([[1, 1]], (0.5, 0), (1, 0)),
        lambda: grid_path([[1, 1]], 0, (1, 0)),
        lambda: grid_path([[1, 0]], (0, 0), (1, 0)),
        lambda: grid_path([[1, math.inf]], (0, 0), (1, 0)),
        lambda: grid_path([[1, 1 << 60]], (0, 0), (1, 0)),
        lambda: grid_path([[1, 1 << 70]], (0, 0), (1, 0)),
        lambda: grid_path([[(1 << 53) - 1] * 4], (0, 0), (3, 0)),
        lambda: grid_path(np.broadcast_to(np.uint8(1), (1 << 16, 1 << 16)), (0, 0), (3, 0)),
        lambda: grid_path([[1, 1]], (0, 0), (1, 0), ways=6),
        lambda: grid_path([[1, 1]], (0, 0), (1, 0), algorithm="magic"),
        lambda: grid_path([[1, 1]], (0, 0), (1, 0), limit=0),
        lambda: grid_path([[1, 1, 1]], (0, 0), (2, 0), limit=1),
        lambda: grid_path([[1, 1, 1]], (0, 0), (2, 0), ways=8, limit=1),
        lambda: graph_path([0, 1], [1], [1], 0, 0),
        lambda: graph_path([], [], [], 0, 0),
        lambda: graph_path([0, 1, 1], [1], [1], 0, 2),
        lambda: graph_path([0, 1, 1], [1], [1], "a", 1),
        lambda: graph_path([0, 1, 1], [1], [-1], 0, 1),
        lambda: graph_path([0, 1, 1], [1], [math.nan], 0, 1),
        lambda: graph_path([0, 1, 1], [1], [1, 2], 0, 1),
        lambda: graph_path([0, 1, 1], [1], [[1]], 0, 1),
        lambda: graph_path([0, 1, 1], [1], ["1"], 0, 1),
        lambda: graph_path([0, 1, 1], [1], [1 << 60], 0, 1),
        lambda: graph_path([0, 1, 2, 2], [1, 2], [(1 << 53) - 1] * 2, 0, 2),
        lambda: graph_path([0, 1, 1], [1], [1], 0, 1, [0]),
        lambda: graph_path([0, 1, 1], [1], [1], 0, 1, [0, math.nan]),
        lambda: graph_path([0, 1, 2, 2], [1, 2], [1, 1], 0, 2, limit=1),
        lambda: graph_path([0, 1, 1], [1], [1], 0, 1, limit=0),
        lambda: graph_distances([0, 1, 1], [1], [1], 2),
        lambda: graph_distances([0, 1, 2, 2], [1, 2], [(1 << 53) - 1] * 2, 0),
        lambda: graph_arrays({"a": {"b": -1}}),
        lambda: graph_arrays({"a": {"b": 1 << 70}}),
        lambda: astar_arrays(graph_arrays({"a": {"b": 1}}), "a", "c"),
        lambda: astar_arrays(graph_arrays({"a": {"b": 1}}), "a", []),
        lambda: astar_arrays(graph_arrays({"a": {"b": 1}}), "a", "b", {"a": "far"}),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(call):
    with pytest.raises(ElagageError, match=r"^[^\n]+\.$"):
        call()


def test_what_does_not_fit_into_memory_is_refused(monkeypatch):
    def none(*_arguments, **_options):
        raise MemoryError

    monkeypatch.setattr(routes.np, "empty", none)
    for call in (
        lambda: grid_path([[1, 1]], (0, 0), (1, 0)),
        lambda: grid_path([[1, 1]], (0, 0), (1, 0), ways=8),
        lambda: graph_path([0, 1, 1], [1], [1], 0, 1),
    ):
        with pytest.raises(LimitsError, match="memory"):
            call()


# Graphs


@st.composite
def weighted_graphs(draw):
    size = draw(st.integers(1, 12))
    vertex = st.integers(0, size - 1)
    cost = draw(
        st.sampled_from((st.integers(0, 9), st.floats(0, 10, allow_nan=False), st.sampled_from((0, 1, math.inf))))
    )
    arcs = draw(st.dictionaries(st.tuples(vertex, vertex), cost, max_size=40))
    graph = {number: {} for number in range(size)}
    for (tail, head), price in arcs.items():
        graph[tail][head] = price
    return graph, draw(vertex), draw(vertex)


def finite(graph):
    """The graph for networkx, for which an infinite cost is a cost."""
    made = nx.DiGraph()
    made.add_nodes_from(graph)
    made.add_weighted_edges_from(
        (tail, head, cost) for tail, row in graph.items() for head, cost in row.items() if cost < math.inf
    )
    return made


@settings(max_examples=300, deadline=None)
@given(weighted_graphs(), st.randoms(use_true_random=False))
def test_compiled_equals_plain_and_networkx_on_graphs(case, chance):
    graph, start, goal = case
    referee = finite(graph)
    exact = nx.single_source_dijkstra_path_length(referee.reverse(), goal)
    # Never too high, and in no way consistent: some share of the true rest, infinity where there is no hope.
    estimates = {
        vertex: exact[vertex] * chance.choice((0, 0.5, 0.999)) if vertex in exact else math.inf for vertex in graph
    }
    arrays = graph_arrays(graph)
    expected = exact.get(start, math.inf)
    for found in (
        outcome(astar_arrays, arrays, start, goal, estimates),
        outcome(astar_arrays, arrays, start, goal, estimates.get),
        outcome(astar_arrays, arrays, start, goal, [estimates[vertex] for vertex in arrays.vertices]),
        outcome(astar_arrays, arrays, start, goal),
        outcome(dijkstra_arrays, arrays, start, goal),
        outcome(astar, graph, start, goal, estimates),
    ):
        if expected == math.inf:
            assert isinstance(found, NoPath)
            continue
        assert found.cost == pytest.approx(expected, rel=1e-12)
        assert (found.path[0], found.path[-1]) == (start, goal)
        assert sum(graph[tail][head] for tail, head in pairwise(found.path)) == pytest.approx(found.cost)
    distance, parent = distances_arrays(arrays, start)
    plain = shortest_paths(graph, start)
    for vertex, number in arrays.numbers.items():
        assert distance[number] == pytest.approx(plain.distance.get(vertex, math.inf), rel=1e-12)
        before = int(parent[number])
        assert (before == -1) == (vertex == start or vertex not in plain.distance)
        if before >= 0:
            assert distance[number] == pytest.approx(distance[before] + graph[arrays.vertices[before]][vertex])


def test_larger_graphs_are_reopened_and_right():
    reopened = 0
    for seed in range(8):
        chance = random.Random(seed)
        made = nx.gnm_random_graph(400, 2400, seed=seed, directed=True)
        for _tail, _head, data in made.edges(data=True):
            data["weight"] = chance.randint(1, 50)
        exact = nx.single_source_dijkstra_path_length(made.reverse(), 1)
        estimates = {vertex: chance.randint(0, cost) for vertex, cost in exact.items()}
        found = astar_arrays(graph_arrays(made), 0, 1, estimates)
        assert found.cost == exact[0] == astar(made, 0, 1, estimates).cost
        assert isinstance(found.cost, int)
        assert sum(made[tail][head]["weight"] for tail, head in pairwise(found.path)) == found.cost
        reopened += found.reopened
    assert reopened > 0


def test_the_chain_that_reopens_as_the_plain_search_does():
    """Martelli's graph: an inconsistent estimate makes A* expand the same vertices again and again."""
    graph = {"s": {"a": 1, "b": 4}, "a": {"b": 1, "c": 8}, "b": {"c": 1}, "c": {"g": 20}, "g": {}}
    estimates = {"s": 0, "a": 12, "b": 0, "c": 0}
    plain, found = astar(graph, "s", "g", estimates), astar_arrays(graph_arrays(graph), "s", "g", estimates)
    for name in ("path", "cost", "expanded", "generated", "reopened", "frontier", "bound", "algorithm"):
        assert getattr(found, name) == getattr(plain, name), name
    assert found.reopened > 0


def test_graphs_of_other_kinds():
    fractions = {"a": {"b": Fraction(1, 2), "c": 2}, "b": {"c": Fraction(1, 4)}}
    assert astar_arrays(graph_arrays(fractions), "a", "c").cost == 0.75
    assert dijkstra_arrays(graph_arrays([("a", "b"), ("b", "c")]), "a", "c").path == ("a", "b", "c")
    assert dijkstra_arrays(graph_arrays({"a": {}}), "a", "a").path == ("a",)
    assert dijkstra_arrays(WeightedArrays([0, 0], [], []), 0, 0).cost == 0
    with pytest.raises(LoadError):
        dijkstra_arrays(WeightedArrays([0, 0], [], []), 0, 1)
    parallel = WeightedArrays([0, 3, 3], [1, 1, 0], [3.0, 2.0, 0.0])
    assert dijkstra_arrays(parallel, 0, 1).cost == 2


# The interpreted twin, and what is imported when

TWIN = """
import random
from elagage.compiler.kernel import JIT
from elagage.paths.compiled.array_driver import graph_distances
from elagage.paths import astar, astar_arrays, dijkstra, graph_arrays, grid_problem_path
from elagage.paths.problems.grid import Grid
assert not JIT
for text in ("12x9:20#1", "12x9:20#1:8", "S.3#/.#.9/1.2G", "S.3#/.#.9/1.2G:8"):
    problem = Grid.from_text(text)
    for plain in (astar, dijkstra):
        assert abs(grid_problem_path(problem, plain.__name__).cost - plain(problem).cost) < 1e-9
problem = Grid([[1, 50000], [1, 1]], (0, 0), (1, 0))
assert grid_problem_path(problem).cost == astar(problem).cost == 50000
chance = random.Random(1)
graph = {tail: {chance.randrange(30): chance.randint(1, 9) for _arc in range(4)} for tail in range(30)}
arrays = graph_arrays(graph)
distances = graph_distances(*arrays[:3], arrays.numbers[0]).distance
for goal in (7, 8, 9):
    assert distances[arrays.numbers[goal]] == astar_arrays(arrays, 0, goal).cost == dijkstra(graph, 0, goal).cost
print("same")
"""


def test_the_twin_without_the_compiler(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    done = subprocess.run([sys.executable, "-W", "error", "-c", TWIN], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("same\n", "")


def test_the_package_does_not_import_the_compiler():
    code = "import sys, elagage.paths; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_each_entry_has_one_signature():
    if not routes.JIT:
        pytest.skip("nothing is compiled")
    check_grid([[1, 2, 0], [1, 1, 3]], (0, 0), (2, 1), 8)
    check_grid([[1, 2, 0], [1, 1, 3]], (0, 0), (2, 1), 4)
    graph_path([0, 1, 1], [1], [1], 0, 1, [1, 0])
    for made in (routes.bucket_root, routes.grid_root, routes.graph_root, routes.least_weight):
        assert len(made.dispatcher.signatures) == 1
