"""The moves of alpha-beta to the end: those among which a best one is, the most promising first."""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import high_part, mix, peek, poke
from elagage.search.compiled.features import INFINITE
from elagage.search.compiled.workspace import AGE, OVERFLOW, STOPPED, WIDTH
from elagage.solvers.exact.exact_values import shift_distance
from elagage.solvers.exact.exact_workspace import ENTRIES, LOWER, MOVES, NO_MOVE, TOO_MANY, UPPER

__all__ = ["find_refutation", "gather_candidates", "recall_entry", "sort_candidates"]


@kernel(keeps=True)
def gather_candidates(game: Any, state: Any, ply: int, workspace: Any) -> int:
    """Write the candidates of a ply; how many there are."""
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    count = 0
    for move in game.candidates(state):
        if count >= width:
            poke(workspace, OVERFLOW, TOO_MANY)
            poke(workspace, STOPPED, 1)
            return count
        poke(workspace, at + count, move)
        count += 1
    return count


@kernel
def sort_candidates(game: Any, state: Any, ply: int, count: int, first: int, workspace: Any) -> None:
    """Put the most promising first; of equals the one that was offered first."""
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    number = 0
    while number < count:
        move = peek(workspace, at + number)
        promise = 0
        if game.has_solver_order:
            promise = int(game.solver_order(state, move)) << 12
        if number == first:
            promise = 1 << 62
        promise += NO_MOVE - number
        place = number
        while place > 0 and peek(workspace, at + width + place - 1) < promise:
            poke(workspace, at + place, peek(workspace, at + place - 1))
            poke(workspace, at + width + place, peek(workspace, at + width + place - 1))
            place -= 1
        poke(workspace, at + place, move)
        poke(workspace, at + width + place, promise)
        number += 1


@kernel
def recall_entry(game: Any, key: Any, at: int, age: int, table: Any, words: int) -> int:
    """The data that a bucket holds for a key; 0 if it holds none."""
    for _entry in range(ENTRIES):
        data = peek(table, at + words)
        if data & 3 != 0 and data >> 20 & 4095 == age and game.found_entry(key, table, at, data):
            return data
        at += words + 1
    return 0


@kernel
def find_refutation(
    game: Any,
    state: Any,
    player: int,
    beta: int,
    ply: int,
    count: int,
    workspace: Any,
    table: Any,
    buckets: int,
    words: int,
) -> int:
    """What the mover reaches with a candidate after which the table knows enough to meet the bound; else a number below
    every value.
    """
    age = peek(workspace, AGE)
    at = MOVES + ply * 2 * peek(workspace, WIDTH)
    for number in range(count):
        child = game.same_state(game.play(state, peek(workspace, at + number)))
        key = game.key(child)
        place = high_part(mix(game.hash_state(key), 0), buckets) * ENTRIES * (words + 1)
        data = recall_entry(game, key, place, age, table, words)
        if data != 0:
            known = shift_distance(game, data >> 32, ply + 1)
            if game.player(child) == player:
                if data & LOWER != 0 and known >= beta:
                    return known
            elif data & UPPER != 0 and -known >= beta:
                return -known
    return -INFINITE
