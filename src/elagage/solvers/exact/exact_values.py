"""The values of alpha-beta to the end: the engine's integers for the mover, and what is known of one without a search.

Where only winning counts a win is WIN less the plies that it takes from the root; where scores are margins, WIN and the
margin in steps of STEP, whatever the distance.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import kernel
from elagage.result import MAX, WIN
from elagage.search.compiled.features import INFINITE, LIMIT, MOST_MARGIN, STEP, WON
from elagage.solvers.exact.exact_workspace import PLIES

__all__ = ["margin_of", "most_number", "narrow_window", "next_distance", "number_of", "shift_distance", "value_bounds"]


@kernel
def margin_of(game: Any, number: int) -> int:
    """The margin in one of the engine's numbers; of an amount, the number itself."""
    if game.payoffs:
        return number
    if number >= WON:
        return (number - WIN) // STEP
    if number <= -WON:
        return -((-number - WIN) // STEP)
    return 0


@kernel
def number_of(game: Any, margin: int) -> int:
    """The engine's number of a margin."""
    if game.payoffs or margin == 0:
        return margin
    return WIN + margin * STEP if margin > 0 else margin * STEP - WIN


@kernel
def shift_distance(game: Any, number: int, plies: int) -> int:
    """The engine's number of a win or a loss so many plies later, where distances count; else the number itself."""
    if game.margins or game.payoffs:
        return number
    if number >= WON:
        return number - plies
    return number + plies if number <= -WON else number


@kernel
def next_distance(low: int, high: int) -> int:
    """The null window that is asked next, where a value is a distance: two plies beyond the soonest loss or win."""
    lost = low + WIN + 2
    won = WIN - high + 2
    middle = (low + high) >> 1
    if low <= -WON and high >= WON:
        middle = lost - WIN if lost <= won else WIN - won - 1
        if min(lost, won) > PLIES:
            middle = 0
    elif low <= -WON:
        if high > -WON and lost > PLIES:
            middle = -1
        elif high > -WON or lost - WIN < high:
            middle = lost - WIN
    elif high >= WON:
        if low < WON and won > PLIES:
            middle = 0
        elif low < WON or WIN - won - 1 >= low:
            middle = WIN - won - 1
    return min(max(middle, low), high - 1)


@kernel
def value_bounds(game: Any, state: Any, player: int, ply: int) -> tuple[int, int]:
    """Between which numbers the value for a player lies, without a search: what the rules say, and nobody wins sooner
    than with the next move; who can only win later than at the latest can't.
    """
    low = -INFINITE
    high = INFINITE
    if game.has_bounds:
        for_max = game.bounds(state)
        if player == MAX:
            low = -most_number(game, -for_max[0])
            high = most_number(game, for_max[1])
        else:
            low = -most_number(game, for_max[1])
            high = most_number(game, -for_max[0])
    if not game.margins and not game.payoffs:
        own = 1
        other = 1
        if game.has_soonest:
            for_both = game.soonest(state)
            own = for_both[0] if player == MAX else for_both[1]
            other = for_both[1] if player == MAX else for_both[0]
        low = max(low, ply + other - WIN)
        high = min(high, WIN - ply - own)
        if game.has_latest:
            for_both = game.latest(state)
            own = for_both[0] if player == MAX else for_both[1]
            other = for_both[1] if player == MAX else for_both[0]
            if low > 0:
                low = max(low, WIN - ply - own)
            elif high > 0 and high < WIN - ply - own:
                high = 0
            if high < 0:
                high = min(high, ply + other - WIN)
            elif low < 0 and low > ply + other - WIN:
                low = 0
    return low, high


@kernel
def narrow_window(game: Any, state: Any, player: int, alpha: int, beta: int, ply: int) -> tuple[int, int]:
    """The window as far as the value can lie in it; twice the same number where no search is needed: a value for which
    alpha-beta's theorem holds.
    """
    low, high = value_bounds(game, state, player, ply)
    if high <= alpha:
        return high, high
    if low >= beta:
        return low, low
    return max(alpha, low), min(beta, high)


@kernel
def most_number(game: Any, score: Any) -> int:
    """The largest number that a value can be whose score is at most this one."""
    if game.payoffs:
        if abs(score) * game.engine_scale < LIMIT:
            return int(score * game.engine_scale // 1) + 1
    elif game.margins:
        if abs(score) < MOST_MARGIN:
            return number_of(game, int(score // 1))
    elif score < 0:
        return -WON
    elif score == 0:
        return 0
    return INFINITE
