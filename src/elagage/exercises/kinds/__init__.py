"""The kinds of exercises, one a file: each draws an instance and solves it with the library's own algorithms."""

from __future__ import annotations

from importlib import import_module

from elagage.errors import LimitsError
from elagage.exercises.posed import Kind

__all__ = ["KINDS", "find_kind"]

KINDS = {
    "minimax": ("tree_kind", "MINIMAX"),
    "negamax": ("tree_kind", "NEGAMAX"),
    "memoised": ("memoised_kind", "MEMOISED"),
    "alphabeta": ("tree_kind", "ALPHABETA"),
    "and_or": ("and_or_kind", "AND_OR"),
    "heuristic": ("heuristic_kind", "HEURISTIC"),
    "attractor": ("attractor_kind", "ATTRACTOR"),
    "nim": ("nim_kind", "NIM"),
    "grundy": ("grundy_kind", "GRUNDY"),
    "dijkstra": ("path_kind", "DIJKSTRA"),
    "astar": ("path_kind", "ASTAR"),
}
"""The file and the name of each kind, in the order of the course."""


def find_kind(name: str) -> Kind:
    """The kind of that name."""
    if name not in KINDS:
        raise LimitsError("There is no exercise on {name}: choose one of {names}.", name=name, names=", ".join(KINDS))
    module, constant = KINDS[name]
    kind: Kind = getattr(import_module(f"elagage.exercises.kinds.{module}"), constant)
    return kind
