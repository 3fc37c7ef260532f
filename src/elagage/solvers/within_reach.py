"""The exact solver beside a search that deepens: asked between two rounds, it answers once a position is within reach.

How far the end is, nobody says; it is measured. The line that the search has found is climbed from its last position
upwards, two plies at a time: each takes a few times as many positions as the one before, and from this growth follows
how many the root will take. What is solved on the way stays in the table, so that a climb is no work in vain.

A climb takes at most one position for ``SHARE`` of the search's, so that one that comes to nothing costs next to
nothing. The root itself is tried where the forecast is no more than what the search has looked at so far (the next
round would take as many), or where the next round would not end in time anyway. Counts decide as long as the clock
does not have to, so that an answer which is found early is the same on every machine.

Where a book of first plies comes with the package, it promises how many positions the solver needs where it ends.
Then the root is tried with so many first of all.
"""

from __future__ import annotations

import math
import random
import time as clock_time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.kernel import NativeHandle
from elagage.compiler.workers import Job
from elagage.errors import OutOfNodes, SearchError
from elagage.question import Question
from elagage.result import MAX, Info, Limits, MoveScore, Result
from elagage.search.compiled.driver import TABLE_MEMORY, Engine, Interrupted, SearchClock, TooWide
from elagage.search.compiled.features import INFINITE
from elagage.solvers.book.book_answers import merge_scores, promise_of
from elagage.solvers.exact.exact_core import Core
from elagage.solvers.exact.exact_driver import score_move, score_moves
from elagage.solvers.exact.exact_kernel import solve_root
from elagage.solvers.exact.exact_workspace import PLIES

__all__ = ["Reach", "share_question"]

SHARE = 24
"""Of so many positions that the search looks at, one more is the solver's, for climbs."""
FEWEST = 10_000
"""Positions of the first climb."""
SOLVERS_PART = 4
"""One part of the memory in so many is the solver's."""
STEEP = 1.3
"""By what a ply multiplies the work at least."""
NEAR = 300_000
"""Positions, or as many as the search has looked at, for the other moves of a position whose value it has proven."""
HOPE = 4.0
"""Where the time that is left is of no use to the search, how much of the forecast it must allow for."""
DOUBT = 4.0
"""By what forecasts are multiplied after each that was too low."""
MAKING: dict[str, Job] = {}
"""Native code of the solver that is being made meanwhile, by the mark of the rules."""


def share_question(
    question: Question[Any, Any],
    on_info: Callable[[Info[Any]], None] | None,
    stop: Callable[[], bool] | None,
    core: Core | None = None,
) -> tuple[Question[Any, Any], Reach]:
    """The question as the search is asked, which leaves some memory to the solver, and the solver beside
    it, with the ``core`` of an earlier question if it is of use.
    """
    memory = TABLE_MEMORY if question.wishes.memory is None else question.wishes.memory
    own = memory / SOLVERS_PART
    wishes = replace(question.wishes, memory=max(min(1.0, memory), memory - own))
    reach = Reach(question, own, on_info, stop)
    if core is not None and core.game is question.game and core.threads == wishes.threads and core.memory == own:
        reach.core = core
    return replace(question, wishes=wishes), reach


