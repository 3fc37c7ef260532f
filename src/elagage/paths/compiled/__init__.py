"""The path searches, compiled: twins of the plain ones, for problems, for grids and for graphs in arrays."""

from elagage.paths.compiled.problem_driver import PathFinder, link_problem

__all__ = ["PathFinder", "link_problem"]
