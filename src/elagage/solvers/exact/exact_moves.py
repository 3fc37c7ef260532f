"""The moves of alpha-beta to the end: those among which a best one is, the most promising first."""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import high_part, mix, peek, poke, prefetch, whole
from elagage.result import MAX
from elagage.search.compiled.features import INFINITE, LIMIT, WON
from elagage.search.compiled.quiescence import evaluate_end
from elagage.search.compiled.workspace import AGE, NODES, OVERFLOW, STOPPED, WIDTH
from elagage.solvers.exact.exact_values import shift_distance
from elagage.solvers.exact.exact_workspace import ENTRIES, LOWER, MOVES, NO_MOVE, PLIES, TOO_MANY, UPPER

__all__ = ["find_refutation", "gather_candidates", "recall_entry", "sort_candidates"]

PARTS = 4096
"""The part of the best estimate, and of the best hint; a move that wins has twice that."""
MOST_HINT = 1 << 20
"""Hints are smaller, where they are weighed against estimates."""


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
def sort_candidates(game: Any, state: Any, ply: int, count: int, first: int, depth: int, workspace: Any) -> None:
    """Put the most promising first; of equals the one that was offered first. With a ``depth`` of 0 or more the
    heuristic is asked too, so many plies after each.
    """
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    guided = game.has_heuristic and depth >= 0
    if guided:
        weigh_candidates(game, state, ply, count, depth, workspace)
    number = 0
    while number < count:
        move = peek(workspace, at + number)
        promise = 0
        if guided:
            promise = peek(workspace, at + width + number) << 12
        elif game.has_solver_order:
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
def weigh_candidates(game: Any, state: Any, ply: int, count: int, depth: int, workspace: Any) -> None:
    """Write what each candidate promises by its estimate and by its hint, which count the same: each is the part that
    it has of the difference between the least and the most, so that their units don't matter.
    """
    width = peek(workspace, WIDTH)
    moves = MOVES + ply * 2 * width
    player = game.player(state)
    most = -INFINITE
    least = INFINITE
    most_hint = -MOST_HINT
    least_hint = MOST_HINT
    number = 0
    while number < count:
        move = peek(workspace, moves + number)
        hint = 0
        if game.has_solver_order:
            hint = min(max(int(game.solver_order(state, move)), 1 - MOST_HINT), MOST_HINT - 1)
        child = game.same_state(game.play(state, move))
        estimate = estimate_node(game, child, -INFINITE, INFINITE, depth, ply + 1, workspace)
        if game.player(child) != player:
            estimate = -estimate
        if -WON < estimate < WON:
            most = max(most, estimate)
            least = min(least, estimate)
        most_hint = max(most_hint, hint)
        least_hint = min(least_hint, hint)
        poke(workspace, moves + width + number, estimate * 2 * MOST_HINT + hint)
        number += 1
    number = 0
    while number < count:
        both = peek(workspace, moves + width + number) + MOST_HINT
        estimate = both // (2 * MOST_HINT)
        hint = both - estimate * 2 * MOST_HINT - MOST_HINT
        promise = 0
        if estimate >= WON:
            promise = 2 * PARTS
        elif estimate <= -WON:
            promise = -PARTS
        elif most > least:
            promise = (estimate - least) * PARTS // (most - least)
        if most_hint > least_hint:
            promise += (hint - least_hint) * PARTS // (most_hint - least_hint)
        poke(workspace, moves + width + number, promise)
        number += 1


@kernel
def estimate_node(game: Any, state: Any, alpha: int, beta: int, depth: int, ply: int, workspace: Any) -> int:
    """What the heuristic says for the mover, so many plies ahead."""
    poke(workspace, NODES, peek(workspace, NODES) + 1)
    player = game.player(state)
    sign = 1 if player == MAX else -1
    if game.over(state):
        return sign * evaluate_end(game, state, ply, workspace, 0)
    if depth == 0 or ply >= PLIES - 2:
        estimate = game.heuristic(state) * game.engine_scale
        if -LIMIT < estimate < LIMIT:
            return sign * whole(estimate)
        return sign * LIMIT if estimate > 0 else -sign * LIMIT
    count = gather_candidates(game, state, ply, workspace)
    sort_candidates(game, state, ply, count, NO_MOVE, -1, workspace)
    at = MOVES + ply * 2 * peek(workspace, WIDTH)
    best = -INFINITE
    number = 0
    while number < count:
        child = game.same_state(game.play(state, peek(workspace, at + number)))
        same = game.player(child) == player
        low = alpha if same else -beta
        high = beta if same else -alpha
        value = estimate_node(game, child, low, high, depth - 1, ply + 1, workspace)
        if not same:
            value = -value
        if value > best:
            best = value
            if best >= beta:
                break
            alpha = max(alpha, best)
        number += 1
    return best


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
