"""Retrograde analysis by tiers, compiled: successors with their tiers, and values that flow back inside one tier.

What a move to a later tier is worth is known, so it counts as a virtual successor that is decided at its time: an
event. The ends of games are events too. Events come in the order of their values, and so does the queue of decided
states; the smaller of the two is next.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry
from elagage.compiler.memory import peek, peek16, peek32, poke, poke32
from elagage.solvers.retrograde.enumeration_kernel import (
    BATCH,
    BUDGET,
    DEGREE,
    DONE,
    FINISHED,
    LEVEL_SHIFT,
    PLAYER_BIT,
    QUEUE_HEAD,
    QUEUE_TAIL,
    SEED,
    SLICE,
    STATES,
    TOO_FAR,
    UNDECIDED,
    UNHELD,
    decode,
    expand,
)
from elagage.solvers.retrograde.value_kernel import end_score

__all__ = ["expand_tiers", "propagate_tier", "score_ends", "tell_tiers", "turn_slice"]

NEVER = 1 << 40


@entry
def tell_tiers(game: Any, workspace: Any, found: Any, tiers: Any) -> None:
    """The tiers of BATCH states, given by their keys."""
    for number in range(peek(workspace, BATCH)):
        poke(tiers, number, game.tier(decode(game, number, workspace, found)))


@entry
def expand_tiers(game: Any, workspace: Any, keys: Any, degrees: Any, found: Any, tiers: Any) -> int:
    """The keys and tiers of the successors of some states, from DONE on."""
    status = expand(game, peek(workspace, DONE), peek(workspace, STATES), workspace, keys, degrees, found)
    if status != FINISHED:
        return status
    for number in range(peek(workspace, BATCH)):
        poke(tiers, number, game.tier(decode(game, number, workspace, found)))
    return FINISHED


@entry
def score_ends(game: Any, workspace: Any, keys: Any, degrees: Any, scores: Any) -> int:
    """The final scores of the ended games among some states, in whole numbers."""
    for index in range(peek(workspace, STATES)):
        if peek16(degrees, index) & DEGREE == 0:
            score = end_score(game, index, workspace, keys)
            if score == UNDECIDED:
                return UNHELD
            poke32(scores, index, score)
    return FINISHED


@entry
def turn_slice(heads: Any, degrees: Any, targets: Any, sources: Any, first: int, count: int) -> None:
    """Put the states of a slice into the lists of their successors' sources."""
    edge = 0
    for number in range(count):
        for _number in range(peek16(degrees, number)):
            child = peek32(targets, edge)
            place = peek32(heads, child)
            poke32(sources, place, first + number)
            poke32(heads, child, place + 1)
            edge += 1


@entry
def propagate_tier(workspace: Any, heads: Any, sources: Any, values: Any, queue: Any, codes: Any, events: Any) -> int:
    """Let values flow back until nothing is left or the slice is over; an event is a state that has ended, or -1 less
    a state with a virtual successor.
    """
    budget = peek(workspace, BUDGET)
    head = peek(workspace, QUEUE_HEAD)
    tail = peek(workspace, QUEUE_TAIL)
    seed = peek(workspace, SEED)
    count = peek(workspace, DONE)
    status = FINISHED
    while head < tail or seed < count:
        if budget <= 0:
            status = SLICE
            break
        budget -= 1
        waiting = abs(peek32(values, peek32(queue, head))) if head < tail else NEVER
        index = 0
        value = 0
        begin = 0
        end = 1
        virtual = False
        if seed < count and abs(peek32(codes, seed)) <= waiting:
            value = peek32(codes, seed)
            index = peek32(events, seed)
            seed += 1
            virtual = index < 0
        else:
            index = peek32(queue, head)
            value = peek32(values, index)
            head += 1
        if not virtual:
            begin = peek32(heads, index - 1) if index > 0 else 0
            end = peek32(heads, index)
        code = value + 1 if value > 0 else value - 1
        if abs(code) & (1 << LEVEL_SHIFT) - 1 == 0:
            status = TOO_FAR
            break
        loser = PLAYER_BIT if value > 0 else 0
        for edge in range(begin, end):
            before = -1 - index if virtual else peek32(sources, edge)
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
