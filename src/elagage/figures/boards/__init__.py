"""Positions of games as pictures."""

from elagage.figures.boards.board_scene import board_scene

__all__ = ["board_scene"]
