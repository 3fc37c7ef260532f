"""Path searches as pictures: grids, road maps, graphs; and as steps in words."""

from elagage.figures.paths.path_grid_scene import grid_scene

__all__ = ["grid_scene"]
