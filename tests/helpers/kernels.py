"""The compiled engine, asked in one line; the switches of its features; games that learning plays against itself."""

from __future__ import annotations

import hashlib
from itertools import combinations
from typing import Any

import numpy as np

from elagage import load
from elagage.evaluation.feature_rules import make_rules
from elagage.game import derive
from elagage.learn.find_features import lay_out
from elagage.learn.self_play import SelfPlay
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


DIGESTS = {
    "tictactoe": "693f03a650ac1f57",
    "hexapawn": "a9615f6f8b021056",
    "dots_and_boxes:2x2": "feff17200f0cf305",
    "morris": "2cfa63a8bc5b7677",
}
"""What six games of each came to, compiled and interpreted."""


def digest_games(spec):
    """The hash of all that is recorded of six games."""
    game = load(spec)
    layout = lay_out(game)
    played = SelfPlay(derive(game, **make_rules(layout)), layout.width, 60, seed=5, nodes=300).play(6, 2, 3)
    assert len(played) > 0
    digest = hashlib.sha256()
    for part in played.parts():
        digest.update(np.ascontiguousarray(part, dtype=np.int64).tobytes())
    return digest.hexdigest()[:16]
