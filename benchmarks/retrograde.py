"""How fast is the compiled retrograde analysis, and what does it take?

Every position of a game, compiled and plain in turn.

    make bench-retrograde
    python benchmarks/retrograde.py morris krk connect4:4x4 --runs 5

States a second: all that lies between "nothing is known" and "every position has its value", on one core, native code
at hand (finding or compiling it is not counted). Bytes: the most that the arrays took at any moment, less 4 for each
move, by state, where the analysis may take no more than it needs (or 1 MB); and what is saved, by state. The plain side
is the same analysis in the interpreter, with the same values, which is asserted. The ratio is of times: the median
(lowest to highest).
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from elagage import load
from elagage.compiler.link import keep_linked
from elagage.solvers import solve
from elagage.solvers.retrograde.retrograde_analysis import find_values
from elagage.solvers.retrograde.retrograde_driver import Retrograde

LEAN = 16
"""Bytes a state beside 4 a move with which every game here can be solved."""
SLOW = 100_000
"""Games with more positions are timed once by the plain side."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["morris", "krk", "connect4:4x4"])
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    heads = ("game", "states", "moves", "states/s", "bytes a state", "saved", "plain / compiled")
    print("{:14} {:>9} {:>10} {:>34} {:>14} {:>6} {:>20}".format(*heads))
    for name in options.games:
        print(row(name, options.runs), flush=True)


def row(name: str, runs: int) -> str:
    game = load(name)
    keep_linked(game)
    solution = solve(game, method="retrograde")  # compiles, and has the answer to compare with
    assert solution.facts is not None
    assert solution.positions is not None
    states, edges = solution.facts.states, solution.facts.edges
    repeats = max(1, 200_000 // states)
    plain_runs = 1 if states > SLOW else runs
    times, ratios = [], []
    for number in range(runs):
        began = process_time()
        for _again in range(repeats):
            run = Retrograde(game)
            run.run()
        times.append((process_time() - began) / repeats)
        if number < plain_runs:
            began = process_time()
            found = find_values(game, list(game.starts()), memory=8000)
            ratios.append((process_time() - began) / times[-1])
    solved = run.collect_solved()
    lean = Retrograde(game, memory=max(1, (LEAN * states + 4 * edges) / 1e6))
    lean.run()
    assert dict(iter(solution.positions)) == found.values
    speeds = sorted(states / time for time in times)
    saved = (len(solved.keys) + len(solved.values)) / states
    speed = f"{median(speeds):,.0f} ({speeds[0]:,.0f} to {speeds[-1]:,.0f})"
    ratio = f"{median(ratios):.0f} ({min(ratios):.0f} to {max(ratios):.0f})"
    memory = (lean.peak - 4 * edges) / states
    return f"{name:14} {states:>9,} {edges:>10,} {speed:>34} {memory:>14.1f} {saved:>6.1f} {ratio:>20}"


if __name__ == "__main__":
    main()
