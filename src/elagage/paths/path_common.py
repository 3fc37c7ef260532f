"""What the path searches share: the queue of states that wait, the records of the search, the checks of a problem.

The steps of a search have the same numbers in every file, in ``paths/compiled`` too; each file says which of them it
does without.

    Step 1. Start        what is known at first
    Step 2. Choose       the next state to expand
    Step 3. Goal         is it reached?
    Step 4. Successors   look at where one can go from here
    Step 5. Cheaper      was the successor found for the first time, or more cheaply than before?
    Step 6. Nothing      nothing is left
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any, Literal

from elagage.errors import LimitsError
from elagage.paths.path_result import Expanded, NoPath, Opened, PathResult, PathTrace, Reached, State
from elagage.paths.problem import PathError, Problem, arcs, is_number
from elagage.result import Number

__all__ = ["INFINITY", "Frontier", "Search", "Ties", "estimate_cost"]

INFINITY = math.inf
Ties = Literal["large g", "small g", "first"]
"""Which of two states of equal priority is taken: that of larger cost so far, of smaller,
or the one that came first.
"""
TIES = {"large g": -1, "small g": 1, "first": 0}


class Frontier:
    """The states that wait, each once; the smallest priority f comes out first.

    Ties are broken by ``ties``, and then in favour of what came first. A state that is pushed again is moved: its old
    entry stays in the heap, and is skipped when it comes up.
    """

    def __init__(self, ties: str = "first") -> None:
        if ties not in TIES:
            raise PathError("Ties are broken by 'large g', 'small g' or 'first', and not by '{ties}'.", ties=ties)
        self.sign = TIES[ties]
        self.heap: list[tuple[Number, Number, int, Number, Any]] = []
        self.entries: dict[Any, tuple[Number, Number, int, Number, Any]] = {}
        self.pushed = 0
        self.most = 0
        """The most states that were waiting at one time."""

    def __len__(self) -> int:
        return len(self.entries)

    def push(self, state: Any, g: Number, f: Number) -> None:
        """Let a state wait, or change its place."""
        self.pushed += 1
        entry = (f, self.sign * g, self.pushed, g, state)
        self.entries[state] = entry
        heappush(self.heap, entry)
        self.most = max(self.most, len(self.entries))

    def least(self) -> Number:
        """The smallest priority, infinite if nothing waits."""
        while self.heap and self.entries.get(self.heap[0][4]) is not self.heap[0]:
            heappop(self.heap)
        return self.heap[0][0] if self.heap else INFINITY

    def pop(self) -> tuple[Any, Number, Number]:
        """Take the first state out, with its cost g and its priority f."""
        self.least()
        f, _tie, _pushed, g, state = heappop(self.heap)
        del self.entries[state]
        return state, g, f


class Search:
    """The records of a search: the cost of each state as far as it is known, where it was reached from,
    and what was done.
    """

    def __init__(self, algorithm: str, problem: Problem[Any], trace: PathTrace | None, limit: int | None) -> None:
        if limit is not None and limit < 1:
            raise LimitsError("A path search needs a limit of at least one state.")
        self.algorithm, self.problem, self.trace, self.limit = algorithm, problem, trace, limit
        self.cost: dict[Any, Number] = {}
        self.parent: dict[Any, Any] = {}
        self.expanded = self.generated = self.reopened = 0
        self.informed = False
        """Was an estimate other than 0 met?"""
        self.began = time.perf_counter()

    def estimate(self, state: Any) -> Number:
        """What the heuristic says, checked. A cost is never negative, so a negative estimate counts as 0."""
        value = estimate_cost(self.problem, state)
        if value > 0:
            self.informed = True
            return value
        return 0

    def open(self, state: Any, parent: Any, g: Number, f: Number) -> None:
        """Note that a state was found at the cost ``g``, from ``parent`` (None at the start)."""
        if self.trace is not None:
            self.trace.add(Opened(state, parent, g, f, state in self.cost))
        if self.cost:
            self.parent[state] = parent
        self.cost[state] = g

    def successors(self, state: Any, g: Number, f: Number, side: int = 0) -> Iterator[tuple[Any, Number]]:
        """The successors of a state with the costs of the steps (its predecessors on side 1), checked and counted."""
        if self.limit is not None and self.expanded >= self.limit:
            raise self.make_limit_error()
        self.expanded += 1
        if self.trace is not None:
            self.trace.add(Expanded(state, g, f, side))
        for arc in arcs(self.problem, state, side):
            self.generated += 1
            yield arc

    def path_to(self, state: Any) -> tuple[Any, ...]:
        """The states from the start to this one, read backwards from the parents."""
        path = [state]
        while path[-1] in self.parent:
            path.append(self.parent[path[-1]])
        return tuple(reversed(path))

    def result(self, path: tuple[State, ...], cost: Number, frontier: int, bound: float | None) -> PathResult[State]:
        """A goal was reached."""
        if self.trace is not None:
            self.trace.add(Reached(path, cost))
        seconds = time.perf_counter() - self.began
        counts = (self.expanded, self.generated, self.reopened)
        return PathResult(path, cost, *counts, frontier, bound, seconds, self.algorithm)

    def make_limit_error(self) -> LimitsError:
        """So many states were expanded, and no goal was found."""
        return LimitsError(
            "No path was found within {limit} expanded states: raise the limit or mend the heuristic.", limit=self.limit
        )

    def make_no_path(self) -> NoPath:
        """Nothing is left to look at."""
        return NoPath(
            "No goal can be reached from {start}; states explored: {count}.",
            start=self.problem.state_name(self.problem.start()),
            count=self.expanded,
            expanded=self.expanded,
        )


def estimate_cost(problem: Problem[Any], state: Any) -> Number:
    """What the heuristic says at a state. PathError if that is no number."""
    value = problem.heuristic(state)
    if not is_number(value):
        raise PathError(
            "The heuristic says {value} at {state}: it must be a number, infinity where there is no hope.",
            value=value,
            state=problem.state_name(state),
        )
    return value
