"""How fast are games played, what is a second worker worth, and
is anything lost when a tournament is killed a hundred times?

    make bench-arena
    python benchmarks/arena.py --kills 100 --games 2000

Speed: tic-tac-toe between random players with two workers, from the first job to the last commit, and with the workers'
start (bar: 200 games a second). Speed-up: games that last over a tenth of a second, played with one and with two
workers in turn, pools warm (bar: 1.7), beside what this machine gives at that moment to loops that share nothing.
Kills: a tournament is killed with SIGKILL at random moments and given again until it is done; no game may be lost or
repeated, and the table must be that of a run that nobody disturbed.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from elagage.arena.execution.executor import LocalPool
from elagage.arena.game_store import Store
from elagage.arena.plan_runner import run_plan
from elagage.arena.schedule import Plan, make_plan


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=2000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        speed(Path(folder), options.runs)
        speed_up(Path(folder), options.runs)
        if options.kills:
            kills(Path(folder), options.kills, options.games)


def seconds_of(plan: Plan, path: Path, pool: LocalPool, workers: int) -> float:
    path.unlink(missing_ok=True)
    began = time.perf_counter()
    with Store(path, plan) as store:
        run_plan(plan, store, pool, workers)
    return time.perf_counter() - began


def warm_pool(workers: int, plan: Plan, folder: Path) -> LocalPool:
    pool = LocalPool(workers)
    seconds_of(plan, folder / "warm", pool, workers)
    return pool


def speed(folder: Path, runs: int) -> None:
    plan = make_plan("tictactoe", ["random", "random"], 4000)
    cold, warm = [], []
    for _run in range(runs):
        pool = LocalPool(2)
        cold.append(plan.total / seconds_of(plan, folder / "speed", pool, 2))
        warm.append(plan.total / seconds_of(plan, folder / "speed", pool, 2))
        pool.shutdown()
    print(f"tic-tac-toe, random players, 2 workers   {median(warm):7.0f} games/s ({min(warm):.0f} to {max(warm):.0f})")
    print(f"with the workers' start                  {median(cold):7.0f} games/s ({min(cold):.0f} to {max(cold):.0f})")


def speed_up(folder: Path, runs: int) -> None:
    """Longer games, with one worker and with two in turn."""
    plan = make_plan("connect4", ["mcts playouts=300", "alphabeta depth=3"], 60)
    one, two = warm_pool(1, plan, folder), warm_pool(2, plan, folder)
    ratios, lengths, ideals = [], [], []
    for _run in range(runs):
        alone = seconds_of(plan, folder / "one", one, 1)
        ratios.append(alone / seconds_of(plan, folder / "two", two, 2))
        lengths.append(alone / plan.total)
        ideals.append(time_pool(one, 40) / time_pool(two, 40))
    one.shutdown()
    two.shutdown()
    print(f"a game of Connect 4                      {median(lengths):7.3f} s")
    print(f"speed-up of a second worker              {median(ratios):7.2f}   ({min(ratios):.2f} to {max(ratios):.2f})")
    print(f"the same of loops that share nothing     {median(ideals):7.2f}   ({min(ideals):.2f} to {max(ideals):.2f})")


def burn(rounds: int) -> int:
    """Work that needs nothing but a processor."""
    return sum(number * number % 7 for number in range(rounds))


def time_pool(pool: LocalPool, jobs: int) -> float:
    """How long a pool takes for such work."""
    began = time.perf_counter()
    for future in [pool.submit(burn, 1_500_000) for _job in range(jobs)]:
        future.result()
    return time.perf_counter() - began


def kills(folder: Path, wanted: int, games: int) -> None:
    """A tournament that is killed again and again."""
    players = ["random", "greedy", "alphabeta depth=3", "mcts playouts=400", "mcts playouts=800"]
    words = ["tournament", "tictactoe", *players, "--games", str(games // 20 * 2), "--workers", "2", "--store"]

    def command(path: Path) -> list[str]:
        return [sys.executable, "-m", "elagage", *words, str(path)]

    calm, wild = folder / "calm", folder / "wild"
    undisturbed = subprocess.run(command(calm), capture_output=True, check=True).stdout
    chooser, done, midway, count, shrunk = random.Random(2026), 0, 0, 0, 0
    while done < wanted:
        running = subprocess.Popen(command(wild), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chooser.uniform(0.2, 1.7))
        running.kill()
        running.wait()
        done += 1
        before, count = count, count_of(wild)
        shrunk += count < before
        midway += 0 < count < games
    last = subprocess.run(command(wild), capture_output=True, check=True).stdout
    print(f"SIGKILLs                                 {done:7d}   ({midway} of them with some games played and not all)")
    print(f"games, rows, rows lost on the way        {games:7d} {count_of(wild)} {shrunk}")
    print(
        f"the same table as undisturbed            {last == undisturbed!s:>7}   games "
        f"{moves_of(wild) == moves_of(calm)}"
    )


def count_of(path: Path) -> int:
    return len(moves_of(path)) if path.exists() else 0


def moves_of(path: Path) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(path)) as base:
        if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return []
        return base.execute("SELECT number, moves FROM games ORDER BY number").fetchall()


if __name__ == "__main__":
    main()
