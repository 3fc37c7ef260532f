"""Scores as integers: what kernels multiply them by, and whether one of them is held exactly.

Kernels compare integers. A score x is held as the whole number nearest to x * scale; if that, divided by the scale, is
x again, it is held exactly. Such scores keep their order and come back as they were, so a search that met no other
final score than these gives the very value of the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from elagage.compiler.kernel import kernel
from elagage.game import Game

__all__ = ["is_held", "scale_of"]

FINEST, LARGEST = 1 << 20, 1 << 26
"""Estimates that are not whole are kept in so small steps, if they stay below so many."""
HUGE = 1e18
"""What is larger has no part in the choice of a scale."""


def scale_of(game: Game[Any, Any], samples: Iterable[tuple[Any, Any]]) -> int:
    """What the scores and estimates of a game are multiplied by, judged by states with the move made there (None at an
    end): 1 if all are whole; else a number that makes final scores whole, and steps of estimates small.
    """
    largest, parts, whole = 1.0, 1, True
    for state, move in samples:
        try:
            value = game.score(state) if move is None else game.heuristic(state)
            if not isinstance(value, float) or not abs(value) < HUGE:
                continue
        except Exception:  # told when a search meets it
            continue
        largest = max(largest, abs(value))
        whole = whole and value.is_integer()
        if move is None and not value.is_integer() and parts:
            parts = common_parts(parts, value)
    if whole:
        return 1
    if not parts or parts * largest > LARGEST:
        parts = 1
    scale = parts
    while scale < FINEST and 2 * scale * largest <= LARGEST:
        scale *= 2
    return scale


def common_parts(parts: int, value: float) -> int:
    """Into how many parts 1 is divided so that these parts and a fraction have whole numbers of them; 0 if the fraction
    is none of small numbers.

    >>> common_parts(common_parts(1, 0.1), 1 / 3)
    30
    """
    from fractions import Fraction

    near = Fraction(value).limit_denominator(FINEST)
    common = math.lcm(parts, near.denominator)
    return common if near.numerator / near.denominator == value and common <= LARGEST else 0


@kernel
def is_held(score: Any, number: int, scale: int) -> bool:
    """Does the whole number hold the score exactly?"""
    if scale == 1:
        return number == score
    return number / scale == score
