"""What is told of learning: how strong each generation is, its error, and what the board is worth."""

from __future__ import annotations

import math
from typing import Any

from elagage.arena.match_elo import SURE, elo
from elagage.evaluation.weights import Evaluation, with_evaluation
from elagage.game import Game
from elagage.learn.report_values import LearningReport, Progress
from elagage.learn.worth import find_motifs, measure_worth

__all__ = ["describe_heuristic", "describe_learning"]

LARGEST = 1000.0


def describe_learning(game: Game[Any, Any], evaluation: Evaluation) -> LearningReport:
    """The report of what was learned."""
    judged = with_evaluation(game, evaluation)
    worth = measure_worth(judged, evaluation)
    motifs = find_motifs(judged, evaluation, mover=worth.mover)
    logistic = not (game.margins or game.payoffs)
    generations = tuple(add_up(evaluation.facts.get("generations", [])))
    return LearningReport(game, generations, worth, tuple(motifs), evaluation.facts, logistic)


def describe_heuristic(game: Game[Any, Any]) -> LearningReport:
    """The same of a heuristic that was written: what the board is worth by it."""
    return LearningReport(game, (), measure_worth(game), (), {}, logistic=False)


def add_up(history: list[dict[str, Any]]) -> list[Progress]:
    """The generations with Elo over the beginning: what each won by is added to what was kept before it, and so are
    the squares of the errors.
    """
    found = []
    base = spread = 0.0
    for entry in history:
        value, low, high = interval_of(entry)
        if math.isinf(value):
            value = low = max(low, -LARGEST) if value > 0 else min(high, LARGEST)
        below, above = math.hypot(spread, value - low), math.hypot(spread, high - value)
        found.append(
            Progress(entry["number"], base + value, base + value - below, base + value + above, entry["error"],
                     entry["kept"])
        )  # fmt: skip
        if entry["kept"]:
            base, spread = base + value, min(below, above)
    return found


def interval_of(entry: dict[str, Any]) -> tuple[float, float, float]:
    """The Elo of a match with its interval; where none was recorded, at most that of games without draws."""
    score = entry["score"]
    if "low" in entry:
        return elo(score), as_number(entry["low"], -math.inf), as_number(entry["high"], math.inf)
    error = SURE * math.sqrt(max(score * (1 - score), 0.01) / max(1, entry["games"]))
    return elo(score), elo(max(0.0, score - error)), elo(min(1.0, score + error))


def as_number(value: float | None, infinite: float) -> float:
    return infinite if value is None else value
