"""Heuristics by their names: a game's own, one that was learned and is shipped, one that was learned into a file."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.evaluation.heuristics import heuristic_choices, with_heuristic
    from elagage.evaluation.weights import Evaluation, read_evaluation, with_evaluation, write_evaluation

__all__ = [
    "Evaluation", "heuristic_choices", "read_evaluation", "with_evaluation", "with_heuristic", "write_evaluation",
]  # fmt: skip

export_lazily(
    __name__,
    {
        "Evaluation": "weights",
        "heuristic_choices": "heuristics",
        "read_evaluation": "weights",
        "with_evaluation": "weights",
        "with_heuristic": "heuristics",
        "write_evaluation": "weights",
    },
)
