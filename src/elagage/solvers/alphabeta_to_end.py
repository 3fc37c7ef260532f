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

from elagage.compiler.fallback import UnheldScore
from elagage.errors import OutOfNodes, SearchError, Stopped
from elagage.game import Game
from elagage.result import Info, Limits, MoveScore, Result, Score
from elagage.search.compiled.driver import DEEPEST, Engine, Found, Interrupted, SearchClock, run_engine
from elagage.search.compiled.features import DEFAULT, DISTANCE, INFINITE
from elagage.search.compiled.workspace import NODES

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
    proven: Score | None = None
    watch = SearchClock(Limits(), started, stop)
    try:
        find = solve_value if game.margins else solve_outcome
        found, depth = find(engine, state, nodes, watch, on_info, stop)
        if not found.exact and not engine.scores.is_decided(found.value):
            raise SearchError(
                "The game may last longer than {plies} plies, which is too long for alpha-beta to the end.",
                plies=DEEPEST,
            )
        refuse_rounded(engine)
        proven = engine.tell(state, sign, found, depth)[0]
        moves = tuple(move_scores(engine, state, found.value, depth, every_move, watch))
        refuse_rounded(engine)
    except Interrupted:
        if stop is not None and stop():
            raise Stopped("The solver was stopped before it had an answer.") from None
        raise make_out_of_nodes(game, engine.total(NODES), proven) from None
    result = engine.result(state, found, (), depth, started)
    best = next(entry for entry in moves if entry.score == result.score)
    line = found.line if found.line and found.line[0] == best.move else (best.move,)
    ordered = tuple(sorted(moves, key=lambda entry: entry.score, reverse=sign > 0))
    return replace(
        result, move=best.move, line=line, depth=None, exact=True, moves=ordered, algorithm="alphabeta",
    )  # fmt: skip


def refuse_rounded(engine: Engine) -> None:
    """UnheldScore if a final score is not held exactly: then the value is found interpreted."""
    if engine.has_rounded():
        raise UnheldScore


def make_out_of_nodes(game: Game[Any, Any], nodes: int, proven: Score | None) -> OutOfNodes:
    """The error of a solver whose positions are used up: what is proven, and what to do."""
    if proven is None:
        return OutOfNodes(
            "After {nodes} positions nothing was proven: allow more, or solve by another method.", nodes=nodes
        )
    return OutOfNodes(
        "After {nodes} positions the value is proven ({score}), but not that of every move: allow more positions.",
        nodes=nodes,
        score=proven.message(game.players),
    )


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
    return close_window(engine, state, engine.scores.best_number(state, first.score), DEEPEST, watch), DEEPEST


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
        refuse_rounded(engine)
        if first.exact and (not first.score.outcome or first.score.plies is not None):
            engine.limit_nodes(nodes)
            return Found(engine.scores.best_number(state, first.score), first.line, True), first.depth or DEEPEST
        if stop is not None and stop():
            raise Interrupted
        most = budget * TURN if nodes is None else min(budget * TURN, nodes)
        engine.limit_nodes(most)
        try:
            found = engine.search(state, DEEPEST, -1, 1, watch)
        except Interrupted:
            if (stop is not None and stop()) or most == nodes:
                raise
            share *= TURN
            continue
        engine.limit_nodes(nodes)
        if found.value != 0:
            found = close_window(engine, state, found.value, DEEPEST, watch)
        return found, DEEPEST


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
        score, number = engine.scores.score(sign * value, True, DEEPEST if every_move else depth)
        entries.append(MoveScore(move, score, True, number))
    return entries
