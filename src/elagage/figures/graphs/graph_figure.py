"""A solved graph for people: a table, and a drawing with its ranks.

Circle: Max moves. Square: Min moves. Hexagon: the game is over. A vertex shows its name and below it who wins and the rank: ``Max 3``, ``Min 2``;
``= 1`` is a draw that can end in one ply, ``= ∞`` one that never ends. The moves of the winning strategies are thick. Every region has a
band, a border of its own and these words, so that nothing is told by its colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from elagage.errors import LimitsError
from elagage.figures.graphs.graph_layout import AXIS, RADIUS, Band, Layout, Point, Route, Spot, lay_out
from elagage.i18n import _
from elagage.result import MAX

__all__ = ["MOST_DRAWN", "graph_rows", "graph_svg", "region_text"]

Regions = Mapping[str, Mapping[Any, int] | Collection[Any]]
"""The parts of a graph: under 'max', 'min' and 'draw' vertices and their ranks, under 'endless' vertices alone. Or an attractor, under
'max' or 'min', and under 'outside' the other vertices.
"""

MOST_DRAWN = 100
"""A drawing with more vertices or three times as many arcs is refused: nobody could read it."""
LONGEST = 14
"""Letters of a name that are drawn; all of them are in the tooltip."""
INK, PALE = "#222222", "#595959"
COLOURS = {
    "max": ("#0072B2", "#DDEDF8", "#F3F8FC"), "min": ("#B34A00", "#FBE4D5", "#FDF5EF"), "draw": (PALE, "#E9E9E9", "#F6F6F6"),
    "endless": (PALE, "#FFFFFF", "#F6F6F6"), "outside": (PALE, "#FFFFFF", "#F6F6F6"),
}  # fmt: skip
"""Of a region: its lines, its vertices, its band."""
STACK = ("max", "draw", "endless", "outside", "min")
"""The bands from top to bottom."""
DASHES = {"draw": "8 3", "endless": "2 3", "outside": "2 3"}


def region_text(region: str, aimed: bool = False) -> str:
    """A region in words; ``aimed`` if it is about a target and not about who wins."""
    texts = {
        "max": _("attracted") if aimed else _("Max wins"),
        "min": _("attracted") if aimed else _("Min wins"),
        "draw": _("draw"),
        "endless": _("draw, endless"),
        "outside": _("not attracted"),
    }
    return texts[region]


def graph_rows(
    graph: Mapping[Any, Sequence[Any]],
    owner: Mapping[Any, int],
    regions: Regions,
    moves: Mapping[Any, Any],
    names: Mapping[Any, str] | None = None,
) -> list[tuple[str, ...]]:
    """A table with a header: each vertex, who moves, its successors, its value, its rank, and the winner's move; region by region, rank by rank."""
    called = labels(graph, names)
    rows: list[tuple[str, ...]] = [(_("vertex"), _("to move"), _("successors"), _("value"), _("rank"), _("move"))]
    for region, members in flatten_regions(graph, regions).items():
        for vertex, rank in members.items():
            rows.append((
                called[vertex],
                _("end") if not graph[vertex] else "Max" if owner[vertex] == MAX else "Min",
                " ".join(called[successor] for successor in graph[vertex]),
                region_text(region, "outside" in regions),
                "" if rank is None else str(rank),
                called[moves[vertex]] if vertex in moves else "",
            ))  # fmt: skip
    return rows


