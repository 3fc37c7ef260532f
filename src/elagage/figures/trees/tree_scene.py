"""The figures of search trees, from traces: one scene a round of the search.

▲ Max, ▼ Min, □ leaf; ``[α ; β]`` the window on entry; ≥ ≤ a bound; a dashed edge with a double slash is cut, and what
it led to is pale; the principal variation is thick; ↺ and a double outline: answered from memory; ✓ ✗ proven and not.

The shapes of node 12 are named ``n12`` (outline), ``o12`` (its second outline), ``v12`` (value), ``w12`` (window, or
visits), ``e12`` (edge from its parent), ``m12`` (move, or its name), ``k12`` (its cut, on the first edge that it cuts;
``k12-1`` and so on are on the others, ``k12-letter`` is α or β), ``c12`` (why it cuts), ``g12`` ``p12`` (other notes),
``h12`` (how many nodes are hidden below it), ``a12`` (the arc of an AND node), ``b12-`` (its board's shapes). The third
move that it skipped has ``s12-2`` (outline), ``t12-2`` (edge), ``l12-2`` (move), ``u12-2`` (value); what a literal tree
has below that, ``s12-2-0`` and so on. ``level0`` is the name of the first row.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from elagage.figures.scene.shapes import INK, Line, Point, Scene, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.trees.drawn_nodes import Node, Note, section_nodes
from elagage.figures.trees.node_shapes import (
    BLUE,
    HEAD,
    Measured,
    arc,
    cut_marks,
    edge_labels,
    edge_line,
    measure,
    node_shapes,
)
from elagage.figures.trees.playout_tree import playout_nodes
from elagage.figures.trees.trace_text import Reading, describe_round, gather
from elagage.figures.trees.tree_layout import lay_out, lay_out_rows
from elagage.i18n import _, ngettext
from elagage.trace import Trace

__all__ = ["stack_scenes", "trace_nodes", "tree_scenes"]

MARGIN = 12.0
HEADING = 22.0
NEAR, FAR = 26.0, 80.0
"""The least and the largest distance between rows."""
BOARD = 46.0
"""The longer side of a board's thumbnail."""


def tree_scenes(
    trace: Trace,
    *,
    limit: int = 1500,
    boards: bool = False,
    merged: bool = False,
    windows: bool = True,
    levels: bool = True,
) -> list[Scene]:
    """A scene for each round of a search, for each test or question, or one for all;
    at most ``limit`` nodes are drawn in each.
    """
    return [
        Drawing(trace, nodes, heading, boards, levels).scene
        for heading, nodes in trace_nodes(trace, limit, merged, windows)
    ]


def trace_nodes(
    trace: Trace, limit: int = 1500, merged: bool = False, windows: bool = True
) -> list[tuple[str, list[Node]]]:
    """The headings of the rounds of a search and the nodes that are drawn of each."""
    if trace.algorithm == "mcts":
        return [("", playout_nodes(trace, limit))]
    found = []
    for section in gather(trace):
        if section.root is not None:
            reading = Reading.of(trace, section.heading)
            heading = "" if section.heading is None else describe_round(section.heading, reading).text()
            found.append((heading, section_nodes(trace, section, limit, merged, windows)))
    return found


def stack_scenes(scenes: Sequence[Scene], gap: float = 18.0) -> Scene:
    """Scenes below each other, as one; without any, an empty one."""
    if len(scenes) < 2:
        return scenes[0] if scenes else Scene(1.0, 1.0)
    whole = Scene(
        max(scene.width for scene in scenes),
        sum(scene.height for scene in scenes) + gap * (len(scenes) - 1),
        "; ".join(scene.title for scene in scenes),
    )
    top = 0.0
    for scene in scenes:
        whole.place(scene, 0.0, top)
        top += scene.height + gap
    return whole


