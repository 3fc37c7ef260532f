"""Alpha-beta to the end: the true value of a position, with the table kept from one position to the next.

Where only winning counts, deepening proves the shortest win first, and a search of the whole game with no regard to
distance settles draws; they take turns. Where scores are margins, the value is closed in on by null windows: each asks
whether the score is at least so much, which prunes more than an open window does, and the table answers most of the
next question. Distances then take no part, since they would make every margin many values.
"""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from elagage.errors import OutOfNodes, SearchError, Stopped
from elagage.game import Game
from elagage.result import WIN, Info, Limits, MoveScore, Result
from elagage.search.compiled.driver import DEEPEST, Engine, Found, Interrupted, run_engine
from elagage.search.compiled.features import DEFAULT, DISTANCE, INFINITE, STEP
from elagage.search.compiled.search_clock import SearchClock
from elagage.search.compiled.workspace import NODE_LIMIT, NODES

__all__ = ["Exact"]

WARM_UP = 6
"""Plies that are searched in the usual way first, for the order of moves."""
SHARE, TURN = 200_000, 20
"""Positions of the first deepening, and how many times more the other way gets, and the next deepening."""


class Exact:
    """Solves positions of a game within ``memory`` megabytes; CannotCompile if the game can only be interpreted."""

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        threads: int = 1,
        memory: float = 256,
        on_wait: Callable[[], None] | None = None,
    ) -> None:
        self.game = game
        features = DEFAULT & ~DISTANCE if game.margins else DEFAULT
        self.options = {"threads": threads, "memory": memory, "features": features}
        self.on_wait = on_wait
        self.engine: Engine | None = None

    def solve(
        self,
        state: Any,
        *,
        every_move: bool = False,
        nodes: int | None = None,
        on_info: Callable[[Info[Any]], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Result[Any]:
        """The value of a position, with all its best moves (all moves if ``every_move``);
        OutOfNodes if ``nodes`` are not enough.
        """

        def attempt(engine: Engine) -> Result[Any]:
            self.engine = engine
            return solve_position(engine, state, every_move, nodes, on_info, stop)

        result: Result[Any] = run_engine(self.game, attempt, self.on_wait, engine=self.engine, **self.options)
        return result


def solve_position(
    engine: Engine,
    state: Any,
    every_move: bool,
    nodes: int | None,
    on_info: Callable[[Info[Any]], None] | None,
    stop: Callable[[], bool] | None,
) -> Result[Any]:
    started = clock_time.perf_counter()
    game = engine.game
    if game.over(state):
        return replace(engine.deepen(state, Limits(depth=1)), depth=None, algorithm="alphabeta")
    sign = 1 if game.player(state) == 0 else -1
    watch = SearchClock(Limits(), started, stop)
    try:
        find = solve_value if game.margins else solve_outcome
        found, depth = find(engine, state, nodes, watch, on_info, stop)
        if not found.exact and not engine.is_decided(found.value):
            raise SearchError(
                "The game may last longer than {plies} plies, which is too long for alpha-beta to the end.",
                plies=DEEPEST,
            )
        moves = tuple(move_scores(engine, state, found.value, depth, every_move, watch))
    except Interrupted:
        if stop is not None and stop():
            raise Stopped("The solver was stopped before it had an answer.") from None
        raise OutOfNodes(
            "After {nodes} positions nothing was proven: allow more, or solve by another method.",
            nodes=engine.total(NODES),
        ) from None
    result = engine.result(state, found, (), DEEPEST, started)
    best = next(entry for entry in moves if entry.score == result.score)
    line = found.line if found.line and found.line[0] == best.move else (best.move,)
    ordered = tuple(sorted(moves, key=lambda entry: entry.score, reverse=sign > 0))
    return replace(
        result, move=best.move, line=line, depth=None, exact=True, moves=ordered, algorithm="alphabeta",
    )  # fmt: skip


def solve_value(
    engine: Engine,
    state: Any,
    nodes: int | None,
    watch: SearchClock,
    on_info: Callable[[Info[Any]], None] | None,
    stop: Callable[[], bool] | None,
) -> tuple[Found, int]:
    """The value where scores are margins: by null windows, after a few plies of deepening for the order of moves."""
    first = engine.deepen(state, Limits(depth=WARM_UP, nodes=nodes), on_info=on_info, stop=stop)
    return close_window(engine, state, best_number(engine, state, first), DEEPEST, watch), DEEPEST


def solve_outcome(
    engine: Engine,
    state: Any,
    nodes: int | None,
    watch: SearchClock,
    on_info: Callable[[Info[Any]], None] | None,
    stop: Callable[[], bool] | None,
) -> tuple[Found, int]:
    """The value where only winning counts, and the depth that proves it.

    Two ways take turns, each time with more nodes: deepening, which finds a near win however large the game is; and who
    wins at all, asked of the whole game with no regard to distance, which settles a draw with far fewer positions.
    """
    share = SHARE
    while True:
        budget = share if nodes is None else min(share, nodes)
        first = engine.deepen(state, Limits(nodes=budget), on_info=on_info, stop=stop)
        if first.exact:
            return Found(best_number(engine, state, first), first.line, True), first.depth or DEEPEST
        if stop is not None and stop():
            raise Interrupted
        most = budget * TURN if nodes is None else min(budget * TURN, nodes)
        for workspace in engine.workspaces:
            workspace[NODE_LIMIT] = max(1, most // engine.threads)
        try:
            found = engine.search(state, DEEPEST, -1, 1, watch)
        except Interrupted:
            if (stop is not None and stop()) or most == nodes:
                raise
            share *= TURN
            continue
        for workspace in engine.workspaces:
            workspace[NODE_LIMIT] = 0
        if found.value != 0:
            found = close_window(engine, state, found.value, DEEPEST, watch)
        return found, DEEPEST


def best_number(engine: Engine, state: Any, result: Result[Any]) -> int:
    """A result's score in the engine's numbers, for the mover: where the search begins to look."""
    sign = 1 if engine.game.player(state) == 0 else -1
    score = result.score
    if not score.outcome:
        return sign * round(score.value * engine.linked.scale)
    size = int(abs(score.value)) * STEP if engine.game.margins else -(score.plies or 0)
    return sign * score.outcome * (WIN + size)


def close_window(engine: Engine, state: Any, guess: int, depth: int, watch: SearchClock, ply: int = 0) -> Found:
    """The exact value by null windows, beginning at a guess."""
    low, high, value = -INFINITE, INFINITE, guess
    found = None
    while low < high:
        beta = value + 1 if value == low else value
        probe = engine.search(state, depth, beta - 1, beta, watch, ply)
        value = probe.value
        if value < beta:
            high = value
        else:
            low = value
            found = probe
        if found is None or (found.value != value and probe.line):
            found = probe
    assert found is not None
    return Found(value, found.line, found.exact)


def move_scores(
    engine: Engine, state: Any, best: int, depth: int, every_move: bool, watch: SearchClock
) -> list[MoveScore[Any]]:
    """The best moves with their scores, or all moves."""
    game, player = engine.game, engine.game.player(state)
    sign = 1 if player == 0 else -1
    entries = []
    for move in game.moves(state):
        child = game.play(state, move)
        turn = 1 if game.player(child) == player else -1
        if every_move:
            value = turn * close_window(engine, child, turn * best, DEEPEST - 1, watch, 1).value
        else:
            beta = best if turn > 0 else 1 - best
            value = turn * engine.search(child, depth - 1, beta - 1, beta, watch, 1).value
            if value < best:
                continue
            value = best
        score, number = engine.score(sign * value, True)
        entries.append(MoveScore(move, score, True, number))
    return entries
