"""The driver of the kernel in ``ida_onward.py``: round after round, with the smallest excess as the next threshold."""

from __future__ import annotations

from typing import Any

import numpy as np

from elagage.compiler.link import compile_kernel
from elagage.paths.compiled.astar import BAD_COST, BAD_ESTIMATE, LIMIT_MET, NOTHING, REACHED, STOPPED
from elagage.paths.compiled.ida_onward import (
    ON_ANSWER,
    ON_COST,
    ON_DEPTH,
    ON_EXCESS,
    ON_EXPANDED,
    ON_GENERATED,
    ON_HOPELESS,
    ON_INFORMED,
    ON_LIMIT,
    ON_MOST,
    ON_PATH,
    ON_ROOM,
    ON_START,
    ON_THRESHOLD,
    ON_WORDS,
    onward_root,
)

__all__ = ["search_onward"]

NO_LIMIT = 1 << 62


def search_onward(
    finder: Any, first: float, limit: int, deepest: int
) -> tuple[int, list[list[int]], int, int, int, int, bool, bool, float]:
    """IDA* of a finder's problem with ``first`` as the first threshold: how it ended, the words of the path's states,
    what was expanded, generated and reopened, the longest path, was an estimate above 0, was one infinite, the cost.

    ``limit`` is -1 for none, ``deepest`` the longest path that is followed.
    """
    words = finder.linked.words
    most = NO_LIMIT if limit < 0 else limit
    workspace = np.zeros(ON_PATH + (deepest + 2) * words, dtype=np.int64)
    workspace[ON_WORDS], workspace[ON_ROOM], workspace[ON_START] = words, deepest, finder.word(0)
    start = finder.linked.flatten(finder.problem.start())
    threshold, ending = first, NOTHING
    while threshold != float("inf") and ending == NOTHING:
        workspace[ON_PATH : ON_PATH + words] = start
        workspace[ON_LIMIT], workspace[ON_DEPTH], workspace[ON_ANSWER] = most, 0, NOTHING
        workspace[ON_THRESHOLD], workspace[ON_EXCESS] = finder.word(threshold), finder.word(float("inf"))
        arguments = (finder.linked.handle, workspace)
        compile_kernel(finder.linked, onward_root, arguments, finder.on_wait)
        ending = int(onward_root(*arguments, halt=(workspace, ON_LIMIT)))
        threshold = finder.number(int(workspace[ON_EXCESS]))
    if ending == LIMIT_MET and workspace[ON_LIMIT] != most:
        ending = STOPPED
    states: list[list[int]] = []
    if ending in (REACHED, BAD_COST, BAD_ESTIMATE):
        count = int(workspace[ON_DEPTH]) + 1
        states = workspace[ON_PATH : ON_PATH + count * words].reshape(count, words).tolist()
    counts = int(workspace[ON_EXPANDED]), int(workspace[ON_GENERATED]), 0, int(workspace[ON_MOST])
    informed = first > 0 or bool(workspace[ON_INFORMED])
    hopeless = first == float("inf") or bool(workspace[ON_HOPELESS])
    return ending, states, *counts, informed, hopeless, finder.number(int(workspace[ON_COST]))
