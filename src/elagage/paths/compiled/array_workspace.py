"""What the kernels of shortest paths on arrays report: how they ended, and the counters of a search.

Native code that is kept on disk is renewed when the file of its kernel changes: whoever changes a number here must
touch both kernels' files.
"""

from __future__ import annotations

__all__ = [
    "COUNTED",
    "FOUND",
    "FREE",
    "FRONTIER",
    "FULL",
    "GENERATED",
    "LENGTH",
    "LIMIT",
    "NOWHERE",
    "PRIORITY",
    "REOPENED",
    "USED",
    "WAITING",
]

FOUND, NOWHERE, LIMIT, FULL = 0, 1, 2, 3
"""How a kernel ends: at the goal, with nothing left, at the limit, or with no room in the stacks,
and then it is called again.
"""
COUNTED, GENERATED, REOPENED, FRONTIER, LENGTH, WAITING, PRIORITY, USED, FREE = range(9)
"""The registers of a search: states expanded, successors generated, states reopened, the most that waited,
the path's length; the rest is what the buckets go on with when they are called again.
"""
