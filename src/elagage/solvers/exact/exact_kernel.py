"""Alpha-beta to the end, compiled: no depth and no estimates, only what is so.

Theorem. With a window (alpha, beta) the answer r obeys alpha-beta's theorem for the true value v of the position:
v <= r if r <= alpha, v >= r if r >= beta, else v = r. It holds whatever the table keeps, and whatever ``candidates``,
``bounds``, ``soonest`` and ``key`` say as long as they are sound.

Values are the engine's integers (``search/compiled/features.py``) for the mover. Where only winning counts a win is WIN
less the plies that it takes from the root; where scores are margins, WIN and the margin in steps of STEP, whatever the
distance. A null window just below WIN - n asks: can the mover win within n plies? No line of more than n plies is
looked at then, since nobody wins sooner than with the next move.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import high_part, mix, peek, poke
from elagage.result import MAX
from elagage.search.compiled.features import DISTANCE, INFINITE
from elagage.search.compiled.quiescence import evaluate_end, look_up
from elagage.search.compiled.workspace import (
    AGE,
    HITS,
    LEAVES,
    LOOK,
    NODE_LIMIT,
    NODES,
    OVERFLOW,
    ROOT,
    SHARED_STOP,
    STOPPED,
    WIDTH,
)
from elagage.solvers.exact.exact_moves import find_refutation, gather_candidates, recall_entry
from elagage.solvers.exact.exact_order import choose_depth, note_cut, sort_candidates
from elagage.solvers.exact.exact_values import (
    margin_of,
    narrow_window,
    next_distance,
    number_of,
    shift_distance,
    value_bounds,
)
from elagage.solvers.exact.exact_workspace import (
    ENTRIES,
    EXACT,
    FOLLOWED,
    HIGH,
    LINE,
    LINE_WANTED,
    LITTLE,
    LOW,
    LOWER,
    MOVES,
    MUCH,
    NO_MOVE,
    PLIES,
    ROOM,
    TOO_LONG,
    TRIALS,
    UNKNOWN_WORK,
    UPPER,
    WORK,
)  # fmt: skip

__all__ = ["solve_list", "solve_root"]


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
    low = find_value(game, state, low, high, guess, ply, workspace, table, buckets, words, shared)
    if low == peek(workspace, HIGH) and peek(workspace, LINE_WANTED) != 0:
        poke(workspace, NODE_LIMIT, 0)
        walk_line(game, state, low, ply, workspace, table, buckets, words, shared)
    return low


@entry(knowing=True)
def solve_list(
    game: Any,
    count: int,
    states: Any,
    stride: int,
    answers: Any,
    workspace: Any,
    table: Any,
    buckets: int,
    words: int,
    shared: Any,
) -> int:
    """Solve states one after the other, nothing of one remembered for the next; how many it came to.

    Each answer is two numbers between which the value lies for the mover, the same one twice, and how many positions
    were looked at. The last one may be of two numbers: then the workspace's limit was met.
    """
    number = 0
    while number < count and peek(shared, SHARED_STOP) == 0 and peek(workspace, OVERFLOW) == 0:
        state = game.unpack_state(states, number * stride)
        poke(workspace, NODES, 0)
        poke(workspace, STOPPED, 0)
        poke(workspace, LOOK, 0)
        poke(workspace, AGE, peek(workspace, AGE) + 1)
        for ply in range(PLIES):
            poke(workspace, WORK + ply, UNKNOWN_WORK)
        for place in range(TRIALS, LINE):
            poke(workspace, place, 0)
        find_value(game, state, -INFINITE, INFINITE, 0, 0, workspace, table, buckets, words, shared)
        poke(answers, 3 * number, peek(workspace, LOW))
        poke(answers, 3 * number + 1, peek(workspace, HIGH))
        poke(answers, 3 * number + 2, peek(workspace, NODES))
        number += 1
        if peek(workspace, LOW) < peek(workspace, HIGH):
            break
    return number


@kernel
def find_value(
    game: Any,
    state: Any,
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
    """The value of a state, which lies from ``low`` to ``high``, by null windows; the workspace says between which
    numbers it is known to lie, should it have been stopped.
    """
    if not game.over(state):
        player = game.player(state)
        least, most = value_bounds(game, state, player, ply)
        low = max(low, least)
        high = min(high, most)
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
        if 0 < peek(workspace, ROOM) < peek(workspace, NODES):
            break
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
        sort_candidates(game, state, ply, count, NO_MOVE, -1, workspace)
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
def end_value(game: Any, state: Any, player: int, ply: int, workspace: Any) -> int:
    """The value of an ended game for a player, counted as a leaf."""
    poke(workspace, LEAVES, peek(workspace, LEAVES) + 1)
    value = evaluate_end(game, state, ply, workspace, 0 if game.margins else DISTANCE)
    return value if player == MAX else -value


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

        # Step 1. What is known without a search. Where scores are margins it holds at an end too.
        player = game.player(state)
        sized = game.margins or game.payoffs
        if game.has_bounds and sized:
            alpha, beta = narrow_window(game, state, player, alpha, beta, ply)
            if alpha >= beta:
                return turn * alpha

        # Step 2. An end.
        if game.has_over:
            count = 0 if game.over(state) else 1
        else:
            count = gather_candidates(game, state, ply, workspace)
            if peek(workspace, STOPPED) != 0:
                return 0
        if count == 0:
            return turn * end_value(game, state, player, ply, workspace)
        if ply >= PLIES - 2:
            poke(workspace, OVERFLOW, TOO_LONG)
            poke(workspace, STOPPED, 1)
            return 0
        if not sized:
            alpha, beta = narrow_window(game, state, player, alpha, beta, ply)
            if alpha >= beta:
                return turn * alpha

        # Step 3. The moves among which a best one is. Where there is one only it is played at once.
        if game.has_over:
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

    # Step 4. Where little work is left it is done at once.
    usual = peek(workspace, WORK + ply)
    if usual < 16 * peek(workspace, LITTLE):
        value = finish_node(game, state, alpha, beta, ply, begun + MUCH, workspace, table, buckets, words, shared)
        poke(workspace, WORK + ply, usual + (peek(workspace, NODES) - begun) - (usual >> 4))
        return turn * value

    # Step 5. Is the answer remembered?
    key = game.key(state)
    at = high_part(mix(game.hash_state(key), 0), buckets) * ENTRIES * (words + 1)
    age = peek(workspace, AGE)
    first = NO_MOVE
    data = recall_entry(game, key, at, age, table, words)
    if data != 0:
        known = shift_distance(game, data >> 32, ply)
        bound = data & 3
        if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
            poke(workspace, HITS, peek(workspace, HITS) + 1)
            return turn * known
        if not game.has_key:
            first = data >> 2 & NO_MOVE

    # Step 6. Is a move remembered that is good enough? Else the most promising one first.
    if usual >= 16 * (FOLLOWED + peek(workspace, LITTLE)):
        known = find_refutation(game, state, player, beta, ply, count, workspace, table, buckets, words)
        if known >= beta:
            poke(workspace, HITS, peek(workspace, HITS) + 1)
            return turn * known
    depth = choose_depth(game, usual, first, workspace)
    sort_candidates(game, state, ply, count, first, depth, workspace)
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
            poke(workspace, WORK + ply, max(usual, 16 * (peek(workspace, NODES) - begun)))
            return 0
        if not same:
            value = -value
        if value > best:
            best = value
            best_number = NO_MOVE - (peek(workspace, moves + width + number) & NO_MOVE)

            # Step 7. Has the value met the other player's bound? Then the rest can't matter.
            if best >= beta:
                note_cut(depth, number, workspace)
                break
            alpha = max(alpha, best)
        number += 1

    # Step 8. Remember the answer.
    work = peek(workspace, NODES) - begun
    poke(workspace, WORK + ply, usual + work - (usual >> 4))
    bound = LOWER if best >= beta else UPPER if best <= bottom else EXACT
    kept = shift_distance(game, best, -ply)
    effort = 0
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


@kernel
def finish_node(
    game: Any,
    state: Any,
    alpha: int,
    beta: int,
    ply: int,
    most: int,
    workspace: Any,
    table: Any,
    buckets: int,
    words: int,
    shared: Any,
) -> int:
    """The same where little work is left: candidates in their own order, and nothing is remembered. After ``most``
    positions it turns out to be much.
    """
    begun = peek(workspace, NODES) + 1
    if begun > most:
        return solve_node(game, state, alpha, beta, ply, workspace, table, buckets, words, shared)
    poke(workspace, NODES, begun)
    if begun >= peek(workspace, LOOK):
        look_up(workspace, shared, begun)
        if peek(workspace, STOPPED) != 0:
            return 0
    player = game.player(state)
    sized = game.margins or game.payoffs
    if game.has_bounds and sized:
        alpha, beta = narrow_window(game, state, player, alpha, beta, ply)
        if alpha >= beta:
            return alpha
    if game.has_over and game.over(state):
        return end_value(game, state, player, ply, workspace)
    if not sized and game.has_over:
        alpha, beta = narrow_window(game, state, player, alpha, beta, ply)
        if alpha >= beta:
            return alpha
    best = -INFINITE
    none = True
    for move in game.candidates(state):
        none = False
        child = game.same_state(game.play(state, move))
        same = game.player(child) == player
        low = alpha if same else -beta
        high = beta if same else -alpha
        value = finish_node(game, child, low, high, ply + 1, most, workspace, table, buckets, words, shared)
        if not same:
            value = -value
        if value > best:
            best = value
            if best >= beta:
                break
            alpha = max(alpha, best)
    if none:
        return end_value(game, state, player, ply, workspace)
    return best
