"""What is drawn of a Monte Carlo tree: its most visited nodes, with their visits and the mean of their outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any

from elagage.figures.trees.drawn_nodes import Node, Note
from elagage.i18n import ngettext
from elagage.result import MAX
from elagage.trace import Playout, Trace

__all__ = ["playout_nodes"]

BRANCHES = 6
"""Children of a node that are drawn."""
MANY = 50
"""Random games from which on nodes that one game visited are left out."""


@dataclass(slots=True)
class Tried:
    """A node of a Monte Carlo tree."""

    number: int
    state: Any
    visits: int = 0
    total: float = 0.0
    children: dict[Any, Tried] = field(default_factory=dict)


def playout_nodes(trace: Trace, limit: int) -> list[Node]:
    """The tree of a Monte Carlo search, the most visited nodes first; a node's value is the mean outcome for Max."""
    root = Tried(0, trace.root)
    numbers = count(1)
    for event in trace.events:
        if isinstance(event, Playout):
            place = root
            visit(root, event.outcome)
            for move in event.path:
                if move not in place.children:
                    place.children[move] = Tried(next(numbers), trace.game.play(place.state, move))
                place = place.children[move]
                visit(place, event.outcome)
    nodes: list[Node] = [playout_node(trace, root, -1)]
    nodes[0].best = True
    waiting = [(-root.visits, 0, root, 0)]
    left = max(1, limit) - 1
    rare = 2 if root.visits >= MANY else 1
    while waiting:
        _visits, _number, place, index = heappop(waiting)
        ranked = sorted(place.children.items(), key=lambda item: -item[1].visits)
        shown = [item for item in ranked if index == 0 or item[1].visits >= rare][: min(BRANCHES, left)]
        left -= len(shown)
        for move, child in shown:
            node = playout_node(trace, child, index)
            node.label = str(trace.game.move_name(place.state, move))
            node.weight = child.visits / max(1, root.visits)
            node.best = nodes[index].best and child is ranked[0][1]
            attach(nodes, node)
            heappush(waiting, (-child.visits, child.number, child, len(nodes) - 1))
        hidden = sum(count_nodes(child) for _move, child in ranked[len(shown) :])
        if hidden:
            words = ngettext("+{n} node", "+{n} nodes", hidden).format(n=hidden)
            attach(nodes, Node("more", nodes[index].name, index, value=words, hidden=hidden))
    return nodes


def attach(nodes: list[Node], node: Node) -> None:
    nodes[node.parent].children.append(len(nodes))
    node.row = nodes[node.parent].row + 1
    nodes.append(node)


def visit(place: Tried, outcome: float) -> None:
    """Count a game that passed through a node."""
    place.visits += 1
    place.total += outcome


def count_nodes(place: Tried) -> int:
    """How many nodes there are from here down."""
    found = [place]
    for node in found:
        found += node.children.values()
    return len(found)


def playout_node(trace: Trace, place: Tried, parent: int) -> Node:
    """A node with its visits and its mean."""
    ended = trace.game.over(place.state)
    kind = "leaf" if ended else "max" if trace.game.player(place.state) == MAX else "min"
    node = Node(kind, str(place.number), parent, state=place.state)
    node.value = f"{place.total / place.visits:.2f}" if place.visits else ""
    visits = ngettext("{n} visit", "{n} visits", place.visits).format(n=place.visits)
    node.hint = visits
    node.notes = [Note("w", f"× {place.visits}", hint=visits)]
    return node
