"""The values of a tier, by sweeps: one after the other for each code, in parts if the tier is larger than the memory.

    a state     its value 4 | where the edges that lead to it end 4
    an edge     the state that it comes from 4

A part is some slices that follow each other. While a tier is in one part, all is in memory. Else values and edges lie
in files; a sweep changes the values of one part and reads the edges of the others in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from elagage.errors import SearchError
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.edge_kernel import place_edges
from elagage.solvers.retrograde.state_store import MOST
from elagage.solvers.retrograde.tiers.merge_tiers import add_columns
from elagage.solvers.retrograde.tiers.slice_files import LongArray, SliceFolder
from elagage.solvers.retrograde.tiers.tier_kernel import (
    count_arrivals,
    hear_events,
    sweep_draws,
    sweep_values,
    turn_slice,
)

__all__ = ["EDGE_BYTES", "STATE_BYTES", "TierValues"]

STATE_BYTES, EDGE_BYTES = 8, 4
"""What a part takes while its tier is decided."""
MARKS = (-retro.UNDECIDED - 1, -retro.UNDECIDED - 2)
"""The values of states that were found to be drawn in this sweep, and in the next one."""


@dataclass
class Part:
    """The states of a tier from ``first`` on, and the edges that lead to them."""

    first: int
    values: Any
    heads: Any
    sources: Any
    codes: set[int]
    """The codes that some of its states have, those to come."""


class TierValues:
    """The values of the ``count`` states of a tier, whose edges are in the slices of these names, ``each`` states in
    all but the last of them; within ``room`` bytes.
    """

    def __init__(self, slices: SliceFolder, tier: int, names: list[str], count: int, each: int, room: float) -> None:
        self.slices, self.tier, self.names, self.count, self.each = slices, tier, names, count, each
        self.groups = self.group_slices(room)
        self.peak = 0
        self.codes, self.events = (LongArray(slices.path(f"{name}-{tier}"), np.int32) for name in ("codes", "events"))
        self.heard: list[tuple[int, int, set[int]]] = []
        """For each slice: where its virtual successors begin, where they end, and the codes that they have."""
        self.waiting: set[int] = set()
        self.values = self.new_array("numbers", count)
        for number, name in enumerate(names):
            counts = self.read(name, "counts", np.uint16)
            at = number * each
            self.values[at : at + len(counts)] = retro.UNDECIDED + counts.astype(np.int32)
            codes, events = self.read(name, "codes"), self.read(name, "events")
            ended = events >= 0
            self.values[events[ended]] = codes[ended]
            self.values[self.read(name, "even")] = 0
            begin = self.codes.length
            self.codes.add(codes[~ended])
            self.events.add(events[~ended])
            self.heard.append((begin, self.codes.length, set(np.unique(np.abs(codes[~ended])).tolist())))
            self.waiting |= set(np.unique(np.abs(codes)).tolist())
        self.parts = [self.make_part(number, *group) for number, group in enumerate(self.groups)]

    def read(self, name: str, key: str, kind: Any = np.int32) -> Any:
        """An array of a slice, mapped."""
        return self.slices.array(name, key, kind)

    def new_array(self, name: str, length: int) -> Any:
        """An array at zero: in memory, or in a file if the tier is in several parts."""
        if len(self.groups) == 1 or length == 0:
            return np.zeros(max(1, length) if name != "numbers" else length, dtype=np.int32)
        path = self.slices.path(f"{name}-{self.tier}")
        return np.memmap(path, np.int32, "w+", shape=(length,))

    # The parts

    def group_slices(self, room: float) -> list[tuple[int, int]]:
        """The first slice of each part and the one after its last: as many as the room allows, one at least."""
        slices = len(self.names)
        arrivals = np.zeros(slices, dtype=np.int64)
        for name in self.names:
            arrivals += np.bincount(self.read(name, "targets") // self.each, minlength=slices)
        groups, begin, taken, edges = [], 0, 0, 0
        for number in range(slices):
            states, more = min(self.count, (number + 1) * self.each) - number * self.each, int(arrivals[number])
            need = STATE_BYTES * states + EDGE_BYTES * more
            if number > begin and (taken + need > room or edges + more > MOST):
                groups.append((begin, number))
                begin, taken, edges = number, 0, 0
            taken, edges = taken + need, edges + more
        return [*groups, (begin, slices)]

    def make_part(self, number: int, begin: int, end: int) -> Part:
        """A part with the edges that lead to its states."""
        low, high = begin * self.each, min(self.count, end * self.each)
        heads = self.new_array(f"heads{number}", high - low)
        for name in self.names:
            targets = self.read(name, "targets")
            count_arrivals(heads, targets, len(targets), low, high - low)
        edges = int(heads.sum(dtype=np.int64))
        sources = self.new_array(f"sources{number}", edges)
        workspace = np.zeros(retro.WORKSPACE, dtype=np.int64)
        workspace[retro.STATES] = high - low
        place_edges(workspace, heads)
        for place, name in enumerate(self.names):
            degrees, targets = self.read(name, "degrees", np.uint16), self.read(name, "targets")
            turn_slice(heads, degrees, targets, sources, place * self.each, len(degrees), low, high - low)
        self.peak = max(self.peak, STATE_BYTES * (high - low) + EDGE_BYTES * edges)
        codes = set()
        for name in self.names[begin:end]:
            given, events = self.read(name, "codes"), self.read(name, "events")
            codes |= set(np.unique(np.abs(given[events >= 0])).tolist())
        return Part(low, self.values[low:high], heads, sources, codes)

    # The sweeps

    def decide(self, heed: Callable[[], None]) -> None:
        """Let values flow back, then draws; what is left has no end. ``heed`` is called between sweeps."""
        waiting, codes, events = self.waiting, self.codes.whole(), self.events.whole()
        while waiting:
            code = min(waiting)
            waiting.remove(code)
            if code & (1 << retro.LEVEL_SHIFT) - 1 == retro.MOST_PLIES + 1:
                raise SearchError("A win lies more than {most} plies away.", most=retro.MOST_PLIES)
            if self.sweep(code, codes, events):
                waiting.add(code + 1)
            heed()
        for name in self.names:
            drawn = self.read(name, "drawn")
            self.values[drawn[self.values[drawn] > retro.UNDECIDED]] = 0
        self.spread_draws(heed)

    def sweep(self, code: int, codes: Any, events: Any) -> int:
        """All that has a code is heard of: how many states that decides."""
        decided = 0
        speaking = [part for part in self.parts if code in part.codes]
        for part, (begin, end) in zip(self.parts, self.groups, strict=True):
            found = 0
            for first, last, known in self.heard[begin:end]:
                if code in known:
                    found += hear_events(codes[first:last], events[first:last], last - first, self.values, code)
            for other in speaking:
                if len(other.sources):
                    found += sweep_values(
                        other.heads, other.sources, other.values, len(other.values), part.values, part.first,
                        len(part.values), code,
                    )  # fmt: skip
            if found:
                part.codes.add(code + 1)
            decided += found
        return decided

    def spread_draws(self, heed: Callable[[], None]) -> None:
        """Tell the drawn states from which correct play may end from those from which it never does."""
        mark, new = MARKS
        found = 0
        for part in self.parts:
            even = part.values == 0
            part.values[even] = mark
            found += int(even.sum())
        while found:
            found = 0
            for part in self.parts:
                for other in self.parts:
                    found += sweep_draws(
                        other.heads, other.sources, other.values, len(other.values), part.values, part.first,
                        len(part.values), mark, new,
                    )  # fmt: skip
            for part in self.parts:
                part.values[part.values == mark] = 0
            mark, new = new, mark
            heed()
        for part in self.parts:
            part.values[part.values > retro.UNDECIDED] = retro.ENDLESS

    # What came of it

    def tally(self) -> dict[str, Any]:
        """Positions won, lost, drawn and endless for whoever moves, by plies from the beginning; won and lost ones by
        plies to the end: a column each.
        """
        plies = self.slices.array(f"states-{self.tier}", "plies", np.int32)
        counted = []
        for number, name in enumerate(self.names):
            counts, at = self.read(name, "counts", np.uint16), number * self.each
            last = at + len(counts)
            counted.append(tally_some(self.values[at:last], counts & retro.PLAYER_BIT != 0, plies[at:last]))
        return {name: add_columns([part[name] for part in counted]) for name in ("by_ply", "by_distance")}

    def remove_files(self) -> None:
        """The files of the parts are no longer needed."""
        self.codes.remove()
        self.events.remove()
        names = [f"{kind}{number}" for kind in ("heads", "sources") for number in range(len(self.groups))]
        for name in ("numbers", *names):
            self.slices.path(f"{name}-{self.tier}").unlink(missing_ok=True)


def tally_some(values: Any, movers: Any, plies: Any) -> dict[str, Any]:
    """The tally of some positions; ``movers`` says where Min moves."""
    outcome = np.sign(np.where(values == retro.ENDLESS, 0, values)) * np.where(movers, -1, 1)
    endless = values == retro.ENDLESS
    kinds = [outcome > 0, outcome < 0, (outcome == 0) & ~endless, endless]
    most = int(plies.max()) + 1
    by_ply = [np.bincount(plies[kind], minlength=most).tolist() for kind in kinds]
    ways = (np.abs(values) & (1 << retro.LEVEL_SHIFT) - 1) - 1
    longest = int(ways[outcome != 0].max()) + 1 if bool((outcome != 0).any()) else 0
    by_distance = [np.bincount(ways[kind], minlength=longest).tolist() for kind in kinds[:2]]
    return {"by_ply": by_ply, "by_distance": by_distance}
