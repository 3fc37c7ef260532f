"""Principal variation search (NegaScout): trust the first move, and only test the others.

If moves are well ordered the first is the best. So it alone is searched with the whole window; each other move gets a
*scout* with an empty (null) window that asks one thing: is it better than the best so far? Scouts are cheap since
almost everything cuts. A move that surprises is searched again to know by how much.

Theorem. The answer obeys alpha-beta's theorem (see there); with the whole window it is minimax's value.

Without steps 2, 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable

from elagage.game import Game, Move, State
from elagage.result import Number, Result
from elagage.search.search_common import (
    ALPHA_CUTS,
    BETA_CUTS,
    INFINITY,
    NODES,
    evaluate_end,
    evaluate_leaf,
    for_any_game,
    player_sign,
    run,
    skip_rest,
)
from elagage.trace import Trace, bound_kind, just_above

__all__ = ["pvs", "pvs_value"]


@for_any_game
def pvs(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The best move and its value, ``depth`` plies deep or to the end."""

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        return player_sign(game, root) * pvs_value(game, root, plies, -INFINITY, INFINITY, line, counts, trace)

    return run("pvs", game, state, depth, trace, search, stop=stop)


def pvs_value(
    game: Game[State, Move],
    state: State,
    depth: int,
    alpha: Number,
    beta: Number,
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """The value for the player to move, fail-soft."""
    counts[NODES] += 1
    low = alpha
    sign = player_sign(game, state)
    if trace is not None:
        trace.enter(state, game.player(state), depth, alpha, beta, sign)

    # Step 1. A leaf: the game has ended, or the depth is used up.
    if game.over(state):
        return evaluate_end(game, state, sign, counts, trace)
    if depth == 0:
        return evaluate_leaf(game, state, sign, counts, trace)

    # Step 5. The first move gets the whole window, each other one a scout first.
    best: Number = 0
    found = False
    rest = line.copy()
    moves = iter(game.moves(state))
    for move in moves:
        child = game.play(state, move)
        turn = sign * player_sign(game, child)
        rest.clear()
        limit = just_above(alpha) if found and alpha > -INFINITY else beta
        scout = limit < beta
        if trace is not None:
            trace.descend(move, "scout" if scout else "")
        value = child_value(game, child, depth, alpha, limit if scout else beta, turn, rest, counts, trace)
        if scout and alpha < value < beta:
            if trace is not None:
                trace.descend(move, "again")
            value = child_value(game, child, depth, alpha, beta, turn, rest, counts, trace)
        if not found or value > best:
            found = True
            best = value
            line.clear()
            line.append(move)
            line.extend(rest)
            if best > alpha:
                alpha = best
            if trace is not None:
                trace.best(move, best, alpha, beta)

            # Step 6. Has the value met the other player's bound? Then the rest can't matter.
            if best >= beta:
                skip_rest(moves, BETA_CUTS if sign > 0 else ALPHA_CUTS, best, beta, counts, trace)
                break

    # Step 7. No successor: that is an end too. Otherwise the best value is the node's.
    if not found:
        return evaluate_end(game, state, sign, counts, trace)
    if trace is not None:
        trace.leave(best, bound_kind(best, low, beta))
    return best


def child_value(
    game: Game[State, Move],
    child: State,
    depth: int,
    alpha: Number,
    beta: Number,
    turn: int,
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """A child's value for the mover above it; ``turn`` is -1 if the turn has passed,
    1 if the same player moves again.
    """
    if turn > 0:
        return pvs_value(game, child, depth - 1, alpha, beta, line, counts, trace)
    return -pvs_value(game, child, depth - 1, -beta, -alpha, line, counts, trace)
