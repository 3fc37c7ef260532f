"""What an exercise shows, blank and solved, as figures for a page of some width."""

from __future__ import annotations

from elagage.exercises.posed import BoardMaterial, GraphMaterial, Material, TreeMaterial
from elagage.figures.boards.board_scene import board_scene
from elagage.figures.graphs.graph_scene import graph_scene
from elagage.figures.graphs.plain_graph import plain_graph_scene
from elagage.figures.paths.path_graph_scene import graph_figure
from elagage.figures.scene.shapes import Scene
from elagage.figures.sheets.exercise_trees import (
    LEAST,
    blank_figures,
    blank_tree,
    draw_solved_figures,
    solution_tree,
    tree_scene,
)
from elagage.i18n import _

__all__ = ["blank_material", "fits_upright", "solved_material", "widest_figure"]

LARGEST, HIGHEST = 0.9, 330.0
"""The largest scale of graphs, and their height on a page, at most."""
BOARD, SQUARE = 2.0, 150.0
"""The same of boards."""


def blank_material(material: Material, inside: float) -> tuple[list[Scene], float]:
    """The figures of what is given, and their scale."""
    if isinstance(material, TreeMaterial):
        return blank_figures(material.exercise, inside, material.letters)
    if isinstance(material, BoardMaterial):
        return fit(board_scene(material.game, material.state), inside, BOARD, SQUARE)
    if isinstance(material, GraphMaterial):
        return fit(plain_graph_scene(material.graph, material.owner, material.notes, ordered=material.layered), inside)
    figure = graph_figure(material.problem, material.trace, (), _("The graph of the exercise"), notes=material.notes)
    return fit(figure.scene, inside)


def solved_material(material: Material, inside: float) -> tuple[list[Scene], float]:
    """The figures of the solution, and their scale; none where the position says no more than before."""
    if isinstance(material, TreeMaterial):
        return draw_solved_figures(material.exercise, inside, material.letters)
    if isinstance(material, BoardMaterial):
        return [], 1.0
    if isinstance(material, GraphMaterial) and material.regions:
        assert material.owner is not None
        return fit(graph_scene(material.graph, material.owner, material.regions, material.moves), inside)
    if isinstance(material, GraphMaterial):
        return fit(plain_graph_scene(material.graph, material.owner, material.found, ordered=material.layered), inside)
    title = _("The graph of the exercise")
    return fit(graph_figure(material.problem, material.trace, material.path, title).scene, inside)


def fit(scene: Scene, inside: float, largest: float = LARGEST, highest: float = HIGHEST) -> tuple[list[Scene], float]:
    return [scene], min(largest, inside / scene.width, highest / scene.height)


def widest_figure(material: Material, solution: bool) -> float:
    """How wide the figures would like to be; 0 if they can be made smaller."""
    if not isinstance(material, TreeMaterial):
        return 0.0
    wide = tree_scene(blank_tree(material.exercise), True).width
    return max(wide, tree_scene(solution_tree(material.exercise), False).width) if solution else wide


def fits_upright(material: Material, solution: bool, inside: float) -> bool:
    """Can the figures be read on an upright page?"""
    return widest_figure(material, solution) * LEAST <= inside
