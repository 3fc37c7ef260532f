"""Greedy best first: always the state that looks nearest to the goal, whatever was paid to get there.

The states wait with f = h alone. That finds a path fast where the heuristic is good, and promises nothing of its cost:
the first way to a state is kept, cheap or not.
"""

from __future__ import annotations

from typing import Any

from elagage.paths.path_common import INFINITY, Frontier, Search, Ties
from elagage.paths.path_result import PathResult, PathTrace, State
from elagage.paths.problem import Heuristic, Problem, problem_of

__all__ = ["greedy"]


def greedy(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    ties: Ties = "large g",
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """Some path from ``start`` to ``goal``, or for a problem, by the heuristic alone.

    >>> graph = {"a": {"b": 1, "c": 3}, "b": {"c": 1}, "c": {}}
    >>> greedy(graph, "a", "c", {"a": 2, "b": 1}).cost
    3
    """
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    search = Search("greedy", problem, trace, limit)
    frontier = Frontier(ties)

    # Step 1. Only the start is known.
    first = problem.start()
    h = search.estimate(first)
    if h != INFINITY:
        search.open(first, None, 0, h)
        frontier.push(first, 0, h)

    while frontier:
        # Step 2. Choose the state that looks nearest.
        state, g, f = frontier.pop()

        # Step 3. A goal? Any will do.
        if problem.goal(state):
            return search.result(search.path_to(state), g, frontier.most, None)

        # Step 4. Look at where one can go from here.
        for successor, cost in search.successors(state, g, f):
            # Step 5. Only what was never found counts: costs are not compared.
            if successor in search.cost:
                continue
            h = search.estimate(successor)
            if h != INFINITY:
                search.open(successor, state, g + cost, h)
                frontier.push(successor, g + cost, h)

    # Step 6. Nothing is left.
    raise search.make_no_path()
