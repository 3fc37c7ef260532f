"""Path searches: what they refuse, how they compare; and heuristics checked,
by proof or by a sample that claims none.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from test_paths import ALL, SQUARE, TRAP, TRAP_H, Cell, Grid, bellman_ford, graphs, judged_graphs

from elagage.errors import LimitsError
from elagage.paths import (
    ALGORITHMS,
    Fall,
    NoPath,
    PathError,
    Problem,
    TooHigh,
    astar,
    bidirectional,
    breadth_first,
    check_heuristic,
    compare_paths,
    dijkstra,
    weighted_astar,
)

# Errors


class Broken(Problem):
    def __init__(self, arcs, h=0):
        self.arcs, self.h = arcs, h

    def start(self):
        return 0

    def successors(self, state):
        return self.arcs

    def goal(self, state):
        return state == 9

    def heuristic(self, state):
        return self.h


@pytest.mark.parametrize("algorithm", ALL)
def test_errors(algorithm):
    for vertices in (("z", "d"), ("a", "z"), ("a", None), ("a", ["d"])):
        with pytest.raises(PathError, match="is not in the graph"):
            algorithm(SQUARE, *vertices)
    for graph in ({"a": {"b": -1}}, {"a": {"b": math.nan}}, {"a": {"b": "x"}}):
        with pytest.raises(PathError, match="costs are numbers, 0 or more"):
            algorithm(graph, "a", "b")
    with pytest.raises(PathError, match="its own start"):
        algorithm(Grid(3), "a", "b")
    with pytest.raises(LimitsError, match="within 1 expanded"):
        algorithm(SQUARE, "a", "d", limit=1)
    with pytest.raises(LimitsError, match="at least one"):
        algorithm(SQUARE, "a", "d", limit=0)
    assert algorithm(SQUARE, "a", "d", limit=100).path
    with pytest.raises(PathError, match="can't be searched backwards" if algorithm is bidirectional else "costs -1"):
        algorithm(Broken([(1, -1)]))
    if algorithm is not bidirectional:
        with pytest.raises(PathError, match="pairs of a state and a cost"):
            algorithm(Broken([1]))
    if algorithm not in (dijkstra, breadth_first, bidirectional):
        for estimate in (math.nan, "near", None):
            with pytest.raises(PathError, match="must be a number"):
                algorithm(SQUARE, "a", "d", lambda state, estimate=estimate: estimate)


def test_weights_below_one_are_refused():
    for weight in (0.5, math.nan, math.inf, "2"):
        with pytest.raises(PathError, match="at least 1"):
            weighted_astar(SQUARE, "a", "d", weight=weight)


def test_no_path_says_how_much_was_explored():
    with pytest.raises(NoPath, match=r"from d; states explored: 1\.") as refusal:
        astar(SQUARE, "d", "a")
    assert refusal.value.expanded == 1


# Comparing


def test_compare():
    rows = {row.algorithm: row for row in compare_paths(TRAP, "s", "t", TRAP_H)}
    assert list(rows) == list(ALGORITHMS)
    assert [rows[name].cost for name in ("dijkstra", "astar", "ida_star", "bidirectional")] == [5] * 4
    assert (rows["astar"].length, rows["astar"].reopened, rows["greedy"].bound) == (3, 1, None)
    rows = {row.algorithm: row for row in compare_paths(Broken([(1, 1), (9, 2)]))}
    assert rows["bidirectional"].note == "this problem can't be searched backwards"
    assert rows["bidirectional"].cost is None
    assert rows["astar"].cost == 2
    (row,) = compare_paths(SQUARE, "a", "d", algorithms=["dijkstra"], limit=1)
    assert (row.cost, row.note) == (None, "stopped at the limit")
    with pytest.raises(PathError, match="no path search 'dfs'"):
        compare_paths(SQUARE, "a", "d", algorithms=["dfs"])


# Checking heuristics


def test_what_is_right_passes():
    report = check_heuristic(SQUARE, "a", "d", {"a": 4, "b": 3, "c": 2})
    assert (report.admissible, report.consistent, report.proven) == (True, True, True)
    assert (report.states, report.arcs) == (4, 5)
    assert "tolerance of 1e-09" in report.text()
    assert check_heuristic(SQUARE, "a", "d").consistent
    assert check_heuristic(Grid(3)).consistent


def test_planted_violations_are_found_and_the_smallest_is_told():
    report = check_heuristic(SQUARE, "a", "d", {"a": 9, "b": 4, "c": 2})
    assert (report.admissible, report.consistent) == (False, False)
    assert report.too_high == TooHigh("b", 4, 3)
    assert report.fall == Fall("b", "c", 4, 1, 2)
    assert "at b the heuristic says 4, and the distance is 3" in report.text()
    assert "from b to c, h = 4 > 1 + 2" in report.text()
    report = check_heuristic(TRAP, "s", "t", TRAP_H)
    assert (report.admissible, report.consistent, report.fall) == (True, False, Fall("a", "b", 4, 1, 0))
    report = check_heuristic(SQUARE, "a", "d", {"d": 1})
    assert (report.admissible, report.consistent, report.at_goal) == (False, False, TooHigh("d", 1, 0))
    assert "at the goal d the heuristic must be 0" in report.text()
    report = check_heuristic(SQUARE, "a", "d", {"d": -1})
    assert (report.admissible, report.consistent) == (True, False)
    report = check_heuristic(SQUARE, "a", "d", {"b": math.inf})
    assert report.too_high == TooHigh("b", math.inf, 3)


def test_floats_have_a_tolerance_and_whole_numbers_have_none():
    graph = {"a": {"b": 0.1}, "b": {"c": 0.2}, "c": {}}
    assert check_heuristic(graph, "a", "c", {"a": 0.3 + 1e-12, "b": 0.2}).consistent
    assert not check_heuristic(graph, "a", "c", {"a": 0.3 + 1e-12, "b": 0.2}, tolerance=1e-15).consistent
    large = {"a": {"b": 10**12}, "b": {}}
    assert not check_heuristic(large, "a", "b", {"a": 10**12 + 1}).admissible


@settings(max_examples=200)
@given(judged_graphs())
def test_the_proof_agrees_with_the_definitions(case):
    graph, start, goal, h, _least = case
    report = check_heuristic(graph, start, goal, h, tolerance=0)
    assert report.proven
    assert report.admissible
    falls = [h[a] for a, row in graph.items() for b, cost in row.items() if h[a] > cost + h[b]]
    assert report.consistent == (not falls)
    assert report.fall is None or report.fall.estimate == min(falls)


@settings(max_examples=100)
@given(graphs())
def test_one_too_many_is_always_found(case):
    graph, start, goal = case
    for vertex, distance in bellman_ford(graph, goal).items():
        if distance < math.inf:
            assert check_heuristic(graph, start, goal, {vertex: distance + 1}).too_high == (
                vertex,
                distance + 1,
                distance,
            )


class Plane(Problem):
    """An endless grid."""

    def __init__(self, factor=1):
        self.factor = factor

    def start(self):
        return Cell(9, 5)

    def successors(self, state):
        return [(Cell(state.x + a, state.y + b), 1) for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1))]

    def goal(self, state):
        return state == Cell(0, 0)

    def heuristic(self, state):
        return self.factor * (abs(state.x) + abs(state.y))


def test_a_large_space_is_sampled():
    report = check_heuristic(Plane(), limit=500)
    assert (report.admissible, report.consistent, report.proven) == (None, None, False)
    assert report.states > 50
    assert "proves nothing" in report.text()
    report = check_heuristic(Plane(2), limit=500, seed=3)
    assert (report.admissible, report.consistent, report.proven) == (False, False, False)
    assert report.too_high.estimate == 2 * report.too_high.distance
    assert report == check_heuristic(Plane(2), limit=500, seed=3)
    with pytest.raises(LimitsError):
        check_heuristic(Plane(), samples=0)
