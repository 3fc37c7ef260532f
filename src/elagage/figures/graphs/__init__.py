"""Graphs as pictures: where vertices stand, how arcs go between them; and game graphs, with who wins from where."""

from elagage.figures.graphs.graph_scene import graph_scene
from elagage.figures.graphs.graph_text import graph_rows

__all__ = ["graph_rows", "graph_scene"]
