"""Where a search may be selective: by which features, and by which model of cuts.

Where the time alone is limited, depth is strength, and what a selective search overlooks costs less than what it sees
beyond. Whoever gives a depth or a number of positions gets minimax's value to the depth that is told.
"""

from __future__ import annotations

from typing import Any

from elagage.evaluation.cut_models import CutModel, find_cuts
from elagage.question import Question
from elagage.search.compiled.features import features_of

__all__ = ["choose_features", "is_selective"]


def is_selective(question: Question[Any, Any]) -> bool:
    """May the search of a question be selective? Amounts of literal trees are asked for as they are."""
    limits = question.limits
    return limits.time is not None and limits.depth is None and limits.nodes is None and not question.game.payoffs


def choose_features(question: Question[Any, Any]) -> tuple[int, CutModel | None]:
    """What the search of a question does beyond alpha-beta, and the model of its cuts, if there is one."""
    wishes = question.wishes
    cuts = find_cuts(question.game, wishes.cuts)
    if not is_selective(question):
        return features_of(wishes.without), None
    return features_of(wishes.without, ("knowledge",) if cuts is None else ("knowledge", "cuts")), cuts
