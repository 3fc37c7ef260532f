"""Game graphs as scenes and pages: arcs keep off the vertices, labels off each other; every format, rank by rank."""

from __future__ import annotations

import json
import random
import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from browser import browser

import elagage
from elagage.figures.graphs.graph_layout import Spot
from elagage.figures.graphs.graph_page import graph_page
from elagage.figures.graphs.graph_scene import graph_scene
from elagage.figures.paths.path_steps import path_scene
from elagage.figures.scene.shapes import Curve, Disc, Line, Polygon, Rect, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.paths import PathTrace, dijkstra
from elagage.paths.problems import load_problem
from elagage.solvers.graph.graph_files import parse_graph
from elagage.solvers.graph.graph_regions import graph_regions

FIGURES = Path(elagage.__file__).parent / "figures"
ARENA = (Path(__file__).parents[2] / "docs/course/figures/attractor.txt").read_text(encoding="utf-8")
PGSOLVER = 'parity 3; 0 0 1 0,1,3 "start"; 1 2 0 1; 2 1 1 2 "lost"; 3 0 0 0,2,1 "a name that is very long";'


def random_graph(count, seed):
    """A text in our format."""
    chooser = random.Random(seed)
    lines = []
    for number in range(count):
        if chooser.random() < 0.2:
            lines.append(f"n{number}: {chooser.choice(['+1', '-1', '0'])}")
        else:
            after = " ".join(f"n{chooser.randrange(count)}" for _arc in range(chooser.randint(1, 2)))
            lines.append(f"n{number} {chooser.choice(['max', 'min'])}: {after}")
    return "\n".join(lines)


def spot_of(shape):
    """A vertex as a place that knows what is inside it."""
    match shape:
        case Disc():
            return Spot(shape.x, shape.y, shape.radius, shape.radius, "circle")
        case Rect():
            middle = shape.x + shape.width / 2, shape.y + shape.height / 2
            return Spot(*middle, shape.width / 2, shape.height / 2, "circle" if shape.radius > 20 else "square")
        case Polygon():
            tall = shape.points[4][1] - shape.points[0][1]
            return Spot(shape.points[0][0] / 2 + shape.points[3][0] / 2, shape.points[0][1], tall, tall, "square")


def points_of(shape, count=400):
    """Points along an arc, by halving its polygon again and again."""
    for number in range(count + 1):
        share = number / count
        points = list(shape.points) if isinstance(shape, Line) else [shape.start, shape.first, shape.second, shape.end]
        while len(points) > 1:
            points = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(points)]
        yield points[0]


def run_over(scene):
    """The arcs that run through a vertex: their names and the vertex's."""
    spots = {shape.id: spot_of(shape) for shape in scene.shapes if re.fullmatch(r"v\d+", shape.id)}
    arcs = [shape for shape in scene.shapes if re.fullmatch(r"a\d+", shape.id)]
    assert spots
    assert arcs
    return {
        (arc.id, name) for arc in arcs for place in points_of(arc) for name, spot in spots.items() if spot.holds(place)
    }


@pytest.mark.parametrize("seed", range(8))
def test_no_arc_runs_through_a_vertex(seed):
    game = parse_graph(random_graph(14, seed))
    assert run_over(graph_scene(*graph_regions(game), game.names)) == set()


@pytest.mark.parametrize("spec", ["jugs:3,5:4", "river"])
def test_no_arc_of_a_path_search_runs_through_a_vertex(spec):
    problem, trace = load_problem(spec), PathTrace()
    assert run_over(path_scene(problem, trace, dijkstra(problem, trace=trace))) == set()


@pytest.mark.parametrize("text", [ARENA, PGSOLVER, random_graph(20, 3)])
@pytest.mark.parametrize("player", [None, "max", "min"])
def test_no_label_is_on_another_and_all_are_inside(text, player):
    game = parse_graph(text)
    scene = graph_scene(*graph_regions(game, None, player), game.names)
    boxes = []
    for shape in scene.shapes:
        if isinstance(shape, Text) and shape.text:
            width = text_width(shape.text, shape.size, shape.bold)
            left = shape.x - (width / 2 if shape.anchor == "middle" else 0)
            boxes.append((left, shape.y - 0.75 * shape.size, left + width, shape.y + 0.2 * shape.size, shape.text))
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)
    for left, top, right, bottom, text in boxes:
        assert left >= 0, text
        assert top >= 0, text
        assert right <= scene.width, text
        assert bottom <= scene.height, text


