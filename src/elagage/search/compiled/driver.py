"""The engine: a linked game with its table and workspaces, deepening, threads,
and the way from its numbers to people's.

Kernels run in workers (``compiler/workers.py``), so that the caller's thread can watch the clock, listen for Ctrl-C and
stop them within a few milliseconds.
"""

from __future__ import annotations

import random
import time as clock_time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elagage.compiler.fallback import CannotCompile, UnheldScore
from elagage.compiler.link import FAILED, Linked, compile_kernel, link_rules, retry_wider
from elagage.compiler.memory import new_words
from elagage.compiler.workers import MOMENT, Job, new_bell, run_race
from elagage.errors import LimitsError
from elagage.game import Game, Move, State, estimate_value
from elagage.question import Question
from elagage.result import Info, Limits, Result
from elagage.search.compiled.engine_scores import EngineScores, Found, walk_line
from elagage.search.compiled.features import (
    CUTS,
    DEFAULT,
    INFINITE,
    KNOWLEDGE,
    LIMIT,
    NULL_WINDOW,
    STEP,
    SYMMETRY,
    TABLE,
)
from elagage.search.compiled.pvs import search_root
from elagage.search.compiled.statistical_cuts import write_cut_words
from elagage.search.compiled.transposition_table import AGES, NO_MOVE
from elagage.search.compiled.workspace import (
    AGE,
    ALPHA_CUTS,
    BETA_CUTS,
    ESTIMATES,
    HITS,
    LEAVES,
    LOOK,
    NODE_LIMIT,
    NODES,
    OVERFLOW,
    PLIES,
    PV,
    QUIET_PLIES,
    ROOT,
    ROUNDED,
    SHARED_SIZE,
    SHARED_STOP,
    STOPPED,
    THREADS,
    UNFIT,
    WIDTH,
    count_workspace_words,
)

if TYPE_CHECKING:
    from elagage.evaluation.cut_models import CutModel
    from elagage.search.compiled.companion import Companion, EngineKeeper

__all__ = ["Engine", "Found", "Interrupted", "SearchClock", "TooWide", "run_engine", "search_position", "walk_line"]

DEEPEST = PLIES - 40
QUIET_EXTRA = 8
MOST_MOVES = NO_MOVE
TABLE_MEMORY = 64.0
"""Megabytes of the table, by default."""


class Interrupted(Exception):
    """The search was stopped before the round was finished."""


class TooWide(Exception):
    """A position has more moves than the workspace has room for."""


class SearchClock:
    """The clock of a search, and whoever may stop it."""

    def __init__(self, limits: Limits, started: float, stop: Callable[[], bool] | None) -> None:
        self.deadline = None if limits.time is None else started + limits.time
        self.stop = stop

    def is_over(self) -> bool:
        """Is the time up, or has somebody asked to stop?"""
        return (self.deadline is not None and clock_time.perf_counter() >= self.deadline) or (
            self.stop is not None and self.stop()
        )

    def patience(self) -> float:
        """How long to wait before looking again."""
        if self.deadline is None:
            return MOMENT
        return min(MOMENT, max(0.0005, self.deadline - clock_time.perf_counter()))


