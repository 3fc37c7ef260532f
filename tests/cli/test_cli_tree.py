"""How a teacher wants a tree shown: with the letters of its leaves, its nodes numbered, its players renamed."""

from __future__ import annotations

import pytest

from elagage import search
from elagage.figures.pages.tree_page import tree_page
from elagage.figures.scene.shapes import Text
from elagage.figures.trees.trace_text import trace_text
from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes
from elagage.games.tree import Tree
from elagage.i18n import use_players
from elagage.trace import Trace

LETTERED = "((V D) (V V))"


def traced(tree, algorithm="minimax", depth=None):
    trace = Trace()
    getattr(search, algorithm)(tree, depth=depth, trace=trace)
    return trace


def figure_texts(trace):
    return [shape.text for shape in stack_scenes(tree_scenes(trace)).shapes if isinstance(shape, Text)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LETTERED, {1: "V", -1: "D"}),
        ("((G P) (G N))", {1: "G", -1: "P", 0: "N"}),
        ("(L L)", {-1: "L", 1: "W"}),
        ("(V G D)", {1: "V", -1: "D"}),
        ("(V 1)", {}),
        ("(N N)", {0: "N"}),
    ],
)
def test_a_tree_whose_leaves_are_letters_writes_its_values_so(text, said):
    assert Tree(text).spelling == said


def test_letters_are_seen_at_every_node_and_in_the_notation():
    trace = traced(Tree(LETTERED))
    assert trace_text(trace).splitlines()[0] == "▲ = V"
    values = [text for text in figure_texts(trace) if text in {"V", "D", "1", "-1"}]
    assert sorted(values) == ["D", "D", "V", "V", "V", "V", "V"]
    assert Tree(LETTERED).node_text(0) == LETTERED


def test_what_is_skipped_and_what_it_is_compared_with_are_letters_too():
    said = trace_text(traced(Tree("((V V) (D V))"), "alphabeta"))
    assert "α cut: D ≤ α = V; 1 move skipped: V" in said


def test_from_mins_point_of_view_a_victory_is_a_defeat():
    lines = trace_text(traced(Tree("(V)"), "negamax")).splitlines()
    assert lines == ["▲ = V", "└─ □ = D (Min's point of view)"]


def test_and_or_has_words_of_its_own():
    assert "= won" in trace_text(traced(Tree(LETTERED), "and_or"))


def test_nodes_are_numbered_level_by_level():
    said = trace_text(traced(Tree("((1 5) (8 (7 9)))").number_nodes(), "alphabeta"))
    assert [line.split("□")[-1].split("▲")[-1].split("▼")[-1].split()[0] for line in said.splitlines()] == [
        "0", "1", "3", "4", "2", "5", "6", "7", "8",
    ]  # fmt: skip


def test_a_shared_node_has_one_number_and_what_is_skipped_is_numbered():
    tree = Tree("a=(b=(3 9) c=(2 b))").number_nodes()
    assert tree.names[:2] == ("0", "1")
    assert "1 move skipped: 1" in trace_text(traced(tree, "alphabeta"))


def test_players_are_renamed_in_the_text_the_figure_and_the_page(run):
    code, said, _complaint = run("tree", LETTERED, "--algorithm", "negamax", "--players", "Noir, Blanc")
    assert code == 0
    assert "(Blanc's point of view)" in said
    assert "Min" not in said
    trace = traced(Tree("((3 Max=5) (2 9))"), "alphabeta")
    with use_players(("J_max", "J_min")):
        texts, page = figure_texts(trace), tree_page(trace)
    assert {"J_max", "J_min"} <= set(texts)
    assert "Max" in texts  # the name of a node stays
    assert "J_max is sure of at least 3" in page
    assert "J_min: if v &lt; best" in page or "J_min: if v < best" in page
    assert "Max: if v" not in page.replace("J_max: if v", "")


@pytest.mark.parametrize("players", ["Max", "a,b,c", ",b", "a,a", "a{0},b"])
def test_players_that_are_not_two_names_are_refused(run, players):
    code, _said, complaint = run("tree", LETTERED, "--players", players)
    assert code == 2
    assert "J_max,J_min" in complaint


def test_only_literal_trees_are_numbered(run):
    code, _said, complaint = run("tree", "tictactoe", "--depth", "1", "--numbers")
    assert code == 2
    assert "literal trees" in complaint
    assert run("tree", "(3 5)", "--numbers")[1].splitlines()[-1] == "└─ □ 2 = 5"


def test_values_may_have_letters_of_ones_own():
    tree = Tree({"a": ["b", "c"], "b": 2, "c": ["d", "e"], "d": 1, "e": 0}, spelling={2: "S(b)", 1: "S(d)"})
    texts = figure_texts(traced(tree, "alphabeta"))
    assert {"S(b)", "≤ S(d)", "[S(b) ; +∞]", "S(d) ≤ α = S(b)"} <= set(texts)


def test_estimates_are_told_from_leaves_where_there_are_both():
    tree = Tree({"a": ["b", "c"], "b": 4, "c": ["d"], "d": 7}, estimates={"c": 5})
    assert figure_texts(traced(tree, depth=1)).count("h") == 1
    assert "h" not in figure_texts(traced(tree))
