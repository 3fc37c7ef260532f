"""A solved game graph as a picture with its ranks.

Circle: Max moves. Square: Min moves. Hexagon: the game is over. A vertex shows its name and below it who wins and the
rank: ``Max 3``, ``Min 2``; ``= 1`` is a draw that can end in one ply, ``= ∞`` one that never ends. The moves of the
winning strategies are thick. Every region has a band, a border of its own and these words, so that nothing is told by
its colour alone.

Vertices have the names ``v0``, ``v1`` ... in the graph's order, the texts below their names ``t0``, ``t1`` ..., and
arcs ``a0``, ``a1`` and so on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from elagage.errors import LimitsError
from elagage.figures.graphs.graph_arcs import Frame, arc_shape, route_arcs
from elagage.figures.graphs.graph_layout import Arc, Bands, Spot, place_in_bands
from elagage.figures.graphs.graph_text import (
    KINDS,
    Regions,
    describe_rank,
    describe_titles,
    flatten_regions,
    graph_rows,
    label_vertices,
    tag_text,
)
from elagage.figures.scene.shapes import INK, Disc, Line, Polygon, Rect, Scene, Shape, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.i18n import LANGUAGES, Message, _, current_language
from elagage.result import MAX

__all__ = ["MOST_DRAWN", "GameGraphFigure", "draw_game_graph", "graph_scene"]

MOST_DRAWN = 100
"""A drawing with more vertices or three times as many arcs is refused: nobody could read it."""
LONGEST = 14
"""Letters of a name that are drawn; all of them are in the hint."""
MARGIN, AXIS, RADIUS, NARROWEST = 14.0, 22.0, 28.0, 620.0
"""Around the picture; of the line above the bands in which the ranks are named; of a vertex; of a picture."""
NAME, TAG, TITLE, SMALL, KEY = 15.0, 11.0, 14.0, 11.0, 12.0
"""The sizes of texts: names and what is below them; titles of bands; what is below those, and the ranks; the legend."""
PALE = "#595959"
COLOURS = {
    "max": ("#0072B2", "#DDEDF8", "#F3F8FC"),
    "min": ("#B34A00", "#FBE4D5", "#FDF5EF"),
    "draw": (PALE, "#E9E9E9", "#F6F6F6"),
    "endless": (PALE, "#FFFFFF", "#F6F6F6"),
    "outside": (PALE, "#FFFFFF", "#F6F6F6"),
}
"""Of a region: its lines, its vertices, its band."""
STACK = ("max", "draw", "endless", "outside", "min")
"""The bands from top to bottom."""
DASHES = {"draw": (8.0, 3.0), "endless": (2.0, 3.0), "outside": (2.0, 3.0)}
THIN, THICK = 1.5, 3.2
"""The width of an arc, and of the move of a winning strategy."""


@dataclass
class GameGraphFigure:
    """The scene, and the names of its shapes: a vertex's outline, the text below its name, an arc."""

    scene: Scene
    outlines: dict[Any, str] = field(default_factory=dict)
    tags: dict[Any, str] = field(default_factory=dict)
    arcs: dict[Arc, str] = field(default_factory=dict)


def graph_scene(
    graph: Mapping[Any, Sequence[Any]],
    owner: Mapping[Any, int],
    regions: Regions,
    moves: Mapping[Any, Any],
    names: Mapping[Any, str] | None = None,
) -> Scene:
    """The picture of a solved graph: its arcs, who moves where, its parts with their ranks, the moves that win."""
    return draw_game_graph(graph, owner, regions, moves, names).scene


