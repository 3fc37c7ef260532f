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
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, Literal

from elagage.errors import LimitsError
from elagage.paths.path_result import (
    Condition,
    Expanded,
    FoundAgain,
    NoPath,
    Opened,
    PathResult,
    PathTrace,
    Reached,
    State,
)
from elagage.paths.problem import PathError, Problem, arcs, is_number, is_proved, onward_arcs
from elagage.result import Number

__all__ = [
    "INFINITY",
    "SMALL",
    "TOLERANCE",
    "Frontier",
    "Search",
    "Ties",
    "estimate_cost",
    "is_above",
    "make_no_path",
    "walk_path",
]

INFINITY = math.inf
SMALL = 2_000
"""States of a space that is gone through to see whether the estimates that a search used can be trusted."""
TOLERANCE = 1e-9
"""What two numbers may differ by, relative to their size, before it counts; whole numbers are compared exactly."""
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
        self.estimates: dict[Any, Number] | None = {}
        """What the heuristic said of each state; None if there are too many of them to be checked."""
        self.hopeless = False
        """Did the heuristic say of some state that no goal can be reached from there?"""
        self.found_again: FoundAgain | None = None
        self.began = time.perf_counter()

    def estimate(self, state: Any) -> Number:
        """What the heuristic says, checked. A cost is never negative, so a negative estimate counts as 0."""
        value = estimate_cost(self.problem, state)
        if self.estimates is not None:
            self.estimates[state] = value
            if len(self.estimates) > SMALL:
                self.estimates = None
        if value > 0:
            self.informed = True
            self.hopeless = self.hopeless or value == INFINITY
            return value
        return 0

    def reopen(self, state: Any, g: Number) -> None:
        """Note that a state was found at a lower cost ``g`` after it had been expanded."""
        self.reopened += 1
        if self.found_again is None and is_above(self.cost[state], g):
            self.found_again = FoundAgain(state, self.cost[state], g)

    def open(self, state: Any, parent: Any, g: Number, f: Number) -> None:
        """Note that a state was found at the cost ``g``, from ``parent`` (None at the start)."""
        if self.trace is not None:
            self.trace.add(Opened(state, parent, g, f, state in self.cost))
        if self.cost:
            self.parent[state] = parent
        self.cost[state] = g

    def note_expansion(self, state: Any, g: Number, f: Number, side: int) -> None:
        """Count a state that is expanded, and show it; LimitsError if no more may be."""
        if self.limit is not None and self.expanded >= self.limit:
            raise self.make_limit_error()
        self.expanded += 1
        if self.trace is not None:
            self.trace.add(Expanded(state, g, f, side))

    def successors(self, state: Any, g: Number, f: Number, side: int = 0) -> Iterator[tuple[Any, Number]]:
        """The successors of a state with the costs of the steps (its predecessors on side 1), checked and counted."""
        self.note_expansion(state, g, f, side)
        for arc in arcs(self.problem, state, side):
            self.generated += 1
            yield arc

    def onward(self, state: Any, before: Any, g: Number, f: Number) -> Iterator[tuple[Any, Number]]:
        """The successors of a state that was reached from ``before``, as the problem's own rule has them."""
        self.note_expansion(state, g, f, 0)
        for arc in onward_arcs(self.problem, state, before):
            self.generated += 1
            yield arc

    def path_to(self, state: Any) -> tuple[Any, ...]:
        """The states from the start to this one, read backwards from the parents."""
        path = [state]
        while path[-1] in self.parent:
            path.append(self.parent[path[-1]])
        return tuple(reversed(path))

    def costs_along(self, path: tuple[Any, ...]) -> list[Number]:
        """The cost so far at each state of a path to a goal.

        Where a state was reopened and not yet expanded again, the path is cheaper than what was noted of its end.
        """
        return walk_path(self.problem, path) if self.reopened else [self.cost[state] for state in path]

    def result(
        self,
        path: tuple[State, ...],
        cost: Number,
        frontier: int,
        promise: float | None,
        condition: Condition = "",
        reached: Sequence[Number] = (),
    ) -> PathResult[State]:
        """A goal was reached: what is promised of the cost, and what that hangs on.

        With a condition, ``reached`` is the cost so far at each state of the path.
        """
        from elagage.paths.trust import gather_evidence

        if self.trace is not None:
            self.trace.add(Reached(path, cost))
        evidence = None
        if condition and promise is not None:
            evidence = gather_evidence(self.problem, path, reached, promise, condition, self.estimates)
        seconds = time.perf_counter() - self.began
        counts = (self.expanded, self.generated, self.reopened)
        again = self.found_again if promise == 1 else None
        return PathResult(path, cost, *counts, frontier, promise, seconds, self.algorithm, condition, again, evidence)

    def make_limit_error(self) -> LimitsError:
        """So many states were expanded, and no goal was found."""
        return LimitsError(
            "No path was found within {limit} expanded states: raise the limit or mend the heuristic.", limit=self.limit
        )

    def make_no_path(self) -> NoPath:
        """Nothing is left to look at."""
        start = self.problem.state_name(self.problem.start())
        return make_no_path(start, self.expanded, self.hopeless and not is_proved(self.problem))


def make_no_path(start: str, expanded: int, hopeless: bool) -> NoPath:
    """No goal was found; ``hopeless``: were states left out because of what a heuristic says that nobody has proved?"""
    if hopeless:
        return NoPath(
            "No goal was found from {start}; states explored: {count}. "
            "Some were left out because the heuristic says infinity there: if it is wrong, there may be a path.",
            start=start,
            count=expanded,
            expanded=expanded,
        )
    return NoPath(
        "No goal can be reached from {start}; states explored: {count}.", start=start, count=expanded, expanded=expanded
    )


def walk_path(problem: Problem[Any], path: Sequence[Any]) -> list[Number]:
    """The cost so far at each state of a path, by the cheapest arcs. PathError where there is no arc."""
    reached: list[Number] = [0]
    for tail, head in pairwise(path):
        costs = [cost for state, cost in arcs(problem, tail) if state == head]
        if not costs:
            raise PathError(
                "The problem's rules disagree: no step leads from {tail} to {head}.",
                tail=problem.state_name(tail),
                head=problem.state_name(head),
            )
        reached.append(reached[-1] + min(costs))
    return reached


def is_above(left: Number, right: Number, tolerance: float = TOLERANCE, scale: Number = 0) -> bool:
    """Is the first number larger, by more than rounding? ``scale`` is a size below which differences are rounding's."""
    if isinstance(left, int) and isinstance(right, int):
        return left > right
    if INFINITY in (left, right) or -INFINITY in (left, right):
        return left > right
    return left - right > tolerance * max(scale, abs(left), abs(right))


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
