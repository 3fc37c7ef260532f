"""Plots of what the arena measures."""

from elagage.figures.plots.arena_plots import llr_plot, rating_plot, score_plot

__all__ = ["llr_plot", "rating_plot", "score_plot"]
