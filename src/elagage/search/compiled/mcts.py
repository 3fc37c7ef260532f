"""Random games and Monte Carlo tree search, compiled: the twins of ``search/playouts.py`` and ``search/mcts.py``.

The tree lies in words, a node after the other: where its children begin and how many they are, the move that led to it,
its visits, twice the sum of the outcomes for Max, who moves, and its state. All the children of a node are made at
once, and each is tried once before any is preferred.
"""

from __future__ import annotations

import math
import time as clock_time
from collections.abc import Callable
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.kernel import entry, kernel
from elagage.compiler.link import Linked, compile_kernel, link_rules, retry_wider
from elagage.compiler.memory import high_part, mix, new_words, peek, poke
from elagage.game import Game, Move, State, final_value
from elagage.result import MAX, MoveScore, Result, Score
from elagage.search.compiled.workspace import MOVES, OVERFLOW, PATH, PLIES, ROOT, STOPPED, WIDTH, count_workspace_words

__all__ = ["mcts", "mcts_root", "playouts_root", "win_share"]

SLICE = 256
"""Random games between two looks at the clock."""
LONGEST = 2000
"""A random game that is longer is given up as undecided."""
SEED = 0x5851F42D4C957F2D
FIRST, COUNT, MOVE, VISITS, TOTAL, PLAYER, STATE = range(7)


@kernel
def playout(game: Any, state: Any, seed: int, workspace: Any) -> int:
    """One random game: twice the outcome for Max (2 won, 1 drawn or given up, 0 lost) and, above the lowest two bits,
    the next seed.
    """
    width = peek(workspace, WIDTH)
    for _ply in range(LONGEST):
        if game.over(state):
            score = game.score(state)
            outcome = 2 if score > 0 else 0 if score < 0 else 1
            return (seed & ~3) | outcome
        count = 0
        for move in game.moves(state):
            if count >= width:
                poke(workspace, OVERFLOW, 1)
                break
            poke(workspace, MOVES + count, move)
            count += 1
        seed = mix(seed, SEED)
        state = game.same_state(game.play(state, peek(workspace, MOVES + high_part(mix(seed, count), count))))
    return (seed & ~3) | 1


@entry
def playouts_root(game: Any, games: int, seed: int, workspace: Any) -> int:
    """Random games from the workspace's root: how many Max won, times 2^32, plus how many Min won."""
    state = game.unpack_state(workspace, ROOT)
    won = 0
    lost = 0
    for _number in range(games):
        if peek(workspace, STOPPED) != 0:
            break
        seed = playout(game, state, mix(seed, SEED), workspace)
        if seed & 3 == 2:
            won += 1
        elif seed & 3 == 0:
            lost += 1
    return (won << 32) + lost


@kernel
def select_child(node: int, size: int, exploration: float, tree: Any) -> int:
    """The child with the largest upper confidence bound for the player to move; one never tried comes first."""
    at = node * size
    first = peek(tree, at + FIRST)
    logarithm = math.log(peek(tree, at + VISITS))
    best = first
    most = -1.0
    for child in range(first, first + peek(tree, at + COUNT)):
        visits = peek(tree, child * size + VISITS)
        if visits == 0:
            return child
        mean = peek(tree, child * size + TOTAL) / (2.0 * visits)
        if peek(tree, at + PLAYER) != MAX:
            mean = 1.0 - mean
        bound = mean + exploration * math.sqrt(logarithm / visits)
        if bound > most:
            most = bound
            best = child
    return best


@kernel
def grow(game: Any, node: int, used: int, size: int, capacity: int, tree: Any) -> int:
    """Give a node its children, if there is room; how many nodes are used then."""
    state = game.unpack_state(tree, node * size + STATE)
    if game.over(state):
        return used
    count = 0
    for move in game.moves(state):
        if used + count >= capacity:
            return used
        child = game.same_state(game.play(state, move))
        at = (used + count) * size
        for place in range(STATE):
            poke(tree, at + place, 0)
        poke(tree, at + MOVE, move)
        poke(tree, at + PLAYER, game.player(child))
        game.save_entry(child, tree, at + STATE, 0)
        count += 1
    poke(tree, node * size + FIRST, used)
    poke(tree, node * size + COUNT, count)
    return used + count


@entry
def mcts_root(
    game: Any,
    playouts: int,
    used: int,
    seed: int,
    thousandths: int,
    size: int,
    capacity: int,
    workspace: Any,
    tree: Any,
) -> int:
    """Some more random games from the tree's root; how many nodes are used then."""
    exploration = thousandths / 1000.0
    for _number in range(playouts):
        if peek(workspace, STOPPED) != 0:
            break
        node = 0
        plies = 0
        poke(workspace, PATH, 0)
        while peek(tree, node * size + COUNT) > 0 and plies < PLIES - 2:
            node = select_child(node, size, exploration, tree)
            plies += 1
            poke(workspace, PATH + plies, node)
        if peek(tree, node * size + VISITS) > 0 or node == 0:
            used = grow(game, node, used, size, capacity, tree)
            if peek(tree, node * size + COUNT) > 0:
                node = peek(tree, node * size + FIRST)
                plies += 1
                poke(workspace, PATH + plies, node)
        seed = playout(game, game.unpack_state(tree, node * size + STATE), mix(seed, SEED), workspace)
        for place in range(plies + 1):
            at = peek(workspace, PATH + place) * size
            poke(tree, at + VISITS, peek(tree, at + VISITS) + 1)
            poke(tree, at + TOTAL, peek(tree, at + TOTAL) + (seed & 3))
    poke(workspace, 0, seed)
    return used


