"""Retrograde analysis, compiled: deciding the states. Values flow back from the ends along the edges.

A state of the winner's is decided by its first decided successor, one of the loser's by its last. Levels are the sizes
of final scores, largest first (one alone where only winning counts); they are played back in that order, so that a
state belongs to the best end its mover can force. What is left is drawn.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import peek, peek16, peek32, poke, poke32, whole
from elagage.compiler.score_scale import is_held
from elagage.solvers.retrograde.enumeration_kernel import (
    BUDGET,
    COUNTS,
    DEGREE,
    ENDLESS,
    FINISHED,
    LEVEL_COUNT,
    LEVEL_SHIFT,
    LEVELS,
    MARGINS,
    MOST_LEVELS,
    PLAYER_BIT,
    QUEUE_HEAD,
    QUEUE_TAIL,
    SEED,
    SLICE,
    STATES,
    TOO_FAR,
    TOO_MANY_LEVELS,
    UNDECIDED,
    UNHELD,
    decode,
)

__all__ = ["collect_levels", "end_score", "propagate", "seed_ends", "spread_draws"]


@kernel
def end_score(game: Any, index: int, workspace: Any, keys: Any) -> int:
    """The final score of an ended game in whole numbers, its sign alone where its size doesn't matter;
    UNDECIDED if it is not held exactly.
    """
    score = game.score(decode(game, index, workspace, keys))
    if peek(workspace, MARGINS) != 0:
        number = score * game.engine_scale
        if -UNDECIDED < number < UNDECIDED:
            held = whole(number)
            if is_held(score, held, game.engine_scale):
                return held
        return UNDECIDED
    if score > 0:
        return 1
    if score < 0:
        return -1
    return 0 if score == 0 else UNDECIDED


@entry
def collect_levels(game: Any, workspace: Any, keys: Any, degrees: Any, values: Any) -> int:
    """The final score of each ended game as its value for now, and the list of their sizes, in no order."""
    count = 0
    for index in range(peek(workspace, STATES)):
        degree = peek16(degrees, index)
        if degree & DEGREE != 0:
            poke32(values, index, UNDECIDED + degree)
            continue
        score = end_score(game, index, workspace, keys)
        if score == UNDECIDED:
            return UNHELD
        poke32(values, index, score)
        size = abs(score)
        if size == 0:
            continue
        known = False
        for number in range(count):
            if peek(workspace, LEVELS + number) == size:
                known = True
                break
        if not known:
            if count == MOST_LEVELS:
                return TOO_MANY_LEVELS
            poke(workspace, LEVELS + count, size)
            count += 1
    poke(workspace, LEVEL_COUNT, count)
    return FINISHED


@kernel
def level_of(size: int, workspace: Any) -> int:
    """Which level a size of score is; the workspace has them in order, largest first."""
    low = 0
    high = peek(workspace, LEVEL_COUNT) - 1
    while low < high:
        middle = (low + high) >> 1
        if peek(workspace, LEVELS + middle) > size:
            low = middle + 1
        else:
            high = middle
    return low


@entry
def seed_ends(workspace: Any, degrees: Any, values: Any, queue: Any) -> None:
    """Step 1. The values of ended games, and the decided ones at the end of the queue, by level.

    The queue fills from its beginning with what is taken from its end and what follows from it, so it never overruns.
    """
    states = peek(workspace, STATES)
    levels = peek(workspace, LEVEL_COUNT)
    for level in range(levels):
        poke(workspace, COUNTS + level, 0)
    decided = 0
    for index in range(states):
        score = peek32(values, index)
        if score != 0 and peek16(degrees, index) & DEGREE == 0:
            level = level_of(abs(score), workspace)
            poke(workspace, COUNTS + level, peek(workspace, COUNTS + level) + 1)
            decided += 1
    place = states - decided
    poke(workspace, SEED, place)
    for level in range(levels):
        count = peek(workspace, COUNTS + level)
        poke(workspace, COUNTS + level, place)
        place += count
    for index in range(states):
        score = peek32(values, index)
        if score != 0 and peek16(degrees, index) & DEGREE == 0:
            level = level_of(abs(score), workspace)
            at = peek(workspace, COUNTS + level)
            poke(workspace, COUNTS + level, at + 1)
            poke32(queue, at, index)
            code = (level << LEVEL_SHIFT) + 1
            poke32(values, index, code if score > 0 else -code)
    poke(workspace, QUEUE_HEAD, 0)
    poke(workspace, QUEUE_TAIL, 0)


@entry
def propagate(workspace: Any, heads: Any, sources: Any, values: Any, queue: Any) -> int:
    """Step 2. Let values flow back from decided states, until none is left or the slice is over."""
    budget = peek(workspace, BUDGET)
    states = peek(workspace, STATES)
    head = peek(workspace, QUEUE_HEAD)
    tail = peek(workspace, QUEUE_TAIL)
    seed = peek(workspace, SEED)
    status = FINISHED
    while True:
        if head == tail:
            if seed == states:
                break
            level = abs(peek32(values, peek32(queue, seed))) >> LEVEL_SHIFT
            while seed < states and abs(peek32(values, peek32(queue, seed))) >> LEVEL_SHIFT == level:
                poke32(queue, tail, peek32(queue, seed))
                tail += 1
                seed += 1
        if budget <= 0:
            status = SLICE
            break
        budget -= 1
        index = peek32(queue, head)
        head += 1
        value = peek32(values, index)
        code = value + 1 if value > 0 else value - 1
        if abs(code) & (1 << LEVEL_SHIFT) - 1 == 0:
            status = TOO_FAR
            break
        loser = PLAYER_BIT if value > 0 else 0
        for edge in range(peek32(heads, index - 1) if index > 0 else 0, peek32(heads, index)):
            before = peek32(sources, edge)
            left = peek32(values, before)
            if left > UNDECIDED:
                if left & PLAYER_BIT != loser or left & DEGREE == 1:
                    poke32(values, before, code)
                    poke32(queue, tail, before)
                    tail += 1
                else:
                    poke32(values, before, left - 1)
    poke(workspace, QUEUE_HEAD, head)
    poke(workspace, QUEUE_TAIL, tail)
    poke(workspace, SEED, seed)
    return status


@entry
def spread_draws(workspace: Any, heads: Any, sources: Any, values: Any, queue: Any) -> None:
    """Step 3. Tell the drawn states from which correct play may end from those from which it never does."""
    states = peek(workspace, STATES)
    head = 0
    tail = 0
    for index in range(states):
        if peek32(values, index) == 0:
            poke32(queue, tail, index)
            tail += 1
    while head < tail:
        index = peek32(queue, head)
        head += 1
        for edge in range(peek32(heads, index - 1) if index > 0 else 0, peek32(heads, index)):
            before = peek32(sources, edge)
            if peek32(values, before) > UNDECIDED:
                poke32(values, before, 0)
                poke32(queue, tail, before)
                tail += 1
    for index in range(states):
        if peek32(values, index) > UNDECIDED:
            poke32(values, index, ENDLESS)
