"""A*: Dijkstra's algorithm with an estimate of what is left to pay.

The states that were found wait with f = g + h: the cost so far, and what the heuristic h says of the rest. So the search
leans towards the goal. With h = 0 it is Dijkstra's.

    admissible   h(s) is never above the least cost from s to a goal
    consistent   h(s) <= w(s, p) + h(p) for every arc (s, p), and h = 0 at the goals; then h is admissible

Theorem (Hart, Nilsson and Raphael, 1968). If h is admissible, the first goal taken out has the least cost C.
Proof. Take a path of cost C. As long as its goal has not been taken out, one of its states waits with the true g, the first
one that has not been expanded with it; its f is at most C, since h doesn't overestimate the rest. A goal that costs more than
C waits with an f above C, and its turn doesn't come before.

If h is consistent, f never falls along a path, and each state is expanded once, as in Dijkstra's algorithm. If h is only
admissible, a state may be found more cheaply after it was expanded. Then it must be *reopened*: the proof needs the true g. (Where
costs are rounded, a few reopenings may come from the last digit, whatever the heuristic.)
"""

from __future__ import annotations

from typing import Any

from elagage.paths.path_common import INFINITY, Frontier, Search, Ties
from elagage.paths.path_result import PathResult, PathTrace, State
from elagage.paths.problem import Heuristic, Problem, problem_of

__all__ = ["astar"]


def astar(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    ties: Ties = "large g",
    reopen: bool = True,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """A cheapest path from ``start`` to ``goal``, or for a problem, if the heuristic is admissible.

    Of equal f the larger g comes first, since it has less left to guess. With ``reopen`` off nothing is promised.

    >>> graph = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    >>> astar(graph, "a", "c", {"a": 2, "b": 1}).path
    ('a', 'b', 'c')
    """
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    search = Search("astar", problem, trace, limit)
    frontier = Frontier(ties)
    closed = set()

    # Step 1. Only the start is known; to be there costs nothing, and the rest is an estimate.
    first = problem.start()
    h = search.estimate(first)
    if h != INFINITY:
        search.open(first, None, 0, h)
        frontier.push(first, 0, h)

    while frontier:
        # Step 2. Choose the state of smallest f = g + h.
        state, g, f = frontier.pop()

        # Step 3. A goal? What waits can't lead to a cheaper one.
        if problem.goal(state):
            bound = 1.0 if reopen or not search.informed else None
            return search.result(search.path_to(state), g, frontier.most, bound)

        # Step 4. Look at where one can go from here.
        closed.add(state)
        for successor, cost in search.successors(state, g, f):
            # Step 5. Found for the first time, or more cheaply than before? Perhaps after it was expanded: reopen it.
            if g + cost >= search.cost.get(successor, INFINITY) or (successor in closed and not reopen):
                continue
            h = search.estimate(successor)
            if h == INFINITY:
                continue
            if successor in closed:
                closed.remove(successor)
                search.reopened += 1
            search.open(successor, state, g + cost, g + cost + h)
            frontier.push(successor, g + cost, g + cost + h)

    # Step 6. Nothing is left.
    raise search.make_no_path()
