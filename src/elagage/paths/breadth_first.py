"""Breadth first: the path of fewest steps, whatever the steps cost.

A queue, first in first out: all states one step away, then all those two steps away, and so on.

Theorem. States leave the queue in the order of their number of steps from the start, so the first goal to leave it is
one of fewest steps d. All states that are nearer have been expanded by then. So every path to a goal has at least d
arcs that were seen, and the path found costs at most dearest / cheapest times the least cost, over the arcs seen. If
all cost the same, it costs the least.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from elagage.paths.path_common import INFINITY, Search
from elagage.paths.path_result import PathResult, PathTrace, State
from elagage.paths.problem import Heuristic, Problem, problem_of
from elagage.result import Number

__all__ = ["breadth_first"]


def breadth_first(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """A path of fewest steps from ``start`` to ``goal``, or for a problem. The heuristic is not used.

    >>> breadth_first({"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}, "a", "c").path
    ('a', 'c')
    """
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    search = Search("breadth_first", problem, trace, limit)

    # Step 1. Only the start is known, and it is no step away.
    first = problem.start()
    search.open(first, None, 0, 0)
    queue = deque([first])
    steps = {first: 0}
    most = 1
    cheapest: Number = INFINITY
    dearest: Number = 0

    while queue:
        # Step 2. Choose the state that has waited longest.
        state = queue.popleft()

        # Step 3. A goal? None is fewer steps away.
        if problem.goal(state):
            even = cheapest == dearest or not steps[state]
            bound = 1.0 if even else dearest / cheapest if cheapest else None
            return search.result(search.path_to(state), search.cost[state], most, bound)

        # Step 4. Look at where one can go from here.
        g = search.cost[state]
        for successor, cost in search.successors(state, g, steps[state]):
            cheapest, dearest = min(cheapest, cost), max(dearest, cost)

            # Step 5. What was found before was found with as few steps.
            if successor not in steps:
                steps[successor] = steps[state] + 1
                search.open(successor, state, g + cost, steps[successor])
                queue.append(successor)
        most = max(most, len(queue))

    # Step 6. Nothing is left.
    raise search.make_no_path()
