"""Problems for one player, linked and searched: the drivers of the kernels in ``astar.py`` and ``ida.py``."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from elagage.compiler.compile_once import ready
from elagage.compiler.game_types import linked_type
from elagage.compiler.kernel import JIT, prepare
from elagage.compiler.link import CannotCompile, Linked
from elagage.compiler.memory import address_of
from elagage.compiler.state_layout import SKETCHES, LayoutError, layout_of
from elagage.i18n import _
from elagage.paths.compiled.astar import (
    BAD,
    BAD_COST,
    BAD_ESTIMATE,
    CURRENT,
    DESK,
    EXPANDED,
    FOUND,
    FULL,
    GENERATED,
    HEAP_COUNT,
    HEAP_ROOM,
    INFORMED,
    LIMIT,
    LIMIT_MET,
    MOST,
    NOTHING,
    REACHED,
    REOPEN,
    REOPENED,
    SLOTS,
    STATE_ROOM,
    STATES,
    STOP,
    STOPPED,
    TIES,
    TOLL,
    TOO_DEEP,
    TOO_LARGE,
    WEIGHT,
    WORDS,
    astar_root,
    rehash_root,
)
from elagage.paths.compiled.ida_star import (
    IDA_DEPTH,
    IDA_DESK,
    IDA_EXCESS,
    IDA_EXPANDED,
    IDA_GENERATED,
    IDA_LIMIT,
    IDA_MOST,
    IDA_PILE,
    IDA_ROOM,
    IDA_STOP,
    IDA_THRESHOLD,
    IDA_WORDS,
    LEVEL,
    ida_root,
)

__all__ = ["PathFinder", "Searched", "link_problem"]

PROBLEM_RULES = ("successors", "goal", "heuristic")
ROOM = 1 << 14
"""States that there is room for at first."""
DEEPEST = 1 << 16
"""The longest path that IDA* follows."""
PILE = 1 << 17
"""States that it has room for at first."""
FRACTION = np.dtype(np.float64)
ENDLESS = 1 << 62
"""Infinity where numbers are whole."""
LARGEST = 1 << 40
"""Whole costs and estimates above it are not compiled, so that no sum overflows."""


class Searched(NamedTuple):
    """How a search ended. ``states`` are words: the path to the goal, or to the state that something is wrong with."""

    ending: str
    states: list[list[int]]
    expanded: int
    generated: int
    reopened: int
    frontier: int
    informed: bool
    cost: float = 0
    """What the path costs, as the kernel reckoned it."""
    farthest: float = 0
    """The largest cost of a state that A* found, as far as it is known."""


ENDINGS = {
    REACHED: "reached", NOTHING: "nothing", LIMIT_MET: "limit", STOPPED: "stopped", BAD_COST: "cost", BAD_ESTIMATE: "estimate",
    TOO_DEEP: "deep", FULL: "memory", TOO_LARGE: "large",
}  # fmt: skip


PATHS = (REACHED, BAD_COST, BAD_ESTIMATE)
"""The endings that have a path to show."""


def sample_states(problem: Any, walks: int, steps: int = 60) -> list[Any]:
    """States of a few random walks, always the same ones."""
    chooser = random.Random(1)
    states = []
    for _walk in range(walks):
        state = problem.start()
        for _step in range(steps):
            states.append(state)
            successors = looked_at(problem, state)
            if not successors:
                break
            state = chooser.choice(successors)[0]
    return states


def looked_at(problem: Any, state: Any) -> list[Any]:
    """Some successors of a state; none of a goal, which is never expanded, nor where the rules fail: the plain search may not come there."""
    try:
        return [] if problem.goal(state) else list(islice(problem.successors(state), 64))
    except Exception:
        return []


def is_whole(problem: Any, states: list[Any]) -> bool:
    """Are the costs and estimates of these states all whole numbers, by their type?"""
    try:
        return all(
            isinstance(problem.heuristic(state), int)
            and all(isinstance(cost, int) for _successor, cost in looked_at(problem, state))
            for state in states
        )
    except Exception:
        return False


def link_problem(problem: Any, widen: int = 1, whole: bool = False) -> Linked:
    """The problem as a type, with whole costs or with fractions; CannotCompile if its states are not made of integers."""
    try:
        layout = layout_of(sample_states(problem, 2), widen)
        if any(leaf.kind == "packed" for leaf in layout.leaves):
            layout = layout_of(sample_states(problem, 24), widen)
    except LayoutError as error:
        raise CannotCompile(str(error), "state") from None
    if not isinstance(problem.start(), tuple):
        raise CannotCompile(_("the state is not a tuple: make it a NamedTuple of integers"), "state")
    constants = (
        {"nothing": 0, "endless": ENDLESS, "largest": LARGEST}
        if whole
        else {"nothing": 0.0, "endless": float("inf"), "largest": float("inf")}
    )
    handle, mark = linked_type(problem, PROBLEM_RULES, layout, f"problem {whole}", {}, constants)
    return Linked(problem, handle, layout.words, 1, True, layout.flattener(), mark, layout)


class PathFinder:
    """A linked problem. ``memory`` is how many megabytes the states of A* may take."""

    def __init__(self, problem: Any, memory: float = 1024, on_wait: Callable[[], None] | None = None) -> None:
        if not JIT:
            raise CannotCompile(_("the compiler is switched off"))
        self.problem, self.memory, self.on_wait, self.widen = problem, memory, on_wait, 1
        self.whole = is_whole(problem, sample_states(problem, 2)[:60])
        self.linked = link_problem(problem, 1, self.whole)

    def with_wider(self, search: Callable[[], Searched]) -> Searched:
        """Search; again with wider cells if a state does not fit, and with fractions if not all is whole that looked so."""
        while True:
            try:
                return search()
            except OverflowError:
                if self.widen >= 64:
                    raise CannotCompile(_("a cell of the state does not fit into 64 bits"), "successors") from None
                self.widen *= 4
            except CannotCompile:
                if not self.whole:
                    raise
                self.whole = False
            self.linked = link_problem(self.problem, self.widen, self.whole)

    def word(self, value: float) -> int:
        """A number as the kernels hold it."""
        if self.whole:
            return ENDLESS if value == float("inf") else int(value)
        return int(np.array([value], dtype=FRACTION).view(np.int64)[0])

    def number(self, held: int) -> float:
        """The number that a kernel holds so."""
        if self.whole:
            return float("inf") if held == ENDLESS else held
        return float(np.array([held], dtype=np.int64).view(FRACTION)[0])

    def astar(
        self, *, toll: bool = True, weight: float = 1.0, ties: int = -1, reopen: bool = True, limit: int | None = None
    ) -> Searched:
        """A* and its kin: ``toll``, does the cost so far count; ``weight`` of the estimate, 0 if it is not to be asked."""
        if self.whole and weight != int(weight):
            self.whole = False
            self.linked = link_problem(self.problem, self.widen, False)
        return self.with_wider(lambda: self.astar_once(toll, weight, ties, reopen, limit))

    def astar_once(self, toll: bool, weight: float, ties: int, reopen: bool, limit: int | None) -> Searched:
        """The search with states as they are laid out now."""
        words, room = self.linked.words, ROOM
        size = words + 2
        desk = np.zeros(DESK, dtype=np.int64)
        records = np.zeros(room * size, dtype=np.int64)
        table = np.zeros(2 * room, dtype=np.int64)
        heap = np.zeros(3 * room, dtype=np.int64)
        records[:words] = self.linked.flatten(self.problem.start())
        desk[WORDS], desk[CURRENT], desk[LIMIT], desk[TIES] = words, -1, bounded(limit), ties
        desk[REOPEN], desk[TOLL], desk[WEIGHT] = reopen, toll, self.word(weight)
        while True:
            desk[STATE_ROOM], desk[HEAP_ROOM], desk[SLOTS] = room, len(heap) // 3, len(table)
            memories = (address_of(desk), address_of(records), address_of(table), address_of(heap))
            ready(self.linked, astar_root, (self.linked.handle, *memories), self.on_wait)
            ending = run(astar_root, (self.linked.handle, *memories), desk, STOP)
            if ending != FULL:
                break
            grown_heap = 2 if desk[HEAP_COUNT] >= desk[HEAP_ROOM] else 1
            grown = 2 if desk[STATES] >= room else 1
            taken = 8 * (grown * (len(records) + len(table)) + grown_heap * len(heap))
            if taken > self.memory * 1_000_000:
                break
            try:
                heap = larger(heap, grown_heap)
                if grown > 1:
                    records, room = larger(records, 2), 2 * room
                    old, table = table, np.zeros(2 * room, dtype=np.int64)
            except MemoryError:
                break
            if grown > 1:
                arguments = (address_of(old), len(old), address_of(table), len(table))
                prepare(rehash_root, arguments)
                rehash_root(*arguments)
        states = []
        node = int(desk[FOUND] if ending == REACHED else desk[CURRENT])
        while node >= 0 and ending in PATHS:
            states.append(records[node * size : node * size + words].tolist())
            node = int(records[node * size + words + 1] & (1 << 32) - 1) - 1
        states.reverse()
        if ending == BAD_ESTIMATE:
            states.append(desk[BAD : BAD + words].tolist())
        found = self.number(int(records[int(desk[FOUND]) * size + words]))
        farthest = self.number(int(records[words : int(desk[STATES]) * size : size].max(initial=0)))
        counts = int(desk[EXPANDED]), int(desk[GENERATED]), int(desk[REOPENED]), int(desk[MOST])
        return Searched(ENDINGS[ending], states, *counts, bool(desk[INFORMED]), found, farthest)

    def ida_star(self, first: float, limit: int | None = None) -> Searched:
        """IDA* with ``first`` as the first threshold."""
        return self.with_wider(lambda: self.ida_once(first, limit))

    def ida_once(self, first: float, limit: int | None) -> Searched:
        """The search with states as they are laid out now."""
        words, size, room = self.linked.words, self.linked.words + 2, PILE
        desk = np.zeros(IDA_DESK, dtype=np.int64)
        pile = np.zeros(room * size, dtype=np.int64)
        levels = np.zeros(DEEPEST * LEVEL, dtype=np.int64)
        pile[:words] = self.linked.flatten(self.problem.start())
        desk[IDA_WORDS], desk[IDA_LIMIT], desk[IDA_ROOM] = words, bounded(limit), DEEPEST
        threshold, ending = first, NOTHING
        while threshold != float("inf"):
            before = desk.copy()
            sketches = np.zeros(SKETCHES, dtype=np.uint16)
            desk[IDA_PILE], desk[IDA_THRESHOLD], desk[IDA_EXCESS] = room, self.word(threshold), self.word(float("inf"))
            memories = (address_of(desk), address_of(pile), address_of(levels), address_of(sketches))
            ready(self.linked, ida_root, (self.linked.handle, *memories), self.on_wait)
            ending = run(ida_root, (self.linked.handle, *memories), desk, IDA_STOP)
            if ending == FULL and 4 * pile.nbytes <= self.memory * 1_000_000:
                try:
                    pile, room = larger(pile, 4), 4 * room
                except MemoryError:
                    break
                desk[:] = before  # the round begins anew
                continue
            threshold = self.number(int(desk[IDA_EXCESS]))
            if ending != NOTHING:
                break
        states, cost = [], 0.0
        if ending in PATHS:
            entries = levels[: (int(desk[IDA_DEPTH]) + 1) * LEVEL : LEVEL].tolist()
            states = [pile[entry * size : entry * size + words].tolist() for entry in entries]
            cost = self.number(int(pile[entries[-1] * size + words]))
            if ending == BAD_COST:
                states.pop()
        counts = int(desk[IDA_EXPANDED]), int(desk[IDA_GENERATED]), 0, int(desk[IDA_MOST])
        return Searched(ENDINGS[ending], states, *counts, True, cost)


def bounded(limit: int | None) -> int:
    """A limit as a word, -1 for none."""
    return -1 if limit is None else min(limit, 1 << 62)


def larger(array: Any, times: int) -> Any:
    """An array of so many times the size that begins as this one, which is used up."""
    array.resize(len(array) * times, refcheck=False)
    return array


def run(kernel: Any, arguments: tuple[Any, ...], desk: Any, stop: int) -> int:
    """Run a kernel in a thread, so that this one hears Ctrl-C and can stop it."""
    pool = ThreadPoolExecutor(1)
    future = pool.submit(kernel, *arguments)
    try:
        while not future.done():
            wait([future], timeout=0.1)
    finally:
        desk[stop] = 1
        pool.shutdown()
        desk[stop] = 0
    return int(future.result())
