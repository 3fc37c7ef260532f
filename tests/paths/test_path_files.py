"""Problems that come from files: MovingAI maps and scenarios, road networks, a user's class;
wrong files and hostile texts get one sentence.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_path_problems import reachable, solve

from elagage.errors import ElagageError, FileError, LoadError
from elagage.i18n import use_language
from elagage.paths.problems import CATALOGUE, load_problem
from elagage.paths.problems.movingai import read_map, read_scenarios
from elagage.paths.problems.roads import read_roads

MAP = "type octile\nheight 3\nwidth 4\nmap\n..@.\nGSTW\n...."
SCEN = "version 1\n0\tsmall.map\t4\t3\t0\t0\t3\t2\t4.41421356\n1\tmaps/small.map\t4\t3\t1\t0\t1\t1\t1\n"


def test_maps_and_scenarios(tmp_path):
    (tmp_path / "small.map").write_text(MAP)
    (tmp_path / "small.scen").write_text(SCEN)
    assert read_map(tmp_path / "small.map") == [[1, 1, 0, 1], [1, 1, 0, 0], [1, 1, 1, 1]]
    first = load_problem(f"{tmp_path}/small.scen")
    assert solve(first)[0] == pytest.approx(first.optimal)
    second = load_problem(f"movingai:{tmp_path}/small.scen:2")
    assert solve(second)[0] == second.optimal == 1
    assert solve(load_problem(f"{tmp_path}/small.map"))[0] == pytest.approx(first.optimal)
    assert solve(load_problem(f"{tmp_path}/small.map:3,0:0,0")) is None
    for wrong in ("small.scen:3", "small.scen:0", "small.map:2,0:0,0", "small.map:9,9:0,0", "none.map", "none.scen"):
        with pytest.raises(ElagageError):
            load_problem(f"{tmp_path}/{wrong}")


@pytest.mark.parametrize(
    "text",
    ["", "map", MAP[:40], MAP.replace("3", "4", 1), MAP.replace("4", "5"), MAP.replace("T", "?"),
    MAP.replace("octile", "hex"),
     MAP.replace("height 3", "height x"), MAP.replace("3", "99999").replace("4", "99999"),
     MAP.replace("height 3", "height 0"), "\x00" * 99],
)  # fmt: skip
def test_maps_that_are_wrong(tmp_path, text):
    (tmp_path / "wrong.map").write_text(text)
    with pytest.raises(FileError):
        read_map(tmp_path / "wrong.map")


@pytest.mark.parametrize(
    "text",
    [
        "", "version 2\n", SCEN[:33], SCEN.replace("4.41421356", "nan"), SCEN.replace("\t3\t0", "\t-3\t0"),
        SCEN.replace("version", ""),
    ],
)  # fmt: skip
def test_scenarios_that_are_wrong(tmp_path, text):
    (tmp_path / "wrong.scen").write_text(text)
    with pytest.raises(FileError):
        read_scenarios(tmp_path / "wrong.scen")


def test_a_scenario_must_fit_its_map(tmp_path):
    (tmp_path / "small.map").write_text(MAP)
    (tmp_path / "large.scen").write_text(SCEN.replace("\t4\t3\t", "\t8\t6\t"))
    with pytest.raises(FileError, match="8 by 6"):
        load_problem(str(tmp_path / "large.scen"))


def test_bytes_that_are_no_text(tmp_path):
    (tmp_path / "b.map").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.map").mkdir()
    for name in ("b.map", "folder.map"):
        with pytest.raises(FileError):
            load_problem(str(tmp_path / name))


# Roads

ROADS = "A B 12.5 # two ways\nB > C 3\nA C 99\n\nA @ 48.85 2.35\nB @ 48.9 2.4\nC @ 48.95 2.35\n"


def test_roads(tmp_path):
    file = tmp_path / "city map.txt"
    file.write_text(ROADS)
    problem = load_problem(f"roads:{file} A C")
    cost, path = solve(problem)
    assert (cost, [problem.state_name(state) for state in path]) == (15.5, ["A", "B", "C"])
    assert 0 < problem.heuristic(problem.start()) <= 15.5
    assert problem.state_name(problem.parse_state("B")) == "B"
    assert solve(load_problem(str(file)))[0] == 15.5
    assert solve(load_problem(f"{file} C B"))[0] == 99 + 12.5
    for wrong in (f"roads:{file} A X", "roads:", "roads:none.txt", "none.road A B"):
        with pytest.raises(ElagageError):
            load_problem(wrong)
    chance = random.Random(1)
    lines = [f"{n} @ {chance.uniform(-80, 80)} {chance.uniform(-180, 180)}" for n in range(30)]
    lines += [f"{chance.randrange(30)} > {chance.randrange(30)} {chance.uniform(0.1, 9)}" for _n in range(120)]
    file.write_text("\n".join(lines))
    problem = load_problem(f"{file} 3 17")
    states = reachable(problem)
    for state in states:
        for near, step in problem.successors(state):
            assert problem.heuristic(state) <= step + problem.heuristic(near)


WRONG_ROADS = (
    "|# nothing|A B|A B -1|A B nan|A B inf|A B C|A > B|A > B x|A @ 91 0|A @ 1|A B C 3|A B 1e999|A @ x 2|A B 1_0"
)


@pytest.mark.parametrize("text", WRONG_ROADS.split("|"))
def test_roads_that_are_wrong(tmp_path, text):
    file = tmp_path / "wrong.road"
    file.write_text(text)
    with pytest.raises(FileError):
        read_roads(file)


def test_a_users_file(tmp_path):
    body = (
        "    def start(self): return 0\n    def successors(self, state): yield state + 1, 1\n"
        "    def goal(self, state): return state == 3\n"
    )
    file = tmp_path / "count.py"
    file.write_text(
        f"from elagage.paths.problem import Problem\nclass Count(Problem):\n{body}class Bare(Problem):\n    pass\n"
    )
    assert solve(load_problem(f"{file}:Count"))[0] == 3
    for wrong in (f"{file}", f"{file}:Bare", f"{file}:None_", f"{tmp_path}/none.py", f"{tmp_path}/x/y"):
        with pytest.raises(LoadError):
            load_problem(wrong)
    problem = load_problem(f"{file}:Count")
    assert load_problem(problem) is problem
    assert solve(load_problem(type(problem)))[0] == 3
    file.write_text("x = 1\n")
    with pytest.raises(LoadError, match="holds no problem"):
        load_problem(str(file))
    with pytest.raises(LoadError):
        load_problem(3)  # type: ignore[arg-type]


TEXTS = st.one_of(
    st.text(max_size=40),
    st.text("0123456789x:#,/.SGRUF'2 \n-@²９", max_size=24),
    st.sampled_from(["8:", "99x99", "5x5:z9", "5x5:e9", "²", "3,5:²", "1" * 5000, "0x0", "9999x9999",
    "missionaries:0,0", "\0.map", "\0.txt A B"]),
)  # fmt: skip


@given(st.sampled_from(sorted(CATALOGUE)), TEXTS)
def test_hostile_texts_raise_our_errors_alone(name, text):
    for source in (f"{name}:{text}", text, f"{text}.map", f"{text}.scen:1", f"{text}.road A B"):
        try:
            problem = load_problem(source)
            list(problem.successors(problem.start()))
            problem.parse_state(text)
        except ElagageError:
            continue


def test_a_text_file_is_a_grid_if_it_looks_like_one_and_else_roads(tmp_path):
    (tmp_path / "lab.txt").write_text("S.#\n..G\n")
    (tmp_path / "labo.txt").write_text("D.#\n..A\n")
    (tmp_path / "roads.txt").write_text("A B 3\nB G 2\n")
    english, french = (load_problem(f"{tmp_path}/{name}.txt") for name in ("lab", "labo"))
    assert english.weights == french.weights
    assert (english.first, english.last) == (french.first, french.last)
    assert load_problem(f"{tmp_path}/lab.txt:8").ways == 8
    assert solve(load_problem(f"{tmp_path}/roads.txt"))[0] == 5
    (tmp_path / "bad.txt").write_text("hello\n")
    with pytest.raises(FileError, match=r"bad\.txt is read as a road network, since it is no picture of a grid"):
        load_problem(f"{tmp_path}/bad.txt")
    with pytest.raises(LoadError, match="holds no grid"):
        load_problem(f"{tmp_path}/roads.txt:8")


def test_a_grid_is_drawn_with_the_letters_of_the_language():
    grid = load_problem("grid:D.#/..A")
    assert grid.draw() == "S.#\n..G"
    with use_language("fr"):
        assert grid.draw() == "D.#\n..A"
        assert load_problem(f"grid:{grid.draw()}").weights == grid.weights
        with pytest.raises(LoadError, match="un départ D et une arrivée A"):
            load_problem("grid:D.#/...")
