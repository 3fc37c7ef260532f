"""Evaluations from games of a player against itself: features found in any game's states, weights fitted to results."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.learn.generations import Course, Generation, Lesson, learn

__all__ = ["Course", "Generation", "Lesson", "learn"]

export_lazily(
    __name__,
    {"Course": "generations", "Generation": "generations", "Lesson": "generations", "learn": "generations"},
)
