"""What people see: values in, text and pictures out; nothing is computed here.

A picture is made once, as a ``Scene`` of shapes (``tree_scenes``, ``board_scene``, ``path_scene``, ``graph_scene``,
``rating_plot``), and then written to a file by its ending (``write_scene``) or given as text or bytes (``scene_svg``,
``scene_png``, ``scenes_pdf``, ``scene_tikz``). Pages that are stepped through are texts of HTML (``tree_page``,
``path_page``, ``graph_page``). Names are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from elagage.figures.trees.trace_text import trace_text, value_text
from elagage.trace import Trace

if TYPE_CHECKING:
    from elagage.figures.boards.board_scene import board_scene
    from elagage.figures.graphs.graph_page import graph_page
    from elagage.figures.graphs.graph_scene import graph_scene
    from elagage.figures.graphs.graph_text import graph_rows
    from elagage.figures.pages.tree_page import slides, tree_page
    from elagage.figures.paths.path_steps import path_page, path_scene
    from elagage.figures.plots.arena_plots import llr_plot, rating_plot, score_plot
    from elagage.figures.scene.pdf import scenes_pdf
    from elagage.figures.scene.png import scene_png
    from elagage.figures.scene.scene_files import write_scene
    from elagage.figures.scene.shapes import Scene
    from elagage.figures.scene.svg import scene_svg
    from elagage.figures.scene.tikz import scene_tikz
    from elagage.figures.sheets.exercise_files import write_exercise
    from elagage.figures.trees.tree_forest import tree_forest
    from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes

__all__ = [
    "Scene", "board_scene", "graph_page", "graph_rows", "graph_scene", "llr_plot", "notebook_figure", "path_page",
    "path_scene", "rating_plot", "scene_png", "scene_svg", "scene_tikz", "scenes_pdf", "score_plot", "slides",
    "stack_scenes", "trace_text", "tree_forest", "tree_page", "tree_scenes", "value_text", "write_exercise",
    "write_scene",
]  # fmt: skip

LATE = {
    "boards.board_scene": ("board_scene",),
    "graphs.graph_page": ("graph_page",),
    "graphs.graph_scene": ("graph_scene",),
    "graphs.graph_text": ("graph_rows",),
    "pages.tree_page": ("slides", "tree_page"),
    "paths.path_steps": ("path_page", "path_scene"),
    "plots.arena_plots": ("llr_plot", "rating_plot", "score_plot"),
    "scene.pdf": ("scenes_pdf",),
    "scene.png": ("scene_png",),
    "scene.scene_files": ("write_scene",),
    "scene.shapes": ("Scene",),
    "scene.svg": ("scene_svg",),
    "scene.tikz": ("scene_tikz",),
    "sheets.exercise_files": ("write_exercise",),
    "trees.tree_forest": ("tree_forest",),
    "trees.tree_scene": ("stack_scenes", "tree_scenes"),
}
"""Modules, and the names of theirs that are imported when they are first used."""
HOMES = {name: module for module, names in LATE.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(name)
    value = getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})


def notebook_figure(trace: Trace) -> str:
    """The figure of a trace that a notebook shows, all rounds in one."""
    from elagage.figures.scene.svg import scene_svg
    from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes

    return scene_svg(stack_scenes(tree_scenes(trace)))
