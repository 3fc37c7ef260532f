"""Marks for a class: files as people write them, nothing lost, every bad line told."""

from __future__ import annotations

import csv
import io
import json

import pytest

from elagage.errors import FileError
from elagage.exercises.answers import model
from elagage.exercises.class_marks import cell_number, grade, marks_csv, marks_json, read_cuts, summary, write_marks

RIGHT = "4,4,4,5,2,2,,e-e.2 c-g"


def test_marks_and_first_errors(graded):
    grades = graded(f"student,a,b,d,e,c,f,g,cuts\nAda,{RIGHT}\nBob,4,4,4,6,2,2,,c-g\nCy,,,,,,,,\n")
    ada, bob, cy = grades.marks
    assert (ada.mark, ada.first_error, ada.parts) == (20, "", {"values": (6, 6), "cuts": (2, 2)})
    assert bob.parts == {"values": (5, 6), "cuts": (1, 2)}
    assert bob.first_error == "Node e: the edge to e.2 is cut, since 5 ≥ β = 4."
    assert 0 < bob.mark < 20
    assert cy.mark == 0
    assert "mean" in summary(grades)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffÉlève;A;B;D;E;C;F;G;Coupures\r\nZoé;4;4;4;5;2;2;;E-E.2 C-G\r\n",
        "nom\ta\tb\td\te\tc\tf\tg\tcoupures\nZoé\t 4,0 \t4\t4\t≥ 5\t<= 2\t2\t-\te.2, c→g\n",
        'Name,a,b,d,e,c,f,cuts\n"Zoé","4,0",4,4.0,5,2,2,"e c"\n',
        "who,valeur a,b,d,e,c,f,cuts\n\nZoé,4,4,4,5,2,2,e-2 c.2\n",
    ],
)
def test_csv_as_people_write_it(graded, text):
    (mark,) = graded(text).marks
    assert (mark.student, mark.mark, mark.problems) == ("Zoé", 20, [])


def test_old_spreadsheets(graded):
    (mark,) = graded("élève;a\nZoé;4\n", encoding="cp1252").marks
    assert mark.student == "Zoé"


def test_windows_count_if_they_were_asked_for(graded):
    header = "student,a.alpha,a.beta,b_alpha,beta c,α e\n"
    (mark,) = graded(header + "Ada,-inf,+∞,-oo,inf,3\n").marks
    assert mark.parts == {"windows": (4, 5)}
    assert mark.first_error == "Node e: α is -∞ here, since no value above it is known yet."


def test_bad_lines_are_told_and_kept(graded):
    grades = graded("student,a,b,cuts,remark\nAda,4,four,z-y,late\n,4,4,,\nBob,4,4,e-e.2,ok,extra\n\nCy,4\n")
    ada, nobody, bob, cy = grades.marks
    assert ada.problems == ["Line 2: 'four' in column b is no number.", "Line 2: 'z-y' is no edge of the tree."]
    assert ada.other == {"remark": "late"}
    assert nobody.problems == ["Line 3: the student has no name."]
    assert bob.problems[0].startswith("Line 4: it has 6 cells")
    assert "extra" in bob.other.values()
    assert (cy.student, cy.line) == ("Cy", 6)
    assert len(grades.problems) == 4


def test_json(graded, tmp_path):
    rows = [
        {"student": "Ada", "a": 4, "b": 4, "d": 4, "e": 5, "c": 2, "f": 2, "cuts": ["e-e.2", "c-g"]},
        {"student": "Bob", "values": {"a": 4, "b": None}, "alpha": {"c": 4}, "cuts": "e-e.2"},
        "Cy",
    ]
    grades = graded(json.dumps(rows), "answers.json")
    ada, bob, cy = grades.marks
    assert ada.parts["values"] == (6, 6)
    assert bob.parts["windows"] == (1, 1)
    assert cy.problems[0] == "Item 3: it is not an object with a student's answers."
    assert json.loads(marks_json(grades))[2]["student"] == "Cy"
    for text in ("[1,", "3"):
        with pytest.raises(FileError):
            graded(text, "answers.json")


def test_what_is_written(graded, tmp_path):
    grades = graded("student;a;b;remark\n=1+1;4;4;x\nBob;4;3;y\n")
    text = marks_csv(grades).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    assert [row["student"] for row in rows] == ["'=1+1", "Bob"]
    assert rows[1]["remark"] == "y"
    assert rows[0]["values"] == "2/2"
    for name in ("marks.csv", "marks.json"):
        write_marks(tmp_path / name, grades)
        assert (tmp_path / name).exists()
    with pytest.raises(FileError, match="that ends with"):
        write_marks(tmp_path / "marks.xls", grades)


def test_files_that_hold_no_answers(graded, tmp_path, exercise):
    for text, problem in (("", "is empty"), ("student,remark\nAda,x\n", "No column is about the exercise")):
        with pytest.raises(FileError, match=problem):
            graded(text)
    with pytest.raises(FileError, match="can't be read"):
        grade(tmp_path / "none.csv", exercise)
    assert graded("student,a\n").marks == []


def test_numbers_and_edges(exercise):
    assert [cell_number(text) for text in ("3,5", "≥ 4", "−2", "1e5", "abc", "+oo")] == [
        3.5,
        4,
        -2,
        None,
        None,
        float("inf"),
    ]
    answers = model(exercise)
    assert read_cuts("c-g e->e.2", answers) == ({("c", "g"), ("e", "e.2")}, [])
    assert read_cuts("g", answers) == ({("c", "g")}, [])
    assert read_cuts("a-g b.9", answers) == (set(), ["a-g", "b.9"])


def test_the_command(run, tmp_path):
    code, _out, err = run("exercise", "--seed", "7", "--cuts", "2", "-o", str(tmp_path / "td.json"))
    assert (code, err) == (0, "")
    answers = tmp_path / "answers.csv"
    answers.write_text("student,a\nAda,1\n")
    code, out, _err = run("grade", str(answers), "--exercise", str(tmp_path / "td.json"), "-o", str(tmp_path / "m.csv"))
    assert code == 0
    assert "Ada" in out
    assert (tmp_path / "m.csv").read_text(encoding="utf-8-sig").startswith("student,")
    same = run("grade", str(answers), "--exercise", "alphabeta --seed 7 --cuts 2", "--json")
    assert json.loads(same[1])[0]["student"] == "Ada"
    answers.write_text("student,a\nAda,one\n")
    code, _out, err = run("grade", str(answers), "--exercise", "alphabeta --seed 7")
    assert code == 2
    assert "Line 2: 'one' in column a is no number." in err
    for text, problem in (
        ("alphabeta", "Give the seed"),
        ("chess --seed 1", "chess"),
        ("none.json", "can't be read"),
    ):
        code, _out, err = run("grade", str(answers), "--exercise", text)
        assert code == 2
        assert problem in err
    assert run("grade", str(answers), "--exercise", "--seed 1", "--out-of", "0")[0] == 2
