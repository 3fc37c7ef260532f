"""Retrograde analysis: the value of every position, from the ends of the game back to its beginning;
and certificates of it.
"""

from elagage.solvers.retrograde.certificate import Certificate, verify
from elagage.solvers.retrograde.retrograde_analysis import find_values

__all__ = ["Certificate", "find_values", "verify"]
