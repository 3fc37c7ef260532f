"""Problems for one player, linked and searched: the drivers of the kernels in ``astar.py`` and ``ida_star.py``."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.kernel import JIT, prepare
from elagage.compiler.link import Linked, compile_kernel, widen_cells
from elagage.compiler.numba_backend.game_types import link_type
from elagage.compiler.numba_backend.state_layout import SKETCHES, LayoutError, layout_of
from elagage.paths.compiled.astar import (
    AFTER,
    AGAIN,
    BAD,
    BAD_COST,
    BAD_ESTIMATE,
    BEFORE,
    CURRENT,
    EXPANDED,
    FOUND,
    FULL,
    GENERATED,
    HEAP_COUNT,
    HEAP_ROOM,
    HOPELESS,
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
    WORKSPACE,
    astar_root,
    rehash_root,
)
from elagage.paths.compiled.ida_star import (
    IDA_DEPTH,
    IDA_EXCESS,
    IDA_EXPANDED,
    IDA_GENERATED,
    IDA_HOPELESS,
    IDA_INFORMED,
    IDA_LIMIT,
    IDA_MOST,
    IDA_ROOM,
    IDA_STACK,
    IDA_STOP,
    IDA_THRESHOLD,
    IDA_WORDS,
    IDA_WORKSPACE,
    LEVEL,
    ida_root,
)
from elagage.paths.compiled.onward_driver import search_onward
from elagage.paths.path_common import TOLERANCE
from elagage.paths.problem import tells_onward

__all__ = ["PathFinder", "Searched", "link_problem"]

PROBLEM_RULES = ("successors", "goal", "heuristic")
ROOM = 1 << 14
"""States that there is room for at first."""
DEEPEST = 1 << 16
"""The longest path that IDA* follows."""
STACK = 1 << 17
"""States that it has room for at first."""
FRACTION = np.dtype(np.float64)
ENDLESS = 1 << 62
"""Infinity where numbers are whole."""
LARGEST = 1 << 40
"""Whole costs and estimates above it are not compiled, so that no sum overflows."""


HEAVIEST = 1 << 20
"""The largest weight of an estimate that is multiplied in whole numbers."""


class Searched(NamedTuple):
    """How a search ended. ``states`` are words: the path to the goal, or to the state that something is wrong with."""

    ending: str
    states: list[list[int]]
    expanded: int
    generated: int
    reopened: int
    frontier: int
    informed: bool
    """Was an estimate above 0?"""
    hopeless: bool
    """Was an estimate infinite?"""
    cost: float = 0
    """What the path costs, as the kernel reckoned it."""
    farthest: float = 0
    """The largest cost of a state that A* found, as far as it is known."""
    again: tuple[list[list[int]], float, float] = ([], 0, 0)
    """The way to the first state that A* reopened, what it cost before that and after; empty if there is none."""


ENDINGS = {
    REACHED: "reached", NOTHING: "nothing", LIMIT_MET: "limit", STOPPED: "stopped", BAD_COST: "cost",
    BAD_ESTIMATE: "estimate",
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
            successors = sample_successors(problem, state)
            if not successors:
                break
            state = chooser.choice(successors)[0]
    return states


def sample_successors(problem: Any, state: Any) -> list[Any]:
    """Some successors of a state; none of a goal, which is never expanded, nor where the rules fail:
    the plain search may not come there.
    """
    try:
        return [] if problem.goal(state) else list(islice(problem.successors(state), 64))
    except Exception:
        return []


def is_whole(problem: Any, states: list[Any]) -> bool:
    """Are the costs and estimates of these states all whole numbers, by their type?"""
    try:
        return all(
            isinstance(problem.heuristic(state), int)
            and all(isinstance(cost, int) for _successor, cost in sample_successors(problem, state))
            for state in states
        )
    except Exception:
        return False


def link_problem(problem: Any, widen: int = 1, whole: bool = False) -> Linked:
    """The problem as a type, with whole costs or with fractions;
    CannotCompile if its states are not made of integers.
    """
    try:
        layout = layout_of(sample_states(problem, 2), widen)
        if any(leaf.kind == "packed" for leaf in layout.leaves):
            layout = layout_of(sample_states(problem, 24), widen)
    except LayoutError as error:
        raise CannotCompile(error.message, rule="state") from None
    if not isinstance(problem.start(), tuple):
        raise CannotCompile("the state is not a tuple: make it a NamedTuple of integers", rule="state")
    whole_mark = f"problem {whole}"
    constants: dict[str, Any] = (
        {"nothing": 0, "endless": ENDLESS, "largest": LARGEST, "rounding": 0}
        if whole
        else {"nothing": 0.0, "endless": float("inf"), "largest": float("inf"), "rounding": TOLERANCE}
    )
    rules: tuple[str, ...] = PROBLEM_RULES
    if tells_onward(problem):
        rules = (*rules, "onward")
        constants["unaware"] = is_unaware(problem)
        whole_mark += f" {constants['unaware']}"
    handle, mark = link_type(problem, rules, layout, whole_mark, {}, constants)
    return Linked(problem, handle, layout.words, 1, True, layout.flattener(), mark, layout)


def is_unaware(problem: Any) -> bool:
    """Does the heuristic say nothing of the start? Then it is to be seen whether it says anything at all."""
    try:
        return not problem.heuristic(problem.start()) > 0
    except Exception:
        return True


class PathFinder:
    """A linked problem. ``memory`` is how many megabytes the states of A* may take."""

    def __init__(self, problem: Any, memory: float = 1024, on_wait: Callable[[], None] | None = None) -> None:
        if not JIT:
            raise CannotCompile("the compiler is switched off")
        self.problem, self.memory, self.on_wait, self.widen = problem, memory, on_wait, 1
        self.whole = is_whole(problem, sample_states(problem, 2)[:60])
        self.linked = link_problem(problem, 1, self.whole)

    def with_wider(self, search: Callable[[], Searched]) -> Searched:
        """Search; again with wider cells if a state does not fit,
        and with fractions if not all is whole that looked so.
        """
        while True:
            try:
                return search()
            except OverflowError:
                self.widen = widen_cells(self.widen, "successors")
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
        """A* and its kin: ``toll``, does the cost so far count; ``weight`` of the estimate,
        0 if it is not to be asked.
        """
        if self.whole and (weight != int(weight) or weight > HEAVIEST):
            self.whole = False
            self.linked = link_problem(self.problem, self.widen, False)
        return self.with_wider(lambda: self.astar_once(toll, weight, ties, reopen, limit))

    def astar_once(self, toll: bool, weight: float, ties: int, reopen: bool, limit: int | None) -> Searched:
        """The search with states as they are laid out now."""
        words, room = self.linked.words, ROOM
        size = words + 2
        workspace = np.zeros(WORKSPACE, dtype=np.int64)
        records = np.zeros(room * size, dtype=np.int64)
        table = np.zeros(2 * room, dtype=np.int64)
        heap = np.zeros(3 * room, dtype=np.int64)
        records[:words] = self.linked.flatten(self.problem.start())
        workspace[WORDS], workspace[CURRENT], workspace[LIMIT], workspace[TIES] = words, -1, encode_limit(limit), ties
        workspace[REOPEN], workspace[TOLL], workspace[WEIGHT] = reopen, toll, self.word(weight)
        while True:
            workspace[STATE_ROOM], workspace[HEAP_ROOM], workspace[SLOTS] = room, len(heap) // 3, len(table)
            arguments = (self.linked.handle, workspace, records, table, heap)
            compile_kernel(self.linked, astar_root, arguments, self.on_wait)
            ending = int(astar_root(*arguments, halt=(workspace, STOP)))
            if ending != FULL:
                break
            grown_heap = 2 if workspace[HEAP_COUNT] >= workspace[HEAP_ROOM] else 1
            grown = 2 if workspace[STATES] >= room else 1
            taken = 8 * (grown * (len(records) + len(table)) + grown_heap * len(heap))
            if taken > self.memory * 1_000_000:
                break
            try:
                heap = enlarge_array(heap, grown_heap)
                if grown > 1:
                    records, room = enlarge_array(records, 2), 2 * room
                    old, table = table, np.zeros(2 * room, dtype=np.int64)
            except MemoryError:
                break
            if grown > 1:
                rehashed = (old, len(old), table, len(table))
                prepare(rehash_root, rehashed)
                rehash_root(*rehashed)
        node = int(workspace[FOUND] if ending == REACHED else workspace[CURRENT])
        states = trace_back(records, node if ending in PATHS else -1, words)
        if ending == BAD_ESTIMATE:
            states.append(workspace[BAD : BAD + words].tolist())
        found = self.number(int(records[int(workspace[FOUND]) * size + words]))
        farthest = self.number(int(records[words : int(workspace[STATES]) * size : size].max(initial=0)))
        counts = int(workspace[EXPANDED]), int(workspace[GENERATED]), int(workspace[REOPENED]), int(workspace[MOST])
        kinds = bool(workspace[INFORMED]), bool(workspace[HOPELESS])
        again = trace_back(records, int(workspace[AGAIN]) - 1, words)
        costs = self.number(int(workspace[BEFORE])), self.number(int(workspace[AFTER]))
        return Searched(ENDINGS[ending], states, *counts, *kinds, found, farthest, (again, *costs))

    def ida_star(self, first: float, limit: int | None = None) -> Searched:
        """IDA* with ``first`` as the first threshold."""
        return self.with_wider(lambda: self.ida_once(first, limit))

    def ida_once(self, first: float, limit: int | None) -> Searched:
        """The search with states as they are laid out now."""
        if tells_onward(self.problem):
            found = search_onward(self, first, encode_limit(limit), DEEPEST)
            return Searched(ENDINGS[found[0]], *found[1:])
        words, size, room = self.linked.words, self.linked.words + 2, STACK
        workspace = np.zeros(IDA_WORKSPACE, dtype=np.int64)
        stack = np.zeros(room * size, dtype=np.int64)
        levels = np.zeros(DEEPEST * LEVEL, dtype=np.int64)
        stack[:words] = self.linked.flatten(self.problem.start())
        workspace[IDA_WORDS], workspace[IDA_LIMIT], workspace[IDA_ROOM] = words, encode_limit(limit), DEEPEST
        threshold, ending = first, NOTHING
        while threshold != float("inf"):
            before = workspace.copy()
            sketches = np.zeros(SKETCHES, dtype=np.uint16)
            workspace[IDA_STACK], workspace[IDA_THRESHOLD], workspace[IDA_EXCESS] = (
                room,
                self.word(threshold),
                self.word(float("inf")),
            )
            arguments = (self.linked.handle, workspace, stack, levels, sketches)
            compile_kernel(self.linked, ida_root, arguments, self.on_wait)
            ending = int(ida_root(*arguments, halt=(workspace, IDA_STOP)))
            if ending == FULL and 4 * stack.nbytes <= self.memory * 1_000_000:
                try:
                    stack, room = enlarge_array(stack, 4), 4 * room
                except MemoryError:
                    break
                workspace[:] = before  # the round begins anew
                continue
            threshold = self.number(int(workspace[IDA_EXCESS]))
            if ending != NOTHING:
                break
        states, cost = [], 0.0
        if ending in PATHS:
            entries = levels[: (int(workspace[IDA_DEPTH]) + 1) * LEVEL : LEVEL].tolist()
            states = [stack[entry * size : entry * size + words].tolist() for entry in entries]
            cost = self.number(int(stack[entries[-1] * size + words]))
            if ending == BAD_COST:
                states.pop()
        counts = int(workspace[IDA_EXPANDED]), int(workspace[IDA_GENERATED]), 0, int(workspace[IDA_MOST])
        kinds = first > 0 or bool(workspace[IDA_INFORMED]), first == float("inf") or bool(workspace[IDA_HOPELESS])
        return Searched(ENDINGS[ending], states, *counts, *kinds, cost)


def trace_back(records: Any, node: int, words: int) -> list[list[int]]:
    """The words of the states on the way to a state of that number, none for -1."""
    states, size = [], words + 2
    while node >= 0:
        states.append(records[node * size : node * size + words].tolist())
        node = int(records[node * size + words + 1] & (1 << 32) - 1) - 1
    return states[::-1]


def encode_limit(limit: int | None) -> int:
    """A limit as a word, -1 for none."""
    return -1 if limit is None else min(limit, 1 << 62)


def enlarge_array(array: Any, times: int) -> Any:
    """An array of so many times the size that begins as this one, which is used up."""
    array.resize(len(array) * times, refcheck=False)
    return array
