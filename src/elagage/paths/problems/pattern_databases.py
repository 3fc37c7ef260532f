"""Additive pattern databases for sliding puzzles: how many moves some of the tiles need, if the others are no trouble.

    . 1 2 .       the tiles are shared out among patterns; of each pattern, only the moves of its own tiles are counted,
    3 . . .       so the sums over the patterns never say too much.
    . . . .       index = cell of the first tile + cell of the second << bits + ...   (bits: 4, or 5 above 16 cells)

All the tables lie one after another in ``table``, a byte each, 255 where two tiles would be in one cell. The least over
all places of the blank is kept. So the sum is admissible, and it can fall by more than 1 in a move: a search that
relies on consistency must reopen. Tables are found by a search backwards from the goal, which takes seconds, and are
kept in the user's cache folder, sealed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from elagage.errors import LoadError
from elagage.sealed_files import BrokenSeal, FolderProblem, read_sealed, seal_file

__all__ = ["PLAIN", "Patterns", "bits_of", "build_table", "load_patterns", "neighbours", "partition_of"]

PLAIN = 4
"""Patterns of more tiles are made by the compiled builder."""
WIDEST = 25
"""Bits of the largest index of a table."""
UNREACHED = 255
FORMAT = b"elagage patterns 2\n"
SIZES = {2: (3,), 3: (4, 4), 4: (5, 5, 5), 5: (4,) * 6}

Partition = tuple[tuple[int, ...], ...]
Builder = Callable[[int, tuple[int, ...]], bytes]


class Patterns(NamedTuple):
    """The tables of a partition: table p begins at ``offsets[p]``."""

    side: int
    partition: Partition
    bits: int
    offsets: tuple[int, ...]
    table: bytes


def bits_of(side: int) -> int:
    """How many bits a cell's number takes in an index."""
    return 4 if side <= 4 else 5


@lru_cache
def neighbours(side: int) -> tuple[tuple[int, ...], ...]:
    """The cells beside each cell: above, left, right, below."""
    cells = []
    for cell in range(side * side):
        row, column = divmod(cell, side)
        near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        cells.append(tuple(r * side + c for r, c in near if 0 <= r < side and 0 <= c < side))
    return tuple(cells)


def partition_of(side: int, sizes: Sequence[int] = ()) -> Partition:
    """The tiles in order, shared out among patterns of these sizes; by default of sizes that are made in seconds.

    >>> partition_of(3)
    ((1, 2, 3, 4), (5, 6, 7, 8))
    """
    sizes = tuple(sizes) or SIZES[side]
    if sum(sizes) != side * side - 1 or min(sizes) < 1:
        raise LoadError(
            "The patterns must hold each of the {count} tiles once; these hold {found}.",
            count=side * side - 1,
            found=sum(sizes),
        )
    partition, first = [], 1
    for size in sizes:
        partition.append(tuple(range(first, first + size)))
        first += size
    return tuple(partition)


def build_table(side: int, pattern: tuple[int, ...]) -> bytes:
    """The table of one pattern; tile t belongs in cell t and the blank in cell 0."""
    bits = bits_of(side)
    shifts = tuple(bits * number for number in range(len(pattern)))
    beside, top, cell_mask = neighbours(side), bits * len(pattern), (1 << bits) - 1
    mask = (1 << top) - 1
    table, seen = bytearray([UNREACHED]) * (1 << top), bytearray(side * side << top)
    frontier = [sum(tile << shift for tile, shift in zip(pattern, shifts))]
    level = 0
    while frontier:  # all that can be reached in this many moves of the pattern's tiles; moves of the others are free
        following: list[int] = []
        while frontier:
            code = frontier.pop()
            if seen[code]:
                continue
            seen[code] = 1
            places, blank = code & mask, code >> top
            if table[places] == UNREACHED:
                table[places] = level
            for cell in beside[blank]:
                for shift in shifts:
                    if places >> shift & cell_mask == cell:
                        moved = cell << top | places ^ (cell ^ blank) << shift
                        if not seen[moved]:
                            following.append(moved)
                        break
                else:
                    if not seen[cell << top | places]:
                        frontier.append(cell << top | places)
        frontier, level = following, level + 1
    return bytes(table)


def build_pattern(side: int, pattern: tuple[int, ...]) -> bytes:
    """The table of one pattern, by whichever builder is quicker."""
    bits = bits_of(side)
    if len(pattern) <= PLAIN:
        return build_table(side, pattern)
    if bits * len(pattern) > WIDEST:
        raise LoadError(
            "A pattern of {count} tiles is too large: take at most {most}.", count=len(pattern), most=WIDEST // bits
        )
    from elagage.paths.compiled.pattern_databases import build_patterns

    return build_patterns(neighbours(side), bits, pattern)


@lru_cache(maxsize=4)
def load_patterns(side: int, partition: Partition, builder: Builder = build_pattern) -> Patterns:
    """The tables of a partition: from the cache folder if they are there and sound,
    else they are built and kept there.
    """
    bits, offsets, total = bits_of(side), [], 0
    for pattern in partition:
        offsets.append(total)
        total += 1 << bits * len(pattern)
    title = FORMAT + f"{side} {partition}\n".encode()
    name = f"{side * side - 1}-{hashlib.sha256(title).hexdigest()[:16]}.bin"
    table = None
    with suppress(OSError, FolderProblem, BrokenSeal):
        table = read_sealed("patterns", name)
    if table is None or len(table) != total:
        table = b"".join(builder(side, pattern) for pattern in partition)
        with suppress(OSError, FolderProblem):  # the tables are at hand; next time they are built again
            seal_file("patterns", name, table)
    return Patterns(side, partition, bits, tuple(offsets), table)
