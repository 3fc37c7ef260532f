"""Graphs as pictures: where vertices stand and how arcs go between them; game graphs with who wins from where, and in
how many plies.
"""

from elagage.figures.graphs.graph_scene import graph_scene
from elagage.figures.graphs.graph_text import graph_rows

__all__ = ["graph_rows", "graph_scene"]
