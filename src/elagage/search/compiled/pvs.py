"""The search, compiled: principal variation search with everything that makes it fast.

Theorem. With a window (alpha, beta) the answer r obeys alpha-beta's theorem (``search/alphabeta.py``); with
``CUTS`` off it is minimax's to that depth, its leaves prolonged if ``QUIET`` is on. Where no estimate took part
(``solved``) it is the truth, and so is a win: a statistical cut answers with an estimate, never with a win.

The steps have the numbers of the plain searches. Values are the mover's, integers: a win is WIN, plus its margin in
steps of STEP, less the plies it takes from the root.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import mix, peek, poke
from elagage.result import MAX
from elagage.search.compiled.features import (
    CUTS,
    DISTANCE,
    HINT,
    HISTORIES,
    INFINITE,
    KILLER,
    KNOWLEDGE,
    LIMIT,
    NULL_WINDOW,
    QUIET,
    SYMMETRY,
    TABLE,
    WON,
)
from elagage.search.compiled.ordering import bring_best, gather, reward
from elagage.search.compiled.quiescence import evaluate_end, look_up, quiet_value, scale_value
from elagage.search.compiled.statistical_cuts import bar_above, bar_below, depth_of_check, find_cut_row
from elagage.search.compiled.transposition_table import (
    DEPTH_SOLVED,
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    bound_of,
    depth_of,
    is_solved,
    make_data,
    move_of,
    probe,
    store,
    value_of_data,
)
from elagage.search.compiled.workspace import (
    AGE,
    ALPHA_CUTS,
    BETA_CUTS,
    BUSY_SIZE,
    ESTIMATES,
    HITS,
    LEAVES,
    LOOK,
    MOVES,
    NODES,
    PATH,
    PATH_STEP,
    PLIES,
    PV,
    QUIET_PLIES,
    ROOT,
    SHARED_BUSY,
    STOPPED,
    THREADS,
    WIDTH,
)

__all__ = ["search_root"]

SYMMETRIC_PLIES = 8
SYMMETRIC_DEPTH = 3
"""Symmetric positions are looked up together this near the root, with at least this depth to go:
there whole subtrees are saved.
"""
DEFER_DEPTH = 4
"""From this depth on threads leave to each other what another one is searching."""


@entry(knowing=True)
def search_root(
    game: Any,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    workspace: Any,
    table: Any,
    buckets: int,
    words: int,
    shared: Any,
    features: int,
) -> int:
    """The value of the state at the workspace's root, for its mover; ``ply`` is 0, or 1 for a child of the root."""
    state = game.unpack_state(workspace, ROOT)
    return search(game, state, depth, alpha, beta, ply, workspace, table, buckets, words, shared, features)


@kernel
def write_line(ply: int, number: int, workspace: Any) -> None:
    """The best line from this ply on is a move, by its number among those offered, and the best line after it;
    words hold number + 1, and 0 ends a line.
    """
    at = PV + ply * PLIES
    poke(workspace, at, number + 1)
    place = 0
    while place < PLIES - ply - 2:
        word = peek(workspace, at + PLIES + place)
        poke(workspace, at + 1 + place, word)
        if word == 0:
            return
        place += 1
    poke(workspace, at + 1 + place, 0)


@kernel
def find_mirror_move(game: Any, one: Any, other: Any, number: int, features: int) -> int:
    """The number, in an equivalent state, of the move that has this number in the first:
    the one that leads to an equivalent state. Candidates of two such states need not be each other's images.
    """
    if game.has_candidates and features & KNOWLEDGE:
        return NO_MOVE
    wanted = 0
    place = 0
    for move in game.moves(one):
        if place == number:
            wanted = game.hash_state(game.key_state(game.same_state(game.play(one, move))))
        place += 1
    if number >= place:
        return NO_MOVE
    for answer, move in enumerate(game.moves(other)):
        if game.hash_state(game.key_state(game.same_state(game.play(other, move)))) == wanted:
            return answer
    return NO_MOVE


