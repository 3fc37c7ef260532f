"""The tiers of an analysis put together: all keys in order, as narrow as they can be, the very bytes that an analysis
in memory gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import numpy as np

from elagage.result import Number
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.solved_positions import ENDLESS_SMALL
from elagage.solvers.retrograde.state_keys import fields_for, packed_keys, stored_fields, values_of
from elagage.solvers.retrograde.tiers.slice_files import SliceFolder
from elagage.solvers.retrograde.tiers.sorted_keys import as_words, key_type
from elagage.solvers.retrograde.tiers.tier_jobs import TierRules
from elagage.solvers.retrograde.value_tables import Solved, key_widths, written_keys

__all__ = ["add_columns", "field_extremes", "merge_tiers"]

CHUNK = 1 << 16
"""States whose keys are written anew together."""
ROW_BYTES = 64
"""About what a state takes on its way from its tier to the end."""
LEAST_RUN, MOST_RUNS = 1 << 16, 200
"""How few states are put in order together, and how many such runs the tiers are cut into, beside one each."""


def word_rows(keys: Any, size: int) -> Iterator[Any]:
    """Sortable keys as rows of words, some at a time."""
    for first in range(0, len(keys), CHUNK):
        words = as_words(keys[first : first + CHUNK], size)
        yield words.reshape(len(words) // size, size)


def field_extremes(keys: Any, rules: TierRules) -> list[list[int]]:
    """The least and the largest value that each field of some keys has, as it is written."""
    found: list[list[int]] = []
    for rows in word_rows(keys, rules.size):
        columns = [values_of(rows, field) for field in rules.fields]
        found.append([bound for column in columns for bound in (int(column.min()), int(column.max()))])
    columns_of_bounds = list(zip(*found, strict=True))
    return [[min(low), max(high)] for low, high in zip(columns_of_bounds[::2], columns_of_bounds[1::2], strict=True)]


def exact_over_tiers(rules: TierRules, extremes: list[list[list[int]]]) -> list[tuple[int, int]]:
    """The ranges of words over all tiers, from the extremes of each."""
    assert rules.linked.layout is not None
    flexible = [leaf.kind != "packed" for leaf in rules.linked.layout.leaves for _word in range(leaf.words)]
    ranges = []
    for number, (field, free) in enumerate(zip(rules.fields, flexible, strict=True)):
        if field.bits == 64 or not free:
            ranges.append((field.low, field.bits))
            continue
        least = min(each[number][0] for each in extremes)
        most = max(each[number][1] for each in extremes)
        ranges.append((field.low + least, max(1, (most - least).bit_length())))
    return ranges


def merge_tiers(slices: SliceFolder, rules: TierRules, tiers: list[int], levels: list[int], memory: float) -> Solved:
    """All positions with their values; their keys and values are mapped from a file."""
    linked = rules.linked
    assert linked.layout is not None
    facts = [slices.facts(f"states-{tier}") for tier in tiers]
    tallies = [slices.facts(f"values-{tier}") for tier in tiers]
    ranges = exact_over_tiers(rules, [each["extremes"] for each in facts])
    narrow = fields_for(ranges)
    widths = key_widths(narrow)
    states = sum(each["states"] for each in facts)
    by_distance = add_up([each["by_distance"] for each in tallies])
    small = len(levels) <= 1 and len(by_distance) < (1 << 15) - 2
    longest = len(by_distance)
    if not slices.has("merged"):
        room = max(LEAST_RUN, states // MOST_RUNS, int(memory * 1e6 / 4 / ROW_BYTES))
        runs = {
            f"sorted-{tier}-{first}": (tier, first)
            for tier, each in zip(tiers, facts, strict=True)
            for first in range(0, each["states"], room)
        }
        packed = [packed_run(slices, rules, name, *run, room, ranges, widths) for name, run in runs.items()]
        keys = np.memmap(slices.path("keys"), np.uint8, "w+", shape=(states, sum(widths)))
        values = np.memmap(slices.path("numbers"), "<i2" if small else "<i4", "w+", shape=(states,))
        first, far = 0, -1
        for rows, found in merge_runs(packed, room):
            if far < 0 and longest:
                plies = np.where(found == retro.ENDLESS, 0, np.abs(found)) & (1 << retro.LEVEL_SHIFT) - 1
                there = np.flatnonzero(plies == longest)
                far = first + int(there[0]) if len(there) else -1
            keys[first : first + len(rows)] = rows.view(np.uint8).reshape(len(rows), sum(widths))
            held = np.where(found == retro.ENDLESS, ENDLESS_SMALL, found) if small else found
            values[first : first + len(rows)] = held
            first += len(rows)
        slices.write("merged", {"longest": far}, {"keys": keys.reshape(-1), "values": values})
        for name in ("keys", "numbers", *runs):
            slices.path(name).unlink(missing_ok=True)
    merged, arrays = slices.open("merged")
    scale = linked.scale
    sizes: list[Number] = [level if scale == 1 else level / scale for level in levels]
    return Solved(
        stored_fields(narrow, linked.layout), widths, arrays["keys"], arrays["values"], small, sizes, states,
        sum(each["edges"] for each in facts), add_up([each["by_ply"] for each in tallies]), by_distance,
        merged["longest"],
    )  # fmt: skip


def add_columns(given: list[list[list[int]]]) -> list[list[int]]:
    """The sums of lists of columns, which may be of different lengths."""
    return [[sum(row) for row in zip_longest(*kind, fillvalue=0)] for kind in zip(*given, strict=True)]


def add_up(columns: list[list[list[int]]]) -> list[list[int]]:
    """Counts of tiers, each a list of columns, as rows of the sums."""
    rows = [list(row) for row in zip_longest(*add_columns(columns), fillvalue=0)]
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def packed_run(
    slices: SliceFolder,
    rules: TierRules,
    name: str,
    tier: int,
    first: int,
    room: int,
    ranges: list[tuple[int, int]],
    widths: list[int],
) -> tuple[Any, Any]:
    """The keys of some states of a tier as a solution has them, in their order, and their values; both mapped."""
    width = sum(widths)
    if not slices.has(name):
        held = slices.array(f"states-{tier}", "keys", key_type(rules.size))[first : first + room]
        values = slices.array(f"values-{tier}", "values", np.int32)[first : first + room]
        parts = [
            written_keys(packed_keys(words, rules.fields, ranges), widths).reshape(-1).view(f"S{width}")
            for words in word_rows(held, rules.size)
        ]
        rows = np.concatenate(parts)
        del parts
        order = np.argsort(rows, kind="stable")
        slices.write(name, {}, {"keys": rows[order], "values": values[order]})
    return slices.array(name, "keys", f"S{width}"), slices.array(name, "values", np.int32)


def merge_runs(runs: list[tuple[Any, Any]], room: int) -> Iterator[tuple[Any, Any]]:
    """The rows of ordered runs in one order, some at a time."""
    places = [0] * len(runs)
    step = max(1, room // max(1, len(runs)))
    while True:
        open_runs = [number for number, (keys, _values) in enumerate(runs) if places[number] < len(keys)]
        if not open_runs:
            return
        last = min(runs[number][0][min(len(runs[number][0]), places[number] + step) - 1] for number in open_runs)
        parts, found = [], []
        for number in open_runs:
            keys, values = runs[number]
            end = places[number] + int(np.searchsorted(keys[places[number] : places[number] + step], last, "right"))
            parts.append(keys[places[number] : end])
            found.append(values[places[number] : end])
            places[number] = end
        rows = np.concatenate(parts)
        order = np.argsort(rows, kind="stable")
        yield rows[order], np.concatenate(found)[order]
