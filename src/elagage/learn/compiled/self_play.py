"""Games of a player against itself, whole in one kernel: positions, what is seen in them, and what became of them.

A game begins with some random moves, so that no two are alike; then both sides play the move that a search of a few
plies finds. As soon as a search to the end is within reach, positions get the exact score; those before them get the
score of the first that had one, or that of the game's end.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import peek, poke, poke32, whole
from elagage.result import MAX
from elagage.search.compiled.alphabeta import alphabeta
from elagage.search.compiled.features import INFINITE
from elagage.search.compiled.workspace import ROOT

__all__ = [
    "ENDING_PLY", "EXACT", "FEATURES", "FIRST", "LEFT", "OVERFLOW", "PHASE", "PLAYER", "SCORE", "SEED",
    "STOPPED", "UNKNOWN", "VALUE", "WORKSPACE", "extract_features", "play_games",
]  # fmt: skip

# Places of the workspace, which the search shares (it counts its nodes in it).
STOPPED, SEED, LEFT, ENDING_PLY, OVERFLOW, BEST = (ROOT + 256 + number for number in range(6))
MOVES = ROOT + 272
MOST_MOVES = 512
ENDINGS = MOVES + MOST_MOVES
"""The moves of a search to the end, and how promising they are, by ply."""
ENDING_LEVELS, ENDING_MOVES = 96, 128
WORKSPACE = ENDINGS + ENDING_LEVELS * 2 * ENDING_MOVES

# Places of a record, in numbers of 32 bits: what a position is, and the features seen in it, -1 after the last.
PHASE, PLAYER, SCORE, EXACT, FIRST, VALUE, FEATURES = 0, 1, 2, 3, 4, 5, 6
"""FIRST: a game begins with this record. VALUE: what the search that chose the move said, for Max, or UNKNOWN."""
UNKNOWN = 1 << 30
FIRST_MASK = (1 << 63) - 1
PLENTY = 16


@kernel
def draw_number(workspace: Any, count: int) -> int:
    """A random number below ``count``, by a linear congruential generator of 63 bits."""
    seed = (peek(workspace, SEED) * 6364136223846793005 + 1442695040888963407) & FIRST_MASK
    poke(workspace, SEED, seed)
    return (seed >> 31) % count


@kernel(keeps=True)  # type: ignore[untyped-decorator]
def list_moves(game: Any, state: Any, workspace: Any) -> int:
    """Write the moves of a position to the workspace; how many there are."""
    count = 0
    for move in game.moves(state):
        if count == MOST_MOVES:
            poke(workspace, OVERFLOW, 1)
            break
        poke(workspace, MOVES + count, move)
        count += 1
    return count


@kernel(keeps=True)  # type: ignore[untyped-decorator]
def list_candidates(game: Any, state: Any, at: int, workspace: Any) -> int:
    """Write the moves among which a best one is, and how promising each is; how many there are, -1 if too many."""
    count = 0
    for move in game.candidates(state):
        if count == ENDING_MOVES:
            return -1
        promise = 0
        if game.has_solver_order:
            promise = int(game.solver_order(state, move))
        place = count
        while place > 0 and peek(workspace, at + ENDING_MOVES + place - 1) < promise:
            poke(workspace, at + place, peek(workspace, at + place - 1))
            poke(workspace, at + ENDING_MOVES + place, peek(workspace, at + ENDING_MOVES + place - 1))
            place -= 1
        poke(workspace, at + place, move)
        poke(workspace, at + ENDING_MOVES + place, promise)
        count += 1
    return count


@kernel
def finish(game: Any, state: Any, alpha: int, beta: int, level: int, workspace: Any) -> int:
    """The score at the end for the mover, by alpha-beta; of no use once nothing is LEFT of the positions allowed."""
    left = peek(workspace, LEFT) - 1
    poke(workspace, LEFT, left)
    if left < 0:
        return 0
    player = game.player(state)
    at = ENDINGS + level * 2 * ENDING_MOVES
    count = 0
    if not game.over(state):
        count = list_candidates(game, state, at, workspace)
        if count < 0 or level == ENDING_LEVELS - 1:
            poke(workspace, LEFT, -1)
            return 0
    if count == 0:
        score: int = end_score(game, state)
        return score if player == MAX else -score
    best = -INFINITE
    for number in range(count):
        child = game.same_state(game.play(state, peek(workspace, at + number)))
        if game.player(child) == player:
            value = finish(game, child, alpha, beta, level + 1, workspace)
        else:
            value = -finish(game, child, -beta, -alpha, level + 1, workspace)
        if peek(workspace, LEFT) < 0:
            return 0
        if value > best:
            best = value
            if best > alpha:
                alpha = best
            if best >= beta:
                break
    return best


@kernel
def end_score(game: Any, state: Any) -> int:
    """The score of an ended game for Max: its margin, or only who won."""
    score: int = whole(game.score(state) * game.engine_scale)
    if game.margins or game.payoffs:
        return score
    return 1 if score > 0 else -1 if score < 0 else 0


@kernel
def choose_move(game: Any, state: Any, depth: int, workspace: Any) -> int:
    """The place of a best move by a search of ``depth`` plies, one of them by chance if there are several; its value is
    put into the workspace.
    """
    player = game.player(state)
    count = list_moves(game, state, workspace)
    best = -INFINITE
    chosen = 0
    ties = 0
    for number in range(count):
        child = game.same_state(game.play(state, peek(workspace, MOVES + number)))
        low = best - 1 if best > -INFINITE else -INFINITE
        if game.player(child) == player:
            value = alphabeta(game, child, depth - 1, low, INFINITE, workspace)
        else:
            value = -alphabeta(game, child, depth - 1, -INFINITE, -low, workspace)
        if value > best:
            best, chosen, ties = value, number, 1
        elif value == best:
            ties += 1
            if draw_number(workspace, ties) == 0:
                chosen = number
    poke(workspace, BEST, best if player == MAX else -best)
    return chosen


@kernel
def record_position(game: Any, state: Any, records: Any, at: int, width: int) -> None:
    """Write what is seen in a position."""
    poke32(records, at + PHASE, game.phase(state))
    poke32(records, at + PLAYER, game.player(state))
    place = FEATURES
    for feature in game.features(state):
        if place < width:
            poke32(records, at + place, feature)
        place += 1
    while place < width:
        poke32(records, at + place, -1)
        place += 1


@entry(knowing=True)  # type: ignore[untyped-decorator]
def play_games(
    game: Any,
    games: int,
    depth: int,
    random_plies: int,
    longest: int,
    nodes: int,
    workspace: Any,
    records: Any,
    room: int,
    width: int,
) -> int:
    """Play games from the workspace's root and record them; how many positions there is something to say of.

    A game has up to ``random_plies`` random moves first and is given up after ``longest``, with the score of a draw.
    ``nodes`` are what a search to the end may take; where the game usually is that far is kept in the workspace.
    """
    count = 0
    for _game in range(games):
        state = game.unpack_state(workspace, ROOT)
        first = count
        settled = count
        ply = 0
        draws = draw_number(workspace, random_plies + 1)
        while peek(workspace, STOPPED) == 0 and ply < longest and not game.over(state):
            moves = list_moves(game, state, workspace)
            if moves == 0 or peek(workspace, OVERFLOW) != 0:
                break
            chosen = 0
            if ply < draws:
                chosen = draw_number(workspace, moves)
            else:
                recorded = count < room
                if recorded:
                    at = count * width
                    record_position(game, state, records, at, width)
                    poke32(records, at + EXACT, 0)
                    poke32(records, at + FIRST, 1 if count == first else 0)
                    poke32(records, at + VALUE, UNKNOWN)
                    count += 1
                    if ply >= peek(workspace, ENDING_PLY):
                        poke(workspace, LEFT, nodes)
                        value = finish(game, state, -INFINITE, INFINITE, 0, workspace)
                        left = peek(workspace, LEFT)
                        if left >= 0:
                            score = value if game.player(state) == MAX else -value
                            poke32(records, at + EXACT, 1)
                            for earlier in range(settled, count):
                                poke32(records, earlier * width + SCORE, score)
                            settled = count
                            if (nodes - left) * PLENTY < nodes and ply == peek(workspace, ENDING_PLY):
                                poke(workspace, ENDING_PLY, ply - 1)
                        else:
                            poke(workspace, ENDING_PLY, ply + 1)
                chosen = draw_number(workspace, moves)
                if settled == first or draw_number(workspace, 4) != 0:
                    chosen = choose_move(game, state, depth, workspace)
                    list_moves(game, state, workspace)
                    if recorded:
                        value = min(max(peek(workspace, BEST), -UNKNOWN), UNKNOWN)
                        poke32(records, (count - 1) * width + VALUE, value)
            state = game.same_state(game.play(state, peek(workspace, MOVES + chosen)))
            ply += 1
        if peek(workspace, STOPPED) != 0 or peek(workspace, OVERFLOW) != 0:
            return first
        score = 0
        if game.over(state):
            score = end_score(game, state)
            if ply - 1 < peek(workspace, ENDING_PLY):
                poke(workspace, ENDING_PLY, ply - 1)
        for earlier in range(settled, count):
            poke32(records, earlier * width + SCORE, score)
    return count


@entry
def extract_features(game: Any, states: Any, stride: int, count: int, records: Any, width: int) -> int:
    """Record positions that were put side by side; how many there are."""
    for number in range(count):
        record_position(game, game.unpack_state(states, number * stride), records, number * width, width)
    return count
