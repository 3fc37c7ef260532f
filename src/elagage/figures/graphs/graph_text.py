"""A solved game graph in words: its regions, the names of its vertices, and a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from elagage.i18n import Message, _
from elagage.result import MAX

__all__ = [
    "KINDS",
    "Regions",
    "describe_rank",
    "describe_region",
    "describe_titles",
    "flatten_regions",
    "graph_rows",
    "label_vertices",
    "tag_text",
]

Regions = Mapping[str, Mapping[Any, int] | Collection[Any]]
"""The parts of a graph: under 'max', 'min' and 'draw' vertices and their ranks, under 'endless' vertices alone.

Or an attractor, under 'max' or 'min', and under 'outside' the other vertices.
"""
KINDS = ("max", "min", "draw", "endless", "outside")


def describe_region(region: str, aimed: bool = False) -> Message:
    """A region in words; ``aimed`` if it is about a target and not about who wins."""
    texts = {
        "max": Message("attracted") if aimed else Message("Max wins"),
        "min": Message("attracted") if aimed else Message("Min wins"),
        "draw": Message("draw"),
        "endless": Message("draw, endless"),
        "outside": Message("not attracted"),
    }
    return texts[region]


def describe_titles(region: str, aimed: bool) -> tuple[Message, Message]:
    """A region in two lines: what it is, and what its ranks are."""
    titles = {
        "max": (Message("Max's attractor") if aimed else Message("Max wins"), Message("rank: plies, at most")),
        "min": (Message("Min's attractor") if aimed else Message("Min wins"), Message("rank: plies, at most")),
        "draw": (Message("Draw"), Message("rank: plies to the end")),
        "endless": (Message("Draw"), Message("play never ends")),
        "outside": (Message("Not attracted"), Message("the target can be avoided")),
    }
    return titles[region]


def tag_text(region: str, rank: int | None) -> str:
    """What a vertex shows below its name."""
    tags = {"max": f"Max {rank}", "min": f"Min {rank}", "draw": f"= {rank}", "endless": "= ∞", "outside": "–"}
    return tags[region]


def describe_rank(rank: int) -> Message:
    """What stands above the vertices of a rank."""
    return Message("rank {rank}", rank=rank)


def label_vertices(graph: Mapping[Any, Sequence[Any]], names: Mapping[Any, str] | None) -> dict[Any, str]:
    """What each vertex is called: by its number too where the file gives a name."""
    return {vertex: f"{vertex} {names[vertex]}" if names and vertex in names else str(vertex) for vertex in graph}


def flatten_regions(graph: Mapping[Any, Sequence[Any]], regions: Regions) -> dict[str, dict[Any, int | None]]:
    """The regions with None for the ranks that there are not; what has no order is put in the graph's."""
    return {
        kind: dict(members) if isinstance(members, Mapping) else {vertex: None for vertex in graph if vertex in members}
        for kind in KINDS
        for members in [regions.get(kind, {})]
    }


def graph_rows(
    graph: Mapping[Any, Sequence[Any]],
    owner: Mapping[Any, int],
    regions: Regions,
    moves: Mapping[Any, Any],
    names: Mapping[Any, str] | None = None,
) -> list[tuple[str, ...]]:
    """A table with a header: each vertex, who moves, its successors, value, rank, winning move; by region and rank."""
    called = label_vertices(graph, names)
    rows: list[tuple[str, ...]] = [(_("vertex"), _("to move"), _("successors"), _("value"), _("rank"), _("move"))]
    for region, members in flatten_regions(graph, regions).items():
        for vertex, rank in members.items():
            rows.append((
                called[vertex],
                _("end") if not graph[vertex] else "Max" if owner[vertex] == MAX else "Min",
                " ".join(called[successor] for successor in graph[vertex]),
                describe_region(region, "outside" in regions).text(),
                "" if rank is None else str(rank),
                called[moves[vertex]] if vertex in moves else "",
            ))  # fmt: skip
    return rows
