"""Plain rules, compiled, against C: counting positions and bare alpha-beta on Connect 4 and Othello.

    make bench-native                          (or: python benchmarks/native.py)
    python benchmarks/native.py --learned      positions a second that the engine judges by learned weights, with no C

The C program beside this file (the same tree in the same order, as fast as we know how) is compiled here with FLAGS.
Both sides search the same tree to the same depth, in turn, ``--runs`` times; answers and node counts must be equal.
What counts is the ratio of nodes a second of CPU time. With ``--learned``, random openings are searched to a fixed
depth with shipped weights and with the game's own heuristic, in turn; leaves are what is judged, or has ended.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from elagage.compiler.link import compile_kernel, link_rules
from elagage.compiler.memory import new_words
from elagage.evaluation.heuristics import LEARNED, with_heuristic
from elagage.loading import load
from elagage.result import Limits
from elagage.search.compiled import Engine
from elagage.search.compiled.alphabeta import alphabeta_root
from elagage.search.compiled.features import INFINITE
from elagage.search.compiled.perft import perft_root
from elagage.search.compiled.workspace import NODES, ROOT

FLAGS = ("-O3", "-march=native", "-fno-tree-vectorize")
"""The vectors that pay are written by hand; those that gcc makes by itself cost more than they save."""
CASES = (
    ("connect4", "perft", 10),
    ("connect4", "alphabeta", 13),
    ("othello", "perft", 10),
    ("othello", "alphabeta", 12),
)
DEPTHS = {"othello": 9, "connect4": 13, "kalah": 12, "dots_and_boxes": 9}
"""The games with learned weights, and how deep they are searched."""
OPENINGS, PLIES = 5, 8


def run_kernel(game_name: str, what: str, depth: int) -> tuple[int, int, float]:
    """The compiled kernel's answer, its nodes, and its seconds of CPU time."""
    game = load(game_name)
    linked = link_rules(game)
    workspace = new_words(64, True)
    words = linked.flatten(game.start())
    workspace[ROOT : ROOT + linked.words] = words
    options = (0,) if what == "perft" else (-INFINITE, INFINITE)
    arguments = (linked.handle, depth, *options, workspace)
    kernel = perft_root if what == "perft" else alphabeta_root
    compile_kernel(linked, kernel, arguments, None)
    started = time.process_time()
    answer = int(kernel(*arguments, held=words))
    seconds = time.process_time() - started
    return answer, answer if what == "perft" else int(workspace[NODES]), seconds


def run_program(program: Path, game_name: str, what: str, depth: int) -> tuple[int, int, float]:
    """The C program's answer, its nodes, and its seconds of CPU time."""
    done = subprocess.run([str(program), game_name, what, str(depth)], check=True, capture_output=True, text=True)
    answer, nodes, seconds = done.stdout.split()
    return int(answer), int(nodes), float(seconds)


def time_weights(runs: int) -> None:
    """How many leaves a second are judged."""
    print("| | depth | learned, M leaves/s | M nodes/s | own heuristic, M leaves/s |\n| --- | --- | --- | --- | --- |")
    for spec, depth in DEPTHS.items():
        own = load(spec)
        openings = draw_openings(own)
        learned, plain = [], []
        for _run in range(runs):
            learned.append(time_search(with_heuristic(own, LEARNED), openings, depth))
            plain.append(time_search(own, openings, depth))
        leaves = [speed for speed, _nodes in learned]
        print(
            f"| {spec} | {depth} | {statistics.median(leaves):.2f} ({min(leaves):.2f} to {max(leaves):.2f}) "
            f"| {statistics.median(nodes for _leaves, nodes in learned):.2f} "
            f"| {statistics.median(speed for speed, _nodes in plain):.2f} |",
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


def time_search(game: Any, openings: list[Any], depth: int) -> tuple[float, float]:
    """Millions of leaves and of nodes a second."""
    engine = Engine(game)
    engine.deepen(openings[0], Limits(depth=1))
    leaves = nodes = 0
    began = time.process_time()
    for state in openings:
        result = engine.deepen(state, Limits(depth=depth))
        leaves, nodes = leaves + result.leaves, nodes + result.nodes
    seconds = time.process_time() - began
    return leaves / seconds / 1e6, nodes / seconds / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description="Compiled Python rules against C.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--learned", action="store_true", help="learned weights instead")
    options = parser.parse_args()
    runs = options.runs
    if options.learned:
        time_weights(runs)
        return 0
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("No C compiler was found: install one to compare with.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "native"
        source = Path(__file__).with_name("native.c")
        subprocess.run([compiler, *FLAGS, "-o", str(program), str(source)], check=True)
        print(f"{'':<22}{'depth':>6}{'nodes':>14}{'ours, M/s':>12}{'C, M/s':>10}{'ratio':>8}   lowest to highest")
        for game_name, what, depth in CASES:
            ratios, our_speeds, their_speeds = [], [], []
            for _run in range(runs):
                mine, other = run_kernel(game_name, what, depth), run_program(program, game_name, what, depth)
                if mine[:2] != other[:2]:
                    print(f"{game_name} {what}: {mine[:2]} is not {other[:2]}", file=sys.stderr)
                    return 1
                our_speeds.append(mine[1] / mine[2] / 1e6)
                their_speeds.append(other[1] / other[2] / 1e6)
                ratios.append(our_speeds[-1] / their_speeds[-1])
            ratio, our_speed, their_speed = (statistics.median(values) for values in (ratios, our_speeds, their_speeds))
            print(
                f"{game_name + ' ' + what:<22}{depth:>6}{mine[1]:>14,}{our_speed:>12.1f}{their_speed:>10.1f}"
                f"{ratio:>8.2f}"
                f"   {min(ratios):.2f} to {max(ratios):.2f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
