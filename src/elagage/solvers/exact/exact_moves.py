"""The moves of alpha-beta to the end: those among which a best one is, and what the table knows of them."""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import high_part, mix, peek, poke, prefetch
from elagage.search.compiled.features import INFINITE
from elagage.search.compiled.workspace import AGE, OVERFLOW, STOPPED, WIDTH
from elagage.solvers.exact.exact_values import shift_distance
from elagage.solvers.exact.exact_workspace import ENTRIES, LOWER, MOVES, TOO_MANY, UPPER

__all__ = ["find_refutation", "gather_candidates", "recall_entry"]


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
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    for number in range(count):
        key = game.key(game.same_state(game.play(state, peek(workspace, at + number))))
        place = high_part(mix(game.hash_state(key), 0), buckets) * ENTRIES * (words + 1)
        prefetch(table, place)
        poke(workspace, at + width + number, place)
    for number in range(count):
        child = game.same_state(game.play(state, peek(workspace, at + number)))
        key = game.key(child)
        place = peek(workspace, at + width + number)
        data = recall_entry(game, key, place, age, table, words)
        if data != 0:
            known = shift_distance(game, data >> 32, ply + 1)
            if game.player(child) == player:
                if data & LOWER != 0 and known >= beta:
                    return known
            elif data & UPPER != 0 and -known >= beta:
                return -known
    return -INFINITE
