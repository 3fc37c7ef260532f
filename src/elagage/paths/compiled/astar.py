"""A* and its kin, compiled: the twin of ``astar`` (and so of ``weighted_astar``), ``dijkstra`` and ``greedy``,
for the states of any problem.

The order in which states are taken out is that of the plain searches, and so are all counts. States are numbered as
they are found; a table with open addressing finds a state's number, and those that wait lie in a heap where each has
four below it.

    a record     the state's words | cost so far | when it was put into the heap (0: it was taken out) and its parent
    the table    the upper half of the hash | number + 1
    the heap     priority | what breaks ties | when it was put here and its number: an older entry of a state is skipped

Costs and priorities are whole numbers, or fractions of 64 bits if there is a cost or an estimate that is not whole.
"""

from __future__ import annotations

from math import isnan
from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import high_part, peek, poke
from elagage.compiler.numba_backend.numba_memory import as_word, from_word, of_kind

__all__ = [
    "AFTER",
    "AGAIN",
    "BAD",
    "BAD_COST",
    "BAD_ESTIMATE",
    "BEFORE",
    "CURRENT",
    "EXPANDED",
    "FOUND",
    "FULL",
    "GENERATED",
    "HEAP_COUNT",
    "HEAP_ROOM",
    "HOPELESS",
    "INFORMED",
    "LIMIT",
    "LIMIT_MET",
    "MOST",
    "NOTHING",
    "REACHED",
    "REOPEN",
    "REOPENED",
    "SLOTS",
    "STATES",
    "STATE_ROOM",
    "STOP",
    "STOPPED",
    "TIES",
    "TOLL",
    "TOO_DEEP",
    "TOO_LARGE",
    "WEIGHT",
    "WORDS",
    "WORKSPACE",
    "astar_root",
    "rehash_root",
]  # fmt: skip

(
    WORDS, STATES, STATE_ROOM, SLOTS, HEAP_COUNT, HEAP_ROOM, PUSHED, CURRENT, EXPANDED, GENERATED, REOPENED, WAITING,
    MOST, LIMIT, STOP,
    FOUND, INFORMED, TIES, REOPEN, TOLL, WEIGHT, HOPELESS, AGAIN, BEFORE, AFTER,
) = range(25)  # fmt: skip
"""Registers of the workspace.

TOLL: does the cost so far count? WEIGHT: how much the estimate counts; 0 if it is not asked for. HOPELESS: was an
estimate infinite, or too large to be added up? AGAIN: the number of the first state that was reopened, plus 1, and what
it cost before and after.
"""
INFINITE, HUGE = 1, 2
BAD = 32
"""The words of a state whose estimate is no number."""
WORKSPACE = 64
REACHED, NOTHING, FULL, LIMIT_MET, STOPPED, BAD_COST, BAD_ESTIMATE, TOO_DEEP, TOO_LARGE = range(9)
"""What a kernel says when it returns."""
LOW = (1 << 32) - 1


@kernel
def before(heap: Any, at: int, f: int, tie: int, entry: int) -> bool:
    """Does this come before the heap's entry at ``at``?"""
    other = peek(heap, at)
    if f != other:
        return f < other
    other = peek(heap, at + 1)
    if tie != other:
        return tie < other
    return entry < peek(heap, at + 2)


@kernel
def push(heap: Any, count: int, f: int, tie: int, entry: int) -> None:
    """Put an entry into a heap of ``count``."""
    hole = count
    while hole > 0:
        above = (hole - 1) >> 2
        if not before(heap, 3 * above, f, tie, entry):
            break
        poke(heap, 3 * hole, peek(heap, 3 * above))
        poke(heap, 3 * hole + 1, peek(heap, 3 * above + 1))
        poke(heap, 3 * hole + 2, peek(heap, 3 * above + 2))
        hole = above
    poke(heap, 3 * hole, f)
    poke(heap, 3 * hole + 1, tie)
    poke(heap, 3 * hole + 2, entry)


