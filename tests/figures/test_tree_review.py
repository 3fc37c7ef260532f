"""Traces that were shown wrongly once: joined visits, strict cuts, tests, horizons, null windows of decimals,
large numbers.
"""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from trees import graphs

from elagage import search
from elagage.cli.output import table
from elagage.exercises.generate import generate
from elagage.exercises.solved_exercise import Wanted
from elagage.figures import trace_text
from elagage.figures.pages.tree_page import tree_page
from elagage.figures.scene.shapes import Text
from elagage.figures.sheets.exercise_trees import solution_tree
from elagage.figures.trees.drawn_nodes import section_nodes
from elagage.figures.trees.trace_text import gather
from elagage.figures.trees.tree_pseudocode import conventions
from elagage.figures.trees.tree_scene import trace_nodes, tree_scenes
from elagage.figures.trees.tree_steps import tree_steps
from elagage.games import make
from elagage.games.tree import Tree
from elagage.trace import Conventions, Cut, Enter, Trace

TWICE = "a=(b=(x=(8 1) y=(3 9 12)) c=(y 20))"
EQUAL = "((3 6) (3 9 2 (1 3)) (3 (3 4) 3))"
DECIMALS = "((0.5 6.5) (0.25 9.5) (0.75 2.5))"


def traced(algorithm, game, depth=None, **options):
    """The trace of a search."""
    trace = Trace()
    getattr(search, algorithm)(game, None, depth, trace=trace, **options)
    return trace


def merged(trace):
    """The nodes of a figure in which equal positions are drawn once."""
    return section_nodes(trace, gather(trace)[0], 10**6, merged=True)


def notes(trace, letter):
    """The notes of a kind in a figure."""
    return [
        note.text for _heading,
        nodes in trace_nodes(trace) for node in nodes for note in node.notes if note.letter == letter
    ]  # fmt: skip


def figure(trace):
    """All texts of the figures."""
    return [shape.text for scene in tree_scenes(trace) for shape in scene.shapes if isinstance(shape, Text)]


def told(trace, section=0, lang="en"):
    """The sentences of a page."""
    return [step.words[lang] for step in tree_steps(trace, section)]


# Visits that are joined


def test_visits_with_other_windows_are_not_joined():
    nodes = merged(traced("alphabeta", Tree(TWICE)))
    labels = [note.text for node in nodes for note in node.notes if note.letter == "m"]
    assert labels.count("y") == 2
    assert [node.value for node in nodes if node.best] == ["12", "12", "12", "12"]


def test_a_recall_joins_the_visit_that_gave_it():
    nodes = merged(traced("memoised", Tree("a=(b=(s=(1 9) 4) c=(s 7))")))
    assert not any(node.memory for node in nodes)
    assert any(len(node.links) == 2 for node in nodes)


@given(graphs())
def test_joined_visits_agree(game):
    for algorithm in ("alphabeta", "memoised", "pvs", "mtdf"):
        trace = traced(algorithm, game)
        for section in gather(trace):
            found = section_nodes(trace, section, 10**6, merged=True)
            drawn = {link[1]: node.drawn for node in found for link in node.links}
            waiting = [section.root]
            while waiting:
                visit = waiting.pop()
                waiting += visit.children
                if str(visit.enter.node) in drawn:
                    shown = drawn[str(visit.enter.node)]
                    assert (shown.leave.value, shown.leave.bound) == (visit.leave.value, visit.leave.bound)
                    if visit.leaf is None and visit.recall is None:
                        assert (shown.enter.alpha, shown.enter.beta) == (visit.enter.alpha, visit.enter.beta)
                        assert (shown.cut is None) == (visit.cut is None)


# Strict cuts


def test_strict_and_hard_are_refused_together(run):
    code, out, err = run("tree", "((5 6) (3 9))", "--strict", "--hard")
    assert (code, out) == (2, "")
    assert "choose one of them" in err
    assert run("tree", "(1 2)", "--strict", "--hard", "--algorithm", "minimax")[0] == 0


@pytest.mark.parametrize("form", ["minimax", "negamax"])
def test_a_window_that_has_closed_is_shown_in_a_strict_search(form):
    trace = traced("alphabeta", Tree(EQUAL), strict=True, form=form)
    assert any(event.alpha == event.beta for event in trace.events if isinstance(event, Enter))
    assert "[3 ; 3]" in trace_text(trace)
    assert "[3 ; 3]" in notes(trace, "w")
    assert any("window [3 ; 3]" in words for words in told(trace))
    assert all(step.cells["en"][2] for step in tree_steps(trace))


def test_strict_cuts_are_compared_strictly():
    trace = traced("alphabeta", Tree(EQUAL), strict=True)
    assert "α cut: 2 < α = 3;" in trace_text(trace)
    assert notes(trace, "c") == ["2 < α = 3"]
    assert any(words.startswith("2 < α = 3: alpha cut;") for words in told(trace))
    usual = traced("alphabeta", Tree(EQUAL))
    assert all("≤" in text for text in notes(usual, "c"))


