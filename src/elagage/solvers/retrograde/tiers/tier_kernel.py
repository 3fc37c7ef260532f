"""Retrograde analysis by tiers, compiled: successors with their tiers, and values that flow back inside one tier.

What a move to a later tier is worth is known, so it counts as a virtual successor that is decided at its time: an
event. The ends of games are events too. A sweep goes over all that has one code, events and decided states, so that
codes come in their order and no queue is needed. A tier may be in several parts: a sweep then has one part's values to
change at a time, and reads the others' one after the other.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import peek, peek16, peek32, poke, poke32
from elagage.solvers.retrograde.enumeration_kernel import (
    decode,
    expand,
)
from elagage.solvers.retrograde.retrograde_workspace import (
    BATCH,
    DEGREE,
    DONE,
    FINISHED,
    PLAYER_BIT,
    STATES,
    UNDECIDED,
    UNHELD,
)
from elagage.solvers.retrograde.value_kernel import end_score

__all__ = [
    "count_arrivals",
    "expand_tiers",
    "hear_events",
    "score_ends",
    "sweep_draws",
    "sweep_values",
    "tell_tiers",
    "turn_slice",
]


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
def count_arrivals(heads: Any, targets: Any, edges: int, low: int, room: int) -> None:
    """Count the edges of a slice that lead to each state of a part, which are ``room`` from ``low`` on."""
    for edge in range(edges):
        child = peek32(targets, edge) - low
        if 0 <= child < room:
            poke32(heads, child, peek32(heads, child) + 1)


@entry
def turn_slice(
    heads: Any, degrees: Any, targets: Any, sources: Any, first: int, count: int, low: int, room: int
) -> None:
    """Put the states of a slice into the lists of sources of those successors that are in a part."""
    edge = 0
    for number in range(count):
        for _number in range(peek16(degrees, number)):
            child = peek32(targets, edge) - low
            if 0 <= child < room:
                place = peek32(heads, child)
                poke32(sources, place, first + number)
                poke32(heads, child, place + 1)
            edge += 1


@kernel
def hear_value(values: Any, before: int, value: int) -> int:
    """Let a state know that a successor, its own or a virtual one, has this value: 1 if that decides it."""
    left = peek32(values, before)
    if left <= UNDECIDED:
        return 0
    if left & PLAYER_BIT != (PLAYER_BIT if value > 0 else 0) or left & DEGREE == 1:
        poke32(values, before, value + 1 if value > 0 else value - 1)
        return 1
    poke32(values, before, left - 1)
    return 0


@entry
def hear_events(codes: Any, events: Any, count: int, values: Any, code: int) -> int:
    """Let the states of a tier hear those of their events that have a code: how many that decides."""
    decided = 0
    for number in range(count):
        event = peek32(events, number)
        value = peek32(codes, number)
        if event < 0 and abs(value) == code:
            decided += hear_value(values, -1 - event, value)
    return decided


@entry
def sweep_values(heads: Any, sources: Any, held: Any, count: int, values: Any, low: int, room: int, code: int) -> int:
    """Let the predecessors in a part hear of the states of another one that have a code: how many that decides."""
    decided = 0
    begin = 0
    for index in range(count):
        end = peek32(heads, index)
        value = peek32(held, index)
        if abs(value) == code:
            for edge in range(begin, end):
                before = peek32(sources, edge) - low
                if 0 <= before < room:
                    decided += hear_value(values, before, value)
        begin = end
    return decided


@entry
def sweep_draws(
    heads: Any, sources: Any, held: Any, count: int, values: Any, low: int, room: int, mark: int, new: int
) -> int:
    """Mark the undecided predecessors in a part of the marked states of another one: how many they are."""
    found = 0
    begin = 0
    for index in range(count):
        end = peek32(heads, index)
        if peek32(held, index) == mark:
            for edge in range(begin, end):
                before = peek32(sources, edge) - low
                if 0 <= before < room and peek32(values, before) > UNDECIDED:
                    poke32(values, before, new)
                    found += 1
        begin = end
    return found
