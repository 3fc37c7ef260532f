"""The transposition table: what earlier searches found of a position, in words.

A bucket holds two entries: one that prefers depth, one that is always replaced. An entry is the whole state, each word
exclusive-ored with the data, and then the data: a torn or foreign entry can't be taken for the position, and no two
positions share a key.

    data   value (32 bits) | move's number (12) | age (6) | depth (8) | solved (1) | bound (2)
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import high_part, peek, poke

__all__ = [
    "AGES",
    "DEPTH_SOLVED",
    "EXACT",
    "LOWER",
    "NO_MOVE",
    "UPPER",
    "bound_of",
    "depth_of",
    "is_solved",
    "make_data",
    "move_of",
    "probe",
    "store",
    "value_of_data",
]

UPPER, LOWER, EXACT = 1, 2, 3
NO_MOVE = 4095
DEPTH_SOLVED = 255
"""The depth of an answer that no depth can change."""
AGES = 64
"""Searches are numbered so far, and then from 0 again."""


@kernel
def make_data(value: int, number: int, age: int, depth: int, solved: int, bound: int) -> int:
    """An entry's data."""
    return (value << 32) | (number & 0xFFF) << 20 | (age & 63) << 14 | (depth & 255) << 6 | (solved & 1) << 2 | bound


@kernel
def value_of_data(data: int) -> int:
    """The value, as it was for the node itself."""
    return data >> 32


@kernel
def move_of(data: int) -> int:
    """The number of the best move, NO_MOVE if there is none."""
    return data >> 20 & 0xFFF


@kernel
def age_of(data: int) -> int:
    """Which search stored it."""
    return data >> 14 & 63


@kernel
def depth_of(data: int) -> int:
    """How deep it was searched."""
    return data >> 6 & 255


@kernel
def is_solved(data: int) -> int:
    """Did no estimate take part?"""
    return data >> 2 & 1


@kernel
def bound_of(data: int) -> int:
    """What the value is: exact, or a bound."""
    return data & 3


@kernel
def probe(game: Any, state: Any, key: int, table: Any, buckets: int, words: int) -> int:
    """The data of a position, 0 if the table has none."""
    at = high_part(key, buckets) * 2 * (words + 1)
    for _entry in range(2):
        data = peek(table, at + words)
        if data & 3 != 0 and game.found_entry(state, table, at, data):
            return data
        at += words + 1
    return 0


@kernel
def store(game: Any, state: Any, key: int, data: int, table: Any, buckets: int, words: int) -> None:
    """Keep the data of a position: in the first place if it is as deep as what is there,
    or that is old or the same position; else in the second.
    """
    at = high_part(key, buckets) * 2 * (words + 1)
    old = peek(table, at + words)
    same = old & 3 != 0 and game.found_entry(state, table, at, old)
    if not same and old & 3 != 0 and age_of(old) == age_of(data) and depth_of(old) > depth_of(data):
        at += words + 1
    game.save_entry(state, table, at, data)
    poke(table, at + words, data)
