"""One player: every path search against a naive referee, on random graphs with poor heuristics and on random grids."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elagage import paths
from elagage.paths import (
    ALGORITHMS,
    Expanded,
    NoPath,
    Opened,
    PathError,
    PathTrace,
    Problem,
    Reached,
    as_weighted,
    astar,
    astar_as_dijkstra,
    bidirectional,
    breadth_first,
    dijkstra,
    greedy,
    ida_star,
    problem_of,
    reweighted,
    shortest_paths,
    weighted_astar,
)
from elagage.paths.problems import load_problem

OPTIMAL = (dijkstra, astar, bidirectional, ida_star)
ALL = tuple(ALGORITHMS.values())
SQUARE = {"a": {"b": 1, "c": 5}, "b": {"c": 1, "d": 7}, "c": {"d": 2}, "d": {}}
# Admissible and not consistent: b is expanded at 3, then found again at 2.
TRAP = {"s": {"a": 1, "b": 3}, "a": {"b": 1}, "b": {"t": 3}, "t": {}}
TRAP_H = {"s": 0, "a": 4, "b": 0, "t": 0}


def bellman_ford(graph, goal):
    """The referee: the distance of each vertex to the goal, by going over all arcs until nothing changes."""
    distance = dict.fromkeys(graph, math.inf)
    distance[goal] = 0
    changed = True
    while changed:
        changed = False
        for tail, row in graph.items():
            for head, cost in row.items():
                if cost + distance[head] < distance[tail]:
                    distance[tail] = cost + distance[head]
                    changed = True
    return distance


def cost_of(graph, path):
    return sum(graph[tail][head] for tail, head in pairwise(path))


@st.composite
def graphs(draw, most=7):
    """A graph of whole costs from vertex 0 to the last one."""
    size = draw(st.integers(2, most))
    vertex = st.integers(0, size - 1)
    arcs = draw(st.lists(st.tuples(vertex, vertex, st.integers(0, 9)), max_size=3 * size))
    graph = as_weighted(arcs)
    for number in range(size):
        graph.setdefault(number, {})
    return graph, 0, size - 1


@st.composite
def judged_graphs(draw):
    """A graph and, for each vertex, its true distance times a factor of its own: admissible, rarely consistent."""
    graph, start, goal = draw(graphs())
    distance = bellman_ford(graph, goal)
    factors = draw(st.lists(st.floats(0, 1), min_size=len(graph), max_size=len(graph)))
    hopeless = draw(st.booleans())
    estimates = {
        vertex: (math.inf if hopeless else 3) if distance[vertex] == math.inf else distance[vertex] * factor
        for vertex, factor in zip(graph, factors)
    }
    return graph, start, goal, estimates, distance[start]


@settings(max_examples=500, suppress_health_check=[HealthCheck.too_slow])
@given(judged_graphs())
def test_optimal_with_admissible_inconsistent_heuristics(case):
    graph, start, goal, h, least = case
    for algorithm in ALL:
        if least == math.inf:
            with pytest.raises(NoPath, match="states explored"):
                algorithm(graph, start, goal, h)
            continue
        found = algorithm(graph, start, goal, h)
        assert (found.path[0], found.path[-1]) == (start, goal)
        assert found.cost == cost_of(graph, found.path)
        assert isinstance(found.cost, int)
        if algorithm is not ida_star:
            assert found.frontier <= 2 * len(graph)
            assert found.expanded <= found.generated + 2
            assert found.expanded <= found.reopened + 2 * len(graph)
        assert found.cost >= least
        if algorithm in OPTIMAL:
            assert found.optimal
            assert found.cost == least
        elif found.bound is not None:
            assert found.cost <= found.bound * least


@settings(max_examples=200)
@given(judged_graphs(), st.floats(1, 5), st.sampled_from(["large g", "small g", "first"]))
def test_weighted_within_its_bound(case, weight, ties):
    graph, start, goal, h, least = case
    if least < math.inf:
        found = weighted_astar(graph, start, goal, h, weight=weight, ties=ties)
        assert found.bound in (weight, 1.0)
        assert found.cost <= found.bound * least + 1e-9
        assert astar(graph, start, goal, h, ties=ties).cost == least


@settings(max_examples=100)
@given(judged_graphs(), st.floats(1, 5), st.sampled_from(["large g", "small g", "first"]), st.booleans())
def test_weighted_astar_is_astar_with_a_weight(case, weight, ties, reopen):
    graph, start, goal, h, least = case
    if least < math.inf:
        own, other = PathTrace(), PathTrace()
        found = weighted_astar(graph, start, goal, h, weight=weight, ties=ties, reopen=reopen, trace=own)
        same = astar(graph, start, goal, h, weight=weight, ties=ties, reopen=reopen, trace=other)
        assert own.events == other.events
        assert (found.path, found.bound, found.algorithm) == (same.path, same.bound, "weighted_astar")
        assert same.algorithm == ("astar" if weight == 1 else "weighted_astar")


@pytest.mark.parametrize(
    ("weight", "ties", "counts"),
    [
        (1, "large g", (25, 1086, 2903, 0, 618)),
        (1, "first", (25, 2747, 7326, 0, 1452)),
        (1.5, "large g", (25, 614, 1636, 19, 357)),
        (1.5, "small g", (25, 585, 1552, 3, 345)),
        (3, "large g", (35, 271, 732, 12, 169)),
        (3, "first", (27, 470, 1275, 34, 279)),
    ],
)
def test_the_counts_of_a_weighted_search(weight, ties, counts):
    for algorithm in (astar, weighted_astar):
        found = algorithm(load_problem("npuzzle:8#1"), weight=weight, ties=ties)
        assert (found.cost, found.expanded, found.generated, found.reopened, found.frontier) == counts
        assert found.bound == weight


@settings(max_examples=300)
@given(graphs(), st.integers(0, 4))
def test_astar_is_dijkstra_on_other_weights(case, quarters):
    graph, start, goal = case
    distance = bellman_ford(graph, goal)
    h = {vertex: left if left == math.inf else left * quarters // 4 for vertex, left in distance.items()}
    assert all(cost >= 0 for row in reweighted(graph, h).values() for cost in row.values())
    if distance[start] == math.inf:
        return
    own, other = PathTrace(), PathTrace()
    found = astar(graph, start, goal, h, ties="first", trace=own)
    same = astar_as_dijkstra(graph, start, goal, h, trace=other)
    assert [e.state for e in own.events if isinstance(e, Expanded)] == [
        e.state for e in other.events if isinstance(e, Expanded)
    ]
    assert (found.path, found.cost, found.expanded) == (same.path, same.cost, same.expanded)
    assert found.reopened == 0
    assert found.expanded <= len(graph)
    explicit = dijkstra(reweighted(graph, h), start, goal)
    assert (explicit.path, explicit.cost + h[start] - h[goal]) == (found.path, found.cost)


class Cell(NamedTuple):
    x: int
    y: int


class Grid(Problem):
    """A random grid: to enter a cell costs its digit, walls can't be entered."""

    def __init__(self, seed, size=5, dear=3):
        dice = random.Random(seed)
        self.size = size
        self.costs = {
            Cell(x, y): dice.randint(1, dear) for x in range(size) for y in range(size) if dice.random() < 0.75
        }
        self.target = Cell(size - 1, size - 1)
        self.costs[Cell(0, 0)] = self.costs[self.target] = 1

    def start(self):
        return Cell(0, 0)

    def around(self, cell):
        cells = (
            Cell(cell.x + 1, cell.y),
            Cell(cell.x, cell.y + 1),
            Cell(cell.x - 1, cell.y),
            Cell(cell.x, cell.y - 1),
        )
        return [near for near in cells if near in self.costs]

    def successors(self, state):
        return [(near, self.costs[near]) for near in self.around(state)]

    def predecessors(self, state):
        return [(near, self.costs[state]) for near in self.around(state)]

    def goal(self, state):
        return state == self.target

    def goals(self):
        return [self.target]

    def heuristic(self, state):
        return self.target.x - state.x + self.target.y - state.y


