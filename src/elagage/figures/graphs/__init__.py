"""Game graphs as pictures: who wins from where, and in how many plies."""

from elagage.figures.graphs.graph_figure import graph_svg

__all__ = ["graph_svg"]