@kernel
def pop(heap: Any, count: int) -> None:
    """Take the first entry out of a heap of ``count``."""
    last = count - 1
    f = peek(heap, 3 * last)
    tie = peek(heap, 3 * last + 1)
    entry = peek(heap, 3 * last + 2)
    hole = 0
    while True:
        child = 4 * hole + 1
        if child >= last:
            break
        least = child
        end = min(child + 4, last)
        least_f = peek(heap, 3 * least)
        least_tie = peek(heap, 3 * least + 1)
        least_entry = peek(heap, 3 * least + 2)
        child += 1
        while child < end:
            if not before(heap, 3 * child, least_f, least_tie, least_entry):
                least = child
                least_f = peek(heap, 3 * least)
                least_tie = peek(heap, 3 * least + 1)
                least_entry = peek(heap, 3 * least + 2)
            child += 1
        if before(heap, 3 * least, f, tie, entry):
            break
        poke(heap, 3 * hole, least_f)
        poke(heap, 3 * hole + 1, least_tie)
        poke(heap, 3 * hole + 2, least_entry)
        hole = least
    poke(heap, 3 * hole, f)
    poke(heap, 3 * hole + 1, tie)
    poke(heap, 3 * hole + 2, entry)


@entry
def rehash_root(old: Any, old_slots: int, table: Any, slots: int) -> None:
    """Put the entries of a table into a larger one, which is empty."""
    for number in range(old_slots):
        found = peek(old, number)
        if found != 0:
            slot = high_part(found, slots)
            while peek(table, slot) != 0:
                slot += 1
                if slot == slots:
                    slot = 0
            poke(table, slot, found)


@kernel
def estimate(problem: Any, state: Any, workspace: Any) -> Any:
    """What the heuristic says, times its weight; NaN where it says nothing that can be compared.

    Below 0 counts as 0.
    """
    nothing = problem.nothing
    weight = from_word(peek(workspace, WEIGHT), nothing)
    if weight == nothing:
        return nothing
    value = of_kind(problem.heuristic(state), nothing)
    if value > nothing:
        poke(workspace, INFORMED, 1)
        if value <= problem.largest and value < problem.endless:
            return weight * value
        poke(workspace, HOPELESS, INFINITE if value == problem.endless else HUGE)
        return problem.endless
    if value <= nothing:
        return nothing
    problem.save_entry(state, workspace, BAD, 0)
    return value


@kernel
def push_state(workspace: Any, records: Any, heap: Any, number: int, parent: int, g: Any, h: Any) -> None:
    """A state was found at the cost g: note it, and put it into the heap."""
    words = peek(workspace, WORDS)
    at = number * (words + 2) + words
    pushed = peek(workspace, PUSHED) + 1
    poke(workspace, PUSHED, pushed)
    poke(records, at, as_word(g))
    poke(records, at + 1, pushed << 32 | parent + 1)
    f = h if peek(workspace, TOLL) == 0 else g + h
    count = peek(workspace, HEAP_COUNT)
    push(heap, count, as_word(f), peek(workspace, TIES) * as_word(g), pushed << 32 | number)
    poke(workspace, HEAP_COUNT, count + 1)