def test_500_random_grids():
    solved = 0
    for seed in range(500):
        grid = Grid(seed, size=3 + seed % 3, dear=1 + seed % 4)
        graph = {cell: dict(grid.successors(cell)) for cell in grid.costs}
        least = bellman_ford(graph, grid.target)[grid.start()]
        for algorithm in ALL:
            if least == math.inf:
                with pytest.raises(NoPath):
                    algorithm(grid)
                continue
            found = algorithm(grid)
            assert found.cost == cost_of(graph, found.path) >= least
            assert found.path[0] == grid.start()
            assert found.path[-1] == grid.target
            if algorithm in OPTIMAL:
                assert found.cost == least, (seed, algorithm)
            elif found.bound is not None:
                assert found.cost <= found.bound * least
        if least < math.inf:
            solved += 1
            assert breadth_first(grid).optimal or seed % 4
            assert astar(grid).expanded <= dijkstra(grid).expanded
            assert astar_as_dijkstra(grid).cost == least
    assert solved > 250


# The counts and the promises


def test_reopening_is_what_optimality_needs():
    found = astar(TRAP, "s", "t", TRAP_H)
    assert (found.cost, found.reopened, found.bound) == (5, 1, 1.0)
    careless = astar(TRAP, "s", "t", TRAP_H, reopen=False)
    assert (careless.cost, careless.reopened, careless.bound, careless.optimal) == (6, 0, None, False)
    assert astar(TRAP, "s", "t", reopen=False).bound == 1.0
    assert weighted_astar(TRAP, "s", "t", TRAP_H, reopen=False).bound is None
    assert weighted_astar(TRAP, "s", "t", TRAP_H).bound == 1.5
    with pytest.raises(PathError, match="not consistent: from a to b it falls from 4 to 0"):
        astar_as_dijkstra(TRAP, "s", "t", TRAP_H)
    assert reweighted(TRAP, TRAP_H)["a"] == {"b": -3}


