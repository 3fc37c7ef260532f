"""Alpha-beta to the end, compiled: no depth and no estimates, only what is so.

Theorem. With a window (alpha, beta) the answer r obeys alpha-beta's theorem for the true value v of the position:
v <= r if r <= alpha, v >= r if r >= beta, else v = r. It holds whatever the table keeps, and whatever ``candidates``,
``bounds``, ``soonest`` and ``key`` say as long as they are sound.

Values are the engine's integers (``search/compiled/features.py``) for the mover. Where only winning counts a win is WIN
less the plies that it takes from the root; where scores are margins, WIN and the margin in steps of STEP, whatever the
distance. A null window just below WIN - n asks: can the mover win within n plies? No line of more than n plies is
looked at then, since nobody wins sooner than with the next move.

    data of an entry   value (32 bits) | age (12) | effort (6) | move's number (12) | bound (2)
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import high_part, mix, peek, poke
from elagage.result import MAX, WIN
from elagage.search.compiled.features import DISTANCE, INFINITE, LIMIT, MOST_MARGIN, STEP, WON
from elagage.search.compiled.quiescence import evaluate_end, look_up
from elagage.search.compiled.workspace import AGE, HITS, LEAVES, LOOK, NODE_LIMIT, NODES, OVERFLOW, ROOT, STOPPED, WIDTH

__all__ = [
    "AGES", "ENTRIES", "HIGH", "LINE", "LINE_WANTED", "LOW", "NO_MOVE", "PLIES", "TOO_LONG", "count_exact_words",
    "solve_root",
]  # fmt: skip

PLIES = 512
"""The longest line."""
LOW, HIGH, LINE_WANTED = 24, 25, 26
"""Where a workspace keeps what is known of the root's value, and whether a line is wanted."""
LINE = 64
MOVES = LINE + PLIES
"""Where the line begins, as numbers of moves + 1, 0 at its end; and the moves of each ply."""
TOO_MANY, TOO_LONG = 1, 2
"""What there was no room for: the moves of a position, or a line."""
ENTRIES = 2
"""Entries of a bucket: in the first stays what took most work, the second is always replaced."""
UPPER, LOWER, EXACT = 1, 2, 3
NO_MOVE = 4095
AGES = 4096


def count_exact_words(width: int) -> int:
    """How many words a workspace has for positions of at most ``width`` moves."""
    return MOVES + PLIES * 2 * width


@entry(knowing=True)
def solve_root(
    game: Any,
    low: int,
    high: int,
    guess: int,
    ply: int,
    workspace: Any,
    table: Any,
    buckets: int,
    words: int,
    shared: Any,
) -> int:
    """The value of the state at the workspace's root, which lies from ``low`` to ``high``, by null windows.

    Where only winning counts they go from the outside in: is it lost or won within a few plies, within two more ...;
    where scores are margins, away from ``guess`` in steps that grow. What is known when it is stopped is in the
    workspace.
    """
    state = game.unpack_state(workspace, ROOT)
    if not game.over(state):
        player = game.player(state)
        low = max(low, -most_value(game, state, 1 - player, ply))
        high = min(high, most_value(game, state, player, ply))
    step = 1
    poke(workspace, LOW, low)
    poke(workspace, HIGH, high)
    while low < high:
        middle = next_distance(low, high)
        if game.margins or game.payoffs:
            middle = min(max(number_of(game, guess), low), high - 1)
        value = solve_node(game, state, middle, middle + 1, ply, workspace, table, buckets, words, shared)
        if peek(workspace, STOPPED) != 0:
            break
        if value <= middle:
            high = value
            guess = margin_of(game, value) - step
        else:
            low = value
            guess = margin_of(game, value) + step - 1
        if low > -INFINITE and high < INFINITE:
            guess = (margin_of(game, low) + margin_of(game, high)) >> 1
        step *= 2
        poke(workspace, LOW, low)
        poke(workspace, HIGH, high)
    if low == high and peek(workspace, LINE_WANTED) != 0:
        poke(workspace, NODE_LIMIT, 0)
        walk_line(game, state, low, ply, workspace, table, buckets, words, shared)
    return low


