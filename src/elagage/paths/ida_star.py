"""IDA*: A* in the memory of one path.

A depth-first search turns back wherever f = g + h exceeds a threshold. The first threshold is h(start), the next one is
the smallest f that exceeded the last. Nothing is remembered but the path, so states are expanded again and again: in
every round, and once for each way that leads to them. That pays where memory is short and ways rarely meet, as in
sliding puzzles.

Theorem (Korf, 1985). If h is admissible, the path found has the least cost C. Proof. A threshold below C rules no
cheapest path out for good: the path was cut at an f of at most C, and the next threshold is no larger than that. So no
threshold exceeds C, and a goal is accepted only if its cost doesn't exceed the threshold.

A successor that the path goes through already is no use. Where a problem says how to go on (``problem.py``), the step
back is not even made, and the path is not looked at: a longer round, which such problems rarely have, costs something
and so ends at the threshold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from elagage.paths.path_common import INFINITY, Search, walk_path
from elagage.paths.path_result import Opened, PathResult, PathTrace, State
from elagage.paths.problem import Heuristic, Problem, check_onward, is_onward_proved, problem_of, tells_onward
from elagage.result import Number

__all__ = ["ida_star"]


def ida_star(
    graph: Problem[State] | Any,
    start: State | None = None,
    goal: State | None = None,
    heuristic: Heuristic | None = None,
    *,
    trace: PathTrace | None = None,
    limit: int | None = None,
) -> PathResult[State]:
    """A cheapest path from ``start`` to ``goal``, or for a problem, if the heuristic is admissible.

    ``frontier`` is the length of the longest path that was held.

    >>> graph = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    >>> ida_star(graph, "a", "c", {"a": 1, "b": 1}).path
    ('a', 'b', 'c')
    """
    problem: Problem[State] = problem_of(graph, start, goal, heuristic)
    check_onward(problem)
    search = Search("ida_star", problem, trace, limit)
    most = 1

    # Step 1. The first threshold is what the heuristic says of the start.
    threshold = search.estimate(problem.start())
    while threshold != INFINITY:
        path, number, longest = search_within(search, threshold)
        most = max(most, longest)
        if path:
            if not search.informed and is_onward_proved(problem):
                return search.result(tuple(path), number, most, 1.0)
            reached = walk_path(problem, path)  # of parallel arcs a dear one may have been taken, if h is too high
            return search.result(tuple(path), reached[-1], most, 1.0, "admissible", reached)
        threshold = number

    # Step 6. Nothing exceeded the threshold: nothing is left.
    raise search.make_no_path()


def search_within(search: Search, threshold: Number) -> tuple[list[Any], Number, int]:
    """One round: a path to a goal and its cost, or no path and the next threshold;
    and the length of the longest path held.
    """
    problem, trace = search.problem, search.trace
    told = tells_onward(problem)
    state = problem.start()
    g: Number = 0
    f = search.estimate(state)
    excess: Number = INFINITY
    most = 1
    path: list[Any] = []
    costs: list[Number] = []
    below: list[Iterator[tuple[Any, Number]]] = []
    on_path: set[Any] = set()

    while True:
        if trace is not None:
            trace.add(Opened(state, path[-1] if path else None, g, f, False))
        path.append(state)
        most = max(most, len(path))

        # Step 3. A goal? Its cost is within the threshold, and that is at most the least cost if h is admissible.
        if problem.goal(state):
            return path, g, most
        costs.append(g)
        if told:
            below.append(search.onward(state, path[-2] if len(path) > 1 else state, g, f))
        else:
            on_path.add(state)
            below.append(search.successors(state, g, f))

        # Step 2. Choose the next state: below the end of the path, or if nothing is left there, one state back.
        chosen = False
        while below and not chosen:
            arc = next(below[-1], None)
            if arc is None:
                below.pop()
                costs.pop()
                on_path.discard(path.pop())
                continue

            # Step 4. A successor, unless the path goes through it already.
            state, cost = arc
            if state in on_path:
                continue
            g = costs[-1] + cost
            f = g + search.estimate(state)

            # Step 5. Within the threshold? If not, it may be the next one.
            chosen = f <= threshold
            if not chosen:
                excess = min(excess, f)
        if not chosen:
            return [], excess, most
