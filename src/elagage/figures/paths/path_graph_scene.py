"""Drawings of path searches on graphs: road networks on their map, everything else in layers from left to right.

A vertex is a box with its name and, once it was found, its cost g and its priority f; a number in its corner says when
it was expanded. The path is thick.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from elagage.errors import LimitsError
from elagage.figures.graphs.graph_arcs import Route, arc_shape, route_arcs, samples
from elagage.figures.graphs.graph_layout import Spot, place_in_layers, place_on_map
from elagage.figures.paths.path_grid_scene import GOAL, PATH, QUIET, START, shade
from elagage.figures.scene.shapes import INK, Curve, Disc, Line, Point, Rect, Scene, Style, Text, move_shapes
from elagage.figures.scene.text_metrics import text_width
from elagage.paths.path_result import Expanded, Opened, PathTrace
from elagage.paths.problem import GraphProblem, Problem, arcs
from elagage.paths.problems.grid import mark_letters
from elagage.paths.problems.roads import Place, Roads

__all__ = ["MARGIN", "GraphFigure", "format_short", "frame_scene", "graph_figure"]

MOST = 200
"""Vertices that can be drawn."""
LONGEST = 24
"""Letters of a name."""
MARGIN, OVER = 16.0, 60.0
"""Around the figure; how far from the vertices arcs may go."""
HEIGHT = 38.0
NAME, LABEL, COST = 12.0, 9.5, 10.0
PLAIN, WAITING = "#8a94a2", "#8a6d00"


@dataclass
class GraphFigure:
    """The scene, and the names of its shapes: the box of a state, the text and the order in it,
    and the arc from one to another.
    """

    scene: Scene
    boxes: dict[Any, str] = field(default_factory=dict)
    labels: dict[Any, str] = field(default_factory=dict)
    orders: dict[Any, str] = field(default_factory=dict)
    arcs: dict[tuple[Any, Any], str] = field(default_factory=dict)


def graph_figure(
    problem: Problem[Any],
    trace: PathTrace,
    path: Sequence[Any],
    title: str = "",
    live: bool = False,
    notes: Mapping[Any, str] | None = None,
) -> GraphFigure:
    """The graph of a problem with what the search did, and the names of its shapes. LimitsError if it is too large.

    ``live`` leaves out what the search did, for a page that is stepped through; so do ``notes``, which stand in the
    boxes instead.
    """
    states = choose_states(problem, trace)
    found: dict[Any, Opened] = {}
    order: dict[Any, int] = {}
    labels: dict[Any, list[str]] = {}
    for state, note in (notes or {}).items():
        labels[state] = [note]
    for event in trace.events if notes is None else ():
        if isinstance(event, Opened):
            found[event.state] = event
            labels.setdefault(event.state, []).append(label(event))
        elif isinstance(event, Expanded):
            order.setdefault(event.state, len(order) + 1)
    names = {state: shorten_name(problem.state_name(state)) for state in states}
    widths = [
        max(
            [44.0, text_width(names[state], NAME, bold=True) + 18]
            + [text_width(text, LABEL) + 14 for text in labels.get(state, ())]
        )
        for state in states
    ]
    sizes = [Spot(0.0, 0.0, width / 2, HEIGHT / 2) for width in widths]
    number = {state: place for place, state in enumerate(states)}
    links = collect_links(problem, states, number)
    boxes = place_boxes(problem, states, sizes, links)
    scene = Scene(0, 0, title or problem.spec)
    figure = GraphFigure(scene)
    path = path if notes is None else ()
    steps = set(pairwise(path)) if not live else set()
    draw_arcs(figure, states, links, boxes, steps)
    for place, state in enumerate(states):
        figure.boxes[state], figure.labels[state], figure.orders[state] = f"v{place}", f"l{place}", f"o{place}"
        event = None if live else found.get(state)
        text = (notes or {}).get(state, "") if event is None else label(event)
        draw_vertex(
            scene, place, boxes[place], names[state], text, 0 if live else order.get(state, 0), len(order),
            state in path and not live, live, problem.state_name(state), event is not None,
        )  # fmt: skip
    first, last = mark_letters()
    for letter, colour, state in ((first, START, problem.start()), (last, GOAL, path[-1] if path else None)):
        if state in number and notes is None:
            box = boxes[number[state]]
            x, y = box.x + box.half, box.y - HEIGHT / 2 + (11 if letter == last and state == problem.start() else 0)
            scene.add(Disc(x, y, 8.0, style=Style(fill=colour, stroke="#ffffff")))
            scene.add(Text(x, y + 3.6, letter, size=10, bold=True, style=Style(fill="#ffffff", stroke="")))
    frame_scene(scene, boxes)
    return figure


def frame_scene(scene: Scene, boxes: Sequence[Spot]) -> None:
    """Give the scene its size; arcs that leave it move everything."""
    lefts, tops = [0.0], [0.0]
    rights = [box.x + box.half + MARGIN for box in boxes]
    bottoms = [box.y + box.tall + MARGIN for box in boxes]
    for shape in scene.shapes:
        if isinstance(shape, Curve):
            for x, y in samples((shape.start, shape.first, shape.second, shape.end)):
                lefts.append(x - MARGIN / 2)
                rights.append(x + MARGIN / 2)
                tops.append(y - MARGIN / 2)
                bottoms.append(y + MARGIN / 2)
    left, top = min(lefts), min(tops)
    scene.width, scene.height = max(rights) - left, max(bottoms) - top
    if left < 0 or top < 0:
        scene.shapes = list(move_shapes(scene.shapes, -left, -top))


def choose_states(problem: Problem[Any], trace: PathTrace) -> list[Any]:
    """The vertices of a graph that is given whole, if they are few; otherwise the states that the search found."""
    whole: list[Any] = []
    if isinstance(problem, Roads):
        whole = [Place(number) for number in range(len(problem.names))]
    elif isinstance(problem, GraphProblem):
        whole = list(problem.graph)
    if 0 < len(whole) <= MOST:
        return whole
    states = dict.fromkeys(event.state for event in trace.events if isinstance(event, Opened | Expanded))
    if len(states) > MOST:
        raise LimitsError(
            "The search found {count} states, and a drawing holds {most}: take a smaller problem.",
            count=len(states),
            most=MOST,
        )
    return list(states)


def collect_links(
    problem: Problem[Any], states: Iterable[Any], number: Mapping[Any, int]
) -> dict[tuple[int, int], tuple[Any, bool]]:
    """The arcs between drawn states, each with its cost; two that lead both ways at one cost are one edge."""
    costs: dict[tuple[int, int], Any] = {}
    for state in states:
        for successor, cost in arcs(problem, state):
            arc = number[state], number.get(successor, -1)
            if arc[1] >= 0 and arc[0] != arc[1]:
                costs[arc] = min(cost, costs.get(arc, cost))
    links: dict[tuple[int, int], tuple[Any, bool]] = {}
    for (tail, head), cost in costs.items():
        both = costs.get((head, tail)) == cost
        if not both or (head, tail) not in links:
            links[tail, head] = cost, both
    return links


def place_boxes(
    problem: Problem[Any], states: Sequence[Any], sizes: Sequence[Spot], links: Mapping[tuple[int, int], Any]
) -> list[Spot]:
    """Where the boxes stand, the first at the margin."""
    known: Mapping[int, Point] = getattr(problem, "coordinates", {}) if isinstance(problem, Roads) else {}
    if known and all(state.number in known for state in states):
        boxes = place_on_map([known[state.number] for state in states], sizes)
    else:
        start = problem.start()
        first = next((place for place, state in enumerate(states) if state == start), 0)
        boxes = place_in_layers(first, sizes, list(links))
    left = min(box.x - box.half for box in boxes) - MARGIN
    top = min(box.y for box in boxes) - HEIGHT / 2 - MARGIN
    return [replace(box, x=box.x - left, y=box.y - top) for box in boxes]


def draw_arcs(
    figure: GraphFigure,
    states: Sequence[Any],
    links: Mapping[tuple[int, int], tuple[Any, bool]],
    boxes: Sequence[Spot],
    steps: set[tuple[Any, Any]],
) -> None:
    """The arcs, then those of the path over them, then the costs."""
    plain, thick = Style(stroke=PLAIN, width=1.2), Style(stroke=PATH, width=3.2)
    scene, taken = figure.scene, list(boxes)
    over: list[Line | Curve] = []
    texts: list[Rect | Text] = []
    even = len({cost for cost, _both in links.values()}) <= 1
    right, bottom = max(box.x + box.half for box in boxes), max(box.y + box.tall for box in boxes)
    frame = (-OVER, -OVER, right + OVER, bottom + OVER)
    routes = route_arcs(dict(enumerate(boxes)), list(links), frame=frame)
    for place, (route, (cost, both)) in enumerate(zip(routes, links.values(), strict=True)):
        tail, head = route.source, route.target
        ends = states[tail], states[head]
        name = f"a{place}"
        figure.arcs[ends] = name
        if both:
            figure.arcs[ends[1], ends[0]] = name
        walked = ends in steps or (both and (ends[1], ends[0]) in steps)
        shape = arc_shape(route, thick if walked else plain, arrow=not both, ident=name)
        (over if walked else scene.shapes).append(shape)
        if not even:
            texts += cost_label(format_short(cost), route, taken)
    scene.add(*over, *texts)


def cost_label(text: str, route: Route, taken: list[Spot]) -> tuple[Rect, Text]:
    """What an arc costs, somewhere along it where there is room."""
    half, tall = text_width(text, COST) / 2 + 2, COST / 2 + 2
    spots = [route.at(share) for share in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)]
    free = (Spot(x, y, half, tall) for x, y in spots)
    spot = next((box for box in free if not any(box.meets(other) for other in taken)), Spot(*spots[0], half, tall))
    taken.append(spot)
    white = Style(fill="#ffffff", stroke="", opacity=0.88)
    return (
        Rect(spot.x - half, spot.y - tall, 2 * half, 2 * tall, 2, style=white),
        Text(spot.x, spot.y + COST * 0.36, text, size=COST, style=Style(fill=QUIET, stroke="")),
    )


def draw_vertex(
    scene: Scene,
    place: int,
    box: Spot,
    name: str,
    text: str,
    order: int,
    count: int,
    walked: bool,
    live: bool,
    hint: str,
    waits: bool,
) -> None:
    """A box, its name, what was found out, and the number in its corner."""
    style = Style(fill="#ffffff", stroke=PLAIN)
    if order:
        style = Style(fill=shade(order - 1, 2 * count), stroke="#2f6f9c", width=1.4)
    elif waits:
        style = Style(fill="#fff8dc", stroke=WAITING, dash=(3, 2))
    if walked:
        style = Style(fill=style.fill, stroke=PATH, width=2.6)
    left, top = box.x - box.half, box.y - HEIGHT / 2
    shown = hint if hint != name else ""
    scene.add(Rect(left, top, 2 * box.half, HEIGHT, 8, style=style, id=f"v{place}", hint=shown))
    scene.add(Text(box.x, box.y + (-2 if text or live else 4), name, size=NAME, bold=True))
    if text or live:
        scene.add(Text(box.x, box.y + 12.5, text, size=LABEL, id=f"l{place}"))
    if order or live:
        scene.add(Disc(left, top, 8.0, style=Style(fill=INK, stroke="#ffffff"), id=f"b{place}"))
        white = Style(fill="#ffffff", stroke="")
        scene.add(Text(left, top + 2.9, str(order) if order else "", size=8, bold=True, style=white, id=f"o{place}"))


def label(event: Opened) -> str:
    """The cost and the priority of a state that was found."""
    if event.f == event.g:
        return f"g {format_short(event.g)}"
    return f"g {format_short(event.g)} · f {format_short(event.f)}"


def format_short(value: Any) -> str:
    """A number for a figure, with one decimal at most."""
    if isinstance(value, float) and math.isinf(value):
        return "∞"
    text = f"{float(value):.1f}"
    return text[:-2] if text.endswith(".0") else text


def shorten_name(name: str) -> str:
    name = name.replace("\n", " / ")
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
