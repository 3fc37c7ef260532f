"""Figures of search trees: what a scene holds for each algorithm, and how the command writes them."""

from __future__ import annotations

import re
import sys
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import COURSE, NEVER_VISITED, graphs, trees

from elagage import Trace, load, search
from elagage.cli.teaching import tree_command
from elagage.figures.scene.shapes import Line, Polygon, Rect, Scene, Text
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.scene.tikz import scene_tikz
from elagage.figures.trees.tree_forest import tree_forest
from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes
from elagage.games.tree import Tree
from elagage.i18n import set_language
from elagage.trace import EXACT, Cut, Enter, Leave, Recall

ALGORITHMS = (
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
)
TREES = (
    COURSE,
    NEVER_VISITED,
    "((5 6) (7 4 5))",
    "((5 6) (7 9) (1 2))",
    "(3 ((1 2) 9) -4)",
    "7",
    "a=(b=(s=(1 9) 4) c=(s 7))",
)
POSITIONS = (("tictactoe", "XO./.X./..O"), ("tictactoe", "X.X/O.O/..."), ("nim:2,2", None), ("nim:1,2,1", None))


def traced(algorithm, game, state=None, depth=None, **options):
    trace = Trace()
    result = getattr(search, algorithm)(game, state, depth, trace=trace, **options)
    return trace, result


def samples(algorithm):
    games = 40 if algorithm == "mcts" else None
    for text in TREES:
        yield traced(algorithm, Tree(text), None, games)
    for name, position in POSITIONS:
        game = load(name)
        yield traced(algorithm, game, game.parse_state(position) if position else None, games or 2)


def named(scenes, pattern):
    """The shapes whose names match, by their names."""
    scenes = [scenes] if isinstance(scenes, Scene) else scenes
    found = [shape for scene in scenes for shape in scene.shapes if re.fullmatch(pattern, shape.id)]
    assert len({shape.id for shape in found}) == len(found)
    return {shape.id: shape for shape in found}


def box(text):
    """What a text covers, all but its faintest ends."""
    width = text_width(text.text, text.size, text.bold, text.italic, text.mono)
    left = text.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return left + 0.2, text.y - 0.74 * text.size, left + width - 0.2, text.y + 0.2 * text.size


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def assert_apart(scene):
    """No two texts overlap, and all are on the sheet; nor do two outlines."""
    texts = [(shape, box(shape)) for shape in scene.shapes if isinstance(shape, Text)]
    for _text, area in texts:
        assert area[0] >= 0
        assert area[1] >= 0
        assert area[2] <= scene.width
        assert area[3] <= scene.height
    for (one, first), (other, second) in combinations(texts, 2):
        assert not meet(first, second), (one, other)
    outlines = [bounds(shape) for shape in named(scene, r"[ns]\d[-\d]*").values() if not isinstance(shape, Text)]
    for one, other in combinations(outlines, 2):
        assert not meet(one, other)


def bounds(shape):
    if isinstance(shape, Rect):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    assert isinstance(shape, Polygon)
    xs, ys = zip(*shape.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


# What a scene holds


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_entered_node_and_every_cut_is_drawn(algorithm):
    for trace, result in samples(algorithm):
        scenes = tree_scenes(trace)
        entered = {f"n{event.node}" for event in trace.events if isinstance(event, Enter)}
        assert set(named(scenes, r"n\d+")) == entered
        assert len(named(scenes, r"e\d+")) == sum(
            event.parent is not None for event in trace.events if isinstance(event, Enter)
        )
        letters = [text.text for text in named(scenes, r"k\d+-letter").values()]
        assert len(named(scenes, r"k\d+")) == len(named(scenes, r"c\d+")) == result.cuts
        assert (letters.count("α"), letters.count("β")) == (result.alpha_cuts, result.beta_cuts)
        for event in trace.events:
            if isinstance(event, Cut):
                stubs = named(scenes, rf"s{event.node}-\d+")
                whole = isinstance(trace.game, Tree)
                assert len(stubs) == (len(event.skipped) if whole else min(5, len(event.skipped)))
                assert set(named(scenes, rf"t{event.node}-\d+")) == {"t" + name[1:] for name in stubs}
        assert len(named(scenes, r"o\d+")) == sum(isinstance(event, Recall) for event in trace.events)
        for scene in scenes:
            assert_apart(scene)


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "and_or"])
def test_a_bound_is_never_shown_as_a_value(algorithm):
    for trace, _result in samples(algorithm):
        values = named(tree_scenes(trace), r"v\d+")
        for event in trace.events:
            if isinstance(event, Leave):
                sign = values[f"v{event.node}"].text[0]
                assert sign == {"lower": "≥", "upper": "≤"}.get(event.bound, sign)
                assert (sign in "≥≤") == (event.bound != EXACT)


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "pvs"])
def test_the_principal_variation_is_thick(algorithm):
    for trace, result in samples(algorithm):
        edges = named(tree_scenes(trace), r"e\d+")
        thick = {name for name, edge in edges.items() if edge.style.width > 2}
        moves = [event.move for event in trace.events if isinstance(event, Enter) and f"e{event.node}" in thick]
        assert tuple(moves) == result.line


