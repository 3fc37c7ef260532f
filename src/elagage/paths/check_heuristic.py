"""Can a heuristic be trusted?

Admissible: never above the true distance. Consistent: along no arc does it fall by more than the arc costs.

A space that can be gone through whole gives a proof: the exact distances to the goals come from Dijkstra's algorithm
backwards, and every state and arc is compared. A larger one is sampled; then a counter-example is certain, and the lack
of one is only a hint.

Theorem. If h is 0 at the goals and consistent, it is admissible: add the arcs' inequalities up along a cheapest path to
a goal.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from elagage.errors import LimitsError
from elagage.i18n import _
from elagage.paths.dijkstra import dijkstra
from elagage.paths.greedy import greedy
from elagage.paths.path_common import INFINITY, TOLERANCE, Frontier, estimate_cost, is_above
from elagage.paths.path_result import NoPath, PathResult, TooHigh
from elagage.paths.problem import GraphProblem, Heuristic, Problem, arcs, check_onward, problem_of
from elagage.result import Number

__all__ = ["Fall", "Findings", "HeuristicReport", "check_heuristic", "distances_to_goals"]

STATES = 200_000
"""States that are explored before a proof is given up."""
NEAR = 2_000
"""States that are expanded to find a sampled state's true distance, and those on which ``onward`` is tried."""
WALK = 12
"""The longest random walk, in steps."""


class Fall(NamedTuple):
    """An arc along which the estimate falls by more than the arc costs."""

    tail: Any
    head: Any
    estimate: Number
    """h at the tail."""
    cost: Number
    after: Number
    """h at the head."""


@dataclass(frozen=True)
class HeuristicReport:
    """What is known of a heuristic. True is proven, False has a counter-example, None means that none was met."""

    admissible: bool | None
    consistent: bool | None
    proven: bool
    """Was the whole space explored?"""
    states: int
    """States that were looked at."""
    arcs: int
    too_high: TooHigh | None
    """Of the states where the estimate is too high, one of least true distance."""
    fall: Fall | None
    """Of the arcs along which it falls too fast, one of least estimate at the tail."""
    at_goal: TooHigh | None
    """A goal where the estimate is not 0."""
    tolerance: float
    """What two numbers may differ by, relative to their size, before it counts; whole numbers are compared exactly."""

    def text(self, name: Callable[[Any], str] = str) -> str:
        """The report in sentences; ``name`` says how a state is written."""
        lines = []
        if self.proven:
            lines.append(_("All {states} states and {arcs} arcs were looked at.").format(**self.counts()))
        else:
            lines.append(_("A sample was looked at: {states} states and {arcs} arcs.").format(**self.counts()))
        if self.too_high is not None:
            lines.append(
                _("Not admissible: at {state} the heuristic says {estimate}, and the distance is {distance}.").format(
                    state=name(self.too_high.state), estimate=self.too_high.estimate, distance=self.too_high.distance
                )
            )
        elif self.admissible:
            lines.append(_("Admissible: nowhere is the heuristic above the distance to a goal."))
        else:
            lines.append(_("No state was met where the heuristic is above the distance; that proves nothing."))
        if self.fall is not None:
            lines.append(
                _("Not consistent: from {tail} to {head}, h = {estimate} > {cost} + {after}.").format(
                    tail=name(self.fall.tail),
                    head=name(self.fall.head),
                    estimate=self.fall.estimate,
                    cost=self.fall.cost,
                    after=self.fall.after,
                )
            )
        elif self.consistent:
            lines.append(_("Consistent: along no arc does the heuristic fall by more than the arc costs."))
        elif self.at_goal is None:
            lines.append(_("No arc was met along which the heuristic falls by more than the arc costs."))
        if self.at_goal is not None:
            lines.append(
                _("Not consistent: at the goal {state} the heuristic must be 0, and it says {estimate}.").format(
                    state=name(self.at_goal.state), estimate=self.at_goal.estimate
                )
            )
        lines.append(
            _("Whole numbers were compared exactly, others with a tolerance of {tolerance}.").format(
                tolerance=self.tolerance
            )
        )
        return "\n".join(lines)

    def counts(self) -> dict[str, int]:
        """How much was looked at."""
        return {"states": self.states, "arcs": self.arcs}


def check_heuristic(
    graph: Any,
    start: Any = None,
    goal: Any = None,
    heuristic: Heuristic | None = None,
    *,
    samples: int = 100,
    seed: int = 0,
    tolerance: float = TOLERANCE,
    limit: int = STATES,
) -> HeuristicReport:
    """Is the heuristic admissible, is it consistent?

    Proven if at most ``limit`` states can be reached, else ``samples`` are tried.

    Of a graph that is given whole all vertices count, of a problem those that can be reached from its start.

    >>> graph = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    >>> check_heuristic(graph, "a", "c", {"a": 2, "b": 0}).fall
    Fall(tail='a', head='b', estimate=2, cost=1, after=0)
    """
    if limit < 1 or samples < 1:
        raise LimitsError("A heuristic is checked on at least one state.")
    problem = problem_of(graph, start, goal, heuristic)
    whole = explore(problem, limit)
    check_onward(problem, None if whole is None else islice(whole, NEAR))
    largest = max((cost for row in (whole or {}).values() for _head, cost in row), default=1)
    findings = Findings(problem, tolerance, min(1, largest))
    if whole is None:
        sample(findings, samples, random.Random(seed))
    else:
        distance = distances_to_goals(whole, (state for state in whole if problem.goal(state)))
        for state, row in whole.items():
            findings.look(state, row)
            findings.compare(state, distance.get(state, INFINITY))
    return findings.report(whole is not None)


