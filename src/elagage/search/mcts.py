"""Monte Carlo tree search (UCT): random games, more of them where they look good.

The tree grows by at most one node a game. From the root, each step goes to the child with the largest upper
confidence bound for its mover, mean + c * sqrt(ln(visits of the parent) / visits of the child); from the first
new node on, moves are random; the outcome is added to every node on the way back. The most visited move is the answer.

Only who wins counts, not by how much: amounts are taken by their sign.

Theorem (Kocsis and Szepesvari, 2006). If the game is finite and c large enough, the mean of the root tends to minimax's
value (1 for won, 1/2 for drawn, 0 for lost) as the games go to infinity.
"""

from __future__ import annotations

import math
import random
import time as clock_time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from elagage.game import Game, Move, State, final_value
from elagage.result import MAX, Limits, MoveScore, Result, Score
from elagage.search.playouts import playout
from elagage.search.search_common import LEAVES, NODES, for_any_game, make_result, new_counts, rank_moves
from elagage.trace import Trace

__all__ = ["Node", "mcts"]


@dataclass(slots=True)
class Node:
    """A position of the tree: how often it was visited, and the sum of the outcomes for Max (1 won, 1/2 drawn,
    0 lost).
    """

    state: Any
    player: int
    untried: list[Any]
    children: dict[Any, Node] = field(default_factory=dict)
    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """The mean outcome for Max."""
        return self.total / self.visits if self.visits else 0.5


@for_any_game
def mcts(
    game: Game[State, Move],
    state: State | None = None,
    playouts: int = 1000,
    *,
    time: float | None = None,
    seed: int = 0,
    exploration: float = math.sqrt(2),
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The most visited move after ``playouts`` random games (or ``time`` seconds); scores are thousandths,
    -1000 to 1000.
    """
    limits = Limits(time=time, nodes=playouts)
    chooser = random.Random(seed)
    started = clock_time.perf_counter()
    root = new_node(game, game.start() if state is None else state)
    counts = new_counts()
    counts[NODES] = 1
    if trace is not None:
        trace.begin(game, "mcts", root.state)
    for number in range(1, playouts + 1 if root.untried else 0):
        if number > 1 and (stop is not None and stop()):
            break
        if number > 1 and limits.time is not None and clock_time.perf_counter() - started >= limits.time:
            break
        grown = one_playout(game, root, number, chooser, exploration, trace)
        counts[NODES] += grown
        counts[LEAVES] += 1
    if game.over(root.state):
        counts[LEAVES] += 1
        return make_result("mcts", game, None, final_value(game, root.state), [], counts, 0.0)
    line: list[Move] = []
    node = root
    while node.children:
        move, node = max(node.children.items(), key=lambda item: item[1].visits)
        line.append(move)
    if not line:
        line = root.untried[-1:]
    scores = [
        MoveScore(move, Score.estimate(thousandths(child)), False, thousandths(child))
        for move, child in root.children.items()
    ]
    value = thousandths(root.children.get(line[0], root))
    seconds = clock_time.perf_counter() - started
    return make_result(
        "mcts",
        game,
        None,
        value,
        line,
        counts,
        seconds,
        exact=False,
        moves=rank_moves(game, root.state, scores),
    )


def thousandths(node: Node) -> int:
    """The mean for Max on a scale where 0 is even and 1000 always won."""
    return round(1000 * (2 * node.mean - 1))


def new_node(game: Game[Any, Any], state: Any) -> Node:
    """A node with all its moves still to try, in the order of the game's hint."""
    moves = [] if game.over(state) else sorted(game.moves(state), key=lambda move: game.order(state, move))
    return Node(state, game.player(state), moves)


def one_playout(
    game: Game[Any, Any], root: Node, number: int, chooser: random.Random, exploration: float, trace: Trace | None
) -> int:
    """Play one game through the tree and to its end; how many nodes the tree grew."""
    # Selection: go down while every move has been tried.
    node, path, moves = root, [root], []
    while not node.untried and node.children:
        move = select(node, exploration)
        node = node.children[move]
        moves.append(move)
        path.append(node)

    # Expansion: try one new move.
    grown = 0
    if node.untried:
        move = node.untried.pop()
        child = new_node(game, game.play(node.state, move))
        node.children[move] = node = child
        moves.append(move)
        path.append(node)
        grown = 1

    # Simulation, then the way back.
    score = playout(game, node.state, chooser.choice)
    outcome = 0.5 if score == 0 else float(score > 0)
    for visited in path:
        visited.visits += 1
        visited.total += outcome
    if trace is not None:
        trace.playout(number, moves, outcome)
    return grown


def select(node: Node, exploration: float) -> Any:
    """The move with the largest upper confidence bound for the player to move."""
    log = math.log(node.visits)

    def bound(item: tuple[Any, Node]) -> float:
        child = item[1]
        mean = child.mean if node.player == MAX else 1 - child.mean
        return mean + exploration * math.sqrt(log / child.visits)

    return max(node.children.items(), key=bound)[0]