def draw_game_graph(
    graph: Mapping[Any, Sequence[Any]],
    owner: Mapping[Any, int],
    regions: Regions,
    moves: Mapping[Any, Any],
    names: Mapping[Any, str] | None = None,
    live: bool = False,
) -> GameGraphFigure:
    """The same, with the names of its shapes; ``live`` leaves out what was found, and the legend, for pages."""
    if len(graph) > MOST_DRAWN or sum(map(len, graph.values())) > 3 * MOST_DRAWN:
        raise LimitsError(
            "The graph is too large to be drawn: more than {vertices} vertices or {arcs} arcs.",
            vertices=MOST_DRAWN,
            arcs=3 * MOST_DRAWN,
        )
    called = label_vertices(graph, names)
    bands, aimed = flatten_regions(graph, regions), "outside" in regions
    region = {vertex: kind for kind, members in bands.items() for vertex in members}
    tags = {vertex: tag_text(kind, rank) for kind, members in bands.items() for vertex, rank in members.items()}
    short = {vertex: name if len(name) <= LONGEST else name[: LONGEST - 1] + "…" for vertex, name in called.items()}
    sizes = {vertex: size_vertex(short[vertex], tags[vertex], shape_of(graph, owner, vertex)) for vertex in graph}
    titles = {kind: describe_titles(kind, aimed) for kind in STACK if bands[kind]}
    left = 30 + titles_width(titles.values(), LANGUAGES if live else (current_language(),))
    ranked = any(rank is not None for members in bands.values() for rank in members.values())
    layout = place_in_bands(
        graph, {kind: bands[kind] for kind in titles}, sizes, left=left, top=MARGIN + AXIS * ranked, margin=MARGIN,
        narrowest=NARROWEST,
    )  # fmt: skip
    rows = graph_rows(graph, owner, regions, moves, names)
    told = "; ".join(", ".join(cell for cell in (row[0], row[1], row[3], row[4]) if cell) for row in rows[1:])
    scene = Scene(layout.width, layout.height, _("A solved game graph"), description="" if live else told)
    figure = GameGraphFigure(scene)
    scene.add(*band_shapes(layout, titles))
    add_arcs(figure, graph, layout, region, {} if live else moves, left)
    for rank, x in layout.axis.items():
        scene.add(centre_text(x, MARGIN + AXIS - 9, describe_rank(rank).text(), SMALL, PALE))
    for number, (vertex, spot) in enumerate((vertex, layout.spots[vertex]) for vertex in graph):
        figure.outlines[vertex], figure.tags[vertex] = f"v{number}", f"t{number}"
        style = vertex_style("endless" if live else region[vertex], plain=live)
        scene.add(
            outline(spot, style, ident=f"v{number}", hint=called[vertex] if called[vertex] != short[vertex] else ""),
            Text(spot.x, spot.y - 1, short[vertex], size=NAME, bold=True),
            Text(spot.x, spot.y + 15, "" if live else tags[vertex], size=TAG, id=f"t{number}"),
        )
    if not live:
        add_legend(scene, [kind for kind in KINDS if bands[kind]], aimed)
    return figure


def titles_width(titles: Iterable[tuple[Message, Message]], languages: Collection[str]) -> float:
    """The room that the titles of bands take in any of the languages."""
    widths = []
    for first, second in titles:
        for language in languages:
            widths += [text_width(first.text(language), TITLE, bold=True), text_width(second.text(language), SMALL)]
    return max(widths)


def shape_of(graph: Mapping[Any, Sequence[Any]], owner: Mapping[Any, int], vertex: Any) -> str:
    """The shape that says who moves at a vertex."""
    return "hexagon" if not graph[vertex] else "circle" if owner[vertex] == MAX else "square"


def size_vertex(name: str, tag: str, shape: str) -> Spot:
    """A vertex that has room for its texts."""
    half = max(RADIUS, text_width(name, NAME, bold=True) / 2 + 10, text_width(tag, TAG) / 2 + 10)
    return Spot(0.0, 0.0, half, RADIUS if shape == "circle" else RADIUS - 2, shape)


def vertex_style(region: str, plain: bool = False) -> Style:
    """How the vertices of a region are painted."""
    line, fill, _ground = COLOURS[region]
    return Style(fill=fill, stroke=line, width=2, dash=() if plain else DASHES.get(region, ()))