def test_the_trace_says_the_conventions():
    for chosen in (Conventions(), Conventions(True, False, False), Conventions(False, True, True)):
        form = "negamax" if chosen.negamax else "minimax"
        trace = traced("alphabeta", Tree("(1 2)"), form=form, soft=chosen.soft, strict=chosen.strict)
        assert trace.conventions == conventions(trace) == chosen
        assert trace.strict == chosen.strict
        search.minimax(Tree("(1 2)"), trace=trace)
        assert trace.conventions is None
        assert not trace.strict


def test_solutions_of_strict_exercises_compare_strictly():
    for seed in range(30):
        exercise = generate(Wanted(strict=True), seed)
        cuts = [note.text for node in solution_tree(exercise)[1] for note in node.notes if note.letter == "c"]
        assert not any("≥" in text or "≤" in text for text in cuts)


# The mover's numbers, and tests


@pytest.mark.parametrize(("algorithm", "options"), [("alphabeta", {"form": "negamax"}), ("pvs", {}), ("deepening", {})])
def test_cuts_are_in_the_numbers_of_their_node(algorithm, options):
    game = Tree("((5 6) (4 9))")
    trace = traced(algorithm, game, 2 if algorithm == "deepening" else None, **options)
    assert "-4 ≥ β = -5" in trace_text(trace)
    assert "-4 ≥ β = -5" in notes(trace, "c")
    last = 1 if algorithm == "deepening" else 0
    assert "-4 ≥ β = -5: alpha cut for Max; 1 move skipped." in told(trace, last)
    for event in trace.events:
        if isinstance(event, Cut):
            enter = next(one for one in trace.events if isinstance(one, Enter) and one.node == event.node)
            assert event.limit == enter.beta


def test_tests_compare_with_what_they_ask():
    trace = traced("mtdf", Tree("((5 6) (3 9))"))
    assert "β cut: 5 ≥ g = 0;" in trace_text(trace)
    assert "α cut: 3 ≤ g = 5;" in trace_text(trace)
    assert notes(trace, "c") == ["5 ≥ g = 0", "5 ≤ g = 5", "3 ≤ g = 5"]
    assert not notes(trace, "w")
    assert "[" not in trace_text(trace)


# Horizons


def test_a_horizon_proves_nothing():
    trace = traced("and_or", make("nim", "2,1"), 2)
    text = trace_text(trace)
    assert "Question 1: can Max force a win within 2 plies?" in text
    assert "Question 2: can Min force a win within 2 plies?" in text
    assert "□ a1 ?" in text
    assert text.count("?") == 2 + 4
    assert figure(trace).count("?") == 4
    assert "within 1 ply?" in trace_text(traced("and_or", make("nim", "2,1"), 1))
    shown = [value for step in tree_steps(trace) for name, what, value in step.changes if what == "text"]
    assert shown.count("?") == 2
    assert any("nothing is proven" in words for words in told(trace))
    assert "en 2 demi-coups" in told(trace, 0, "fr")[0]
    assert "rien n'est prouvé" in tree_page(trace, lang="fr")


def test_a_search_to_the_end_has_no_horizon():
    trace = traced("and_or", make("nim", "2,1"))
    assert "Question 1: can Max force a win?" in trace_text(trace)
    assert "?" not in figure(trace)
    assert "used up: nothing is proven" not in tree_page(trace)


# Numbers


def test_null_windows_of_decimals_are_short():
    trace = traced("pvs", Tree(DECIMALS))
    assert "[-0.5⁻ ; -0.5]" in trace_text(trace)
    assert "[-0.5- ; -0.5]" in trace_text(trace, ascii_only=True)
    assert "[-0.5⁻ ; -0.5]" in notes(trace, "w")
    assert any("[-0.5⁻ ; -0.5]" in words for words in told(trace))
    deep = traced("pvs", Tree("(((0.5 0.25) (0.75 0.25)) ((0.875 0.125) (0.25 0.25)))"))
    assert "⁺" in trace_text(deep)
    for each in (trace, deep):
        for text in (
            trace_text(each),
            *figure(each),
            *told(each),
            tree_page(each),
            *(str(s.cells) for s in tree_steps(each)),
        ):
            assert not re.search(r"[0-9]\.[0-9]{12}", text)


def test_large_whole_numbers_are_exact():
    game = Tree("(-99999999999999999999 +123456789012345678901 −99999999999999999999)")
    assert game.values[1:] == (-99999999999999999999, 123456789012345678901, -99999999999999999999)
    assert "= -99999999999999999999" in trace_text(traced("minimax", game))
    assert Tree(f"({'9' * 400} 1)").values[1] == float("inf")


# Tables


def test_brackets_in_a_table_are_shown(monkeypatch, capsys):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    table([["[head]", "b"], ["[bold]", "[3 ; 4] [/x]"]])
    printed = capsys.readouterr().out
    for text in ("[head]", "[bold]", "[3 ; 4] [/x]"):
        assert text in printed
