"""Retrograde analysis, compiled: deciding the states. Values flow back from the ends along the edges.

A state of the winner's is decided by its first decided successor, one of the loser's by its last. Levels are the sizes
of final scores, largest first (one alone where only winning counts); they are played back in that order, so that a
state belongs to the best end its mover can force. What is left is drawn.

Values flow in waves: those of a wave have one code, the next wave's have one ply more. The queue has room for a few
states. A wave that is larger is found by a sweep over all values, which costs little beside so many states.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import peek, peek32, poke, poke32, whole
from elagage.compiler.score_scale import is_held
from elagage.result import MAX
from elagage.solvers.retrograde.enumeration_kernel import decode
from elagage.solvers.retrograde.retrograde_workspace import (
    BUDGET,
    DECIDED,
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
    QUEUE_ROOM,
    QUEUE_TAIL,
    SLICE,
    SPILLED,
    STATES,
    SWEEP,
    TOO_FAR,
    TOO_MANY_LEVELS,
    UNDECIDED,
    UNHELD,
    WAVE,
    WAVE_END,
)

__all__ = ["collect_levels", "count_moves", "end_score", "propagate", "seed_ends", "spread_draws"]

GLANCES = 16
"""Values that a sweep passes over in the time that a decided state takes."""
DRAWN = -UNDECIDED
"""A state that is drawn and not yet followed back."""


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
def count_moves(game: Any, workspace: Any, keys: Any, values: Any) -> None:
    """How many moves each state has, and who moves, as its value for now."""
    for index in range(peek(workspace, STATES)):
        state = decode(game, index, workspace, keys)
        degree = 0
        for _move in game.moves(state):
            degree += 1
        poke32(values, index, degree if game.player(state) == MAX else degree | PLAYER_BIT)


@entry
def collect_levels(game: Any, workspace: Any, keys: Any, values: Any) -> int:
    """From each state's degree its value for now: how many moves are undecided, or of an ended game its final score;
    and the list of the sizes of scores, in no order.
    """
    count = 0
    for index in range(peek(workspace, STATES)):
        degree = peek32(values, index)
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
def seed_ends(workspace: Any, values: Any) -> None:
    """Step 1. The values of ended games, and the first wave: those of the first level."""
    for index in range(peek(workspace, STATES)):
        score = peek32(values, index)
        if score != 0 and score < UNDECIDED:
            code = (level_of(abs(score), workspace) << LEVEL_SHIFT) + 1
            poke32(values, index, code if score > 0 else -code)
    poke(workspace, QUEUE_HEAD, 0)
    poke(workspace, QUEUE_TAIL, 0)
    poke(workspace, SPILLED, 0)
    poke(workspace, DECIDED, 0)
    poke(workspace, WAVE, 1)
    poke(workspace, WAVE_END, 0)
    poke(workspace, SWEEP, 0)


@kernel
def begin_wave(workspace: Any) -> int:
    """Go on to the next wave, or to the first one of the next level if there is none; are there any left?"""
    wave = peek(workspace, WAVE) + 1
    if peek(workspace, SPILLED) != 0 or peek(workspace, QUEUE_HEAD) < peek(workspace, QUEUE_TAIL):
        if wave & (1 << LEVEL_SHIFT) - 1 == 0:
            return TOO_FAR
        poke(workspace, SWEEP, -1)
        poke(workspace, WAVE_END, peek(workspace, QUEUE_TAIL))
    else:
        level = (wave >> LEVEL_SHIFT) + 1
        if level >= peek(workspace, LEVEL_COUNT):
            return FINISHED
        wave = (level << LEVEL_SHIFT) + 1
        poke(workspace, SPILLED, 1)
    if peek(workspace, SPILLED) != 0:
        poke(workspace, SPILLED, 0)
        poke(workspace, QUEUE_HEAD, 0)
        poke(workspace, QUEUE_TAIL, 0)
        poke(workspace, WAVE_END, 0)
        poke(workspace, SWEEP, 0)
    poke(workspace, WAVE, wave)
    return SLICE


@kernel
def next_decided(workspace: Any, values: Any, queue: Any) -> int:
    """The next state of the wave; -1 if there is none, -2 if the budget ends before one is found."""
    sweep = peek(workspace, SWEEP)
    if sweep < 0:
        head = peek(workspace, QUEUE_HEAD)
        if head == peek(workspace, WAVE_END):
            return -1
        poke(workspace, QUEUE_HEAD, head + 1)
        return peek32(queue, head % peek(workspace, QUEUE_ROOM))
    wave = peek(workspace, WAVE)
    last = min(peek(workspace, STATES), sweep + GLANCES * peek(workspace, BUDGET))
    begun = sweep
    while sweep < last:
        if abs(peek32(values, sweep)) == wave:
            break
        sweep += 1
    poke(workspace, BUDGET, peek(workspace, BUDGET) - (sweep - begun) // GLANCES)
    if sweep < last:
        poke(workspace, SWEEP, sweep + 1)
        return sweep
    poke(workspace, SWEEP, sweep)
    return -1 if sweep == peek(workspace, STATES) else -2


@kernel
def put_in_queue(index: int, workspace: Any, queue: Any) -> None:
    """Note a state for later, unless there is no room or others were not noted already: a sweep will find it."""
    tail = peek(workspace, QUEUE_TAIL)
    room = peek(workspace, QUEUE_ROOM)
    if peek(workspace, SPILLED) == 0 and tail - peek(workspace, QUEUE_HEAD) < room:
        poke32(queue, tail % room, index)
        poke(workspace, QUEUE_TAIL, tail + 1)
    else:
        poke(workspace, SPILLED, 1)


@entry
def propagate(workspace: Any, heads: Any, sources: Any, values: Any, queue: Any) -> int:
    """Step 2. Let values flow back from decided states, until none is left or the slice is over."""
    if peek(workspace, LEVEL_COUNT) == 0:
        return FINISHED
    while peek(workspace, BUDGET) > 0:
        index = next_decided(workspace, values, queue)
        if index < 0:
            status = begin_wave(workspace) if index == -1 else SLICE
            if status != SLICE:
                return status
            continue
        poke(workspace, BUDGET, peek(workspace, BUDGET) - 1)
        poke(workspace, DECIDED, peek(workspace, DECIDED) + 1)
        value = peek32(values, index)
        code = value + 1 if value > 0 else value - 1
        loser = PLAYER_BIT if value > 0 else 0
        for edge in range(peek32(heads, index - 1) if index > 0 else 0, peek32(heads, index)):
            before = peek32(sources, edge)
            left = peek32(values, before)
            if left > UNDECIDED:
                if left & PLAYER_BIT != loser or left & DEGREE == 1:
                    poke32(values, before, code)
                    put_in_queue(before, workspace, queue)
                else:
                    poke32(values, before, left - 1)
    return SLICE


@kernel
def draw_before(index: int, workspace: Any, heads: Any, sources: Any, values: Any, queue: Any) -> None:
    """Draw the undecided states from which a drawn one can be reached by a move."""
    poke32(values, index, 0)
    for edge in range(peek32(heads, index - 1) if index > 0 else 0, peek32(heads, index)):
        before = peek32(sources, edge)
        if peek32(values, before) > UNDECIDED:
            poke32(values, before, DRAWN)
            put_in_queue(before, workspace, queue)


@entry
def spread_draws(workspace: Any, heads: Any, sources: Any, values: Any, queue: Any) -> None:
    """Step 3. Tell the drawn states from which correct play may end from those from which it never does."""
    states = peek(workspace, STATES)
    poke(workspace, QUEUE_HEAD, 0)
    poke(workspace, QUEUE_TAIL, 0)
    poke(workspace, SPILLED, 0)
    for index in range(states):
        if peek32(values, index) == 0:
            draw_before(index, workspace, heads, sources, values, queue)
    while True:
        while peek(workspace, QUEUE_HEAD) < peek(workspace, QUEUE_TAIL):
            head = peek(workspace, QUEUE_HEAD)
            poke(workspace, QUEUE_HEAD, head + 1)
            draw_before(peek32(queue, head % peek(workspace, QUEUE_ROOM)), workspace, heads, sources, values, queue)
        if peek(workspace, SPILLED) == 0:
            break
        poke(workspace, SPILLED, 0)
        for index in range(states):
            if peek32(values, index) == DRAWN:
                draw_before(index, workspace, heads, sources, values, queue)
    for index in range(states):
        if peek32(values, index) > UNDECIDED:
            poke32(values, index, ENDLESS)
