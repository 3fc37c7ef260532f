"""``elagage learn``: what it says, what it refuses, and that its file is a heuristic like any other."""

from __future__ import annotations

import json

import pytest

from elagage.learn import Lesson, learn

LITTLE = "--positions", "1000", "--depth", "2", "--workers", "1"


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    path = tmp_path_factory.mktemp("learn") / "hexapawn.weights"
    learn("hexapawn", path, Lesson(1, 1000, 2, 0))
    return path


def test_learning_says_what_each_generation_came_to(run, weights, tmp_path):
    path = tmp_path / "hexapawn.weights"
    code, out, err = run("learn", "hexapawn", "-o", str(path), *LITTLE, "--generations", "1")
    assert code == 0
    assert out.startswith("Generation 1: 1")
    assert f"The weights are in {path}." in err
    assert path.read_bytes() == weights.read_bytes()


def test_what_was_learned_is_a_heuristic_like_any_other(run, weights):
    code, out, _err = run("analyse", "hexapawn", "--depth", "3", "--heuristic", str(weights), "--json")
    assert code == 0
    assert json.loads(out)["depth"] == 3
    code, _out, _err = run(
        "match", "hexapawn", f"greedy heuristic={weights}", "random", "--games", "4", "--workers", "1"
    )
    assert code == 0


def test_a_file_that_is_there_is_gone_on_with_or_left_alone(run, weights):
    before = weights.read_bytes()
    words = "learn", "hexapawn", "-o", str(weights), *LITTLE
    code, _out, err = run(*words)
    assert (code, "--resume" in err) == (2, True)
    code, out, _err = run(*words, "--generations", "1", "--resume", "--json")
    assert (code, len(json.loads(out)["generations"])) == (0, 1)
    code, _out, err = run(*words, "--lang", "fr")
    assert (code, "reprenez" in err) == (2, True)
    assert weights.read_bytes() == before


def test_a_report_is_drawn_of_what_was_learned(run, weights, tmp_path):
    page = tmp_path / "report.html"
    code, _out, err = run("learn", "hexapawn", "--heuristic", str(weights), "--report", str(page), "--lang", "fr")
    assert code == 0
    assert f"Le rapport est dans {page}." in err
    assert "Ce qui a été appris de hexapawn" in page.read_text(encoding="utf-8")
    drawing = tmp_path / "report.svg"
    goal = tmp_path / "again.weights"
    code, _out, err = run(
        "learn", "hexapawn", "-o", str(goal), *LITTLE, "--generations", "1", "--report", str(drawing)
    )  # fmt: skip
    assert (code, f"The report is in {drawing}." in err) == (0, True)
    assert drawing.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("hexapawn", "-o", "x.txt"), "must end with .weights"),
        (("hexapawn", "-o", "no/such/folder/x.weights"), "folder"),
        (("hexapawn", "-o", "x.weights", "--positions", "5"), "1000 positions"),
        (("hexapawn", "-o", "x.weights", "--depth", "0"), "plies ahead"),
        (("nothing", "-o", "x.weights"), "There is no game"),
        (("hexapawn",), "-o"),
        (("hexapawn", "--heuristic", "x.weights"), "--report"),
        (("hexapawn", "--heuristic", "x.weights", "--report", "r.svg", "-o", "y.weights"), "without -o"),
        (("hexapawn", "--heuristic", "x.weights", "--report", "r.svg"), "There is no file"),
        (("hexapawn", "--heuristic", "odd", "--report", "r.svg"), "no heuristic 'odd'"),
        (("hexapawn", "-o", "x.weights", "--report", "r.txt"), ".html"),
    ],
)
def test_bad_input_is_one_sentence(run, words, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _out, err = run("learn", *words)
    assert code == 2
    assert part in err
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())
