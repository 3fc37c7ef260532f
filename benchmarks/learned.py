"""How many positions a second does the engine judge by learned weights, with one thread?

    python benchmarks/learned.py                      every game with shipped weights
    python benchmarks/learned.py othello --runs 5

Random openings are searched to a fixed depth, with the shipped weights and with the heuristic that the game has by
itself, taking turns. Leaves are what is judged, by the heuristic or as an ended game. The clock is CPU time, the median
of the runs is told, with the lowest and the highest.
"""

from __future__ import annotations

import argparse
import random
from statistics import median
from time import process_time
from typing import Any

from elagage import load
from elagage.evaluation.heuristics import LEARNED, with_heuristic
from elagage.result import Limits
from elagage.search.compiled import Engine

DEPTHS = {"othello": 9, "connect4": 13, "kalah": 12, "dots_and_boxes": 9}
"""To which depth each game is searched."""
OPENINGS, PLIES = 5, 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(DEPTHS))
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print("| | depth | learned, M leaves/s | M nodes/s | own heuristic, M leaves/s |\n| --- | --- | --- | --- | --- |")
    for spec in options.games:
        own = load(spec)
        games = [with_heuristic(own, LEARNED), own]
        openings = draw_openings(own)
        found: list[list[tuple[float, float]]] = [[], []]
        for _run in range(options.runs):
            for game, speeds in zip(games, found, strict=True):
                speeds.append(measure(game, openings, DEPTHS.get(spec, 8)))
        learned, plain = ([leaves for leaves, _nodes in speeds] for speeds in found)
        nodes = median(nodes for _leaves, nodes in found[0])
        print(
            f"| {spec} | {DEPTHS.get(spec, 8)} | {median(learned):.2f} ({min(learned):.2f} to {max(learned):.2f}) "
            f"| {nodes:.2f} | {median(plain):.2f} |",
            flush=True,
        )


def draw_openings(game: Any) -> list[Any]:
    """Random positions after a few plies."""
    chooser = random.Random(1)
    openings: list[Any] = []
    while len(openings) < OPENINGS:
        state = game.start()
        for _ply in range(PLIES):
            if not game.over(state):
                state = game.play(state, chooser.choice(list(game.moves(state))))
        if not game.over(state):
            openings.append(state)
    return openings


def measure(game: Any, openings: list[Any], depth: int) -> tuple[float, float]:
    """Millions of leaves and of nodes a second."""
    engine = Engine(game)
    engine.deepen(openings[0], Limits(depth=1))
    leaves = nodes = 0
    began = process_time()
    for state in openings:
        result = engine.deepen(state, Limits(depth=depth))
        leaves, nodes = leaves + result.leaves, nodes + result.nodes
    seconds = process_time() - began
    return leaves / seconds / 1e6, nodes / seconds / 1e6


if __name__ == "__main__":
    main()
