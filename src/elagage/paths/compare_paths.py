"""All path searches on one problem, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from elagage.errors import LimitsError
from elagage.i18n import _
from elagage.paths.astar import USUAL_WEIGHT, astar, weighted_astar
from elagage.paths.bidirectional import bidirectional, is_reversible
from elagage.paths.breadth_first import breadth_first
from elagage.paths.dijkstra import dijkstra
from elagage.paths.greedy import greedy
from elagage.paths.ida_star import ida_star
from elagage.paths.path_common import is_above
from elagage.paths.path_result import Condition, PathResult, Trust, claim_of, plain_number
from elagage.paths.problem import Heuristic, PathError, problem_of
from elagage.result import Number

__all__ = ["ALGORITHMS", "Comparison", "compare_paths"]

ALGORITHMS: dict[str, Callable[..., PathResult[Any]]] = {
    "breadth_first": breadth_first,
    "dijkstra": dijkstra,
    "bidirectional": bidirectional,
    "greedy": greedy,
    "weighted_astar": weighted_astar,
    "astar": astar,
    "ida_star": ida_star,
}
"""The path searches by name, from the blindest to the one that remembers least."""


class Comparison(NamedTuple):
    """A row: what one algorithm found and how much it did.

    Without a path, ``cost`` and ``length`` are None and ``note`` says why.
    """

    algorithm: str
    cost: Number | None
    length: int | None
    """Steps of the path."""
    expanded: int
    generated: int
    reopened: int
    frontier: int
    bound: float | None
    """The cost is known to be at most this many times the least one; None if nothing is known."""
    note: str = ""
    promise: float | None = None
    """What the algorithm promises if ``condition`` holds."""
    condition: Condition = ""
    trust: Trust = Trust("nothing")

    def as_json(self, name: Callable[[Any], str] = str) -> dict[str, Any]:
        """The row as ``path --compare --json`` prints it; ``name`` says how a state is written."""
        counts = {
            "algorithm": self.algorithm, "cost": plain_number(self.cost), "length": self.length,
            "expanded": self.expanded, "generated": self.generated, "reopened": self.reopened,
            "frontier": self.frontier, "note": self.note,
        }  # fmt: skip
        return {**counts, **claim_of(self.promise, self.condition, self.trust, name)}

    @property
    def optimal(self) -> bool:
        """Is the cost known to be the least?"""
        return self.bound == 1.0


def compare_paths(
    graph: Any,
    start: Any = None,
    goal: Any = None,
    heuristic: Heuristic | None = None,
    *,
    algorithms: Iterable[str] | None = None,
    weight: Number = USUAL_WEIGHT,
    limit: int | None = 200_000,
) -> list[Comparison]:
    """One row for each algorithm, or for each that is named; each expands at most ``limit`` states.

    NoPath if no goal can be reached. What one algorithm knows of the least cost is held against what the others found.

    >>> graph = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}
    >>> [(row.algorithm, row.cost) for row in compare_paths(graph, "a", "c", algorithms=["breadth_first", "astar"])]
    [('breadth_first', 5), ('astar', 2)]
    """
    problem = problem_of(graph, start, goal, heuristic)
    rows = []
    for name in ALGORITHMS if algorithms is None else algorithms:
        if name not in ALGORITHMS:
            raise PathError(
                "There is no path search '{name}'; there are {names}.", name=name, names=", ".join(ALGORITHMS)
            )
        if name == "bidirectional" and algorithms is None and not is_reversible(problem):
            rows.append(Comparison(name, None, None, 0, 0, 0, 0, None, _("this problem can't be searched backwards")))
            continue
        options: dict[str, Any] = {"weight": weight} if name == "weighted_astar" else {}
        try:
            found = ALGORITHMS[name](problem, limit=limit, **options)
        except LimitsError:
            if limit is None or limit < 1:
                raise
            rows.append(Comparison(name, None, None, limit, 0, 0, 0, None, _("stopped at the limit")))
            continue
        counts = (found.expanded, found.generated, found.reopened, found.frontier)
        steps, claim = len(found.path) - 1, (found.promise, found.condition, found.trust)
        rows.append(Comparison(name, found.cost, steps, *counts, found.bound, "", *claim))
    return [judge_row(row, rows) for row in rows]


def judge_row(row: Comparison, rows: Iterable[Comparison]) -> Comparison:
    """A row whose promise hangs on a condition, judged by those whose cost is known to be the least."""
    least = next((other.cost for other in rows if other.optimal), None)
    if row.trust.basis != "assumption" or row.cost is None or row.promise is None or least is None:
        return row
    if is_above(row.cost, least if row.promise == 1 else row.promise * least):
        return row._replace(trust=Trust("refuted", None, least))
    if is_above(row.cost, least):
        return row
    return row._replace(trust=Trust("check", None, least), bound=1.0, promise=1.0)
