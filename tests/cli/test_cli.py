"""The commands as a person types them, and every kind of bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from game_files import COUNT

from elagage.cli.commands import ROOMS
from elagage.trace import Trace


@pytest.fixture
def files(tmp_path):
    """Files that people hand to the command line."""
    contents = {
        "good.py": COUNT,
        "two.py": COUNT + "\nclass Other(Count):\n    pass\n",
        "syntax.py": "class Count(Game:\n",
        "nothing.py": "x = 1\n",
        "raises.py": "1 / 0\n",
        "no_moves.py": COUNT.replace("def moves", "def wrong"),
        "wrong_player.py": COUNT.replace("return state[1]", "return 7"),
        "needs.py": COUNT.replace("    def start", "    def __init__(self, size): self.size = size\n    def start"),
        "endless.py": COUNT.replace("state[0] - move", "5"),
        "game.txt": COUNT,
        "positions.txt": "4453\n\n9\n11\n",
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "latin.py").write_bytes(b"# \xe9t\xe9\n" + COUNT.encode())
    (tmp_path / "folder.py").mkdir()
    return tmp_path


def test_help_alone_and_in_french(run):
    code, out, _err = run()
    assert code == 0
    assert "elagage play connect4" in out
    code, out, _err = run("--help", "--lang", "fr")
    assert code == 0
    assert "Commandes" in out


@pytest.mark.parametrize("command", sorted(name for names in ROOMS.values() for name in names))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_has_help(run, command, language):
    code, out, _err = run(command, "--help", "--lang", language)
    assert code == 0
    assert out


def test_version(run):
    assert run("--version")[1].startswith("elagage ")


def test_games(run):
    assert "othello" in run("games")[1]
    rows = json.loads(run("games", "--json")[1])
    assert {"name", "title", "parameters", "notation", "known"} == set(rows[0])


def test_analyse(run):
    code, out, _err = run("analyse", "connect4", "--position", "141516", "--depth", "4")
    assert code == 0
    assert "Yellow (X) to move: 1, Yellow wins in 1 ply (exact)" in out


def test_analyse_json(run):
    code, out, _err = run("analyse", "connect4", "--position", "141516", "--depth", "4", "--json")
    answer = json.loads(out)
    assert code == 0
    assert set(answer) >= {
        "game",
        "position",
        "player",
        "move",
        "score",
        "exact",
        "depth",
        "nodes",
        "seconds",
        "line",
        "moves",
    }
    assert (answer["game"], answer["player"], answer["move"], answer["score"], answer["exact"]) == (
        "connect4",
        0,
        "1",
        1,
        True,
    )
    assert (answer["win"], answer["plies"], answer["line"]) == ("max", 1, ["1"])
    assert len(answer["moves"]) == 7
    assert answer["moves"][0] == {"move": "1", "score": 1, "win": "max", "plies": 1, "exact": True}


def test_analyse_an_ended_game(run):
    code, out, _err = run("analyse", "connect4", "--position", "1212121")
    assert (code, "The game is over" in out) == (0, True)
    answer = json.loads(run("analyse", "connect4", "--position", "1212121", "--json")[1])
    assert (answer["move"], answer["win"], answer["moves"]) == (None, "max", [])


def test_analyse_a_file_of_positions(run, files):
    code, out, _err = run("analyse", "connect4", "--positions", str(files / "positions.txt"), "--depth", "2")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert len(answers) == 4
    assert ["error" in answer for answer in answers] == [False, False, True, False]
    assert answers[2]["position"] == "9"


def test_analyse_positions_from_standard_input(run):
    code, out, _err = run("analyse", "tictactoe", "--positions", "-", "--depth", "9", typed="b2\na1\n")
    assert code == 0
    assert [json.loads(line)["score"] for line in out.splitlines()] == [0, 0]


def test_analyse_by_another_heuristic(run):
    code, out, _err = run("analyse", "othello", "--heuristic", "discs", "--depth", "1", "--json", "--plain")
    assert (code, json.loads(out)["score"]) == (0, 3)
    code, _out, err = run("analyse", "othello", "--heuristic", "nothing", "--depth", "1")
    assert code == 2
    assert "discs" in err


def test_analyse_a_level(run):
    answer = json.loads(run("analyse", "connect4", "--level", "4", "--json")[1])
    assert answer["depth"] == 3


def test_compare(run):
    code, out, _err = run("analyse", "tictactoe", "--depth", "4", "--compare")
    assert code == 0
    assert "alphabeta" in out
    assert "minimum" in out


def test_perft(run):
    counted = json.loads(run("perft", "othello", "5", "--json")[1])
    assert counted["counts"] == [4, 12, 56, 244, 1396]
    assert len(counted["seconds"]) == 5
    assert all(seconds >= 0 for seconds in counted["seconds"])
    answer = json.loads(run("perft", "othello", "3", "--divide", "--json")[1])
    assert answer["seconds"] >= 0
    assert answer["count"] == 56
    assert set(answer["divide"]) == {"d3", "c4", "f5", "e6"}
    assert run("perft", "connect4", "2", "--divide")[1].splitlines()[-1].split() == ["total", "49"]
    assert json.loads(run("perft", "connect4", "0", "--json")[1])["count"] == 1


def test_check(run, files):
    code, out, _err = run("check", str(files / "good.py"))
    assert code == 0
    assert "Count is sound" in out
    assert json.loads(run("check", "othello:4", "--json")[1])["sound"] is True
    assert "30 games did not end" in run("check", str(files / "endless.py"))[1]
    code, _out, err = run("check", str(files / "wrong_player.py"))
    assert code == 2
    assert "player" in err


@pytest.mark.parametrize(
    "algorithm",
    [
        "minimax",
        "memoised",
        "negamax",
        "alphabeta",
        "deepening",
        "quiescence",
        "and_or",
        "pvs",
        "mtdf",
        "probcut",
        "mcts",
    ],
)
def test_tree_draws_every_algorithm(run, algorithm):
    code, out, _err = run("tree", "((5 6) (7 4 5))", "--algorithm", algorithm)
    assert code == 0
    assert out.count("\n") > 3
    code, out, _err = run("tree", "tictactoe", "--position", "b2a1c3a3", "--algorithm", algorithm, "--ascii")
    assert code == 0
    assert out.isascii()


def test_tree_shows_the_cuts_of_the_course(run):
    code, out, _err = run("tree", "a=(b=(d=(1 4) e=(5 6)) c=(f=(2 1) g=(1 0)))")
    assert code == 0
    assert out == (
        "▲ a = 4\n"
        "├─ ▼ b = 4\n"
        "│  ├─ ▲ d = 4\n"
        "│  │  ├─ □ = 1\n"
        "│  │  └─ □ = 4\n"
        "│  └─ ▲ e ≥ 5 [-∞ ; 4]\n"
        "│     ├─ □ = 5\n"
        "│     └╫ β cut: 5 ≥ β = 4; 1 move skipped: 6\n"
        "└─ ▼ c ≤ 2 [4 ; +∞]\n"
        "   ├─ ▲ f ≤ 2 [4 ; +∞]\n"
        "   │  ├─ □ = 2\n"
        "   │  └─ □ = 1\n"
        "   └╫ α cut: 2 ≤ α = 4; 1 move skipped: g=(1 0)\n"
    )


def test_a_value_that_equals_a_bound_of_the_window_is_a_bound(run):
    """At the second move Min has found a 5 against Max's 5: 5 at most, and the 4 is never looked at."""
    assert run("tree", "((5 6) (5 4))")[1] == (
        "▲ = 5\n"
        "├─ ▼ = 5\n"
        "│  ├─ □ = 5\n"
        "│  └─ □ = 6\n"
        "└─ ▼ ≤ 5 [5 ; +∞]\n"
        "   ├─ □ = 5\n"
        "   └╫ α cut: 5 ≤ α = 5; 1 move skipped: 4\n"
    )
    assert "▼ ≤ 5 [5 ; +∞]" in run("tree", "((5 6) (5 7))")[1]
    assert "▲ ≥ 5 [-∞ ; 5]" in run("tree", "tree:min:((5 4) (5 3))")[1]
    assert "▼ ≥ -5 [-∞ ; -5]" in run("tree", "((5 6) (5 7))", "--form", "negamax")[1]


