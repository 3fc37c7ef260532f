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
from elagage.paths.path_result import PathResult
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
    note: str = ""


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

    NoPath if no goal can be reached.

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
        rows.append(Comparison(name, found.cost, len(found.path) - 1, *counts, found.bound))
    return rows
