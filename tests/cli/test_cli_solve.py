"""``elagage solve``, and solutions in ``play`` and ``analyse``, as a person types them."""

from __future__ import annotations

import json

import pytest

from elagage.solvers import load_solution


def test_solve_prints_value_best_moves_and_counts(run):
    code, out, _err = run("solve", "tictactoe", "--position", "X.X/OO./...", "--plain")
    assert code == 0
    assert "X to move: X wins in 1 ply" in out
    assert "Best move: b1" in out
    code, out, _err = run("solve", "nim:2,2", "--counts", "--plain")
    assert code == 0
    assert "retrograde analysis: 14 positions, 24 moves" in out
    assert "won\tlost\tdrawn\twithout end" in out


def test_solve_speaks_french(run):
    code, out, _err = run("solve", "tictactoe", "--position", "X.X/OO./...", "--plain", "--lang", "fr")
    assert code == 0
    assert "Trait à X : X gagne en 1 demi-coup" in out
    assert "Meilleur coup : b1" in out


def test_solve_json(run):
    code, out, _err = run("solve", "nim:1,2,3", "--method", "retrograde", "--plain", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["score"], answer["win"], answer["plies"], answer["exact"]) == (-1, "min", 6, True)
    assert (answer["method"], answer["game"], answer["position"]) == ("retrograde", "nim:1,2,3", "1,2,3")
    assert answer["positions"] == answer["won"] + answer["lost"] + answer["drawn"] + answer["endless"]
    assert answer["longest"]["plies"] == len(answer["by_distance"]) - 1
    assert set(answer["best"]) <= {entry["move"] for entry in answer["moves"]}


@pytest.mark.parametrize("words", [(), ("--method", "alphabeta"), ("--method", "retrograde")])
def test_a_bound_that_the_method_does_not_keep_is_refused(run, words):
    code, _out, err = run("solve", "nim:1,2,3", "--nodes", "5", "--plain", *words)
    assert code == 2
    assert "proof" in err
    assert len(err.strip().splitlines()) == 1


def test_positions_are_answered_line_by_line(run, tmp_path):
    path = tmp_path / "lines"
    path.write_text("1,2,3\nnonsense\n0,0,0\n1,1,0 min\n")
    code, out, _err = run("solve", "nim:1,2,3", "--positions", str(path), "--plain")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [answer.get("score") for answer in answers] == [-1, None, -1, 1]
    assert "nonsense" in answers[1]["error"]


def test_a_solution_is_saved_verified_played_and_analysed(run, tmp_path):
    path = tmp_path / "nim.sol"
    code, out, _err = run("solve", "nim:1,2,3", "--save", str(path), "--verify", "--plain")
    assert code == 0
    assert "Certificate" in out
    assert "none in disagreement" in out
    assert load_solution(path).value == -1
    code, out, _err = run("solve", "nim:1,2,3", "--solution", str(path), "--verify", "--json", "--plain")
    answer = json.loads(out)
    assert (code, answer["score"], answer["certificate"]["valid"]) == (0, -1, True)
    code, out, _err = run("analyse", "nim:1,2,3", "--solution", str(path), "--json")
    assert json.loads(out)["exact"] is True
    code, out, _err = run("play", "nim:1,2,3", "--solution", str(path), "--max", "1", "--min", "1")
    assert code == 0
    assert "perfect play" in out
    assert "Min wins" in out
    code, out, _err = run("play", "nim:1,2,3", "--solution", str(path), typed="hint\nquit\n")
    assert "(exact)" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("solve", "nim:2,2", "--method", "proof", "--save", "x"), "need all positions"),
        (("solve", "nim:2,2", "--position", "2,1", "--positions", "x"), "not both"),
        (("solve", "morris", "--method", "alphabeta"), "can cycle"),
        (("solve", "nim:2,2", "--memory", "0"), "0"),
        (("solve", "nim:2,2", "--solution", "no/such/file"), "There is no file"),
        (("solve", "nim:2,2", "--save", "README.md"), "another name"),
        (("solve", "nim:2,2", "--method", "magic"), "magic"),
        (("solve", "tictactoe", "--method", "retrograde", "--memory", "1", "--plain"), "give more memory"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(run, words, sentence):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_proof_numbers_from_the_command_line(run):
    code, out, _err = run("solve", "hexapawn:3x3", "--method", "proof", "--plain")
    assert code == 0
    assert "Black wins" in out
    assert "proof numbers" in out
    code, _out, err = run("solve", "connect4", "--method", "proof", "--nodes", "100", "--plain")
    assert code == 2
    assert "nothing was proven" in err
