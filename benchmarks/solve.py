"""How long does it take to solve Connect 4, and endings of Othello?

From the empty board against OpenSpiel's solver; endings of Othello; late positions of the full board; and with threads.

    make bench-solve
    python benchmarks/solve.py --runs 3 --positions 200      in an environment that has open_spiel
    python benchmarks/solve.py --sets FOLDER                 test sets of the 7 x 6 board, lines of moves and score
    python benchmarks/solve.py --empty                       the empty 7 x 6 board, some minutes
    python benchmarks/solve.py --threads 2 --endings 10      one thread and two by turns, of one table

OpenSpiel's ``MinimaxSolver`` solves the 4 x 4 board, ours the 5 x 5 board, which is far larger; the two take turns. The
clock is this process's CPU time, native code at hand. The positions of the 7 x 6 board are random ones with 20 discs,
and with 20 to 40, that are not over; each is solved by itself, with nothing remembered from the one before, and the
answer is the value with its distance and every best move. With several threads the clock is the wall's, which means
something on an idle machine; how many positions the busiest thread looked at means something on any.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any

from elagage import Limits, load, solve
from elagage.evaluation.heuristics import judge_best
from elagage.result import WIN
from elagage.search.compiled.driver import SearchClock
from elagage.search.compiled.features import INFINITE
from elagage.search.compiled.workspace import NODES
from elagage.solvers.exact.exact_core import Core


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--endings", type=int, default=20, help="how many endings of Othello of each length")
    parser.add_argument("--sets", type=Path, help="a folder of test sets; nothing else is measured then")
    parser.add_argument("--empty", action="store_true", help="the empty board of 7 x 6; nothing else is measured then")
    parser.add_argument("--threads", type=int, help="so many beside one; nothing else is measured then")
    options = parser.parse_args()
    if options.threads is not None:
        time_threads(options.threads, options.endings)
        return
    if options.empty:
        time_empty_board()
        return
    if options.sets is not None:
        for path in sorted(options.sets.iterdir()):
            time_set(path, options.positions)
        return
    race(options.runs)
    time_endings(options.endings)
    for discs in ((20, 20), (20, 40)):
        time_late_positions(options.positions, *discs)


def race(runs: int) -> None:
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    solve("connect4:5x5")
    ours, theirs = [], []
    for _run in range(runs):
        began = process_time()
        value = solve("connect4:5x5").value
        ours.append(process_time() - began)
        began = process_time()
        solver = MinimaxSolver("connect_four(rows=4,columns=4)")
        solver.solve()
        theirs.append(process_time() - began)
        assert value == 0
    print(f"connect4 5 x 5, ours        {median(ours):8.2f} s ({min(ours):.2f} to {max(ours):.2f})")
    print(f"connect4 4 x 4, OpenSpiel   {median(theirs):8.2f} s ({min(theirs):.2f} to {max(theirs):.2f})")
    print(f"theirs / ours               {median(t / o for t, o in zip(theirs, ours, strict=True)):8.1f}")


def time_set(path: Path, count: int) -> None:
    """Solve the positions of a set, the table emptied for each: the value with its distance, and no moves."""
    game = load("connect4")
    core = Core(game, 1, 256, 1, None)
    watch = SearchClock(Limits(), 0.0, None)
    lines = [line.split() for line in path.read_text(encoding="ascii").splitlines()[:count]]
    states = [game.parse_state(moves) for moves, _score in lines]
    core.run_list(states[:1], watch)  # native code is at hand
    began = process_time()
    answers = core.run_list(states, watch)
    seconds = process_time() - began
    nodes, wrong = [], 0
    for (_moves, score), state, (value, looked_at) in zip(lines, states, answers, strict=True):
        nodes.append(looked_at)
        stones = (state.ply + WIN - abs(value) + 1) // 2
        wrong += int(score) != (0 if value == 0 else 22 - stones if value > 0 else stones - 22)
    print(
        f"{path.name}: {len(nodes)} positions, mean {mean(nodes):,.0f} looked at, mean "
        f"{1e6 * seconds / len(nodes):,.0f} us, {wrong} wrong",
        flush=True,
    )


def time_empty_board() -> None:
    """The whole game on one core, with a table of 4 GB: the value with its distance."""
    game = load("connect4")
    core = Core(game, 1, 4000, 1, None)
    core.begin()
    began = process_time()
    value, _same = core.find(game.start(), -INFINITE, INFINITE, 0, 0, SearchClock(Limits(), 0.0, None), None)
    seconds = process_time() - began
    print(f"connect4 7 x 6, empty: won in {WIN - value} plies, {core.count_nodes():,} looked at, {seconds:.0f} s")


def time_endings(count: int) -> None:
    """Random endings of Othello, the table emptied for each: the value, and no moves."""
    game = judge_best(load("othello"))
    core = Core(game, 1, 256, 1, None)
    for empty in (14, 16, 18, 20):
        chooser = random.Random(5)
        times: list[float] = []
        nodes: list[int] = []
        while len(times) < count:
            state = game.start()
            while not game.over(state) and 64 - (state.black | state.white).bit_count() > empty:
                state = game.play(state, chooser.choice(list(game.moves(state))))
            if game.over(state):
                continue
            core.forget()
            core.begin()
            began = process_time()
            core.find(state, -INFINITE, INFINITE, 0, 0, SearchClock(Limits(), 0.0, None), None)
            times.append(process_time() - began)
            nodes.append(core.count_nodes())
        print(
            f"othello, {count} endings with {empty} empty squares: mean {mean(nodes):,.0f} looked at, mean "
            f"{mean(times):.4f} s, slowest {max(times):.2f} s",
            flush=True,
        )


def time_threads(threads: int, count: int) -> None:
    """Positions of Connect 4 with 12 discs and endings of Othello with 20 empty squares, the table emptied for each."""
    connect4, othello, chooser = load("connect4"), judge_best(load("othello")), random.Random(11)
    discs = [draw_position(connect4, chooser, 12) for _number in range(count)]
    endings = [draw_position(othello, chooser, 40) for _number in range(count)]
    for game, states in ((connect4, discs), (othello, endings)):
        cores = [Core(game, number, 256, 1, None) for number in (1, threads)]
        times, positions, busiest = [0.0, 0.0], [0, 0], [0, 0]
        for state in states:
            values = set()
            for place, core in enumerate(cores):
                counts = [0] * core.threads
                core.start_anew()
                core.begin()
                began = perf_counter()
                values.add(find_counting(core, state, counts))
                times[place] += perf_counter() - began
                positions[place] += sum(counts)
                busiest[place] += max(counts)
            assert len(values) == 1
        print(
            f"{type(game).__name__}, {count} positions: 1 thread {positions[0]:,} looked at, {times[0]:.2f} s; "
            f"{threads} threads {positions[1]:,}, {times[1]:.2f} s; "
            f"busiest thread 1/{busiest[0] / busiest[1]:.2f} of one alone",
            flush=True,
        )


def find_counting(core: Core, state: Any, counts: list[int]) -> int:
    """The value of a state for its mover; what each thread looked at is added to ``counts``."""
    run = core.run

    def run_counting(*arguments: Any) -> tuple[int, int]:
        found = run(*arguments)
        for number, workspace in enumerate(core.workspaces):
            counts[number] += int(workspace[NODES])
        return found

    core.run = run_counting  # type: ignore[method-assign, assignment]
    value, _same = core.find(state, -INFINITE, INFINITE, 0, 0, SearchClock(Limits(), 0.0, None), None)
    core.run = run  # type: ignore[method-assign]
    return value


def time_late_positions(count: int, least: int, most: int) -> None:
    game, chooser = load("connect4"), random.Random(2026)
    solve(game, draw_position(game, chooser, 36))
    times = []
    for _number in range(count):
        state = draw_position(game, chooser, chooser.randint(least, most))
        began = process_time()
        solve(game, state)
        times.append(process_time() - began)
    times.sort()
    print(
        f"connect4 7 x 6, {count} positions with {least} to {most} discs: mean {mean(times):.3f} s, median "
        f"{median(times):.3f} s, "
        f"slowest {times[-1]:.2f} s"
    )


def draw_position(game: Any, chooser: random.Random, discs: int) -> Any:
    """A random position with so many discs that is not over."""
    while True:
        state = game.start()
        for _disc in range(discs):
            if game.over(state):
                break
            state = game.play(state, chooser.choice(list(game.moves(state))))
        if not game.over(state):
            return state


if __name__ == "__main__":
    main()