@settings(deadline=None, max_examples=60)
@given(trees() | graphs(), st.booleans(), st.booleans())
def test_no_texts_overlap(game, soft, negamax):
    trace, _result = traced("alphabeta", game, soft=soft, form="negamax" if negamax else "minimax")
    for scene in tree_scenes(trace, limit=200):
        assert_apart(scene)


def test_windows_and_comparisons_of_the_course():
    trace, _result = traced("alphabeta", Tree(COURSE))
    scene = tree_scenes(trace)[0]
    windows = {shape.text for shape in named(scene, r"w\d+").values()}
    assert windows == {"[-∞ ; +∞]", "[-∞ ; 4]", "[4 ; +∞]"}
    assert {shape.text for shape in named(scene, r"c\d+").values()} == {"5 ≥ β = 4", "2 ≤ α = 4"}
    assert [shape.text for shape in named(scene, r"level\d").values()] == ["Max", "Min", "Max"]
    values = [shape.text for shape in named(scene, r"u[-\d]+").values()]
    assert sorted(values) == ["0", "1", "6"]  # of what was skipped
    assert all(edge.style.dash for edge in named(scene, r"t\d+-\d+").values())
    assert not named(tree_scenes(trace, windows=False), r"w\d+")
    assert not named(tree_scenes(trace, levels=False), r"level\d")
    assert not named(tree_scenes(traced("minimax", Tree(COURSE))[0]), r"w\d+")


def test_marks_of_each_algorithm():
    trace, _result = traced("pvs", Tree("((5 6) (7 9) (1 2))"))
    assert {shape.text for shape in named(tree_scenes(trace), r"g\d+").values()} == {"scout", "again"}
    game = load("tictactoe")
    trace, _result = traced("quiescence", game, game.parse_state("X.X/O.O/..."), 0)
    scene = tree_scenes(trace)[0]
    assert all(shape.style.dash for shape in named(scene, r"n\d+").values())
    trace, _result = traced("memoised", Tree("a=(b=(s=(1 9) 4) c=(s 7))"))
    assert [shape.text for shape in named(tree_scenes(trace), r"g\d+").values()] == ["↺"]
    trace, _result = traced("negamax", Tree(COURSE))
    scene = tree_scenes(trace)[0]
    assert named(scene, "v1")["v1"].text == "-4"
    assert named(scene, "v1")["v1"].italic
    said = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    assert said.count("for Min") == 2  # the rows of Min and of the leaves below Max
    mixed = Tree({"a": ["b", "c"], "b": [1, 2], "c": [3, 4]}, players={"c": 0})
    marks = named(tree_scenes(traced("negamax", mixed)[0]), r"p\d+")
    assert {shape.text for shape in marks.values()} == {"for Min"}
    negated = {e.node for e in traced("negamax", mixed)[0].events if isinstance(e, Enter) and e.sign < 0}
    assert {int(name[1:]) for name in marks} == negated


def test_questions_of_and_or_join_the_edges_of_the_opponent():
    trace, _result = traced("and_or", load("nim:2,2"))
    first, second = tree_scenes(trace)
    players = {event.node: event.player for event in trace.events if isinstance(event, Enter)}
    for scene, asker in ((first, 0), (second, 1)):
        arcs = named(scene, r"a\d+")
        assert arcs
        assert all(players[int(name[1:])] != asker for name in arcs)
        assert {shape.text for shape in named(scene, r"v\d+").values()} <= {"✓", "✗"}


