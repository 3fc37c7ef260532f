"""Weighted A*: trust the heuristic more than it deserves, and pay at most that much more.

The states wait with f = g + weight * h. The larger the weight, the more the search runs straight at the goal.

Theorem (Pohl, 1970). If h is admissible, the path found costs at most ``weight`` times the least cost C.
Proof. As for A*: a state of a cheapest path waits with its true g, and f = g + weight * h <= weight * (g + h) <= weight * C.
The goal that is taken out has f equal to its cost, and no larger than that.
"""

from __future__ import annotations

from typing import Any

from elagage.i18n import _
from elagage.paths.path_common import INFINITY, Frontier, Search, Ties
from elagage.paths.path_result import PathResult, PathTrace, State
from elagage.paths.problem import Heuristic, PathError, Problem, is_number, problem_of
from elagage.result import Number

__all__ = ["check_weight", "weighted_astar"]


def weighted_astar(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    weight: Number = 1.5,
    ties: Ties = "large g",
    reopen: bool = True,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """A path that costs at most ``weight`` times the least, if the heuristic is admissible; often much sooner than A*.

    >>> graph = {"a": {"b": 1, "c": 3}, "b": {"c": 1}, "c": {}}
    >>> weighted_astar(graph, "a", "c", {"a": 2, "b": 1}, weight=3).cost
    3
    """
    check_weight(weight)
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    search = Search("weighted_astar", problem, trace, limit)
    frontier = Frontier(ties)
    closed = set()

    # Step 1. Only the start is known; to be there costs nothing, and the rest is an estimate.
    first = problem.start()
    h = search.estimate(first)
    if h != INFINITY:
        search.open(first, None, 0, weight * h)
        frontier.push(first, 0, weight * h)

    while frontier:
        # Step 2. Choose the state of smallest f = g + weight * h.
        state, g, f = frontier.pop()

        # Step 3. A goal? Its cost is within the bound.
        if problem.goal(state):
            bound = (float(weight) if reopen else None) if search.informed else 1.0
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
            search.open(successor, state, g + cost, g + cost + weight * h)
            frontier.push(successor, g + cost, g + cost + weight * h)

    # Step 6. Nothing is left.
    raise search.make_no_path()


def check_weight(weight: Number) -> None:
    """PathError if a heuristic can't be weighted so."""
    if not is_number(weight) or not 1 <= weight < INFINITY:
        raise PathError(_("The weight of a heuristic is a number of at least 1, not {weight}.").format(weight=weight))
