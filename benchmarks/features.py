"""What each feature of the engine is worth: nodes to a fixed depth, with it and without it, on nine games.

    make bench-features        (or: python benchmarks/features.py)

Each feature is switched off alone. The first table has the nodes on ten seeded random openings of each game, as a
multiple of what the whole engine takes: the geometric mean of the ten, on how many of them it is more, and the multiple
of their sum. Above 1 the feature saves nodes, below 1 it costs some. Nodes are the same on every machine, and nothing
was tuned on these openings. The second has nodes and CPU time on the empty Connect 4 board to depth 14 and on the
Othello start to depth 10, both sides in turn, ``--runs`` times; there the table too is switched off.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any

from elagage.game import Game
from elagage.loading import load
from elagage.result import Limits
from elagage.search.compiled import Engine, features_of

GAMES = (
    ("connect4", 6, 15), ("othello", 12, 10), ("kalah", 6, 14), ("dots_and_boxes:3x3", 6, 14),
    ("domineering:6x6", 4, 10), ("hexapawn:5x5", 4, 17), ("mnk:5,5,4", 4, 9), ("mnk:4,4,4", 4, 12),
    ("fox_and_hounds", 6, 15),
)  # fmt: skip
"""A game, the plies of its random openings, and the depth of the search."""
OPENINGS = 10
TIMED = (("connect4", 14), ("othello", 10))
SWITCHES = ("order", "killers", "history", "pvs")


def random_openings(game: Game[Any, Any], plies: int) -> list[Any]:
    """Positions after so many random moves, the same ones each time, in which the game goes on."""
    chooser = random.Random(20261115)
    found: list[Any] = []
    while len(found) < OPENINGS:
        state = game.start()
        for _ply in range(plies):
            state = game.play(state, chooser.choice(list(game.moves(state))))
            if game.over(state):
                break
        else:
            found.append(state)
    return found


def search(game: Game[Any, Any], state: Any, depth: int, without: str = "") -> tuple[int, float]:
    """Nodes and seconds of CPU time of a search with some features switched off."""
    engine = Engine(game, features=features_of(tuple(without.split())))
    engine.compile()
    started = time.process_time()
    result = engine.deepen(state, Limits(depth))
    return result.nodes, time.process_time() - started


def compare_nodes() -> None:
    """Print the table of the games."""
    print(f"{'':<20}{'depth':>6}{'nodes':>12}" + "".join(f"{'without ' + name:>26}" for name in SWITCHES))
    means: dict[str, list[float]] = {name: [] for name in SWITCHES}
    for name, plies, depth in GAMES:
        game = load(name)
        states = random_openings(game, plies)
        usual = [search(game, state, depth)[0] for state in states]
        cells = ""
        for switch in SWITCHES:
            less = [search(game, state, depth, switch)[0] for state in states]
            ratios = [nodes / before for nodes, before in zip(less, usual, strict=True)]
            means[switch].append(statistics.geometric_mean(ratios))
            more = sum(ratio > 1 for ratio in ratios)
            cells += f"{means[switch][-1]:>15.3f} ({more:>2}) {sum(less) / sum(usual):>5.2f}"
        print(f"{name:<20}{depth:>6}{sum(usual):>12,}{cells}", flush=True)
    print(
        f"{'all games':<38}"
        + "".join(f"{statistics.geometric_mean(means[name]):>15.3f}           " for name in SWITCHES)
    )


def compare_times(runs: int) -> None:
    """Print the table of nodes and CPU time from the start of two games."""
    print(
        f"\n{'without':<24}"
        + "".join(f"{name + ', depth ' + str(depth) + ': nodes':>32}{'time':>8}" for name, depth in TIMED)
    )
    for switch in ("", "table", *SWITCHES):
        cells = ""
        for name, depth in TIMED:
            game = load(name)
            nodes = search(game, game.start(), depth, switch)[0]
            ratios = []
            for _run in range(runs):
                whole, less = search(game, game.start(), depth), search(game, game.start(), depth, switch)
                ratios.append(less[1] / whole[1])
            cells += f"{nodes:>32,}{statistics.median(ratios):>8.2f}"
        print(f"{switch or 'nothing':<24}{cells}", flush=True)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="What each feature of the engine is worth.")
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    compare_nodes()
    compare_times(runs)


if __name__ == "__main__":
    main()
