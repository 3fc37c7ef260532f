"""Figures and pages of path searches: what they hold, and how the command writes them."""

from __future__ import annotations

import json
import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.errors import LimitsError
from elagage.figures.pages.step_page import Code, Step, step_page
from elagage.figures.paths.path_graph_scene import graph_figure
from elagage.figures.paths.path_grid_scene import grid_scene
from elagage.figures.paths.path_pseudocode import PATH_CODE
from elagage.figures.paths.path_steps import Shapes, path_page, path_scene, path_steps
from elagage.figures.scene.shapes import Curve, Line, Rect, Scene, Text
from elagage.figures.scene.svg import scene_svg
from elagage.paths import ALGORITHMS, NoPath, PathTrace
from elagage.paths.path_result import Opened
from elagage.paths.problem import problem_of
from elagage.paths.problems import load_problem
from elagage.paths.problems.roads import Network, Roads

ROADS = "A @ 48 2\nB @ 47 3\nC @ 46 2.5\nD @ 45 4\nA B 3\nB C 2\nA C 6\nC > D 4\nB D 8\n"
GRAPH = {"s": {"a": 1, "b": 4}, "a": {"b": 2, "g": 6}, "b": {"g": 1}, "g": {"s": 1}}


def searched(problem, algorithm="astar", **options):
    trace = PathTrace()
    return trace, ALGORITHMS[algorithm](problem, trace=trace, **options)


def page_data(page):
    return json.loads(re.search(r'<script type="application/json" id="p-data">(.*?)</script>', page, re.DOTALL)[1])


def page_svg(page):
    return ET.fromstring(re.search(r'<svg xmlns="http://www.w3.org/2000/svg".*?\n</svg>', page, re.DOTALL)[0])


def replayed(data):
    """What every shape is after the last step."""
    final = {}
    for _en, _fr, _line, changes, _row in data["steps"]:
        for shape, what, value in changes:
            final[shape, what] = value
    return final


def test_pseudo_code_has_as_many_lines_in_both_languages():
    assert set(PATH_CODE) == set(ALGORITHMS)
    for listing in PATH_CODE.values():
        english, french = listing.code.lines["en"], listing.code.lines["fr"]
        assert len(english) == len(french)
        assert all(1 <= line <= len(english) for line in listing.lines)
        for one, other in zip(english, french, strict=True):
            assert len(one) - len(one.lstrip()) == len(other) - len(other.lstrip())


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_page_for_every_algorithm_replays(algorithm):
    problem = problem_of(GRAPH, "s", "g", {"s": 3, "a": 2, "b": 1})
    trace, found = searched(problem, algorithm)
    page = path_page(problem, trace, found)
    data = page_data(page)
    names = {item.get("id") for item in page_svg(page).iter() if item.get("id")}
    lines = len(PATH_CODE[algorithm].code.lines["en"])
    for english, french, line, changes, row in data["steps"]:
        assert english != french
        assert 1 <= line <= lines
        assert {shape for shape, _what, _value in changes} <= names
        assert len(row) == 4
    final = replayed(data)
    figure = graph_figure(problem, trace, found.path, live=True)
    ways = {value for (_shape, what), value in final.items() if what == "class"}
    assert "s-way" in ways
    for state in found.path:
        assert final[figure.boxes[state], "class"] == "s-path"
    for ends in zip(found.path, found.path[1:], strict=False):
        assert final[figure.arcs[ends], "class"] == "s-way"
    assert "s-current" not in ways


