"""Alpha-beta: the value of minimax without looking at everything.

Two bounds travel down the tree: alpha, what Max is already sure of, and beta, what Min is already sure of. As soon as a
node's value is known to fall outside of them, one of the players has something better elsewhere, and the node's other
moves are skipped: a *beta cut* at a node of Max whose value reaches beta, an *alpha cut* at a node of Min whose value
falls to alpha. The bounds may come from any ancestor, however far up: those cuts are *deep* ones.

Theorem (Knuth and Moore, 1975). Let v be minimax's value and r the fail-soft answer with the window (alpha, beta).
    alpha < r < beta   then  v = r
    r <= alpha         then  v <= r
    r >= beta          then  v >= r
With the best move first everywhere, a tree of branching b and depth d costs b^ceil(d/2) + b^floor(d/2) - 1 leaves of
its b^d.

The conventions of textbooks are switches. ``form``: 'minimax' has a branch for each player, 'negamax' one for both.
``soft``: a fail-soft answer may lie outside the window and is then a bound, a fail-hard one is clamped to it.
``strict``: cut when the bounds have crossed, and not yet when they meet. That is the general form: a value that equals
an infinite bound never cuts, so the window stays open at infinities.

Without steps 2, 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from elagage.game import Game, Move, State
from elagage.result import MAX, Number, Result
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
    score_of,
    skip_rest,
)
from elagage.trace import EXACT, Conventions, Trace, bound_kind

__all__ = ["alphabeta", "alphabeta_negamax_value", "alphabeta_value"]


@for_any_game
def alphabeta(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    form: Literal["minimax", "negamax"] = "minimax",
    soft: bool = True,
    strict: bool = False,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The best move and its value, ``depth`` plies deep or to the end; with a window,
    perhaps only a bound (see above).
    """

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        if form == "minimax":
            return alphabeta_value(game, root, plies, alpha, beta, soft, strict, line, counts, trace)
        if player_sign(game, root) > 0:
            return alphabeta_negamax_value(game, root, plies, alpha, beta, soft, strict, line, counts, trace)
        return -alphabeta_negamax_value(game, root, plies, -beta, -alpha, soft, strict, line, counts, trace)

    result = run(
        "alphabeta", game, state, depth, trace, search, Conventions(form == "negamax", soft, strict), stop=stop
    )
    if bound_kind(result.value, alpha, beta) != EXACT:
        return replace(result, exact=False, score=score_of(game, result.value, False))
    return result


def alphabeta_value(
    game: Game[State, Move],
    state: State,
    depth: int,
    alpha: Number,
    beta: Number,
    soft: bool,
    strict: bool,
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """The value for Max, in the form with a branch for each player."""
    counts[NODES] += 1
    low, high = alpha, beta
    if trace is not None:
        trace.enter(state, game.player(state), depth, alpha, beta)

    # Step 1. A leaf: the game has ended, or the depth is used up.
    if game.over(state):
        return evaluate_end(game, state, 1, counts, trace)
    if depth == 0:
        return evaluate_leaf(game, state, 1, counts, trace)

    # Step 5. Look at the moves one by one, within the window that the earlier ones leave.
    maximise = game.player(state) == MAX
    best: Number = 0
    found = False
    rest = line.copy()
    moves = iter(game.moves(state))
    for move in moves:
        if trace is not None:
            trace.descend(move)
        rest.clear()
        value = alphabeta_value(game, game.play(state, move), depth - 1, alpha, beta, soft, strict, rest, counts, trace)
        if not found or (value > best if maximise else value < best):
            found = True
            best = value
            line.clear()
            line.append(move)
            line.extend(rest)
            if maximise:
                if best > alpha:
                    alpha = best
            elif best < beta:
                beta = best
            if trace is not None:
                trace.best(move, best, alpha, beta)

            # Step 6. Has the value met the other player's bound? Then the rest can't matter.
            if maximise:
                if best > high if strict else best >= high:
                    skip_rest(moves, BETA_CUTS, best, high, counts, trace)
                    break
            elif best < low if strict else best <= low:
                skip_rest(moves, ALPHA_CUTS, best, low, counts, trace)
                break

    # Step 7. No successor: that is an end too. Otherwise answer, clamped to the window if the search is fail-hard.
    if not found:
        return evaluate_end(game, state, 1, counts, trace)
    answer = best if soft else min(max(best, low), high)
    if trace is not None:
        trace.leave(answer, bound_kind(best, low, high, strict and soft))
    return answer


def alphabeta_negamax_value(
    game: Game[State, Move],
    state: State,
    depth: int,
    alpha: Number,
    beta: Number,
    soft: bool,
    strict: bool,
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """The value for the player to move, in the form with one branch; so is the window."""
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

    # Step 5. Look at the moves one by one; window and value change their signs where the turn passes.
    best: Number = 0
    found = False
    rest = line.copy()
    moves = iter(game.moves(state))
    for move in moves:
        if trace is not None:
            trace.descend(move)
        child = game.play(state, move)
        rest.clear()
        if player_sign(game, child) == sign:
            value = alphabeta_negamax_value(game, child, depth - 1, alpha, beta, soft, strict, rest, counts, trace)
        else:
            value = -alphabeta_negamax_value(game, child, depth - 1, -beta, -alpha, soft, strict, rest, counts, trace)
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
            if best > beta if strict else best >= beta:
                skip_rest(moves, BETA_CUTS if sign > 0 else ALPHA_CUTS, best, beta, counts, trace)
                break

    # Step 7. No successor: that is an end too. Otherwise answer, clamped to the window if the search is fail-hard.
    if not found:
        return evaluate_end(game, state, sign, counts, trace)
    answer = best if soft else min(max(best, low), beta)
    if trace is not None:
        trace.leave(answer, bound_kind(best, low, beta, strict and soft))
    return answer
