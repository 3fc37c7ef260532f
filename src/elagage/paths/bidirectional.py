"""Bidirectional search: Dijkstra's algorithm from the start and, backwards, from the goals,
until the two have met for good.

Each side keeps its own costs and its own queue. Whenever one side finds a state that the other has found, the two
halves make a path; the cheapest such path so far is kept. The first meeting need not be the best.

Theorem (Pohl, 1971). Let a and b be the smallest costs that wait on the two sides, and m the cost of the cheapest path
so far. If a + b >= m, no path is cheaper than m. Proof. On a cheaper path, all states within a of the start are settled
on the first side, and all within b of the goal on the other. As the path costs less than a + b, every state of it is
one or the other, so at some arc or state they touch; there the two halves met, at the cost of this path.

Two balls of half the radius hold far fewer states than one. To go backwards a problem needs ``predecessors(state)`` and
``goals()``; a graph that is given whole has both. The theorem holds if they say what ``successors`` and ``goal`` say:
the path found is gone through forwards to see that it is one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from elagage.paths.path_common import INFINITY, Frontier, Search
from elagage.paths.path_result import Opened, PathResult, PathTrace, State
from elagage.paths.problem import Heuristic, PathError, Problem, problem_of
from elagage.result import Number

__all__ = ["bidirectional", "is_reversible"]


def is_reversible(problem: Problem[Any]) -> bool:
    """Can this problem be gone through backwards?"""
    return callable(getattr(problem, "predecessors", None)) and callable(getattr(problem, "goals", None))


def bidirectional(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """A cheapest path from ``start`` to ``goal``, or for a problem, searched from both ends. The heuristic is not used.

    PathError if the path that a problem's ``predecessors`` and ``goals`` give can't be gone forwards at its cost.

    >>> bidirectional({"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}, "a", "c").path
    ('a', 'b', 'c')
    """
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    if not is_reversible(problem):
        raise PathError(
            "{problem} can't be searched backwards: write its predecessors(state) and its goals().",
            problem=type(problem).__name__,
        )
    search = Search("bidirectional", problem, trace, limit)
    sides = (Side(0, [problem.start()], trace), Side(1, problem.goals(), trace))  # type: ignore[attr-defined]
    most = len(sides[0].frontier) + len(sides[1].frontier)

    # Step 1. Each side knows its ends; they may be the same.
    best: Number = INFINITY
    meeting = problem.start()
    if meeting in sides[1].cost:
        best = 0

    # Step 3. Is any path left that could be cheaper than the best one so far?
    while sides[0].frontier.least() + sides[1].frontier.least() < best:
        # Step 2. Choose the side where fewer states wait, and its state of smallest cost.
        here, there = sides if len(sides[0].frontier) <= len(sides[1].frontier) else sides[::-1]
        state, g, _priority = here.frontier.pop()

        # Step 4. Look at where one can go from here; on the other side, at where one can have come from.
        for successor, cost in search.successors(state, g, g, here.number):
            # Step 5. Found for the first time, or more cheaply than before? And does the other side know it?
            if g + cost < here.cost.get(successor, INFINITY):
                here.open(successor, state, g + cost)
                if successor in there.cost and g + cost + there.cost[successor] < best:
                    best, meeting = g + cost + there.cost[successor], successor
        most = max(most, len(sides[0].frontier) + len(sides[1].frontier))

    # Step 6. Nothing is left: the halves met, or there is no path.
    if best == INFINITY:
        raise search.make_no_path()
    path = (*reversed(sides[0].way_from(meeting)), *sides[1].way_from(meeting)[1:])
    return search.result(path, best, most, 1.0, "mirrored", (best,))


class Side:
    """One half of the search: its costs, its parents and its queue."""

    def __init__(self, number: int, ends: Iterable[Any], trace: PathTrace | None) -> None:
        self.number, self.trace = number, trace
        self.cost: dict[Any, Number] = {}
        self.parent: dict[Any, Any] = {}
        self.frontier = Frontier()
        self.ends = dict.fromkeys(ends)
        for end in self.ends:
            self.open(end, None, 0)

    def open(self, state: Any, parent: Any, g: Number) -> None:
        """Note that a state was found at the cost ``g``, from ``parent`` (None at an end), and let it wait."""
        if self.trace is not None:
            self.trace.add(Opened(state, parent, g, g, state in self.cost, self.number))
        if state not in self.ends:
            self.parent[state] = parent
        self.cost[state] = g
        self.frontier.push(state, g, g)

    def way_from(self, state: Any) -> list[Any]:
        """The states from this one back to the end that it was found from."""
        way = [state]
        while way[-1] in self.parent:
            way.append(self.parent[way[-1]])
        return way
