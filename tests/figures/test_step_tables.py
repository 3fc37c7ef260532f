"""There is one table of steps: the page, the sheet, its LaTeX, the quiz and the terminal show the same rows,
and a node's α and β are those that a hand would write.
"""

from __future__ import annotations

import base64
import json
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import COURSE, trees

from elagage import Trace, search
from elagage.exercises import Wanted, generate, make_exercise
from elagage.exercises.posed import as_posed
from elagage.figures.pages.quiz_page import quiz_page
from elagage.figures.pages.step_page import page_data
from elagage.figures.pages.tree_page import tree_page
from elagage.figures.scene.shapes import Text
from elagage.figures.scene.tikz import tex_text
from elagage.figures.sheets.exercise_pages import sheet_pages
from elagage.figures.sheets.exercise_tex import exercise_tex
from elagage.figures.sheets.exercise_text import exercise_lines
from elagage.figures.trees.step_table import whole_table
from elagage.games.tree import Tree
from elagage.i18n import LANGUAGES, translate_both, use_language

ALGORITHMS = [
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
]


def traced(name, game, **options):
    trace = Trace()
    depth = {"depth": 6} if name == "deepening" else {}
    getattr(search, name)(game, trace=trace, **depth, **options)
    return trace


def table(trace, language):
    return [[translate_both(cell)[language] for cell in row] for row in whole_table(trace)]


def page_table(trace, language):
    """The table that a page's script is given, with the number that it puts before each row."""
    data = page_data(tree_page(trace))["data"]
    rows = [[str(number), *step[4][language]] for number, step in enumerate(data["steps"], 1)]
    return [data["columns"][language], *rows]


@pytest.mark.parametrize("name", ALGORITHMS)
@settings(max_examples=25)
@given(game=trees())
def test_the_page_shows_the_table(name, game):
    trace = traced(name, game)
    for language in LANGUAGES:
        expected = table(trace, language)
        assert page_table(trace, language) == [expected[0][1:], *expected[1:]]


conventions = st.sampled_from([{}, {"strict": True}, {"soft": False}])


@settings(max_examples=30, deadline=None)
@given(
    algorithm=st.sampled_from(["minimax", "negamax", "alphabeta"]),
    options=conventions,
    first=st.sampled_from([0, 1]),
    seed=st.integers(0, 10**6),
    language=st.sampled_from(LANGUAGES),
)
def test_the_sheet_the_quiz_and_the_terminal_show_it_too(algorithm, options, first, seed, language):
    wanted = Wanted(algorithm, depth=3, branching=(1, 3), low=-9, high=9, first=first)
    drawn = generate(wanted, seed)
    exercise = make_exercise(
        drawn.text, Wanted(algorithm, first=first, **(options if algorithm == "alphabeta" else {}))
    )
    with use_language(language):
        expected = table(exercise.trace, language)
        shown = exercise_lines(as_posed(exercise))[-len(expected) :]
        assert [line.split() for line in shown] == [" ".join(row).split() for row in expected]
        tex = exercise_tex(exercise)
        cells = [line.removesuffix(r" \\") for line in tex.split("\n") if line.endswith(r" \\")]
        assert cells == [" & ".join(map(tex_text, row)) for row in expected]
        texts = [shape.text for page in sheet_pages(exercise, True) for shape in page.shapes if isinstance(shape, Text)]
        for row in expected[1:]:
            start = texts.index(row[2]) - 2
            assert texts[start : start + 3] == row[:3]
            assert texts[start : start + len([cell for cell in row if cell])] == [cell for cell in row if cell]
            del texts[start : start + 3]
    page = quiz_page(exercise, lang="en")
    hidden = re.search(r'"([A-Za-z0-9+/=]{200,})"|>([A-Za-z0-9+/=]{200,})<', page)
    solution = json.loads(base64.b64decode(hidden[1] or hidden[2]))
    assert solution["steps"][language] == expected
    assert [row[1:] for row in page_table(exercise.trace, language)[1:]] == [row[1:] for row in expected[1:]]


def written_by_hand(node, label, player, alpha, beta, rows):
    """Alpha-beta as it is done on paper: a node, its α and its β, each time something happens there."""
    rows.append((label, alpha, beta))
    if not isinstance(node, list):
        rows.append((label, alpha, beta))
        return node
    best = None
    for place, child in enumerate(node, 1):
        value = written_by_hand(child, f"{label}.{place}" if label else str(place), 1 - player, alpha, beta, rows)
        if best is None or (value < best if player else value > best):
            best = value
            alpha, beta = (alpha, min(beta, best)) if player else (max(alpha, best), beta)
            rows.append((label, alpha, beta))
        if (best <= alpha if player else best >= beta) and place < len(node):
            rows.append((label, alpha, beta))
            break
    rows.append((label, alpha, beta))
    return best


numbers = st.recursive(st.integers(-5, 5), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=16)


@given(tree=st.lists(numbers, min_size=1, max_size=3), first=st.sampled_from([0, 1]))
def test_windows_are_those_of_a_hand(tree, first):
    rows = []
    value = written_by_hand(tree, "", first, -math.inf, math.inf, rows)
    trace = traced("alphabeta", Tree(tree, first))
    assert search.alphabeta(Tree(tree, first)).value == value
    sign = {-math.inf: "-∞", math.inf: "+∞"}
    expected = [[label or "—", *(sign.get(bound, str(bound)) for bound in bounds)] for label, *bounds in rows]
    found = table(trace, "en")
    assert [[row[1], row[3], row[4]] for row in found[1:]] == expected


def test_a_node_that_is_left_keeps_its_window_and_a_leaf_is_named_after_its_parent():
    found = table(traced("alphabeta", Tree(COURSE)), "en")
    assert found[0] == ["step", "node", "what happens", "α", "β", "value"]
    assert [row[1:] for row in found if row[1] == "d"] == [
        ["d", "enter, Max moves", "-∞", "+∞", ""],
        ["d", "best so far 1, from d.1", "1", "+∞", "1"],
        ["d", "best so far 4, from d.2", "4", "+∞", "4"],
        ["d", "leave, value = 4", "4", "+∞", "4"],
    ]
    assert [row[1:] for row in found if row[1] == "e"][-2:] == [
        ["e", "β cut: 5 ≥ β = 4; skipped: e.2", "5", "4", "5"],
        ["e", "leave, value ≥ 5", "5", "4", "≥ 5"],
    ]


def test_names_of_nodes_are_the_same_everywhere():
    named = Tree("a=(b=(1 (2 3)) 4)")
    assert tuple(named.labels) == ("a", "b", "b.1", "b.2", "b.2.1", "b.2.2", "a.2")
    assert tuple(Tree("((1 2) 3)").labels) == ("root", "1", "1.1", "1.2", "2")
    assert tuple(make_exercise("a=(b=(1 (2 3)) 4)", Wanted()).labels) == tuple(named.labels)
    for label in named.labels:
        state = named.parse_state(f"{label} max")
        assert named.labels[state.node] == label
