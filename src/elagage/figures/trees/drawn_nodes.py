"""What is drawn of a search tree: which nodes, with which words. Where they go and how they look is said elsewhere.

At most ``limit`` nodes are drawn: those of the principal variation first, then row by row from the root down. What is
left out below a node is counted there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from elagage.figures.trees.trace_text import Drawn, Reading, Section, cut_text, node_text
from elagage.games.tree import Tree
from elagage.i18n import _, ngettext
from elagage.result import MAX
from elagage.trace import EXACT, LOWER, Trace

__all__ = ["Node", "Note", "section_nodes"]

STUBS = 4
"""Skipped moves of a real game that are drawn one by one."""
HINTED = 3000
"""Nodes of a figure whose hints are written; in a larger one they would be most of the file."""


@dataclass(slots=True)
class Note:
    """A text beside a node; its shape's name is ``letter`` and the node's number."""

    letter: str
    text: str
    italic: bool = False
    hint: str = ""


@dataclass(slots=True)
class Node:
    """A node of the figure."""

    kind: str
    """'max', 'min', 'leaf', 'stub' (a skipped move), or 'more' (how many are hidden)."""
    name: str
    """Its number in the trace; for what was skipped, the number of the node that skipped it,
    a dash and which it was.
    """
    parent: int = -1
    row: int = 0
    edge: str = ""
    """The name of its edge, where that is another one."""
    children: list[int] = field(default_factory=list)
    drawn: Drawn | None = None
    state: Any = None
    depth: int | None = None
    label: str = ""
    value: str = ""
    notes: list[Note] = field(default_factory=list)
    links: list[tuple[int, str, bool, str]] = field(default_factory=list)
    """Where it may have several parents: each with the name of the edge, whether it is on the principal variation,
    and the move.
    """
    sign: int = 1
    hidden: int = 0
    hint: str = ""
    cut: str = ""
    """The letter of the cut that ended it."""
    skipped: bool = False
    best: bool = False
    """Is it on the principal variation?"""
    memory: bool = False
    quiet: bool = False
    joined: bool = False
    """Are all its children needed (an AND node)?"""
    weight: float = 0.0
    """The share of the visits that its edge had."""


def section_nodes(trace: Trace, section: Section, limit: int, merged: bool = False, windows: bool = True) -> list[Node]:
    """The nodes of one round of a search, the root first."""
    assert section.root is not None
    return Chooser(trace, section, section.root, max(1, limit), merged, windows).nodes


class Chooser:
    """Chooses the nodes of a section that are drawn."""

    def __init__(self, trace: Trace, section: Section, root: Drawn, limit: int, merged: bool, windows: bool) -> None:
        self.game = trace.game
        self.literal = isinstance(trace.game, Tree)
        self.winner = None if section.heading is None else section.heading.winner
        self.reading = Reading.of(trace, section.heading)
        self.all, rows, self.sizes = descendants(root)
        self.windows = windows and any(self.reading.has_window(node.enter) for node in self.all)
        self.negamax = any(node.enter.sign < 0 for node in self.all)
        ended = {node.leaf.ended for node in self.all if node.leaf is not None}
        self.estimates = self.literal and len(ended) > 1 and not self.reading.asks
        """Are there leaves and estimates, which must be told apart?"""
        self.hinted = min(limit, len(self.all)) <= HINTED
        self.left = limit - 1
        self.merged = merged
        self.same = same_visits(self.all, rows) if merged else {}
        self.index: dict[int, int] = {}
        self.nodes: list[Node] = []
        self.done: set[int] = set()
        self.trace_node(root, -1, True)
        line = 0
        while (after := self.expand(line)) is not None:
            line = after
        for number in count():  # the list grows meanwhile
            if number == len(self.nodes):
                break
            self.expand(number)

    def expand(self, index: int) -> int | None:
        """Draw the children of a node if there is room, else how many they are;
        the child on the principal variation.
        """
        node = self.nodes[index]
        if index in self.done:
            return None
        self.done.add(index)
        if node.drawn is None:
            self.expand_skipped(index)
            return None
        below = node.drawn.children
        skipped = () if node.drawn.cut is None else node.drawn.cut.skipped
        shown = len(skipped) if self.literal else min(len(skipped), STUBS)
        if not below and not skipped:
            return None
        if len(below) + shown > self.left:
            node.cut = ""
            hidden = self.sizes[node.drawn.enter.node] - 1
            if hidden:
                self.mark_hidden(index, hidden)
            return None
        self.left -= len(below) + shown
        after = None
        for child in below:
            best = node.best and child is best_child(node.drawn)
            number = self.trace_node(child, index, best)
            after = number if best else after
        for position, move in enumerate(skipped[:shown]):
            self.skipped_node(index, node.drawn, position, move)
        if len(skipped) > shown:
            self.mark_hidden(
                index, len(skipped) - shown, f"{node.name}-{shown}", _("+{n}").format(n=len(skipped) - shown)
            )
        return after

    def add(self, node: Node) -> int:
        number = len(self.nodes)
        if node.parent >= 0:
            self.nodes[node.parent].children.append(number)
            node.row = self.nodes[node.parent].row + 1
        self.nodes.append(node)
        return number

    def mark_hidden(self, index: int, hidden: int, name: str = "", text: str = "") -> None:
        above = self.nodes[index]
        words = text or ngettext("+{n} node", "+{n} nodes", hidden).format(n=hidden)
        self.add(Node("more", name or above.name, index, value=words, hidden=0 if name else hidden, skipped=bool(name)))

    def trace_node(self, drawn: Drawn, parent: int, best: bool) -> int:
        """A node that the search entered; one that was drawn before gets another edge, if nodes are merged."""
        enter = drawn.enter
        edge = str(enter.node)
        label = self.label(drawn)
        if self.merged:
            drawn = self.same[enter.node]
            enter = drawn.enter
            if enter.node in self.index:
                known = self.nodes[self.index[enter.node]]
                known.links.append((parent, edge, best, "" if self.literal else label))
                known.best |= best
                self.left += 1
                return self.index[enter.node]
            self.index[enter.node] = len(self.nodes)
        kind = "leaf" if drawn.leaf is not None else "max" if enter.player == MAX else "min"
        node = Node(kind, str(enter.node), parent, edge=edge, drawn=drawn, state=enter.state, label=label, best=best)
        node.value, node.sign = self.answer(drawn), enter.sign
        node.memory, node.quiet = drawn.recall is not None, enter.phase == "quiet" or drawn.pat is not None
        node.joined = self.winner is not None and enter.player != self.winner
        if self.hinted:
            node.hint = node_text(self.reading, drawn)
        self.write_notes(node, drawn)
        if self.merged:  # moves stand on the edges, of which there may be several, and names beside the nodes
            if parent >= 0:
                node.links.append((parent, edge, best, "" if self.literal else label))
            if self.literal and label:
                node.notes.append(Note("m", label))
            node.label = ""
        return self.add(node)

    def label(self, drawn: Drawn) -> str:
        """The move that leads to a node; in a literal tree, the node's own name."""
        if isinstance(self.game, Tree):
            return self.game.names[drawn.enter.state.node] or ""
        if drawn.parent is None:
            return ""
        return str(self.game.move_name(drawn.parent.enter.state, drawn.enter.move))

    def answer(self, drawn: Drawn) -> str:
        """What a node answered; a bound is never shown as a value."""
        if drawn.leave is None:
            return ""
        if self.reading.is_unknown(drawn.leaf):
            return "?"
        if self.winner is not None:
            return "✓" if drawn.leave.value else "✗"
        value = self.reading.write(drawn.leave.value)
        return value if drawn.leave.bound == EXACT else f"≥ {value}" if drawn.leave.bound == LOWER else f"≤ {value}"

    def write_notes(self, node: Node, drawn: Drawn) -> None:
        """The window, the cut and what else is said beside a node."""
        enter = drawn.enter
        if self.windows and drawn.leaf is None:
            node.notes.append(Note("w", self.reading.window(enter)))
        if drawn.cut is not None:
            node.cut = "β" if drawn.cut.kind == "beta" else "α"
            hint = cut_text(self.reading, drawn, drawn.cut) if self.hinted and not self.literal else ""
            node.notes.append(Note("c", self.reading.format_comparison(enter, drawn.cut), hint=hint))
        words = {"scout": _("scout"), "again": _("again"), "check": _("check")}
        tags = ["↺" if node.memory else "", words.get(enter.phase, "")]
        if drawn.pat is not None:
            tags.append(_("pat {value}").format(value=self.reading.write(drawn.pat.value)))
        elif node.quiet:
            tags.append("q")
        if self.estimates and drawn.leaf is not None and not drawn.leaf.ended:
            tags.append("h")
        if text := " ".join(tag for tag in tags if tag):
            node.notes.append(Note("g", text, italic="↺" not in text))

    def skipped_node(self, index: int, drawn: Drawn, position: int, move: Any) -> None:
        name = f"{self.nodes[index].name}-{position}"
        if self.literal:
            depth = None if drawn.enter.depth is None else drawn.enter.depth - 1
            self.add(self.literal_node(name, index, self.game.play(drawn.enter.state, move), depth))
        else:
            label = str(self.game.move_name(drawn.enter.state, move))
            self.add(Node("stub", name, index, label=label, skipped=True))

    def literal_node(self, name: str, parent: int, state: Any, depth: int | None) -> Node:
        """A node of a literal tree that was never entered."""
        node = Node("max" if state.turn == MAX else "min", name, parent, state=state, depth=depth, skipped=True)
        node.label = self.game.names[state.node] or ""
        if self.game.over(state) or depth == 0:
            node.kind = "leaf"
            node.sign = -1 if self.negamax and state.turn != MAX else 1
            value = self.game.score(state) if self.game.over(state) else self.game.heuristic(state)
            if self.winner is None:
                node.value = self.reading.write(node.sign * value)
            elif self.game.over(state):
                node.value = "✓" if (value > 0 if self.winner == MAX else value < 0) else "✗"
        return node

    def expand_skipped(self, index: int) -> None:
        """The children of a node that was never entered, unless play cycles there."""
        node = self.nodes[index]
        if node.kind not in ("max", "min"):
            return
        above = node.parent
        while above >= 0:
            if self.nodes[above].state == node.state:
                return
            above = self.nodes[above].parent
        moves = self.game.moves(node.state)
        depth = None if node.depth is None else node.depth - 1
        if len(moves) > self.left:
            self.mark_hidden(index, len(moves), f"{node.name}-0", "…")
            return
        self.left -= len(moves)
        for move in moves:
            self.add(self.literal_node(f"{node.name}-{move}", index, self.game.play(node.state, move), depth))


