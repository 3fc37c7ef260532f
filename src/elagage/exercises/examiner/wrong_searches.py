"""Searches with one typical error each, on the same worlds as the student's: what they answer is compared with what the
student's program answers.

An error is a word, and the searches look where it strikes.
"""

from __future__ import annotations

import math
from collections.abc import Hashable

from elagage.exercises.examiner.references import Outcome
from elagage.exercises.examiner.worlds import World

__all__ = ["search_alphabeta", "search_memo", "search_negamax", "search_plain", "search_turned_window"]


def search_plain(world: World, error: str) -> Outcome:
    """Minimax with an error."""

    def search(node: int, depth: int) -> tuple[float, int]:
        low = world.players[node] == 1
        ends = not world.below[node]
        if ends or (depth == (1 if error == "stops_early" else 0) and error not in ("depth_ignored", "stops_late")) or (
            error == "stops_late" and depth < 0
        ):  # fmt: skip
            if not ends and error == "estimate_is_0":
                return 0, 0
            return (-world.values[node] if low and error == "wrong_side" else world.values[node]), 0
        children = list(enumerate(world.below[node]))
        if error == "skips_first" and len(children) > 1:
            children = children[1:]
        if error == "skips_last" and len(children) > 1:
            children = children[:-1]
        rows = [(search(child, depth - 1)[0], place) for place, child in children]
        if error == "swapped":
            low = not low
        elif error in ("always_max", "always_min"):
            low = error == "always_min"
        if error == "sum":
            return sum(value for value, _place in rows), 0
        if error == "last_child":
            return rows[-1]
        if error == "first_child":
            return rows[0]
        worst = math.inf if low else -math.inf
        start = 0 if error in ("from_0", "min_from_0" if low else "max_from_0") else worst
        best, move = start, 0
        for value, place in rows:
            if value < best if low else value > best:
                best, move = value, place
        if error == "move_of_other" and node == 0:
            move = min(rows)[1] if not low else max(rows)[1]
        if error == "move_is_last" and node == 0:
            move = rows[-1][1]
        if error == "move_is_first" and node == 0:
            move = rows[0][1]
        return best, move

    return Outcome(*search(0, world.depth))


def search_negamax(world: World, error: str) -> Outcome:
    """Negamax with an error; leaves are worth what they are worth to the player who moves there."""

    def search(node: int, depth: int) -> float:
        if not world.below[node] or depth == 0:
            return -world.values[node] if world.players[node] and error != "colour_kept" else world.values[node]
        values = [search(child, depth - 1) for child in world.below[node]]
        if error == "sign_kept":
            return max(values)
        if error == "min_of_negated":
            return min(-value for value in values)
        if error == "negated_max":
            return -max(values)
        best = 0.0 if error == "from_0" else -math.inf
        return max([best, *(-value for value in values)])

    return Outcome(search(0, world.depth))


def search_alphabeta(world: World, error: str) -> Outcome:
    """Alpha-beta with a branch for each player, and an error."""
    visited: set[int] = set()

    def search(node: int, depth: int, alpha: float, beta: float) -> tuple[float, int]:
        visited.add(node)
        if not world.below[node] or depth == 0:
            return world.values[node], 0
        low = world.players[node] == 1
        best, move = (math.inf if low else -math.inf), 0
        for place, child in enumerate(world.below[node]):
            window = (alpha, beta)
            if error == "window_not_passed":
                window = (-math.inf, math.inf)
            elif error == "window_swapped":
                window = (beta, alpha)
            value = search(child, depth - 1, *window)[0]
            if error == "equal_bound" and value == best:
                move = place
            if value < best if low else value > best:
                best, move = value, place
            own = best >= beta if low else best <= alpha
            if error not in ("bounds_not_kept", "beta_not_kept" if low else "alpha_not_kept"):
                if low:
                    beta = min(beta, best)
                else:
                    alpha = max(alpha, best)
            if own if error == "cuts_on_own_bound_first" else closes(error, alpha, beta, best, low):
                break
        if error == "returns_alpha":
            return alpha, move
        return best, move

    value, move = search(0, world.depth, *(world.window or (-math.inf, math.inf)))
    return Outcome(value, move, frozenset(visited))


