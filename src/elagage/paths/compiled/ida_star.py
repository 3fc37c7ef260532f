"""IDA*, compiled: the twin of ``ida_star`` in ``paths/``, with the same answers and the same counts.

A state's successors within the threshold are all made at once and laid on a stack, and then gone through one by one; so
the stack holds the path and, above each state of it, what is left to look at. A level says which entry of the stack is
the path's state, and where the rest of its siblings lie.

    an entry     the state's words | cost so far | how many successors came before it, its sketch, its fault if any
    a level      its state's entry | next of the siblings | where they end | how many successors the state has

A state is on the path only if its sketch, a number of twelve bits, is among the path's: most are known to be new at a
glance.

Without step 1: the driver sets the threshold.
"""

from __future__ import annotations

from math import isnan
from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import peek, peek16, poke, poke16
from elagage.compiler.numba_backend.numba_memory import as_word, from_word, of_kind
from elagage.paths.compiled.astar import (
    BAD_COST,
    BAD_ESTIMATE,
    FULL,
    LIMIT_MET,
    NOTHING,
    REACHED,
    STOPPED,
    TOO_DEEP,
    TOO_LARGE,
)

__all__ = [
    "IDA_DEPTH",
    "IDA_EXCESS",
    "IDA_EXPANDED",
    "IDA_GENERATED",
    "IDA_HOPELESS",
    "IDA_INFORMED",
    "IDA_LIMIT",
    "IDA_MOST",
    "IDA_ROOM",
    "IDA_STACK",
    "IDA_STOP",
    "IDA_THRESHOLD",
    "IDA_WORDS",
    "IDA_WORKSPACE",
    "LEVEL",
    "ida_root",
]  # fmt: skip

(
    IDA_WORDS, IDA_EXPANDED, IDA_GENERATED, IDA_LIMIT, IDA_STOP, IDA_MOST, IDA_ROOM, IDA_STACK, IDA_THRESHOLD,
    IDA_EXCESS, IDA_DEPTH, IDA_INFORMED, IDA_HOPELESS,
) = range(13)  # fmt: skip
"""Registers of the workspace: threshold and excess are words of numbers, whole or not as the problem's are;
room for levels, and on the stack; was an estimate above 0, was one infinite?
"""
IDA_WORKSPACE = 64
LEVEL = 4
"""Words of a level."""
FINE, WRONG_COST, WRONG_ESTIMATE = 0, 1, 2
SKETCH_SHIFT = 2
COUNT_SHIFT = 16
SKETCH_MASK = (1 << COUNT_SHIFT - SKETCH_SHIFT) - 1


@kernel
def is_on_path(problem: Any, state: Any, stack: Any, levels: Any, depth: int, size: int) -> bool:
    """Does the path go through this state? The last ones are looked at first."""
    level = depth * LEVEL
    while level >= 0:
        if problem.found_entry(state, stack, peek(levels, level) * size, 0):
            return True
        level -= LEVEL
    return False


