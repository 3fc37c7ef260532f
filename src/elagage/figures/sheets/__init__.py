"""Exercises on paper: the blank tree, the solution, the table of steps,
and the tree on which a student's function errs.
"""

from elagage.figures.sheets.exercise_pages import sheet_pages

__all__ = ["sheet_pages"]
