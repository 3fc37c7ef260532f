"""Negamax: minimax with one branch instead of two.

Minimising a value is maximising its opposite, so every node can maximise from its mover's point of view. The sign
changes where the turn passes to the other player, and only there: a player who moves again keeps the sign.

Theorem. negamax(s) = minimax(s) if Max is to move in s, and -minimax(s) if Min is.

Without steps 2, 3, 4 and 6.
"""

from __future__ import annotations

from collections.abc import Callable

from elagage.game import Game, Move, State
from elagage.result import Number, Result
from elagage.search.search_common import NODES, evaluate_end, evaluate_leaf, for_any_game, player_sign, run
from elagage.trace import Trace

__all__ = ["negamax", "negamax_value"]


@for_any_game
def negamax(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The best move and its value (for Max, as everywhere), ``depth`` plies deep or to the end."""

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        return player_sign(game, root) * negamax_value(game, root, plies, line, counts, trace)

    return run("negamax", game, state, depth, trace, search, stop=stop)


def negamax_value(
    game: Game[State, Move], state: State, depth: int, line: list[Move], counts: list[int], trace: Trace | None
) -> Number:
    """The value for the player to move."""
    counts[NODES] += 1
    sign = player_sign(game, state)
    if trace is not None:
        trace.enter(state, game.player(state), depth, sign=sign)

    # Step 1. A leaf: the game has ended, or the depth is used up.
    if game.over(state):
        return evaluate_end(game, state, sign, counts, trace)
    if depth == 0:
        return evaluate_leaf(game, state, sign, counts, trace)

    # Step 5. Look at every move; the child's value changes its sign if the turn has passed.
    best: Number = 0
    found = False
    rest = line.copy()
    for move in game.moves(state):
        if trace is not None:
            trace.descend(move)
        child = game.play(state, move)
        rest.clear()
        turn = sign * player_sign(game, child)
        value = turn * negamax_value(game, child, depth - 1, rest, counts, trace)
        if not found or value > best:
            found = True
            best = value
            line.clear()
            line.append(move)
            line.extend(rest)
            if trace is not None:
                trace.best(move, best)

    # Step 7. No successor: that is an end too. Otherwise the best value is the node's.
    if not found:
        return evaluate_end(game, state, sign, counts, trace)
    if trace is not None:
        trace.leave(best)
    return best
