"""A user's script is typed through and through: mypy --strict and pyright agree on what comes out of each call."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_type

import elagage
from elagage import Game, Info, Limits, Result, Solution
from elagage.analysis import ask
from elagage.arena import MatchReport, TournamentReport, tournament
from elagage.paths import PathResult, astar, find_path, ida_star
from elagage.paths.problem import Problem
from elagage.question import Question


class Heap(NamedTuple):
    left: int
    turn: int


class Matches(Game[Heap, int]):
    def start(self) -> Heap:
        return Heap(21, 0)

    def player(self, state: Heap) -> int:
        return state.turn

    def moves(self, state: Heap) -> Iterable[int]:
        return range(1, min(3, state.left) + 1)

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.left - move, 1 - state.turn)

    def score(self, state: Heap) -> int:
        return -1 if state.turn == 0 else 1


class Stairs(Problem[int]):
    def start(self) -> int:
        return 0

    def goal(self, state: int) -> bool:
        return state == 9

    def successors(self, state: int) -> Iterable[tuple[int, int]]:
        return [(state + 1, 1), (state + 2, 1)]


def hear(info: Info[int]) -> None:
    assert_type(info.line, tuple[int, ...])


game = Matches()
assert_type(elagage.analyse(game, depth=3, on_info=hear), Result[int])
assert_type(elagage.analyse(game, Heap(5, 0)).move, int | None)
assert_type(ask(Question(game, game.start(), Limits(depth=3))), Result[int])
assert_type(elagage.solve(game), Solution[Heap, int])
assert_type(elagage.solve(game).best_moves, tuple[int, ...])
assert_type(elagage.solve(game).result_of(Heap(5, 0)), Result[int])
assert_type(elagage.search.alphabeta(game, depth=4), Result[int])
assert_type(elagage.load(game), Game[Heap, int])
assert_type(find_path(Stairs()), PathResult[int])
assert_type(find_path(Stairs()).path, tuple[int, ...])
graph = {"a": {"b": 1}, "b": {"c": 2}, "c": {}}
assert_type(astar(graph, "a", "c"), PathResult[str])
assert_type(ida_star(graph, "a", "c"), PathResult[str])
report = elagage.match("tictactoe", "level:3", "mcts playouts=500", games=40, workers=None, openings=2)
assert_type(report, MatchReport)
assert_type(report.wins, int)
assert_type(report.score, float)
assert_type(report.elo.low, float)
assert_type(report.players, tuple[str, str])
table = tournament(game, ["random", "first"], on_progress=lambda course: print(course.done + 1))
assert_type(table, TournamentReport)
elagage.paths.problems.load_problem("jugs:3,5:4")
elagage.exercises.generate
"""


def test_mypy_strict_accepts_a_users_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--follow-imports=silent",
            "--no-incremental",
            "--cache-dir",
            os.devnull,
            str(script),
        ],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_pyright_strict_accepts_a_users_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "src")], "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable, "--level", "error", str(script)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
