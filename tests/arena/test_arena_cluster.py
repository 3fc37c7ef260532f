"""The same tournament on a pool of processes and on a Dask cluster gives the same table."""

from __future__ import annotations

import pytest

from elagage.arena.execution.executor import executor_for
from elagage.arena.game_store import Store
from elagage.arena.plan_runner import run_plan
from elagage.arena.report import tournament_report
from elagage.arena.schedule import make_plan
from elagage.errors import LoadError


def table(plan, path, cluster):
    with Store(path, plan) as store, executor_for(2, cluster) as (executor, workers):
        course = run_plan(plan, store, executor, workers)
        return course.ended, str(tournament_report(course))


def test_a_cluster_gives_the_same_table_as_a_pool(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(
        "from elagage.games.nim import Nim\nclass My(Nim):\n    def heuristic_zero(self, state):\n        return 0\n"
    )
    players = ["random", "greedy heuristic=zero", "alphabeta depth=2", "mcts playouts=10"]
    plan = make_plan(f"{rules}:My", players, 6, kind="round-robin", seed=2)
    assert table(plan, tmp_path / "pool", None) == table(plan, tmp_path / "cluster", "local")


def test_a_player_that_hangs_loses_on_a_cluster_too(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(
        "from elagage.games.nim import Nim\nclass My(Nim):\n    def heuristic_spin(self, state):\n        while "
        "True:\n            pass\n"
    )
    players = ["alphabeta depth=1 heuristic=spin", "greedy heuristic=spin"]
    plan = make_plan(f"{rules}:My", players, 4, kind="round-robin", openings="0", patience=0.3)
    ended, text = table(plan, None, "local")
    assert ended == "done"
    assert text.count("hang:2") == 2, text


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr("elagage.arena.execution.cluster.PATIENCE", 0.5)
    with pytest.raises(LoadError, match="no cluster"), executor_for(1, "tcp://127.0.0.1:1"):
        pass
