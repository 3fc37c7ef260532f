"""The states of a tier, found layer by layer; in parts, by a hash of their keys, if they are larger than the memory.

A part is some of the buckets that a hash shares keys out to. A layer is written part by part, each in order, so that
what is known of a part is one piece of each layer, and the rest of the tier stays on disk. As a tier grows, its parts
are halved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from elagage.errors import LimitsError
from elagage.solvers.retrograde.tiers.merge_tiers import merge_runs
from elagage.solvers.retrograde.tiers.slice_files import LongArray, SliceFolder
from elagage.solvers.retrograde.tiers.sorted_keys import (
    BUCKETS,
    KnownKeys,
    find_sorted,
    key_type,
    tell_buckets,
    unite,
)

__all__ = ["FOUND_BYTES", "TierStates"]

FOUND_BYTES = 32
"""What a state takes while it is found, for each word of its key."""


class TierStates:
    """The known states of a tier, whose keys have ``size`` words, within ``room`` bytes."""

    def __init__(self, slices: SliceFolder, tier: int, size: int, room: float) -> None:
        self.slices, self.tier, self.size, self.room = slices, tier, size, room
        self.kind = key_type(size)
        self.known: KnownKeys | None = KnownKeys()
        self.layers: list[tuple[int, str]] = []
        """The plies of layers, and the names of their slices."""
        self.total = 0
        self.parts = 1
        self.peak = 0

    def add_layer(self, ply: int, names: list[str]) -> str:
        """Write the layer of those states in some slices that are new; the name of its slice, empty if none is."""
        given = [self.slices.array(name, str(self.tier), self.kind) for name in names]
        self.make_parts(self.total + sum(map(len, given)))
        name = f"layer-{self.tier}-{ply}"
        layer = LongArray(self.slices.path(f"keys-{self.tier}"), self.kind)
        ends = []
        for part in range(self.parts):
            layer.add(self.find_new(part, given))
            ends.append(layer.length)
        if layer.length:
            self.total += layer.length
            self.layers.append((ply, name))
            if not self.slices.has(name):
                self.slices.write(name, {"ends": ends}, {"keys": layer.whole()})
        layer.remove()
        return name if layer.length else ""

    def make_parts(self, states: int) -> None:
        """Work in as many parts as so many states take."""
        while self.parts < BUCKETS and states * FOUND_BYTES * self.size > self.parts * self.room:
            self.parts *= 2
            self.known = None  # from now on it is read
        need = states * FOUND_BYTES * self.size
        if need > self.parts * self.room:
            raise LimitsError(
                "Tier {tier} alone has {states} positions or more, which takes about {need} MB, and the limit is "
                "{limit} MB: give more memory, or let tier tell more of them apart.",
                tier=self.tier,
                states=states,
                need=round(need / BUCKETS / 1e6) + 1,
                limit=round(self.room / 1e6),
            )
        self.peak = max(self.peak, need // self.parts)

    def find_new(self, part: int, given: list[Any]) -> Any:
        """The states of a part that are new, in order."""
        keys = unite((self.choose(keys, part) for keys in given), self.size)
        if self.known is not None:
            return self.known.add_new(keys)
        known = [self.read_part(name, part) for _ply, name in self.layers]
        return keys[find_sorted(np.sort(np.concatenate(known), kind="stable"), keys) < 0] if known else keys

    def choose(self, keys: Any, part: int) -> Any:
        """Those of some keys that are in a part."""
        if self.parts == 1:
            return keys
        return keys[tell_buckets(keys, self.size) // (BUCKETS // self.parts) == part]

    def read_part(self, name: str, part: int) -> Any:
        """The keys of a part that a layer has; it may have been written in more or fewer parts."""
        ends = [0, *self.slices.facts(name)["ends"]]
        held, keys = len(ends) - 1, self.slices.array(name, "keys", self.kind)
        if held >= self.parts:
            return keys[ends[part * held // self.parts] : ends[(part + 1) * held // self.parts]]
        at = part * held // self.parts
        return self.choose(keys[ends[at] : ends[at + 1]], part)

    # The end

    def write(self, facts: Callable[[Any], dict[str, Any]]) -> None:
        """Write all keys in order, and their plies, with the facts that are told of the keys."""
        runs = [self.sorted_run(part) for part in range(self.parts)]
        keys = LongArray(self.slices.path(f"keys-{self.tier}"), self.kind)
        plies = LongArray(self.slices.path(f"plies-{self.tier}"), np.int32)
        room = int(self.room / FOUND_BYTES / self.size) if len(runs) > 1 else self.total
        for some, times in merge_runs(runs, max(1000, room)) if len(runs) > 1 else runs:
            keys.add(some)
            plies.add(times)
        found = keys.whole()
        self.slices.write(f"states-{self.tier}", facts(found), {"keys": found, "plies": plies.whole()})
        keys.remove()
        plies.remove()
        for part in range(self.parts):
            self.slices.path(f"run-{self.tier}-{part}").unlink(missing_ok=True)

    def sorted_run(self, part: int) -> tuple[Any, Any]:
        """The keys of a part in order, with their plies; mapped if there are several parts."""
        pieces = [self.read_part(name, part) for _ply, name in self.layers]
        times = np.repeat(np.array([ply for ply, _name in self.layers], dtype=np.int32), list(map(len, pieces)))
        keys = np.concatenate(pieces)
        order = np.argsort(keys, kind="stable")
        if self.parts == 1:
            return keys[order], times[order]
        name = f"run-{self.tier}-{part}"
        self.slices.write(name, {}, {"keys": keys[order], "plies": times[order]})
        return self.slices.array(name, "keys", self.kind), self.slices.array(name, "plies", np.int32)
