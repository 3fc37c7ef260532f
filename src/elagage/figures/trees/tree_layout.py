"""Where the nodes of a tree go: rows from the root down, parents in the middle above their children,
each subtree as narrow as it can be.

The algorithm is Reingold and Tilford's for nodes of any width, in linear time, as van der Ploeg gave it (2014):
subtrees are pushed apart along their outlines, which threads keep, and what a push leaves between them is shared out.
It walks with loops alone, so that no tree is too deep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Layout", "lay_out", "lay_out_rows"]

NOBODY = -1


@dataclass(frozen=True)
class Layout:
    """The middles of the nodes, the rows they are in, and the tops of the rows."""

    x: list[float]
    row: list[int]
    tops: list[float]
    heights: list[float]
    width: float
    height: float


def lay_out(
    children: Sequence[Sequence[int]],
    left: Sequence[float],
    right: Sequence[float],
    heights: Sequence[float],
    *,
    gap: float = 8.0,
    between: float = 30.0,
) -> Layout:
    """Places for the tree whose root is node 0; ``children`` holds each node's, in order.

    A node takes ``left`` and ``right`` of its middle, and ``heights`` below the top of its row. Neighbours are ``gap``
    apart, and rows ``between``.
    """
    order, row = walk(children)
    x = Spreader(children, left, right, gap, row).places(order)
    start = min(x[node] - left[node] for node in order)
    x = [place - start for place in x]
    rows = max(row) + 1
    tallest = [0.0] * rows
    for node in order:
        tallest[row[node]] = max(tallest[row[node]], heights[node])
    tops = [0.0] * rows
    for number in range(1, rows):
        tops[number] = tops[number - 1] + tallest[number - 1] + between
    width = max(x[node] + right[node] for node in order)
    return Layout(x, row, tops, tallest, width, tops[-1] + tallest[-1])


def lay_out_rows(
    layout: Layout,
    arcs: Sequence[tuple[int, int]],
    left: Sequence[float],
    right: Sequence[float],
    *,
    gap: float = 8.0,
    sweeps: int = 8,
) -> Layout:
    """A layout changed for a graph in rows, whose nodes may have several parents:
    each node near the middle of its neighbours.

    Rows are swept over, down and up in turn; in each, nodes are put in the order of the places that they want, as near
    to those as they fit.
    """
    x = list(layout.x)
    near: tuple[list[list[int]], list[list[int]]] = ([[] for _node in x], [[] for _node in x])
    for above, below in arcs:
        near[0][below].append(above)
        near[1][above].append(below)
    rows: list[list[int]] = [[] for _row in layout.tops]
    for node, row in enumerate(layout.row):
        rows[row].append(node)
    for sweep in range(sweeps):
        for nodes in rows if sweep % 2 == 0 else reversed(rows):
            wanted = {
                node: sum(x[other] for other in others) / len(others) if (others := near[sweep % 2][node]) else x[node]
                for node in nodes
            }
            nodes.sort(key=lambda node: (wanted[node], x[node], node))
            for node, place in zip(nodes, fit_row(nodes, wanted, left, right, gap), strict=True):
                x[node] = place
    start = min(place - room for place, room in zip(x, left, strict=True))
    x = [place - start for place in x]
    width = max(place + room for place, room in zip(x, right, strict=True))
    return Layout(x, layout.row, layout.tops, layout.heights, width, layout.height)


def fit_row(
    nodes: Sequence[int], wanted: Mapping[int, float], left: Sequence[float], right: Sequence[float], gap: float
) -> list[float]:
    """Places for the nodes of a row in their order, apart, and
    with the least squares of distances from where they want to be.
    """
    offsets = [0.0]
    for one, other in pairwise(nodes):
        offsets.append(offsets[-1] + right[one] + gap + left[other])
    blocks: list[tuple[float, int]] = []  # the sums and the numbers of those that are pushed against each other
    for node, offset in zip(nodes, offsets, strict=True):
        total, count = wanted[node] - offset, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            before, more = blocks.pop()
            total, count = total + before, count + more
        blocks.append((total, count))
    means = [total / count for total, count in blocks for _node in range(count)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


def walk(children: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """The nodes, parents before their children, and the rows they are in."""
    row = [0] * len(children)
    order = [0]
    for node in order:
        for child in children[node]:
            row[child] = row[node] + 1
            order.append(child)
    return order, row


class Spreader:
    """The state of the algorithm, an array for each of its variables."""

    def __init__(
        self,
        children: Sequence[Sequence[int]],
        left: Sequence[float],
        right: Sequence[float],
        gap: float,
        row: Sequence[int],
    ) -> None:
        count = len(children)
        self.children, self.left, self.right, self.gap, self.row = children, left, right, gap, row
        self.at = [0.0] * count
        """Where a node is, apart from how far its subtree is moved."""
        self.move = [0.0] * count
        self.shift = [0.0] * count
        self.change = [0.0] * count
        self.next_left = [branches[0] if branches else NOBODY for branches in children]
        """The node below on the left outline: the first child, or where a thread leads."""
        self.next_right = [branches[-1] if branches else NOBODY for branches in children]
        self.lowest_left = list(range(count))
        self.lowest_right = list(range(count))
        self.moved_left = [0.0] * count
        """How far the lowest node of the left outline is moved by those between it and the subtree's root."""
        self.moved_right = [0.0] * count

    def places(self, order: Sequence[int]) -> list[float]:
        at, move, shift, change = self.at, self.move, self.shift, self.change
        for node in reversed(order):
            if self.children[node]:
                self.join(self.children[node])
                first, last = self.children[node][0], self.children[node][-1]
                at[node] = (at[first] + move[first] + at[last] + move[last]) / 2
                self.lowest_left[node], self.moved_left[node] = self.lowest_left[first], self.moved_left[first]
                self.lowest_right[node], self.moved_right[node] = self.lowest_right[last], self.moved_right[last]
        x = [0.0] * len(at)
        total = [0.0] * len(at)
        for node in order:
            total[node] += move[node]
            x[node] = at[node] + total[node]
            extra = more = 0.0
            for child in self.children[node]:
                extra += shift[child]
                more += extra + change[child]
                move[child] += more
                total[child] = total[node]
        return x

    def join(self, branches: Sequence[int]) -> None:
        """Push sibling subtrees apart, from left to right."""
        row, lowest_left, lowest_right = self.row, self.lowest_left, self.lowest_right
        owners = [(row[lowest_left[branches[0]]], 0)]  # who is seen from the right at which depth, the highest last
        for index in range(1, len(branches)):
            low = row[lowest_right[branches[index]]]
            self.separate(branches, index, owners)
            while owners and low >= owners[-1][0]:
                owners.pop()
            owners.append((low, index))

    def separate(self, branches: Sequence[int], index: int, owners: Sequence[tuple[int, int]]) -> None:
        """Push a subtree away from those before it."""
        at, move, row = self.at, self.move, self.row
        next_left, next_right = self.next_left, self.next_right
        tree = branches[index]
        one, other = branches[index - 1], tree
        one_moved, other_moved = move[one], move[other]
        seen = len(owners) - 1
        while True:
            if row[one] > owners[seen][0]:
                seen -= 1
            distance = one_moved + at[one] + self.right[one] + self.gap - (other_moved + at[other] - self.left[other])
            if distance > 0:
                other_moved += distance
                self.push(branches, index, owners[seen][1], distance)
            one, other = next_right[one], next_left[other]
            if NOBODY in (one, other):
                break
            one_moved += move[one]
            other_moved += move[other]
        first, before = branches[0], branches[index - 1]
        if one == NOBODY and other != NOBODY:
            end = self.lowest_left[first]
            next_left[end] = other
            self.bend(end, other_moved - self.moved_left[first])
            self.lowest_left[first], self.moved_left[first] = self.lowest_left[tree], self.moved_left[tree]
        elif other == NOBODY and one != NOBODY:
            end = self.lowest_right[tree]
            next_right[end] = one
            self.bend(end, one_moved - self.moved_right[tree])
            self.lowest_right[tree], self.moved_right[tree] = self.lowest_right[before], self.moved_right[before]

    def bend(self, end: int, difference: float) -> None:
        """Let a thread start at a node, whose own place stays."""
        self.move[end] += difference
        self.at[end] -= difference

    def push(self, branches: Sequence[int], index: int, owner: int, distance: float) -> None:
        """Move a subtree to the right, and its siblings back to the one that pushed it a share each."""
        tree = branches[index]
        self.move[tree] += distance
        self.moved_left[tree] += distance
        self.moved_right[tree] += distance
        if owner != index - 1:
            share = distance / (index - owner)
            self.shift[branches[owner + 1]] += share
            self.shift[tree] -= share
            self.change[tree] -= distance - share
