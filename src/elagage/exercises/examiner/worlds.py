"""Worlds to try a student's function on: trees, and shared graphs, where positions are met again by several paths and
with several depths left.

In a shared graph the players take turns: an arc goes one layer down, or three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from elagage.exercises.cut_constraints import pick
from elagage.exercises.examiner.trial_trees import (
    Case,
    cases,
    estimates,
    height_of,
    smaller_cases,
    truncate_tree,
    weight,
)
from elagage.exercises.solved_exercise import format_named_tree, names
from elagage.games.tree import Tree

__all__ = ["World", "graph_world", "shared_worlds", "small_worlds", "smaller_worlds", "tree_world", "tree_worlds"]


@dataclass(frozen=True)
class World:
    """Numbered nodes, 0 the root; ``values`` holds the leaves' scores and what the heuristic says of inner nodes."""

    below: tuple[tuple[int, ...], ...]
    values: tuple[int, ...]
    players: tuple[int, ...]
    depth: int
    tree: Any = None
    """The same as nested lists, if it is a tree."""
    window: tuple[int, int] | None = None
    """Alpha and beta at the root, if they are not infinite."""

    def job(self, visits: bool) -> dict[str, Any]:
        """What the student's process is told."""
        return {
            "below": self.below, "values": self.values, "players": self.players, "depth": self.depth, "visits": visits,
            "window": self.window,
        }  # fmt: skip

    def height(self) -> int:
        """How deep it is."""
        deep = [0] * len(self.below)
        for node in reversed(self.order()):
            deep[node] = 1 + max((deep[child] for child in self.below[node]), default=-1)
        return deep[0]

    def order(self) -> list[int]:
        """The nodes, each before those below it."""
        if self.tree is not None:
            return list(range(len(self.below)))
        found: list[int] = []
        seen: set[int] = set()

        def walk(node: int) -> None:
            if node not in seen:
                seen.add(node)
                for child in self.below[node]:
                    walk(child)
                found.append(node)

        walk(0)
        return found[::-1]

    def at_full_depth(self) -> World:
        """The same, searched to its leaves."""
        return World(self.below, self.values, self.players, self.height(), self.tree)

    def weight(self) -> tuple[int, int, int]:
        """How large it is: nodes and arcs first, then values, then depth."""
        if self.tree is not None:
            return weight(Case(self.tree, self.depth))
        size = len(self.below) + sum(map(len, self.below))
        return size, sum(2 * abs(value) + (value < 0) for value in self.values), self.depth

    def labels(self) -> tuple[str, ...]:
        """What the nodes are called."""
        if self.tree is not None:
            return tuple(Tree(format_named_tree(self.tree)).labels)
        inner = [node for node in self.breadth_first() if self.below[node]]
        found = dict(zip(inner, names()))
        for node in inner:
            for place, child in enumerate(self.below[node], 1):
                found.setdefault(child, f"{found[node]}.{place}")
        return tuple(found.get(node, "") for node in range(len(self.below)))

    def breadth_first(self) -> list[int]:
        """The nodes level by level."""
        found = [0]
        for node in found:
            found += [child for child in dict.fromkeys(self.below[node]) if child not in found]
        return found

    def text(self) -> str:
        """The tree as it is written, or each inner node of a graph with what follows it."""
        if self.tree is not None:
            return format_named_tree(self.tree)
        labels = self.labels()
        rows = [node for node in self.breadth_first() if self.below[node]]
        words = {node: labels[node] if self.below[node] else str(self.values[node]) for node in range(len(self.below))}
        return " ".join(f"{labels[node]}=({' '.join(words[child] for child in self.below[node])})" for node in rows)

    def guesses(self) -> str:
        """What the heuristic says of the inner nodes but the root; nothing if all leaves are reached."""
        if self.depth >= self.height():
            return ""
        labels = self.labels()
        inner = [node for node in self.breadth_first()[1:] if self.below[node]]
        return ", ".join(f"{labels[node]}: {self.values[node]}" for node in inner[:8])

    def drawing(self) -> str:
        """A tree to be drawn: where the depth ends, the heuristic's value is a leaf; what is shared stands again."""

        def unroll(node: int, depth: int) -> Any:
            if not self.below[node] or depth == 0:
                return self.values[node]
            return [unroll(child, depth - 1) for child in self.below[node]]

        tree = truncate_tree(self.tree, self.depth) if self.tree is not None else unroll(0, self.depth)
        return format_named_tree(tree)


def tree_world(case: Case) -> World:
    """A tree with its depth; the nodes are numbered in the order of the text."""
    below: list[tuple[int, ...]] = []
    values: list[int] = []
    players: list[int] = []
    inner = iter(estimates(case.tree))

    def add(tree: Any, player: int) -> int:
        number = len(below)
        below.append(())
        players.append(player)
        values.append(next(inner) if isinstance(tree, list) else tree)
        if isinstance(tree, list):
            below[number] = tuple(add(branch, 1 - player) for branch in tree)
        return number

    add(case.tree, 0)
    return World(tuple(below), tuple(values), tuple(players), case.depth, case.tree)


def tree_worlds(count: int, seed: int) -> Iterator[World]:
    """Trees from small to large; among the larger ones some where a branch stands twice, at several depths."""
    chooser = Random(seed + 1)
    for number, case in enumerate(cases(count, seed)):
        if number % 4 == 3 and height_of(case.tree) > 2:
            branch = case.tree[pick(chooser, len(case.tree))]
            if isinstance(branch, list):
                tree = [*case.tree, [branch, pick(chooser, 9) - 4], [[branch]]]
                case = Case(tree, case.depth + 2 if case.depth > 1 else case.depth)  # noqa: PLW2901
        yield tree_world(case)


