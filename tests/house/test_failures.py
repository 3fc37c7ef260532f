"""What goes wrong in a user's file or in a terminal ends in a sentence, and games load as people name them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from game_files import COUNT

from elagage import load
from elagage.cli.output import table
from elagage.errors import LoadError
from elagage.games import listings
from elagage.games.nim import Nim

RULES = "import sys\n" + COUNT


@pytest.mark.parametrize("problem", ["1 // 0", "sys.exit(3)", "state.missing", "helper(state)"])
@pytest.mark.parametrize(
    "words",
    [
        ("play", "{path}", "--max", "2", "--min", "2", "--plain"),
        ("analyse", "{path}", "--depth", "3", "--plain"),
        ("perft", "{path}", "3", "--plain"),
        ("tree", "{path}", "--depth", "3"),
    ],
    ids=lambda words: words[0],
)
def test_a_rule_that_fails_is_named_with_its_line(run, tmp_path, words, problem):
    path = tmp_path / "fails.py"
    rule = f"\n    def over(self, state):\n        return {problem} if state[0] < 4 else False\n"
    path.write_text(RULES + rule + "\ndef helper(state):\n    raise ValueError('no help')\n")
    line = 16 if "helper" in problem else 13
    code, _out, err = run(*(word.format(path=path) for word in words))
    assert code == 2
    assert err.startswith(f"elagage: The rule over of your game fails on line {line} of ")
    assert "elagage check" in err
    assert err.count("\n") == 1


def test_our_own_mistakes_are_not_blamed_on_the_user(monkeypatch, run):
    def broken(source):
        raise ZeroDivisionError

    monkeypatch.setattr("elagage.loading.load", broken)
    from elagage.cli import run as run_words

    with pytest.raises(ZeroDivisionError):
        run_words(["perft", "nim", "2"])


def test_a_game_too_deep_gets_a_sentence(run, tmp_path):
    path = tmp_path / "deep.py"
    path.write_text(RULES.replace("(5, 0)", "(9999, 0)").replace("min(2,", "min(1,"))
    code, _out, err = run("perft", str(path), "3000", "--plain", "--divide")
    assert (code, "smaller depth" in err) == (2, True)


@pytest.mark.parametrize("text", ["import sys\nsys.exit(0)\n", RULES + "    def __init__(self): sys.exit(1)\n"])
def test_a_file_that_ends_the_program(run, tmp_path, text):
    (tmp_path / "leaves.py").write_text(text)
    code, _out, err = run("play", str(tmp_path / "leaves.py"))
    assert (code, err.count("\n")) == (2, 1)


def test_a_class_is_made_into_a_game():
    assert load(Nim).piles == (3, 4, 5)
    with pytest.raises(LoadError, match="lacks start"):
        load(type("Empty", (type(load("nim")).__mro__[1],), {}))
    with pytest.raises(LoadError, match="no game"):
        load(7)


def test_names_of_files_that_look_like_trees(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("jeu(1).py", "my game (2).py"):
        (tmp_path / name).write_text(RULES)
        assert load(name).start() == (5, 0)
        assert load(name + ":Count").spec == name + ":Count"


def test_a_file_may_import_its_neighbour(tmp_path, monkeypatch):
    (tmp_path / "neighbour_of_mine.py").write_text("FIVE = 5\n")
    (tmp_path / "game.py").write_text("from neighbour_of_mine import FIVE\n" + RULES.replace("(5, 0)", "(FIVE, 0)"))
    before = list(sys.path)
    assert load(str(tmp_path / "game.py")).start() == (5, 0)
    monkeypatch.chdir(tmp_path)
    assert load("game.py").spec == "game.py"
    assert sys.path == before


def run_process(*words, typed=b"", **environment):
    return subprocess.run(
        [sys.executable, "-m", "elagage", *words],
        input=typed,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize("typed", [b"\xff\xfe\nb2\n", b"aide\nz\xc3\xa9\nquitter\n"])
def test_letters_that_a_terminal_lacks(typed):
    done = run_process(
        "play", "tictactoe", "--max", "human", "--min", "human", "--lang", "fr", typed=typed, PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"Pour continuer" in done.stdout
    wrong = run_process("play", "monopoly", "--lang", "fr", PYTHONIOENCODING="ascii")
    assert (wrong.returncode, b"Traceback" in wrong.stderr) == (2, False)


def test_bytes_that_are_no_text():
    words = ("play", "tictactoe", "--max", "human", "--min", "human")
    done = run_process(*words, typed=b"\xff\xfe\nb2\n", PYTHONIOENCODING="utf-8")
    assert done.returncode == 0
    assert b"--position b2" in done.stdout


def test_what_must_be_typed_is_not_cut_on_a_narrow_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    table([("game", "what it is", "with parameters", "notation", "known"), *listings()])
    out = capsys.readouterr().out
    assert "…" not in out
    for row in listings():
        assert row.name in out


def test_compare_as_json_and_to_the_end_of_a_tree(run):
    rows = json.loads(run("analyse", "((5 6) (7 (4 9) 5))", "--compare", "--json")[1])
    assert [row["algorithm"] for row in rows[:2]] == ["minimax", "negamax"]
    assert {row["score"] for row in rows} == {5}
    assert rows[0]["leaves"] == 6
    assert rows[-1]["algorithm"] == "minimum"
    deep = "(" * 6 + "7" + " 1)" * 6
    assert "+1" in run("analyse", deep, "--compare")[1].splitlines()[1]


def test_perft_prints_each_row_as_it_is_counted(run, monkeypatch):
    from elagage import analysis

    printed = []

    def count(game, state, depth, **_options):
        if depth == 3:
            raise KeyboardInterrupt
        return {None: depth}

    monkeypatch.setattr(analysis, "count", count)
    code, out, _err = run("perft", "nim", "5")
    printed = [line.split("\t")[:2] for line in out.splitlines()[1:]]
    assert (code, printed) == (130, [["1", "1"], ["2", "2"]])


def test_a_wrong_number_is_told_in_french():
    done = run_process("analyse", "nim", "--depth", "deep", "--lang", "fr", PYTHONIOENCODING="utf-8")
    assert done.returncode == 2
    assert "nombre entier" in done.stderr.decode()
