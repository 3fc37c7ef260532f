"""What a retrograde analysis gives in the end: all positions in the order of their keys, and how many are won,
lost and drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from elagage.compiler.numba_backend.state_layout import Layout
from elagage.result import Number
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.state_keys import Field, exact_ranges, fields_for, packed_keys, stored_fields

__all__ = ["Solved", "key_widths", "pack_movers", "sort_values", "tallies", "written_keys"]


CHUNK = 1 << 16


@dataclass(frozen=True)
class Solved:
    """All positions with their values, in the order of their keys."""

    fields: list[list[Any]]
    """``[path, low, bits, key, shift]`` of every number in a state."""
    widths: list[int]
    """How many bytes each key of a state takes."""
    keys: Any
    """Their bytes, in memory or mapped."""
    values: Any
    small: bool
    """Are values 16 bits (else 32)?"""
    levels: list[Number]
    states: int
    edges: int
    by_ply: list[list[int]]
    """For each number of plies from the beginning: positions won, lost, drawn and drawn without end,
    for whoever moves.
    """
    by_distance: list[list[int]]
    """For each number of plies to the end: positions won and lost."""
    longest: int
    """The number of a position with the longest way to a decided end, -1 if there is none."""


def sort_values(
    keys: Any, values: Any, fields: list[Field], layout: Layout, levels: list[Number]
) -> tuple[list[list[Any]], list[int], bytes, bytes, bool, int]:
    """The first five facts of a Solved, and the number of a position
    with the longest way to a decided end (-1 if there is none).
    """
    ranges = exact_ranges(keys, fields, layout)
    packed, narrow = packed_keys(keys, fields, ranges), fields_for(ranges)
    order = np.argsort(packed[:, 0], kind="stable") if packed.shape[1] == 1 else np.lexsort(packed.T[::-1])
    widths = key_widths(narrow)
    written_rows = written_keys(packed[order], widths)
    values = values[order]
    decided = np.where(values == retro.ENDLESS, 0, values)
    plies = np.abs(decided) & (1 << retro.LEVEL_SHIFT) - 1
    longest = int(plies.argmax()) if int(plies.max()) > 0 else -1
    small = len(levels) <= 1 and int(plies.max()) < (1 << 15) - 2
    if small:
        values = np.where(values == retro.ENDLESS, (1 << 15) - 1, values)
    written = values.astype("<i2" if small else "<i4").tobytes()
    return stored_fields(narrow, layout), widths, written_rows.tobytes(), written, small, longest


def key_widths(fields: list[Field]) -> list[int]:
    """How many bytes each key of a state takes."""
    widths = [0] * (fields[-1].key + 1)
    for field in fields:
        widths[field.key] = max(widths[field.key], -(-(field.shift + field.bits) // 8))
    return widths


def written_keys(packed: Any, widths: list[int]) -> Any:
    """Keys as they are written, a row of bytes each, the highest byte of a word first."""
    columns = [
        packed[:, number].astype(">u8").view(np.uint8).reshape(len(packed), 8)[:, 8 - width :]
        for number, width in enumerate(widths)
    ]
    return np.ascontiguousarray(np.hstack(columns))


def pack_movers(degrees: Any) -> Any:
    """Who moves in each position, one bit each: is it Min?"""
    parts = (degrees[first : first + CHUNK] for first in range(0, len(degrees), CHUNK))
    return np.concatenate([np.packbits(part & retro.PLAYER_BIT != 0) for part in parts])


def tallies(values: Any, movers: Any, layers: list[int]) -> tuple[list[list[int]], list[list[int]]]:
    """Positions won, lost, drawn and endless for whoever moves (``movers``: is it Min, a bit each), by plies from the
    beginning; won and lost ones by plies to the end.
    """
    mover = np.where(np.unpackbits(movers, count=len(values)), -1, 1)
    outcome = np.sign(np.where(values == retro.ENDLESS, 0, values)) * mover
    starts = np.cumsum([0, *layers[:-1]])
    kinds = [outcome > 0, outcome < 0, (outcome == 0) & (values != retro.ENDLESS), values == retro.ENDLESS]
    columns = [np.add.reduceat(kind, starts, dtype=np.int64).tolist() for kind in kinds]
    plies = (np.abs(values) & (1 << retro.LEVEL_SHIFT) - 1) - 1
    longest = int(plies[outcome != 0].max()) + 1 if bool((outcome != 0).any()) else 0
    ways = [np.bincount(plies[kind], minlength=longest).tolist() for kind in kinds[:2]]
    return [list(row) for row in zip(*columns, strict=True)], [list(row) for row in zip(*ways, strict=True)]
