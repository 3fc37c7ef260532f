"""A learned evaluation: weights of features by phase, as a heuristic that is plain Python like any other; its file.

A file holds the game, the layout of its features and how it was made as facts, and two bytes for each feature in each
phase as an array, compressed.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elagage.array_files import read_arrays, write_arrays
from elagage.errors import FileError, LoadError
from elagage.evaluation.feature_rules import make_rules
from elagage.evaluation.layout import Layout, read_layout, write_layout
from elagage.game import Game, derive
from elagage.i18n import Message

__all__ = ["MIDDLE", "POINT", "Evaluation", "evaluate", "read_evaluation", "with_evaluation", "write_evaluation"]

KIND = "evaluation 1"
WHAT = Message("a learned evaluation")
LARGEST = 1 << 26
"""Bytes that weights may take."""
POINT = 100
"""What one point, or one unit of the logarithm of the odds, counts in a learned heuristic."""
MIDDLE = 1 << 15
"""What a weight of 0 is written as."""


@dataclass(frozen=True)
class Evaluation:
    """Weights for a game."""

    spec: str
    layout: Layout | None
    """How its features are found; None: it has rules of its own."""
    features: int
    phases: int
    weights: bytes
    facts: dict[str, Any] = field(default_factory=dict)
    """How it was made, for people: the command, the generations."""


def evaluate(self: Any, state: Any) -> int:
    """What learned weights say, a point counting 100."""
    row = 2 * self.learned_features * self.phase(state)
    total = 0
    for feature in self.features(state):
        place = row + 2 * feature
        total += self.learned_weights[place] + 256 * self.learned_weights[place + 1] - MIDDLE
    return total if self.player(state) == 0 else -total


def with_evaluation(game: Game[Any, Any], evaluation: Evaluation) -> Game[Any, Any]:
    """The same game, judged by learned weights."""
    if hasattr(game, "written"):  # its states are frozen: the rules are behind the border
        return derive(game, written=with_evaluation(game.written, evaluation))
    rules = {} if evaluation.layout is None else make_rules(evaluation.layout)
    return derive(
        game,
        **rules,
        heuristic=evaluate,
        explain=Game.explain,
        learned_features=evaluation.features,
        learned_weights=evaluation.weights,
    )


def write_evaluation(path: Path, evaluation: Evaluation) -> None:
    """Keep an evaluation in a file, which is whole or not there."""
    facts = {
        "game": evaluation.spec,
        "features": evaluation.features,
        "phases": evaluation.phases,
        "layout": None if evaluation.layout is None else write_layout(evaluation.layout),
        "facts": evaluation.facts,
    }
    write_arrays(path, KIND, facts, {"weights": zlib.compress(evaluation.weights, 9)})


def read_evaluation(path: Path) -> Evaluation:
    """The evaluation in a file; FileError if it is none, or damaged."""
    facts, arrays = read_arrays(path, KIND, WHAT)
    try:
        weights = zlib.decompressobj().decompress(bytes(arrays["weights"]), LARGEST)
        layout = None if facts["layout"] is None else read_layout(facts["layout"])
        features, phases = facts["features"], facts["phases"]
        if len(weights) != 2 * features * phases or (layout and (features, phases) != (layout.count, layout.phases)):
            raise ValueError("weights")
        return Evaluation(str(facts["game"]), layout, features, phases, weights, dict(facts["facts"]))
    except (zlib.error, LoadError, ValueError, KeyError, TypeError) as error:
        raise FileError("{path} is damaged ({problem}).", path=path, problem=error) from None
