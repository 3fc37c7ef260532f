"""What a review of the exercises found: true answers refused, false reasons, files overwritten,
readable cells that cost marks.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from patience import PATIENCE
from trees import COURSE

from elagage.errors import FileError
from elagage.exercises import Impossible, Wanted, generate, make_exercise
from elagage.exercises.answers import model
from elagage.exercises.class_marks import cell_number, read_cuts
from elagage.exercises.examiner import verify_file
from elagage.exercises.kinds.tree_kind import pose_tree
from elagage.exercises.marking import find_questions
from elagage.exercises.mistakes import Submitted, check
from elagage.figures.pages.quiz_page import quiz_solution

HEADER = "student,a,b,d,e,c,f,g,cuts\n"
RIGHT = "4,4,4,5,2,2,"


# Grading: files


def test_marks_never_replace_the_answers_or_the_exercise(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("exercise", "--seed", "7", "-o", "td.json")[0] == 0
    (tmp_path / "a.csv").write_text("student,a\nAda,1\n")
    (tmp_path / "link.csv").symlink_to("a.csv")
    (tmp_path / "sub").mkdir()
    kept = {name: (tmp_path / name).read_bytes() for name in ("a.csv", "td.json")}
    for output, word in (
        ("a.csv", "answers"),
        ("sub/../a.csv", "answers"),
        ("link.csv", "answers"),
        ("td.json", "exercise"),
    ):
        code, out, err = run("grade", "a.csv", "--exercise", "td.json", "-o", output)
        assert (code, out) == (2, "")
        assert f"holds the {word}" in err
        assert {name: (tmp_path / name).read_bytes() for name in kept} == kept
    assert run("grade", "a.csv", "--exercise", "td.json", "-o", "m.csv")[0] == 0


def test_a_short_line_answers_nothing_more(graded):
    short, full = graded("nom,a,b,cuts\nX,4\n").marks[0], graded("nom,a,b,cuts\nX,4,,\n").marks[0]
    assert short.parts == full.parts == {"values": (1, 2), "cuts": (0, 2)}
    assert short.mark == full.mark < 20


def test_a_quote_that_is_never_closed(graded):
    with pytest.raises(FileError, match="line 3 has a quote that is never closed"):
        graded('student,a\nAda,4\n"Bob,4\nCy,4\n')
    assert [mark.student for mark in graded('student,a\n"Ada\nB",4\nCy,4').marks] == ["Ada\nB", "Cy"]


@pytest.mark.parametrize(
    "text", ["student,a,b,a\nAda,4,4,3\n", "student,a,A\nAda,4,4\n", "student,a,valeur a\nAda,4,4\n"]
)
def test_columns_that_are_there_twice(graded, text):
    with pytest.raises(FileError, match="twice"):
        graded(text)


def test_columns_without_a_name_may_be_many(graded):
    assert graded("student,a,,\nAda,4,,\n").marks[0].mark == 20


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_what_spreadsheets_write(graded, encoding):
    (mark,) = graded("sep=;\r\nÉlève;a\r\nZoé;4\r\n".encode(encoding)).marks
    assert (mark.student, mark.mark, mark.line) == ("Zoé", 20, 3)


@pytest.mark.parametrize(
    ("header", "cells", "student"),
    [
        ("Horodateur,Nom complet", "2026/11/16,Zoé", "Zoé"),
        ("Timestamp,Your name", "2026-11-16,Zoé", "Zoé"),
        ("Timestamp,Who", "2026-11-16,Zoé", "Zoé"),
        ("Email,Nom de l'élève", "z@x.fr,Zoé", "Zoé"),
        ("Prénom,Nom", "Zoé,Martin", "Zoé Martin"),
        ("Group,StudentName", "3,Zoé", "Zoé"),
        ("Nom complet,Prénom", "Zoé Martin,Zoé", "Zoé Martin"),
        ("Last name,First name", "Martin,Zoé", "Martin Zoé"),
        ("Username,Name", "zm,Zoé", "Zoé"),
    ],
)
def test_which_column_says_who(graded, header, cells, student):
    (mark,) = graded(f"{header},a\n{cells},4\n").marks
    assert (mark.student, mark.mark) == (student, 20)


def test_a_student_who_is_there_twice_is_told(graded, run, tmp_path):
    grades = graded("student,a\nAda,4\nBob,4\nada ,3\n")
    assert grades.notes == ["Line 4: ada is on line 2 already; both are marked."]
    assert (grades.problems, len(grades.marks)) == ([], 3)
    code, _out, err = run("grade", str(tmp_path / "answers.csv"), "--exercise", "alphabeta --seed 7")
    assert (code, "on line 2 already" in err) == (0, True)


# Grading: cells


@pytest.mark.parametrize("text", ["aucune", "Aucun", "rien", "néant", "∅", "none", "-", "", "{}", "aucune."])
def test_no_cuts_in_words(text):
    answers = model(make_exercise("a=(b=(1 2) c=(3 4))", Wanted()))
    assert read_cuts(text, answers) == (set(), [])


@pytest.mark.parametrize(
    ("name", "kind"),
    [("b", "value"), ("valeur_b", "value"), ("b value", "value"), ("α b", "alpha"), ("b._-beta", "beta"),
     ("alpha", "other"), ("-alpha", "other"), ("alpha ", "other"), ("q.alpha", "other"), ("Coupures", "cuts")],
)  # fmt: skip
def test_what_a_column_is_about(exercise, name, kind):
    found = find_questions([name], pose_tree(exercise).questions)
    asked = {"value": "b", "alpha": "b.alpha", "beta": "b.beta", "cuts": "cuts"}
    assert [question.name for question in found.values()] == ([asked[kind]] if kind in asked else [])


@pytest.mark.parametrize("filling", [" ", "_", "- ", "( ", "a.", "alpha", "(a "])
def test_a_long_cell_is_read_at_once(exercise, filling):
    # A reading that takes the square of a cell's length would take an hour; who waits for that kills the test.
    answers = model(exercise)
    cell = f"x{filling * (400_000 // len(filling))}x"
    assert read_cuts(cell, answers)[0] == set()
    assert find_questions([cell], pose_tree(exercise).questions) == {}
    assert cell_number(cell) is None


def test_a_branch_of_a_huge_number_is_none(exercise):
    word = "e." + "9" * 5000
    assert read_cuts(word, model(exercise)) == (set(), [word])


@pytest.mark.parametrize(
    "text",
    ["c-g et e-e.2", "c-g and e-e.2", "c-g/e-e.2", "c-g, e-e.2.", "c-g ; e-e.2", "{c-g, e-e.2}", "[c-g; e-e.2]",
    "(c,g) (e,e.2)",
     "{(c, g), (e, 2)}", "(c-g) (e-e.2)", "c−g e–e.2", "'c-g' \"e-e.2\"", "(c g), (e;e.2)", "- c>g, e → 2"],
)  # fmt: skip
def test_cuts_as_people_write_them(exercise, text):
    assert read_cuts(text, model(exercise)) == ({("c", "g"), ("e", "e.2")}, [])


def test_cuts_as_pairs_in_json(graded):
    rows = [{"student": "Ada", "cuts": [["c", "g"], ["e", "e.2"]]}]
    assert graded(json.dumps(rows), "answers.json").marks[0].parts == {"cuts": (2, 2)}


def test_infinity_as_people_write_it():
    assert {cell_number(text) for text in ("Inf", "INF", "+Inf", "∞", "+∞", "Infini")} == {math.inf}
    assert {cell_number(text) for text in ("-Inf", "-INF", "–∞", "−∞", "-∞", "– inf", "—∞")} == {-math.inf}


def test_a_word_that_costs_marks_is_the_first_error(graded):
    (mark,) = graded(HEADER + f"Ada,{RIGHT},c-g e-e.2 zz\n").marks
    assert mark.mark < 20
    assert mark.first_error == "Line 2: 'zz' is no edge of the tree."
    (mark,) = graded(HEADER + "Ada,4,four,4,5,2,2,,c-g e-e.2\n").marks
    assert mark.first_error.startswith("Line 2: 'four' in column b is no number.")


# Answers: reasons, and nodes that are never visited


@pytest.mark.parametrize(
    ("edge", "strict", "reason"),
    [
        (("d", "d.2"), False, "reaches β = +∞"),
        (("d", "d.2"), True, "exceeds β = +∞"),
        (("b", "e"), False, "falls to α = -∞"),
        (("b", "e"), True, "falls below α = -∞"),
    ],
)
def test_why_an_edge_is_not_cut(edge, strict, reason):
    exercise = make_exercise(COURSE, Wanted(strict=strict))
    (found,) = [m for m in check(exercise, Submitted(cuts={edge})) if not m.expected]
    assert found.sentence == f"Node {edge[0]}: the edge to {edge[1]} is not cut, since no value before it {reason}."


def test_a_value_on_the_side_of_the_movers_own_bound_is_no_reason():
    exercise = make_exercise("a=(b=(d=(15 1)) c=(e=(7 3)))", Wanted())
    (found,) = [m for m in check(exercise, Submitted(cuts={("e", "e.2")})) if not m.expected]
    assert found.sentence.endswith("since no value before it reaches β = +∞.")


def test_windows_and_cuts_of_nodes_that_are_never_reached(exercise, graded):
    answers = model(exercise)
    seen = [answer for answer in answers.values() if answer.visited and not answer.leaf]
    right = Submitted(
        {answer.label: answer.value for answer in seen},
        {answer.label: answer.alpha for answer in seen},
        {answer.label: answer.beta for answer in seen},
        {("c", "g"), ("e", "e.2")},
    )
    assert check(exercise, right) == []
    for changed, part in (
        (replace(right, alphas={**right.alphas, "g": 4}), "alpha"),
        (replace(right, betas={**right.betas, "g": 2}), "beta"),
        (replace(right, cuts={*right.cuts, ("g", "g.2")}), "cut"),
    ):
        (found,) = check(exercise, changed)
        assert (found.label, found.part, found.expected) == ("g", part, "")
        assert found.sentence.startswith("Node g: it is never reached, since c is cut before it")
    kinds = [
        (one["kind"], one.get("part"), one.get("branch"))
        for one in quiz_solution(exercise)["checks"]
        if one["node"] == "g"
    ]
    assert kinds == [
        ("never", "alpha", None),
        ("never", "beta", None),
        ("kept", None, "g.1"),
        ("kept", None, "g.2"),
        ("never", "value", None),
    ]
    (mark,) = graded(HEADER + f"Ada,{RIGHT},c-g e-e.2 g-g.2\n").marks
    assert mark.parts["cuts"] == (1, 2)
    assert "never reached" in mark.first_error
    (mark,) = graded("student,c.alpha,g.alpha\nAda,4,4\n").marks
    assert mark.parts["windows"] == (0, 1)


def test_a_bound_under_which_nothing_is_skipped_is_exact_too():
    exercise = make_exercise("a=(b=(5 6) c=(d=(1 2) e=(8 9)) f=(3 9))", Wanted())
    bounds = {one["node"]: one for one in quiz_solution(exercise)["checks"] if one["kind"] == "bound"}
    assert (bounds["d"]["right"], bounds["d"]["also"]) == ("≤", "=")
    assert bounds["d"]["en"] == "Node d: write ≤ 2 or = 2, since nothing is skipped below it."
    assert "also" not in bounds["c"]
    assert "only an upper bound" in bounds["c"]["en"]
    hard = quiz_solution(make_exercise(exercise.text, Wanted(soft=False)))["checks"]
    assert not any("also" in one for one in hard)


# Making


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(depth=3, branching=7, deep=True),
        Wanted(depth=2, branching=(5, 20), deep=True),
        Wanted(depth=12, branching=1, deep=True),
        Wanted(depth=1, branching=400, deep=True, ties=False),
        Wanted(depth=3, branching=(2, 7), deep=True, cuts=1, ties=False),
        Wanted(depth=3, branching=6, deep=True, alpha_cuts=0, beta_cuts=0),
    ],
)
def test_what_is_proposed_works(wanted):
    with pytest.raises(Impossible) as caught:
        generate(wanted, 1)
    nearest = caught.value.nearest
    nearest.check()
    assert generate(nearest, 1).deep_cuts


def test_what_is_possible_does_not_depend_on_the_seed():
    wanted = Wanted(depth=4, branching=(2, 3), cuts=1, alpha_cuts=1, deep=True, ties=False)
    made = [generate(wanted, seed) for seed in range(12)]
    assert len({exercise.text for exercise in made}) > 8
    for exercise in made:
        assert (exercise.cuts, exercise.alpha_cuts, exercise.deep_cuts) == (1, 1, 1)


def test_conventions_of_alphabeta_do_not_matter_to_minimax():
    assert generate(Wanted("minimax", strict=True, soft=False), 1).cuts == 0


# Verifying

MINIMAX = """
{decorator}
@counted
def minimax(noeud, joueur_max):
    if type(noeud) == int:
        return noeud
    valeurs = [minimax(fils, not joueur_max) for fils in noeud]
    return max(valeurs) if joueur_max else min(valeurs)
