"""The order of moves: what the table says, then what speaks for each move: the game's hint, killers, countermoves,
history.

The weights were chosen by the nodes that six positions of Connect 4 and Othello take (``benchmarks/features.py``).
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import peek, poke
from elagage.search.compiled.features import COUNTERS, HINT, HISTORIES, KILLER
from elagage.search.compiled.table import NO_MOVE
from elagage.search.compiled.workspace import (
    COUNTERMOVES,
    HISTORY,
    HISTORY_SIZE,
    KILLERS,
    MOVES,
    OVERFLOW,
    STOPPED,
    WIDTH,
)

__all__ = ["bring_best", "gather", "reward"]


@kernel
def gather(
    game: Any, state: Any, ply: int, workspace: Any, features: int, first: int, previous: int, player: int
) -> int:
    """Write the moves of a ply and what speaks for each of them; how many there are.

    Among equals the one offered first speaks loudest.
    """
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    count = 0
    killer_one = peek(workspace, KILLERS + 2 * ply)
    killer_two = peek(workspace, KILLERS + 2 * ply + 1)
    answer = peek(workspace, COUNTERMOVES + (previous & (HISTORY_SIZE - 1)))
    for move in game.moves(state):
        if count >= width:
            poke(workspace, OVERFLOW, 1)
            poke(workspace, STOPPED, 1)
            return count
        promise = 0
        if features & HINT and game.has_order:
            promise += int(game.order(state, move)) << 20
        if features & HISTORIES:
            promise += peek(workspace, HISTORY + player * HISTORY_SIZE + (move & (HISTORY_SIZE - 1)))
        if features & KILLER:
            if move + 1 == killer_one:
                promise += 1 << 22
            elif move + 1 == killer_two:
                promise += 1 << 21
        if features & COUNTERS and previous >= 0 and move + 1 == answer:
            promise += 1 << 20
        if count == first:
            promise = 1 << 50
        poke(workspace, at + count, move)
        poke(workspace, at + width + count, (promise << 12) + NO_MOVE - count)
        count += 1
    return count


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
def reward(ply: int, move: int, previous: int, player: int, depth: int, workspace: Any) -> None:
    """A move has made a cut: remember it for its ply, for the move it answers, and in general."""
    if peek(workspace, KILLERS + 2 * ply) != move + 1:
        poke(workspace, KILLERS + 2 * ply + 1, peek(workspace, KILLERS + 2 * ply))
        poke(workspace, KILLERS + 2 * ply, move + 1)
    if previous >= 0:
        poke(workspace, COUNTERMOVES + (previous & (HISTORY_SIZE - 1)), move + 1)
    place = HISTORY + player * HISTORY_SIZE + (move & (HISTORY_SIZE - 1))
    poke(workspace, place, min(peek(workspace, place) + depth * depth, 1 << 18))
