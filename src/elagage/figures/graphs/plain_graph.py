"""A game graph with nothing solved: its vertices in layers from the first one, with what stands below their names.

Circle: Max moves. Square: Min moves. Hexagon: an end. Where both players have the same moves all are circles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from elagage.figures.graphs.graph_arcs import arc_shape, route_arcs
from elagage.figures.graphs.graph_layout import Spot, place_in_layers, stand_in_rows
from elagage.figures.graphs.graph_scene import NAME, TAG, outline, shape_of
from elagage.figures.paths.path_graph_scene import MARGIN, frame_scene
from elagage.figures.scene.shapes import Scene, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.i18n import Message, _
from elagage.result import MAX

__all__ = ["plain_graph_scene"]

RADIUS, OVER = 22.0, 60.0
"""Of a vertex; how far outside arcs may go."""
PAPER, LINE = "#FFFFFF", "#595959"
ROUND, SQUARE, END = "#EDF4FA", "#FBEFE6", "#F1F1F1"


def plain_graph_scene(
    graph: Mapping[Any, Sequence[Any]],
    owner: Mapping[Any, int] | None,
    notes: Mapping[Any, Message | str],
    *,
    ordered: bool = False,
) -> Scene:
    """The picture; ``ordered``: in rows from the top, each in the order of the graph."""
    vertices = list(graph)
    number = {vertex: place for place, vertex in enumerate(vertices)}
    shapes = {vertex: "circle" if owner is None else shape_of(graph, owner, vertex) for vertex in graph}
    texts = {vertex: str(notes.get(vertex, "")) for vertex in graph}
    sizes = [
        Spot(
            0.0, 0.0, max(RADIUS, text_width(texts[vertex], TAG) / 2 + 8, text_width(str(vertex), NAME) / 2 + 10),
            RADIUS, shapes[vertex],
        )
        for vertex in vertices
    ]  # fmt: skip
    arcs = [(number[tail], number[head]) for tail in vertices for head in dict.fromkeys(graph[tail])]
    if ordered:
        spots = stand_in_rows(list_rows(graph, number), [replace(size, half=2 * size.half) for size in sizes])
        spots = [replace(spot, half=size.half) for spot, size in zip(spots, sizes, strict=True)]
    else:
        spots = place_in_layers(0, sizes, [arc for arc in arcs if arc[0] != arc[1]])
    left = min(spot.x - spot.half for spot in spots) - MARGIN
    top = min(spot.y - spot.tall for spot in spots) - MARGIN
    spots = [replace(spot, x=spot.x - left, y=spot.y - top) for spot in spots]
    right, bottom = max(spot.x + spot.half for spot in spots), max(spot.y + spot.tall for spot in spots)
    scene = Scene(right, bottom, _("The graph of the exercise"))
    frame = (-OVER, -OVER, right + OVER, bottom + OVER)
    style = Style(stroke=LINE, width=1.3)
    scene.add(*(arc_shape(route, style) for route in route_arcs(dict(enumerate(spots)), arcs, frame=frame)))
    for vertex, spot in zip(vertices, spots, strict=True):
        fill = PAPER if owner is None else END if not graph[vertex] else ROUND if owner[vertex] == MAX else SQUARE
        scene.add(outline(spot, Style(fill=fill, stroke=LINE, width=1.4)))
        scene.add(Text(spot.x, spot.y + (0 if texts[vertex] else 5), str(vertex), size=NAME, bold=True))
        if texts[vertex]:
            scene.add(Text(spot.x, spot.y + 13, texts[vertex], size=TAG))
    frame_scene(scene, spots)
    return scene


def list_rows(graph: Mapping[Any, Sequence[Any]], number: Mapping[Any, int]) -> list[list[int]]:
    """The vertices by their number of arcs from the first."""
    rows, known = [[next(iter(graph))]], {next(iter(graph))}
    while rows[-1]:
        found = {head for vertex in rows[-1] for head in graph[vertex]} - known
        known |= found
        rows.append([vertex for vertex in graph if vertex in found])
    return [[number[vertex] for vertex in row] for row in rows if row]
