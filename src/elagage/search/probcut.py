"""ProbCut: what a shallow search says clearly, a deep one will probably say too.

Before a move is searched to the whole depth, a *check* about half as deep asks with a null window whether its value
lies outside of the window by a margin. If so, the check's answer is taken for the deep one's and the move is done with:
*probably* it is too good for one of the players, or too bad. The margin is chosen so that this is seldom wrong: t times
the standard deviation sigma of the error, that is, of the deep value less the shallow one (M. Buro, 1995). With a
margin for each phase of the game and each depth it is Multi-ProbCut (1997), which the compiled search does.

Claim. None for the value: it is no longer minimax's, and never called exact if a cut of this kind took part. But
    if no error of a check is larger than the margin, it is minimax's;
    with an infinite margin nothing is cut so, and the search is alpha-beta, node for node;
    a win is a win: where a bound is one, nothing is checked.

Without steps 2 and 4.
"""

from __future__ import annotations

from collections.abc import Callable

from elagage.game import Game, Move, State
from elagage.result import WIN, Number, Result
from elagage.search.search_common import (
    ALPHA_CUTS,
    BETA_CUTS,
    ESTIMATES,
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

__all__ = ["depth_of_check", "probcut", "probcut_value"]

LEAST = 2
"""Moves that are searched less deep than this are not checked."""


@for_any_game
def probcut(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    margin: Number = 2,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """A good move and its probable value, ``depth`` plies deep; checks must clear a bound by ``margin``. Without a
    depth it is alpha-beta to the end.
    """
    far = INFINITY if depth is None else margin

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        value = probcut_value(game, root, plies, -INFINITY, INFINITY, far, line, counts, trace)
        return player_sign(game, root) * value

    return run("probcut", game, state, depth, trace, search, stop=stop)


def depth_of_check(depth: int) -> int:
    """How deep the check of a search is: about half as deep, and of the same parity, since the values of odd and even
    depths differ by who has moved last.

    >>> [depth_of_check(depth) for depth in range(2, 13)]
    [0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6]
    """
    return 2 * (depth // 4) + depth % 2


def probcut_value(
    game: Game[State, Move],
    state: State,
    depth: int,
    alpha: Number,
    beta: Number,
    margin: Number,
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """The probable value for the player to move."""
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

    # Step 5. Look at the moves one by one, within the window that the earlier ones leave.
    best: Number = 0
    found = False
    rest = line.copy()
    moves = iter(game.moves(state))
    for move in moves:
        child = game.play(state, move)
        turn = sign * player_sign(game, child)
        rest.clear()
        value: Number = 0
        probable = False

        # Step 3. Does a check say that the value is outside of the window, by the margin?
        if depth - 1 >= LEAST and margin < INFINITY:
            if alpha - margin > -WIN:
                value = check_value(game, child, depth, alpha - margin, margin, turn, move, rest, counts, trace)
                probable = value <= alpha - margin
            if not probable and beta + margin < WIN:
                bar = just_below(beta + margin)
                value = check_value(game, child, depth, bar, margin, turn, move, rest, counts, trace)
                probable = value >= beta + margin
        if probable:
            counts[ESTIMATES] += 1
        else:
            if trace is not None:
                trace.descend(move)
            rest.clear()
            value = child_value(game, child, depth - 1, alpha, beta, margin, turn, rest, counts, trace)
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


def check_value(
    game: Game[State, Move],
    child: State,
    depth: int,
    bar: Number,
    margin: Number,
    turn: int,
    move: Move,
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """What the check of a move says, for the mover above it: is it more than ``bar``?"""
    if trace is not None:
        trace.descend(move, "check")
    line.clear()
    plies = depth_of_check(depth - 1)
    return child_value(game, child, plies, bar, just_above(bar), margin, turn, line, counts, trace)


def just_below(value: Number) -> Number:
    """The beginning of the null window that ends at ``value``."""
    return -just_above(-value)


def child_value(
    game: Game[State, Move],
    child: State,
    depth: int,
    alpha: Number,
    beta: Number,
    margin: Number,
    turn: int,
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """A child's value for the mover above it; ``turn`` is -1 if the turn has passed,
    1 if the same player moves again.
    """
    if turn > 0:
        return probcut_value(game, child, depth, alpha, beta, margin, line, counts, trace)
    return -probcut_value(game, child, depth, -beta, -alpha, margin, line, counts, trace)
