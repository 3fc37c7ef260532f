"""Pattern databases of sliding puzzles, compiled: the twin of ``build_table``
in ``paths/problems/pattern_databases.py``, for larger patterns.

A code is where the blank is, and below it where each tile of the pattern is. Codes are gone through level by level,
from the goal; a level is what so many moves of the pattern's tiles can make, moves of the others being free.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from elagage.compiler.kernel import entry, prepare
from elagage.compiler.memory import peek, peek8, peek32, poke, poke8, poke32

__all__ = ["build_patterns", "build_root"]

BITS, TILES, COUNT, NEXT_COUNT, ROOM, NEXT_ROOM, LEVEL, STOP = range(8)
"""Registers of the workspace: how many codes wait in this level and in the next, and how many there is room for;
and whether to stop.
"""
FULL, FINISHED = 0, 1
UNREACHED = 255
STACK = 1 << 20


@entry
def build_root(workspace: Any, near: Any, table: Any, seen: Any, codes: Any, following: Any) -> int:
    """Go on through a level until it is done, or until there is no more room for codes."""
    bits = peek(workspace, BITS)
    level = peek(workspace, LEVEL)
    top = bits * peek(workspace, TILES)
    cell_mask = (1 << bits) - 1
    mask = (1 << top) - 1
    count = peek(workspace, COUNT)
    next_count = peek(workspace, NEXT_COUNT)
    while count > 0:
        full = count + 4 > peek(workspace, ROOM) or next_count + 4 > peek(workspace, NEXT_ROOM)
        if full or peek(workspace, STOP) != 0:
            poke(workspace, COUNT, count)
            poke(workspace, NEXT_COUNT, next_count)
            return FULL
        count -= 1
        code = peek32(codes, count)
        word = peek(seen, code >> 6)
        if word >> (code & 63) & 1:
            continue
        poke(seen, code >> 6, word | 1 << (code & 63))
        places = code & mask
        blank = code >> top
        if peek8(table, places) == UNREACHED:
            poke8(table, places, level)
        for number in range(4 * blank, 4 * blank + 4):
            cell = peek32(near, number)
            if cell < 0:
                continue
            shift = 0
            while shift < top and places >> shift & cell_mask != cell:
                shift += bits
            if shift < top:
                moved = cell << top | places ^ (cell ^ blank) << shift
                if peek(seen, moved >> 6) >> (moved & 63) & 1 == 0:
                    poke32(following, next_count, moved)
                    next_count += 1
            else:
                moved = cell << top | places
                if peek(seen, moved >> 6) >> (moved & 63) & 1 == 0:
                    poke32(codes, count, moved)
                    count += 1
    poke(workspace, COUNT, 0)
    poke(workspace, NEXT_COUNT, next_count)
    return FINISHED


def build_patterns(neighbours: Sequence[Sequence[int]], bits: int, pattern: Sequence[int]) -> bytes:
    """The table of one pattern; tile t belongs in cell t and the blank in cell 0."""
    top = bits * len(pattern)
    near = np.array([cell for row in neighbours for cell in (*row, -1, -1)[:4]], dtype=np.int32)
    table = np.full(1 << top, UNREACHED, dtype=np.uint8)
    seen = np.zeros((len(neighbours) << top) // 64 + 1, dtype=np.int64)
    codes, following = np.zeros(STACK, dtype=np.int32), np.zeros(STACK, dtype=np.int32)
    workspace = np.zeros(16, dtype=np.int64)
    workspace[BITS], workspace[TILES], workspace[COUNT] = bits, len(pattern), 1
    codes[0] = sum(tile << bits * number for number, tile in enumerate(pattern))
    while workspace[COUNT]:
        workspace[ROOM], workspace[NEXT_ROOM] = len(codes), len(following)
        memories = (workspace, near, table, seen, codes, following)
        prepare(build_root, memories)
        if build_root(*memories, halt=(workspace, STOP)) == FULL:
            if workspace[COUNT] + 4 > len(codes):
                codes.resize(2 * len(codes), refcheck=False)
            else:
                following.resize(2 * len(following), refcheck=False)
            continue
        codes, following = following, codes
        workspace[COUNT], workspace[NEXT_COUNT] = workspace[NEXT_COUNT], 0
        workspace[LEVEL] += 1
    return table.tobytes()
