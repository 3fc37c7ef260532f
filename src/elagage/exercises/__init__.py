"""Exercises for a class: made to measure, with their solutions;
answers and programs of students are checked and explained.
"""

from elagage.exercises.generate import Impossible, generate
from elagage.exercises.solved_exercise import Exercise, Wanted, make_exercise, read_exercise

__all__ = ["Exercise", "Impossible", "Wanted", "generate", "make_exercise", "read_exercise"]