def graph_svg(
    graph: Mapping[Any, Sequence[Any]],
    owner: Mapping[Any, int],
    regions: Regions,
    moves: Mapping[Any, Any],
    names: Mapping[Any, str] | None = None,
) -> str:
    """The drawing, as an SVG document that needs nothing from elsewhere."""
    if len(graph) > MOST_DRAWN or sum(map(len, graph.values())) > 3 * MOST_DRAWN:
        sentence = _("The graph is too large to be drawn: more than {vertices} vertices or {arcs} arcs.")
        raise LimitsError(sentence.format(vertices=MOST_DRAWN, arcs=3 * MOST_DRAWN))
    called = labels(graph, names)
    bands, aimed = flatten_regions(graph, regions), "outside" in regions
    region = {vertex: kind for kind, members in bands.items() for vertex in members}
    shapes = {
        vertex: "hexagon" if not graph[vertex] else "circle" if owner[vertex] == MAX else "square" for vertex in graph
    }
    tags = {vertex: tag(kind, rank) for kind, members in bands.items() for vertex, rank in members.items()}
    short = {vertex: name if len(name) <= LONGEST else name[: LONGEST - 1] + "…" for vertex, name in called.items()}
    stacked = {kind: bands[kind] for kind in STACK}
    layout = lay_out(graph, stacked, shapes, short, tags, {kind: title(kind, aimed) for kind in bands})
    key = legend([kind for kind, members in bands.items() if members], layout, aimed)
    heading = _("A solved game graph")
    rows = graph_rows(graph, owner, regions, moves, names)
    told = "; ".join(", ".join(cell for cell in (row[0], row[1], row[3], row[4]) if cell) for row in rows[1:])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width:.0f} {layout.height:.0f}" width="{layout.width:.0f}"'
        f' height="{layout.height:.0f}" role="img" aria-labelledby="title desc" font-family="Verdana, DejaVu Sans, sans-serif">',
        f'<title id="title">{text_of(heading)}</title>',
        f'<desc id="desc">{text_of(told)}</desc>',
        '<rect width="100%" height="100%" fill="#FFFFFF"/>',
        *(line for band in layout.bands for line in band_svg(band, layout, aimed)),
        *(route_svg(route, region, moves) for route in layout.routes),
        *axis_svg(layout),
        *(
            spot_svg(spot, region[vertex], short[vertex], called[vertex], tags[vertex])
            for vertex, spot in layout.spots.items()
        ),
        *key,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def labels(graph: Mapping[Any, Sequence[Any]], names: Mapping[Any, str] | None) -> dict[Any, str]:
    """What each vertex is called: by its number too where the file gives a name."""
    return {vertex: f"{vertex} {names[vertex]}" if names and vertex in names else str(vertex) for vertex in graph}


def flatten_regions(graph: Mapping[Any, Sequence[Any]], regions: Regions) -> dict[str, dict[Any, int | None]]:
    """The regions with None for the ranks that there are not; what has no order is put in the graph's."""
    return {
        kind: dict(members) if isinstance(members, Mapping) else {vertex: None for vertex in graph if vertex in members}
        for kind in COLOURS
        for members in [regions.get(kind, {})]
    }


def tag(region: str, rank: int | None) -> str:
    """What a vertex shows below its name."""
    return {"max": f"Max {rank}", "min": f"Min {rank}", "draw": f"= {rank}", "endless": "= ∞", "outside": "–"}[region]


def title(region: str, aimed: bool) -> tuple[str, str]:
    """The two lines at the left of a band."""
    titles = {
        "max": (_("Max's attractor") if aimed else _("Max wins"), _("rank: plies, at most")),
        "min": (_("Min's attractor") if aimed else _("Min wins"), _("rank: plies, at most")),
        "draw": (_("Draw"), _("rank: plies to the end")),
        "endless": (_("Draw"), _("play never ends")),
        "outside": (_("Not attracted"), _("the target can be avoided")),
    }
    return titles[region]


def arrow_head(tip: Point, before: Point, size: float, colour: str) -> str:
    """The end of an arc that comes from ``before``."""
    length = math.hypot(tip[0] - before[0], tip[1] - before[1]) or 1.0
    along = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    corners = [(0.0, 0.0), (-size, 0.42 * size), (-0.76 * size, 0.0), (-size, -0.42 * size)]
    path = " ".join(
        f"{tip[0] + ahead * along[0] - aside * along[1]:.1f},{tip[1] + ahead * along[1] + aside * along[0]:.1f}"
        for ahead, aside in corners
    )
    return f'<polygon points="{path}" fill="{colour}"/>'


def band_svg(band: Band, layout: Layout, aimed: bool) -> Iterable[str]:
    """A band's ground and its title."""
    line, _fill, ground = COLOURS[band.kind]
    left, width = layout.margin / 2, layout.width - layout.margin
    yield f'<rect x="{left:.0f}" y="{band.top:.1f}" width="{width:.0f}" height="{band.height:.1f}" rx="8" fill="{ground}"/>'
    first, second = title(band.kind, aimed)
    yield words(left + 10, band.top + 22, first, 14, line, anchor="start", weight="bold")
    yield words(left + 10, band.top + 39, second, 11, PALE, anchor="start")


def axis_svg(layout: Layout) -> Iterable[str]:
    """The ranks, above their columns."""
    for rank, x in layout.axis.items():
        yield words(x, layout.margin + AXIS - 9, _("rank {rank}").format(rank=rank), 11, PALE)


