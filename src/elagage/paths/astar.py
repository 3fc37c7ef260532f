"""A* and weighted A*: Dijkstra's algorithm with an estimate of what is left to pay.

The states that were found wait with f = g + h: the cost so far, and what the heuristic h says of the rest. So the
search leans towards the goal. With h = 0 it is Dijkstra's.

    admissible   h(s) is never above the least cost from s to a goal
    consistent   h(s) <= w(s, p) + h(p) for every arc (s, p), and h = 0 at the goals; then h is admissible

Theorem (Hart, Nilsson and Raphael, 1968). If h is admissible, the first goal taken out has the least cost C. Proof.
Take a path of cost C. As long as its goal has not been taken out, one of its states waits with the true g, the first
one that has not been expanded with it; its f is at most C, since h doesn't overestimate the rest. A goal that costs
more than C waits with an f above C, and its turn doesn't come before.

If h is consistent, f never falls along a path, and each state is expanded once, as in Dijkstra's algorithm. If h is
only admissible, a state may be found more cheaply after it was expanded. Then it must be *reopened*: the proof needs
the true g. (Where costs are rounded, a few reopenings may come from the last digit, whatever the heuristic.)

Weighted A* trusts the heuristic more than it deserves: f = g + weight * h. The larger the weight, the more the search
runs straight at the goal. A* is the case weight = 1.

Theorem (Pohl, 1970). If h is admissible, the path found costs at most ``weight`` times the least cost C. Proof. As
above: a state of a cheapest path waits with its true g, and f = g + weight * h <= weight * (g + h) <= weight * C. The
goal that is taken out has f equal to its cost, and no larger than that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from elagage.paths.path_common import INFINITY, Frontier, Search, Ties
from elagage.paths.path_result import PathResult, PathTrace, State
from elagage.paths.problem import Heuristic, PathError, Problem, is_number, problem_of
from elagage.result import Number

__all__ = ["USUAL_WEIGHT", "astar", "check_weight", "weighted_astar"]

USUAL_WEIGHT = 1.5
"""The weight of weighted A* unless another one is given."""


def astar(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    weight: Number = 1,
    ties: Ties = "large g",
    reopen: bool = True,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """A cheapest path from ``start`` to ``goal``, or for a problem, if the heuristic is admissible;
    with a ``weight`` above 1, one that costs at most ``weight`` times the least.

    Of equal f the larger g comes first, since it has less left to guess. With ``reopen`` off nothing is promised.

    >>> graph = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    >>> astar(graph, "a", "c", {"a": 2, "b": 1}).path
    ('a', 'b', 'c')
    """
    check_weight(weight)
    weight = 1 if weight == 1 else weight  # whole numbers stay whole
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    search = Search("astar" if weight == 1 else "weighted_astar", problem, trace, limit)
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

        # Step 3. A goal? If h is admissible, what waits leads to none that is cheaper by more than the weight allows.
        if problem.goal(state):
            path = search.path_to(state)
            if not search.informed:
                return search.result(path, g, frontier.most, 1.0)
            reached, promise = search.costs_along(path), float(weight) if reopen else None
            return search.result(path, reached[-1], frontier.most, promise, "admissible", reached)

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
                search.reopen(successor, g + cost)
            search.open(successor, state, g + cost, g + cost + weight * h)
            frontier.push(successor, g + cost, g + cost + weight * h)

    # Step 6. Nothing is left.
    raise search.make_no_path()


def weighted_astar(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    weight: Number = USUAL_WEIGHT,
    ties: Ties = "large g",
    reopen: bool = True,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """A* with a weight: a path that costs at most ``weight`` times the least, if the heuristic is admissible;
    often much sooner.

    >>> graph = {"a": {"b": 1, "c": 3}, "b": {"c": 1}, "c": {}}
    >>> weighted_astar(graph, "a", "c", {"a": 2, "b": 1}, weight=3).cost
    3
    """
    found = astar(graph, start, goal, heuristic, weight=weight, ties=ties, reopen=reopen, trace=trace, limit=limit)
    return replace(found, algorithm="weighted_astar")


def check_weight(weight: Number) -> None:
    """PathError if a heuristic can't be weighted so."""
    if not is_number(weight) or not 1 <= weight < INFINITY:
        raise PathError("The weight of a heuristic is a number of at least 1, not {weight}.", weight=weight)