def small_worlds(seed: int) -> list[World]:
    """Small trees from which conventions are learnt, searched to their leaves."""
    return [tree_world(case).at_full_depth() for case in list(cases(60, seed + 7))[6:42]]


def graph_world(below: list[list[int]], values: list[int], layer: list[int], depth: int) -> World:
    """A graph from its rows, without the nodes that can't be reached."""
    kept = [0]
    for node in kept:
        kept += [child for child in dict.fromkeys(below[node]) if child not in kept]
    kept.sort()
    place = {node: number for number, node in enumerate(kept)}
    return World(
        tuple(tuple(place[child] for child in below[node]) for node in kept),
        tuple(values[node] for node in kept),
        tuple(layer[node] % 2 for node in kept),
        depth,
    )


def shared_worlds(count: int, seed: int) -> Iterator[World]:
    """Shared graphs from small to large, each with a depth that may stop short of the leaves."""
    chooser = Random(seed + 2)
    for number in range(count):
        make = (layered_world, detour_world, layered_world, meeting_world)[number % 4]
        yield make(chooser, number / count, (2, 9, 50)[number % 3])


def layered_world(chooser: Random, share: float, span: int) -> World:
    """Layers of a few nodes each: many paths, few positions."""
    layers = 3 + int(5 * share)
    widths = [1] + [1 + pick(chooser, 3) for _layer in range(layers - 1)] + [3]
    first = [sum(widths[:place]) for place in range(len(widths))]
    layer = [place for place, width in enumerate(widths) for _node in range(width)]
    below: list[list[int]] = [[] for _node in layer]
    for node in range(len(layer) - widths[-1]):
        here = layer[node]
        row = [first[here + 1] + pick(chooser, widths[here + 1]) for _arc in range(1 + pick(chooser, 3))]
        if here + 3 < len(widths) and pick(chooser, 2):
            row.insert(pick(chooser, len(row) + 1), first[here + 3] + pick(chooser, widths[here + 3]))
        below[node] = list(dict.fromkeys(row))
    depth = 1 + pick(chooser, layers) if pick(chooser, 4) else layers
    return graph_world(below, draw_values(chooser, span, len(layer)), layer, depth)


def detour_world(chooser: Random, share: float, span: int) -> World:
    """A position that is reached by a detour first, with few plies left, then at once, with two more; or the other way
    round.
    """
    growing = Growing(chooser, [[1], [2], [3]])
    growing.add(2 + int(2 * share), 3)
    growing.below[0] = [1, 3] if pick(chooser, 4) else [3, 1]
    for node in (0, 1, 2):
        if pick(chooser, 2):
            growing.insert(node, pick(chooser, 2))
    return growing.world(span, 2 + pick(chooser, 4))


def meeting_world(chooser: Random, share: float, span: int) -> World:
    """Two replies of Min's that lead to the same position: what is known there after a cut in the first is a bound."""
    growing = Growing(chooser, [[1, 2], [], [3], []])
    growing.layer[2:] = [1, 2]
    growing.below[1] = [growing.add(0, 2), 3]
    growing.below[3] = [growing.add(0, 3), growing.add(1 + int(2 * share), 3)]
    if pick(chooser, 3) == 0:
        growing.insert(1 + pick(chooser, 3), pick(chooser, 2))
    return growing.world(span, 7 if pick(chooser, 3) else 3)


class Growing:
    """A graph to which branches are added; the first nodes are a chain unless their layers say otherwise."""

    def __init__(self, chooser: Random, below: list[list[int]]) -> None:
        self.chooser, self.below = chooser, below
        self.layer = list(range(len(below)))

    def add(self, plies: int, layer: int) -> int:
        """A new branch of that many plies."""
        number = len(self.below)
        self.below.append([])
        self.layer.append(layer)
        if plies:
            self.below[number] = [self.add(plies - 1, layer + 1) for _branch in range(1 + pick(self.chooser, 2))]
        return number

    def insert(self, node: int, plies: int) -> None:
        """A new branch somewhere below a node."""
        row = self.below[node]
        row.insert(pick(self.chooser, len(row) + 1), self.add(plies, self.layer[node] + 1))

    def world(self, span: int, depth: int) -> World:
        values = draw_values(self.chooser, span, len(self.below))
        return graph_world(self.below, values, self.layer, depth)


def draw_values(chooser: Random, span: int, count: int) -> list[int]:
    return [pick(chooser, 2 * span + 1) - span for _node in range(count)]


def smaller_worlds(world: World) -> list[World]:
    """All that is one step simpler, the smallest first."""
    if world.tree is not None:
        return [tree_world(case) for case in smaller_cases(Case(world.tree, world.depth))]
    found = {smaller for smaller in simpler_graphs(world) if smaller.weight() < world.weight() and smaller.below[0]}
    return sorted(found, key=lambda smaller: (smaller.weight(), smaller.below, smaller.values))


def simpler_graphs(world: World) -> Iterator[World]:
    """An arc less, an inner node as a leaf, a value nearer to 0, a ply less."""
    rows, values, players = list(map(list, world.below)), list(world.values), list(world.players)
    for node, row in enumerate(rows):
        if len(row) > 1:
            for place in range(len(row)):
                yield graph_world([*rows[:node], row[:place] + row[place + 1 :], *rows[node + 1 :]], values, players,
                                  world.depth)  # fmt: skip
        if row and node:
            yield graph_world([*rows[:node], [], *rows[node + 1 :]], values, players, world.depth)
        steps = [0, 1, -1, abs(values[node]), values[node] // 2]
        for value in dict.fromkeys(steps):
            yield graph_world(rows, [*values[:node], value, *values[node + 1 :]], players, world.depth)
    if world.depth > 1:
        yield graph_world(rows, values, players, world.depth - 1)