@entry
def astar_root(problem: Any, workspace: Any, records: Any, table: Any, heap: Any) -> int:
    """Search on until a goal is taken out, nothing is left, a limit is met, or there is no more room.

    Called first with the start's words in record 0 and no state known. Called again after FULL, it expands the same
    state again, which does nothing to those of its successors that have been looked at.
    """
    words = peek(workspace, WORDS)
    size = words + 2
    slots = peek(workspace, SLOTS)

    # Step 1. Only the start is known; to be there costs nothing, and the rest is an estimate.
    if peek(workspace, STATES) == 0:
        first = problem.unpack_state(records, 0)
        h = estimate(problem, first, workspace)
        if isnan(h):
            return BAD_ESTIMATE
        if h == problem.endless:
            return TOO_LARGE if peek(workspace, HOPELESS) == HUGE else NOTHING
        key = problem.hash_state(first)
        poke(table, high_part(key, slots), key & ~LOW | 1)
        poke(workspace, STATES, 1)
        poke(workspace, WAITING, 1)
        poke(workspace, MOST, 1)
        push_state(workspace, records, heap, 0, -1, problem.nothing, h)
    while True:
        # Step 2. Choose the state of smallest priority, unless one is still being expanded.
        node = peek(workspace, CURRENT)
        if node < 0:
            count = peek(workspace, HEAP_COUNT)

            # Step 6. Nothing is left.
            if count == 0:
                return NOTHING
            taken = peek(heap, 2)
            pop(heap, count)
            poke(workspace, HEAP_COUNT, count - 1)
            node = taken & LOW
            at = node * size + words + 1
            record = peek(records, at)
            if record >> 32 != taken >> 32:
                continue
            poke(records, at, record & LOW)
            poke(workspace, WAITING, peek(workspace, WAITING) - 1)
            poke(workspace, CURRENT, node)

            # Step 3. A goal? What waits can't lead to a cheaper one.
            if problem.goal(problem.unpack_state(records, node * size)):
                poke(workspace, FOUND, node)
                return REACHED
        if peek(workspace, EXPANDED) == peek(workspace, LIMIT):
            return LIMIT_MET
        if peek(workspace, STOP) != 0:
            return STOPPED

        # Step 4. Look at where one can go from here.
        g = from_word(peek(records, node * size + words), problem.nothing)
        generated = 0
        for successor, cost in problem.successors(problem.unpack_state(records, node * size)):
            step = of_kind(cost, problem.nothing)
            if not step >= problem.nothing:
                return BAD_COST
            if step > problem.largest:
                return TOO_LARGE
            if step == problem.endless:
                continue
            generated += 1
            child = problem.same_state(successor)
            key = problem.hash_state(child)
            tag = key >> 32 & LOW
            slot = high_part(key, slots)
            number = -1
            found = peek(table, slot)
            while found != 0:
                if found >> 32 & LOW == tag:
                    if problem.found_entry(child, records, ((found & LOW) - 1) * size, 0):
                        number = (found & LOW) - 1
                        break
                slot += 1
                if slot == slots:
                    slot = 0
                found = peek(table, slot)

            # Step 5. Found for the first time, or more cheaply than before? Perhaps after it was expanded: reopen it.
            known = number >= 0
            again = False
            if known:
                at = number * size + words
                if g + step >= from_word(peek(records, at), g) or peek(workspace, TOLL) == 0:
                    continue
                again = peek(records, at + 1) >> 32 == 0
                if again and peek(workspace, REOPEN) == 0:
                    continue
            h = estimate(problem, child, workspace)
            if isnan(h):
                return BAD_ESTIMATE
            if h == problem.endless:
                if peek(workspace, HOPELESS) == HUGE:
                    return TOO_LARGE
                continue
            if peek(workspace, HEAP_COUNT) >= peek(workspace, HEAP_ROOM) or (
                not known and peek(workspace, STATES) >= peek(workspace, STATE_ROOM)
            ):
                return FULL
            if not known:
                number = peek(workspace, STATES)
                poke(workspace, STATES, number + 1)
                poke(table, slot, key & ~LOW | number + 1)
                problem.save_entry(child, records, number * size, 0)
            if again:
                poke(workspace, REOPENED, peek(workspace, REOPENED) + 1)
                former = from_word(peek(records, number * size + words), g)
                if peek(workspace, AGAIN) == 0 and former - (g + step) > problem.rounding * former:
                    poke(workspace, AGAIN, number + 1)
                    poke(workspace, BEFORE, as_word(former))
                    poke(workspace, AFTER, as_word(g + step))
            if again or not known:
                waiting = peek(workspace, WAITING) + 1
                poke(workspace, WAITING, waiting)
                if waiting > peek(workspace, MOST):
                    poke(workspace, MOST, waiting)
            push_state(workspace, records, heap, number, node, g + step, h)
        poke(workspace, GENERATED, peek(workspace, GENERATED) + generated)
        poke(workspace, EXPANDED, peek(workspace, EXPANDED) + 1)
        poke(workspace, CURRENT, -1)
