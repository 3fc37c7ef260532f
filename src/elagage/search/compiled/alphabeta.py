"""Alpha-beta to a fixed depth with nothing added, compiled: the twin of the negamax form in ``search/alphabeta.py``,
node for node.

It is what a small C program of the same algorithm is measured against. Without steps 2, 3 and 4.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import peek, poke, whole
from elagage.result import MAX
from elagage.search.compiled.features import INFINITE, LIMIT
from elagage.search.compiled.workspace import NODES, ROOT

__all__ = ["alphabeta_root"]


@entry
def alphabeta_root(game: Any, depth: int, alpha: int, beta: int, workspace: Any) -> int:
    """The value to a fixed depth of the workspace's root, for its mover; the workspace counts the nodes.

    The window is an argument, since a constant in a call to a recursive kernel would make it compile twice, and the
    second version is lost in the cache.
    """
    return alphabeta(game, game.unpack_state(workspace, ROOT), depth, alpha, beta, workspace)


@kernel
def alphabeta(game: Any, state: Any, depth: int, alpha: int, beta: int, workspace: Any) -> int:
    """The value for the player to move, fail-soft."""
    poke(workspace, NODES, peek(workspace, NODES) + 1)

    # Step 1. A leaf: the depth is used up, or the game has ended and offers no move (seen after step 5).
    player = game.player(state)
    sign = 1 if player == MAX else -1
    if depth <= 0 and not game.over(state):
        return sign * min(max(whole(game.heuristic(state) * game.engine_scale), -LIMIT), LIMIT)

    # Step 5. Look at the moves one by one; window and value change their signs where the turn passes.
    best = -INFINITE
    none = True
    for move in game.moves(state):
        none = False
        child = game.same_state(game.play(state, move))
        if game.player(child) == player:
            value = alphabeta(game, child, depth - 1, alpha, beta, workspace)
        else:
            value = -alphabeta(game, child, depth - 1, -beta, -alpha, workspace)
        if value > best:
            best = value
            if best > alpha:
                alpha = best

            # Step 6. Has the value met the other player's bound? Then the rest can't matter.
            if best >= beta:
                break

    # Step 7. The best value is the node's.
    return sign * whole(game.final(state) * game.engine_scale) if none else best
