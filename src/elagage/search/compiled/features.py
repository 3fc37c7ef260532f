"""What the search can do beyond alpha-beta, each with a switch; and the scale of the engine's numbers.

A won game is WIN, plus its margin in steps of STEP, less the plies it takes from the root; every estimate is smaller.
"""

from __future__ import annotations

from elagage.result import MOST_ESTIMATE, WIN

__all__ = [
    "CUTS",
    "DEFAULT",
    "DISTANCE",
    "FEATURES",
    "HINT",
    "HISTORIES",
    "INFINITE",
    "KILLER",
    "KNOWLEDGE",
    "LIMIT",
    "MOST_MARGIN",
    "NULL_WINDOW",
    "QUIET",
    "STEP",
    "SYMMETRY",
    "TABLE",
    "WON",
    "features_of",
]  # fmt: skip

STEP = 1024
"""What one point of margin counts; more than any number of plies."""
LIMIT = MOST_ESTIMATE
"""No estimate is larger; of an amount it stands for infinity."""
WON = WIN - 4096
"""Every won game's value is at least this."""
INFINITE = (1 << 31) - 1
MOST_MARGIN = (INFINITE - WIN) // STEP - 1
"""The largest margin that a won game's value has room for."""

# What can be switched on and off.
TABLE, HINT, KILLER, HISTORIES = 1, 2, 4, 8
NULL_WINDOW, QUIET, DISTANCE, CUTS, SYMMETRY, KNOWLEDGE = 16, 32, 64, 128, 256, 512
FEATURES = {
    "table": TABLE, "order": HINT, "killers": KILLER, "history": HISTORIES, "pvs": NULL_WINDOW, "quiescence": QUIET,
    "distance": DISTANCE, "cuts": CUTS, "knowledge": KNOWLEDGE,
}  # fmt: skip
DEFAULT = TABLE | HINT | KILLER | HISTORIES | NULL_WINDOW | QUIET | DISTANCE


def features_of(without: tuple[str, ...] = (), added: tuple[str, ...] = ()) -> int:
    """The usual features less the named ones, and with those that are added. With ``cuts``, a value need not be
    minimax's to the depth, and a win that is found need not be the shortest.
    """
    features = DEFAULT
    for name in added:
        features |= FEATURES[name]
    for name in without:
        features &= ~FEATURES[name]
    return features
