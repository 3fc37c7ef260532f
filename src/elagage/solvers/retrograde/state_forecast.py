"""How many states there will be, seen from how many there are at each ply so far."""

from __future__ import annotations

import math
from itertools import pairwise

__all__ = ["expected_total", "growth_of", "round_forecast"]


def expected_total(layers: list[int]) -> float:
    """How many states there will be, if the layers go on as they do: their growth is taken to fall as it did,
    and layers in pairs.

    >>> expected_total([1, 1]), round(expected_total([1, 4, 12, 27, 54, 81, 108, 100, 70, 40]))
    (2.0, 533)
    """
    found = float(sum(layers))
    growth, fall = growth_of(layers)
    size = float(layers[-1]) if layers else 0.0
    for _layer in range(300):
        if growth <= 0 and fall <= 0:
            break
        growth -= fall
        size *= math.exp(growth)
        if size < 1 or found > 1e30:
            break
        found += size
    return found


def growth_of(layers: list[int]) -> tuple[float, float]:
    """The logarithm of a layer's growth, and by how much it falls each time;
    nothing as long as there are few layers.
    """
    pairs = [one + other for one, other in pairwise(layers[-9:])]
    if len(pairs) < 7 or 0 in pairs:
        return 0.0, 0.0
    late, early = math.log(pairs[-1] / pairs[-3]) / 2, math.log(pairs[-4] / pairs[-6]) / 2
    return late, max(0.02, (early - late) / 3)


def round_forecast(number: float) -> str:
    """A forecast to two digits."""
    return f"{number:.2g}" if number >= 1e9 else str(int(float(f"{number:.2g}")))
