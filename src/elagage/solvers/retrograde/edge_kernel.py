"""Retrograde analysis, compiled: turning the edges round, so that a state's predecessors lie side by side.

How many edges lead to each state is known, so each has its place in one list of sources. If the states that edges lead
to were kept, they are read once more in their order; else the rules are asked again, and no edge takes more than the 4
bytes of its place.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry
from elagage.compiler.memory import peek, peek16, peek32, poke, poke32
from elagage.solvers.retrograde.enumeration_kernel import (
    expand,
    look_ahead,
)
from elagage.solvers.retrograde.key_table_kernel import (
    search_key,
    slot_of,
    tag_of,
)
from elagage.solvers.retrograde.retrograde_workspace import (
    BATCH,
    BATCH_END,
    BUDGET,
    DEGREE,
    DEGREES_FROM,
    DONE,
    FINISHED,
    INDEX_BITS,
    KEYS,
    SLICE,
    STATES,
    TURNED,
)

__all__ = ["FEW", "find_edges", "place_edges", "turn_edges"]

FEW = 1 << 12
"""States whose successors are found at once, where memory is short."""


@entry
def place_edges(workspace: Any, heads: Any) -> None:
    """Where the sources of each state's edges begin, in the place of how many there are."""
    begin = 0
    for index in range(peek(workspace, STATES)):
        count = peek32(heads, index)
        poke32(heads, index, begin)
        begin += count
    poke(workspace, DONE, 0)
    poke(workspace, TURNED, 0)


@entry
def turn_edges(workspace: Any, heads: Any, degrees: Any, targets: Any, sources: Any) -> int:
    """Put some more states into the lists of their successors' sources; in the end, ``heads`` says where each ends."""
    index = peek(workspace, DONE)
    edge = peek(workspace, TURNED)
    last = min(peek(workspace, STATES), index + peek(workspace, BUDGET))
    while index < last:
        for _number in range(peek16(degrees, index) & DEGREE):
            child = peek32(targets, edge)
            place = peek32(heads, child)
            poke32(sources, place, index)
            poke32(heads, child, place + 1)
            edge += 1
        index += 1
    poke(workspace, DONE, index)
    poke(workspace, TURNED, edge)
    return FINISHED if index == peek(workspace, STATES) else SLICE


@entry
def find_edges(
    game: Any, workspace: Any, keys: Any, table: Any, heads: Any, degrees: Any, sources: Any, found: Any, codes: Any
) -> int:
    """The same, the successors found anew, at most FEW states at once; ``degrees`` has room for these alone."""
    size = peek(workspace, KEYS)
    index_bits = peek(workspace, INDEX_BITS)
    while peek(workspace, BUDGET) > 0:
        first = peek(workspace, DONE)
        if first == peek(workspace, STATES):
            return FINISHED
        poke(workspace, DEGREES_FROM, first)
        last = min(peek(workspace, STATES), first + FEW)
        status = expand(game, first, last, workspace, keys, degrees, found)
        if status != FINISHED:
            return status
        look_ahead(workspace, table, found, codes)
        number = 0
        for index in range(first, peek(workspace, BATCH_END)):
            for _number in range(peek16(degrees, index - first) & DEGREE):
                code = peek(codes, 2 * number)
                tag = tag_of(code, index_bits)
                child = search_key(found, number * size, slot_of(code, workspace), tag, workspace, keys, table)
                place = peek32(heads, child)
                poke32(sources, place, index)
                poke32(heads, child, place + 1)
                number += 1
        poke(workspace, TURNED, peek(workspace, TURNED) + peek(workspace, BATCH))
        poke(workspace, BUDGET, peek(workspace, BUDGET) - (peek(workspace, BATCH_END) - first))
        poke(workspace, DONE, peek(workspace, BATCH_END))
    return SLICE
