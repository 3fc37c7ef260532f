"""``elagage path`` as a person types it."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest


def test_a_maze_is_drawn_with_its_path(run):
    code, out, _err = run("path", "maze:21x11#3")
    assert code == 0
    assert "S****#" in out
    assert "74 steps, cost 74, the least" in out
    assert "astar: " in out


def test_algorithms_are_compared(run):
    code, out, _err = run("path", "jugs:3,5:4", "--compare", "--json")
    rows = {row["algorithm"]: row for row in json.loads(out)}
    assert code == 0
    assert rows["astar"]["cost"] == rows["dijkstra"]["cost"] == rows["ida_star"]["cost"] == 6
    code, out, _err = run("path", "jugs:3,5:4", "--compare", "--lang", "fr")
    assert "le minimum" in out


def test_json_and_heuristics(run):
    code, out, _err = run("path", "npuzzle:8:15#2", "--heuristic", "linear_conflict", "--json")
    answer = json.loads(out)
    assert (code, answer["optimal"]) == (0, True)
    assert len(answer["path"]) == answer["steps"] + 1
    code, out, _err = run("path", "jugs:3,5:4", "--check")
    assert "Admissible" in out
    code, out, _err = run("path")
    assert "npuzzle" in out


def test_drawings(run, tmp_path):
    for name in ("map.svg", "map.txt"):
        code, _out, err = run("path", "grid:12x8:20#1:8", "--algorithm", "greedy", "-o", str(tmp_path / name))
        assert code == 0, err
    root = ET.fromstring((tmp_path / "map.svg").read_text())
    assert len(root.findall(".//{http://www.w3.org/2000/svg}rect")) == 12 * 8 + 1
    assert "*" in (tmp_path / "map.txt").read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("path", "nowhere"), "There is no problem"),
        (("path", "grid:S#G"), "No goal can be reached"),
        (("path", "grid:S.."), "one goal G"),
        (("path", "npuzzle:8#1", "--heuristic", "magic"), "There is no heuristic"),
        (("path", "npuzzle:8#1", "--weight", "2"), "weighted_astar"),
        (("path", "jugs:3,5:4", "-o", "x.txt"), "Only grids"),
        (("path", "maze:5x5#1", "-o", "x.bmp"), "can't be drawn"),
        (("path", "npuzzle:15#1", "--limit", "10"), "10"),
        (("path", "no/such.map"), "no/such.map"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(run, words, sentence):
    code, _out, err = run(*words)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1
