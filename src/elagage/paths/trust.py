"""Does the condition hold that a promise hangs on?

A* promises the least cost if its heuristic is admissible. Three things can tell:

    a proof          a heuristic of the package's own problems has one in its docstring (``Problem.list_proofs``)
    the path found   a state on it where the estimate is above what the rest of the path costs refutes the heuristic;
                     that includes a goal where it is above 0. It is looked at after every search, and costs little.
    the whole space  if it has at most 2,000 states and 40,000 arcs: the true distances to the goals come from
                     Dijkstra's algorithm backwards, and every estimate that the search used is held against them

Theorem. If no estimate *that the search used* is above the true distance, its cost is the least, whatever the heuristic
says elsewhere. Proof. Let h' be the heuristic where it was asked and 0 elsewhere. It is admissible, and the search with
it does the same. So the estimates are kept as the search met them: a function that changes later changes nothing.

The whole space is gone through only when somebody asks for ``optimal``, ``bound``, ``basis`` or a text made of them,
and only once. Where costs are not whole, "least" and "above" are up to rounding, one part in 10⁹: if no estimate
exceeds the distance by more than e, the cost found exceeds the least by at most e.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from elagage.paths.check_heuristic import Findings, distances_to_goals
from elagage.paths.path_common import INFINITY, SMALL, TOLERANCE, estimate_cost, is_above, walk_path
from elagage.paths.path_result import Condition, TooHigh, Trust
from elagage.paths.problem import GraphProblem, PathError, Problem, arcs, is_onward_proved, is_proved
from elagage.result import Number

__all__ = ["Answer", "gather_evidence"]

ARCS = 20 * SMALL
"""Arcs of a space that is gone through."""


class Answer:
    """An answer that is found when it is first asked for; what it was found from is then let go."""

    def __init__(self, find: Callable[[], Trust]) -> None:
        self.find: Callable[[], Trust] | None = find
        self.kept: Trust | None = None

    @property
    def trust(self) -> Trust:
        """The answer."""
        if self.kept is None:
            assert self.find is not None
            self.kept, self.find = self.find(), None
        return self.kept

    def __getstate__(self) -> dict[str, Any]:
        """To be kept or sent elsewhere, it is answered: a problem may hold functions."""
        return {"find": None, "kept": self.trust}


def gather_evidence(
    problem: Problem[Any],
    path: Sequence[Any],
    reached: Sequence[Number],
    promise: float,
    condition: Condition,
    estimates: Mapping[Any, Number] | None,
) -> Answer | None:
    """What is known of a condition after a search: at once if the path says it, else when it is asked for.

    ``reached`` is the cost so far at each state of the path; ``estimates`` are those that the search used, None if they
    were too many or were not kept. None if the condition holds without more.
    """
    cost = reached[-1]
    if condition == "mirrored":
        if type(problem) is GraphProblem:
            return None
        check_way(problem, path, cost)
        return Answer(lambda: examine(problem, cost, promise, {}, None))
    if is_proved(problem) and is_onward_proved(problem):
        return Answer(lambda: Trust("proof"))
    too_high = find_too_high(problem, path, reached, estimates or {})
    return Answer(lambda: examine(problem, cost, promise, estimates, too_high))


def check_way(problem: Problem[Any], path: Sequence[Any], cost: Number) -> None:
    """PathError if a path that was found backwards can't be gone forwards at its cost."""
    total = walk_path(problem, path)[-1]
    if is_above(total, cost) or is_above(cost, total) or not problem.goal(path[-1]):
        raise PathError(
            "The problem's predecessors or goals are wrong: the path to {state} costs {cost}, and backwards {other}.",
            state=problem.state_name(path[-1]),
            cost=total if problem.goal(path[-1]) else INFINITY,
            other=cost,
        )


def find_too_high(
    problem: Problem[Any], path: Sequence[Any], reached: Sequence[Number], estimates: Mapping[Any, Number]
) -> TooHigh | None:
    """The last state of a path where the estimate is above what the rest of the path costs."""
    for state, before in zip(reversed(path), reversed(reached), strict=True):
        estimate = estimates[state] if state in estimates else estimate_cost(problem, state)
        if is_above(estimate, reached[-1] - before, scale=reached[-1]):
            return TooHigh(state, estimate, reached[-1] - before)
    return None


def examine(
    problem: Problem[Any],
    cost: Number,
    promise: float,
    estimates: Mapping[Any, Number] | None,
    on_path: TooHigh | None,
) -> Trust:
    """Hold the estimates against the true distances, if the space is small; else the path alone can tell."""
    unknown = Trust("assumption") if on_path is None else Trust("refuted", on_path)
    try:
        whole = explore_small(problem)
        if whole is None:
            return unknown
        distance = distances_to_goals(whole, (state for state in whole if problem.goal(state)))
        if estimates is None:
            estimates = {state: estimate_cost(problem, state) for state in whole}
    except Exception:  # the rules of a state that the search never came to are not fit to be asked
        return unknown
    least = distance.get(problem.start(), INFINITY)
    findings = Findings(problem, TOLERANCE, least if least < INFINITY else 0)
    findings.estimates.update(estimates)
    for state in estimates:
        findings.compare(state, distance.get(state, INFINITY))
    too_high = findings.too_high or on_path
    if too_high is not None or is_above(cost, least if promise == 1 else promise * least):
        return Trust("refuted", too_high, least)
    return unknown if is_above(least, cost) else Trust("check", None, least)


def explore_small(problem: Problem[Any]) -> dict[Any, list[tuple[Any, Number]]] | None:
    """The states that can be reached before a goal is, and their arcs; None if there are too many to look at."""
    queue = deque([problem.start()])
    known = set(queue)
    whole: dict[Any, list[tuple[Any, Number]]] = {}
    count = 0
    while queue:
        state = queue.popleft()
        row = whole[state] = []
        if problem.goal(state):
            continue
        for head, cost in arcs(problem, state):
            count += 1
            if count > ARCS or len(known) > SMALL:
                return None
            row.append((head, cost))
            if head not in known:
                known.add(head)
                queue.append(head)
    return whole
