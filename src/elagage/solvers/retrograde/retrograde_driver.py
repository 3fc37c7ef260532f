"""Retrograde analysis, run: memory that grows as states are found, slices between which a person is heard,
snapshots to go on from.

Three phases: ``states`` finds them all, ``values`` lets the ends flow back, ``done``. What a slice leaves behind is
complete, so a snapshot between two of them is enough to go on from, in another process too, and to end with the very
same bytes.
"""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from elagage.compiler.fallback import CannotCompile, UnheldScore
from elagage.compiler.link import Linked, compile_kernel, link, sample_states, widen_cells
from elagage.compiler.workers import hold_interrupts
from elagage.errors import LimitsError, SearchError
from elagage.game import Game
from elagage.result import Number
from elagage.solvers.retrograde import enumeration_kernel as retro
from elagage.solvers.retrograde.state_forecast import expected_total, growth_of, round_forecast
from elagage.solvers.retrograde.state_keys import FIELD_STEP, Field, fields_for, negative_words, ranges_of, widen_ranges
from elagage.solvers.retrograde.value_kernel import collect_levels, propagate, seed_ends, spread_draws
from elagage.solvers.retrograde.value_tables import Solved, sort_values, tallies

__all__ = ["Retrograde"]

LOAD = 0.8
"""How full the table may be."""
GROWTH = 1.125
TABLE_GROWTH = 1.5
FIRST_ROOM = 1 << 10
FIRST_WIDTH = 256
"""How many moves a position is taken to have at most, at first."""
EARLY = 200_000
"""How many states must be known before a forecast may end the work."""
FAST = 0.25
"""The growth of layers (its logarithm) that a forecast may be built on."""
SLICE_TIME = 0.02
MOST = (1 << 31) - (1 << 16)
"""States and edges are numbered with 31 bits."""