def descendants(root: Drawn) -> tuple[list[Drawn], list[int], dict[int, int]]:
    """A node and all below it, parents first; their rows; and how many nodes each has below it, itself included."""
    found, rows = [root], [0]
    for node, row in zip(found, rows):  # both lists grow meanwhile
        found += node.children
        rows += [row + 1] * len(node.children)
    sizes: dict[int, int] = {}
    for node in reversed(found):
        sizes[node.enter.node] = 1 + sum(sizes[child.enter.node] for child in node.children)
    return found, rows, sizes


def same_visits(nodes: list[Drawn], rows: list[int]) -> dict[int, Drawn]:
    """For each node, by its number, the visit that is drawn for it:
    the first of the same position that went the same way.

    Visits of a position may differ: in their windows, so in what they answer and skip. An answer from memory goes with
    the visit that gave it.
    """
    firsts: dict[Any, Drawn] = {}
    answers: dict[Any, Drawn] = {}
    found: dict[int, Drawn] = {}

    def answer(node: Drawn, row: int) -> Any:
        given = None if node.leave is None else (node.leave.value, node.leave.bound)
        return row, node.enter.player, node.enter.state, given

    pairs = sorted(zip(nodes, rows, strict=True), key=lambda pair: pair[0].enter.node)
    for node, row in pairs:
        if node.recall is None:
            enter, cut, key = node.enter, node.cut, answer(node, row)
            window = None if node.leaf is not None else (enter.alpha, enter.beta)
            skipped = None if cut is None else (cut.value, cut.limit, cut.skipped)
            found[enter.node] = firsts.setdefault((key, window, skipped), node)
            answers.setdefault(key, node)
    for node, row in pairs:
        if node.recall is not None:  # met on the path to itself, it was not answered before
            key = (answer(node, row), "path") if node.recall.on_path else answer(node, row)
            found[node.enter.node] = answers.setdefault(key, node)
    return found


def best_child(drawn: Drawn) -> Drawn | None:
    """The last visit of a node's best move."""
    if drawn.best is None or drawn.best.move is None:
        return None
    return next((child for child in reversed(drawn.children) if child.enter.move == drawn.best.move), None)
