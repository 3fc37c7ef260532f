"""Progressive deepening: search one ply deep, then two, then three, until the time is up.

The last finished round always has a move to give, so the search can be stopped at any moment. It costs little
where positions have many moves, since the rounds then grow fast, and it often costs less than nothing: what one round
found best is tried first in the next, and alpha-beta lives on good order.

Theorem. The answer of the last finished round is minimax's to that depth. The first round that proves a win has found a
shortest one; in a lost position, where all defeats count the same, the move given was the last to be refuted, so it
holds out longest.

Without steps 2 and 3.
"""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable
from dataclasses import dataclass, replace

from elagage.errors import Stopped
from elagage.game import Game, Move, State, estimate_value
from elagage.result import Info, Limits, MoveScore, Number, Result, Score
from elagage.search.search_common import (
    ALPHA_CUTS,
    BETA_CUTS,
    ESTIMATES,
    INFINITY,
    LEAVES,
    NODES,
    evaluate_end,
    evaluate_leaf,
    for_any_game,
    is_exact,
    make_result,
    new_counts,
    player_sign,
    rank_moves,
    skip_rest,
    stopped_search,
)  # fmt: skip
from elagage.trace import Trace, bound_kind

__all__ = ["Clock", "deepen", "deepening", "ordered_value"]

SHALLOW = 50
"""A round of so many plies does not use up the calls that Python allows."""


@dataclass
class Clock:
    """Says when to stop; ``look`` is the number of nodes at which to ask it again."""

    limits: Limits
    started: float
    stop: Callable[[], bool] | None
    look: int = 0

    def check(self, nodes: int) -> None:
        """Raise Stopped if the time is up, the nodes are used up, or somebody asks for it."""
        limits = self.limits
        if limits.nodes is not None and nodes >= limits.nodes:
            raise stopped_search()
        if limits.time is not None and clock_time.perf_counter() - self.started >= limits.time:
            raise stopped_search()
        if self.stop is not None and self.stop():
            raise stopped_search()
        self.look = nodes + 64 if limits.nodes is None else min(nodes + 64, limits.nodes)


