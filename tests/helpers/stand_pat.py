"""Quiescence by its definition, without windows and cuts.

At a leaf that is not calm the player may stand pat, or make a noisy move.
"""

from __future__ import annotations

from typing import Any

from elagage.game import derive
from elagage.result import MAX, Number


def stand_pat(game: Any, state: Any, depth: int, extra: int) -> Number:
    """The value for Max."""
    if game.over(state):
        return game.final(state)
    moves = [move for move in game.moves(state) if depth > 0 or game.noisy(state, move)]
    if depth <= 0 and (depth <= -extra or not moves):
        return game.heuristic(state)
    values = [stand_pat(game, game.play(state, move), depth - 1, extra) for move in moves]
    if depth <= 0:
        values.append(game.heuristic(state))
    if not values:
        return game.final(state)
    return max(values) if game.player(state) == MAX else min(values)


def sharp(game: Any) -> Any:
    """The same tree with noisy moves here and there."""
    return derive(game, noisy=lambda _self, state, move: (state.node + move) % 3 != 0)
