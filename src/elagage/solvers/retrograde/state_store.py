"""The memory of a retrograde analysis: the states that are known, as keys, and a table that finds them.

It grows as states are found, within a limit. Keys become wider when a number does not fit, and narrower where the
states lie so close that each key can have a place of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.link import Linked, compile_kernel, link
from elagage.errors import TooManyStates
from elagage.game import Game
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.key_table_kernel import rebuild_table
from elagage.solvers.retrograde.state_forecast import expected_total, growth_of, round_forecast
from elagage.solvers.retrograde.state_keys import (
    FIELD_STEP,
    Field,
    exact_ranges,
    fields_for,
    negative_words,
    packed_keys,
    ranges_of,
    widen_ranges,
)

__all__ = ["FIRST_ROOM", "LOAD", "MOST", "StateStore"]

LOAD = 0.8
"""How full the table may be."""
LEAN_LOAD = 0.9
"""The same, where memory is short and all states are known."""
BESIDE_KEYS = 8.5
"""Bytes that a state takes beside its key, at most, once all states are known and memory is short."""
GROWTHS = ((2.0, 2.0, 0.6), (1.125, 1.5, 0.8), (1.05, 1.15, 1.0))
"""By how much arrays and the table grow: by more if they take no more than such a part of the limit then."""
ROOMY = 4
"""How many times larger a table may be in which each key has a place of its own."""
MANY = 50_000
"""States that must be known before keys are made as narrow as they show."""
FIRST_ROOM = 1 << 13
"""States that there is room for at first, unless the limit is so low that they would take ..."""
LEAST = 64
"""... so many bytes each."""
CHUNK = 1 << 16
"""Keys that are rewritten at once."""
BATCH_ROOM = 1 << 11
"""Successors that are looked up together, beside those of one position."""
FIRST_WIDTH = 256
"""How many moves a position is taken to have at most, at first."""
EARLY = 200_000
"""How many states must be known before a forecast may end the work."""
FAST = 0.25
"""The growth of layers (its logarithm) that a forecast may be built on."""
MOST = (1 << 31) - (1 << 16)
"""States and edges are numbered with 31 bits."""


class StateStore:
    """The known states of a game, in arrays that kernels work on, within ``memory`` megabytes."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any = None,
        *,
        symmetric: bool = False,
        memory: float = 1000,
        on_wait: Callable[[], None] | None = None,
        widen: int = 1,
        dense: bool = True,
    ) -> None:
        self.game, self.state, self.symmetric, self.memory, self.on_wait = game, state, symmetric, memory, on_wait
        self.linked: Linked = link(game, widen, symmetric=symmetric)
        assert self.linked.layout is not None
        self.layout = self.linked.layout
        self.widen, self.dense = widen, dense
        self.width = FIRST_WIDTH
        states = [*self.linked.samples, *([] if state is None else [state])]
        self.ranges = ranges_of(self.layout, [self.linked.flatten(sample) for sample in states])
        self.negative = negative_words(self.layout, states)
        self.per_slice = 20_000
        self.compiled: set[Any] = set()
        self.begin()

    def begin(self) -> None:
        """Nothing is known but where to begin."""
        self.phase = "states"
        self.started = False
        self.layers: list[int] = []
        self.peak = 0
        self.fields: list[Field] = fields_for(self.ranges)
        if any(self.fields[word].bits == 64 for word in self.negative):
            raise CannotCompile("a number of the state is negative and needs 64 bits", rule="state")
        self.workspace = np.zeros(retro.WORKSPACE, dtype=np.int64)
        self.set_registers()
        self.workspace[retro.KEEPS] = 1
        size, room = self.fields[-1].key + 1, min(FIRST_ROOM, int(self.memory * 1e6 / LEAST))
        self.keys = np.zeros(room * size, dtype=np.int64)
        self.heads = np.zeros(room, dtype=np.int32)
        self.degrees = np.zeros(room, dtype=np.uint16)
        self.movers = np.zeros(0, dtype=np.uint8)
        self.targets = np.zeros(room, dtype=np.int32)
        self.sources = np.zeros(0, dtype=np.int32)
        self.values = np.zeros(0, dtype=np.int32)
        self.queue = np.zeros(0, dtype=np.int32)
        self.new_table(room)

    def set_registers(self) -> None:
        """What the kernels know of the game and of its keys."""
        workspace = self.workspace
        workspace[retro.WORDS], workspace[retro.KEYS] = self.linked.words, self.fields[-1].key + 1
        workspace[retro.WIDTH], workspace[retro.BATCH_ROOM] = self.width, self.width + BATCH_ROOM
        self.found = np.zeros((self.width + BATCH_ROOM) * (self.fields[-1].key + 1), dtype=np.int64)
        self.codes = np.zeros(2 * (self.width + BATCH_ROOM), dtype=np.int64)
        workspace[retro.MARGINS] = int(self.game.margins or self.game.payoffs)
        for number, field in enumerate(self.fields):
            at = retro.FIELDS + number * FIELD_STEP
            workspace[at : at + FIELD_STEP] = field.low, field.mask, field.key, field.shift

    def call(self, kernel: Any, *arrays: Any, game: bool = True) -> Any:
        """Run a kernel on the workspace and some arrays."""
        arguments = (self.linked.handle, self.workspace, *arrays) if game else (self.workspace, *arrays)
        if game and kernel not in self.compiled:
            compile_kernel(self.linked, kernel, arguments, self.on_wait)
            self.compiled.add(kernel)
        return kernel(*arguments)

    def forecast(self) -> float:
        """How many states there will be, and no more than there are keys."""
        return min(expected_total(self.layers), 2.0 ** sum(bits for _low, bits in self.ranges))

    # Memory

    def resize(self, name: str, size: int) -> None:
        """Make an array longer or shorter, in place where the machine can."""
        getattr(self, name).resize(size, refcheck=False)

    def new_table(self, room: int, load: float = LOAD) -> None:
        """An empty table for so many states, filled with those that are known."""
        slots = int(room / load) + 16
        index_bits = slots.bit_length()
        if self.workspace[retro.DIRECT]:
            slots, index_bits = 1 << sum(bits for _low, bits in self.ranges), 31
        self.table = np.zeros(0, dtype=np.int32)  # the old one goes before the new one comes
        self.table = np.full(slots, -1, dtype=np.int32)
        self.workspace[retro.SLOTS], self.workspace[retro.INDEX_BITS] = slots, index_bits
        self.call(rebuild_table, self.keys, self.table, game=False)
        self.set_room()

    def set_room(self) -> None:
        """Tell the kernels how much there is room for."""
        load = 1 if self.workspace[retro.DIRECT] else LOAD
        self.workspace[retro.STATE_ROOM] = min(len(self.heads), int(len(self.table) * load))
        self.workspace[retro.EDGE_ROOM] = len(self.targets)
        self.note_memory()

    def note_memory(self) -> None:
        """The most that was taken."""
        self.peak = max(self.peak, self.bytes())

    def bytes(self) -> int:
        """What the arrays take."""
        return sum(array.nbytes for array in self.arrays().values()) + self.table.nbytes

    def make_room(self) -> None:
        """More memory, unless that is above the limit or the forecast is far above it."""
        states, edges = int(self.workspace[retro.STATES]), int(self.workspace[retro.EDGES])
        size, batch = self.fields[-1].key + 1, self.width + BATCH_ROOM
        for growth, table_growth, part in GROWTHS:
            room, slots, edge_room = len(self.heads), len(self.table), len(self.targets)
            if states + batch > room:
                room = max(grow_room(room, growth), states + batch)
            if states + batch > slots * LOAD and not self.workspace[retro.DIRECT]:
                slots = max(grow_room(slots, table_growth), int((states + batch) / LOAD) + 16)
            if edges + batch > edge_room and self.workspace[retro.KEEPS]:
                edge_room = max(grow_room(edge_room, growth), edges + batch)
            held = room * (8 * size + 6) + 4 * slots
            if held + 4 * edge_room <= part * self.memory * 1e6:
                break
        else:
            self.workspace[retro.KEEPS] = edge_room = 0
        later = states * (self.packed_bytes(self.ranges) + BESIDE_KEYS) + 4 * edges
        if later > self.memory * 1e6 and states > 0:
            ranges = exact_ranges(self.keys[: states * size].reshape(states, size), self.fields, self.layout)
            later = states * (self.packed_bytes(ranges) + BESIDE_KEYS) + 4 * edges
        need = max(held + 4 * edge_room, later)
        each = need / max(1, states)
        expected = max(float(states), self.forecast())
        far = states > EARLY and growth_of(self.layers)[0] > FAST and expected * each > 4e6 * self.memory
        if need > self.memory * 1e6 or far or max(states, edges) > MOST:
            raise TooManyStates(
                "There are about {expected} positions to reach ({found} found so far), which takes about "
                "{need} MB, and the limit is "
                "{limit} MB: give more memory, begin from a later position, or solve by alpha-beta.",
                expected=round_forecast(expected if far else max(expected, states * 1.1)),
                found=states,
                size=max(expected, states) * each,
                need=round_forecast(max(expected, states) * each / 1e6),
                limit=round(self.memory),
            )
        if room != len(self.heads):
            self.resize("keys", room * size)
            self.resize("heads", room)
            self.resize("degrees", room)
        if edge_room != len(self.targets):
            self.resize("targets", edge_room)
        if slots != len(self.table) and not self.give_places(slots):
            self.new_table(int(slots * LOAD))
        self.set_room()

    def give_places(self, slots: int) -> bool:
        """Make the keys as narrow as the known states allow, if each then has a place of its own in a table that is not
        much larger than one of so many slots; was it done?
        """
        states = int(self.workspace[retro.STATES])
        if not self.dense or states < MANY or len(self.keys) > len(self.heads) or not self.started:
            return False
        ranges = exact_ranges(self.keys[:states].reshape(states, 1), self.fields, self.layout)
        if not self.has_places(ranges, slots):
            return False
        self.repack(ranges, direct=True)
        return True

    def has_places(self, ranges: list[tuple[int, int]], slots: int) -> bool:
        """Would a table with a place for each key of these ranges be not much larger than one of so many slots?"""
        places = 1 << sum(bits for _low, bits in ranges)
        free = self.memory * 1e6 - self.bytes() + self.table.nbytes
        return places <= min(ROOMY * slots, MOST) and 4 * places <= free

    def repack(self, ranges: list[tuple[int, int]], direct: bool) -> None:
        """Write the known states with fields for other ranges, and find them in a new table."""
        states, old = int(self.workspace[retro.STATES]), self.fields
        self.ranges, self.fields = ranges, fields_for(ranges)
        if any(self.fields[word].bits == 64 for word in self.negative):
            raise CannotCompile("a number of the state is negative and needs 64 bits", rule="state")
        packed = self.pack_keys(ranges, old)
        self.set_registers()
        size = self.fields[-1].key + 1
        self.resize("keys", len(self.heads) * size)
        self.keys[: states * size] = packed
        self.workspace[retro.DIRECT] = direct
        self.new_table(max(FIRST_ROOM, states + self.width + BATCH_ROOM))

    def pack_keys(self, ranges: list[tuple[int, int]], fields: list[Field] | None = None) -> Any:
        """The keys of the known states with fields for other ranges, word by word."""
        states, size = int(self.workspace[retro.STATES]), (fields or self.fields)[-1].key + 1
        keys = self.keys[: states * size].reshape(states, size)
        return packed_keys(keys, (fields or self.fields), ranges).view(np.int64).reshape(-1)

    def packed_bytes(self, ranges: list[tuple[int, int]]) -> int:
        """How many bytes a key of these ranges takes where memory is short."""
        fields = fields_for(ranges)
        return -(-(fields[-1].shift + fields[-1].bits) // 8) if fields[-1].key == 0 else 8 * (fields[-1].key + 1)

    def shorten_keys(self) -> None:
        """All states are known: let their keys take no more bytes than they need, in place."""
        states, size = int(self.workspace[retro.STATES]), self.fields[-1].key + 1
        keys = self.keys[: states * size].reshape(states, size)
        ranges = exact_ranges(keys, self.fields, self.layout)
        packed = self.packed_bytes(ranges)
        if packed >= 8:
            return
        room = self.keys.view(np.uint8)
        for first in range(0, states, CHUNK):
            rows = packed_keys(keys[first : first + CHUNK], self.fields, ranges).astype("<u8").view(np.uint8)
            written = rows.reshape(-1, 8)[:, :packed].reshape(-1)
            room[first * packed : first * packed + len(written)] = written
        del keys, room
        self.ranges, self.fields = ranges, fields_for(ranges)
        self.workspace[retro.KEY_BYTES] = packed
        self.set_registers()
        self.resize("keys", -(-states * packed // 8))
        self.keys = self.keys.view(np.uint8)

    def key_rows(self) -> Any:
        """The keys of all states, a row of words each."""
        states, size = int(self.workspace[retro.STATES]), self.fields[-1].key + 1
        packed = int(self.workspace[retro.KEY_BYTES])
        if not packed:
            return self.keys[: states * size].reshape(states, size)
        rows = np.zeros((states, 8), dtype=np.uint8)
        rows[:, :packed] = self.keys[: states * packed].reshape(states, packed)
        return rows.view("<i8").astype(np.int64)

    def refit(self) -> None:
        """A word did not fit its field: go on with a wider one."""
        word, value = int(self.workspace[retro.WORD_BAD]), int(self.workspace[retro.WORD_VALUE])
        direct = bool(self.workspace[retro.DIRECT])
        ranges = widen_ranges(self.ranges, word, value, 0 if direct else 1)
        slots = int(int(self.workspace[retro.STATES]) / LOAD)
        self.repack(ranges, direct and self.has_places(ranges, slots))

    def arrays(self) -> dict[str, Any]:
        """What a snapshot holds besides the table, which follows from the keys."""
        names = ("workspace", "keys", "heads", "degrees", "movers", "targets", "sources", "values", "queue")
        return {name: getattr(self, name) for name in names}


def grow_room(room: int, factor: float) -> int:
    """A larger room, with space for a position's successors at least."""
    return int(room * factor) + FIRST_WIDTH