def test_tree_to_a_file_and_its_limit(run, tmp_path):
    code, _out, _err = run("tree", "((5 6) (7 4 5))", "-o", str(tmp_path / "tree.txt"))
    assert code == 0
    assert (tmp_path / "tree.txt").read_text(encoding="utf-8").startswith("▲")
    out = run("tree", "tictactoe", "--depth", "3", "--limit", "5")[1]
    assert len(out.splitlines()) == 6
    assert "more lines" in out


def test_bench_is_the_same_each_time_and_on_every_machine(run):
    """A change of behaviour changes tests/bench.txt in the same commit, whose message says ``Bench: n``."""
    written = (Path(__file__).parents[1] / "bench.txt").read_text(encoding="utf-8")
    one, two = (run("bench")[1] for _time in range(2))
    plain = run("bench", "--plain")[1]
    assert [text.splitlines()[-1] for text in (one, two)] == re.findall("^Bench: .*", written, re.M) * 2, one
    assert plain.splitlines()[-1] == f"Bench: {re.search('^Plain: (.*)', written, re.M)[1]}", plain
    assert f"Bench: {json.loads(run('bench', '--json')[1])['nodes']}" == one.splitlines()[-1]


def test_a_users_file(run, files):
    code, out, _err = run("analyse", str(files / "good.py"), "--depth", "9")
    assert code == 0
    assert "Max wins" in out
    assert run("analyse", str(files / "two.py") + ":Other", "--depth", "9", "--plain")[0] == 0


