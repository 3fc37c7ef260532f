"""Proof-number search: can this player force a win?"""

from elagage.solvers.proof.proof_search import Proof, prove

__all__ = ["Proof", "prove"]