def route_svg(route: Route, region: Mapping[Any, str], moves: Mapping[Any, Any]) -> str:
    """An arc: thick if it is the move of a winning strategy."""
    thick = moves.get(route.source, route) == route.target
    colour, width, size = (COLOURS[region[route.source]][0], 3.4, 15.0) if thick else (PALE, 1.4, 10.0)
    first, *middle, last = route.points
    length = math.hypot(last[0] - middle[-1][0], last[1] - middle[-1][1]) or 1.0
    back = min(0.7 * size / length, 1.0)
    end = last[0] + (middle[-1][0] - last[0]) * back, last[1] + (middle[-1][1] - last[1]) * back
    bends = " ".join(f"{x:.1f} {y:.1f}" for x, y in (*middle, end))
    path = f"M{first[0]:.1f} {first[1]:.1f}{'Q' if len(middle) == 1 else 'C'}{bends}"
    line = f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
    return line + arrow_head(last, middle[-1], size, colour)


def spot_svg(spot: Spot, region: str, name: str, whole: str, mark: str) -> str:
    """A vertex: its shape, its name, and below it who wins and the rank."""
    return (
        f"<g><title>{text_of(whole)}</title>{shape_svg(spot, region)}"
        f"{words(spot.x, spot.y - 1, name, 15, INK, weight='bold')}{words(spot.x, spot.y + 15, mark, 11, INK)}</g>"
    )


def shape_svg(spot: Spot, region: str, scale: float = 1.0) -> str:
    """The outline of a vertex."""
    line, fill, _ground = COLOURS[region]
    dash = f' stroke-dasharray="{DASHES[region]}"' if region in DASHES else ""
    style = f'fill="{fill}" stroke="{line}" stroke-width="2"{dash}'
    x, y, half, height = spot.x, spot.y, spot.half * scale, RADIUS * scale
    if spot.shape == "circle":
        return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{half:.1f}" ry="{height:.1f}" {style}/>'
    if spot.shape == "square":
        height -= 2 * scale
        return (
            f'<rect x="{x - half:.1f}" y="{y - height:.1f}" width="{2 * half:.1f}" height="{2 * height:.1f}" {style}/>'
        )
    height -= 2 * scale
    tip, flat_part = half + 7 * scale, half - 6 * scale
    corners = [
        (-tip, 0),
        (-flat_part, -height),
        (flat_part, -height),
        (tip, 0),
        (flat_part, height),
        (-flat_part, height),
    ]
    path = " ".join(f"{x + across:.1f},{y + down:.1f}" for across, down in corners)
    return f'<polygon points="{path}" {style}/>'


def legend(regions: Collection[str], layout: Layout, aimed: bool) -> list[str]:
    """What the signs mean, below the picture; the picture grows by as much."""
    entries: list[tuple[str, str]] = [
        ("circle", _("Max moves")),
        ("square", _("Min moves")),
        ("hexagon", _("the game is over")),
    ]
    if "max" in regions or "min" in regions:
        entries.append(("arrow", _("a strategy that forces it") if aimed else _("a winning strategy")))
    forced = _("{player} 2: {player} forces the target in at most 2 plies")
    won = _("{player} 2: {player} wins in at most 2 plies")
    meanings = {
        "max": (forced if aimed else won).format(player="Max"),
        "min": (forced if aimed else won).format(player="Min"),
        "draw": _("= 2: a draw that can end in 2 plies"),
        "endless": _("= ∞: a draw that never ends"),
        "outside": _("–: not attracted"),
    }
    entries += [("", meanings[region]) for region in regions]
    x, y, lines = layout.margin + 4, layout.height + 12, []
    for sign, meaning in entries:
        width = len(meaning) * 6.9 + (34 if sign else 0) + 20
        if x + width > layout.width and x > layout.margin + 4:
            x, y = layout.margin + 4, y + 26
        if sign == "arrow":
            lines.append(f'<path d="M{x:.1f} {y:.1f}h20" stroke="{INK}" stroke-width="3.4"/>')
            lines.append(arrow_head((x + 28, y), (x, y), 15, INK))
        elif sign:
            lines.append(
                shape_svg(Spot(x + 12, y, RADIUS, sign), "outside", 0.36).replace(' stroke-dasharray="2 3"', "")
            )
        lines.append(words(x + (34 if sign else 0), y + 4, meaning, 12, INK, anchor="start"))
        x += width
    layout.height = y + 24
    return lines


def words(x: float, y: float, text: str, size: int, colour: str, anchor: str = "middle", weight: str = "normal") -> str:
    """A line of text."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor={quoteattr(anchor)}'
        f' font-weight="{weight}">{text_of(text)}</text>'
    )


def text_of(text: str) -> str:
    """A text as XML holds it; characters that it can't hold are replaced."""
    return escape("".join(letter if letter.isprintable() else "\ufffd" for letter in text))
