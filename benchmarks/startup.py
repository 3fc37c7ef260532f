"""What the first use costs: compiling, the first move of a new process, the help, and memory.

    make bench-startup
    python benchmarks/startup.py --games connect4 othello --runs 3      a quick look

Each measurement is a process of its own, as a user starts it. Compiling: ``elagage analyse GAME --depth 4`` with an
empty cache, less the same with a full one, in CPU time. The rest is by the clock, with a full cache.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from elagage.games import CATALOGUE

MOVE = ("play", "connect4", "--max", "5", "--min", "human", "--seed", "1")
TABLE = """
import resource, sys
import elagage
elagage.analyse("connect4", nodes=200_000, memory=100)
scale = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale)
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="runs to take the median of (5)")
    parser.add_argument(
        "--games", nargs="*", default=[name for name in CATALOGUE if name != "tree"], help="which games"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'compiling, CPU time':40}{'seconds':>8}")
        costs = {name: measure_compiling(name, Path(folder) / name) for name in options.games}
        for name, seconds in costs.items():
            print(f"{name:40}{seconds:8.2f}")
        found = sorted(costs.values())
        print(f"{'least, median, most':40}{found[0]:8.2f}{median(found):8.2f}{found[-1]:8.2f}")
        cache = Path(folder) / "warm"
        run_command(MOVE, cache)
        print(f"\n{'by the clock, the cache full':40}{'median':>8}{'least':>8}{'most':>8}")
        for title, words in (("the first move of connect4, level 5", MOVE), ("elagage --help", ("--help",))):
            times = [run_command(words, cache)[1] for _run in range(options.runs)]
            print(f"{title:40}{median(times):8.2f}{min(times):8.2f}{max(times):8.2f}")
        done = subprocess.run(
            [sys.executable, "-c", TABLE], env=environment(cache), capture_output=True, text=True, check=True
        )
        print(f"\na process with a table of 100 MB: {int(done.stdout) / 1e6:.0f} MB at its peak")


def environment(cache: Path) -> dict[str, str]:
    """The environment, with a cache and a data folder of its own."""
    return {**os.environ, "ELAGAGE_CACHE": str(cache), "ELAGAGE_DATA": str(cache), "ELAGAGE_LANG": "en"}


def run_command(words: tuple[str, ...], cache: Path) -> tuple[float, float]:
    """The CPU time and the clock's time of a command that is told to quit when it asks."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "elagage", *words],
        env=environment(cache), input="quit\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    taken = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, taken


def measure_compiling(game: str, cache: Path) -> float:
    """What an empty cache costs more than a full one."""
    words = ("analyse", game, "--depth", "4")
    empty = run_command(words, cache)[0]
    return empty - run_command(words, cache)[0]


if __name__ == "__main__":
    main()