def test_graphs_are_scenes_and_write_no_svg_of_their_own():
    for folder in ("graphs", "paths"):
        for path in (FIGURES / folder).glob("*.py"):
            source = path.read_text(encoding="utf-8")
            assert "<svg" not in source
            assert "<path" not in source
            assert "def arrow_head" not in source


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "tex", "html"])
@pytest.mark.parametrize("words", [(), ("--player", "min"), ("--target", "N")])
def test_the_command_writes_every_kind(run, tmp_path, ending, words):
    target = tmp_path / f"figure.{ending}"
    code, _out, err = run("graph", "-", "-o", str(target), "--lang", "fr", *words, typed=ARENA)
    assert code == 0, err
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "tex": b"", "html": b"<!doctype html>"}
    assert target.read_bytes().startswith(starts[ending])
    assert target.stat().st_size > 3000


@pytest.mark.parametrize(("name", "sentence"), [("x.gif", ".html, .svg, .png, .pdf, .tex"), ("no/x.svg", "no folder")])
def test_what_cannot_be_drawn_is_told_in_one_sentence(run, monkeypatch, tmp_path, name, sentence):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("graph", "-", "-o", name, "--lang", "en", typed=ARENA)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_picture_is_told_in_words_too():
    game = parse_graph(ARENA)
    scene = graph_scene(*graph_regions(game))
    assert scene.title == "A solved game graph"
    assert "b, Min, Max wins, 3" in scene.description


def page_data(page):
    return json.loads(re.search(r'<script type="application/json" id="p-data">(.*?)</script>', page, re.DOTALL)[1])


@pytest.mark.parametrize("player", [None, "max", "min"])
@pytest.mark.parametrize("text", [ARENA, PGSOLVER, "a max: a", "a min: b\nb: +1", random_graph(12, 1)])
def test_a_page_replays_to_the_picture(text, player):
    game = parse_graph(text)
    answer = graph_regions(game, None, player)
    page = graph_page(*answer, game.names, lang="fr")
    assert set(re.findall(r"https?://[^\"'\s<]*", page)) == {"http://www.w3.org/2000/svg"}
    svg = ET.fromstring(re.search(r'<svg xmlns="http://www.w3.org/2000/svg".*?\n</svg>', page, re.DOTALL)[0])
    names = {item.get("id") for item in svg.iter() if item.get("id")}
    data, final, lines = page_data(page), {}, 6 if player else 8
    for english, french, line, changes, row in data["steps"]:
        assert english != french
        assert 1 <= line <= lines
        assert {shape for shape, _what, _value in changes} <= names
        assert len(row) == 2
        for shape, what, value in changes:
            final[shape, what] = value
    scene = graph_scene(*answer, game.names)
    tags = {shape.id: shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.id}
    assert {shape: value for (shape, what), value in final.items() if what == "text"} == tags
    painted = {shape: value for (shape, what), value in final.items() if what == "class"}
    for number, vertex in enumerate(answer.arcs):
        region = next(kind for kind, members in answer.regions.items() if vertex in members)
        assert painted[f"v{number}"] == f"s-{region}"
    thick = [
        shape.id for shape in scene.shapes if isinstance(shape, Line | Curve) and shape.id and shape.style.width > 3
    ]
    assert sorted(shape for shape in painted if shape.startswith("a")) == sorted(thick)


def test_a_page_tells_why_a_vertex_joins():
    game = parse_graph("a max: b\nb min: c d\nc: +1\nd: +1\ne min: c")
    steps = page_data(graph_page(*graph_regions(game, None, "max")))["steps"]
    assert [step[0] for step in steps] == [
        "Rank 0: c, d, the target.",
        "Rank 1: e, b, where every move of Min leads into the attractor.",
        "Rank 2: a, where Max has a move into the attractor.",
        "Nothing is left: the target can be forced from everywhere.",
    ]
    assert [step[2] for step in steps] == [1, 5, 4, 6]


def test_a_page_is_stepped_through_in_both_languages(tmp_path):
    game = parse_graph(ARENA)
    (tmp_path / "graph.html").write_text(graph_page(*graph_regions(game)), encoding="utf-8")
    with browser() as running:
        page = running.new_page()
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto((tmp_path / "graph.html").as_uri())
        for _step in range(5):
            page.click("#p-next")
        assert page.inner_text("#p-say") == "Rank 4: a, where Max has a move into the attractor."
        assert page.locator("#p-figure .s-max, #p-figure .s-current").count() == 5
        assert page.locator("#p-figure .s-move-max").count() == 3
        page.click("[data-lang=fr]")
        assert page.inner_text("#p-say") == "Rang 4 : a, où Max a un coup vers l'attracteur."
        assert page.locator("#p-figure text", has_text="rang 4").count() == 1
        page.click("#p-last")
        assert page.locator("#p-figure .s-current").count() == 0
        assert problems == []