def test_counts_of_a_small_graph():
    found = dijkstra(SQUARE, "a", "d")
    assert (found.path, found.cost, found.expanded, found.generated, found.frontier) == (tuple("abcd"), 4, 3, 5, 2)
    assert found.algorithm == "dijkstra"
    informed = astar(SQUARE, "a", "d", {"a": 4, "b": 3, "c": 2})
    assert (informed.cost, informed.expanded) == (4, 3)
    assert astar(SQUARE, "a", "a").path == ("a",)
    assert [algorithm(SQUARE, "a", "a").cost for algorithm in ALL] == [0] * len(ALL)
    assert greedy(SQUARE, "a", "d", {"b": 9, "c": 8}).bound is None
    assert breadth_first(SQUARE, "a", "d").bound == 7.0


def test_negative_and_infinite_estimates():
    # A negative estimate counts as 0, even at the goal; an infinite one cuts.
    graph = {"s": {"g1": 1, "x": 0}, "x": {"g1": 0}, "g1": {}}
    assert astar(graph, "s", "g1", {"g1": -9}).cost == 0
    for algorithm in (astar, greedy, ida_star, weighted_astar):
        assert algorithm(SQUARE, "a", "d", {"b": math.inf}).path == ("a", "c", "d")
        with pytest.raises(NoPath) as refusal:
            algorithm(SQUARE, "a", "d", {"a": math.inf})
        assert refusal.value.expanded == 0
    walled = {"a": {"b": math.inf, "c": 2}, "c": {"b": 2}}
    assert [algorithm(walled, "a", "b").cost for algorithm in ALL] == [4] * len(ALL)


def test_all_distances():
    found = shortest_paths(SQUARE, "a")
    assert found.distance == {"a": 0, "b": 1, "c": 2, "d": 4}
    assert found.parent == {"b": "a", "c": "b", "d": "c"}
    assert shortest_paths(Grid(3)).distance[Cell(0, 0)] == 0


