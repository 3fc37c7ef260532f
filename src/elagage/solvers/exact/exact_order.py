"""The order of the moves of alpha-beta to the end: the most promising first.

A game's own hint costs little, what the heuristic says of each move costs more. Where an author wrote an order for
solvers, whether estimates do better is found out on the way: at positions of some work moves are tried in either order
by turns, and what counts is how many were tried in vain before one that was good enough.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import peek, poke, whole
from elagage.result import MAX
from elagage.search.compiled.features import INFINITE, LIMIT, WON
from elagage.search.compiled.quiescence import evaluate_end
from elagage.search.compiled.workspace import NODES, WIDTH
from elagage.solvers.exact.exact_moves import gather_candidates
from elagage.solvers.exact.exact_workspace import (
    CUTS,
    DEEPER,
    DEEPEST,
    JUDGED,
    MOVES,
    NO_MOVE,
    PAYS,
    PLIES,
    SAMPLED,
    SAMPLES,
    TRIALS,
    VAIN,
    WARM,
)

__all__ = ["choose_depth", "note_cut", "sort_candidates"]

PARTS = 4096
"""The part of the best estimate, and of the best hint; a move that wins has twice that."""
MOST_HINT = 1 << 20
"""Hints are smaller, where they are weighed against estimates."""


HINT, TRIED_HINT, TRIED_ESTIMATES = -1, -2, -3
"""What is said instead of a depth where the heuristic is not asked, and where the two orders are compared."""


@kernel
def choose_depth(game: Any, usual: int, first: int, workspace: Any) -> int:
    """How many plies after each move the heuristic is asked, at a position of a ply that usually takes so much work
    and whose first move may be known.
    """
    if not game.has_heuristic or usual < 16 * SAMPLED:
        return HINT
    light = usual < 16 * JUDGED
    if game.hinted and (light or peek(workspace, PAYS) == 0):
        trials = peek(workspace, TRIALS)
        if first != NO_MOVE or usual >= 16 * JUDGED * DEEPER * DEEPER or peek(workspace, NODES) < WARM:
            return HINT
        poke(workspace, TRIALS, trials + 1)
        if light and trials >= SAMPLES and trials & 14 != 0:
            return HINT
        return TRIED_HINT if trials & 1 == 0 else TRIED_ESTIMATES
    if light:
        return HINT
    depth = 0
    enough = 16 * JUDGED * DEEPER
    while usual >= enough and depth < DEEPEST:
        depth += 1
        enough *= DEEPER
    return depth


@kernel
def note_cut(depth: int, vain: int, workspace: Any) -> None:
    """Count the moves that were tried in vain before a good one. The heuristic pays as soon as it saves a fifth of
    those that the hint alone takes, and more than chance would (two and a half standard deviations).
    """
    if depth >= HINT:
        return
    order = 1 if depth == TRIED_ESTIMATES else 0
    poke(workspace, CUTS + order, peek(workspace, CUTS + order) + 1)
    poke(workspace, VAIN + order, peek(workspace, VAIN + order) + vain)
    cuts = peek(workspace, CUTS)
    judged_cuts = peek(workspace, CUTS + 1)
    lost = peek(workspace, VAIN) * judged_cuts
    judged_lost = peek(workspace, VAIN + 1) * cuts
    saved = lost - judged_lost
    pays = 5 * saved > lost and saved * saved > 6 * (lost * judged_cuts + judged_lost * cuts)
    poke(workspace, PAYS, 1 if pays else 0)


@kernel
def sort_candidates(game: Any, state: Any, ply: int, count: int, first: int, depth: int, workspace: Any) -> None:
    """Put the most promising first; of equals the one that was offered first. With a ``depth`` of 0 or more the
    heuristic is asked too, so many plies after each.
    """
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    guided = game.has_heuristic and (depth >= 0 or depth == TRIED_ESTIMATES)
    if guided:
        weigh_candidates(game, state, ply, count, max(depth, 0), workspace)
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
