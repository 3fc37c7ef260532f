"""The workspace: the working memory of one searching thread, as words with fixed places.

counters and limits | the root's state | killers | history | principal variation | path | moves of each ply
"""

from __future__ import annotations

__all__ = [
    "AGE",
    "ALPHA_CUTS",
    "BETA_CUTS",
    "BUSY_SIZE",
    "CUT_DEPTHS",
    "CUT_PHASES",
    "CUT_WORDS",
    "ESTIMATES",
    "HISTORY",
    "HISTORY_SIZE",
    "HITS",
    "KILLERS",
    "LEAVES",
    "LOOK",
    "MOVES",
    "NODES",
    "NODE_LIMIT",
    "OVERFLOW",
    "PATH",
    "PATH_STEP",
    "PLIES",
    "PV",
    "QUIET_PLIES",
    "ROOT",
    "ROUNDED",
    "SHARED_BUSY",
    "SHARED_CUTS",
    "SHARED_SIZE",
    "SHARED_STOP",
    "STOPPED",
    "THREADS",
    "UNFIT",
    "WIDTH",
    "count_workspace_words",
]  # fmt: skip

PLIES = 256
"""The deepest a search can go, prolonged leaves included."""

# Counters and limits.
(
    NODES,
    LEAVES,
    ESTIMATES,
    ALPHA_CUTS,
    BETA_CUTS,
    HITS,
    STOPPED,
    LOOK,
    NODE_LIMIT,
    OVERFLOW,
    AGE,
    WIDTH,
    QUIET_PLIES,
    THREADS,
    ROUNDED,
    UNFIT,
) = range(16)
"""``ROUNDED``: a final score was met that is not held exactly. ``UNFIT``: a score or an estimate that can't be held."""
ROOT = 32
"""Where the root's state begins, at most 24 words."""
KILLERS = 64
HISTORY = KILLERS + 2 * PLIES
HISTORY_SIZE = 4096
PV = HISTORY + 2 * HISTORY_SIZE
PATH = PV + PLIES * PLIES
PATH_STEP = 24
MOVES = PATH + PLIES * PATH_STEP

# What threads share: a flag to stop, which moves are being searched, and the model of the statistical cuts.
SHARED_STOP = 0
SHARED_BUSY = 16
BUSY_SIZE = 1 << 14
SHARED_CUTS = SHARED_BUSY + BUSY_SIZE
CUT_PHASES, CUT_DEPTHS, CUT_WORDS = 16, 32, 5
"""Phases and depths that a model tells apart, and the words of each (``statistical_cuts.py``)."""
SHARED_SIZE = SHARED_CUTS + CUT_PHASES * CUT_DEPTHS * CUT_WORDS


def count_workspace_words(width: int) -> int:
    """How many words a workspace has for positions of at most ``width`` moves."""
    return MOVES + PLIES * 2 * width