def test_ties():
    # Two cheapest paths: s a b t and s c t; a and c have the same f, and c the larger g.
    graph = {"s": {"a": 1, "c": 2}, "a": {"b": 1}, "b": {"t": 2}, "c": {"t": 2}, "t": {}}
    h = {"s": 4, "a": 3, "b": 2, "c": 2, "t": 0}

    def order(ties):
        trace = PathTrace()
        assert astar(graph, "s", "t", h, ties=ties, trace=trace).cost == 4
        return "".join(event.state for event in trace.events if isinstance(event, Expanded))

    assert (order("large g"), order("small g"), order("first")) == ("sc", "sacb", "sacb")
    with pytest.raises(PathError, match="Ties are broken by"):
        astar(graph, "s", "t", ties="last")


# The trace


def replay(trace, start, goal):
    """The path, from the events alone: parents, and where the two sides of a bidirectional search met most cheaply."""
    parent, known = {}, {(1, goal): 0}
    best, meeting = math.inf, None
    for event in trace.events:
        if isinstance(event, Opened):
            parent[event.side, event.state] = event.parent
            known[event.side, event.state] = event.g
            other = known.get((1 - event.side, event.state), math.inf)
            if event.g + other < best:
                best, meeting = event.g + other, event.state
    halves = []
    for side, end in ((0, start), (1, goal)):
        way = [meeting]
        while way[-1] != end:
            way.append(parent[side, way[-1]])
        halves.append(way)
    return (*reversed(halves[0]), *halves[1][1:])


@pytest.mark.parametrize("algorithm", ALL)
def test_the_trace_replays_to_the_path(algorithm):
    grid = Grid(3)
    graph = {cell: dict(grid.successors(cell)) for cell in grid.costs}
    for case in (
        (SQUARE, "a", "d", {"a": 3, "c": 2}),
        (TRAP, "s", "t", TRAP_H),
        (graph, grid.start(), grid.target, grid.heuristic),
    ):
        trace = PathTrace()
        found = algorithm(*case, trace=trace)
        assert trace.events[-1] == Reached(found.path, found.cost)
        assert sum(isinstance(event, Expanded) for event in trace.events) == found.expanded
        assert replay(trace, case[1], case[2]) == found.path


def test_the_trace_tells_what_is_found_again():
    trace = PathTrace()
    astar(TRAP, "s", "t", TRAP_H, trace=trace)
    assert [(e.state, e.g) for e in trace.events if isinstance(e, Opened) and e.again] == [("b", 2), ("t", 5)]


def test_a_full_trace_says_so():
    with pytest.raises(paths.path_result.SearchError, match="full after 2 events"):
        dijkstra(SQUARE, "a", "d", trace=PathTrace(limit=2))


# The forms of a graph


class Duck:
    """As much of a networkx graph as is used."""

    def __init__(self, arcs):
        self.nodes = list(dict.fromkeys(v for arc in arcs for v in arc[:2]))
        self.adj = {v: {b: {"weight": w} for a, b, w in arcs if a == v} for v in self.nodes}

    def is_multigraph(self):
        return False


def test_the_forms_of_a_graph_agree():
    arcs = [(a, b, w) for a, row in SQUARE.items() for b, w in row.items()]
    for form in (SQUARE, arcs, Duck(arcs), [*arcs, ("a", "b", 8)]):
        assert as_weighted(form) == SQUARE
        for algorithm in ALL:
            assert algorithm(form, "a", "d").path == algorithm(SQUARE, "a", "d").path
    assert dijkstra({"a": ["b"], "b": ["c"]}, "a", "c").cost == 2
    assert astar(problem_of(SQUARE, "a", "d"), heuristic=lambda state: 0).cost == 4
    assert astar(Grid(3), heuristic=lambda state: 0).expanded == astar(Grid(3), heuristic={}).expanded
