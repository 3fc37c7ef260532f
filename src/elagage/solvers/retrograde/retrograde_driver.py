"""Retrograde analysis, run: slices between which a person is heard, snapshots to go on from.

Four phases: ``states`` finds them all, ``edges`` turns the edges round, ``values`` lets the ends flow back, ``done``.
What a slice leaves behind is complete, so a snapshot between two of them is enough to go on from, in another process
too, and to end with the very same bytes.
"""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from elagage.compiler.fallback import CannotCompile, UnheldScore
from elagage.compiler.link import widen_cells
from elagage.compiler.workers import hold_interrupts
from elagage.errors import SearchError
from elagage.game import Game
from elagage.result import Number
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.edge_kernel import FEW, find_edges, place_edges, turn_edges
from elagage.solvers.retrograde.enumeration_kernel import add_state, enumerate_starts, enumerate_states
from elagage.solvers.retrograde.state_store import FIRST_ROOM, LEAN_LOAD, LOAD, StateStore
from elagage.solvers.retrograde.value_kernel import collect_levels, count_moves, propagate, seed_ends, spread_draws
from elagage.solvers.retrograde.value_tables import Solved, pack_movers, sort_values, tallies

__all__ = ["Retrograde"]

SLICE_TIME = 0.02
QUEUE_PART, LEAST_QUEUE = 16, 256
"""The queue has room for one state in so many, and for so many at least."""


