"""Evaluations from games of a player against itself: features found in any game's states, weights fitted to results."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.learn.description import describe_heuristic, describe_learning
    from elagage.learn.generations import Course, Generation, Lesson, learn
    from elagage.learn.report_values import LearningReport

__all__ = [
    "Course", "Generation", "LearningReport", "Lesson", "describe_heuristic", "describe_learning", "learn",
]  # fmt: skip

export_lazily(
    __name__,
    {
        "Course": "generations",
        "Generation": "generations",
        "LearningReport": "report_values",
        "Lesson": "generations",
        "describe_heuristic": "description",
        "describe_learning": "description",
        "learn": "generations",
    },
)
