"""Shortest paths on grids by buckets: A* and Dijkstra's algorithm
where costs are whole numbers and a cell has 4 neighbours.

The queue is a ring of *buckets*: one stack for each priority f, and since one step raises f by at most the largest
weight and the least one together, so many stacks suffice, used in turn.

    a cell                 weight and whether it was expanded 2, cost so far 4
    an entry of a stack    cell 4, next 4

Memory that no search comes to is reserved and never touched. Places on a grid are counted with a wall all around, as
``Grid`` does.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry
from elagage.compiler.memory import peek, peek16, peek32, poke, poke16, poke32
from elagage.paths.compiled.array_workspace import (
    COUNTED,
    FOUND,
    FREE,
    FRONTIER,
    FULL,
    GENERATED,
    HALTED,
    LENGTH,
    LIMIT,
    LOOK,
    NOWHERE,
    PRIORITY,
    STOP,
    USED,
    WAITING,
)

__all__ = ["HEAVIEST", "bucket_root", "least_weight"]

HEAVIEST = 0x7FFF
"""The largest weight that the buckets take."""
EXPANDED = 0x8000
"""Added to the weight of a cell that was expanded."""


@entry
def least_weight(size: int, weights: Any, _registers: Any) -> int:
    """The smallest weight above 0; if there is none, something larger than a weight."""
    least = 0xFFFF
    for place in range(size):
        least = min(least, (peek16(weights, place) - 1) & 0xFFFF)
    return least + 1


@entry
def bucket_root(
    stride: int,
    start: int,
    goal: int,
    least: int,
    mask: int,
    limit: int,
    room: int,
    weights: Any,
    costs: Any,
    tops: Any,
    cells: Any,
    below: Any,
    path: Any,
    registers: Any,
) -> int:
    """A* with 4 neighbours and whole weights; ``least`` times the Manhattan distance is the estimate,
    and 0 makes it Dijkstra's.

    ``costs`` holds the cost so far plus 1, and 0 for what was not found yet. Priorities count from the start's. The
    estimate is consistent, so that a cell is expanded once, and what comes up expanded is an old entry of a cell that
    was found more cheaply later.
    """
    expanded, generated, frontier = peek(registers, COUNTED), peek(registers, GENERATED), peek(registers, FRONTIER)
    waiting, priority = peek(registers, WAITING), peek(registers, PRIORITY)
    used, free = peek(registers, USED), peek(registers, FREE)
    goal_row = goal // stride
    goal_column = goal - goal_row * stride
    inverse = 1.0 / stride
    status = NOWHERE
    while waiting > 0:
        if used + 4 > room:
            status = FULL
            break
        top = peek32(tops, priority & mask)
        if top == 0:
            priority += 1
            continue
        place = peek32(cells, top)
        weight = peek16(weights, place)
        if weight < EXPANDED:
            if place == goal:
                status = FOUND
                break
            if expanded >= limit:
                status = LIMIT
                break
            if expanded & LOOK == 0 and peek(registers, STOP) != 0:
                status = HALTED
                break
        following = peek32(below, top)
        poke32(tops, priority & mask, following)
        poke32(below, top, free)
        free = top
        if weight >= EXPANDED:
            continue
        poke16(weights, place, weight | EXPANDED)
        waiting -= 1
        expanded += 1
        cost = peek32(costs, place)
        row = int((place + 0.5) * inverse)
        column = place - row * stride
        right = priority - least if column < goal_column else priority + least
        left = priority - least if column > goal_column else priority + least
        down = priority - least if row < goal_row else priority + least
        up = priority - least if row > goal_row else priority + least
        for way in range(4):
            if way == 0:
                near, estimated = place - stride, up
            elif way == 1:
                near, estimated = place + 1, right
            elif way == 2:
                near, estimated = place + stride, down
            else:
                near, estimated = place - 1, left
            weight = peek16(weights, near)
            if weight == 0:
                continue
            generated += 1
            if weight >= EXPANDED:
                continue
            known = peek32(costs, near)
            if known == 0:
                waiting += 1
            elif known <= cost + weight:
                continue
            poke32(costs, near, cost + weight)
            item = free
            if item == 0:
                used += 1
                item = used
            else:
                free = peek32(below, item)
            slot = (estimated + weight) & mask
            poke32(cells, item, near)
            poke32(below, item, peek32(tops, slot))
            poke32(tops, slot, item)
        frontier = max(frontier, waiting)

    poke(registers, COUNTED, expanded)
    poke(registers, GENERATED, generated)
    poke(registers, FRONTIER, frontier)
    poke(registers, WAITING, waiting)
    poke(registers, PRIORITY, priority)
    poke(registers, USED, used)
    poke(registers, FREE, free)
    if status == FOUND:
        # No parents are kept: before a cell comes one whose cost is smaller by the cell's weight.
        place, length = goal, 0
        poke32(path, 0, goal)
        while place != start:
            before = peek32(costs, place) - (peek16(weights, place) & HEAVIEST)
            if peek32(costs, place - stride) == before:
                place -= stride
            elif peek32(costs, place + 1) == before:
                place += 1
            elif peek32(costs, place + stride) == before:
                place += stride
            else:
                place -= 1
            length += 1
            poke32(path, length, place)
        poke(registers, LENGTH, length + 1)
    return status
