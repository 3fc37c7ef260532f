"""The moves of alpha-beta to the end: those among which a best one is, the most promising first."""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import peek, poke
from elagage.search.compiled.workspace import OVERFLOW, STOPPED, WIDTH
from elagage.solvers.exact.exact_workspace import MOVES, NO_MOVE, TOO_MANY

__all__ = ["gather_candidates", "sort_candidates"]


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