@for_any_game
def deepening(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    every_move: bool = False,
    on_info: Callable[[Info[Move]], None] | None = None,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The best move that ``depth`` plies, ``time`` seconds and ``nodes`` positions allow; always a legal one,
    however little that is.

    It ends early once the value is proven. ``every_move`` gives each legal move its own score (slower: nothing is cut
    at the root). ``on_info`` hears of each finished round, ``stop`` is asked now and then whether to end.
    """
    root = game.start() if state is None else state
    return deepen(
        game, root, Limits(depth, time, nodes), every_move=every_move, on_info=on_info, stop=stop, trace=trace
    )


def deepen(
    game: Game[State, Move],
    root: State,
    limits: Limits,
    *,
    every_move: bool = False,
    on_info: Callable[[Info[Move]], None] | None = None,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The same within limits that were made before."""
    started = clock_time.perf_counter()
    clock = Clock(limits, started, stop)
    counts = new_counts()
    if trace is not None:
        trace.begin(game, "deepening", root)
    if game.over(root):
        if trace is not None:
            trace.enter(root, game.player(root), 0)
        counts[NODES] += 1
        value = evaluate_end(game, root, 1, counts, trace)
        result = make_result("deepening", game, 0, value, [], counts, 0.0)
        return replace(result, score=with_distance(game, result.score, 0))

    moves = sorted(game.moves(root), key=lambda move: -game.order(root, move))
    best = make_result("deepening", game, 0, estimate_value(game, root), moves[:1], counts, 0.0, exact=False)
    memory: dict[State, Move] = {}
    proven: dict[Move, int] = {}
    finished = 0
    try:
        while not best.exact and finished != limits.depth:
            clock.check(counts[NODES])
            counts[ESTIMATES] = 0
            finished += 1
            if trace is not None:
                trace.round(finished, finished)
            best, moves = search_round(
                game, root, finished, moves, proven if every_move else None, memory, counts, clock, trace
            )
            if on_info is not None:
                on_info(Info(finished, best.score, best.line, best.nodes, best.seconds, best.moves))
    except Stopped:
        pass
    except RecursionError:  # deeper than Python can go: what the last round found stands
        if finished <= SHALLOW:  # no search has so many calls: it is a rule that calls itself for ever
            raise
        if trace is not None:
            trace.round(finished, finished)
    return replace(
        best, nodes=counts[NODES], leaves=counts[LEAVES], alpha_cuts=counts[ALPHA_CUTS], beta_cuts=counts[BETA_CUTS],
        seconds=clock_time.perf_counter() - started,
    )  # fmt: skip


def search_round(
    game: Game[State, Move],
    root: State,
    depth: int,
    moves: list[Move],
    proven: dict[Move, int] | None,
    memory: dict[State, Move],
    counts: list[int],
    clock: Clock,
    trace: Trace | None,
) -> tuple[Result[Move], list[Move]]:
    """One round: its result, and the moves in the order that the next round should try them.

    With ``proven`` every move gets its own score; it holds the round that first proved a move won or lost.
    """
    counts[NODES] += 1
    sign = player_sign(game, root)
    alpha: Number = -INFINITY
    best: Number = -INFINITY
    line: list[Move] = []
    values: dict[Move, Number] = {}
    scores: list[MoveScore[Move]] = []
    if trace is not None:
        trace.enter(root, game.player(root), depth, alpha, INFINITY, sign)
    for move in moves:
        before = counts[ESTIMATES]
        rest: list[Move] = []
        if trace is not None:
            trace.descend(move)
        child = game.play(root, move)
        low = -INFINITY if proven is not None else alpha
        if player_sign(game, child) == sign:
            value = ordered_value(game, child, depth - 1, low, INFINITY, rest, memory, counts, clock, trace)
        else:
            value = -ordered_value(game, child, depth - 1, -INFINITY, -low, rest, memory, counts, clock, trace)
        values[move] = value
        if not line or value > best:
            best = value
            line = [move, *rest]
            alpha = max(alpha, best)
            if trace is not None:
                trace.best(move, best, alpha, INFINITY)
        if proven is not None:
            own = new_counts()
            own[ESTIMATES] = counts[ESTIMATES] - before
            part = make_result("", game, depth, sign * value, [move, *rest], own, 0.0)
            score = with_distance(game, part.score, proven.setdefault(move, depth)) if part.exact else part.score
            scores.append(MoveScore(move, score, part.exact, part.value))
    if trace is not None:
        trace.leave(best)
    value = sign * best
    exact = is_exact(game, value, counts)
    result = make_result(
        "deepening", game, depth, value, line, counts, clock_time.perf_counter() - clock.started,
        exact=exact, moves=rank_moves(game, root, scores),
    )  # fmt: skip
    ordered = sorted(moves, key=lambda move: (move != line[0], -values[move]))
    return replace(result, score=with_distance(game, result.score, depth)), ordered


def with_distance(game: Game[State, Move], score: Score, depth: int) -> Score:
    """The first round that proves a win knows how far it is, if its size doesn't matter:
    exactly as far as the round is deep.
    """
    return score if not score.outcome or game.margins else replace(score, plies=depth)


def ordered_value(
    game: Game[State, Move],
    state: State,
    depth: int,
    alpha: Number,
    beta: Number,
    line: list[Move],
    memory: dict[State, Move],
    counts: list[int],
    clock: Clock,
    trace: Trace | None,
) -> Number:
    """Alpha-beta's value for the player to move, with the move that ``memory`` holds tried first,
    then by the game's hint.
    """
    counts[NODES] += 1
    if counts[NODES] >= clock.look:
        clock.check(counts[NODES])
    low = alpha
    sign = player_sign(game, state)
    if trace is not None:
        trace.enter(state, game.player(state), depth, alpha, beta, sign)

    # Step 1. A leaf: the game has ended, or the depth is used up.
    if game.over(state):
        return evaluate_end(game, state, sign, counts, trace)
    if depth == 0:
        return evaluate_leaf(game, state, sign, counts, trace)

    # Step 4. Order the moves: what the last round found best, then what the game hints at.
    first = memory.get(state)
    ordered = sorted(game.moves(state), key=lambda move: (move != first, -game.order(state, move)))

    # Step 5. Look at the moves one by one, within the window that the earlier ones leave.
    best: Number = 0
    found = False
    moves = iter(ordered)
    for move in moves:
        if trace is not None:
            trace.descend(move)
        child = game.play(state, move)
        rest = line[:0]
        if player_sign(game, child) == sign:
            value = ordered_value(game, child, depth - 1, alpha, beta, rest, memory, counts, clock, trace)
        else:
            value = -ordered_value(game, child, depth - 1, -beta, -alpha, rest, memory, counts, clock, trace)
        if not found or value > best:
            found = True
            best = value
            line[:] = [move] + rest
            alpha = max(alpha, best)
            if trace is not None:
                trace.best(move, best, alpha, beta)

            # Step 6. Has the value met the other player's bound? Then the rest can't matter.
            if best >= beta:
                skip_rest(moves, BETA_CUTS if sign > 0 else ALPHA_CUTS, best, beta, counts, trace)
                break

    # Step 7. No successor: that is an end too. Otherwise remember the move for the next round.
    if not found:
        return evaluate_end(game, state, sign, counts, trace)
    memory[state] = line[0]
    if trace is not None:
        trace.leave(best, bound_kind(best, low, beta))
    return best
