"""Trees to try a student's function on, and smaller ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from elagage.exercises.cut_constraints import pick

__all__ = ["Case", "cases", "estimates", "height_of", "smaller_cases", "truncate_tree", "weight"]

LOOKED_AT = 100_000
"""Nodes of all the smaller trees together that are made of one tree."""
FEWEST = 100
"""Smaller trees that are made of the largest."""


@dataclass(frozen=True)
class Case:
    """A tree of nested lists, and a depth to search it to."""

    tree: Any
    depth: int


def cases(count: int, seed: int) -> Iterator[Case]:
    """Trees from small to large, with a depth each that may stop short of the leaves."""
    chooser = Random(seed)
    for number in range(count):
        height = 1 + min(5, number * 6 // count)
        widest = 2 + number % 3
        span = (1, 9, 9, 99, 100_000)[number % 5]

        def grow(plies: int, widest: int = widest, span: int = span) -> Any:
            if plies == 0 or (plies < 3 and pick(chooser, 6) == 0):
                return pick(chooser, 2 * span + 1) - span
            return [grow(plies - 1) for _branch in range(1 + pick(chooser, widest))]

        tree = grow(height)
        tree = tree if isinstance(tree, list) else [tree]
        yield Case(tree, 1 + pick(chooser, height_of(tree)) if number % 3 == 0 else height_of(tree))


def height_of(tree: Any) -> int:
    """How deep a tree is."""
    return 1 + max(map(height_of, tree)) if isinstance(tree, list) else 0


def leaves_of(tree: Any) -> list[int]:
    return [leaf for branch in tree for leaf in leaves_of(branch)] if isinstance(tree, list) else [tree]


def estimates(tree: Any) -> list[int]:
    """What the heuristic says of the inner nodes, in the order of the tree: anything,
    but the same for the same subtree.
    """
    if not isinstance(tree, list):
        return []
    leaves = leaves_of(tree)
    return [(7 * len(leaves) + 3 * sum(leaves)) % 19 - 9, *(number for branch in tree for number in estimates(branch))]


def truncate_tree(tree: Any, depth: int) -> Any:
    """The part of a tree that a search to this depth sees: an
    inner node where it stops is a leaf with the heuristic's value.
    """
    if not isinstance(tree, list):
        return tree
    return [truncate_tree(branch, depth - 1) for branch in tree] if depth else estimates(tree)[0]


def weight(case: Case) -> tuple[int, int, int]:
    """How large a tree is: leaves first, then values, then depth."""
    leaves = leaves_of(case.tree)
    return str(case.tree).count("[") + len(leaves), sum(2 * abs(leaf) + (leaf < 0) for leaf in leaves), case.depth


def freeze(case: Case) -> Case:
    """The same with tuples, to be kept in a set."""

    def tuples(tree: Any) -> Any:
        return tuple(map(tuples, tree)) if isinstance(tree, list) else tree

    return Case(tuples(case.tree), case.depth)


def thaw(case: Case) -> Case:
    def lists(tree: Any) -> Any:
        return list(map(lists, tree)) if isinstance(tree, tuple) else tree

    return Case(lists(case.tree), case.depth)


def smaller_cases(case: Case) -> list[Case]:
    """What is one step simpler, the smallest first, each once: all of it, or of a large tree as much as LOOKED_AT
    nodes allow.
    """
    most = max(FEWEST, LOOKED_AT // weight(case)[0])
    found = {freeze(smaller) for ways in (simplify(case), simplify_twins(case)) for smaller in islice(ways, most)}
    return sorted(map(thaw, found), key=lambda smaller: (weight(smaller), str(smaller.tree)))


def simplify(case: Case) -> Iterator[Case]:
    """A step simpler in one place, what takes most away first."""
    if case.depth > 1:
        yield Case(case.tree, case.depth - 1)
    for tree in smaller_trees(case.tree):
        if isinstance(tree, list):
            yield Case(tree, min(case.depth, height_of(tree)))


def simplify_twins(case: Case) -> Iterator[Case]:
    """A step simpler wherever the same branch stands."""
    for twin in repeated_branches(case.tree):
        for smaller in smaller_trees(twin):
            tree = substitute(case.tree, twin, smaller)
            yield Case(tree, min(case.depth, height_of(tree)))


def repeated_branches(tree: Any) -> list[Any]:
    """The branches that stand several times in a tree."""
    found: list[Any] = []
    seen: list[Any] = []
    waiting = list(tree)
    while waiting:
        branch = waiting.pop()
        if branch in seen and branch not in found:
            found.append(branch)
        seen.append(branch)
        waiting += branch if isinstance(branch, list) else []
    return found


def substitute(tree: Any, old: Any, new: Any) -> Any:
    """The same tree with another branch wherever this one stands."""
    if not isinstance(tree, list):
        return tree
    return [new if branch == old else substitute(branch, old, new) for branch in tree]


def smaller_trees(tree: Any) -> Iterator[Any]:
    """The tree with one node simpler, from the root down: the nearer to it, the more goes."""
    waiting: list[tuple[tuple[int, ...], Any]] = [((), tree)]
    for path, node in waiting:
        for smaller in smaller_nodes(node):
            yield put(tree, path, smaller)
        if isinstance(node, list):
            waiting += [((*path, place), branch) for place, branch in enumerate(node)]


def put(tree: Any, path: tuple[int, ...], branch: Any) -> Any:
    """The same tree with another branch at a place."""
    if not path:
        return branch
    return [*tree[: path[0]], put(tree[path[0]], path[1:], branch), *tree[path[0] + 1 :]]


def smaller_nodes(node: Any) -> Iterator[Any]:
    """A branch removed, the node replaced by one of its branches or by a leaf; of a leaf, a value nearer to 0."""
    if isinstance(node, list):
        yield leaves_of(node)[0]
        yield from node
        if len(node) > 1:
            yield from (node[:place] + node[place + 1 :] for place in range(len(node)))
        return
    sign = 1 if node > 0 else -1
    steps = [node - sign * (abs(node) >> bits) for bits in range(1, 18)]
    for value in dict.fromkeys((0, 1, -1, abs(node), *steps, node - sign)):
        if node and 2 * abs(value) + (value < 0) < 2 * abs(node) + (node < 0):
            yield value