def test_a_page_needs_nothing_and_speaks_both_languages():
    problem = load_problem("maze:11x9#2")
    trace, found = searched(problem)
    page = path_page(problem, trace, found, "fr")
    assert page == path_page(problem, trace, found, "fr")
    assert set(re.findall(r"https?://[^\"'\s<]*", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert '<html lang="fr">' in page
    data = page_data(page)
    assert data["lang"] == "fr"
    for words in data["ui"].values():
        assert words["en"]
        assert words["fr"]
    assert "Take out (1,1)" in data["steps"][1][0]
    assert "On retire (1,1)" in data["steps"][1][1]
    assert "goal reached" in data["steps"][-1][0]
    assert "but atteint" in data["steps"][-1][1]
    assert replayed(data)["path", "class"] == "s-shown"


def test_what_is_hostile_stays_text():
    nasty = "</script><script>alert(1)</script>&\"'"
    page = step_page(
        Scene(10, 10, nasty, [Text(1, 1, nasty, id="t")]),
        [Step({"en": nasty, "fr": nasty}, 1, (("t", "text", nasty),))],
        title={"en": nasty, "fr": nasty},
        code=Code({"en": nasty, "fr": nasty}, {"en": (nasty,), "fr": (nasty,)}),
        facts=[({"en": nasty, "fr": nasty}, {"en": nasty, "fr": nasty})],
    )
    assert "<script>alert" not in page
    assert page_data(page)["steps"][0][0] == nasty


def test_a_state_that_is_found_again_is_told():
    graph = {"s": {"a": 1, "b": 4}, "a": {"b": 1}, "b": {"c": 1}, "c": {"g": 9}}
    problem = problem_of(graph | {"g": {}}, "s", "g", {"a": 8, "b": 0})
    trace, found = searched(problem)
    assert found.reopened
    data = page_data(path_page(problem, trace, found))
    words = "\n".join(step[0] for step in data["steps"])
    assert "cheaper than before (4): g = 2; it is reopened." in words


@pytest.mark.parametrize("algorithm", ["astar", "ida_star", "weighted_astar"])
def test_a_page_claims_only_what_is_known(algorithm):
    wrong = problem_of({"A": {"B": 1, "G": 10}, "B": {"G": 1}, "G": {}}, "A", "G", {"B": 50})
    trace, found = searched(wrong, algorithm)
    page = path_page(wrong, trace, found, "fr")
    assert "10 (rien de promis : h n'est pas admissible)" in page.replace("&#x27;", "'").replace("&#39;", "'")
    assert "en B elle vaut 50" in page
    for language, condition in (("en", "if h is admissible"), ("fr", "si h est admissible")):
        lines = PATH_CODE[algorithm].code.lines[language]
        assert condition in lines[PATH_CODE[algorithm].lines[2] - 1]
    right = problem_of({"A": {"B": 1, "G": 10}, "B": {"G": 1}, "G": {}}, "A", "G", {"A": 2, "B": 1})
    trace, found = searched(right, algorithm)
    assert ("2 (le minimum)" in path_page(right, trace, found, "fr")) == (algorithm != "weighted_astar")


def test_the_cells_of_a_maze_have_names():
    problem = load_problem("maze:21x15#3")
    trace, found = searched(problem)
    names = {shape.id for shape in path_scene(problem, trace, found).shapes}
    assert {f"c{x}-{y}" for x in range(21) for y in range(15)} <= names
    assert "path" in names


@pytest.mark.parametrize(("width", "height"), [(60, 60), (250, 180), (2000, 30)])
def test_large_grids_stay_small(width, height):
    rows = ["S" + "." * (width - 2) + "#"] + ["." * (width - 1) + "#"] * (height - 2) + ["." * (width - 1) + "G"]
    explored = [(x, y) for y in range(height // 2) for x in range(width // 2)]
    scene = grid_scene(rows, [(0, 0), (1, 0)], explored, "large")
    assert max(scene.width, scene.height) <= 1410
    assert len(scene.shapes) < max(len(explored), 40 * height) + 3 * height
    for shape in scene.shapes:
        if isinstance(shape, Rect):
            assert shape.x + shape.width <= scene.width
    ET.fromstring(scene_svg(scene))


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(-8900, 8900), st.integers(-17900, 17900)), min_size=2, max_size=40),
    st.integers(1, 20000),
    st.data(),
)
def test_towns_never_cover_each_other(places, squeeze, data):
    count = len(places)
    coordinates = {n: (x / 100 / squeeze, y / 100 / squeeze) for n, (x, y) in enumerate(places)}
    arcs = [(n, n + 1, 1.0 + n) for n in range(count - 1)]
    number = st.integers(0, count - 1)
    arcs += [(a, b, 2.0) for a, b in data.draw(st.lists(st.tuples(number, number), max_size=20))]
    known = coordinates if data.draw(st.booleans()) else {}
    problem = Roads(Network(tuple(f"Town{n}" for n in range(count)), tuple(arcs), known))
    trace, found = searched(problem, "dijkstra")
    scene = path_scene(problem, trace, found)
    boxes = [shape for shape in scene.shapes if isinstance(shape, Rect) and shape.id.startswith("v")]
    assert len(boxes) == count
    for one, other in combinations(boxes, 2):
        apart = (
            one.x + one.width <= other.x or other.x + other.width <= one.x
            or one.y + one.height <= other.y or other.y + other.height <= one.y
        )  # fmt: skip
        assert apart
    for box in boxes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= scene.width
        assert box.y + box.height <= scene.height


def test_a_graph_shows_costs_order_and_path():
    problem = problem_of(GRAPH, "s", "g")
    trace, found = searched(problem, "dijkstra")
    figure = graph_figure(problem, trace, found.path, "words")
    texts = {shape.text for shape in figure.scene.shapes if isinstance(shape, Text)}
    assert {"s", "a", "b", "g", "g 0", "g 3", "6", "1", "2", "3", "S", "G"} <= texts
    shapes = {shape.id: shape for shape in figure.scene.shapes if isinstance(shape, Line | Curve)}
    assert shapes[figure.arcs["s", "a"]].style.width > shapes[figure.arcs["s", "b"]].style.width


def test_too_much_is_refused_with_a_remedy():
    problem = load_problem("npuzzle:8:25#1")
    trace, found = searched(problem, "dijkstra")
    with pytest.raises(LimitsError, match="smaller"):
        path_scene(problem, trace, found)
    full = PathTrace(events=[Opened(0, None, 0, 0, False)] * 20_001)
    with pytest.raises(LimitsError, match="20000"):
        path_steps(full, "astar", Shapes(str, str, str, str))
    with pytest.raises(NoPath):
        searched(problem_of({"a": {}, "b": {}}, "a", "b"))


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "tex", "html"])
@pytest.mark.parametrize("spec", ["maze:11x9#2", "roads", "jugs:3,5:4"])
def test_the_command_writes_every_kind(run, tmp_path, spec, ending):
    if spec == "roads":
        (tmp_path / "roads.txt").write_text(ROADS)
        spec = f"roads:{tmp_path / 'roads.txt'}"
    target = tmp_path / f"figure.{ending}"
    code, _out, err = run("path", spec, "-o", str(target), "--lang", "fr")
    assert code == 0, err
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "html": b"<!doctype html>"}
    assert target.read_bytes().startswith(starts.get(ending, b""))
    assert target.stat().st_size > 500


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("maze:5x5#1", "-o", "x.gif"), ".html, .svg, .png, .pdf, .tex, .txt"),
        (("maze:5x5#1", "-o", "x"), "can't be drawn"),
        (("jugs:3,5:4", "-o", "x.txt"), "Only grids and mazes"),
        (("npuzzle:8:25#1", "--algorithm", "dijkstra", "-o", "x.svg"), "take a smaller problem"),
        (("npuzzle:8:25#1", "--algorithm", "dijkstra", "-o", "x.html"), "take a smaller problem"),
        (("maze:5x5#1", "-o", "no/such/folder/x.svg"), "no/such/folder"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_sentence(run, monkeypatch, tmp_path, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, _out, err = run("path", *words, "--lang", "en")
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
