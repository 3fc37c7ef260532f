"""What each feature of the engine is worth: nodes and time to a fixed depth, with it and without it.

    make bench-features        (or: python benchmarks/features.py)

Each feature is switched off alone, on the empty Connect 4 board to depth 14 and the Othello start to depth 10 (and on
two further positions of each game), and its cost is compared with the whole engine's, both sides in turn, ``--runs``
times. Then come geometric means of the ratio of nodes. The ordering weights were chosen on the six positions, so their
column flatters; the last one, on twenty random openings that nothing was tuned on, is the one to believe, with the
number of them on which the feature saves nodes.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from typing import Any

from elagage.game import Game
from elagage.loading import load
from elagage.result import Limits
from elagage.search.compiled import Engine, features_of

POSITIONS = (
    ("connect4", "", 14), ("connect4", "4", 13), ("connect4", "4435", 13),
    ("othello", "", 10), ("othello", "f5d6c3d3c4f4f6", 9), ("othello", "f5f6e6f4e3c5c4", 9),
)  # fmt: skip
SHOWN = (0, 3)
SWITCHES = ("table", "order", "killers", "history", "countermoves", "pvs")


def openings() -> list[tuple[Game[Any, Any], Any, int]]:
    """Ten seeded random openings of each game, with a depth."""
    chooser, found = random.Random(20261115), []
    for name, plies, depth in (("connect4", 6, 12), ("othello", 12, 8)):
        game, wanted = load(name), 10
        while wanted:
            state = game.start()
            for _ply in range(plies):
                state = game.play(state, chooser.choice(list(game.moves(state))))
                if game.over(state):
                    break
            if not game.over(state):
                found.append((game, state, depth))
                wanted -= 1
    return found


def one(game: Game[Any, Any], state: Any, depth: int, without: tuple[str, ...]) -> tuple[int, float]:
    engine = Engine(game, features=features_of(without))
    engine.compile()
    started = time.process_time()
    result = engine.deepen(state, Limits(depth))
    return result.nodes, time.process_time() - started


def main() -> None:
    parser = argparse.ArgumentParser(description="What each feature of the engine is worth.")
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    places = [(load(name), position, depth) for name, position, depth in POSITIONS]
    whole = [one(game, game.parse_state(position), depth, ()) for game, position, depth in places]
    names = [f"{POSITIONS[i][0]}, depth {POSITIONS[i][2]}" for i in SHOWN]
    print(
        f"{'':<22}"
        + "".join(f"{name + ': nodes':>28}{'time':>9}" for name in names)
        + f"{'nodes, 6 positions':>22}{'nodes, 20 fresh':>18}"
    )
    shown = "".join(f"{whole[i][0]:>28,}{1:>9.2f}" for i in SHOWN)
    print(f"{'everything':<22}{shown}{1:>22.2f}{1:>18.3f}")
    fresh = openings()
    usual = [one(game, state, depth, ())[0] for game, state, depth in fresh]
    for switch in SWITCHES:
        cells, logs = "", 0.0
        for number, (game, position, depth) in enumerate(places):
            state = game.parse_state(position)
            nodes = one(game, state, depth, (switch,))[0]
            logs += math.log(nodes / whole[number][0])
            if number in SHOWN:
                ratios = []
                for _run in range(runs):
                    mine, other = one(game, state, depth, ()), one(game, state, depth, (switch,))
                    ratios.append(other[1] / mine[1])
                cells += f"{nodes:>28,}{statistics.median(ratios):>9.2f}"
        ratios = [
            one(game, state, depth, (switch,))[0] / nodes
            for (game, state, depth), nodes in zip(fresh, usual, strict=True)
        ]
        mean = statistics.geometric_mean(ratios)
        better = sum(ratio > 1 for ratio in ratios)
        print(
            f"{'without ' + switch:<22}{cells}{math.exp(logs / len(places)):>22.2f}{mean:>18.3f} ({better} of "
            f"{len(fresh)})"
        )


if __name__ == "__main__":
    main()
