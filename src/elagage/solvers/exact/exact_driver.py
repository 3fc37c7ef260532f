"""Alpha-beta to the end, asked: positions with their best moves, lists of positions, and what people are told."""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from elagage.compiler.link import retry_wider
from elagage.errors import LimitsError, OutOfNodes, SearchError, Stopped
from elagage.evaluation.heuristics import judge_best
from elagage.game import Game
from elagage.games.spoken import tell_score
from elagage.result import MAX, WIN, Info, Limits, MoveScore, Result, Score
from elagage.search.compiled.driver import Interrupted, SearchClock, TooWide
from elagage.search.compiled.features import INFINITE, WON
from elagage.search.compiled.workspace import (
    HITS,
    LEAVES,
)
from elagage.solvers.exact.exact_core import Core
from elagage.solvers.exact.exact_workspace import (
    HIGH,
    LOW,
    PLIES,
)

__all__ = ["Exact", "score_move", "score_moves"]

Answer = TypeVar("Answer")


class Exact:
    """Solves positions of a game one after the other, and keeps what it learns within ``memory`` megabytes.

    CannotCompile if the game can only be interpreted.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        threads: int = 1,
        memory: float = 256,
        on_wait: Callable[[], None] | None = None,
    ) -> None:
        if not 1 <= threads <= 64:
            raise LimitsError("{threads} threads are not available: give 1 to 64.", threads=threads)
        if not 1 <= memory <= 1 << 20:
            raise LimitsError("A table of {memory} MB is not available: give 1 or more.", memory=memory)
        self.game, self.threads, self.memory, self.on_wait = judge_best(game), threads, memory, on_wait
        self.core: Core | None = None

    def solve(
        self,
        state: Any,
        *,
        every_move: bool = False,
        nodes: int | None = None,
        least: Score | None = None,
        on_info: Callable[[Info[Any]], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Result[Any]:
        """The value of a position, with all its best moves (all moves if ``every_move``);
        OutOfNodes if ``nodes`` are not enough. ``least`` is a score that the mover is known to reach.
        """
        return self.ask_core(lambda core: solve_position(core, state, every_move, nodes, on_info, stop, least))

    def forget(self) -> None:
        """Solve the next position with an empty table of the first size, as if it were the first."""
        if self.core is not None:
            self.core.start_anew()

    def score(self, state: Any, *, nodes: int, stop: Callable[[], bool] | None = None) -> Score | None:
        """The exact score of a position, with nothing else; None if ``nodes`` are not enough."""
        return self.ask_core(lambda core: score_position(core, state, nodes, stop))

    def scores(self, states: Sequence[Any], *, stop: Callable[[], bool] | None = None) -> list[Score]:
        """The exact scores of many positions, with nothing else: those that take little work in one native call."""
        return self.ask_core(lambda core: score_positions(core, states, stop))

    def ask_core(self, ask: Callable[[Core], Answer]) -> Answer:
        """What is found with cells that are wide enough, and room for all moves."""

        def attempt(widen: int) -> Answer:
            if self.core is None or widen != self.core.widen:
                self.core = Core(self.game, self.threads, self.memory, widen, self.on_wait)
            while True:
                try:
                    return ask(self.core)
                except TooWide:
                    self.core.widen_moves()

        return retry_wider(attempt, 1 if self.core is None else self.core.widen)


def solve_position(
    core: Core,
    state: Any,
    every_move: bool,
    nodes: int | None,
    on_info: Callable[[Info[Any]], None] | None,
    stop: Callable[[], bool] | None,
    least: Score | None = None,
) -> Result[Any]:
    started = clock_time.perf_counter()
    game, sign = core.game, 1 if core.game.player(state) == MAX else -1
    core.begin()
    watch = SearchClock(Limits(), started, tell_progress(core, started, on_info, stop))
    if game.over(state):
        score, number = core.scores.end_score(state)
        return Result(None, score, number, (), None, 1, 1, exact=True, algorithm="alphabeta")
    proven: Score | None = None
    try:
        known = -INFINITE if least is None else core.scores.best_number(state, least)
        low, high = core.find(state, known, INFINITE, 0, 0, watch, nodes, line=True)
        if low < high:
            raise OutOfNodes(
                "After {nodes} positions nothing was proven: allow more, or solve by another method.",
                nodes=core.count_nodes(),
            )
        proven, number = core.scores.score(sign * low, True, PLIES)
        line = core.read_line(state)
        moves = score_moves(core, state, low, every_move, watch, nodes)
    except Interrupted:
        raise Stopped("The solver was stopped before it had an answer.") from None
    except OutOfNodes:
        if proven is None:
            raise
        raise OutOfNodes(
            "After {nodes} positions the value is proven ({score}), but not that of every move: allow more positions.",
            nodes=core.count_nodes(),
            score=tell_score(game, proven),
        ) from None
    if not moves:
        raise SearchError(
            "No move of this position keeps its value: what the game says in candidates, bounds, soonest or key is "
            "false; elagage check says more."
        )
    return Result(
        line[0] if line else moves[0].move,
        proven,
        number,
        line or (moves[0].move,),
        None,
        core.count_nodes(),
        core.total(LEAVES),
        hits=core.total(HITS),
        seconds=clock_time.perf_counter() - started,
        exact=True,
        moves=moves,
        algorithm="alphabeta",
    )


def score_position(core: Core, state: Any, nodes: int, stop: Callable[[], bool] | None) -> Score | None:
    """The exact score of a position; None if so many positions are not enough."""
    core.begin()
    watch = SearchClock(Limits(), clock_time.perf_counter(), stop)
    try:
        low, high = core.find(state, -INFINITE, INFINITE, 0, 0, watch, nodes)
    except Interrupted:
        raise Stopped("The solver was stopped before it had an answer.") from None
    if low < high:
        return None
    return core.scores.score(low if core.game.player(state) == MAX else -low, True, PLIES)[0]


def score_positions(core: Core, states: Sequence[Any], stop: Callable[[], bool] | None) -> list[Score]:
    """The exact scores of positions."""
    core.begin()
    watch = SearchClock(Limits(), clock_time.perf_counter(), stop)
    scores = []
    try:
        for state, (value, _nodes) in zip(states, core.run_list(states, watch), strict=True):
            sign = 1 if core.game.player(state) == MAX else -1
            scores.append(core.scores.score(sign * value, True, PLIES)[0])
    except Interrupted:
        raise Stopped("The solver was stopped before it had an answer.") from None
    return scores


def tell_progress(
    core: Core, started: float, on_info: Callable[[Info[Any]], None] | None, stop: Callable[[], bool] | None
) -> Callable[[], bool] | None:
    """``stop``, which also tells how many plies decide nothing, whenever that has become more."""
    if on_info is None or core.game.margins or core.game.payoffs:
        return stop
    depths = [0]

    def look() -> bool:
        low = max(int(workspace[LOW]) for workspace in core.workspaces)
        high = min(int(workspace[HIGH]) for workspace in core.workspaces)
        depth = min(low + WIN, WIN - high) - 1
        if low <= -WON and high >= WON and depth > depths[-1]:
            depths.append(depth)
            on_info(Info(depth, Score.estimate(0), (), core.count_nodes(), clock_time.perf_counter() - started))
        return stop is not None and stop()

    return look


def score_moves(
    core: Core, state: Any, best: int, every_move: bool, watch: SearchClock, nodes: int | None
) -> tuple[MoveScore[Any], ...]:
    """The best moves with their scores, or all moves, best first for the mover; OutOfNodes if there are too many."""
    scores = (score_move(core, state, move, best, every_move, watch, nodes) for move in core.game.moves(state))
    entries = [entry for entry in scores if entry is not None]
    return tuple(sorted(entries, key=lambda entry: entry.score, reverse=core.game.player(state) == MAX))


def score_move(
    core: Core, state: Any, move: Any, best: int, every_move: bool, watch: SearchClock, nodes: int | None = None
) -> MoveScore[Any] | None:
    """The exact score of a move of a position whose value is known; without ``every_move``, None unless it is a best
    one. OutOfNodes if it takes too many.
    """
    game, player = core.game, core.game.player(state)
    sign = 1 if player == MAX else -1
    child = game.play(state, move)
    turn = 1 if game.player(child) == player else -1
    if every_move:
        low, high = (-INFINITE, best) if turn > 0 else (-best, INFINITE)
    else:
        low, high = (best - 1, best) if turn > 0 else (-best, 1 - best)
    low, high = core.find(child, low, high, core.margin(turn * best), 1, watch, nodes)
    if low < high:
        raise OutOfNodes("")
    if not every_move and (low < best if turn > 0 else high > -best):
        return None
    score, number = core.scores.score(sign * (turn * low if every_move else best), True, PLIES)
    return MoveScore(move, score, True, number)
