"""Dijkstra's algorithm: the cheapest path, by expanding states in the order of their cost from the start.

The states that were found wait with their cost so far, g. The one of smallest g is taken out, and its successors are
found through it, or found again more cheaply. Costs must not be negative.

Theorem (Dijkstra, 1959). When a state is taken out, its g is its distance from the start. Proof. Say a cheaper path to
it exists. It leaves the states taken out before at some arc, and the head of that arc waits with a cost no larger than
the path's up to there, so smaller than g. Then it would have been taken out first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from elagage.paths.path_common import INFINITY, Frontier, Search
from elagage.paths.path_result import PathResult, PathTrace, State
from elagage.paths.problem import Heuristic, Problem, problem_of
from elagage.result import Number

__all__ = ["Distances", "dijkstra", "shortest_paths"]


class Distances(NamedTuple):
    """The distances from one start to everything that can be reached, and how: the tables d and Π of textbooks."""

    distance: dict[Any, Number]
    """What the cheapest path costs, in the order in which the states were settled."""
    parent: dict[Any, Any]
    """The state before, on that path; the start has none."""


def dijkstra(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """A cheapest path from ``start`` to ``goal``, or for a problem. The heuristic is not used.

    >>> dijkstra({"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}, "a", "c").path
    ('a', 'b', 'c')
    """
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    search = Search("dijkstra", problem, trace, limit)
    frontier = Frontier()

    # Step 1. Only the start is known; to be there costs nothing.
    first = problem.start()
    search.open(first, None, 0, 0)
    frontier.push(first, 0, 0)

    while frontier:
        # Step 2. Choose the state of smallest cost: its cost is settled.
        state, g, _priority = frontier.pop()

        # Step 3. A goal? All that waits costs as much or more.
        if problem.goal(state):
            return search.result(search.path_to(state), g, frontier.most, 1.0)

        # Step 4. Look at where one can go from here.
        for successor, cost in search.successors(state, g, g):
            # Step 5. Found for the first time, or more cheaply than before?
            if g + cost < search.cost.get(successor, INFINITY):
                search.open(successor, state, g + cost, g + cost)
                frontier.push(successor, g + cost, g + cost)

    # Step 6. Nothing is left.
    raise search.make_no_path()


def shortest_paths(graph: Any, start: Any = None, *, limit: int | None = None) -> Distances:
    """The distance of everything from ``start`` (a problem has its own),
    and the parent of everything on a cheapest path.

    >>> shortest_paths({"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}, "a")
    Distances(distance={'a': 0, 'b': 1, 'c': 2}, parent={'b': 'a', 'c': 'b'})
    """
    problem = graph if isinstance(graph, Problem) else problem_of(graph, start, start)
    search = Search("dijkstra", problem, None, limit)
    frontier = Frontier()
    first = problem.start()
    search.open(first, None, 0, 0)
    frontier.push(first, 0, 0)
    settled: dict[Any, Number] = {}
    while frontier:
        state, g, _priority = frontier.pop()
        settled[state] = g
        for successor, cost in search.successors(state, g, g):
            if g + cost < search.cost.get(successor, INFINITY):
                search.open(successor, state, g + cost, g + cost)
                frontier.push(successor, g + cost, g + cost)
    return Distances(settled, {state: search.parent[state] for state in settled if state in search.parent})
