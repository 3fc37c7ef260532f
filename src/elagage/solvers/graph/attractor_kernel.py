"""The attractor of a target, compiled: the twin of ``attractor``
in ``solvers/graph/attractors.py`` on arrays of 32-bit integers.

The graph comes as offsets and successors. The predecessors are laid out in the same way by counting: how many each
vertex has, where each one's begin, then the arcs once more to put them there. After that each arc is looked at once,
backwards from the target.

    a vertex    offset 4, owner 1, rank 4 | where its predecessors begin 4, successors needed 4, queue 4
    an arc      successor 4 | predecessor 4
"""

from __future__ import annotations

from typing import Any

import numpy as np

from elagage.compiler.kernel import entry, prepare
from elagage.compiler.memory import int32_array, peek32, poke32
from elagage.errors import LoadError
from elagage.result import MAX
from elagage.solvers.graph.attractors import check_player

__all__ = ["attractor_arrays", "attractor_root"]

LOOK = (1 << 16) - 1
"""After so many steps the kernel looks whether to halt."""


@entry
def attractor_root(
    vertices: int,
    offsets: Any,
    successors: Any,
    needed: Any,
    ranks: Any,
    first: Any,
    predecessors: Any,
    queue: Any,
    halt: Any,
) -> int:
    """Fill in the ranks, which hold 0 for the target and -1 elsewhere; how many vertices are attracted.

    ``needed`` says of each vertex how many of its successors must be attracted before it is, ``first`` (one longer)
    holds zeros. Any number once the word ``halt`` is set.
    """
    arcs = peek32(offsets, vertices)

    # Predecessors, by counting: first[v + 1] becomes where those of v begin, and when they are in place, where they
    # end.
    for arc in range(arcs):
        if arc & LOOK == 0 and peek32(halt, 0) != 0:
            return 0
        place = peek32(successors, arc) + 1
        if place < vertices:
            poke32(first, place + 1, peek32(first, place + 1) + 1)
    for vertex in range(1, vertices):
        poke32(first, vertex + 1, peek32(first, vertex + 1) + peek32(first, vertex))
    for vertex in range(vertices):
        if vertex & LOOK == 0 and peek32(halt, 0) != 0:
            return 0
        for arc in range(peek32(offsets, vertex), peek32(offsets, vertex + 1)):
            successor = peek32(successors, arc)
            place = peek32(first, successor + 1)
            poke32(predecessors, place, vertex)
            poke32(first, successor + 1, place + 1)

    # Breadth first, backwards: the queue holds the attracted vertices in the order of their ranks.
    tail = 0
    for vertex in range(vertices):
        if peek32(ranks, vertex) == 0:
            poke32(queue, tail, vertex)
            tail += 1
    head = 0
    while head < tail:
        if head & LOOK == 0 and peek32(halt, 0) != 0:
            return 0
        vertex = peek32(queue, head)
        head += 1
        rank = peek32(ranks, vertex) + 1
        for place in range(peek32(first, vertex), peek32(first, vertex + 1)):
            predecessor = peek32(predecessors, place)
            if peek32(ranks, predecessor) < 0:
                left = peek32(needed, predecessor) - 1
                poke32(needed, predecessor, left)
                if left == 0:
                    poke32(ranks, predecessor, rank)
                    poke32(queue, tail, predecessor)
                    tail += 1
    return tail


def attractor_arrays(offsets: Any, successors: Any, owner: Any, target: Any, player: int = MAX) -> Any:
    """The rank of every vertex, -1 for those from which ``player`` can't force the target.

    ``offsets`` has one number more than there are vertices; ``owner`` holds 0 (Max) or 1 (Min) and ``target`` 0 or 1
    for each vertex.
    """
    check_player(player)
    begin, heads = int32_array(offsets), int32_array(successors)
    vertices = len(begin) - 1
    movers, aims = np.asarray(owner), np.asarray(target)
    if movers.shape != (vertices,) or aims.shape != (vertices,):
        raise LoadError("The arrays of owners and of targets must hold one number for each vertex.")
    if begin[0] != 0 or begin[-1] != len(heads) or bool(np.any(begin[1:] < begin[:-1])):
        raise LoadError("The offsets must begin with 0, never decrease, and end with the number of arcs.")
    if len(heads) and not 0 <= int(heads.min()) <= int(heads.max()) < vertices:
        raise LoadError("A successor is not the number of a vertex.")
    needed = np.where(movers == player, np.int32(1), begin[1:] - begin[:-1])
    ranks = np.where(aims != 0, np.int32(0), np.int32(-1))
    halt = np.zeros(1, dtype=np.int32)
    memories = [
        begin,
        heads,
        needed,
        ranks,
        np.zeros(vertices + 1, dtype=np.int32),
        np.empty(len(heads), dtype=np.int32),
        np.empty(vertices, dtype=np.int32),
        halt,
    ]
    arguments = (vertices, *memories)
    prepare(attractor_root, arguments)
    attractor_root(*arguments, halt=(halt, 0))
    return ranks
