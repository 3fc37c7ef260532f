"""What people see: values in, text and pictures out; nothing is computed here.

A picture is made once, as a ``Scene`` of shapes (``tree_scenes``, ``board_scene``, ``path_scene``, ``graph_scene``,
``rating_plot``, ``learning_scene``), and then written to a file by its ending (``write_scene``) or given as text or
bytes (``scene_svg``, ``scene_png``, ``scenes_pdf``, ``scene_tikz``). Pages that are stepped through are texts of HTML
(``tree_page``, ``path_page``, ``graph_page``). Names are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.figures.boards.board_scene import board_scene
    from elagage.figures.graphs.graph_page import graph_page
    from elagage.figures.graphs.graph_scene import graph_scene
    from elagage.figures.graphs.graph_text import graph_rows
    from elagage.figures.pages.tree_page import slides, tree_page
    from elagage.figures.paths.path_steps import path_page, path_scene
    from elagage.figures.plots.arena_plots import llr_plot, rating_plot, score_plot
    from elagage.figures.plots.learning_report import learning_scene
    from elagage.figures.scene.pdf import scenes_pdf
    from elagage.figures.scene.png import scene_png
    from elagage.figures.scene.scene_files import write_scene
    from elagage.figures.scene.shapes import Scene
    from elagage.figures.scene.svg import scene_svg
    from elagage.figures.scene.tikz import scene_tikz
    from elagage.figures.sheets.exercise_files import write_exercise
    from elagage.figures.trees.trace_text import trace_text, value_text
    from elagage.figures.trees.tree_forest import tree_forest
    from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes

__all__ = [
    "Scene", "board_scene", "graph_page", "graph_rows", "graph_scene", "learning_scene", "llr_plot",
    "path_page", "path_scene", "rating_plot", "scene_png", "scene_svg", "scene_tikz", "scenes_pdf", "score_plot",
    "slides", "stack_scenes", "trace_text", "tree_forest", "tree_page", "tree_scenes", "value_text", "write_exercise",
    "write_scene",
]  # fmt: skip


export_lazily(
    __name__,
    {
        "Scene": "scene.shapes",
        "board_scene": "boards.board_scene",
        "graph_page": "graphs.graph_page",
        "graph_rows": "graphs.graph_text",
        "graph_scene": "graphs.graph_scene",
        "learning_scene": "plots.learning_report",
        "llr_plot": "plots.arena_plots",
        "path_page": "paths.path_steps",
        "path_scene": "paths.path_steps",
        "rating_plot": "plots.arena_plots",
        "scene_png": "scene.png",
        "scene_svg": "scene.svg",
        "scene_tikz": "scene.tikz",
        "scenes_pdf": "scene.pdf",
        "score_plot": "plots.arena_plots",
        "slides": "pages.tree_page",
        "stack_scenes": "trees.tree_scene",
        "trace_text": "trees.trace_text",
        "tree_forest": "trees.tree_forest",
        "tree_page": "pages.tree_page",
        "tree_scenes": "trees.tree_scene",
        "value_text": "trees.trace_text",
        "write_exercise": "sheets.exercise_files",
        "write_scene": "scene.scene_files",
    },
)