class Drawing:
    """Places the nodes and draws them: edges first, then what lies over them."""

    def __init__(self, trace: Trace, nodes: list[Node], heading: str, boards: bool, levels: bool) -> None:
        self.nodes = nodes
        self.boards: list[Scene | None] = [None] * len(nodes)
        self.scale = 1.0
        if boards:
            self.draw_boards(trace)
        names = level_names(nodes) if levels else []
        for node in nodes:
            if node.sign < 0 and node.value and not (names and names[node.row][1]):
                node.notes.append(Note("p", _("for Min"), italic=True))
        self.sizes = [measure(node, board, self.scale) for node, board in zip(nodes, self.boards, strict=True)]
        self.head = HEAD if any(node.label for node in nodes) else 0.0
        wide = max(text_width(_("Max"), 9, bold=True), text_width(_("Min"), 9, bold=True))
        if any(opposite for _player, opposite in names):
            wide = max(wide, text_width(_("for Min"), 8, italic=True))
        self.left = MARGIN + (wide + 12 if names else 0.0)
        self.place(MARGIN + (HEADING if heading else 0.0))
        count = sum(1 for node in nodes if node.kind not in ("more", "stub") and not node.skipped)
        count += sum(node.hidden for node in nodes)
        title = _("Search tree of {algorithm}: {count}").format(
            algorithm=trace.algorithm, count=ngettext("{n} node", "{n} nodes", count).format(n=count)
        )
        self.scene = Scene(self.width, self.height, f"{title}. {heading}" if heading else title)
        if heading:
            self.scene.add(Text(MARGIN, MARGIN + 9, heading, 10, "start", bold=True))
            self.scene.width = max(self.width, 2 * MARGIN + text_width(heading, 10, bold=True))
        self.draw_levels(names)
        self.draw()

    def draw_boards(self, trace: Trace) -> None:
        from elagage.figures.boards.board_scene import board_scene

        known: dict[Any, Scene] = {}
        for number, node in enumerate(self.nodes):
            if node.state is not None:
                if node.state not in known:
                    known[node.state] = board_scene(trace.game, node.state, small=True)
                self.boards[number] = known[node.state]
        longest = max((max(scene.width, scene.height) for scene in known.values()), default=BOARD)
        self.scale = min(1.0, BOARD / longest)

    def place(self, top: float) -> None:
        """Where each node's middle is, and the top of its shape."""
        nodes, sizes, head = self.nodes, self.sizes, self.head
        layout = lay_out(
            [node.children for node in nodes],
            [size.left for size in sizes],
            [size.right for size in sizes],
            [size.height + head for size in sizes],
        )
        arcs = [(link[0], number) for number, node in enumerate(nodes) for link in node.links]
        if len(arcs) > sum(1 for node in nodes if node.links):
            arcs += [(node.parent, number) for number, node in enumerate(nodes) if not node.links and number]
            left, right = [size.left for size in sizes], [size.right for size in sizes]
            layout = lay_out_rows(layout, arcs, left, right, gap=16)
        near = 1.7 * NEAR if any(link[3] for node in nodes for link in node.links) else NEAR
        spread = [0.0] * len(layout.tops)
        for number, node in enumerate(nodes):
            for parent in (node.parent, *(link[0] for link in node.links)):
                if parent >= 0:
                    spread[node.row] = max(spread[node.row], abs(layout.x[number] - layout.x[parent]))
        tops = [top if nodes[0].label else top - head]
        for row in range(1, len(layout.tops)):
            tops.append(tops[-1] + layout.heights[row - 1] + min(max(near, 0.2 * spread[row]), FAR))
        self.tops = tops
        self.rows: list[list[Measured]] = [[] for _row in tops]
        for node, size in zip(nodes, sizes, strict=True):
            self.rows[node.row].append(size)
        self.x = [self.left + x for x in layout.x]
        self.y = [
            tops[node.row] + (0.0 if node.kind == "more" else head) + size.top
            for node, size in zip(nodes, sizes, strict=True)
        ]
        self.free = self.open_ways()
        self.width = self.left + layout.width + MARGIN
        self.height = tops[-1] + layout.heights[-1] + MARGIN

    def bottom(self, number: int) -> Point:
        """Where the edges to a node's children begin."""
        return self.x[number], self.y[number] + self.sizes[number].height - self.sizes[number].top

    def way(self, parent: int, number: int) -> tuple[Point, ...]:
        """The edge from a parent: straight, and upright beside the labels of the row where it would cross others."""
        start, node, size = self.bottom(parent), self.nodes[number], self.sizes[number]
        x, y = self.x[number], self.y[number] - size.top
        if node.kind == "more":
            return start, (x, y - 1)
        aside = abs(x - start[0]) * self.head / max(y - start[1], 1.0)
        if aside <= self.free[number]:
            return start, (x, y)
        return start, (x, y - self.head), (x, y)

    def open_ways(self) -> list[float]:
        """How far beside each node the row of labels is free, on the side that its edge comes from."""
        nodes, x = self.nodes, self.x
        free = [math.inf] * len(nodes)
        if self.head:
            for parent, node in enumerate(nodes):
                for one, other in pairwise(node.children):
                    near, far = (one, other) if x[other] <= x[parent] else (other, one)
                    if x[one] < x[parent] < x[other]:
                        free[one] = free[other] = x[other] - x[one]
                        continue
                    label = text_width(nodes[far].label, 8) + 6 if nodes[far].label else 0.0
                    free[near] = min(free[near], x[other] - x[one] - label)
        return free

    def draw(self) -> None:
        nodes, scene = self.nodes, self.scene
        thick: list[Line] = []
        for number, node in enumerate(nodes):
            if node.parent >= 0:
                line = edge_line(node, self.way(node.parent, number), nodes[node.parent].skipped)
                (thick if node.best and not node.weight else scene.shapes).append(line)
            for parent, name, best, _move in node.links[1:]:
                line = Line(self.way(parent, number), style=THICK_LINK if best else LINK, id=f"e{name}")
                (thick if best else scene.shapes).append(line)
        scene.add(*thick)
        moves = [
            (move, name, self.way(parent, number))
            for number, node in enumerate(nodes)
            for parent, name, _best, move in node.links
            if move
        ]
        scene.shapes.extend(edge_labels(moves))
        for number, node in enumerate(nodes):
            if node.joined and len(node.children) > 1:
                first, last = (self.way(number, child)[1] for child in (node.children[0], node.children[-1]))
                scene.add(arc(self.bottom(number), first, last, node.name))
        for number, node in enumerate(nodes):
            x, y, size = self.x[number], self.y[number], self.sizes[number]
            scene.shapes.extend(node_shapes(node, size, x, y, self.label_side(number)))
            board = self.boards[number]
            if board is not None:
                left = x - board.width * self.scale / 2
                scene.place(board, left, y - size.top, self.scale, f"b{node.name}-")
        for number, node in enumerate(nodes):
            cut = [child for child in node.children if nodes[child].skipped] if node.cut else []
            if cut:
                edges = [self.way(number, child) for child in cut]
                scene.shapes.extend(cut_marks(node.name, node.cut, [(edge[0], edge[1]) for edge in edges]))

    def label_side(self, number: int) -> int:
        """The side of the label: away from the edge that comes from above."""
        parent = self.nodes[number].parent
        return 0 if parent < 0 else -1 if self.x[number] < self.x[parent] - 0.01 else 1

    def draw_levels(self, names: Sequence[tuple[str, bool]]) -> None:
        """Who moves in which row, and whose numbers stand there, at the left."""
        for row, (player, opposite) in enumerate(names):
            y = self.tops[row] + self.head + max(size.top for size in self.rows[row]) + (19 if player else 13.5)
            if player:
                words, style = (_("Max"), MAX_TEXT) if player == "max" else (_("Min"), MIN_TEXT)
                self.scene.add(Text(MARGIN, y, words, 9, "start", bold=True, style=style, id=f"level{row}"))
                y += 11
            if opposite:
                self.scene.add(Text(MARGIN, y, _("for Min"), 8, "start", italic=True))


LINK = Style(stroke="#5A5A5A", width=0.8)
THICK_LINK = Style(stroke=INK, width=2.4)
MAX_TEXT = Style(fill=BLUE, stroke="")
MIN_TEXT = Style(fill="#A84800", stroke="")
"""A darker vermillion: small letters need more contrast than outlines."""


def level_names(nodes: Sequence[Node]) -> list[tuple[str, bool]]:
    """For each row the player who moves there, if it is one, and whether all its numbers are Min's."""
    players: list[set[str]] = [set() for _row in range(max(node.row for node in nodes) + 1)]
    signs: list[set[int]] = [set() for _row in players]
    for node in nodes:
        if node.kind in ("max", "min"):
            players[node.row].add(node.kind)
        if node.value and node.kind != "more":
            signs[node.row].add(node.sign)
    return [(min(kinds) if len(kinds) == 1 else "", sign == {-1}) for kinds, sign in zip(players, signs, strict=True)]
