"""Searches as stepped pages and slides: the steps lead to the figure that the trace gives, in both languages."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from trees import COURSE, NEVER_VISITED, trees

from elagage import search
from elagage.errors import LimitsError
from elagage.figures.pages.tree_page import LOOKS, classes_css, slides, tell_rounds, tree_page
from elagage.figures.scene.shapes import Text
from elagage.figures.trees.step_table import sections
from elagage.figures.trees.trace_text import value_text
from elagage.figures.trees.tree_pseudocode import LISTINGS, Conventions, alphabeta_listing, conventions, tree_listing
from elagage.figures.trees.tree_scene import tree_scenes
from elagage.figures.trees.tree_steps import tree_columns, tree_steps
from elagage.games import make
from elagage.games.tree import Tree
from elagage.trace import Best, Cut, Enter, Leaf, Leave, Playout, Recall, Trace

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
    "mcts",
)
LITERAL = (COURSE, NEVER_VISITED, "((3 12 8) (2 4 6) (14 5 2))", "7")
GAMES = (("tictactoe", 2), ("nim:2,2", None), ("othello:4", 2), ("kalah:2,2", 3))


def traced(algorithm, game, depth=None, **options):
    """The trace of a search."""
    trace = Trace()
    if algorithm == "mcts":
        search.mcts(game, None, 30, trace=trace)
    else:
        getattr(search, algorithm)(game, None, depth, trace=trace, **options)
    return trace


def everything():
    """Every algorithm on literal trees and small games."""
    for algorithm in ALGORITHMS:
        for text in LITERAL:
            yield pytest.param(algorithm, Tree(text), None, id=f"{algorithm}-{text}")
        for spec, depth in GAMES:
            yield pytest.param(algorithm, make(*spec.partition(":")[::2]), depth, id=f"{algorithm}-{spec}")


def replayed(steps):
    """The classes and texts after the last step."""
    states, texts = {}, {}
    for step in steps:
        for name, what, value in step.changes:
            (texts if what == "text" else states)[name] = value
    return states, texts


def check(trace, limit=1500):
    """The steps of all rounds end in what the events say."""
    listing = tree_listing(trace)
    count = len(listing.code.lines["en"])
    assert count == len(listing.code.lines["fr"])
    columns = tree_columns(trace)
    assert len(columns["en"]) == len(columns["fr"])
    found = tell_rounds(trace, "en", False, limit, False, None, 10**6)
    steps = found.steps
    states, texts = replayed(steps)
    names = {shape.id for scene in found.scenes for shape in scene.shapes if shape.id}
    drawn = {shape.id: shape.text for scene in found.scenes for shape in scene.shapes if isinstance(shape, Text)}
    for step in steps:
        assert 0 < step.line <= count
        assert set(step.words) == {"en", "fr"}
        assert all(step.words.values())
        rows = step.cells or {"en": step.row, "fr": step.row}
        assert {name: len(row) for name, row in rows.items()} == {name: len(heads) for name, heads in columns.items()}
        for name, what, value in step.changes:
            assert name in names
            assert what == "text" or not value or re.fullmatch(r"s-[a-z]+", value)
    folded = sum(isinstance(event, Leaf | Recall) for event in trace.events)
    if not any(isinstance(event, Playout) for event in trace.events):
        assert len(steps) == len(trace.events) - folded
    for name, value in drawn.items():  # the values are those of the finished figure
        if name[:1] == "v":
            assert texts.get(name) == value
            assert states[name] == "s-shown"
    cut = {event.node for event in trace.events if isinstance(event, Cut)}
    for name in names:
        if name[0] == "k":
            assert states[name] == "s-shown"
            assert int(re.match(r"k(\d+)", name)[1]) in cut
        if name[0] in "stu":
            assert states[name] == "s-skipped"
    skipping = {int(re.match(r"s(\d+)", name)[1]) for name in names if name[0] == "s"}
    assert {f"k{node}" for node in skipping} <= names
    assert {f"c{node}" for node in cut} & names <= {name for name, state in states.items() if state == "s-shown"}
    return found


@pytest.mark.parametrize(("algorithm", "game", "depth"), list(everything()))
def test_steps_lead_to_the_finished_figure(algorithm, game, depth):
    if algorithm == "mcts" and isinstance(game, Tree) and game.over(game.start()):
        return
    trace = traced(algorithm, game, depth)
    found = check(trace)
    assert len(found.scenes) == len(found.firsts) == len(tree_scenes(trace))


@pytest.mark.parametrize("form", ["minimax", "negamax"])
@pytest.mark.parametrize("soft", [True, False])
@pytest.mark.parametrize("strict", [True, False])
def test_every_convention(form, soft, strict):
    options = {"form": form, "soft": soft, "strict": strict}
    for text in LITERAL[:3]:
        check(traced("alphabeta", Tree(text), **options))
    trace = traced("alphabeta", Tree("((5 (9 1)) (5 (8 2)) (4 6) (7 (3 3)))"), **options)
    check(trace)
    known = conventions(trace)
    assert known.negamax == (form == "negamax")
    assert known.strict == strict
    shown = "\n".join(alphabeta_listing(Conventions(form == "negamax", soft, strict)).code.lines["en"])
    assert ("fail-soft" in shown) == soft
    assert ("best > β" in shown) == strict


def test_conventions_are_read_from_the_events():
    tree = Tree("((3 12 8) (2 4 6) (14 5 2))")
    assert conventions(traced("alphabeta", tree)) == Conventions()
    assert not conventions(traced("alphabeta", tree, soft=False)).soft
    assert conventions(traced("alphabeta", tree, form="negamax")).negamax


@settings(max_examples=40)
@given(trees())
def test_random_trees(tree):
    for algorithm in ("minimax", "alphabeta", "pvs", "mtdf", "and_or"):
        check(traced(algorithm, tree))


def test_the_values_are_those_of_the_events():
    trace = traced("alphabeta", Tree(COURSE))
    _states, texts = replayed(tree_steps(trace, 0))
    signs = {"exact": "", "lower": "≥ ", "upper": "≤ "}
    leaves = [event for event in trace.events if isinstance(event, Leave)]
    assert leaves
    for event in leaves:
        assert texts[f"v{event.node}"] == signs[event.bound] + value_text(event.value, True)
    assert all(f"k{event.node}" in _states for event in trace.events if isinstance(event, Cut))


def test_what_is_said():
    steps = tree_steps(traced("alphabeta", Tree(COURSE)), 0)
    english = [step.words["en"] for step in steps]
    french = [step.words["fr"].replace("\u00a0", " ") for step in steps]
    assert "5 ≥ β = 4: beta cut; 1 move skipped." in english
    assert "5 ≥ β = 4 : coupure bêta ; 1 coup sauté." in french
    assert "At node d, 4 > 1: best is 4, α becomes 4." in english
    assert "Au nœud d, 4 > 1 : le meilleur est 4, α devient 4." in french
    assert "Enter node c (Min), window [4 ; +∞]: Max is sure of at least 4." in english
    assert french[-1] == "Réponse de la racine a : 4. Variante principale : b d 2."
    heuristic = tree_steps(traced("minimax", make("tictactoe"), 1), 0)
    assert any(step.words["fr"].endswith("(heuristique).") for step in heuristic)


def test_nothing_is_shown_before_its_time():
    trace = traced("alphabeta", Tree(COURSE))
    steps = tree_steps(trace, 0)
    known = set()
    for step in steps:
        for name, _what, value in step.changes:
            known.add((name, value))
        if "cut" in step.words["en"]:
            break
        assert not any(value == "s-skipped" or name[0] in "kc" for name, value in known)
    assert any(value == "s-skipped" for _name, value in known)
    assert not any(value == "s-pv" for step in steps[:-1] for _name, _what, value in step.changes)
    lit = [name for name, _what, value in steps[-1].changes if value == "s-pv" and name[0] == "n"]
    assert len(lit) == 4
    windows = [value for step in steps for name, what, value in step.changes if name == "w0" and what == "text"]
    assert windows == ["[-∞ ; +∞]", "[4 ; +∞]"]


def test_every_listing_is_as_long_in_both_languages():
    switches = (True, False)
    listings = [alphabeta_listing(Conventions(a, b, c)) for a in switches for b in switches for c in switches]
    for listing in [*LISTINGS.values(), *listings]:
        english, french = listing.code.lines["en"], listing.code.lines["fr"]
        assert len(english) == len(french)
        assert 8 <= len(english) <= 18
        for one, other in zip(english, french, strict=True):
            assert len(one) - len(one.lstrip()) == len(other) - len(other.lstrip())
        assert all(0 < line <= len(english) for line in listing.lines.values())


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pages_need_nothing_from_elsewhere(algorithm, lang):
    page = tree_page(traced(algorithm, Tree(COURSE)), lang=lang)
    assert set(re.findall(r"https?://[^\"'\s<]*", page)) == {"http://www.w3.org/2000/svg"}
    assert f'<html lang="{lang}">' in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_page_of_several_rounds_lets_one_choose():
    page = tree_page(traced("deepening", make("tictactoe"), 2), title="Morpion <3>")
    assert 'id="p-sheet"' in page
    assert "Tour 2\u00a0: profondeur 2" in page
    assert "<title>Morpion &lt;3&gt;</title>" in page
    assert 'id="p-sheet"' not in tree_page(traced("minimax", Tree(COURSE)))


def test_leaves_may_be_seen_from_the_beginning():
    trace = traced("alphabeta", Tree(COURSE))
    assert 'id="v3"' in tree_page(trace)
    assert 'id="v3"' not in tree_page(trace, leaves=True)


def test_large_trees_are_told_though_not_all_is_drawn():
    trace = traced("alphabeta", Tree.random(3, 4), None)
    found = tell_rounds(trace, "en", False, 20, False, None, 10**6)
    assert sum(isinstance(event, Enter) for event in trace.events) > 20
    assert len(found.steps) == len(trace.events) - sum(isinstance(event, Leaf) for event in trace.events)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_slides(algorithm):
    trace = traced(algorithm, Tree(COURSE))
    count = sum(len(tree_steps(trace, number)) for number in range(len(sections(trace))))
    made = slides(trace, lang="fr")
    assert len(made) == count + 1
    assert len({(scene.width, scene.height) for scene in made}) == 1
    first = {shape.id for shape in made[0].shapes if shape.id}
    assert not any(name[0] in "vwkc" for name in first)
    if algorithm != "mcts":
        texts = {shape.id: shape.text for shape in made[-1].shapes if isinstance(shape, Text) and shape.id}
        finished = [shape for shape in tree_scenes(trace)[-1].shapes if isinstance(shape, Text) and shape.id[:1] == "v"]
        assert {shape.id: shape.text for shape in finished}.items() <= texts.items()


def test_too_many_slides_are_refused_in_one_sentence():
    trace = traced("alphabeta", Tree.random(3, 5))
    assert sum(isinstance(event, Best) for event in trace.events) > 50
    with pytest.raises(LimitsError) as raised:
        slides(trace)
    assert "400" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_states_are_painted_alike_on_pages_and_slides():
    css = classes_css()
    assert len(css.splitlines()) == len(LOOKS)
    for (letter, state), look in LOOKS.items():
        assert f'[id^="{letter}"]' in css
        assert not state or f".{state}" in css
        assert look.css() in css


def test_an_empty_trace_makes_an_empty_page():
    trace = Trace()
    trace.begin(Tree("(1 2)"), "minimax", Tree("(1 2)").start())
    assert "step" in tree_page(trace)
    assert len(slides(trace)) == 1


def test_a_round_that_was_interrupted():
    trace = traced("deepening", make("tictactoe"), 4, nodes=150)
    found = check_open(trace)
    assert len(found.scenes) == len(found.firsts) >= 2
    assert "Round 2: depth 2" in tree_page(trace)


def check_open(trace):
    """Nodes that were left open have no value at the end."""
    found = tell_rounds(trace, "en", False, 1500, False, None, 10**6)
    left = {event.node for event in trace.events if isinstance(event, Leave)}
    drawn = {shape.id for scene in found.scenes for shape in scene.shapes if shape.id[:1] == "v"}
    assert {int(name[1:]) for name in drawn} <= left
    assert any(isinstance(event, Enter) and event.node not in left for event in trace.events)
    return found


def test_a_window_of_its_own_gives_a_bound():
    trace = Trace()
    search.alphabeta(Tree("((3 12 8) (2 4 6))"), alpha=5, beta=9, trace=trace)
    assert "≤ 3, an upper bound" in tree_page(trace)
    trace = Trace()
    search.alphabeta(Tree("((3 12 8) (2 4 6))", 1), alpha=-9, beta=-5, form="negamax", trace=trace)
    assert "≥ 2, a lower bound" in tree_page(trace)
