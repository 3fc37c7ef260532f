"""Games that learning plays against itself, with what they came to: the same compiled and interpreted."""

from __future__ import annotations

import hashlib

import numpy as np

from elagage import load
from elagage.evaluation.feature_rules import make_rules
from elagage.game import derive
from elagage.learn.find_features import lay_out
from elagage.learn.self_play import SelfPlay

DIGESTS = {
    "tictactoe": "7669f97ef1940730",
    "hexapawn": "751ad5d678f36045",
    "dots_and_boxes:2x2": "feff17200f0cf305",
    "morris": "14814c34aefe66b4",
}


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
