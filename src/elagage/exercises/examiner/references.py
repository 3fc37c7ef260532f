"""What is right: values, moves, the nodes that alpha-beta visits, how often a memory lets a position be worked out."""

from __future__ import annotations

import math
from dataclasses import dataclass

from elagage.exercises.examiner.worlds import World

__all__ = ["Outcome", "best_places", "most_expansions", "possible_values", "right_value", "visit_right"]


@dataclass(frozen=True)
class Outcome:
    """What a search gives: the value, the place of the move at the root, the nodes that it visits."""

    value: float
    move: int = 0
    visited: frozenset[int] = frozenset()


def right_value(world: World) -> int:
    """Minimax's value at the depth of the world."""
    known: dict[tuple[int, int], int] = {}

    def search(node: int, depth: int) -> int:
        if not world.below[node] or depth == 0:
            return world.values[node]
        if (node, depth) not in known:
            best = min if world.players[node] else max
            known[node, depth] = best(search(child, depth - 1) for child in world.below[node])
        return known[node, depth]

    return search(0, world.depth)


def possible_values(world: World) -> dict[tuple[int, int], frozenset[int]]:
    """The values that a right search may give a node with so many plies left.

    A memory may answer with a value that was found with more plies left than are asked for, as in the courses: which
    one depends on the order of moves. In a tree each set has one element.
    """
    left = plies_left(world)
    found: dict[tuple[int, int], frozenset[int]] = {}
    for node in reversed(world.order()):
        so_far: frozenset[int] = frozenset()
        for depth in sorted(left[node], reverse=True):
            if not world.below[node] or depth == 0:
                here = frozenset([world.values[node]])
            else:
                sets = [found[child, depth - 1] for child in world.below[node]]
                every = frozenset().union(*sets)
                if world.players[node]:
                    here = frozenset(value for value in every if value <= min(map(max, sets)))
                else:
                    here = frozenset(value for value in every if value >= max(map(min, sets)))
            so_far |= here
            found[node, depth] = so_far
    return found


def plies_left(world: World) -> list[set[int]]:
    """With how many plies left each node may be met."""
    left: list[set[int]] = [set() for _node in world.below]
    left[0].add(world.depth)
    for node in world.order():
        for child in world.below[node]:
            left[child] |= {depth - 1 for depth in left[node] if depth > 0}
    return left


def best_places(world: World, value: float) -> list[int]:
    """The moves at the root that are worth this value."""
    possible = possible_values(world)
    return [place for place, child in enumerate(world.below[0]) if value in possible[child, world.depth - 1]]


def most_expansions(world: World) -> list[int]:
    """How often the moves of each node are asked for at most, if what was worked out is found again: once for each
    position and depth that leads here.
    """
    left = plies_left(world)
    most = [0] * len(world.below)
    most[0] = 1
    for node in world.order():
        for child in world.below[node]:
            most[child] += sum(depth > 0 for depth in left[node])
    return most


def visit_right(world: World, strict: bool) -> Outcome:
    """Alpha-beta with the window as wide as it is, in a tree."""
    visited: set[int] = set()

    def search(node: int, depth: int, alpha: float, beta: float) -> tuple[float, int]:
        visited.add(node)
        if not world.below[node] or depth == 0:
            return world.values[node], 0
        low = world.players[node] == 1
        best, move = (math.inf if low else -math.inf), 0
        for place, child in enumerate(world.below[node]):
            value = search(child, depth - 1, alpha, beta)[0]
            if value < best if low else value > best:
                best, move = value, place
            if low:
                beta = min(beta, best)
            else:
                alpha = max(alpha, best)
            if alpha > beta or (alpha == beta and not strict):
                break
        return best, move

    value, move = search(0, world.depth, -math.inf, math.inf)
    return Outcome(value, move, frozenset(visited))