def closes(error: str, alpha: float, beta: float, best: float, low: bool) -> bool:
    """Is the rest of a node skipped?"""
    if error == "no_cut":
        return False
    if error == "cuts_late":
        return alpha > beta
    if error == "cuts_wrong_way":
        return alpha <= beta
    if error == "cuts_on_own_bound":
        return best >= beta if low else best <= alpha
    if error == "bounds_not_kept":
        return best <= alpha if low else best >= beta
    if error == "beta_not_kept" and low:
        return best <= alpha
    if error == "alpha_not_kept" and not low:
        return best >= beta
    if error == "max_never_cuts" and not low:
        return False
    if error == "min_never_cuts" and low:
        return False
    return alpha >= beta


def search_turned_window(world: World, error: str) -> Outcome:
    """Alpha-beta in negamax form, and an error in the window that is passed on, or in the move that is kept."""
    visited: set[int] = set()

    def search(node: int, depth: int, alpha: float, beta: float) -> tuple[float, int]:
        visited.add(node)
        if not world.below[node] or depth == 0:
            return (-world.values[node] if world.players[node] else world.values[node]), 0
        best, move = -math.inf, 0
        hard = error.startswith("hard_")
        for place, child in enumerate(world.below[node]):
            window = {
                "window_same": (alpha, beta), "hard_window_same": (alpha, beta), "window_negated": (-alpha, -beta),
                "window_turned_only": (beta, alpha),
            }.get(error, (-beta, -alpha))  # fmt: skip
            found = search(child, depth - 1, *window)[0]
            value = found if error == "sign_kept" else -found
            if value > best and not hard:
                best, move = value, place
            if value > alpha or (value == alpha and hard):
                alpha = value
                move = place if hard else move
            if alpha >= beta:
                break
        return (alpha if hard else best), move

    return Outcome(*search(0, world.depth, *(world.window or (-math.inf, math.inf))), frozenset(visited))


def search_memo(world: World, error: str) -> Outcome:
    """Minimax, or alpha-beta, with a memory that is used wrongly; ``inner``: only inner nodes are kept there; ``late``:
    and only they are looked for.
    """
    memory: dict[Hashable, tuple[float, int]] = {}
    error, _colon, stored = error.partition(":")
    shapes = shapes_of(world) if error == "player_forgotten" else {}

    def key_of(node: int, depth: int) -> Hashable:
        if error == "player_forgotten":
            return shapes[node]
        return (node, depth) if error == "bounds_as_values" else node

    def search(node: int, depth: int, alpha: float, beta: float) -> float:
        ends = not world.below[node] or depth == 0
        key = key_of(node, depth)
        if key in memory and not (ends and stored == "late"):
            if error != "shallow_accepted" or memory[key][1] <= depth:
                return memory[key][0]
        if ends:
            if not stored:
                memory[key] = (world.values[node], depth)
            return world.values[node]
        low = world.players[node] == 1
        best = math.inf if low else -math.inf
        for child in world.below[node]:
            value = search(child, depth - 1, alpha, beta)
            best = min(best, value) if low else max(best, value)
            if low:
                beta = min(beta, best)
            else:
                alpha = max(alpha, best)
            if error == "bounds_as_values" and alpha >= beta:
                break
        memory[key] = (best, depth)
        return best

    return Outcome(search(0, world.depth, *(world.window or (-math.inf, math.inf))))


def shapes_of(world: World) -> dict[int, str]:
    """What each node looks like, whoever moves there."""
    found: dict[int, str] = {}
    for node in reversed(world.order()):
        row = world.below[node]
        found[node] = f"[{','.join(found[child] for child in row)}]" if row else str(world.values[node])
    return found