class Retrograde(StateStore):
    """The analysis of all that can be reached from a state (None: from the game's ``starts``),
    within ``memory`` megabytes.
    """

    # The phases

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
        if self.phase == "edges":
            return int(self.workspace[retro.DONE]), float(self.workspace[retro.STATES])
        return int(self.workspace[retro.DECIDED]), float(self.workspace[retro.STATES])

    def slice(self) -> None:
        """A little more of the phase."""
        self.workspace[retro.BUDGET] = self.per_slice
        try:
            if not self.started:
                self.start()
            elif self.phase == "states":
                self.find_more()
            elif self.phase == "edges":
                self.turn_more()
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
                dense=self.dense,
            )

    def start(self) -> None:
        """Enumerate where the analysis begins."""
        while True:
            if self.state is None and type(self.game).starts is not Game.starts:
                status = self.call(enumerate_starts, self.keys, self.table, self.heads)
            else:
                root = self.game.start() if self.state is None else self.state
                for number, word in enumerate(self.linked.flatten(root)):
                    self.workspace[retro.ROOT_STATE + number] = word
                status = self.call(add_state, self.keys, self.table, self.heads)
            if status == retro.FINISHED:
                break
            if status == retro.FULL:
                self.make_room()
            else:
                self.refit()
        self.layers = [int(self.workspace[retro.STATES])]
        self.workspace[retro.LAYER_END] = self.workspace[retro.STATES]
        self.started = True
        self.give_places(len(self.table))

    def find_more(self) -> None:
        """Some more successors."""
        sizes = np.zeros(retro.MOST_LAYERS, dtype=np.int64)
        self.workspace[retro.LAYERS] = 0
        arrays = (self.keys, self.table, self.heads, self.degrees, self.targets, self.found, self.codes, sizes)
        status = self.call(enumerate_states, *arrays)
        self.layers += sizes[: int(self.workspace[retro.LAYERS])].tolist()
        if status == retro.FULL:
            self.make_room()
        elif status == retro.MISFIT:
            self.refit()
        elif status == retro.TOO_WIDE:
            if self.width == retro.DEGREE:
                raise CannotCompile("a position has more than {most} moves", most=retro.DEGREE, rule="moves")
            self.width = min(retro.DEGREE, 8 * self.width)
            self.set_registers()
        elif status == retro.FINISHED:
            self.begin_edges()

    def begin_edges(self) -> None:
        """All states are known: give each edge its place."""
        states, edges = int(self.workspace[retro.STATES]), int(self.workspace[retro.EDGES])
        keeps = bool(self.workspace[retro.KEEPS])
        if keeps:
            self.table = np.zeros(1, dtype=np.int32)
        self.resize("keys", states * (self.fields[-1].key + 1))
        self.resize("heads", states)
        self.resize("degrees", states)
        self.resize("targets", edges if keeps else 0)
        self.workspace[retro.KEEPS] = keeps and self.bytes() + 4 * edges <= self.memory * 1e6
        if not self.workspace[retro.KEEPS]:
            self.resize("targets", 0)
            self.degrees = np.zeros(FEW, dtype=np.uint16)
            self.table = np.zeros(1, dtype=np.int32)
            self.workspace[retro.DIRECT] = 0
            self.shorten_keys()
            self.new_table(states, LEAN_LOAD)
        self.sources = np.zeros(edges, dtype=np.int32)
        self.note_memory()
        self.call(place_edges, self.heads, game=False)
        self.phase = "edges"

    def turn_more(self) -> None:
        """Turn some more edges round; when all are, the ends get their values."""
        if self.workspace[retro.KEEPS]:
            status = self.call(turn_edges, self.heads, self.degrees, self.targets, self.sources, game=False)
        else:
            arrays = (self.keys, self.table, self.heads, self.degrees, self.sources, self.found, self.codes)
            status = self.call(find_edges, *arrays)
        if status == retro.FINISHED:
            self.seed()

    def seed(self) -> None:
        """The ends get their values, and the table, the targets and the degrees are no longer needed."""
        states = int(self.workspace[retro.STATES])
        self.table = np.zeros(1, dtype=np.int32)
        self.resize("targets", 0)
        self.values = np.zeros(states, dtype=np.int32)
        self.note_memory()
        if self.workspace[retro.KEEPS]:
            self.values[:] = self.degrees
        else:
            self.call(count_moves, self.keys, self.values)
        self.degrees = np.zeros(0, dtype=np.uint16)
        self.movers = pack_movers(self.values)
        room = self.workspace[retro.QUEUE_ROOM] = max(LEAST_QUEUE, states // QUEUE_PART)
        self.queue = np.zeros(room, dtype=np.int32)
        self.note_memory()
        status = self.call(collect_levels, self.keys, self.values)
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
        self.call(seed_ends, self.values, game=False)
        self.phase = "values"

    def decide_more(self) -> None:
        """Some more values."""
        arrays = (self.heads, self.sources, self.values, self.queue)
        status = self.call(propagate, *arrays, game=False)
        if status == retro.TOO_FAR:
            raise SearchError("A win lies more than {most} plies away.", most=retro.MOST_PLIES)
        if status == retro.FINISHED:
            self.call(spread_draws, *arrays, game=False)
            self.phase = "done"

    # Snapshots

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
        if self.workspace[retro.KEY_BYTES]:
            self.keys = self.keys.view(np.uint8)
        self.width = int(self.workspace[retro.WIDTH])
        self.phase, self.started, self.layers = facts["phase"], facts["started"], list(facts["layers"])
        if self.phase == "states":
            self.new_table(max(FIRST_ROOM, int(self.workspace[retro.SLOTS] * LOAD)))
        elif self.phase == "edges" and not self.workspace[retro.KEEPS]:
            self.new_table(int(self.workspace[retro.STATES]), LEAN_LOAD)
        self.set_registers()
        return True

    # The end

    def collect_solved(self) -> Solved:
        """All that was found, in the order of the keys."""
        states, values = int(self.workspace[retro.STATES]), self.values
        by_ply, by_distance = tallies(values, self.movers, self.layers)
        edges = int(self.workspace[retro.EDGES])
        for name in ("heads", "sources", "queue"):
            setattr(self, name, np.zeros(0, dtype=np.int32))
        count = int(self.workspace[retro.LEVEL_COUNT])
        held, scale = self.workspace[retro.LEVELS : retro.LEVELS + count], self.linked.scale
        levels: list[Number] = [int(level) if scale == 1 else int(level) / scale for level in held]
        found = sort_values(self.key_rows(), values, self.fields, self.layout, levels)
        fields, widths, written, decided, small, longest = found
        return Solved(fields, widths, written, decided, small, levels, states, edges, by_ply, by_distance, longest)
