"""The compiled engine, asked in one line; and the switches of its features."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from elagage.result import Limits, Result
from elagage.search.compiled import Engine, features_of

SWITCHES = ("table", "order", "history", "pvs", "distance")
"""What changes nothing but the work, given that there is no quiescence."""
EXACT_FEATURES = tuple(
    features_of(("quiescence", *off)) for count in range(len(SWITCHES) + 1) for off in combinations(SWITCHES, count)
)


def engine_result(
    game: Any, state: Any = None, depth: int | None = None, features: int | None = None, **more: Any
) -> Result[Any]:
    """What the engine finds, without an opening round of anything else."""
    chosen = features_of() if features is None else features
    engine = Engine(game, memory=1, features=chosen)
    return engine.deepen(game.start() if state is None else state, Limits(depth), **more)
