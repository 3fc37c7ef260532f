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
    "HALTED",
    "LENGTH",
    "LIMIT",
    "LOOK",
    "NOWHERE",
    "PRIORITY",
    "REGISTERS",
    "REOPENED",
    "STOP",
    "USED",
    "WAITING",
]

FOUND, NOWHERE, LIMIT, FULL, HALTED = 0, 1, 2, 3, 4
"""How a kernel ends: at the goal, with nothing left, at the limit, with no room in the stacks,
and then it is called again, or because it was told to.
"""
COUNTED, GENERATED, REOPENED, FRONTIER, LENGTH, WAITING, PRIORITY, USED, FREE, STOP = range(10)
REGISTERS = 10
"""The registers of a search: states expanded, successors generated, states reopened, the most that waited,
the path's length; then what the buckets go on with when they are called again; and whether to stop.
"""
LOOK = (1 << 12) - 1
"""After so many states the kernels look whether to stop."""