@kernel
def has_met(game: Any, state: Any, ply: int, workspace: Any) -> bool:
    """Has the position been met on the path?"""
    for earlier in range(ply):
        if game.found_entry(state, workspace, PATH + earlier * PATH_STEP, 0):
            return True
    return False


@kernel
def search(
    game: Any,
    state: Any,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    workspace: Any,
    table: Any,
    buckets: int,
    words: int,
    shared: Any,
    features: int,
) -> int:
    """The value for the player to move."""
    # Count, and look from time to time whether to stop.
    nodes = peek(workspace, NODES) + 1
    poke(workspace, NODES, nodes)
    if nodes >= peek(workspace, LOOK):
        look_up(workspace, shared, nodes)
        if peek(workspace, STOPPED) != 0:
            return 0
    poke(workspace, PV + ply * PLIES, 0)

    # Step 1. A leaf: the game has ended, or the depth is used up.
    player = game.player(state)
    sign = 1 if player == MAX else -1
    if game.over(state):
        poke(workspace, LEAVES, peek(workspace, LEAVES) + 1)
        return sign * evaluate_end(game, state, ply, workspace, features)
    if depth <= 0 or ply >= PLIES - 2:
        if game.has_noisy and features & QUIET:
            poke(workspace, NODES, nodes - 1)
            return quiet_value(game, state, alpha, beta, ply, peek(workspace, QUIET_PLIES), workspace, shared, features)
        poke(workspace, LEAVES, peek(workspace, LEAVES) + 1)
        poke(workspace, ESTIMATES, peek(workspace, ESTIMATES) + 1)
        return sign * scale_value(game, game.heuristic(state), workspace)

    # Step 2. A repetition is a draw, for now.
    if game.cycles:
        if has_met(game, state, ply, workspace):
            poke(workspace, ESTIMATES, peek(workspace, ESTIMATES) + 1)
            return 0
        game.save_entry(state, workspace, PATH + ply * PATH_STEP, 0)

    # Step 3. Is the answer remembered?
    open_window = beta - alpha > 1 and features & NULL_WINDOW != 0
    first = NO_MOVE
    key = 0
    key_state = state
    own = True
    if features & TABLE:
        if features & SYMMETRY and ply <= SYMMETRIC_PLIES and depth >= SYMMETRIC_DEPTH:
            key_state = game.key_state(state)
            own = game.hash_state(key_state) == game.hash_state(state)
        key = game.hash_state(key_state)
        data = probe(game, key_state, key, table, buckets, words)
        if data != 0:
            first = move_of(data)
            if not own:
                first = find_mirror_move(game, key_state, state, first, features)
            if ply > 0 and not open_window and (depth_of(data) >= depth or is_solved(data) != 0):
                known = value_of_data(data)
                if features & DISTANCE:
                    if known >= WON:
                        known -= ply
                    elif known <= -WON:
                        known += ply
                bound = bound_of(data)
                if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
                    poke(workspace, HITS, peek(workspace, HITS) + 1)
                    if is_solved(data) == 0:
                        poke(workspace, ESTIMATES, peek(workspace, ESTIMATES) + 1)
                    return known

    # Step 3, by chance: does a shallower search make it probable that the value is out of the window?
    if features & CUTS and beta - alpha == 1 and ply > 0 and alpha > -LIMIT and beta < LIMIT:
        row = find_cut_row(game.phase(state), depth)
        check = depth_of_check(row, shared)
        if check >= 0:
            guess = sign * scale_value(game, game.heuristic(state), workspace)
            doubt = peek(shared, row + 4)
            bar = bar_above(row, beta, shared)
            above = guess >= bar - doubt
            if not above:
                bar = bar_below(row, alpha, shared) + 1
            if abs(bar) < LIMIT and (above or guess < bar + doubt):
                if check > 0:
                    under = bar - 1
                    guess = search(
                        game, state, check, under, bar, ply, workspace, table, buckets, words, shared, features
                    )
                if peek(workspace, STOPPED) != 0:
                    return 0
                if (guess >= bar) == above:
                    poke(workspace, ESTIMATES, peek(workspace, ESTIMATES) + 1)
                    return beta if above else alpha
                poke(workspace, PV + ply * PLIES, 0)

    # Step 4. Order the moves.
    estimates = peek(workspace, ESTIMATES)
    count = gather(game, state, ply, workspace, features, first, player)
    if peek(workspace, STOPPED) != 0:
        return 0
    if count == 0:
        poke(workspace, LEAVES, peek(workspace, LEAVES) + 1)
        return sign * evaluate_end(game, state, ply, workspace, features)
    ordered = features & (TABLE | HINT | KILLER | HISTORIES) != 0

    # Step 5. The first move gets the whole window, each other one a scout first. With threads, what another one
    # searches comes last.
    width = peek(workspace, WIDTH)
    at = MOVES + ply * 2 * width
    low_bound = alpha
    best = -INFINITE
    best_number = NO_MOVE
    searched = 0
    deferring = peek(workspace, THREADS) > 1 and depth >= DEFER_DEPTH
    number = 0
    deferred = 0
    while number < count + deferred:
        place = number
        if number >= count:  # a deferred move: they were put at the front, where all has been searched
            place = number - count
        elif ordered:
            bring_best(ply, number, count, workspace)
        move = peek(workspace, at + place)
        offered = NO_MOVE - (peek(workspace, at + width + place) & NO_MOVE)
        number += 1
        child = game.same_state(game.play(state, move))
        busy = 0
        if deferring and searched > 0:
            busy_state = game.key_state(child) if features & SYMMETRY and ply < SYMMETRIC_PLIES else child
            busy = mix(game.hash_state(busy_state), depth) | 1
            sign_in = SHARED_BUSY + (busy >> 20 & (BUSY_SIZE - 1))
            if number <= count and peek(shared, sign_in) == busy:
                poke(workspace, at + deferred, move)
                poke(workspace, at + width + deferred, NO_MOVE - offered)
                deferred += 1
                continue
            poke(shared, sign_in, busy)
        same = game.player(child) == player
        turn = 1 if same else -1
        scout = features & NULL_WINDOW != 0 and searched > 0 and beta - alpha > 1
        while True:
            top = alpha + 1 if scout else beta
            low = alpha if same else -top
            high = top if same else -alpha
            value = turn * search(
                game,
                child,
                depth - 1,
                low,
                high,
                ply + 1,
                workspace,
                table,
                buckets,
                words,
                shared,
                features,
            )
            if peek(workspace, STOPPED) != 0:
                return 0
            if scout and alpha < value < beta:
                scout = False
            else:
                break
        if busy != 0:
            poke(shared, SHARED_BUSY + (busy >> 20 & (BUSY_SIZE - 1)), 0)
        searched += 1
        if value > best:
            best = value
            best_number = offered
            if best > alpha:
                alpha = best
                write_line(ply, offered, workspace)

                # Step 6. Has the value met the other player's bound? Then the rest can't matter.
                if best >= beta:
                    kind = BETA_CUTS if sign > 0 else ALPHA_CUTS
                    poke(workspace, kind, peek(workspace, kind) + 1)
                    reward(ply, game.move_key(move), player, depth, workspace)
                    break

    # Step 7. Remember the answer: a bound or exact, and whether it is the truth whatever lies deeper.
    if features & TABLE:
        solved = 1 if peek(workspace, ESTIMATES) == estimates else 0
        bound = LOWER if best >= beta else UPPER if best <= low_bound else EXACT
        if not game.margins and not game.payoffs:
            if (best >= WON and bound != UPPER) or (best <= -WON and bound != LOWER):
                solved = 1
        kept = best
        if features & DISTANCE:
            if best >= WON:
                kept += ply
            elif best <= -WON:
                kept -= ply
        answer = best_number if bound != UPPER else first
        if not own:
            answer = find_mirror_move(game, state, key_state, answer, features)
        data = make_data(kept, answer, peek(workspace, AGE), DEPTH_SOLVED if solved else depth, solved, bound)
        store(game, key_state, key, data, table, buckets, words)
    return best