class Findings:
    """What was looked at, and the smallest counter-examples so far."""

    def __init__(self, problem: Problem[Any], tolerance: float, scale: Number) -> None:
        self.problem, self.tolerance, self.scale = problem, tolerance, scale
        self.estimates: dict[Any, Number] = {}
        self.seen: set[Any] = set()
        self.arcs = 0
        self.too_high: TooHigh | None = None
        self.fall: Fall | None = None
        self.at_goal: TooHigh | None = None

    def estimate(self, state: Any) -> Number:
        """The estimate as the heuristic gives it, asked for once."""
        if state not in self.estimates:
            self.estimates[state] = estimate_cost(self.problem, state)
        return self.estimates[state]

    def above(self, left: Number, right: Number) -> bool:
        """Is the first number larger, by more than rounding?"""
        return is_above(left, right, self.tolerance, self.scale)

    def look(self, state: Any, row: Iterable[tuple[Any, Number]]) -> None:
        """Compare the estimate with those after each arc, and with 0 at a goal."""
        if state in self.seen:
            return
        self.seen.add(state)
        here = self.estimate(state)
        if self.problem.goal(state) and self.at_goal is None and (self.above(here, 0) or self.above(0, here)):
            self.at_goal = TooHigh(state, here, 0)
        for head, cost in row:
            self.arcs += 1
            after = self.estimate(head)
            if self.above(here, cost + after) and (self.fall is None or here < self.fall.estimate):
                self.fall = Fall(state, head, here, cost, after)

    def compare(self, state: Any, distance: Number) -> None:
        """Compare the estimate with the true distance."""
        here = self.estimate(state)
        if self.above(here, distance) and (self.too_high is None or distance < self.too_high.distance):
            self.too_high = TooHigh(state, here, distance)

    def report(self, proven: bool) -> HeuristicReport:
        """What was found; ``proven``: was the whole space looked at?"""
        unknown = True if proven else None
        return HeuristicReport(
            False if self.too_high else unknown,
            False if self.fall or self.at_goal else unknown,
            proven,
            len(self.seen),
            self.arcs,
            self.too_high,
            self.fall,
            self.at_goal,
            self.tolerance,
        )


def explore(problem: Problem[Any], limit: int) -> dict[Any, list[tuple[Any, Number]]] | None:
    """All states and their arcs, or None if there are more than ``limit``."""
    queue = deque(problem.graph if isinstance(problem, GraphProblem) else [problem.start()])
    known = set(queue)
    whole: dict[Any, list[tuple[Any, Number]]] = {}
    while queue:
        if len(known) > limit:
            return None
        state = queue.popleft()
        whole[state] = list(arcs(problem, state))
        for head, _cost in whole[state]:
            if head not in known:
                known.add(head)
                queue.append(head)
    return whole


def distances_to_goals(whole: dict[Any, list[tuple[Any, Number]]], goals: Iterable[Any]) -> dict[Any, Number]:
    """The least cost from each state to a goal: Dijkstra's algorithm along the arcs turned round."""
    before: dict[Any, list[tuple[Any, Number]]] = {state: [] for state in whole}
    for tail, row in whole.items():
        for head, cost in row:
            before[head].append((tail, cost))
    distance: dict[Any, Number] = dict.fromkeys(goals, 0)
    frontier = Frontier()
    for state in distance:
        frontier.push(state, 0, 0)
    while frontier:
        state, g, _priority = frontier.pop()
        for tail, cost in before[state]:
            if g + cost < distance.get(tail, INFINITY):
                distance[tail] = g + cost
                frontier.push(tail, g + cost, g + cost)
    return distance


def sample(findings: Findings, samples: int, dice: random.Random) -> None:
    """Random walks from the states of some path to a goal; where a goal is near, the true distances are computed."""
    problem = findings.problem
    try:
        origins: tuple[Any, ...] = greedy(problem, limit=NEAR * 10).path
    except (NoPath, LimitsError):
        origins = (problem.start(),)
    for _number in range(samples):
        # Half of the walks begin among the last states, where a goal is near and true distances are cheap.
        state = dice.choice(origins[-WALK:] if dice.random() < 0.5 else origins)
        for _step in range(dice.randrange(WALK + 1)):
            row = list(arcs(problem, state))
            findings.look(state, row)
            if not row:
                break
            state = dice.choice(row)[0]
        findings.look(state, arcs(problem, state))
        nearest = Elsewhere(problem, state)
        try:
            found: PathResult[Any] = dijkstra(nearest, limit=NEAR)
        except NoPath:
            continue  # nothing is too high where no goal can be reached
        except LimitsError:
            continue
        left = found.cost
        for tail, head in zip(found.path, (*found.path[1:], None)):
            findings.compare(tail, left)
            if head is not None:
                left -= min(cost for other, cost in arcs(problem, tail) if other == head)


class Elsewhere(Problem[Any]):
    """The same problem from another start."""

    compiles = False

    def __init__(self, problem: Problem[Any], state: Any) -> None:
        self.problem, self.state = problem, state

    def start(self) -> Any:
        return self.state

    def successors(self, state: Any) -> Iterable[tuple[Any, Number]]:
        return self.problem.successors(state)

    def goal(self, state: Any) -> bool:
        return self.problem.goal(state)

    def state_name(self, state: Any) -> str:
        return self.problem.state_name(state)
