"""Two threads against one: the time to a fixed depth on positions that take a while, both sides in turn.

    make bench-threads        (or: python benchmarks/threads.py)

The time is the clock's, so the machine must be quiet and have two free cores.
"""

from __future__ import annotations

import argparse
import statistics
import time

from elagage.loading import load
from elagage.result import Limits
from elagage.search.compiled import Engine

POSITIONS = (("connect4", "44", 20), ("connect4", "4435", 21), ("othello", "f5d6c3d3c4f4f6", 14))


def one(name: str, position: str, depth: int, threads: int) -> tuple[float, int, int]:
    game = load(name)
    engine = Engine(game, threads=threads, memory=256)
    engine.compile()
    started = time.perf_counter()
    result = engine.deepen(game.parse_state(position), Limits(depth))
    return time.perf_counter() - started, result.nodes, int(result.value)


def main() -> None:
    parser = argparse.ArgumentParser(description="Two threads against one.")
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    print(
        f"{'position':<28}{'depth':>6}{'1 thread, s':>13}{'2 threads, s':>14}{'speed-up':>10}{'nodes':>8}   lowest "
        f"to highest"
    )
    for name, position, depth in POSITIONS:
        pairs = [(one(name, position, depth, 1), one(name, position, depth, 2)) for _run in range(runs)]
        gains = [alone[0] / both[0] for alone, both in pairs]
        nodes = statistics.median(both[1] / alone[1] for alone, both in pairs)
        alone_time, both_time = (statistics.median(pair[side][0] for pair in pairs) for side in (0, 1))
        print(
            f"{name + ' ' + position:<28}{depth:>6}{alone_time:>13.2f}{both_time:>14.2f}"
            f"{statistics.median(gains):>10.2f}{nodes:>8.2f}"
            f"   {min(gains):.2f} to {max(gains):.2f}"
        )


if __name__ == "__main__":
    main()
