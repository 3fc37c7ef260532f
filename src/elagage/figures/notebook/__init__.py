"""What a notebook shows of each value (``shown.py`` calls these by name): HTML that needs nothing from elsewhere."""

from __future__ import annotations

from elagage.figures.notebook.game_views import draw_game, draw_position
from elagage.figures.notebook.graph_views import draw_graph_regions, draw_path, draw_regions
from elagage.figures.notebook.report_views import draw_check, draw_match, draw_scene, draw_tournament
from elagage.figures.notebook.search_views import (
    draw_comparison,
    draw_result,
    draw_solution,
    draw_trace,
    draw_trace_svg,
)

__all__ = [
    "draw_check", "draw_comparison", "draw_game", "draw_graph_regions", "draw_match", "draw_path", "draw_position",
    "draw_regions", "draw_result", "draw_scene", "draw_solution", "draw_tournament", "draw_trace", "draw_trace_svg",
]  # fmt: skip