"""
BARE = "def counted(f):\n    def g(*args):\n        return f(*args)\n    return g\n"
PARTLY = BARE.replace("*args", "node, *args")
WRAPS = """
import functools
def counted(f):
    @functools.wraps(f)
    def g(*args):
        return f(*args)
    return g
"""
OBJECT = """
class counted:
    def __init__(self, f):
        self.f = f
    def __call__(self, *args):
        return self.f(*args)
"""


@pytest.fixture
def judge(tmp_path):
    def verify(source):
        path = tmp_path / "student.py"
        path.write_text(source, encoding="utf-8")
        return verify_file(path, trees=60, limit=0.5, seconds=PATIENCE)

    return verify


@pytest.mark.parametrize("decorator", [BARE, PARTLY, WRAPS, OBJECT])
def test_decorated_functions_are_accepted(judge, decorator):
    verdict = judge(MINIMAX.format(decorator=decorator))
    assert verdict.sentence == "minimax is right on all 60 trees."
    wrong = judge(MINIMAX.format(decorator=decorator).replace("max(valeurs) if", "min(valeurs) if"))
    assert wrong.sentence == "On a=(0 1), minimax gives 0 and the value is 1."


def test_a_decorated_alphabeta_is_followed(judge):
    source = """
@counted
def alphabeta(n, p, /, alpha=float("-inf"), beta=float("inf"), *, joueur_max):
    if isinstance(n, int):
        return n
    for f in n:
        v = alphabeta(f, p, alpha, beta, joueur_max=not joueur_max)
        if joueur_max: alpha = max(alpha, v)
        else: beta = min(beta, v)
        if alpha >= beta: break
    return alpha if joueur_max else beta
"""
    for decorator in (BARE, WRAPS):
        full = decorator.replace("*args", "*args, **kw")
        assert "visits no node" in judge(full + source).sentence
        assert judge(full + source.replace(">=", ">")).verdict == "visits"


def test_no_sentence_speaks_of_line_none(judge):
    for source, words in (
        ("import functools\ndef f(a, b, c): return 1\nminimax = functools.partial(f)\nminimax.__module__ = "
         "'student'\n", ""),
        ("x = '\0'\n", ""),
        ("def deco(f):\n    return lambda: 1\n@deco\ndef minimax(noeud):\n    return 1\n",
        "On a=(0), minimax fails: TypeError"),
    ):  # fmt: skip
        sentence = judge(source).sentence
        assert "None" not in sentence
        assert words in sentence
