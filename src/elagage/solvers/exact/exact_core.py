"""Alpha-beta to the end, run: a game with a table that grows with the work, and the workspaces of its threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from elagage.compiler.fallback import CannotCompile, UnheldScore
from elagage.compiler.link import Linked, compile_kernel, link_rules
from elagage.compiler.memory import new_words, repeat_rows
from elagage.compiler.workers import Job, new_bell, run_race
from elagage.errors import SearchError
from elagage.game import Game
from elagage.result import WIN
from elagage.search.compiled.driver import Interrupted, SearchClock, TooWide, walk_line
from elagage.search.compiled.engine_scores import EngineScores
from elagage.search.compiled.features import DISTANCE, STEP, WON
from elagage.search.compiled.workspace import (
    AGE,
    HITS,
    LEAVES,
    LOOK,
    NODE_LIMIT,
    NODES,
    OVERFLOW,
    ROOT,
    ROUNDED,
    SHARED_STOP,
    STOPPED,
    UNFIT,
    WIDTH,
)
from elagage.solvers.exact.exact_kernel import solve_list, solve_root
from elagage.solvers.exact.exact_workspace import (
    AGES,
    ENTRIES,
    HIGH,
    LINE,
    LINE_WANTED,
    LITTLE,
    LOW,
    NO_MOVE,
    PLIES,
    ROOM,
    TOO_LONG,
    TRIALS,
    UNKNOWN_WORK,
    WORK,
    count_exact_words,
)

__all__ = ["Core"]

FEW = 1 << 16
"""Buckets of the first table: a position that is soon solved does not wait for a large one."""
COUNTERS = (NODES, LEAVES, HITS)
GROWTH = 8
FIRST_LOOK = 1 << 14
"""Positions after which a search begins again, knowing how much work each ply takes; each time after as many times more
as a table grows by.
"""
CROWDED, FULL = 1, 8
"""Positions that are looked at for each bucket before the table grows: between two windows, and in the midst of one."""
LOOKED_UP = 25
"""Looking a position up costs as much as searching so many, for each word of its key beyond the first (measured with
Othello, which has three; with Connect 4, which has one, it always pays).
"""


class Core:
    """A linked game with its table and the workspaces of its threads."""

    def __init__(
        self,
        game: Game[Any, Any],
        threads: int,
        memory: float,
        widen: int,
        on_wait: Callable[[], None] | None = None,
        linked: Linked | None = None,
    ) -> None:
        self.game, self.threads, self.memory, self.widen, self.width = game, threads, memory, widen, 64
        self.linked: Linked = link_rules(game, widen) if linked is None else linked
        self.scores = EngineScores(game, self.linked, 0 if game.margins else DISTANCE)
        self.words = self.linked.key_words
        self.little = LOOKED_UP * (self.words - 1)
        self.most = max(1, int(memory * 1_000_000) // (8 * ENTRIES * (self.words + 1)))
        self.age = 0
        self.jobs: list[Job] = []
        self.spent = dict.fromkeys(COUNTERS, 0)
        """What was counted by searches that are over."""
        self.set_up(min(FEW, self.most))
        if self.linked.compiled:
            compile_kernel(self.linked, solve_root, self.arguments(self.workspaces[0], -1, 1, 0, 0), on_wait)

    def set_up(self, buckets: int) -> None:
        """Fresh memory with so many buckets."""
        compiled = self.linked.compiled
        self.buckets = buckets
        self.table = new_words(buckets * ENTRIES * (self.words + 1), compiled)
        self.shared = new_words(64, compiled)
        self.workspaces = [new_words(count_exact_words(self.width), compiled) for _thread in range(self.threads)]
        for workspace in self.workspaces:
            workspace[WIDTH] = self.width

    def grow(self) -> None:
        """A larger table that knows the same: what a bucket holds is in each of those that take its place."""
        buckets = min(self.most, GROWTH * self.buckets)
        self.table = repeat_rows(self.table, ENTRIES * (self.words + 1), buckets)
        self.buckets = buckets

    def widen_moves(self) -> None:
        """Make room for positions with more moves; CannotCompile if there is none."""
        if self.width >= NO_MOVE:
            raise CannotCompile("a position has more than 4095 moves", rule="moves")
        self.width = min(NO_MOVE, 4 * self.width)
        self.set_up(self.buckets)

    def arguments(self, workspace: Any, low: int, high: int, guess: int, ply: int) -> tuple[Any, ...]:
        """What ``solve_root`` is called with."""
        memories = workspace, self.table, self.buckets, self.words, self.shared
        return (self.linked.handle, low, high, guess, ply, *memories)

    def run_list(self, states: Sequence[Any], watch: SearchClock) -> list[tuple[int, int]]:
        """The values of states for their movers, nothing of one remembered for the next, and how many positions each
        took: those for which the table of the first size is enough in one native call.
        """
        found: list[tuple[int, int]] = []
        while len(found) < len(states):
            if self.age >= AGES // 2:
                self.age = 0
                self.set_up(self.buckets)
            listed = self.run_some(states[len(found) : len(found) + AGES // 2], watch)
            found += [(low, nodes) for low, _high, nodes in listed]
            low, high, nodes = listed[-1]
            if low < high:
                small, buckets = self.table, self.buckets
                self.grow()
                self.begin()
                low, _same = self.find(states[len(found) - 1], low, high, 0, 0, watch, None)
                found[-1] = low, nodes + self.count_nodes()
                self.table, self.buckets = small, buckets
        return found

    def run_some(self, states: Sequence[Any], watch: SearchClock) -> list[tuple[int, int, int]]:
        """Between which numbers the values of the first of some states lie, and how many positions each took: up to the
        one that takes more than a table of this size holds.
        """
        workspace, compiled = self.workspaces[0], self.linked.compiled
        flat = [self.linked.flatten(state) for state in states]
        stride, count = len(flat[0]), len(flat)
        given, answers = new_words(stride * count, compiled), new_words(3 * count, compiled)
        for number, words in enumerate(flat):
            given[number * stride : (number + 1) * stride] = words
        self.shared[SHARED_STOP], workspace[ROOM] = 0, 0
        self.set_limits(workspace, FULL * self.buckets if self.buckets < self.most else 1 << 60)
        memories = workspace, self.table, self.buckets, self.words, self.shared
        call = self.linked.handle, count, given, stride, answers, *memories
        if compiled:
            compile_kernel(self.linked, solve_list, call, None)
        halt = self.shared, SHARED_STOP
        self.jobs = [Job(solve_list, call, halt, flat, new_bell())]
        run_race(self.jobs, halt, watch.patience, watch.is_over)
        self.age = int(workspace[AGE])
        self.check_workspaces()
        if watch.is_over():
            raise Interrupted
        found = [(int(answers[i]), int(answers[i + 1]), int(answers[i + 2])) for i in range(0, 3 * count, 3)]
        return found[: next((number + 1 for number, (low, high, _nodes) in enumerate(found) if low < high), count)]

    def begin(self) -> None:
        """Count anew."""
        if not all(job.is_over() for job in self.jobs):  # interrupted, and not back yet: the memory is theirs
            self.set_up(self.buckets)
        self.keep_counts()
        self.spent = dict.fromkeys(COUNTERS, 0)
        for workspace in self.workspaces:
            workspace[TRIALS:LINE] = [0] * (LINE - TRIALS)

    def keep_counts(self) -> None:
        """Let the next search count from 0, beside what was counted so far."""
        self.spent = {counter: self.total(counter) for counter in COUNTERS}
        for workspace in self.workspaces:
            for counter in COUNTERS:
                workspace[counter] = 0

    def total(self, counter: int) -> int:
        """A counter, over all threads and searches since the beginning."""
        return self.spent[counter] + sum(int(workspace[counter]) for workspace in self.workspaces)

    def forget(self) -> None:
        """Let the table hold nothing of earlier positions."""
        self.age = (self.age + 1) % AGES
        if self.age == 0:
            self.set_up(self.buckets)

    def start_anew(self) -> None:
        """The same, with a table of the first size again."""
        self.forget()
        if self.buckets > min(FEW, self.most):
            self.set_up(min(FEW, self.most))

    def count_nodes(self) -> int:
        """Positions that were looked at since the beginning."""
        return self.total(NODES)

    def read_line(self, state: Any) -> tuple[Any, ...]:
        """The line that one of the threads wrote, by the rules as they were written."""
        numbers = next((workspace[LINE : LINE + PLIES] for workspace in self.workspaces if workspace[LINE]), ())
        return tuple(walk_line(self.game, state, numbers))

    def margin(self, value: int) -> int:
        """The margin in one of the engine's numbers, where a search begins to look; of an amount the number itself."""
        if self.game.payoffs or abs(value) < WON:
            return value if self.game.payoffs else 0
        return (abs(value) - WIN) // STEP * (1 if value > 0 else -1)

    def find(
        self,
        state: Any,
        low: int,
        high: int,
        guess: int,
        ply: int,
        watch: SearchClock,
        nodes: int | None,
        line: bool = False,
    ) -> tuple[int, int]:
        """Between which numbers the value of a state lies for its mover: the same number twice, unless ``nodes`` are
        not enough. Interrupted if somebody wants to stop. The table grows on the way.
        """
        for workspace in self.workspaces:
            workspace[WORK : WORK + PLIES] = [UNKNOWN_WORK] * PLIES
        stage, before = FIRST_LOOK, self.count_nodes()
        while True:
            room = FULL * self.buckets if self.buckets < self.most else None
            left = None if nodes is None else nodes - self.count_nodes()
            if left is not None and left <= 0:
                return low, high
            limit = min(given for given in (room, left, stage) if given is not None)
            stage *= GROWTH
            low, high = self.run(state, low, high, guess, ply, watch, limit, line)
            if low >= high:
                return low, high
            if watch.is_over():
                raise Interrupted
            if nodes is not None and self.count_nodes() >= nodes:  # whoever asks again finds the table as it is
                return low, high
            if self.buckets < self.most and self.count_nodes() - before > CROWDED * self.buckets:
                self.grow()

    def run(
        self, state: Any, low: int, high: int, guess: int, ply: int, watch: SearchClock, limit: int, line: bool
    ) -> tuple[int, int]:
        """The same, with one table, and ended after so many positions."""
        words = self.linked.flatten(state)
        self.keep_counts()
        self.shared[SHARED_STOP] = 0
        for workspace in self.workspaces:
            for number, word in enumerate(words):
                workspace[ROOT + number] = word
            self.set_limits(workspace, limit // self.threads)
            workspace[ROOM] = CROWDED * self.buckets // self.threads if self.buckets < self.most else 0
            workspace[LOW], workspace[HIGH], workspace[LINE_WANTED], workspace[LINE] = low, high, int(line), 0
        bell, halt = new_bell(), (self.shared, SHARED_STOP)
        calls = [self.arguments(workspace, low, high, guess, ply) for workspace in self.workspaces]
        self.jobs = [Job(solve_root, call, halt, words, bell) for call in calls]
        run_race(self.jobs, halt, watch.patience, watch.is_over)
        self.check_workspaces()
        return (
            max(int(workspace[LOW]) for workspace in self.workspaces),
            min(int(workspace[HIGH]) for workspace in self.workspaces),
        )

    def set_limits(self, workspace: Any, limit: int) -> None:
        """Let the next search in a workspace look at so many positions."""
        workspace[STOPPED], workspace[LOOK], workspace[OVERFLOW] = 0, 0, 0
        workspace[AGE], workspace[NODE_LIMIT], workspace[LITTLE] = self.age, max(1, limit), self.little

    def check_workspaces(self) -> None:
        """Was there room for all moves and lines, and is every score held? Raises what says it was not."""
        if any(workspace[OVERFLOW] == TOO_LONG for workspace in self.workspaces):
            raise SearchError(
                "The game may last longer than {plies} plies, which is too long for alpha-beta to the end.", plies=PLIES
            )
        if any(workspace[OVERFLOW] for workspace in self.workspaces):
            raise TooWide
        if any(workspace[UNFIT] or workspace[ROUNDED] for workspace in self.workspaces):
            raise UnheldScore
