"""Keys: a state as the fewest bits that tell it from all others of its game.

A word of a state becomes a field of some bits, counted from the least value that it takes. Fields stand side by side in
one key, or in a few if 64 bits do not hold them. How many bits a word needs is guessed from random games, with room to
spare; a word that does not fit is noticed by the kernel, its field is widened, and the enumeration begins again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from elagage.compiler.numba_backend.state_layout import FIELD_STEP, Layout

__all__ = [
    "FIELD_STEP",
    "Field",
    "exact_ranges",
    "fields_for",
    "negative_words",
    "packed_keys",
    "ranges_of",
    "stored_fields",
    "values_of",
    "widen_ranges",
]

SPARE = 6


@dataclass(frozen=True)
class Field:
    """A word's place in the keys: ``bits`` bits from ``shift`` on of key ``key``, holding the word less ``low``."""

    low: int
    bits: int
    key: int
    shift: int

    @property
    def mask(self) -> int:
        """The bits of the field, at its lower end."""
        return (1 << self.bits) - 1 if self.bits < 64 else -1


def ranges_of(layout: Layout, samples: list[list[int]]) -> list[tuple[int, int]]:
    """The least value and the number of bits of each word of a state, as far as the samples show."""
    ranges: list[tuple[int, int]] = []
    for leaf in layout.leaves:
        if leaf.kind == "packed":
            per_word = 64 // leaf.bits
            ranges += [(0, leaf.bits * min(per_word, leaf.count - start)) for start in range(0, leaf.count, per_word)]
        elif leaf.kind == "bool":
            ranges.append((0, 1))
        else:
            values = [sample[len(ranges)] for sample in samples]
            ranges.append(range_of(min(0, *values), max(values)))
    spare = max(0, min(SPARE, (64 - sum(bits for _low, bits in ranges)) // max(1, len(ranges))))
    flexible = [leaf.kind == "int" for leaf in layout.leaves for _word in range(leaf.words)]
    return [(low, min(64, bits + spare) if free else bits) for (low, bits), free in zip(ranges, flexible, strict=True)]


def negative_words(layout: Layout, states: list[Any]) -> set[int]:
    """Which words of a state were seen below 0: a field of all 64 bits could not tell them from large ones."""
    found, word = set(), 0
    for leaf in layout.leaves:
        if leaf.kind == "int":
            steps = steps_of(leaf.path)
            for state in states:
                number = state
                for step in steps:
                    number = number[step]
                if number < 0:
                    found.add(word)
        word += leaf.words
    return found


def steps_of(path: str) -> list[int]:
    return [int(step) for step in re.findall(r"\[(\d+)\]", path)]


def range_of(low: int, high: int) -> tuple[int, int]:
    """The least value and the bits of a field that holds all from ``low`` to ``high``."""
    bits = max(1, (high - low).bit_length())
    return (low, bits) if bits < 63 else (0, 64)


def widen_ranges(ranges: list[tuple[int, int]], word: int, value: int, spare: int = 1) -> list[tuple[int, int]]:
    """The same ranges with room for a value of a word that did not fit, and some bits more."""
    low, bits = ranges[word]
    low, bits = range_of(min(low, value * (1 + spare)), max(low + (1 << bits) - 1, value))
    return [*ranges[:word], (low, min(64, bits + spare)), *ranges[word + 1 :]]


def fields_for(ranges: list[tuple[int, int]]) -> list[Field]:
    """Places for words of these ranges, in as few keys as may be without cutting a word."""
    fields, key, used = [], 0, 0
    for low, bits in ranges:
        if used + bits > 64:
            key, used = key + 1, 0
        fields.append(Field(low if bits < 64 else 0, bits, key, used))
        used += bits
    return fields


def values_of(keys: Any, field: Field) -> Any:
    """What a field holds in each row of the keys, unsigned."""
    column = keys[:, field.key].view(np.uint64) >> np.uint64(field.shift)
    return column & np.uint64(field.mask & (1 << 64) - 1)


def exact_ranges(keys: Any, fields: list[Field], layout: Layout) -> list[tuple[int, int]]:
    """The least value of each word in these keys, and the bits that its values need."""
    exact: list[tuple[int, int]] = []
    flexible = [leaf.kind != "packed" for leaf in layout.leaves for _word in range(leaf.words)]
    for field, free in zip(fields, flexible, strict=True):
        if field.bits == 64 or not free:
            exact.append((field.low, field.bits))
            continue
        values = values_of(keys, field)
        least, most = int(values.min()), int(values.max())
        exact.append((field.low + least, max(1, (most - least).bit_length())))
    return exact


def packed_keys(keys: Any, fields: list[Field], ranges: list[tuple[int, int]]) -> Any:
    """The keys again with fields for other ranges, one row of unsigned words a state."""
    narrow = fields_for(ranges)
    packed = np.zeros((len(keys), narrow[-1].key + 1), dtype=np.uint64)
    for old, new in zip(fields, narrow, strict=True):
        values = values_of(keys, old)
        if new.bits < 64:
            values -= np.uint64(new.low - old.low & (1 << 64) - 1)
        packed[:, new.key] |= values << np.uint64(new.shift)
    return packed


def stored_fields(fields: list[Field], layout: Layout) -> list[list[Any]]:
    """The fields for a file: ``[path, low, bits, key, shift]`` for every number in the state,
    packed cells one by one.
    """
    rows: list[list[Any]] = []
    number = 0
    for leaf in layout.leaves:
        path = steps_of(leaf.path)
        if leaf.kind == "packed":
            per_word = 64 // leaf.bits
            for cell in range(leaf.count):
                field = fields[number + cell // per_word]
                rows.append([[*path, cell], leaf.low, leaf.bits, field.key, field.shift + cell % per_word * leaf.bits])
        else:
            field = fields[number]
            rows.append([path, field.low, field.bits, field.key, field.shift])
        number += leaf.words
    return rows