def test_monte_carlo_trees_show_visits():
    trace, result = traced("mcts", load("tictactoe"), None, 200)
    scene = tree_scenes(trace, limit=60)[0]
    drawn = named(scene, r"n\d+")
    assert len(drawn) <= 60
    hidden = sum(int(re.search(r"\d+", shape.text)[0]) for shape in named(scene, r"h\d+").values())
    assert len(drawn) + hidden == result.nodes
    assert named(scene, "w0")["w0"].text == "× 200"
    widths = [edge.style.width for edge in named(scene, r"e\d+").values()]
    assert max(widths) > min(widths)
    assert_apart(scene)


@pytest.mark.parametrize("limit", [1, 2, 10, 60, 150])
def test_large_trees_collapse(limit):
    trace, result = traced("alphabeta", Tree.random(3, 6, seed=5))
    scene = tree_scenes(trace, limit=limit)[0]
    drawn = named(scene, r"n\d+")
    skipped = [shape for shape in named(scene, r"s[-\d]+").values() if not isinstance(shape, Text)]
    assert len(drawn) + len(skipped) <= limit
    marks = named(scene, r"h\d+")
    assert len(drawn) + sum(int(re.search(r"\d+", shape.text)[0]) for shape in marks.values()) == result.nodes
    assert all(re.fullmatch(r"\+\d+ nodes?", shape.text) for shape in marks.values())
    assert_apart(scene)


def test_hidden_nodes_are_counted_in_french():
    set_language("fr")
    trace, _result = traced("minimax", Tree("((5 6) (7 4 5))"))
    assert named(tree_scenes(trace, limit=1), "h0")["h0"].text.startswith("+7 n")


@given(graphs())
def test_merged_nodes_are_drawn_once(game):
    trace, _result = traced("minimax", game)
    scene = tree_scenes(trace, limit=10**6, merged=True)[0]
    rows, states = {}, set()
    for event in trace.events:
        if isinstance(event, Enter):
            rows[event.node] = 0 if event.parent is None else rows[event.parent] + 1
            states.add((rows[event.node], event.player, event.state))
    assert len(named(scene, r"n\d+")) == len(states)


def test_merged_nodes_have_several_edges():
    trace, _result = traced("memoised", Tree("a=(b=(s=(1 9) 4) c=(s 7))"))
    scene = tree_scenes(trace, merged=True)[0]
    assert not named(scene, r"o\d+")
    ends = [edge.points[-1] for edge in named(scene, r"e\d+").values()]
    assert len(ends) == 8
    assert len(set(ends)) == 7


def test_boards_are_shown_in_the_nodes():
    game = load("tictactoe")
    trace, _result = traced("alphabeta", game, game.parse_state("XO./.X./..O"), 1)
    scene = tree_scenes(trace, boards=True)[0]
    assert len({shape.id.split("-")[0] for shape in scene.shapes if re.match(r"b\d", shape.id)}) == 6
    assert_apart(Scene(scene.width, scene.height, "", [s for s in scene.shapes if not re.match(r"b\d", s.id)]))


def test_searches_without_a_tree():
    assert tree_scenes(Trace()) == []
    assert stack_scenes([]).shapes == []
    game = load("tictactoe")
    trace, _result = traced("mcts", game, game.parse_state("XXX/OO./..."), 10)
    assert set(named(tree_scenes(trace), r"n\d+")) == {"n0"}


def test_a_graph_that_goes_round_is_drawn():
    game = Tree({"a": ["b", "c"], "b": ["d", 1], "c": [0, "a"], "d": [5, "b"]})
    trace, _result = traced("alphabeta", game, None, 6)
    assert len(tree_scenes(trace)[0].shapes) < 500


def test_a_deep_tree_is_drawn():
    depth = 500
    trace, _result = traced("minimax", Tree("(" * depth + "7" + " 1)" * depth))
    ceiling = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    try:
        scene = tree_scenes(trace)[0]
        text = tree_forest(trace)
    finally:
        sys.setrecursionlimit(ceiling)
    assert len(named(scene, r"n\d+")) == 2 * depth + 1
    assert text.count(", leaf") == depth + 1


# Files


