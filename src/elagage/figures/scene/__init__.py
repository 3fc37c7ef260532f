"""A picture as a list of shapes, and the writers that make SVG, PNG, PDF and TikZ of it."""

from elagage.figures.scene.scene_files import write_scene
from elagage.figures.scene.shapes import Scene

__all__ = ["Scene", "write_scene"]
