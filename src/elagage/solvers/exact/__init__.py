"""The true value of a position by alpha-beta to the end, with all that the rules know of it."""

from elagage.solvers.exact.exact_driver import Exact

__all__ = ["Exact"]
