"""Keys in order: arrays that can be sorted, searched and written, whatever the number of words in a key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

__all__ = [
    "BUCKETS",
    "KnownKeys",
    "as_sortable",
    "as_words",
    "find_sorted",
    "key_type",
    "sort_once",
    "tell_buckets",
    "unite",
]

BUCKETS = 64
"""Keys are shared out to so many by a hash."""
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def key_type(size: int) -> Any:
    """The type of a key of so many words: their order is that of the words, the first one first."""
    return np.dtype("<u8") if size == 1 else np.dtype(f"S{8 * size}")


def as_sortable(words: Any, size: int) -> Any:
    """Keys as kernels write them, one after the other, in a form that can be sorted."""
    if size == 1:
        return words.view(np.uint64)
    return words.view(np.uint64).astype(">u8").view(key_type(size))


def as_words(keys: Any, size: int) -> Any:
    """Sortable keys as kernels read them."""
    if size == 1:
        return np.array(keys, dtype=np.uint64).view(np.int64)
    return np.ascontiguousarray(keys).view(">u8").astype(np.uint64).view(np.int64)


def unite(parts: Iterable[Any], size: int) -> Any:
    """All keys of some arrays, each once, in order."""
    given = [part for part in parts if len(part)]
    return sort_once(np.concatenate(given)) if given else np.zeros(0, dtype=key_type(size))


def sort_once(keys: Any) -> Any:
    """Keys in order, each once; ``numpy.unique`` hashes them, which takes eight times as long."""
    ordered = np.sort(keys)
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def find_sorted(keys: Any, wanted: Any) -> Any:
    """The places of keys in an ordered array, -1 where there is none."""
    places = np.searchsorted(keys, wanted)
    inside = places < len(keys)
    found = np.full(len(wanted), -1, dtype=np.int64)
    found[inside] = np.where(keys[places[inside]] == wanted[inside], places[inside], -1)
    return found


def tell_buckets(keys: Any, size: int) -> Any:
    """The buckets of some sortable keys, numbers below BUCKETS."""
    words = as_words(keys, size).view(np.uint64).reshape(len(keys), size)
    codes = np.zeros(len(keys), dtype=np.uint64)
    for number in range(size):
        codes = (codes ^ words[:, number]) * MULTIPLIER
        codes ^= codes >> np.uint64(29)
    return (codes * MULTIPLIER >> np.uint64(58)).astype(np.uint8)


class KnownKeys:
    """Keys that were met, in ordered runs of growing length, so that each is moved a few times only."""

    def __init__(self) -> None:
        self.runs: list[Any] = []

    def add_new(self, keys: Any) -> Any:
        """Those of some ordered keys that were not met before; from now on they are."""
        for run in self.runs:
            keys = keys[find_sorted(run, keys) < 0]
        if len(keys):
            self.runs.append(keys)
        while len(self.runs) > 1 and len(self.runs[-2]) < 2 * len(self.runs[-1]):
            late = self.runs.pop()
            self.runs[-1] = np.sort(np.concatenate([self.runs[-1], late]), kind="stable")
        return keys
