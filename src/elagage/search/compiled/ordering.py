"""The order of moves: the table's move first; then by the game's hint and the killers, and among equals by history.

A killer is a move that has just made a cut at the same ply. The first of the two counts as much as four steps of the
hint: so it goes before what a vague hint prefers (the middle first), and a game whose hint knows the position gives
larger steps. A move's history is how often, and how far from the leaves, it has made a cut for its player. What each of
them saves is measured by ``benchmarks/features.py``.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import peek, poke
from elagage.search.compiled.features import HINT, HISTORIES, KILLER, KNOWLEDGE
from elagage.search.compiled.transposition_table import NO_MOVE
from elagage.search.compiled.workspace import (
    HISTORY,
    HISTORY_SIZE,
    KILLERS,
    MOVES,
    OVERFLOW,
    STOPPED,
    WIDTH,
)

__all__ = ["bring_best", "gather", "reward"]

HINT_STEP = 1 << 20
MOST_HISTORY = 1 << 18
"""Less than a step of the hint."""
TABLE_MOVE = 1 << 50
"""More than any hint."""


@kernel(keeps=True)
def gather(game: Any, state: Any, ply: int, workspace: Any, features: int, first: int, player: int) -> int:
    """Write the moves of a ply and how promising each is; how many there are. Of equals the first offered is first.

    With ``KNOWLEDGE`` only those that the game says a best one is among.
    """
    count = 0
    if game.has_candidates and features & KNOWLEDGE:
        for move in game.candidates(state):
            count = write_move(game, state, move, count, ply, workspace, features, first, player)
            if peek(workspace, STOPPED) != 0:
                return count
    else:
        for move in game.moves(state):
            count = write_move(game, state, move, count, ply, workspace, features, first, player)
            if peek(workspace, STOPPED) != 0:
                return count
    return count


@kernel(keeps=True)
def write_move(
    game: Any, state: Any, move: int, count: int, ply: int, workspace: Any, features: int, first: int, player: int
) -> int:
    """Write one move behind ``count`` others; how many there are then. Without room for it the search is stopped."""
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    if count >= width:
        poke(workspace, OVERFLOW, 1)
        poke(workspace, STOPPED, 1)
        return count
    promise = 0
    if game.has_order and features & HINT:
        promise += int(game.order(state, move)) * HINT_STEP
    key = game.move_key(move)
    if features & HISTORIES:
        promise += peek(workspace, HISTORY + player * HISTORY_SIZE + (key & (HISTORY_SIZE - 1)))
    if features & KILLER:
        if key + 1 == peek(workspace, KILLERS + 2 * ply):
            promise += 4 * HINT_STEP
        elif key + 1 == peek(workspace, KILLERS + 2 * ply + 1):
            promise += 2 * HINT_STEP
    if count == first:
        promise = TABLE_MOVE
    poke(workspace, at + count, move)
    poke(workspace, at + width + count, (promise << 12) + NO_MOVE - count)
    return count + 1


@kernel
def bring_best(ply: int, number: int, count: int, workspace: Any) -> None:
    """Exchange the most promising of the moves from ``number`` on with the one in its place."""
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    best, promise = number, peek(workspace, at + width + number)
    for other in range(number + 1, count):
        if peek(workspace, at + width + other) > promise:
            best, promise = other, peek(workspace, at + width + other)
    if best != number:
        move = peek(workspace, at + best)
        poke(workspace, at + best, peek(workspace, at + number))
        poke(workspace, at + width + best, peek(workspace, at + width + number))
        poke(workspace, at + number, move)
        poke(workspace, at + width + number, promise)


@kernel
def reward(ply: int, key: int, player: int, depth: int, workspace: Any) -> None:
    """A move has made a cut: remember it for its ply, and in general, the more the deeper it was searched."""
    if peek(workspace, KILLERS + 2 * ply) != key + 1:
        poke(workspace, KILLERS + 2 * ply + 1, peek(workspace, KILLERS + 2 * ply))
        poke(workspace, KILLERS + 2 * ply, key + 1)
    place = HISTORY + player * HISTORY_SIZE + (key & (HISTORY_SIZE - 1))
    poke(workspace, place, min(peek(workspace, place) + depth * depth, MOST_HISTORY))