class Engine:
    """A linked game with a table and a workspace for each thread. ``memory`` is the table's size in megabytes."""

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        threads: int = 1,
        memory: float = TABLE_MEMORY,
        features: int = DEFAULT,
        widen: int = 1,
        cuts: CutModel | None = None,
    ) -> None:
        if not 1 <= threads <= 64:
            raise LimitsError("{threads} threads are not available: give 1 to 64.", threads=threads)
        if not 1 <= memory <= 1 << 20:
            raise LimitsError("A table of {memory} MB is not available: give 1 or more.", memory=memory)
        self.game = game
        self.features = self.wanted = features
        self.threads = threads
        self.memory = memory
        self.widen = widen
        self.cuts = cuts
        self.linked: Linked = link_rules(game, widen)
        self.scores = EngineScores(game, self.linked, features)
        self.age = 0
        self.symmetric = False
        self.jobs: list[Job] = []
        self.set_up(256)

    def set_up(self, width: int) -> None:
        """Fresh memory, for positions of at most ``width`` moves."""
        compiled = self.linked.compiled
        self.width = width
        entry = 8 * (self.linked.words + 1)
        self.buckets = max(1, int(self.memory * 1_000_000) // (2 * entry)) if self.features & TABLE else 1
        if not compiled:
            self.buckets = min(self.buckets, 1 << 16)
        self.table = new_words(self.buckets * 2 * (self.linked.words + 1), compiled)
        self.shared = new_words(SHARED_SIZE, compiled)
        if self.cuts is not None:
            write_cut_words(self.cuts, self.linked.scale, self.shared)
        self.workspaces = [new_words(count_workspace_words(width), compiled) for _thread in range(self.threads)]
        for workspace in self.workspaces:
            workspace[WIDTH], workspace[QUIET_PLIES], workspace[THREADS] = width, QUIET_EXTRA, self.threads

    def kernel_arguments(self, workspace: Any, depth: int, alpha: int, beta: int, ply: int) -> tuple[Any, ...]:
        """What ``search_root`` is called with."""
        memories = workspace, self.table, self.buckets, self.linked.words, self.shared
        features = self.features | (SYMMETRY if self.symmetric else 0)
        return (self.linked.handle, depth, alpha, beta, ply, *memories, features)

    def compile(self, on_wait: Callable[[], None] | None = None) -> None:
        """See to it that the search is compiled; CannotCompile says why it can't be.

        ``on_wait`` is called if it takes a while.
        """
        if self.linked.compiled:
            compile_kernel(self.linked, search_root, self.kernel_arguments(self.workspaces[0], 1, -1, 1, 0), on_wait)

    def set_root(self, state: Any) -> list[Any]:
        """Put a state at the root of every workspace; its words, to be held while a kernel runs."""
        words = self.linked.flatten(state)
        for workspace in self.workspaces:
            for number, word in enumerate(words):
                workspace[ROOT + number] = word
        return words

    def candidates_alone(self) -> bool:
        """Does the search look at the moves alone that the game says a best one is among?"""
        return bool(self.features & KNOWLEDGE and self.linked.handle.has_candidates)

    def limit_nodes(self, nodes: int | None) -> None:
        """Let the next searches end as soon as so many positions were counted; None: as many as they need."""
        for workspace in self.workspaces:
            workspace[NODE_LIMIT] = 0 if nodes is None else max(1, nodes // self.threads)

    def has_rounded(self) -> bool:
        """Was a final score met that is not held exactly? Then no value is called exact: the table may hold it."""
        return any(workspace[ROUNDED] for workspace in self.workspaces)

    def refuse_scores(self) -> CannotCompile:
        """What to raise where a score can't be held: the rules are interpreted from then on."""
        FAILED[self.linked.mark] = UnheldScore()
        return FAILED[self.linked.mark]

    def total(self, counter: int) -> int:
        """A counter, over all threads."""
        return sum(int(workspace[counter]) for workspace in self.workspaces)

    def search(self, state: Any, depth: int, alpha: int, beta: int, watch: SearchClock, ply: int = 0) -> Found:
        """One search of a window; Interrupted if the limits are met in the middle of it."""
        words = self.set_root(state)
        self.shared[SHARED_STOP] = 0
        before = [int(workspace[ESTIMATES]) for workspace in self.workspaces]
        for workspace in self.workspaces:
            workspace[STOPPED], workspace[LOOK] = 0, 0
        calls = [self.kernel_arguments(workspace, depth, alpha, beta, ply) for workspace in self.workspaces]
        bell, halt = new_bell(), (self.shared, SHARED_STOP)
        self.jobs = [Job(search_root, call, halt, words, bell) for call in calls]
        values = run_race(self.jobs, halt, watch.patience, watch.is_over)
        first = next((i for i, workspace in enumerate(self.workspaces) if not workspace[STOPPED]), None)
        if any(workspace[OVERFLOW] for workspace in self.workspaces):
            raise TooWide
        if any(workspace[UNFIT] for workspace in self.workspaces):
            raise self.refuse_scores()
        if first is None:
            raise Interrupted
        workspace = self.workspaces[first]
        value = int(values[first])
        numbers = workspace[PV + ply * PLIES : PV + (ply + 1) * PLIES]
        line = walk_line(self.game, state, numbers, self.candidates_alone())
        exact = int(workspace[ESTIMATES]) == before[first] or self.scores.is_decided(value)
        return Found(value, tuple(line), exact)

    def deepen(
        self,
        state: Any,
        limits: Limits,
        *,
        every_move: bool = False,
        on_info: Callable[[Info[Any]], None] | None = None,
        stop: Callable[[], bool] | None = None,
        seed: int | None = None,
        beside: Companion | None = None,
    ) -> Result[Any]:
        """Search deeper and deeper until the limits are met or the value is proven, or ``beside`` knows the answer."""
        started = clock_time.perf_counter()
        if not all(job.is_over() for job in self.jobs):  # interrupted, and not back yet: the memory is theirs
            self.set_up(self.width)
        self.age = (self.age + 1) % AGES
        self.features = self.scores.features = self.wanted
        self.symmetric = self.game.symmetric_keys and is_symmetric(self.game, state)
        for workspace in self.workspaces:
            workspace[NODES : HITS + 1] = 0 if self.linked.compiled else [0] * (HITS + 1)
            workspace[AGE], workspace[OVERFLOW] = self.age, 0
        self.limit_nodes(limits.nodes)
        game = self.game
        if game.over(state):
            score, number = self.scores.end_score(state)
            result = self.result(state, Found(0, (), True), (), 0, started)
            return replace(result, score=score, value=number, exact=True)
        moves = sorted(game.moves(state), key=lambda move: -game.order(state, move))
        estimate = self.scores.number_for_mover(state, estimate_value(game, state))
        found = Found(estimate, (moves[0],), False)
        scores: tuple[tuple[int, Found], ...] = ()
        finished = 0
        deepest = DEEPEST if limits.depth is None else min(limits.depth, DEEPEST)
        watch = SearchClock(limits, started, stop)
        try:
            while finished < deepest and not self.scores.is_settled(found.value, found.exact, finished):
                if self.features & CUTS and self.scores.is_decided(found.value):
                    finished = 0
                    self.widen_search()
                if watch.is_over() or (limits.nodes is not None and self.total(NODES) >= limits.nodes):
                    break
                depth = finished + 1
                better = self.aspire(state, depth, found.value if finished > 2 else None, watch)
                fresh = self.score_moves(state, depth, moves, watch) if every_move or seed is not None else ()
                if fresh:
                    _move, best = max(fresh, key=lambda entry: entry[1].value)
                    sure = better.exact and best.value == better.value
                    better = replace(best, exact=sure or (best.exact and self.scores.is_decided(best.value)))
                finished = depth
                if self.features != self.wanted and not self.scores.is_decided(better.value):
                    continue  # a win is known already, and not seen so near
                found, scores = better, fresh
                if on_info is None and beside is None:
                    continue
                news = self.info(state, found, scores if every_move else (), depth, started)
                if on_info is not None:
                    on_info(news)
                if beside is not None and not self.scores.is_settled(found.value, found.exact, finished):
                    answer = beside.look(self, news)
                    if answer is not None:
                        return answer
        except Interrupted:
            pass
        if seed is not None and scores:
            equals = [entry for _move, entry in scores if entry.value == found.value]
            found = random.Random(seed).choice(equals)
        result = self.result(state, found, scores if every_move else (), finished, started)
        return result if beside is None or not result.exact else beside.complete(self, result)

    def widen_search(self) -> None:
        """Forget what was found with cuts, and go on without: a win is known, and the shortest one is wanted."""
        self.features &= ~CUTS
        self.scores.features = self.features
        self.table = new_words(len(self.table), self.linked.compiled)

    def aspire(self, state: Any, depth: int, guess: int | None, watch: SearchClock) -> Found:
        """Search a narrow window around what the last round found, wider where it was missed."""
        if guess is None or abs(guess) >= LIMIT or not self.features & NULL_WINDOW:
            return self.search(state, depth, -INFINITE, INFINITE, watch)
        spread = max(8, abs(guess) // 4)
        low, high = guess - spread, guess + spread
        while True:
            found = self.search(state, depth, low, high, watch)
            if found.value <= low:
                low = -INFINITE if spread > 4 * STEP else found.value - 4 * spread
            elif found.value >= high:
                high = INFINITE if spread > 4 * STEP else found.value + 4 * spread
            else:
                return found
            spread *= 8

    def score_moves(
        self, state: Any, depth: int, moves: list[int], watch: SearchClock
    ) -> tuple[tuple[int, Found], ...]:
        """Every move of the root searched by itself with an open window."""
        game, player = self.game, self.game.player(state)
        scores = []
        for move in moves:
            child = game.play(state, move)
            found = self.search(child, depth - 1, -INFINITE, INFINITE, watch, 1)
            turn = 1 if game.player(child) == player else -1
            scores.append((move, Found(turn * found.value, (move, *found.line), found.exact)))
        return tuple(scores)

    # What people are told

    def info(
        self, state: Any, found: Found, scores: tuple[tuple[int, Found], ...], depth: int, started: float
    ) -> Info[Any]:
        """News of a finished round."""
        rounded, seconds = self.has_rounded(), clock_time.perf_counter() - started
        score, _number = self.scores.tell(state, found, depth, rounded)
        moves = self.scores.rank(state, scores, depth, rounded)
        return Info(depth, score, found.line, self.total(NODES), seconds, moves, found.exact and not rounded)

    def result(
        self, state: Any, found: Found, scores: tuple[tuple[int, Found], ...], depth: int, started: float
    ) -> Result[Any]:
        """Everything that was found, for Max."""
        rounded = self.has_rounded()
        score, number = self.scores.tell(state, found, depth, rounded)
        return Result(
            move=found.line[0] if found.line else None,
            score=score,
            value=number,
            line=found.line,
            depth=depth,
            nodes=self.total(NODES),
            leaves=self.total(LEAVES),
            alpha_cuts=self.total(ALPHA_CUTS),
            beta_cuts=self.total(BETA_CUTS),
            hits=self.total(HITS),
            seconds=clock_time.perf_counter() - started,
            exact=found.exact and not rounded,
            moves=self.scores.rank(state, scores, depth, rounded),
            algorithm="engine",
        )


def is_symmetric(game: Game[Any, Any], state: Any) -> bool:
    """Is the state its own image otherwise than by itself? Below such a root symmetric positions come in numbers."""
    images = list(game.symmetries(state))
    return len(set(images)) < len(images)


def run_engine(
    game: Game[Any, Any],
    attempt: Callable[[Engine], Result[Any]],
    on_wait: Callable[[], None] | None = None,
    *,
    engine: Engine | None = None,
    **options: Any,
) -> Result[Any]:
    """Do something with an engine (this one, or a new one),
    with others of wider cells or more moves if it needs them.
    """

    def attempt_wide(widen: int) -> Result[Any]:
        used = engine if engine is not None and widen == engine.widen else Engine(game, widen=widen, **options)
        used.compile(on_wait)
        while True:
            try:
                return attempt(used)
            except TooWide:
                if used.width >= MOST_MOVES:
                    raise CannotCompile("a position has more than 4095 moves", rule="moves") from None
                used.set_up(min(MOST_MOVES, 4 * used.width))

    return retry_wider(attempt_wide, 1 if engine is None else engine.widen)


def search_position(
    question: Question[State, Move],
    *,
    on_info: Callable[[Info[Move]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    features: int | None = None,
    beside: Companion | None = None,
    keeper: EngineKeeper | None = None,
) -> Result[Move]:
    """A best move within the limits of a question; CannotCompile if the game can only be interpreted. A ``keeper``
    lends the engine of the question before.
    """
    wishes = question.wishes
    chosen, cuts = DEFAULT if features is None else features, None
    if features is None and (question.limits.time is not None or wishes.without):
        from elagage.search.compiled.selection import choose_features

        chosen, cuts = choose_features(question)

    def attempt(engine: Engine) -> Result[Any]:
        result = engine.deepen(
            question.position,
            question.limits,
            every_move=wishes.every_move,
            on_info=on_info,
            stop=stop,
            seed=wishes.seed,
            beside=beside,
        )
        if keeper is not None:
            keeper.engine = engine
        return result

    options: dict[str, Any] = {
        "threads": wishes.threads, "memory": TABLE_MEMORY if wishes.memory is None else wishes.memory,
        "features": chosen, "cuts": cuts,
    }  # fmt: skip
    kept = None if keeper is None else keeper.take(question.game, *options.values())
    return run_engine(question.game, attempt, on_wait, engine=kept, **options)
