"""How large the estimates of a game usually are: the unit in which people's errors and the page's bar are measured."""

from __future__ import annotations

import math
import random
from typing import Any

from elagage.game import Game
from elagage.result import Number

__all__ = ["estimate_usual_size"]

GAMES, PLIES = 12, 60


def estimate_usual_size(game: Game[Any, Any]) -> float:
    """The middle size of the estimates of positions from random games, or of the pay-offs; 1 if all are 0."""
    chooser = random.Random(1)
    sizes: list[Number] = []
    for _game in range(GAMES):
        state = game.start()
        for _ply in range(PLIES):
            if game.over(state):
                if game.payoffs:
                    sizes.append(abs(game.score(state)))
                break
            state = game.play(state, chooser.choice(list(game.moves(state))))
            if not game.payoffs and not game.over(state):
                sizes.append(abs(game.heuristic(state)))
    real = sorted(float(size) for size in sizes if 0 < size < math.inf)
    return real[len(real) // 2] if real else 1.0
