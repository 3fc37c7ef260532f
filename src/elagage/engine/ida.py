"""IDA*, compiled: the twin of ``ida_star`` in ``paths/``, with the same counts.

The path lies in memory as words, one state after another. A state is on the path only if its sketch, a number of twelve bits, is among the
path's; so most states are known to be new at a glance, and only the others are compared.
"""

from __future__ import annotations

from math import isnan
from typing import Any

from elagage.engine.astar import BAD_COST, BAD_ESTIMATE, LIMIT_MET, NOTHING, REACHED, STOPPED
from elagage.engine.kernel import entry, kernel
from elagage.engine.memory import as_word, from_word, of_kind, peek, peek16, poke, poke16

__all__ = [
    "IDA_BAD", "IDA_COST", "IDA_DEEPEST", "IDA_DESK", "IDA_EXCESS", "IDA_EXPANDED", "IDA_GENERATED", "IDA_LENGTH", "IDA_LIMIT",
    "IDA_MOST", "IDA_ROOM", "IDA_STOP", "IDA_THRESHOLD", "IDA_WORDS", "TOO_DEEP", "ida_root",
]  # fmt: skip

(
    IDA_WORDS, IDA_EXPANDED, IDA_GENERATED, IDA_LIMIT, IDA_STOP, IDA_MOST, IDA_ROOM, IDA_THRESHOLD, IDA_EXCESS, IDA_COST, IDA_LENGTH,
) = range(11)  # fmt: skip
"""Registers of the desk: threshold, excess and cost are words of numbers, whole or not as the problem's are."""
IDA_BAD = 32
IDA_DESK = 64
IDA_DEEPEST = 50_000
"""The longest path that is followed."""
TOO_DEEP = 7


@kernel
def is_on_path(problem: Any, state: Any, path: Any, depth: int, words: int) -> bool:
    """Does the path go through this state? The last ones are looked at first."""
    at = depth * words
    while at >= 0:
        if problem.found_entry(state, path, at, 0):
            return True
        at -= words
    return False


@kernel
def dive(problem: Any, state: Any, g: Any, depth: int, threshold: Any, desk: Any, path: Any, sketches: Any) -> int:
    """Look below a state, the last one of the path: NOTHING if there is no goal within the threshold."""
    below = depth + 1
    if below > peek(desk, IDA_MOST):
        poke(desk, IDA_MOST, below)
    if problem.goal(state):
        poke(desk, IDA_COST, as_word(g))
        poke(desk, IDA_LENGTH, depth)
        return REACHED
    expanded = peek(desk, IDA_EXPANDED)
    if expanded == peek(desk, IDA_LIMIT):
        return LIMIT_MET
    if peek(desk, IDA_STOP) != 0:
        return STOPPED
    poke(desk, IDA_EXPANDED, expanded + 1)
    if below == peek(desk, IDA_ROOM):
        return TOO_DEEP
    words = peek(desk, IDA_WORDS)
    generated = 0
    answer = NOTHING
    for successor, cost in problem.successors(state):
        step = of_kind(cost, problem.nothing)
        if not step >= problem.nothing:
            answer = BAD_COST
            poke(desk, IDA_LENGTH, depth)
            break
        if step == problem.endless:
            continue
        generated += 1
        child = problem.same_state(successor)
        h = of_kind(problem.heuristic(child), problem.nothing)
        if isnan(h):
            problem.save_entry(child, desk, IDA_BAD, 0)
            poke(desk, IDA_LENGTH, depth)
            answer = BAD_ESTIMATE
            break
        f = g + step + max(h, problem.nothing)
        if f > threshold and f >= from_word(peek(desk, IDA_EXCESS), g):
            continue
        sketch = problem.sketch_state(child)
        same = peek16(sketches, sketch)
        if same != 0:
            if is_on_path(problem, child, path, depth, words):
                continue
        if f > threshold:
            poke(desk, IDA_EXCESS, as_word(f))
            continue
        problem.save_entry(child, path, below * words, 0)
        poke16(sketches, sketch, same + 1)
        answer = dive(problem, child, g + step, below, threshold, desk, path, sketches)
        poke16(sketches, sketch, same)
        if answer != NOTHING:
            break
    poke(desk, IDA_GENERATED, peek(desk, IDA_GENERATED) + generated)
    return answer


@entry
def ida_root(problem: Any, desk: Any, path: Any, sketches: Any) -> int:
    """One round, from the state whose words lie at the beginning of the path, within the desk's threshold."""
    state = problem.unpack_state(path, 0)
    sketch = problem.sketch_state(state)
    poke16(sketches, sketch, peek16(sketches, sketch) + 1)
    answer = dive(
        problem,
        state,
        from_word(peek(desk, IDA_COST), problem.nothing),
        peek(desk, IDA_LENGTH),
        from_word(peek(desk, IDA_THRESHOLD), problem.nothing),
        desk,
        path,
        sketches,
    )
    poke16(sketches, sketch, peek16(sketches, sketch) - 1)
    return answer
