"""IDA*, compiled, for a problem that says where to go on: there it is the twin of ``ida_star`` in ``paths/``, with the
same answers and the same counts.

A function that calls itself for each successor within the threshold: the state is in registers, no path is kept, and
none is looked at. The way is written down when the goal is found, on the way back from it.

What a call has to say is in a word of the workspace, since a function without an answer is cheaper to call. Its halt
word is the number of states that may be expanded: 1 ends the search at the next state.

Without step 1: the driver sets the threshold.
"""

from __future__ import annotations

from math import isnan
from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import peek, poke
from elagage.compiler.numba_backend.numba_memory import as_word, from_word, of_kind
from elagage.paths.compiled.astar import BAD_COST, BAD_ESTIMATE, LIMIT_MET, NOTHING, REACHED, TOO_DEEP, TOO_LARGE

__all__ = [
    "ON_ANSWER",
    "ON_COST",
    "ON_DEPTH",
    "ON_EXCESS",
    "ON_EXPANDED",
    "ON_GENERATED",
    "ON_HOPELESS",
    "ON_INFORMED",
    "ON_LIMIT",
    "ON_MOST",
    "ON_PATH",
    "ON_ROOM",
    "ON_START",
    "ON_THRESHOLD",
    "ON_WORDS",
    "onward_root",
]

(
    ON_WORDS, ON_EXPANDED, ON_GENERATED, ON_LIMIT, ON_MOST, ON_ROOM, ON_THRESHOLD, ON_EXCESS, ON_DEPTH, ON_INFORMED,
    ON_HOPELESS, ON_ANSWER, ON_COST, ON_START,
) = range(14)  # fmt: skip
"""Registers of the workspace: threshold, excess, the cost of the path and the start's cost are words of numbers; how
many states may be expanded; room for levels; how deep the path ends; was an estimate above 0, was one infinite? What
the search has to say, NOTHING as long as it goes on."""
ON_PATH = 64
"""Where the path begins: the words of the start, and in the end those of each state."""


@entry
def onward_root(problem: Any, workspace: Any) -> int:
    """One round within the workspace's threshold, from the state at the beginning of its path.

    REACHED: the path is there.
    """
    start = problem.unpack_state(workspace, ON_PATH)
    g = from_word(peek(workspace, ON_START), problem.nothing)
    go_on(problem, start, start, g, peek(workspace, ON_DEPTH), workspace)

    # Step 6. Nothing is left within the threshold, if nothing was said.
    return peek(workspace, ON_ANSWER)


@kernel
def end_at(problem: Any, state: Any, depth: int, answer: int, workspace: Any) -> None:
    """The search ends at this state, the last one of the path."""
    problem.save_entry(state, workspace, ON_PATH + depth * peek(workspace, ON_WORDS), 0)
    poke(workspace, ON_DEPTH, depth)
    poke(workspace, ON_ANSWER, answer)


@kernel
def go_on(problem: Any, state: Any, before: Any, g: Any, depth: int, workspace: Any) -> None:
    """Search below a state that was reached from ``before`` at the cost g."""
    if depth >= peek(workspace, ON_MOST):
        poke(workspace, ON_MOST, depth + 1)
        if depth + 1 >= peek(workspace, ON_ROOM):
            end_at(problem, state, depth, TOO_DEEP, workspace)
            return

    # Step 3. A goal? Its cost is within the threshold.
    if problem.goal(state):
        poke(workspace, ON_COST, as_word(g))
        end_at(problem, state, depth, REACHED, workspace)
        return
    expanded = peek(workspace, ON_EXPANDED)
    if expanded >= peek(workspace, ON_LIMIT):
        end_at(problem, state, depth, LIMIT_MET, workspace)
        return
    poke(workspace, ON_EXPANDED, expanded + 1)
    nothing = problem.nothing
    threshold = from_word(peek(workspace, ON_THRESHOLD), nothing)

    # Step 4. The successors that the problem goes on to.
    for successor, cost in problem.onward(state, before):
        step = of_kind(cost, nothing)
        if not step > nothing:
            end_at(problem, state, depth, BAD_COST, workspace)
            return
        if step >= problem.largest:
            if step == problem.endless:
                continue
            if step > problem.largest:
                end_at(problem, state, depth, TOO_LARGE, workspace)
                return
        poke(workspace, ON_GENERATED, peek(workspace, ON_GENERATED) + 1)
        child = problem.same_state(successor)
        h = of_kind(problem.heuristic(child), nothing)
        if isnan(h):
            problem.save_entry(state, workspace, ON_PATH + depth * peek(workspace, ON_WORDS), 0)
            end_at(problem, child, depth + 1, BAD_ESTIMATE, workspace)
            return
        f = g + step
        if h > nothing:
            if problem.unaware:
                poke(workspace, ON_INFORMED, 1)
            if h >= problem.largest:
                if h == problem.endless:
                    poke(workspace, ON_HOPELESS, 1)
                    continue
                if h > problem.largest:
                    end_at(problem, state, depth, TOO_LARGE, workspace)
                    return
            f += h

        # Step 5. Within the threshold? If not, it may be the next one.
        if f > threshold:
            if f < from_word(peek(workspace, ON_EXCESS), nothing):
                poke(workspace, ON_EXCESS, as_word(f))
            continue

        # Step 2. Go on from there, and then to the next successor.
        go_on(problem, child, state, g + step, depth + 1, workspace)
        if peek(workspace, ON_ANSWER) != NOTHING:
            problem.save_entry(state, workspace, ON_PATH + depth * peek(workspace, ON_WORDS), 0)
            return
