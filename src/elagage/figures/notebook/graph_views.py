"""Solved graphs and paths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elagage.errors import LimitsError
from elagage.figures.graphs.graph_scene import graph_scene
from elagage.figures.graphs.graph_text import graph_rows
from elagage.figures.notebook.html_parts import beside, heading, paragraph, picture, table
from elagage.i18n import Message, _
from elagage.result import format_number

if TYPE_CHECKING:
    from elagage.paths.path_result import PathResult

__all__ = ["draw_graph_regions", "draw_path", "draw_regions"]

MOST_SHOWN = 60
"""States of a path that are written out."""


def draw_graph_regions(solved: Any) -> str:
    """The graph with its parts, ranks and winning moves, and the same as a table."""
    rows = table(graph_rows(solved.arcs, solved.turn, solved.regions, solved.moves), text_columns=3)
    try:
        scene = graph_scene(solved.arcs, solved.turn, solved.regions, solved.moves)
    except LimitsError:  # too large to be drawn
        return rows
    return beside(picture(scene), rows)


def draw_regions(regions: Any) -> str:
    """Where each side wins and in how many plies, and what is drawn."""
    rows = [(_("vertex"), _("value"), _("rank"))]
    for told, part in ((_("Max wins"), regions.max), (_("Min wins"), regions.min), (_("draw"), regions.draw)):
        rows += [(str(vertex), told, str(rank)) for vertex, rank in part.items()]
    rows += [(str(vertex), _("without end"), "") for vertex in sorted(regions.endless, key=str)]
    return table(rows, text_columns=2)


def draw_path(found: PathResult[Any]) -> str:
    """The cost and what may be said of it, the path, and the work."""
    states = [str(state) for state in found.path]
    if len(states) > MOST_SHOWN:
        states[MOST_SHOWN // 2 : -MOST_SHOWN // 2] = ["…"]
    promise = found.describe_promise().text()
    steps = len(found.path) - 1
    work = [
        found.algorithm,
        Message("{n} step", "{n} steps", count=steps, n=steps).text(),
        Message("{n} state expanded", "{n} states expanded", count=found.expanded, n=found.expanded).text(),
        f"{found.seconds:.3f} s",
    ]
    cost = Message("cost {cost}", cost=format_number(found.cost)).text()
    return (
        heading(f"{cost}, {promise}" if promise else cost)
        + paragraph(" → ".join(states))
        + "".join(paragraph(fault.text()) for fault in found.describe_faults())
        + paragraph(", ".join(part for part in work if part))
    )
