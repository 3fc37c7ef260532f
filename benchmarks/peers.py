"""Plain rules, compiled, against the same rules interpreted, OpenSpiel's Python alpha-beta and easyAI's own Connect 4.

    make bench-peers        (or: python benchmarks/peers.py, with open_spiel and easyAI installed)

Everybody searches Connect 4 from the empty board with bare alpha-beta, columns from left to right, and an evaluation of
0: the same tree, so the same nodes. What counts is the ratio of nodes a second of CPU time, both sides in turn,
``--runs`` times. A peer that is not installed is named and left out.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from elagage.compiler.link import compile_kernel, link_rules
from elagage.compiler.memory import new_words
from elagage.game import Game, derive
from elagage.loading import load
from elagage.search import alphabeta
from elagage.search.compiled.alphabeta import alphabeta_root
from elagage.search.compiled.features import INFINITE
from elagage.search.compiled.workspace import NODES, ROOT

NEWCOMER = Path(__file__).resolve().parent.parent / "examples" / "connect_four.py"
Side = Callable[[int], tuple[int, float]]
"""A depth in; nodes and seconds of CPU time out."""


def evaluate_nothing(_self: Game[Any, Any], _state: Any) -> int:
    return 0


def make_compiled_side(spec: str) -> Side:
    game = derive(load(spec), heuristic=evaluate_nothing)
    linked = link_rules(game)
    workspace = new_words(64, True)
    words = linked.flatten(game.start())
    workspace[ROOT : ROOT + linked.words] = words

    def run(depth: int) -> tuple[int, float]:
        arguments = (linked.handle, depth, -INFINITE, INFINITE, workspace)
        compile_kernel(linked, alphabeta_root, arguments, None)
        workspace[NODES] = 0
        started = time.process_time()
        alphabeta_root(*arguments, held=words)
        return int(workspace[NODES]), time.process_time() - started

    return run


def make_plain_side(spec: str) -> Side:
    game = derive(load(spec), heuristic=evaluate_nothing)

    def run(depth: int) -> tuple[int, float]:
        started = time.process_time()
        nodes = alphabeta(game, None, depth).nodes
        return nodes, time.process_time() - started

    return run


def open_spiel() -> Side:
    """OpenSpiel's Python alpha-beta on its C++ game; its nodes are those of the same tree."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("connect_four")
    same = make_plain_side("connect4")

    def run(depth: int) -> tuple[int, float]:
        started = time.process_time()
        minimax.alpha_beta_search(game, value_function=lambda _state: 0, maximum_depth=depth, maximizing_player_id=0)
        spent = time.process_time() - started
        return same(depth)[0], spent

    return run


def easy_ai() -> Side:
    """EasyAI's Negamax on the Connect 4 that it ships, its nodes counted by the moves it makes."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour

    def run(depth: int) -> tuple[int, float]:
        search = Negamax(depth)
        game = ConnectFour([AI_Player(search), AI_Player(search)])
        same = make_plain_side("connect4")(depth)[0]
        started = time.process_time()
        search(game)
        return same, time.process_time() - started

    return run


ROWS: tuple[tuple[str, Callable[[], Side], Callable[[], Side], int, int, int], ...] = (
    (
        "newcomer's class: compiled / interpreted",
        lambda: make_compiled_side(str(NEWCOMER)),
        lambda: make_plain_side(str(NEWCOMER)),
        11,
        7,
        100,
    ),
    ("connect4: compiled / OpenSpiel's Python", lambda: make_compiled_side("connect4"), open_spiel, 13, 8, 100),
    ("connect4: compiled / easyAI as shipped", lambda: make_compiled_side("connect4"), easy_ai, 13, 5, 1000),
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compiled rules against the peers.")
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    print(f"{'':<44}{'ours, k/s':>12}{'theirs, k/s':>13}{'ratio':>9}{'bar':>7}   lowest to highest")
    for name, ours, theirs, our_depth, their_depth, bar in ROWS:
        try:
            mine, other = ours(), theirs()
        except ImportError as error:
            print(f"{name:<44} {error.name} is not installed", file=sys.stderr)
            continue
        speeds = []
        for _run in range(runs):
            (nodes, seconds), (their_nodes, their_seconds) = mine(our_depth), other(their_depth)
            speeds.append((nodes / seconds / 1e3, their_nodes / their_seconds / 1e3))
        ratios = [a / b for a, b in speeds]
        our_speed, their_speed = (statistics.median(pair[i] for pair in speeds) for i in (0, 1))
        spread = f"{min(ratios):,.0f} to {max(ratios):,.0f}"
        print(
            f"{name:<44}{our_speed:>12,.0f}{their_speed:>13,.1f}{statistics.median(ratios):>9,.0f}{bar:>7,}   {spread}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