@kernel
def walk_line(
    game: Any,
    state: Any,
    value: int,
    ply: int,
    workspace: Any,
    table: Any,
    buckets: int,
    words: int,
    shared: Any,
) -> None:
    """Write a line of best moves: at each ply the most promising that keeps the value, to the end of the game."""
    length = 0
    poke(workspace, LINE, 0)
    while ply < PLIES - 2 and not game.over(state):
        player = game.player(state)
        count = gather_candidates(game, state, ply, workspace)
        sort_candidates(game, state, ply, count, NO_MOVE, workspace)
        at = MOVES + ply * 2 * peek(workspace, WIDTH)
        place = 0
        chosen = state
        while place < count:
            chosen = game.same_state(game.play(state, peek(workspace, at + place)))
            same = game.player(chosen) == player
            low = value - 1 if same else -value
            kept = solve_node(game, chosen, low, low + 1, ply + 1, workspace, table, buckets, words, shared)
            if peek(workspace, STOPPED) != 0:
                return
            if (kept >= value) if same else (kept <= -value):
                break
            place += 1
        if place == count:
            return
        found = 0
        wanted = game.move_key(peek(workspace, at + place))
        for number, move in enumerate(game.moves(state)):
            if game.move_key(move) == wanted:
                found = number
        if game.player(chosen) != player:
            value = -value
        state = chosen
        ply += 1
        poke(workspace, LINE + length, found + 1)
        poke(workspace, LINE + length + 1, 0)
        length += 1


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
def most_value(game: Any, state: Any, player: int, ply: int) -> int:
    """What the value for a player is at most, without a search: what the rules say, and nobody wins sooner than with
    the next move.
    """
    high = INFINITE
    if game.has_bounds:
        for_max = game.bounds(state)
        score = for_max[1] if player == MAX else -for_max[0]
        if game.payoffs:
            if abs(score) * game.engine_scale < LIMIT:
                high = int(score * game.engine_scale // 1) + 1
        elif game.margins:
            if abs(score) < MOST_MARGIN:
                high = number_of(game, int(score // 1))
        elif score < 0:
            high = -WON
        elif score == 0:
            high = 0
    if not game.margins and not game.payoffs:
        plies = 1
        if game.has_soonest:
            for_both = game.soonest(state)
            plies = for_both[0] if player == MAX else for_both[1]
        high = min(high, WIN - ply - plies)
    return high


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
def solve_node(
    game: Any,
    state: Any,
    alpha: int,
    beta: int,
    ply: int,
    workspace: Any,
    table: Any,
    buckets: int,
    words: int,
    shared: Any,
) -> int:
    """The value for the player to move."""
    turn = 1
    count = 0
    player = 0
    begun = 0
    while True:
        begun = peek(workspace, NODES) + 1
        poke(workspace, NODES, begun)
        if begun >= peek(workspace, LOOK):
            look_up(workspace, shared, begun)
            if peek(workspace, STOPPED) != 0:
                return 0

        # Step 1. An end.
        player = game.player(state)
        if game.over(state):
            poke(workspace, LEAVES, peek(workspace, LEAVES) + 1)
            value = evaluate_end(game, state, ply, workspace, 0 if game.margins else DISTANCE)
            return turn * value if player == MAX else -turn * value
        if ply >= PLIES - 2:
            poke(workspace, OVERFLOW, TOO_LONG)
            poke(workspace, STOPPED, 1)
            return 0

        # Step 2. What is known without a search.
        high = most_value(game, state, player, ply)
        if high <= alpha:
            return turn * high
        low = -most_value(game, state, 1 - player, ply)
        if low >= beta:
            return turn * low
        alpha = max(alpha, low)
        beta = min(beta, high)
        if alpha >= beta:
            return turn * alpha

        # Step 3. The moves among which a best one is. Where there is one only it is played at once.
        count = gather_candidates(game, state, ply, workspace)
        if peek(workspace, STOPPED) != 0:
            return 0
        if count != 1:
            break
        state = game.same_state(game.play(state, peek(workspace, MOVES + ply * 2 * peek(workspace, WIDTH))))
        if game.player(state) != player:
            turn = -turn
            alpha, beta = -beta, -alpha
        ply += 1

    # Step 4. Is the answer remembered?
    key = game.key(state)
    at = high_part(mix(game.hash_state(key), 0), buckets) * ENTRIES * (words + 1)
    age = peek(workspace, AGE)
    first = NO_MOVE
    place = at
    for _entry in range(ENTRIES):
        data = peek(table, place + words)
        if data & 3 != 0 and data >> 20 & 4095 == age and game.found_entry(key, table, place, data):
            known = shift_distance(game, data >> 32, ply)
            bound = data & 3
            if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
                poke(workspace, HITS, peek(workspace, HITS) + 1)
                return turn * known
            if not game.has_key:
                first = data >> 2 & NO_MOVE
            break
        place += words + 1

    # Step 5. The most promising move first.
    sort_candidates(game, state, ply, count, first, workspace)
    width = peek(workspace, WIDTH)
    moves = MOVES + ply * 2 * width
    bottom = alpha
    best = -INFINITE
    best_number = NO_MOVE
    number = 0
    while number < count:
        child = game.same_state(game.play(state, peek(workspace, moves + number)))
        same = game.player(child) == player
        low = alpha if same else -beta
        high = beta if same else -alpha
        value = solve_node(game, child, low, high, ply + 1, workspace, table, buckets, words, shared)
        if peek(workspace, STOPPED) != 0:
            return 0
        if not same:
            value = -value
        if value > best:
            best = value
            best_number = NO_MOVE - (peek(workspace, moves + width + number) & NO_MOVE)

            # Step 6. Has the value met the other player's bound? Then the rest can't matter.
            if best >= beta:
                break
            alpha = max(alpha, best)
        number += 1

    # Step 7. Remember the answer.
    bound = LOWER if best >= beta else UPPER if best <= bottom else EXACT
    kept = shift_distance(game, best, -ply)
    effort = 0
    work = peek(workspace, NODES) - begun
    while work > 0:
        work = work >> 1
        effort += 1
    data = (kept << 32) | age << 20 | effort << 14 | (best_number & NO_MOVE) << 2 | bound
    old = peek(table, at + words)
    if old & 3 != 0 and old >> 20 & 4095 == age and old >> 14 & 63 > effort:
        if not game.found_entry(key, table, at, old):
            at += words + 1
    game.save_entry(key, table, at, data)
    poke(table, at + words, data)
    return turn * best
