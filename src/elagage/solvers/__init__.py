"""Solvers: the true value of a position, a whole game or a game graph, and how to be sure of it.

``solve`` chooses the method. ``graph`` has attractors on a plain dict of successors, with French names beside the
English ones.
"""

from elagage.errors import Stopped
from elagage.solvers import graph
from elagage.solvers.graph.attractor_arrays import attractor_arrays
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
from elagage.solvers.grundy import grundy, mex
from elagage.solvers.proof.proof_search import Proof, prove
from elagage.solvers.retrograde.certificate import Certificate, verify
from elagage.solvers.solution import Facts, Player, Solution, load_solution
from elagage.solvers.solve import METHODS, solve, solve_scores, solver

__all__ = [
    "METHODS", "Certificate", "Facts", "Player", "Proof", "Solution", "Stopped", "attracteur", "attractor",
    "attractor_arrays",
    "check_strategy", "graph", "grundy", "load_solution", "mex", "positions_gagnantes", "prove", "resoudre_graphe",
    "solve",
    "solve_graph", "solve_scores", "solver", "strategie_gagnante", "verifier_strategie", "verify", "winning_positions",
    "winning_strategy",
]  # fmt: skip
