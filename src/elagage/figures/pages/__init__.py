"""Pages that stand alone in one file: a figure stepped through with its pseudo-code, and a quiz."""

from elagage.figures.pages.step_page import step_page

__all__ = ["step_page"]
