"""A path search as a page that is stepped through: its trace, event by event,
on the figure and beside the pseudo-code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from elagage.errors import LimitsError
from elagage.figures.pages.step_page import Legend, Step, step_page, translate_row
from elagage.figures.paths.path_graph_scene import GraphFigure, format_short, graph_figure, label
from elagage.figures.paths.path_grid_scene import cell_id, grid_scene
from elagage.figures.paths.path_pseudocode import PATH_CODE
from elagage.figures.scene.shapes import Scene, Text
from elagage.i18n import Message, join_messages, translate_both
from elagage.paths.path_result import Expanded, Opened, PathResult, PathTrace, Reached
from elagage.paths.problem import Problem
from elagage.paths.problems.grid import Grid
from elagage.paths.problems.movingai import MovingAI
from elagage.paths.problems.roads import Roads
from elagage.result import format_number

__all__ = ["Shapes", "grid_figure", "path_page", "path_scene", "path_steps"]

MOST = 20_000
"""Steps of a page."""
COLUMNS = translate_row(Message("state"), "g", "f", Message("waiting"))
DEEP_COLUMNS = translate_row(Message("state"), "g", "f", Message("on the path"))
CSS = """
.s-open { fill: #fff3c9; stroke: #8a6d00; stroke-width: 1.4; stroke-dasharray: 3 2; }
.s-closed { fill: #cfe4f4; stroke: #2f6f9c; }
.s-current { fill: #ffd59b; stroke: #16191d; stroke-width: 3; }
.s-path { fill: #f8d3b8; stroke: #b54708; stroke-width: 2.4; }
.s-back { stroke-dasharray: 1 3; stroke-width: 2; stroke-linecap: round; }
.s-tree { stroke: #2f6f9c; stroke-width: 2.2; }
.s-tree polygon { fill: #2f6f9c; }
.s-way { stroke: #b54708; stroke-width: 4; }
.s-way polygon { fill: #b54708; }
.card #path:not(.s-shown), .card [id^="b"]:not(.s-shown) { display: none; }
"""
SMALL = """
.card .s-open, .card .s-closed { stroke-width: .3; stroke-dasharray: none; }
.card .s-path { stroke-width: .8; }
"""
"""For cells that are too small for a number."""
QUEUE = (
    Legend("s-open", translate_both(Message("waits in the queue"))),
    Legend("s-current", translate_both(Message("just taken out"))),
    Legend("s-closed", translate_both(Message("expanded", context="state"))),
)
BACK = (
    Legend("s-open s-back", translate_both(Message("waits on the goal's side"))),
    Legend("s-closed s-back", translate_both(Message("expanded on the goal's side"))),
)
DEEP = (
    Legend("s-open", translate_both(Message("on the path that is held"))),
    Legend("s-current", translate_both(Message("end of the path that is held"))),
    Legend("s-closed", translate_both(Message("left again in this round"))),
)
WEIGHT = Legend("", translate_both(Message("in a corner: what the cell costs, if not 1")), "3")
WAY = (Legend("s-path", translate_both(Message("the path found"))),)
NUMBER = Legend("", translate_both(Message("f, by which the queue is sorted")), "f")
SUM = Legend("", translate_both(Message("f = g + h, held against the threshold")), "f")


@dataclass
class Shapes:
    """The figure's names: the shape of a state, its text, its number in the order; the arc from one to another,
    '' if there is none.
    """

    shape: Callable[[Any], str]
    text: Callable[[Any], str]
    name: Callable[[Any], str]
    words: Callable[[Opened], str]
    badge: Callable[[Any], str] = lambda _state: ""
    arcs: Mapping[tuple[Any, Any], str] = field(default_factory=dict)
    line: str = ""
    """The line that is the path."""


def path_steps(trace: PathTrace, algorithm: str, shapes: Shapes, sure: bool = True) -> list[Step]:
    """The steps of a search; ``sure``: is its cost known to be the least? LimitsError if a page can't hold them."""
    if len(trace.events) > MOST:
        raise LimitsError(
            "The search has {count} steps, and a page holds {most}: take a smaller problem, or draw it as .svg.",
            count=len(trace.events), most=MOST,
        )  # fmt: skip
    teller = (Deep if algorithm == "ida_star" else Teller)(shapes, PATH_CODE[algorithm].lines, sure)
    return list(teller.steps(trace))


Change = tuple[str, str, str]


class Teller:
    """Tells of a search that keeps a queue."""

    def __init__(self, shapes: Shapes, lines: tuple[int, ...], sure: bool = True) -> None:
        self.shapes, self.lines, self.sure = shapes, lines, sure
        self.cost: dict[Any, Any] = {}
        self.parent: dict[tuple[Any, int], Any] = {}
        self.waiting: set[tuple[Any, int]] = set()
        self.current: tuple[Any, int] | None = None
        self.order = 0
        self.both = False
        """Is it searched from both ends?"""

    def steps(self, trace: PathTrace) -> Iterator[Step]:
        self.both = any(isinstance(event, Opened | Expanded) and event.side for event in trace.events)
        for event in trace.events:
            if isinstance(event, Opened):
                yield self.tell_opened(event)
            elif isinstance(event, Expanded):
                yield self.tell_expanded(event)
            elif isinstance(event, Reached):
                yield self.tell_reached(event)

    def step(self, words: Message, line: int, changes: list[Change], row: tuple[str, ...]) -> Step:
        """A step; changes of shapes that are not drawn are left out."""
        kept = tuple(change for change in changes if change[0])
        return Step(translate_both(words), self.lines[line - 1], kept, (*row, str(len(self.waiting))))

    def state_class(self, kind: str, side: int) -> str:
        """The class of a state, which also says the side."""
        return f"{kind} s-back" if side else kind

    def numbers(self, g: Any, f: Any) -> str:
        """Both numbers, or one if they are the same."""
        return f"g = {format_decimals(g)}" if g == f else f"g = {format_decimals(g)}, f = {format_decimals(f)}"

    def tell_opened(self, event: Opened) -> Step:
        key, shapes = (event.state, event.side), self.shapes
        name, numbers = shapes.name(event.state), self.numbers(event.g, event.f)
        changes: list[Change] = [(shapes.text(event.state), "text", shapes.words(event))]
        if key != self.current:
            changes.insert(0, (shapes.shape(event.state), "class", self.state_class("s-open", event.side)))
        line = 5
        if event.parent is None:
            line = 1
            words = Message("Start at {name}: {numbers}.", name=name, numbers=numbers)
            if event.side:
                words = Message("The other side starts at {name}: g = 0.", name=name)
        else:
            source = shapes.name(event.parent)
            found = {"name": name, "source": source, "numbers": numbers}
            if not event.again:
                words = Message("{name} is found from {source}: {numbers}.", **found)
            elif key in self.waiting:
                words = Message(
                    "{name} is found again from {source}, cheaper than before ({before}): {numbers}.",
                    before=format_decimals(self.cost[key]), **found,
                )  # fmt: skip
            else:
                words = Message(
                    "{name} is found again from {source}, cheaper than before ({before}): {numbers}; it is reopened.",
                    before=format_decimals(self.cost[key]), **found,
                )  # fmt: skip
            if key in self.parent:
                changes.append((self.arc(self.parent[key], event.state, event.side), "class", ""))
            changes.append((self.arc(event.parent, event.state, event.side), "class", "s-tree"))
            self.parent[key] = event.parent
        self.cost[key] = event.g
        self.waiting.add(key)
        return self.step(words, line, changes, (name, format_decimals(event.g), format_decimals(event.f)))

    def arc(self, source: Any, target: Any, side: int) -> str:
        """The shape of an arc; on the goal's side it is gone through backwards."""
        return self.shapes.arcs.get((target, source) if side else (source, target), "")

    def leave_state(self) -> list[Change]:
        """The state that was looked at is done with, unless it waits again."""
        if self.current is None:
            return []
        state, side = self.current
        kind = "s-open" if self.current in self.waiting else "s-closed"
        return [(self.shapes.shape(state), "class", self.state_class(kind, side))]

    def tell_expanded(self, event: Expanded) -> Step:
        key, shapes = (event.state, event.side), self.shapes
        changes = self.leave_state()
        self.waiting.discard(key)
        self.current = key
        self.order += 1
        changes.append((shapes.shape(event.state), "class", self.state_class("s-current", event.side)))
        badge = shapes.badge(event.state)
        if badge:
            changes += [("b" + badge[1:], "class", "s-shown"), (badge, "text", str(self.order))]
        name, numbers = shapes.name(event.state), self.numbers(event.g, event.f)
        words = Message("Take out {name}: {numbers}.", name=name, numbers=numbers)
        if self.both and event.side:
            words = Message("Take out {name} on the goal's side: {numbers}.", name=name, numbers=numbers)
        elif self.both:
            words = Message("Take out {name} on the start's side: {numbers}.", name=name, numbers=numbers)
        return self.step(words, 2, changes, (name, format_decimals(event.g), format_decimals(event.f)))

    def tell_reached(self, event: Reached) -> Step:
        shapes, changes = self.shapes, self.leave_state()
        changes += [(shapes.shape(state), "class", "s-path") for state in event.path]
        changes += [
            (shapes.arcs.get(arc, ""), "class", "s-way") for arc in zip(event.path, event.path[1:], strict=False)
        ]
        changes.append((shapes.line, "class", "s-shown"))
        name, length = shapes.name(event.path[-1]), len(event.path) - 1
        cost = format_decimals(event.cost)
        self.waiting.discard((event.path[-1], 0))
        counted = Message("cost {cost}, {count} step", "cost {cost}, {count} steps", count=length, cost=cost)
        return self.step(self.describe_goal(name, counted), 3, changes, (name, cost, ""))

    def describe_goal(self, name: str, counted: Message) -> Message:
        if self.both and self.sure:
            return Message("No path can be cheaper: {counted}.", counted=counted)
        if self.both:
            return Message("The two sides have met: {counted}.", counted=counted)
        return Message("Take out {name}: goal reached, {counted}.", name=name, counted=counted)


class Deep(Teller):
    """Tells of IDA*, which holds one path and no queue."""

    def __init__(self, shapes: Shapes, lines: tuple[int, ...], sure: bool = True) -> None:
        super().__init__(shapes, lines, sure)
        self.path: list[Any] = []
        self.seen: dict[Any, None] = {}

    def steps(self, trace: PathTrace) -> Iterator[Step]:
        """One for each state that the path goes on to."""
        for event in trace.events:
            if isinstance(event, Opened):
                yield self.tell_opened(event)
            elif isinstance(event, Reached):
                self.current = None
                yield self.tell_reached(event)

    def tell_opened(self, event: Opened) -> Step:
        """The path goes on to a state, perhaps from one further back, or a round begins."""
        shapes, changes = self.shapes, list[Change]()
        name, numbers = shapes.name(event.state), self.numbers(event.g, event.f)
        if event.parent is None:
            line = 5 if self.seen else 1
            words = Message("Start at {name}: {numbers}.", name=name, numbers=numbers)
            if self.seen:
                words = Message("The threshold rises; again from {name}.", name=name)
            changes += [(shapes.shape(state), "class", "") for state in self.seen]
            changes += [(shapes.text(state), "text", "") for state in self.seen]
            changes += [(self.arc(*ends, 0), "class", "") for ends in zip(self.path, self.path[1:], strict=False)]
            self.seen.clear()
            self.path.clear()
        else:
            line = 2
            back = self.path[-1] != event.parent
            while self.path[-1] != event.parent:
                left = self.path.pop()
                changes.append((shapes.shape(left), "class", "s-closed"))
                changes.append((self.arc(self.path[-1], left, 0), "class", ""))
            changes.append((shapes.shape(event.parent), "class", "s-open"))
            changes.append((self.arc(event.parent, event.state, 0), "class", "s-tree"))
            source = shapes.name(event.parent)
            words = Message(
                "Back to {source}, on to {name}: {numbers}." if back else "From {source}, on to {name}: {numbers}.",
                source=source, name=name, numbers=numbers,
            )  # fmt: skip
        changes.append((shapes.shape(event.state), "class", "s-current"))
        changes.append((shapes.text(event.state), "text", shapes.words(event)))
        self.path.append(event.state)
        self.seen[event.state] = None
        self.waiting = {(state, 0) for state in self.path}
        return self.step(words, line, changes, (name, format_decimals(event.g), format_decimals(event.f)))

    def describe_goal(self, name: str, counted: Message) -> Message:
        return Message("{name}: goal reached, {counted}.", name=name, counted=counted)


def format_decimals(value: Any) -> str:
    """A number for a sentence, with two decimals at most."""
    if isinstance(value, float) and abs(value) < 1e15 and not value.is_integer():
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return format_number(value)


def grid_figure(problem: Grid, trace: PathTrace, found: PathResult[Any], title: str) -> tuple[Scene, Shapes]:
    """The figure of a grid for a page, and its names."""

    def at(state: Any) -> tuple[int, int]:
        return problem.column(state), problem.row(state)

    def words(event: Opened) -> str:
        text = format_short(event.f)
        return text if len(text) <= 4 else format_short(round(event.f))

    live = {at(event.state) for event in trace.events if isinstance(event, Opened | Expanded)} | set(
        map(at, found.path)
    )
    scene = grid_scene(problem.mark_cells({}), [at(state) for state in found.path], (), title, live)
    drawn = {shape.id for shape in scene.shapes if shape.id.startswith("t")}

    def text(state: Any) -> str:
        name = "t" + cell_id(*at(state))
        return name if name in drawn else ""

    shapes = Shapes(
        lambda state: cell_id(*at(state)), text, lambda state: f"({problem.state_name(state)})", words, line="path"
    )
    return scene, shapes


def graph_names(problem: Problem[Any], figure: GraphFigure) -> Shapes:
    return Shapes(
        lambda state: figure.boxes.get(state, ""),
        lambda state: figure.labels.get(state, ""),
        lambda state: " ".join(problem.state_name(state).split()),
        label,
        lambda state: figure.orders.get(state, ""),
        figure.arcs,
    )


def path_scene(problem: Problem[Any], trace: PathTrace, found: PathResult[Any]) -> Scene:
    """What a search did, as one figure: a grid, or a graph of up to 200 vertices."""
    if isinstance(problem, Grid):
        explored = [event.state for event in trace.events if isinstance(event, Expanded)]
        cells, path = ([(problem.column(cell), problem.row(cell)) for cell in part] for part in (explored, found.path))
        return grid_scene(problem.mark_cells({}), path, cells, problem.spec)
    return graph_figure(problem, trace, found.path).scene


def path_page(problem: Problem[Any], trace: PathTrace, found: PathResult[Any], lang: str = "en") -> str:
    """What a search did, as a page that is stepped through. LimitsError if there is too much of it."""
    listing = PATH_CODE[found.algorithm]
    spec = problem.spec or type(problem).__name__
    if isinstance(problem, MovingAI | Roads):
        spec = re.sub(r"[^:\s]*[/\\]", "", spec)  # without the folders
    title = {name: f"{words} – {spec}" for name, words in listing.code.title.items()}
    if isinstance(problem, Grid):
        scene, shapes = grid_figure(problem, trace, found, title[lang])
    else:
        figure = graph_figure(problem, trace, found.path, title[lang], live=True)
        scene, shapes = figure.scene, graph_names(problem, figure)
    deep = found.algorithm == "ida_star"
    legend: tuple[Legend, ...] = DEEP if deep else QUEUE
    columns = DEEP_COLUMNS if deep else COLUMNS
    if any(isinstance(event, Opened) and event.side for event in trace.events):
        legend += BACK
    css = CSS
    if isinstance(problem, Grid) and not any(isinstance(shape, Text) and shape.id for shape in scene.shapes):
        css += SMALL
    elif isinstance(problem, Grid):
        legend += (SUM if deep else NUMBER,)
        if max(problem.weights) > 1:
            legend += (WEIGHT,)
    return step_page(
        scene, path_steps(trace, found.algorithm, shapes, found.optimal), title=title, code=listing.code,
        columns=columns, lang=lang, classes_css=css, facts=list(facts(problem, found)), legend=legend + WAY,
    )  # fmt: skip


def facts(problem: Problem[Any], found: PathResult[Any]) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    promise = found.describe_promise()
    yield (
        translate_both(Message("Cost")),
        translate_both(Message("{cost} ({promise})", cost=format_decimals(found.cost), promise=promise)),
    )
    faults = found.describe_faults(problem.state_name)
    if faults:
        yield translate_both(Message("Heuristic")), translate_both(join_messages(faults, " "))
    for name, count in (
        (Message("Steps of the path"), len(found.path) - 1),
        (Message("Expanded"), found.expanded),
        (Message("Generated"), found.generated),
        (Message("Reopened"), found.reopened),
    ):
        yield translate_both(name), translate_both(str(count))
