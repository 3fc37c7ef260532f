"""A list of positions, solved by whoever does the work: the same answers in the same order."""

from __future__ import annotations

import json
import os

import pytest

from elagage.arena import position_batches
from elagage.arena.execution.executor import Inline, LocalPool, executor_for
from elagage.arena.position_batches import solve_positions
from elagage.errors import FileError, LimitsError
from elagage.games import make
from elagage.loading import load

POSITIONS = [f"{a},{b},{c}" for a in range(4) for b in range(5) for c in range(6) if a + b + c]
RULES = """
import os
from elagage.games.nim import Nim
class My(Nim):
    def moves(self, state):
        if state.piles == (2, 2, 4):
            os._exit(7)
        return super().moves(state)
"""


def told(answers):
    return [{key: value for key, value in answer.items() if key not in ("seconds", "nodes")} for answer in answers]


def test_processes_give_the_answers_of_one_in_their_order():
    game = make("nim")
    alone = told(solve_positions(game, POSITIONS, Inline(), batch=1, plain=True))
    with LocalPool(2) as pool:
        assert told(solve_positions(game, POSITIONS, pool, 2, plain=True)) == alone
    assert [answer["position"] for answer in alone] == POSITIONS
    for text, answer in zip(POSITIONS, alone, strict=True):
        a, b, c = map(int, text.split(","))
        assert (answer["win"] == "max") == (a ^ b ^ c != 0)


def test_a_cluster_gives_them_too(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text("from elagage.games.nim import Nim\nclass My(Nim):\n    pass\n")
    game = load(f"{rules}:My")
    with executor_for(1, "local") as (executor, workers):
        found = told(solve_positions(game, POSITIONS[:20], executor, workers, plain=True))
    assert found == told(solve_positions(game, POSITIONS[:20], Inline(), plain=True))


@pytest.mark.skipif(os.name != "posix", reason="a process that dies")
def test_a_position_that_kills_its_worker_is_told_and_the_rest_is_solved(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(RULES)
    wanted = ["1,1,1", "1,0,0", "2,2,4", "0,0,2"]
    with LocalPool(2) as pool:
        found = list(solve_positions(load(f"{rules}:My"), wanted, pool, 2, plain=True))
    assert ["error" in answer for answer in found] == [False, False, True, False]
    assert "died" in found[2]["error"]


def test_rules_that_fail_are_told_in_the_line_of_their_position(run, tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(RULES.replace("os._exit(7)", "1 / 0"))
    path = tmp_path / "positions.txt"
    path.write_text("1,1,1\n2,2,4\n")
    for more in ((), ("--workers", "1")):
        code, out, _err = run("solve", f"{rules}:My", "--positions", str(path), "--plain", *more)
        first, second = (json.loads(line) for line in out.splitlines())
        assert code == 2
        assert first["win"] == "max"
        assert "ZeroDivisionError" in second["error"]


def test_the_engine_gives_the_same_values_and_best_moves_whoever_works():
    game = make("connect4", "4x4")
    texts = ["1", "12", "1122", "2", "3", "44", "11", "112", "13", "1314"]
    keys = ("position", "score", "win", "plies", "best")
    alone = [[answer.get(key) for key in keys] for answer in solve_positions(game, texts, Inline(), batch=1)]
    with LocalPool(2) as pool:
        assert [[answer.get(key) for key in keys] for answer in solve_positions(game, texts, pool, 2, batch=3)] == alone


def test_a_job_has_a_position():
    with pytest.raises(LimitsError):
        list(solve_positions(make("nim"), POSITIONS, Inline(), batch=0))


def test_a_game_that_changes_under_way_is_refused(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text("from elagage.games.nim import Nim\nclass My(Nim):\n    pass\n")
    answers = solve_positions(load(f"{rules}:My"), ["1,1,1", "1,0,0"], Inline(), batch=1, plain=True)
    assert next(answers)["win"] == "max"
    rules.write_text("from elagage.games.nim import Nim\nclass My(Nim):\n    limit = 1\n")
    from elagage.arena.game_jobs import load_checked_game

    load_checked_game.cache_clear()
    with pytest.raises(FileError, match="has changed"):
        next(answers)


def test_the_command_shares_a_list_out(run, tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text("\n".join([*POSITIONS[:12], "nonsense"]))
    code, out, _err = run("solve", "nim", "--positions", str(path), "--plain", "--workers", "2")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [line["position"] for line in lines] == [*POSITIONS[:12], "nonsense"]
    assert "error" in lines[-1]


def test_workers_need_a_list(run):
    code, _out, err = run("solve", "nim", "--workers", "2")
    assert code == 2
    assert "--positions" in err


def test_a_fault_of_ours_is_not_blamed_on_the_rules(monkeypatch):
    def fail(*_arguments):
        raise TypeError("an odd one")

    monkeypatch.setattr(position_batches, "answer_json", fail)
    (answer,) = solve_positions(load("nim:1,2"), ["1,2"], Inline(), plain=True)
    assert "this program's own code (TypeError: an odd one)" in answer["error"]
    assert "rules" not in answer["error"]
