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


WRONG = """
from elagage.paths import Problem


class Wrong(Problem):
    arcs = {"A": [("B", 1), ("G", 10)], "B": [("G", 1)], "G": []}

    def start(self):
        return "A"

    def successors(self, state):
        return self.arcs[state]

    def goal(self, state):
        return state == "G"

    def heuristic(self, state):
        return {"B": 50}.get(state, 0)


class Plane(Problem):
    def start(self):
        return (9, 5)

    def successors(self, state):
        x, y = state
        return [((x + 1, y), 1), ((x - 1, y), 1), ((x, y + 1), 1), ((x, y - 1), 1)]

    def goal(self, state):
        return state == (0, 0)

    def heuristic(self, state):
        return abs(state[0]) + abs(state[1])
"""


def test_the_least_is_claimed_only_where_it_is_known(run, tmp_path):
    (tmp_path / "own.py").write_text(WRONG)
    wrong, plane = f"{tmp_path / 'own.py'}:Wrong", f"{tmp_path / 'own.py'}:Plane"
    for algorithm in ("astar", "ida_star", "weighted_astar"):
        code, out, _err = run("path", wrong, "--algorithm", algorithm, "--lang", "fr")
        assert code == 0
        assert "coût 10, rien de promis : h n'est pas admissible" in out
        assert "en B elle vaut 50, et de là un but s'atteint au coût 1." in out
        assert "le minimum" not in out
        code, out, _err = run("path", wrong, "--algorithm", algorithm, "--json")
        answer = json.loads(out)
        assert (answer["optimal"], answer["bound"], answer["basis"], answer["least"]) == (False, None, "refuted", 2)
        assert answer["too_high"] == {"state": "B", "estimate": 50, "distance": 1}
    code, out, _err = run("path", wrong, "--compare", "--lang", "fr")
    (line,) = [line for line in out.splitlines() if line.startswith("astar")]
    assert line.endswith("rien de promis : h n'est pas admissible")
    assert "en B elle vaut 50" in out
    code, out, _err = run("path", plane, "--lang", "fr")
    assert "14 pas, coût 14, le minimum si h est admissible\n" in out
    code, out, _err = run("path", plane, "--lang", "en")
    assert "14 steps, cost 14, the least if h is admissible\n" in out
    answer = json.loads(run("path", plane, "--json")[1])
    assert (answer["optimal"], answer["promise"], answer["basis"]) == (False, 1.0, "assumption")
    code, out, _err = run("path", plane, "--algorithm", "dijkstra", "--lang", "fr")
    assert "coût 14, le minimum\n" in out


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
