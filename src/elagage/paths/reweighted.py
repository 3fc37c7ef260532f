"""A* is Dijkstra's algorithm on other weights.

Give each arc (s, p) the weight w~(s, p) = w(s, p) - h(s) + h(p): what the step costs, less what it brings us nearer by
the estimate. Along a path from s0 to p the estimates cancel, all but the first and the last:

    d~(p) = d(p) - h(s0) + h(p) = f(p) - h(s0)

Theorem. All paths from s0 to a goal where h = 0 change by the same amount h(s0), so the cheapest ones stay the
cheapest; and Dijkstra's algorithm, which takes states by their d~, takes them in the order of f, as A* does. The
weights are not negative exactly if h is consistent. That is why A* may then forget a state that it has expanded, and
why with another heuristic it may not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from elagage.paths.dijkstra import dijkstra
from elagage.paths.path_common import INFINITY, Search, estimate_cost, walk_path
from elagage.paths.path_result import Condition, NoPath, PathResult, PathTrace, State
from elagage.paths.problem import GraphProblem, Heuristic, PathError, Problem, arcs, as_weighted, problem_of
from elagage.result import Number

__all__ = ["Reweighted", "astar_as_dijkstra", "reweighted"]


def reweighted(graph: Any, heuristic: Heuristic) -> dict[Any, dict[Any, Number]]:
    """The graph with the weights w(s, p) - h(s) + h(p); some are negative if the heuristic is not consistent.

    A vertex whose estimate is infinite loses its arcs.

    >>> reweighted({"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}, {"a": 2, "b": 1, "c": 0})
    {'a': {'b': 0, 'c': 3}, 'b': {'c': 0}, 'c': {}}
    """
    plain = as_weighted(graph)
    problem = GraphProblem(plain, None, None, heuristic)
    h = {vertex: max(0, estimate_cost(problem, vertex)) for vertex in plain}
    return {
        tail: {
            head: reweigh(cost, h[tail], h[head])
            for head, cost in row.items()
            if h[tail] != INFINITY and h[head] != INFINITY
        }
        for tail, row in plain.items()
    }


def reweigh(cost: Number, before: Number, after: Number) -> Number:
    """The new weight of an arc; what is below 0 by rounding alone is 0."""
    weight = cost - before + after
    return 0 if -1e-12 * max(cost, before, after) <= weight < 0 else weight


class Reweighted(Problem[Any]):
    """The same problem with the new weights and no heuristic."""

    compiles = False

    def __init__(self, problem: Problem[Any]) -> None:
        self.problem = problem
        self.search = Search("astar_as_dijkstra", problem, None, None)

    def start(self) -> Any:
        """Where the problem starts."""
        return self.problem.start()

    def goal(self, state: Any) -> bool:
        """Is it a goal of the problem?"""
        return self.problem.goal(state)

    def estimate(self, state: Any) -> Number:
        """The estimate that went into the weights; a negative one counts as 0."""
        return self.search.estimate(state)

    def successors(self, state: Any) -> Iterable[tuple[Any, Number]]:
        """The successors with the new weights. PathError where one is negative."""
        before = self.estimate(state)
        for successor, cost in arcs(self.problem, state):
            after = self.estimate(successor)
            if INFINITY in (before, after):
                continue
            weight = reweigh(cost, before, after)
            if weight < 0:
                raise PathError(
                    "The heuristic is not consistent: from {tail} to {head} it falls from {before} to {after}, "
                    "and the step costs only {cost}.",
                    tail=self.state_name(state),
                    head=self.state_name(successor),
                    before=before,
                    after=after,
                    cost=cost,
                )
            yield successor, weight

    def state_name(self, state: Any) -> str:
        """How the problem writes it."""
        return self.problem.state_name(state)


def astar_as_dijkstra(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """What A* finds, by Dijkstra's algorithm on the new weights; the heuristic must be consistent,
    or PathError says where it isn't, if the search comes there.

    The states are expanded in the order of ``astar`` with ``ties="first"``. The cost is that of the path with its old
    weights.

    >>> graph = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    >>> astar_as_dijkstra(graph, "a", "c", {"a": 2, "b": 1}).cost
    2
    """
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    other = Reweighted(problem)
    try:
        found: PathResult[State] = dijkstra(other, trace=trace, limit=limit)
    except NoPath as missing:
        other.search.expanded = missing.expanded
        raise other.search.make_no_path() from None
    search = other.search
    search.expanded, search.generated = found.expanded, found.generated
    reached = walk_path(problem, found.path)
    condition: Condition = "admissible" if search.informed else ""
    return search.result(found.path, reached[-1], found.frontier, 1.0, condition, reached)
