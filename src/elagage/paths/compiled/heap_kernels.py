"""Shortest paths by a heap: A* and Dijkstra's algorithm on grids
with 4 or 8 neighbours and on graphs that are given as arrays.

The queue is a heap of four branches that knows where each vertex lies in it, so that a vertex which is found more
cheaply moves up instead of waiting twice. Slots count from 1; the children of slot s are 4s - 2 to 4s + 1. Of equal f
the larger cost so far comes first.

    a cell      weight 8, cost so far 8, parent 4, place in the heap 4 | the heap: f 8, cell 4
    a vertex    offset 4, estimate 8, cost so far 8, parent 4, place in the heap 4 | the heap: f 8, vertex 4
    an arc      head 4, cost 8

What is known of a vertex lies together in 16 bytes, its cost, its parent and its slot: ``costs`` and ``links`` are the
same memory, once seen as floating-point numbers, 2 to a vertex of which the first counts, and once as integers, 4 to a
vertex of which the last two count.

Memory that no search comes to is reserved and never touched. Places on a grid are counted with a wall all around, as
``Grid`` does.
"""

from __future__ import annotations

import math
from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import peek, peek32, poke, poke32
from elagage.compiler.numba_backend.float_memory import fetch_real, peek_real, poke_real
from elagage.paths.compiled.array_workspace import (
    COUNTED,
    FOUND,
    FRONTIER,
    GENERATED,
    HALTED,
    LENGTH,
    LIMIT,
    LOOK,
    NOWHERE,
    REOPENED,
    STOP,
)

__all__ = ["PARENT", "SLOT", "graph_root", "grid_root"]

PARENT, SLOT = 2, 3
"""Where a vertex's integers lie."""
ROOT2 = math.sqrt(2)
ACROSS = (0, 1, 0, -1, 1, 1, -1, -1)
DOWN = (-1, 0, 1, 0, -1, 1, 1, -1)


@kernel
def rise(slot: int, f: float, vertex: int, costs: Any, links: Any, heap_f: Any, heap: Any) -> None:
    """Put a vertex into the heap, at the slot or above."""
    cost = peek_real(costs, 2 * vertex)
    while slot > 1:
        above = (slot + 2) >> 2
        other_f = peek_real(heap_f, above)
        if other_f < f:
            break
        other = peek32(heap, above)
        if other_f == f and peek_real(costs, 2 * other) >= cost:
            break
        poke_real(heap_f, slot, other_f)
        poke32(heap, slot, other)
        poke32(links, 4 * other + SLOT, slot)
        slot = above
    poke_real(heap_f, slot, f)
    poke32(heap, slot, vertex)
    poke32(links, 4 * vertex + SLOT, slot)


@kernel
def sink(size: int, costs: Any, links: Any, heap_f: Any, heap: Any) -> None:
    """The first slot is free and the last one, just beyond the size, is to be: move its vertex to where it belongs."""
    f, vertex = peek_real(heap_f, size + 1), peek32(heap, size + 1)
    cost = peek_real(costs, 2 * vertex)
    slot = 1
    while True:
        first = 4 * slot - 2
        if first > size:
            break
        child, child_f = first, peek_real(heap_f, first)
        for other in range(first + 1, min(first + 4, size + 1)):
            other_f = peek_real(heap_f, other)
            if other_f < child_f:
                child, child_f = other, other_f
            elif other_f == child_f:
                if peek_real(costs, 2 * peek32(heap, other)) > peek_real(costs, 2 * peek32(heap, child)):
                    child = other
        if f < child_f:
            break
        moved = peek32(heap, child)
        if f == child_f and cost >= peek_real(costs, 2 * moved):
            break
        poke_real(heap_f, slot, child_f)
        poke32(heap, slot, moved)
        poke32(links, 4 * moved + SLOT, slot)
        slot = child
    poke_real(heap_f, slot, f)
    poke32(heap, slot, vertex)
    poke32(links, 4 * vertex + SLOT, slot)


@kernel
def note(registers: Any, expanded: int, generated: int, reopened: int, frontier: int) -> None:
    poke(registers, COUNTED, expanded)
    poke(registers, GENERATED, generated)
    poke(registers, REOPENED, reopened)
    poke(registers, FRONTIER, frontier)


@kernel
def trace_back(start: int, goal: int, links: Any, path: Any, registers: Any) -> None:
    vertex, length = goal, 0
    poke32(path, 0, goal)
    while vertex != start:
        vertex = peek32(links, 4 * vertex + PARENT)
        length += 1
        poke32(path, length, vertex)
    poke(registers, LENGTH, length + 1)


@kernel
def octile(place: int, stride: int, goal_column: int, goal_row: int, ways: int, least: float) -> float:
    """What the way costs without walls, at the least weight; written as in ``Grid``, so that it is rounded as there."""
    row = place // stride
    x, y = abs(place - row * stride - goal_column), abs(row - goal_row)
    if ways == 4:
        return least * (x + y)
    return least * (max(x, y) + (ROOT2 - 1.0) * min(x, y))


