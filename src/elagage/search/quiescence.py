"""Quiescence: a search does not stop in the middle of a fight.

A heuristic is blind to what comes just beyond the depth (the *horizon effect*). So where the depth is used up and the
position is not calm, the leaf is prolonged: the player to move may either stand pat, which is worth the heuristic, or
play one of the moves that the game calls ``noisy``. The prolonged part ends where nothing is noisy, or after ``extra``
plies.

Theorem. The value is minimax's on the tree whose leaves are prolonged so; where nothing is noisy it is alpha-beta's.

Without steps 2 and 3.
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
from elagage.trace import Trace, bound_kind

__all__ = ["quiescence", "quiescence_value"]


@for_any_game
def quiescence(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = 1,
    *,
    extra: int = 8,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """Alpha-beta ``depth`` plies deep (None: to the end), its leaves
    prolonged by at most ``extra`` plies where the position is not calm.
    """

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        value = quiescence_value(game, root, plies, -INFINITY, INFINITY, extra, line, counts, trace)
        return player_sign(game, root) * value

    return run("quiescence", game, state, depth, trace, search, stop=stop)


def quiescence_value(
    game: Game[State, Move],
    state: State,
    depth: int,
    alpha: Number,
    beta: Number,
    extra: int,
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """The value for the player to move; a depth of 0 or less is the prolonged part."""
    counts[NODES] += 1
    low = alpha
    sign = player_sign(game, state)
    if trace is not None:
        trace.enter(state, game.player(state), depth, alpha, beta, sign)

    # Step 1. A leaf: the game has ended, or the depth is used up and nothing is noisy.
    if game.over(state):
        return evaluate_end(game, state, sign, counts, trace)
    quiet = depth <= 0
    if quiet and (depth <= -extra or is_calm(game, state)):
        return evaluate_leaf(game, state, sign, counts, trace)

    # Step 4. In the prolonged part the player may stand pat, and only noisy moves are looked at.
    best: Number = 0
    found = False
    moves = iter([move for move in game.moves(state) if not quiet or game.noisy(state, move)])
    if quiet:
        found = True
        best = evaluate_leaf(game, state, sign, counts, None)
        alpha = max(alpha, best)
        if trace is not None:
            trace.best(None, best, alpha, beta)
        if best >= beta:
            skip_rest(moves, BETA_CUTS if sign > 0 else ALPHA_CUTS, best, beta, counts, trace)
            if trace is not None:
                trace.leave(best, bound_kind(best, low, beta))
            return best

    # Step 5. Look at the moves one by one, within the window that the earlier ones leave.
    for move in moves:
        if trace is not None:
            trace.descend(move, "quiet" if quiet else "")
        child = game.play(state, move)
        rest = line[:0]
        if player_sign(game, child) == sign:
            value = quiescence_value(game, child, depth - 1, alpha, beta, extra, rest, counts, trace)
        else:
            value = -quiescence_value(game, child, depth - 1, -beta, -alpha, extra, rest, counts, trace)
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

    # Step 7. No successor: that is an end too. Otherwise the best value is the node's.
    if not found:
        return evaluate_end(game, state, sign, counts, trace)
    if trace is not None:
        trace.leave(best, bound_kind(best, low, beta))
    return best


def is_calm(game: Game[State, Move], state: State) -> bool:
    """Is no move of this position noisy?"""
    for move in game.moves(state):
        if game.noisy(state, move):
            return False
    return True