class Retrograde:
    """The analysis of all that can be reached from a state (None: from the game's ``starts``),
    within ``memory`` megabytes.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any = None,
        *,
        symmetric: bool = False,
        memory: float = 1000,
        on_wait: Callable[[], None] | None = None,
        widen: int = 1,
    ) -> None:
        self.game, self.state, self.symmetric, self.memory, self.on_wait = game, state, symmetric, memory, on_wait
        self.linked: Linked = link(game, widen, symmetric=symmetric)
        assert self.linked.layout is not None
        self.layout = self.linked.layout
        self.widen = widen
        self.width = FIRST_WIDTH
        states = [*sample_states(game, 24), *([] if state is None else [state])]
        self.ranges = ranges_of(self.layout, [self.linked.flatten(sample) for sample in states])
        self.negative = negative_words(self.layout, states)
        self.per_slice = 20_000
        self.begin()

    # The phases

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
        size = self.fields[-1].key + 1
        self.keys = np.zeros(FIRST_ROOM * size, dtype=np.int64)
        self.heads = np.zeros(FIRST_ROOM, dtype=np.int32)
        self.degrees = np.zeros(FIRST_ROOM, dtype=np.uint16)
        self.nexts = np.zeros(FIRST_ROOM, dtype=np.int32)
        self.blocks = np.zeros(2 * (FIRST_ROOM >> retro.BLOCK) + 2, dtype=np.int32)
        self.values = np.zeros(0, dtype=np.int32)
        self.queue = np.zeros(0, dtype=np.int32)
        self.new_table(FIRST_ROOM)

    def set_registers(self) -> None:
        """What the kernels know of the game."""
        workspace = self.workspace
        workspace[retro.WORDS], workspace[retro.KEYS] = self.linked.words, self.fields[-1].key + 1
        workspace[retro.WIDTH] = self.width
        workspace[retro.MARGINS] = int(self.game.margins or self.game.payoffs)
        for number, field in enumerate(self.fields):
            at = retro.FIELDS + number * FIELD_STEP
            workspace[at : at + FIELD_STEP] = field.low, field.mask, field.key, field.shift

    def run(
        self,
        on_progress: Callable[[str, int, float], None] | None = None,
        keep: Callable[[Retrograde], None] | None = None,
    ) -> None:
        """Go on to the end.

        ``on_progress`` hears the phase, how much is done and how much there will be; ``keep`` may take a snapshot.
        """
        while self.phase != "done":
            before = clock_time.perf_counter()
            with hold_interrupts():  # what a slice leaves behind is complete
                self.slice()
            took = clock_time.perf_counter() - before
            if took < SLICE_TIME / 2 and self.per_slice < 1 << 24:
                self.per_slice *= 2
            elif took > SLICE_TIME * 2 and self.per_slice > 100:
                self.per_slice //= 2
            if on_progress is not None:
                on_progress(self.phase, *self.progress())
            if keep is not None:
                keep(self)

    def progress(self) -> tuple[int, float]:
        """How much of the phase is done, and how much there will be."""
        if self.phase == "states":
            done = int(self.workspace[retro.DONE])
            return done, max(float(self.workspace[retro.STATES]), self.forecast())
        return int(self.workspace[retro.QUEUE_HEAD]), float(self.workspace[retro.STATES])

    def forecast(self) -> float:
        """How many states there will be, and no more than there are keys."""
        return min(expected_total(self.layers), 2.0 ** sum(bits for _low, bits in self.ranges))

    def slice(self) -> None:
        """A little more of the phase."""
        self.workspace[retro.BUDGET] = self.per_slice
        try:
            if not self.started:
                self.start()
            elif self.phase == "states":
                self.find_more()
            elif self.phase == "values":
                self.decide_more()
        except OverflowError:  # a packed cell holds more than the samples showed
            self.__init__(  # type: ignore[misc]
                self.game,
                self.state,
                symmetric=self.symmetric,
                memory=self.memory,
                on_wait=self.on_wait,
                widen=widen_cells(self.widen),
            )

    def call(self, kernel: Any, *arrays: Any, game: bool = True) -> Any:
        """Run a kernel on the workspace and some arrays."""
        arguments = (self.linked.handle, self.workspace, *arrays) if game else (self.workspace, *arrays)
        if game:
            compile_kernel(self.linked, kernel, arguments, self.on_wait)
        return kernel(*arguments)

    def start(self) -> None:
        """Enumerate where the analysis begins."""
        while True:
            if self.state is None and type(self.game).starts is not Game.starts:
                status = self.call(retro.enumerate_starts, self.keys, self.table, self.heads)
            else:
                root = self.game.start() if self.state is None else self.state
                for number, word in enumerate(self.linked.flatten(root)):
                    self.workspace[retro.ROOT_STATE + number] = word
                status = self.call(retro.add_state, self.keys, self.table, self.heads)
            if status == retro.FINISHED:
                break
            if status == retro.FULL:
                self.make_room()
            else:
                self.refit()
                return
        self.layers = [int(self.workspace[retro.STATES])]
        self.workspace[retro.LAYER_END] = self.workspace[retro.STATES]
        self.started = True

    def find_more(self) -> None:
        """Some more successors."""
        status = self.call(
            retro.enumerate_states, self.keys, self.table, self.heads, self.degrees, self.nexts, self.blocks
        )
        states = int(self.workspace[retro.STATES])
        if status == retro.FULL:
            self.make_room()
        elif status == retro.LAYER:
            self.layers.append(states - int(self.workspace[retro.LAYER_END]))
            self.workspace[retro.LAYER_END] = states
        elif status == retro.MISFIT:
            self.refit()
        elif status == retro.TOO_WIDE:
            if self.width == retro.DEGREE:
                raise CannotCompile("a position has more than {most} moves", most=retro.DEGREE, rule="moves")
            self.width = min(retro.DEGREE, 8 * self.width)
            self.begin()
        elif status == retro.FINISHED:
            self.seed()

    def seed(self) -> None:
        """All states are known: the table is no longer needed, the ends get their values."""
        states, edges = int(self.workspace[retro.STATES]), int(self.workspace[retro.EDGES])
        self.table = np.zeros(1, dtype=np.int32)
        self.resize("keys", states * (self.fields[-1].key + 1))
        self.resize("heads", states)
        self.resize("degrees", states)
        self.resize("nexts", edges + 1)
        self.values = np.zeros(states, dtype=np.int32)
        self.queue = np.zeros(states, dtype=np.int32)
        self.note_memory()
        status = self.call(collect_levels, self.keys, self.degrees, self.values)
        if status == retro.UNHELD:
            raise UnheldScore
        if status != retro.FINISHED:
            raise SearchError(
                "This game ends with more than {most} different scores, which a table of all positions can't hold.",
                most=retro.MOST_LEVELS,
            )
        count = int(self.workspace[retro.LEVEL_COUNT])
        self.workspace[retro.LEVELS : retro.LEVELS + count] = -np.sort(
            -self.workspace[retro.LEVELS : retro.LEVELS + count]
        )
        self.call(seed_ends, self.degrees, self.values, self.queue, game=False)
        self.phase = "values"

    def decide_more(self) -> None:
        """Some more values."""
        arrays = (self.heads, self.degrees, self.nexts, self.blocks, self.values, self.queue)
        status = self.call(propagate, *arrays, game=False)
        if status == retro.TOO_FAR:
            raise SearchError("A win lies more than {most} plies away.", most=retro.MOST_PLIES)
        if status == retro.FINISHED:
            self.call(spread_draws, *arrays, game=False)
            self.phase = "done"

    # Memory

    def resize(self, name: str, size: int) -> None:
        """Make an array longer or shorter, in place where the machine can."""
        getattr(self, name).resize(size, refcheck=False)

    def new_table(self, room: int) -> None:
        """An empty table for so many states, filled with those that are known."""
        slots = int(room / LOAD) + 16
        self.table = np.zeros(0, dtype=np.int32)  # the old one goes before the new one comes
        self.table = np.full(slots, -1, dtype=np.int32)
        self.workspace[retro.SLOTS] = slots
        self.call(retro.rebuild_table, self.keys, self.table, game=False)
        self.set_room()

    def set_room(self) -> None:
        """Tell the kernels how much there is room for."""
        self.workspace[retro.STATE_ROOM] = min(len(self.heads), int(len(self.table) * LOAD))
        self.workspace[retro.EDGE_ROOM] = len(self.nexts)
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
        size = self.fields[-1].key + 1
        room, slots, edge_room = len(self.heads), len(self.table), len(self.nexts)
        if states + self.width > room:
            room = max(grow_room(room, GROWTH), states + self.width)
        if states + self.width > slots * LOAD:
            slots = max(grow_room(slots, TABLE_GROWTH), int((states + self.width) / LOAD) + 16)
        if edges + self.width > edge_room:
            edge_room = max(grow_room(edge_room, GROWTH), edges + self.width)
        need = room * (8 * size + 6) + 4 * slots + 4 * edge_room + (edge_room >> retro.BLOCK) * 8
        each = need / max(1, states)
        expected = max(float(states), self.forecast())
        far = states > EARLY and growth_of(self.layers)[0] > FAST and expected * each > 4e6 * self.memory
        if need > self.memory * 1e6 or far or max(states, edges) > MOST:
            raise LimitsError(
                "There are about {expected} positions to reach ({found} found so far), which takes about "
                "{need} MB, and the limit is "
                "{limit} MB: give more memory, begin from a later position, or solve by alpha-beta.",
                expected=round_forecast(expected if far else max(expected, states * 1.1)),
                found=states,
                need=round_forecast(max(expected, states) * each / 1e6),
                limit=round(self.memory),
            )
        if room != len(self.heads):
            self.resize("keys", room * size)
            self.resize("heads", room)
            self.resize("degrees", room)
        if edge_room != len(self.nexts):
            self.resize("nexts", edge_room)
            self.resize("blocks", 2 * (edge_room >> retro.BLOCK) + 2)
        if slots != len(self.table):
            self.new_table(int(slots * LOAD))
        self.set_room()

    def refit(self) -> None:
        """A word did not fit its field: begin again with a wider one."""
        self.ranges = widen_ranges(
            self.ranges, int(self.workspace[retro.WORD_BAD]), int(self.workspace[retro.WORD_VALUE])
        )
        self.begin()

    # Snapshots

    def arrays(self) -> dict[str, Any]:
        """What a snapshot holds besides the table, which follows from the keys."""
        names = ("workspace", "keys", "heads", "degrees", "nexts", "blocks", "values", "queue")
        return {name: getattr(self, name) for name in names}

    def facts(self) -> dict[str, Any]:
        """What a snapshot holds besides the arrays."""
        return {
            "mark": self.linked.mark,
            "phase": self.phase,
            "started": self.started,
            "layers": self.layers,
            "ranges": self.ranges,
            "root": None if self.state is None else self.linked.flatten(self.state),
            "widen": self.widen,
        }

    def restore(self, facts: Mapping[str, Any], arrays: Mapping[str, Any]) -> bool:
        """Go on from a snapshot; False if it belongs to other rules,
        another beginning or another version of the engine.
        """
        own = self.facts()
        if any(facts.get(name) != own[name] for name in ("mark", "root", "widen")):
            return False
        self.ranges = [(int(low), int(bits)) for low, bits in facts["ranges"]]
        self.begin()
        for name, array in self.arrays().items():
            setattr(self, name, np.frombuffer(arrays[name], dtype=array.dtype).copy())
        self.width = int(self.workspace[retro.WIDTH])
        self.phase, self.started, self.layers = facts["phase"], facts["started"], list(facts["layers"])
        if self.phase == "states":
            self.new_table(max(FIRST_ROOM, int(self.workspace[retro.SLOTS] * LOAD)))
        return True

    # The end

    def collect_solved(self) -> Solved:
        """All that was found, in the order of the keys."""
        states, size = int(self.workspace[retro.STATES]), self.fields[-1].key + 1
        values, degrees = self.values, self.degrees
        by_ply, by_distance = tallies(values, degrees, self.layers)
        edges = int(self.workspace[retro.EDGES])
        for name in ("heads", "nexts", "blocks", "queue"):
            setattr(self, name, np.zeros(0, dtype=np.int32))
        count = int(self.workspace[retro.LEVEL_COUNT])
        held, scale = self.workspace[retro.LEVELS : retro.LEVELS + count], self.linked.scale
        levels: list[Number] = [int(level) if scale == 1 else int(level) / scale for level in held]
        keys = self.keys[: states * size].reshape(states, size)
        fields, widths, written, decided, small, longest = sort_values(keys, values, self.fields, self.layout, levels)
        return Solved(fields, widths, written, decided, small, levels, states, edges, by_ply, by_distance, longest)


def grow_room(room: int, factor: float) -> int:
    """A larger room, with space for a position's successors at least."""
    return int(room * factor) + FIRST_WIDTH
