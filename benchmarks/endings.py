"""How long do endings of Othello take to solve, beside another program?

    python benchmarks/endings.py FILE [FILE ...]                 one position a line: board, side, ``; move:score`` ...
    python benchmarks/endings.py FILE --first 20 --last 39       numbers of positions, counted from ``--number`` on
    python benchmarks/endings.py FILE --nboard "PROGRAM ..."     another program too, in the same run, taking turns

Each position is solved by itself, with one thread and a table that holds nothing: the value, and no moves. The clock is
CPU time of this process, and of the other one, which is asked over the NBoard protocol to search 60 plies deep.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
from pathlib import Path
from time import process_time
from typing import Any

from elagage import Limits, load
from elagage.evaluation.heuristics import with_heuristic
from elagage.search.compiled.driver import SearchClock
from elagage.search.compiled.features import INFINITE
from elagage.solvers.exact.exact_core import Core

TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--number", type=int, default=1, help="the number of the first position of the first file")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=1 << 30)
    parser.add_argument("--heuristic", default="learned", help="what orders the moves")
    parser.add_argument("--nboard", help="a program that speaks NBoard, with its arguments")
    options = parser.parse_args()
    game = with_heuristic(load("othello"), options.heuristic)
    core = Core(game, 1, 256, 1, None)
    other = None if options.nboard is None else Other(shlex.split(options.nboard))
    lines = [line for path in options.files for line in path.read_text(encoding="ascii").splitlines() if line.strip()]
    ours = theirs = 0.0
    looked = 0
    print("| | empty | score | positions | CPU s | M/s | other, CPU s |\n| --- | --- | --- | --- | --- | --- | --- |")
    for number, line in enumerate(lines, options.number):
        if not options.first <= number <= options.last:
            continue
        board, _semicolon, scores = line.partition(";")
        state = game.parse_state(board)
        value, nodes, seconds = solve(core, state)
        wrong = "" if value == int(scores.split(";")[0].split(":")[1]) else " WRONG"
        spent = 0.0 if other is None else other.ask(game, state)
        ours, theirs, looked = ours + seconds, theirs + spent, looked + nodes
        empty = 64 - (state.black | state.white).bit_count()
        speed = nodes / seconds / 1e6
        print(
            f"| {number} | {empty} | {value:+}{wrong} | {nodes:,} | {seconds:.2f} | {speed:.1f} | {spent:.2f} |",
            flush=True,
        )
    print(f"| all | | | {looked:,} | {ours:.2f} | {looked / max(ours, 1e-9) / 1e6:.1f} | {theirs:.2f} |")


def solve(core: Core, state: Any) -> tuple[int, int, float]:
    """The score for the mover, the positions that were looked at, and the CPU time."""
    core.start_anew()
    core.begin()
    began = process_time()
    value, _same = core.find(state, -INFINITE, INFINITE, 0, 0, SearchClock(Limits(), 0.0, None), None)
    return core.margin(value), core.count_nodes(), process_time() - began


class Other:
    """A program that speaks NBoard."""

    def __init__(self, command: list[str]) -> None:
        folder = Path(command[0]).parent
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder
        )
        self.say("nboard 2", "set depth 60", "ping 1")
        self.read_until("pong 1")

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def read_until(self, beginning: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(beginning):
                return line
        raise SystemExit("The other program has ended.")

    def cpu_time(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def ask(self, game: Any, state: Any) -> float:
        """The CPU time until it moves."""
        board = game.state_name(state)[:64].replace("X", "*")
        side = "*" if state.turn == 0 else "O"
        ggf = f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 {board} {side}];)"
        began = self.cpu_time()
        self.say(f"set game {ggf}", "go")
        self.read_until("===")
        return self.cpu_time() - began


if __name__ == "__main__":
    main()
