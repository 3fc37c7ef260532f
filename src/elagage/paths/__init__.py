"""One player: shortest paths in graphs and problems, and heuristics that can be trusted."""

from __future__ import annotations

from elagage.paths import problems
from elagage.paths.arrays import (
    WeightedArrays,
    astar_arrays,
    dijkstra_arrays,
    distances_arrays,
    graph_arrays,
    grid_astar,
    grid_dijkstra,
    grid_problem_path,
    is_plain_grid,
)
from elagage.paths.astar import astar, weighted_astar
from elagage.paths.bidirectional import bidirectional
from elagage.paths.breadth_first import breadth_first
from elagage.paths.check_heuristic import Fall, HeuristicReport, check_heuristic
from elagage.paths.compare_paths import ALGORITHMS, Comparison, compare_paths
from elagage.paths.dijkstra import Distances, dijkstra, shortest_paths
from elagage.paths.find_path import COMPILED, find_compiled_path, find_path
from elagage.paths.greedy import greedy
from elagage.paths.ida_star import ida_star
from elagage.paths.path_result import (
    Basis,
    Condition,
    Expanded,
    FoundAgain,
    NoPath,
    Opened,
    PathResult,
    PathTrace,
    Reached,
    TooHigh,
    Trust,
)
from elagage.paths.problem import GraphProblem, Heuristic, PathError, Problem, as_weighted, check_onward, problem_of
from elagage.paths.reweighted import astar_as_dijkstra, reweighted

__all__ = [
    "ALGORITHMS",
    "COMPILED",
    "Basis",
    "Comparison",
    "Condition",
    "Distances",
    "Expanded",
    "Fall",
    "FoundAgain",
    "GraphProblem",
    "Heuristic",
    "HeuristicReport",
    "NoPath",
    "Opened",
    "PathError",
    "PathResult",
    "PathTrace",
    "Problem",
    "Reached",
    "TooHigh",
    "Trust",
    "WeightedArrays",
    "as_weighted",
    "astar",
    "astar_arrays",
    "astar_as_dijkstra",
    "bidirectional",
    "breadth_first",
    "check_heuristic",
    "check_onward",
    "compare_paths",
    "dijkstra",
    "dijkstra_arrays",
    "distances_arrays",
    "find_compiled_path",
    "find_path",
    "graph_arrays",
    "greedy",
    "grid_astar",
    "grid_dijkstra",
    "grid_problem_path",
    "ida_star",
    "is_plain_grid",
    "problem_of",
    "problems",
    "reweighted",
    "shortest_paths",
    "weighted_astar",
]