class Reach:
    """What the solver knows of one question, from round to round."""

    def __init__(
        self,
        question: Question[Any, Any],
        memory: float,
        on_info: Callable[[Info[Any]], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.question, self.memory, self.on_info, self.stop = question, memory, on_info, stop
        self.started = self.left_at = clock_time.perf_counter()
        self.core: Core | None = None
        self.refused = False
        self.spent = 0
        """Positions of all climbs."""
        self.looked = 0
        """Positions of all tries."""
        self.tried_at = 0
        """After how many of the search's positions the root was tried last."""
        self.rounds = [0.0]
        """How long the rounds of the search took."""
        self.forecast, self.doubt, self.speed = math.inf, 1.0, 0.0
        self.promise = promise_of(question.game) if question.wishes.book else None
        """Positions with which the root is tried first; None if nothing is promised, or it was tried."""
        self.waited = False

    def look(self, engine: Engine, news: Info[Any]) -> Result[Any] | None:
        """The answer, if it is proven by the end of what may be spent now."""
        self.rounds.append(clock_time.perf_counter() - self.left_at)
        try:
            return None if self.refused else self.try_solver(engine, news)
        except (CannotCompile, SearchError, OverflowError):
            self.refused = True
        except TooWide:
            assert self.core is not None
            self.core.widen_moves()
        except (Interrupted, OutOfNodes):
            pass
        finally:
            self.left_at = clock_time.perf_counter()
        return None

    def complete(self, engine: Engine, result: Result[Any]) -> Result[Any]:
        """A result that the search has proven, with the scores of moves that are proven in a few positions more."""
        if self.refused or all(entry.exact for entry in result.moves):
            return result
        try:
            core = self.core or self.await_core(engine)
            return result if core is None else self.score_rest(core, result)
        except (CannotCompile, SearchError, OverflowError, TooWide):
            return result

    def await_core(self, engine: Engine) -> Core | None:
        """The solver, whose native code is waited for during half of the time that is left."""
        left = self.time_left()
        watch = SearchClock(Limits(time=None if left is None else left / 2), clock_time.perf_counter(), self.stop)
        while not watch.is_over():
            core = make_core(self.question, self.memory, engine)
            if core is not None:
                return core
            MAKING[engine.linked.mark].wait(watch.patience())
        return None

    def score_rest(self, core: Core, result: Result[Any]) -> Result[Any]:
        """The same, with a solver."""
        state = self.question.position
        watch = SearchClock(Limits(time=self.time_left()), clock_time.perf_counter(), self.stop)
        value = core.scores.best_number(state, result.score)
        proven = [MoveScore(result.move, result.score, True, result.value)]
        core.begin()
        try:
            for entry in result.moves:
                if entry.move == result.move or watch.is_over():
                    continue
                found = entry
                if not entry.exact:
                    nodes = max(NEAR, result.nodes)
                    found = score_move(core, state, entry.move, value, True, watch, nodes) or entry
                proven.append(found)
        except (Interrupted, OutOfNodes):
            pass
        sign = 1 if core.game.player(state) == MAX else -1
        moves = merge_scores(proven, result.moves, sign)
        return replace(result, moves=moves, nodes=result.nodes + core.count_nodes())

    def try_solver(self, engine: Engine, news: Info[Any]) -> Result[Any] | None:
        """Climb as far as the share allows, then try the root if it is near."""
        left = self.time_left()
        allowance = news.nodes // SHARE - self.spent
        due = allowance >= max(FEWEST, self.spent)
        last = left is not None and self.next_round() > left
        if self.promise is not None:
            return self.try_promise(engine, news)
        if not due and not (last and self.forecast < math.inf):
            return None
        if self.core is None:
            self.core = make_core(self.question, self.memory, engine)
        core = self.core
        if core is None:
            return None
        watch = SearchClock(Limits(time=left), clock_time.perf_counter(), self.stop)
        if due:
            self.forecast = self.doubt * self.climb(core, news.line, allowance, watch)
        if self.forecast <= news.nodes and 2 * self.tried_at <= news.nodes:
            self.tried_at = news.nodes
            self.doubt *= DOUBT
            return self.solve(core, news, news.nodes, watch)
        if last and left is not None and self.forecast <= HOPE * self.speed * left:
            return self.solve(core, news, None, watch)
        return None

    def try_promise(self, engine: Engine, news: Info[Any]) -> Result[Any] | None:
        """Try the root with as many positions as a book promises to be enough, in half of the time that is left."""
        if self.core is None:
            self.core = make_core(self.question, self.memory, engine) if self.waited else self.await_core(engine)
            self.waited = True
        if self.core is None:
            return None
        nodes, self.promise, left = self.promise, None, self.time_left()
        watch = SearchClock(Limits(time=None if left is None else left / 2), clock_time.perf_counter(), self.stop)
        return self.solve(self.core, news, nodes, watch)

    def time_left(self) -> float | None:
        """The seconds that are left; None if time does not matter."""
        limit = self.question.limits.time
        return None if limit is None else max(0.0, self.started + limit - clock_time.perf_counter())

    def next_round(self) -> float:
        """How long the next round of the search will take at least."""
        before, last = self.rounds[-2:]
        return last * min(max(last / before if before else 1.0, 1.2), 4.0)

    def climb(self, core: Core, line: tuple[Any, ...], nodes: int, watch: SearchClock) -> float:
        """How many positions the root will take, by what those at the end of a line take; infinite if none of them is
        solved with so many.
        """
        game, states = core.game, [self.question.position]
        for move in line:
            states.append(game.play(states[-1], move))
        began = clock_time.perf_counter()
        core.begin()
        steps = []
        guess = 0
        try:
            for place in range(len(line), 0, -2):
                if game.over(states[place]):
                    continue
                low, high = core.find(states[place], -INFINITE, INFINITE, guess, 0, watch, nodes)
                if low < high:
                    break
                steps.append((place, core.count_nodes()))
                above = states[max(0, place - 2)]
                guess = core.margin(low if game.player(above) == game.player(states[place]) else -low)
        finally:
            self.spent += core.count_nodes()
            self.looked += core.count_nodes()
            self.speed = core.count_nodes() / max(1e-6, clock_time.perf_counter() - began)
        return extrapolate(steps)

    def solve(self, core: Core, news: Info[Any], nodes: int | None, watch: SearchClock) -> Result[Any] | None:
        """The root's value, then those of its moves, for which all the time that is left is taken; None if the value is
        not proven with so many positions.
        """
        game, state, wishes = core.game, self.question.position, self.question.wishes
        sign = 1 if game.player(state) == MAX else -1
        if watch.is_over():
            return None
        core.begin()
        try:
            value, high = core.find(state, -INFINITE, INFINITE, 0, 0, watch, nodes, line=True)
        finally:
            self.looked += core.count_nodes()
        if value < high:
            return None
        score, number = core.scores.score(sign * value, True, PLIES)
        line = core.read_line(state)
        moves: tuple[MoveScore[Any], ...] = ()
        if not line:  # stopped on the way down it
            return None
        if wishes.every_move:
            moves = self.score_all(core, news, value, MoveScore(line[0], score, True, number), line, watch)
        elif wishes.seed is not None:
            line = self.choose_line(core, value, line, random.Random(wishes.seed), watch)
        return Result(
            line[0],
            score,
            number,
            line,
            None,
            news.nodes + self.looked,
            seconds=clock_time.perf_counter() - self.started,
            exact=True,
            moves=moves,
            algorithm="alphabeta",
        )

    def score_all(
        self,
        core: Core,
        news: Info[Any],
        value: int,
        best: MoveScore[Any],
        line: tuple[Any, ...],
        watch: SearchClock,
    ) -> tuple[MoveScore[Any], ...]:
        """The exact scores of all moves, of which each is told; of those that there was no time for, the search's."""
        state, proven = self.question.position, [best]
        others = [entry.move for entry in news.moves if entry.move != best.move]
        sign = 1 if core.game.player(state) == MAX else -1
        moves = merge_scores(proven, news.moves, sign)
        for move in (None, *others):
            if move is not None:
                if watch.is_over():
                    break
                core.begin()
                try:
                    entry = score_move(core, state, move, value, True, watch)
                except Interrupted:
                    break
                finally:
                    self.looked += core.count_nodes()
                assert entry is not None
                proven.append(entry)
                moves = merge_scores(proven, news.moves, sign)
            if self.on_info is not None:
                seconds = clock_time.perf_counter() - self.started
                self.on_info(Info(news.depth, best.score, line, news.nodes + self.looked, seconds, moves, exact=True))
        return moves

    def choose_line(
        self, core: Core, value: int, line: tuple[Any, ...], chooser: random.Random, watch: SearchClock
    ) -> tuple[Any, ...]:
        """One of the best moves by chance, with the line if it is its own."""
        core.begin()
        try:
            equals = score_moves(core, self.question.position, value, False, watch, None)
        except Interrupted:
            return line
        finally:
            self.looked += core.count_nodes()
        move = chooser.choice(equals).move if equals else line[0]
        return line if move == line[0] else (move,)


def make_core(question: Question[Any, Any], memory: float, engine: Engine) -> Core | None:
    """The solver with the rules that an engine has linked; None as long as its native code is being made."""
    linked, threads = engine.linked, question.wishes.threads
    if not isinstance(linked.handle, NativeHandle):
        raise CannotCompile("it is interpreted")
    making = MAKING.get(linked.mark)
    if making is None and not linked.handle.has_kernel(solve_root.function):
        making = MAKING[linked.mark] = Job(Core, (engine.game, 1, 1.0, engine.widen, None, linked))
        making.start()
    if making is not None:
        if not making.ended:
            return None
        MAKING.pop(linked.mark, None)
        making.result()
    return Core(engine.game, threads, memory, engine.widen, None, linked)


def extrapolate(steps: list[tuple[int, int]]) -> float:
    """How many positions the root takes, by the places of a climb and how many were looked at up to each."""
    if not steps:
        return math.inf
    place, nodes = steps[-1]
    below, fewer = steps[max(0, len(steps) - 3)]
    if place > 2 and below == place:
        return math.inf
    growth = STEEP if below == place else max(STEEP, ((nodes + 50) / (fewer + 50)) ** (1 / (below - place)))
    return float(nodes * growth**place)
