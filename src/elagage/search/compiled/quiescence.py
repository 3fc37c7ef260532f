"""What a leaf is worth, compiled: an ended game, an estimate, or the estimate prolonged by noisy moves.

The last is the twin of ``search/quiescence.py``. Values are the engine's integers, as in ``pvs.py``.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import peek, poke, whole
from elagage.compiler.score_scale import is_held
from elagage.result import MAX, WIN
from elagage.search.compiled.features import DISTANCE, LIMIT, MOST_MARGIN, STEP
from elagage.search.compiled.workspace import (
    ESTIMATES,
    LEAVES,
    LOOK,
    NODE_LIMIT,
    NODES,
    PLIES,
    ROUNDED,
    SHARED_STOP,
    STOPPED,
    UNFIT,
)

__all__ = ["evaluate_end", "look_up", "quiet_value", "scale_value"]

INFINITY = float("inf")
LOOK_EVERY = 2048
"""Positions between two looks whether to stop."""


@kernel
def evaluate_end(game: Any, state: Any, ply: int, workspace: Any, features: int) -> int:
    """The final value of an ended game, for Max. What is not held exactly, or can't be held, is noted."""
    score = game.score(state)
    if game.payoffs:
        number = scale_value(game, score, workspace)
        if abs(number) < LIMIT and not is_held(score, number, game.engine_scale):
            poke(workspace, ROUNDED, 1)
        return number
    size = 0
    if game.margins:
        size = abs(scale_value(game, score, workspace)) // game.engine_scale
        if size > MOST_MARGIN or size != abs(score):
            poke(workspace, UNFIT, 1)
            return 0
        size *= STEP
    if features & DISTANCE:
        size -= ply
    if score > 0:
        return WIN + size
    if score < 0:
        return -WIN - size
    if score != 0:  # it is not a number
        poke(workspace, UNFIT, 1)
    return 0


@kernel
def scale_value(game: Any, value: Any, workspace: Any) -> int:
    """A score or an estimate as an integer that no win is mistaken for."""
    number = value * game.engine_scale
    if -LIMIT < number < LIMIT:
        return whole(number)
    if number >= LIMIT:
        if game.payoffs and value != INFINITY:
            poke(workspace, UNFIT, 1)
        return LIMIT
    if number <= -LIMIT:
        if game.payoffs and value != -INFINITY:
            poke(workspace, UNFIT, 1)
        return -LIMIT
    poke(workspace, UNFIT, 1)  # it is not a number
    return 0


@kernel
def look_up(workspace: Any, shared: Any, nodes: int) -> None:
    """Is it time to stop? Asked now and then."""
    limit = peek(workspace, NODE_LIMIT)
    if peek(shared, SHARED_STOP) != 0 or (limit > 0 and nodes >= limit):
        poke(workspace, STOPPED, 1)
    following = nodes + LOOK_EVERY
    poke(workspace, LOOK, min(following, limit) if limit > 0 else following)


@kernel
def quiet_value(
    game: Any, state: Any, alpha: int, beta: int, ply: int, left: int, workspace: Any, shared: Any, features: int
) -> int:
    """The value of a leaf, prolonged by noisy moves for at most ``left`` plies."""
    nodes = peek(workspace, NODES) + 1
    poke(workspace, NODES, nodes)
    if nodes >= peek(workspace, LOOK):
        look_up(workspace, shared, nodes)
    player = game.player(state)
    sign = 1 if player == MAX else -1
    if game.over(state):
        poke(workspace, LEAVES, peek(workspace, LEAVES) + 1)
        return sign * evaluate_end(game, state, ply, workspace, features)
    best = sign * scale_value(game, game.heuristic(state), workspace)
    poke(workspace, LEAVES, peek(workspace, LEAVES) + 1)
    poke(workspace, ESTIMATES, peek(workspace, ESTIMATES) + 1)
    if left <= 0 or best >= beta or ply >= PLIES - 2:
        return best
    if best > alpha:
        alpha = best
    for move in game.moves(state):
        if game.noisy(state, move):
            child = game.same_state(game.play(state, move))
            same = game.player(child) == player
            low = alpha if same else -beta
            high = beta if same else -alpha
            turn = 1 if same else -1
            value = turn * quiet_value(game, child, low, high, ply + 1, left - 1, workspace, shared, features)
            if peek(workspace, STOPPED) != 0:
                return 0
            if value > best:
                best = value
                if best > alpha:
                    alpha = best
                if best >= beta:
                    break
    return best
