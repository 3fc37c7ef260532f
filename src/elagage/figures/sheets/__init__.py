"""Exercises on paper: the blank tree, the solution, the table of steps, and the tree on which a student's function errs."""

from elagage.figures.sheets.exercise_files import write_exercise

__all__ = ["write_exercise"]
