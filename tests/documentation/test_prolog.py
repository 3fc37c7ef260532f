"""The Prolog of the course is run: its questions have the answers that the pages give,
and on random trees and graphs it agrees with the searches.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from prolog import ask_prolog, read_prolog

from elagage import search
from elagage.games.tree import Tree

COURSE = Path(__file__).resolve().parents[2] / "docs" / "course"
PAGES = {"en": COURSE / "09-and-or.md", "fr": COURSE / "fr" / "09-and-or.md"}
NAMES = {
    "en": {"move": "move", "won_end": "won_end", "won": "won", "moves": "moves", "static": "static"},
    "fr": {"move": "coup", "won_end": "fin_gagnee", "won": "gagne", "moves": "coups", "static": "statique"},
}
LOST = {"en": ("won(s)", "hasty(s)"), "fr": ("gagne(s)", "hatif(s)")}


@pytest.fixture(params=["en", "fr"])
def spoken(request):
    """The language of a page, its program, and its questions with their answers."""
    return request.param, *read_prolog(PAGES[request.param].read_text(encoding="utf-8"))


def test_prolog_stands_nowhere_else():
    for page in COURSE.rglob("*.md"):
        assert ("```prolog" in page.read_text(encoding="utf-8")) == (page in PAGES.values()), page


def test_the_questions_of_the_page_have_its_answers(spoken, tmp_path):
    _language, program, asked = spoken
    assert len(asked) >= 8
    assert ask_prolog(program, [question for question, _answer in asked], tmp_path) == [
        answer for _question, answer in asked
    ]


def test_the_pages_ask_the_same():
    english, french = (read_prolog(PAGES[language].read_text(encoding="utf-8"))[1] for language in ("en", "fr"))
    words = {NAMES["fr"][name]: word for name, word in NAMES["en"].items()} | {"hatif": "hasty", "Meilleur": "Best"}
    words |= {"Valeur": "Value", "Issue": "Outcome"}
    for old, new in sorted(words.items(), key=lambda pair: -len(pair[0])):
        french = [(question.replace(old, new), answer.replace(old, new)) for question, answer in french]
    assert english == french


def test_an_end_that_is_lost_is_not_won_for_lack_of_a_reply(spoken, tmp_path):
    language, program, _asked = spoken
    sound, hasty = LOST[language]
    assert ask_prolog(program, [f"?- {sound}.", f"?- {hasty}."], tmp_path) == ["false.", "true."]


def grow(chooser, depth, leaf):
    """A tree as nested lists, with ends at every depth but the first."""
    if not depth or chooser.random() < 0.2:
        return leaf()
    return [grow(chooser, depth - 1, leaf) for _branch in range(chooser.randint(1, 3))]


def random_trees(seed, leaf, count=60):
    """Trees that are no leaf themselves."""
    chooser = random.Random(seed)

    def branches():
        return [grow(chooser, 4, lambda: leaf(chooser)) for _branch in range(chooser.randint(1, 3))]

    return [branches() for _tree in range(count)]


def test_won_trees_are_those_of_and_or(spoken, tmp_path):
    language, program, _asked = spoken
    names = NAMES[language]
    trees = random_trees(1, lambda chooser: chooser.choice([-1, 1]))
    facts, expected = [], []

    def tell(node, name):
        if isinstance(node, list):
            for place, child in enumerate(node):
                facts.append(f"{names['move']}({name}, {name}_{place}).")
                tell(child, f"{name}_{place}")
        elif node > 0:
            facts.append(f"{names['won_end']}({name}).")

    for number, tree in enumerate(trees):
        tell(tree, f"t{number}")
        expected.append("true." if search.and_or(Tree(tree)).value > 0 else "false.")
    assert set(expected) == {"true.", "false."}
    order = sorted(facts, key=lambda fact: fact.startswith(names["move"]))
    whole = f":- discontiguous {names['move']}/2, {names['won_end']}/1.\n{program}\n" + "\n".join(order)
    asked = [f"?- {names['won']}(t{number})." for number in range(len(trees))]
    assert ask_prolog(whole, asked, tmp_path) == expected
    with_path = [f"?- {names['won']}(t{number}, [])." for number in range(len(trees))]
    assert ask_prolog(whole, with_path, tmp_path) == expected


def test_won_graphs_with_cycles_are_those_of_and_or(spoken, tmp_path):
    language, program, _asked = spoken
    names = NAMES[language]
    chooser = random.Random(2)
    facts, expected = [], []
    for number in range(40):
        inner = [f"g{number}_{k}" for k in range(6)]
        below = {}
        for k, name in enumerate(inner):  # moves lead from Max's vertices to Min's and back, also backwards
            others = [other for j, other in enumerate(inner) if (j - k) % 2]
            ends = [chooser.choice([-1, 1]) for _end in range(chooser.randint(0, 2))]
            below[name] = chooser.sample(others, chooser.randint(1, 2)) + ends
        for name, children in below.items():
            for place, child in enumerate(children):
                other = child if isinstance(child, str) else f"{name}_{place}"
                facts.append(f"{names['move']}({name}, {other}).")
                facts += [f"{names['won_end']}({other})."] if child == 1 else []
        expected.append("true." if search.and_or(Tree(below)).value > 0 else "false.")
    assert set(expected) == {"true.", "false."}
    whole = f":- discontiguous {names['move']}/2, {names['won_end']}/1.\n{program}\n" + "\n".join(facts)
    assert ask_prolog(whole, [f"?- {names['won']}(g{number}_0, [])." for number in range(40)], tmp_path) == expected


COUNTING = """
:- dynamic seen/1.
seen(0).
:- wrap_predicate({static}(_, _), counting, Wrapped, (Wrapped, retract(seen(N)), M is N + 1, assertz(seen(M)))).
counted(Goal, Leaves) :- retractall(seen(_)), assertz(seen(0)), once(Goal), seen(Leaves).
value(P, V, N) :- counted(minimax(P, _, V), N).
move_of(P, K) :- minimax(P, Best, _), {moves}(P, Ps), nth1(K, Ps, Same), Same == Best, !.
value(P, A, B, V, N) :- counted(alphabeta(P, A, B, _, V), N).
move_of(P, A, B, K) :- alphabeta(P, A, B, Best, _), {moves}(P, Ps), nth1(K, Ps, Same), Same == Best, !.
"""


def term(node, player=0):
    """A tree as a term of the page."""
    if not isinstance(node, list):
        return str(node)
    inside = ", ".join(term(child, 1 - player) for child in node)
    return f"{'min' if player else 'max'}([{inside}])"


def test_minimax_and_alphabeta_are_ours_value_move_and_leaves(spoken, tmp_path):
    language, program, _asked = spoken
    whole = ":- use_module(library(lists)).\n:- discontiguous value/3, value/5, move_of/2, move_of/4.\n"
    whole += program + COUNTING.format(**NAMES[language])
    asked, expected = [], []
    for number, tree in enumerate(random_trees(3, lambda chooser: chooser.randint(-9, 9))):
        first = number % 2
        root, game = term(tree, first), Tree(tree, first)
        plain, cutting = search.minimax(game), search.alphabeta(game)
        move = tree.index(tree[plain.move])  # the first of two equal branches: they are the same term
        asked += [f"?- value({root}, V, N).", f"?- move_of({root}, K)."]
        expected += [f"V = {plain.value},\nN = {plain.leaves}.", f"K = {move + 1}."]
        asked += [f"?- value({root}, -inf, inf, V, N).", f"?- move_of({root}, -inf, inf, K)."]
        expected += [f"V = {cutting.value},\nN = {cutting.leaves}.", f"K = {move + 1}."]
        assert cutting.value == plain.value != math.inf
    assert ask_prolog(whole, asked, tmp_path) == expected
    assert sum(search.alphabeta(Tree(tree)).cuts > 0 for tree in random_trees(3, lambda c: c.randint(-9, 9))) > 20