@entry
def ida_root(problem: Any, workspace: Any, stack: Any, levels: Any, sketches: Any) -> int:
    """One round within the workspace's threshold; the start lies at the bottom of the stack.

    REACHED: the levels show the path.
    """
    words = peek(workspace, IDA_WORDS)
    size = words + 2
    nothing = problem.nothing
    threshold = from_word(peek(workspace, IDA_THRESHOLD), nothing)
    excess = from_word(peek(workspace, IDA_EXCESS), nothing)
    expanded = peek(workspace, IDA_EXPANDED)
    limit = peek(workspace, IDA_LIMIT)
    generated = peek(workspace, IDA_GENERATED)
    most = peek(workspace, IDA_MOST)
    poke(stack, words + 1, problem.sketch_state(problem.unpack_state(stack, 0)) << SKETCH_SHIFT)
    answer = NOTHING
    informed = peek(workspace, IDA_INFORMED)
    hopeless = peek(workspace, IDA_HOPELESS)
    depth = -1
    following = 0
    end = 1
    while True:
        # Step 2. Choose the next state: below the end of the path, or if nothing is left there, one state back.
        if following == end:
            # Step 6. Nothing is left within the threshold.
            if depth < 0:
                break
            level = depth * LEVEL
            note = peek(stack, peek(levels, level) * size + words + 1)
            sketch = note >> SKETCH_SHIFT & SKETCH_MASK
            poke16(sketches, sketch, peek16(sketches, sketch) - 1)
            following = peek(levels, level + 1)
            end = peek(levels, level + 2)
            depth -= 1
            continue
        at = following * size
        note = peek(stack, at + words + 1)
        state = problem.unpack_state(stack, at)
        depth += 1
        level = depth * LEVEL
        poke(levels, level, following)
        poke(levels, level + 1, following + 1)
        poke(levels, level + 2, end)
        if depth >= most:
            most = depth + 1
        if note & 3 != FINE:
            answer = BAD_COST if note & 3 == WRONG_COST else BAD_ESTIMATE
            break

        # Step 3. A goal? Its cost is within the threshold.
        if problem.goal(state):
            answer = REACHED
            for number in range(depth):  # successors that a search one by one would not have made
                chosen = peek(stack, peek(levels, (number + 1) * LEVEL) * size + words + 1) >> COUNT_SHIFT
                generated -= peek(levels, number * LEVEL + 3) - chosen
            break
        if expanded == limit:
            answer = LIMIT_MET
            break
        if peek(workspace, IDA_STOP) != 0:
            answer = STOPPED
            break
        if depth + 2 >= peek(workspace, IDA_ROOM):
            answer = TOO_DEEP
            break

        # Step 4. All successors, unless the path goes through them already.
        expanded += 1
        sketch = note >> SKETCH_SHIFT & SKETCH_MASK
        poke16(sketches, sketch, peek16(sketches, sketch) + 1)
        g = from_word(peek(stack, at + words), nothing)
        top = end
        room = peek(workspace, IDA_STACK)
        made = 0
        for successor, cost in problem.successors(state):
            step = of_kind(cost, nothing)
            fault = FINE
            if not step >= nothing:
                fault = WRONG_COST
            elif step == problem.endless:
                continue
            elif step > problem.largest:
                answer = TOO_LARGE
                break
            made += 1
            child = problem.same_state(successor)
            h = of_kind(problem.heuristic(child), nothing)
            if isnan(h):
                fault = WRONG_ESTIMATE
            elif h > nothing:
                informed = 1
                if h == problem.endless:
                    hopeless = 1
                    continue
                if h > problem.largest:
                    answer = TOO_LARGE
                    break

            # Step 5. Within the threshold? If not, it may be the next one.
            f = g + step + max(h, nothing)
            if fault == FINE and f > threshold and f >= excess:
                continue
            sketch = problem.sketch_state(child)
            if fault == FINE and peek16(sketches, sketch) != 0:
                if is_on_path(problem, child, stack, levels, depth, size):
                    continue
            if fault == FINE and f > threshold:
                excess = f
                continue
            if top == room:
                answer = FULL
                break
            place = top * size
            problem.save_entry(child, stack, place, 0)
            poke(stack, place + words, as_word(g + step))
            poke(stack, place + words + 1, made << COUNT_SHIFT | sketch << SKETCH_SHIFT | fault)
            top += 1
        if answer != NOTHING:
            break
        generated += made
        poke(levels, level + 3, made)
        following = end
        end = top
    poke(workspace, IDA_EXPANDED, expanded)
    poke(workspace, IDA_GENERATED, generated)
    poke(workspace, IDA_MOST, most)
    poke(workspace, IDA_EXCESS, as_word(excess))
    poke(workspace, IDA_DEPTH, depth)
    poke(workspace, IDA_INFORMED, informed)
    poke(workspace, IDA_HOPELESS, hopeless)
    return answer