@pytest.mark.parametrize("algorithm", [*ALGORITHMS, "mcts"])
def test_latex_is_balanced_and_svg_is_the_same_each_time(algorithm):
    for trace, _result in samples(algorithm):
        scene = stack_scenes(tree_scenes(trace))
        for text in (tree_forest(trace), scene_tikz(scene)):
            bare = re.sub(r"\\[\\{}]", "", text)
            depth = 0
            for letter in bare:
                depth += {"{": 1, "}": -1}.get(letter, 0)
                assert depth >= 0
            assert depth == 0
        brackets = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", tree_forest(trace).split("for tree", 1)[-1]))
        assert brackets.count("[") == brackets.count("]")
        assert scene_svg(scene) == scene_svg(stack_scenes(tree_scenes(trace)))
        ET.fromstring(scene_svg(scene))


def test_forest_source_names_the_styles():
    text = tree_forest(traced("alphabeta", Tree(COURSE))[0])
    assert text.count(r"\begin{forest}") == 1
    assert r"[{\ensuremath{\leq} 2}, min, called={c}" in text
    assert text.count(", leaf") == 8
    assert r"[{6}, leaf, cut={\ensuremath{\beta}}]" in text
    for style in ("max", "min", "leaf", "cut", "skipped", "pv"):
        assert f"  {style}/.style=" in text


def test_rounds_are_below_each_other_or_on_pages(run, tmp_path):
    trace, _result = traced("deepening", Tree(COURSE))
    scenes = tree_scenes(trace)
    assert len(scenes) == 3
    whole = stack_scenes(scenes)
    assert whole.height > sum(scene.height for scene in scenes)
    assert len(named(whole, r"n\d+")) == sum(len(named(scene, r"n\d+")) for scene in scenes)
    assert_apart(whole)
    pypdf = pytest.importorskip("pypdf")
    code, _out, err = run("tree", COURSE, "--algorithm", "deepening", "-o", str(tmp_path / "rounds.pdf"))
    assert code == 0, err
    assert len(pypdf.PdfReader(tmp_path / "rounds.pdf").pages) == 3


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("tree.svg", b"<svg"), ("tree.png", b"\x89PNG"), ("tree.pdf", b"%PDF"), ("tree.tex", b"\\documentclass[tikz]"),
        ("tree.forest.tex", b"\\documentclass[border"), ("tree.html", b"<!"), ("tree.txt", "▲".encode()),
        ("TREE.SVG", b"<svg"),
    ],
)  # fmt: skip
def test_the_ending_says_what_is_written(run, tmp_path, name, start):
    code, _out, err = run("tree", COURSE, "-o", str(tmp_path / name))
    assert code == 0, err
    assert (tmp_path / name).read_bytes().startswith(start)


def test_options_of_figures(run, tmp_path):
    words = ("tree", "tictactoe", "--position", "XO./.X./..O", "--depth", "1")
    for name, *options in (
        ("a.svg", "--boards"), ("b.svg", "--merged"), ("c.svg", "--limit", "3"), ("d.tex", "--forest"),
        ("e.pdf", "--slides"),
    ):  # fmt: skip
        code, _out, err = run(*words, *options, "-o", str(tmp_path / name))
        assert code == 0, err
        assert str(tmp_path / name) in err
    assert "forest" in (tmp_path / "d.tex").read_text()
    assert "+5 nodes" in (tmp_path / "c.svg").read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("(1 2)", "-o", "tree.xyz"), ".svg"),
        (("(1 2)", "--slides"), "--slides"),
        (("(1 2)", "--slides", "-o", "tree.svg"), "--slides"),
        (("(1 2)", "--forest", "-o", "tree.svg"), "--forest"),
        (("(1 2)", "--boards"), "--boards"),
        (("(1 2)", "--merged", "-o", "tree.html"), "--merged"),
        (("(1 2)", "--limit", "0", "-o", "tree.svg"), "--limit"),
        (("(1 2)", "-o", "nowhere/tree.svg"), "can't be written"),
        (("othello", "--depth", "12", "-o", "tree.svg"), "smaller depth"),
    ],
)
def test_mistakes_are_told_in_one_sentence(run, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tree_command, "STEPS", 3_000)
    code, out, err = run("tree", *words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_notebooks_show_the_figure():
    assert Trace()._repr_svg_() is None
    trace, _result = traced("alphabeta", Tree(COURSE))
    picture = trace._repr_svg_()
    assert picture == scene_svg(tree_scenes(trace)[0])
    assert ET.fromstring(picture).tag.endswith("svg")
    assert isinstance(named(tree_scenes(trace)[0], "e1")["e1"], Line)