def make_workspace(linked: Linked, state: Any, width: int = 1024) -> Any:
    """A workspace with the state at its root."""
    workspace = new_words(count_workspace_words(width) if not linked.compiled else MOVES + 2 * width, linked.compiled)
    workspace[WIDTH] = width
    for number, word in enumerate(linked.flatten(state)):
        workspace[ROOT + number] = word
    return workspace


def check_width(workspace: Any) -> None:
    """A position with more moves than the workspace holds can't be played at random."""
    if workspace[OVERFLOW]:
        raise CannotCompile("a position has more than 1024 moves", rule="moves")


def win_share(game: Game[Any, Any], state: Any, games: int = 1000, seed: int = 0) -> float:
    """Max's share of wins among the decided ones of some random games, one half if none is decided."""

    def attempt(widen: int) -> float:
        linked = link_rules(game, widen, whole=True)
        workspace = make_workspace(linked, state)
        arguments = (linked.handle, games, seed, workspace)
        if linked.compiled:
            compile_kernel(linked, playouts_root, arguments, None)
        counts = int(playouts_root(*arguments, halt=(workspace, STOPPED)))
        check_width(workspace)
        won, lost = counts >> 32, counts & 0xFFFFFFFF
        return won / (won + lost) if won + lost else 0.5

    return retry_wider(attempt)


def mcts(
    game: Game[State, Move],
    state: State | None = None,
    playouts: int = 10_000,
    *,
    time: float | None = None,
    seed: int = 0,
    exploration: float = math.sqrt(2),
    most_nodes: int = 2_000_000,
    stop: Callable[[], bool] | None = None,
) -> Result[Move]:
    """The most visited move after ``playouts`` random games (or ``time`` seconds); scores are thousandths,
    -1000 to 1000.
    """
    root = game.start() if state is None else state

    def attempt(widen: int) -> Result[Any]:
        return grow_tree(link_rules(game, widen, whole=True), root, playouts, time, seed, exploration, most_nodes, stop)

    return retry_wider(attempt)


def grow_tree(
    linked: Linked,
    root: Any,
    playouts: int,
    time: float | None,
    seed: int,
    exploration: float,
    most_nodes: int,
    stop: Callable[[], bool] | None,
) -> Result[Any]:
    """Play the random games, some at a time so that the clock and ``stop`` are heard."""
    game = linked.game
    started = clock_time.perf_counter()
    size = STATE + linked.words
    capacity = min(most_nodes, 64 * playouts + 64)
    workspace, tree = make_workspace(linked, root), new_words(capacity * size, linked.compiled)
    tree[PLAYER] = game.player(root)
    tree[STATE : STATE + linked.words] = linked.flatten(root)
    played, used = 0, 1
    while played < playouts and not game.over(root):
        share = playouts if time is None and stop is None else SLICE
        more = min(share, playouts - played)
        arguments = (linked.handle, more, used, seed, round(exploration * 1000), size, capacity, workspace, tree)
        if linked.compiled:
            compile_kernel(linked, mcts_root, arguments, None)
        used = int(mcts_root(*arguments, halt=(workspace, STOPPED)))
        seed = int(workspace[0])
        played += more
        if time is not None and clock_time.perf_counter() - started >= time:
            break
        if stop is not None and stop():
            break
    check_width(workspace)
    return read_tree(game, root, tree, size, used, played, clock_time.perf_counter() - started)


def read_tree(
    game: Game[Any, Any], root: Any, tree: Any, size: int, used: int, played: int, seconds: float
) -> Result[Any]:
    def thousandths(node: int) -> int:
        visits = int(tree[node * size + VISITS])
        return round(1000 * (int(tree[node * size + TOTAL]) / visits - 1)) if visits else 0

    def children(node: int) -> range:
        first = int(tree[node * size + FIRST])
        return range(first, first + int(tree[node * size + COUNT]))

    if game.over(root):
        value = final_value(game, root)
        score = Score.of_value(value, exact=True, margins=game.margins, payoffs=game.payoffs)
        return Result(None, score, value, (), None, 1, 1, exact=True, algorithm="mcts")
    line, node = [], 0
    while len(children(node)) and max(int(tree[child * size + VISITS]) for child in children(node)):
        node = max(children(node), key=lambda child: int(tree[child * size + VISITS]))
        line.append(int(tree[node * size + MOVE]))
    best = max(children(0), key=lambda child: int(tree[child * size + VISITS]))
    value = thousandths(best)
    scores = [
        MoveScore(int(tree[child * size + MOVE]), Score.estimate(thousandths(child)), False, thousandths(child))
        for child in children(0)
    ]
    return Result(
        move=line[0],
        score=Score.estimate(value),
        value=value,
        line=tuple(line),
        depth=None,
        nodes=used,
        leaves=played,
        seconds=seconds,
        moves=tuple(sorted(scores, key=lambda entry: entry.score, reverse=game.player(root) == MAX)),
        algorithm="mcts",
    )
