"""Calls of the library that are interrupted: each with its right answer, which the same process must still give after.

A call is short enough to be finished now and then, and goes through one part of the engine: searches on one and on
several threads, solvers, random games, paths, graphs in arrays, and compilation of rules never seen before.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

__all__ = ["CALLS", "make_rules"]


def make_rules(number: int) -> Any:
    """A game whose rules nobody compiled before: heaps, with a heuristic of its own."""
    from elagage.game import Game

    class Heaps(Game[Any, Any]):
        """Take one or two of a heap; whoever takes the last one wins."""

        def start(self) -> tuple[int, int, int]:
            return (7, 8, 0)

        def player(self, state: tuple[int, int, int]) -> int:
            return state[2]

        def moves(self, state: tuple[int, int, int]) -> Any:
            for heap in (0, 1):
                for taken in (1, 2):
                    if state[heap] >= taken:
                        yield 4 * heap + taken

        def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
            first, second, player = state
            if move < 4:
                return (first - move, second, 1 - player)
            return (first, second - (move - 4), 1 - player)

        def score(self, state: tuple[int, int, int]) -> int:
            return -1 if state[2] == 0 else 1

        def heuristic(self, state: tuple[int, int, int]) -> int:
            return (state[0] * number + state[1]) % 7

    return Heaps()


def analyse_othello(_chooser: random.Random) -> str:
    from elagage import analyse

    return str(analyse("othello", depth=11).value)


def solve_with_threads(_chooser: random.Random) -> str:
    from elagage import solve

    return str(solve("connect4:5x4", threads=2).value)


def analyse_new_rules(chooser: random.Random) -> str:
    from elagage import analyse

    return str(analyse(make_rules(chooser.randrange(1 << 30)), depth=20).score.outcome)


def solve_connect4(_chooser: random.Random) -> str:
    from elagage import solve

    return str(solve("connect4:5x4").value)


def solve_all_positions(_chooser: random.Random) -> str:
    from elagage import solve

    solution = solve("tictactoe", method="retrograde")
    return f"{solution.value} {solution.facts.states if solution.facts else None}"


def prove(_chooser: random.Random) -> str:
    from elagage import solve

    return str(solve("connect4:4x4", method="proof").value)


def count_positions(_chooser: random.Random) -> str:
    from elagage.analysis import count
    from elagage.loading import load

    game = load("othello")
    return str(count(game, game.start(), 9)[None])


def play_at_random(_chooser: random.Random) -> str:
    from elagage.loading import load
    from elagage.search.compiled.mcts import mcts

    game = load("connect4")
    return str(mcts(game, playouts=30_000).leaves)


def find_path(_chooser: random.Random) -> str:
    from elagage.paths import find_path as find
    from elagage.paths.problems import load_problem

    return str(find(load_problem("npuzzle:8#7"), "ida_star").cost)


def cross_grid(_chooser: random.Random) -> str:
    import numpy as np

    from elagage.paths import grid_dijkstra

    return str(grid_dijkstra(np.ones((1500, 1500), dtype=np.int64), (0, 0), (1499, 1499)).cost)


def attract(_chooser: random.Random) -> str:
    import numpy as np

    from elagage.solvers import attractor_arrays

    vertices = 1_000_000
    offsets = np.minimum(np.arange(vertices + 1), vertices - 1).astype(np.int32)
    owner, target = np.zeros(vertices, dtype=np.int8), np.zeros(vertices, dtype=np.int8)
    target[-1] = 1
    return str(attractor_arrays(offsets, np.arange(1, vertices, dtype=np.int32), owner, target)[0])


def search_plainly(_chooser: random.Random) -> str:
    from elagage import analyse

    return str(analyse("tictactoe", depth=9, plain=True).value)


CALLS: dict[str, tuple[Callable[[random.Random], str], str]] = {
    "analyse": (analyse_othello, "3"),
    "threads": (solve_with_threads, "0"),
    "new rules": (analyse_new_rules, "1"),
    "solve": (solve_connect4, "0"),
    "retrograde": (solve_all_positions, "0 5478"),
    "proof": (prove, "0"),
    "perft": (count_positions, "3005288"),
    "mcts": (play_at_random, "30000"),
    "path": (find_path, "28"),
    "grid": (cross_grid, "2998"),
    "attractor": (attract, "999999"),
    "plain": (search_plainly, "0"),
}
"""What is called, and what it must answer whenever it is left in peace."""
