"""Games on graphs: attractors, winning positions and strategies, with French names beside the English ones."""

from elagage.solvers.graph.attractors import (
    attracteur,
    attractor,
    check_strategy,
    positions_gagnantes,
    resoudre_graphe,
    solve_graph,
    strategie_gagnante,
    verifier_strategie,
    winning_positions,
    winning_strategy,
)
from elagage.solvers.graph.graph_files import parse_graph

__all__ = [
    "attracteur", "attractor", "check_strategy", "parse_graph", "positions_gagnantes", "resoudre_graphe", "solve_graph",
    "strategie_gagnante",
    "verifier_strategie", "winning_positions", "winning_strategy",
]  # fmt: skip