def band_shapes(layout: Bands, titles: Mapping[str, tuple[Message, Message]]) -> Iterator[Shape]:
    """The grounds of the bands, and their titles."""
    left, width = MARGIN / 2, layout.width - MARGIN
    for band in layout.bands:
        line, _fill, ground = COLOURS[band.kind]
        yield Rect(left, band.top, width, band.height, 8, style=Style(fill=ground, stroke=""))
        first, second = map(str, titles[band.kind])
        yield Text(left + 10, band.top + 22, first, TITLE, "start", bold=True, style=Style(fill=line, stroke=""))
        yield Text(left + 10, band.top + 39, second, SMALL, "start", style=Style(fill=PALE, stroke=""))


def add_arcs(
    figure: GameGraphFigure,
    graph: Mapping[Any, Sequence[Any]],
    layout: Bands,
    region: Mapping[Any, str],
    moves: Mapping[Any, Any],
    titles: float,
) -> None:
    """The arcs, and over them the moves of the winning strategies, which are thick."""
    arcs = [(vertex, successor) for vertex in graph for successor in dict.fromkeys(graph[vertex])]
    words = [(0.0, band.top, titles - 10, band.top + 48) for band in layout.bands]
    frame: Frame = (MARGIN / 2, layout.bands[0].top - 2, layout.width - MARGIN / 2, layout.height - MARGIN + 2)
    plain, thick = list[Shape](), list[Shape]()
    for number, route in enumerate(route_arcs(layout.spots, arcs, frame=frame, words=words)):
        source, target = arcs[number]
        figure.arcs[source, target] = f"a{number}"
        chosen = source in moves and moves[source] == target
        style = Style(stroke=COLOURS[region[source]][0], width=THICK) if chosen else Style(stroke=PALE, width=THIN)
        (thick if chosen else plain).append(arc_shape(route, style, ident=f"a{number}"))
    figure.scene.add(*plain, *thick)


def outline(spot: Spot, style: Style, ident: str = "", hint: str = "") -> Shape:
    """The outline of a vertex; a circle with a long name has straight sides."""
    x, y, half, tall = spot.x, spot.y, spot.half, spot.tall
    if spot.shape == "circle" and half == tall:
        return Disc(x, y, half, style=style, id=ident, hint=hint)
    if spot.shape != "hexagon":
        round_by = tall if spot.shape == "circle" else 0.0
        return Rect(x - half, y - tall, 2 * half, 2 * tall, round_by, style=style, id=ident, hint=hint)
    tip, flat = half + tall / 4, half - tall / 4
    corners = ((-tip, 0), (-flat, -tall), (flat, -tall), (tip, 0), (flat, tall), (-flat, tall))
    points = tuple((x + across, y + down) for across, down in corners)
    return Polygon(points, style=style, id=ident, hint=hint)


def centre_text(x: float, y: float, text: str, size: float, colour: str) -> Text:
    return Text(x, y, text, size, style=Style(fill=colour, stroke=""))


def add_legend(scene: Scene, regions: Collection[str], aimed: bool) -> None:
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
    left = MARGIN + 4
    x, y = left, scene.height + 12
    for sign, meaning in entries:
        width = text_width(meaning, KEY) + (34 if sign else 0) + 24
        if x + width - 24 > scene.width - MARGIN and x > left:
            x, y = left, y + 26
        if sign == "arrow":
            scene.add(Line(((x, y), (x + 28, y)), arrow=True, style=Style(stroke=INK, width=THICK)))
        elif sign:
            scene.add(
                outline(Spot(x + 12, y, 10.0, 10.0 if sign == "circle" else 9.3, sign), Style(stroke=PALE, width=2))
            )
        scene.add(Text(x + (34 if sign else 0), y + 4, meaning, KEY, "start"))
        x += width
    scene.height = y + 24