@entry
def grid_root(
    stride: int,
    start: int,
    goal: int,
    ways: int,
    informed: int,
    limit: int,
    weights: Any,
    costs: Any,
    links: Any,
    heap_f: Any,
    heap: Any,
    path: Any,
    registers: Any,
) -> int:
    """A* with 4 or 8 neighbours and weights of any kind.

    The first weight, in the corner of the wall, holds the least one.

    A slot is 0 for what was not found yet, -1 for what was expanded, and else where a cell lies in the heap.
    """
    expanded, generated, reopened, frontier = 0, 0, 0, 1
    goal_row = goal // stride
    goal_column = goal - goal_row * stride
    least = peek_real(weights, 0) if informed else 0.0
    poke_real(weights, 0, 0.0)
    poke_real(costs, 2 * start, 0.0)
    rise(1, octile(start, stride, goal_column, goal_row, ways, least), start, costs, links, heap_f, heap)
    size = 1
    status = NOWHERE
    while size > 0:
        place = peek32(heap, 1)
        if place == goal:
            status = FOUND
            break
        if expanded >= limit:
            status = LIMIT
            break
        if expanded & LOOK == 0 and peek(registers, STOP) != 0:
            status = HALTED
            break
        size -= 1
        if size > 0:
            sink(size, costs, links, heap_f, heap)
        poke32(links, 4 * place + SLOT, -1)
        expanded += 1
        cost = peek_real(costs, 2 * place)
        for way in range(ways):
            near = place + ACROSS[way] + DOWN[way] * stride
            weight = peek_real(weights, near)
            if weight == 0.0:
                continue
            if way >= 4:
                if (
                    peek_real(weights, place + ACROSS[way]) == 0.0
                    or peek_real(weights, place + DOWN[way] * stride) == 0.0
                ):
                    continue
                weight *= ROOT2
            generated += 1
            slot = peek32(links, 4 * near + SLOT)
            if slot != 0 and peek_real(costs, 2 * near) <= cost + weight:
                continue
            if slot < 0:
                reopened += 1
            if slot <= 0:
                size += 1
                slot = size
            poke_real(costs, 2 * near, cost + weight)
            poke32(links, 4 * near + PARENT, place)
            f = cost + weight + octile(near, stride, goal_column, goal_row, ways, least)
            rise(slot, f, near, costs, links, heap_f, heap)
        frontier = max(frontier, size)
    note(registers, expanded, generated, reopened, frontier)
    if status == FOUND:
        trace_back(start, goal, links, path, registers)
    return status


@entry
def graph_root(
    start: int,
    goal: int,
    informed: int,
    limit: int,
    offsets: Any,
    heads: Any,
    arc_costs: Any,
    estimates: Any,
    costs: Any,
    links: Any,
    heap_f: Any,
    heap: Any,
    path: Any,
    registers: Any,
) -> int:
    """A* on a graph; a goal of -1 is never met, and then everything that can be reached is expanded.

    Slots are as on a grid.
    """
    expanded, generated, reopened, frontier, size = 0, 0, 0, 0, 0
    poke_real(costs, 2 * start, 0.0)
    f = peek_real(estimates, start) if informed else 0.0
    if f < math.inf:
        rise(1, f, start, costs, links, heap_f, heap)
        size = frontier = 1
    status = NOWHERE
    while size > 0:
        vertex = peek32(heap, 1)
        if vertex == goal:
            status = FOUND
            break
        if expanded >= limit:
            status = LIMIT
            break
        if expanded & LOOK == 0 and peek(registers, STOP) != 0:
            status = HALTED
            break
        size -= 1
        if size > 0:
            sink(size, costs, links, heap_f, heap)
        poke32(links, 4 * vertex + SLOT, -1)
        expanded += 1
        cost = peek_real(costs, 2 * vertex)
        # Memory is slow where vertices lie about at random: ask early for what the loop reads, and for the arcs of the
        # vertex that is next.
        first, last = peek32(offsets, vertex), peek32(offsets, vertex + 1)
        for arc in range(first, last):
            fetch_real(costs, 2 * peek32(heads, arc))
            if informed:
                fetch_real(estimates, peek32(heads, arc))
        if size > 0:
            following = peek32(offsets, peek32(heap, 1))
            fetch_real(heads, following >> 1)
            fetch_real(arc_costs, following)
            fetch_real(arc_costs, following + 8)
        for arc in range(first, last):
            head = peek32(heads, arc)
            found = cost + peek_real(arc_costs, arc)
            if found == math.inf:
                continue
            generated += 1
            slot = peek32(links, 4 * head + SLOT)
            if slot != 0 and peek_real(costs, 2 * head) <= found:
                continue
            f = found
            if informed:
                f += peek_real(estimates, head)
                if f == math.inf:
                    continue
            if slot < 0:
                reopened += 1
            if slot <= 0:
                size += 1
                slot = size
            poke_real(costs, 2 * head, found)
            poke32(links, 4 * head + PARENT, vertex)
            rise(slot, f, head, costs, links, heap_f, heap)
        frontier = max(frontier, size)
    note(registers, expanded, generated, reopened, frontier)
    if status == FOUND:
        trace_back(start, goal, links, path, registers)
    return status