BAD = {
    "a full column": (["analyse", "connect4", "--position", "1111111"], "full"),
    "a square that isn't there": (["analyse", "othello", "--position", "z9"], "z9"),
    "a move that isn't legal": (["analyse", "othello", "--position", "a1"], "legal"),
    "a file that isn't Python": (["check", "{files}/syntax.py"], "line 1"),
    "a file with another ending": (["check", "{files}/game.txt"], ".py"),
    "a file without a game": (["check", "{files}/nothing.py"], "no game"),
    "a file that raises": (["check", "{files}/raises.py"], "ZeroDivisionError"),
    "a file that isn't UTF-8": (["check", "{files}/latin.py"], "UTF-8"),
    "a file that isn't there": (["check", "{files}/missing.py"], "no file"),
    "a folder": (["check", "{files}/folder.py"], "can't be read"),
    "a class without moves": (["play", "{files}/no_moves.py"], "lacks moves"),
    "a class that needs arguments": (["play", "{files}/needs.py"], "defaults"),
    "several games in a file": (["play", "{files}/two.py"], "several games"),
    "a class that isn't in the file": (["play", "{files}/two.py:Third"], "no game 'Third'"),
    "depth -1": (["analyse", "connect4", "--depth", "-1"], "depth of -1"),
    "depth 0": (["analyse", "connect4", "--depth", "0"], "depth of 0"),
    "a depth that isn't a number": (["analyse", "connect4", "--depth", "deep"], "deep"),
    "perft -1": (["perft", "connect4", "--", "-1"], "depth of -1"),
    "a negative time": (["analyse", "connect4", "--time", "-1"], "time"),
    "an endless time": (["analyse", "connect4", "--time", "nan"], "time"),
    "an empty tree": (["tree", "()"], "empty"),
    "an unbalanced tree": (["tree", "((1 2)"], "never closed"),
    "a leaf that isn't a number": (["tree", "(1 x)"], "'x'"),
    "a tree too large to trace": (["tree", "tictactoe", "--depth", "9", "--algorithm", "minimax"], "smaller depth"),
    "an unknown format": (["tree", "(1 2)", "-o", "tree.xyz"], ".txt"),
    "an unwritable file": (["tree", "(1 2)", "-o", "{files}/nowhere/tree.txt"], "can't be written"),
    "an unknown game": (["play", "monopoly"], "monopoly"),
    "wrong parameters": (["play", "connect4:7"], "connect4:7x6"),
    "an odd board": (["play", "othello:7"], "even"),
    "a board too large": (["play", "connect4:99x99"], "columns"),
    "an unknown level": (["play", "connect4", "--level", "11"], "1 to 10"),
    "an unknown player": (["play", "connect4", "--max", "bob"], "bob"),
    "an unknown command": (["think"], "think"),
    "an unknown option": (["play", "--fast"], "--fast"),
    "an unknown language": (["games", "--lang", "xx"], "xx"),
    "a saved game that isn't there": (["play", "--load", "{files}/missing.json"], "no file"),
    "a saved game that isn't one": (["play", "--load", "{files}/good.py"], "not a saved game"),
    "both a game and a saved one": (["play", "connect4", "--load", "{files}/good.py"], "--load without"),
    "positions that aren't there": (["analyse", "connect4", "--positions", "{files}/missing.txt"], "can't be read"),
    "positions that aren't UTF-8": (["analyse", "connect4", "--positions", "{files}/latin.py"], ""),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_sentence_in_both_languages_and_exit_code_2(run, files, case, monkeypatch):
    monkeypatch.setattr(Trace.__init__, "__defaults__", (5_000,))  # as many steps as a trace keeps
    words, expected = BAD[case]
    code, out, err = run(*(word.format(files=files) for word in words))
    assert code == 2
    assert "Traceback" not in out + err
    if expected:
        assert expected in err
        assert err.startswith("elagage: ")
        assert err.count("\n") == 1
    if "--lang" not in words and "--" not in words and err:
        code, _out, french = run(*(word.format(files=files) for word in words), "--lang", "fr")
        assert code == 2
        assert french != err


def test_help_imports_nothing_heavy():
    script = (
        "import sys, atexit\n"
        "from elagage.cli import main\n"
        "atexit.register(lambda: print(sorted({'rich', 'numba', 'numpy', 'hypothesis'} & set(sys.modules)), "
        "file=sys.stderr))\n"
        "main(['--help'])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_a_closed_pipe_is_no_error():
    process = subprocess.Popen(
        [sys.executable, "-m", "elagage", "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() in (0, 1)
