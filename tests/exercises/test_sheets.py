"""Sheets: a paper for each student, one key, the same in every form; the marks of a class with known errors."""

from __future__ import annotations

import csv
import io
import random
import re
import xml.etree.ElementTree as ET

import pytest

from elagage.errors import FileError
from elagage.exercises.answer_files import read_answers
from elagage.exercises.class_marks import grade_papers
from elagage.exercises.kinds.class_sheets import answer_table, find_paper, make_papers, read_sheet
from elagage.exercises.papers import list_columns
from elagage.exercises.questions import NumberAnswer
from elagage.figures.sheets.moodle_questions import moodle_gift, moodle_xml
from elagage.figures.sheets.sheet_files import SHEET_ENDINGS, write_papers

TOML = """
title = "TD 4"
seed = 2026
students = "class.csv"
conventions = ["From left to right."]
[[exercise]]
kind = "alphabeta"
points = 6
cuts = 2
[[exercise]]
kind = "attractor"
points = 8
[[exercise]]
kind = "nim"
points = 6
"""
FIELD = re.compile(r"\{1:(NUMERICAL|MULTICHOICE|SHORTANSWER):((?:\\.|[^\\}])+)\}")


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "td.toml"
    path.write_text(TOML, encoding="utf-8")
    (tmp_path / "class.csv").write_text("Nom;Prénom\n" + "".join(f"N{n};É{n}\n" for n in range(35)), encoding="utf-8")
    return read_sheet(path)


def test_everybody_has_a_paper_that_does_not_depend_on_the_list(sheet):
    papers = make_papers(sheet)
    assert len(papers) == 35
    assert len({str(paper.exercises[1].given) for paper in papers}) == 35
    again = find_paper(papers, "é7  n7")
    assert again is papers[7]
    assert find_paper(papers, "nobody") is None


def test_the_marks_of_a_class_with_known_errors(sheet, tmp_path):
    papers = make_papers(sheet)
    content = answer_table(papers, True).decode("utf-8-sig")
    head, *rows = list(csv.reader(io.StringIO(content), delimiter=";"))
    chooser, expected = random.Random(1), []
    for paper, row in zip(papers, rows, strict=True):
        wrong = dict(list_columns(paper))
        numbers = [c for c, q in wrong.items() if isinstance(q.answer, NumberAnswer) and q.answer.value is not None]
        spoilt = chooser.sample(numbers, chooser.randrange(4))
        for column in spoilt:
            row[head.index(column)] = "777"
        lost = 0.0
        for number, (posed, points) in enumerate(zip(paper.exercises, paper.weights, strict=True), 1):
            share = 0.0
            for part, weight in posed.weights.items():
                count = sum(q.answer.count for q in posed.questions if q.part == part)
                bad = sum(c in spoilt and q.part == part for c, q in wrong.items() if c.startswith(f"{number}."))
                share += weight * bad / count
            lost += points * share / sum(posed.weights.values())
        expected.append(round(20 * (1 - lost / 20), 2))
    path = tmp_path / "a.csv"
    text = "\n".join(";".join(row) for row in [head, *rows])
    path.write_text(text, encoding="utf-8")
    grades = grade_papers(read_answers(path)[0], papers, lambda name: find_paper(papers, name))
    assert [mark.mark for mark in grades.marks] == pytest.approx(expected, abs=0.011)
    assert [bool(mark.first_error) for mark in grades.marks] == [mark < 20 for mark in expected]
    assert grades.problems == []


def test_it_is_written_in_every_way(sheet, tmp_path):
    papers = make_papers(sheet)[:2]
    for ending in SHEET_ENDINGS:
        path = tmp_path / f"td{ending}"
        write_papers(path, papers, sheet.title, sheet.conventions)
        assert path.stat().st_size > 1000


def test_moodle_reads_the_questions(sheet):
    """What Moodle's importer asks for: known types, names, texts, files that are there, fields that can be read."""
    papers = make_papers(sheet)[:5]
    root = ET.fromstring(moodle_xml(papers, sheet.title))
    assert root.tag == "quiz"
    kinds = [question.get("type") for question in root]
    assert kinds == (["category"] + ["cloze"] * 5) * 3
    for question in root:
        if question.get("type") == "category":
            assert question.findtext("category/text").startswith("$course$/top/")
            continue
        assert question.findtext("name/text").strip()
        body = question.find("questiontext")
        assert body.get("format") == "html"
        text = body.findtext("text")
        named = {file.get("name") for file in body.findall("file") if file.get("encoding") == "base64"}
        assert set(re.findall(r"@@PLUGINFILE@@/([\w.]+)", text)) == named == {"figure.svg"}
        fields = FIELD.findall(text)
        assert len(fields) == text.count("<li>") == text.count("{1:")
        for kind, inside in fields:
            answers = re.split(r"(?<!\\)~", inside)
            assert sum(answer.startswith("=") for answer in answers) >= 1
            if kind == "NUMERICAL":
                assert re.fullmatch(r"=-?\d+(\.\d+)?:0", answers[0])


def test_gift_has_an_answer_for_every_question(sheet):
    text = moodle_gift(make_papers(sheet)[:2], sheet.title)
    questions = [part for part in text.split("\n\n") if part.strip() and not part.startswith("$CATEGORY")]
    for question in questions:
        bare = re.sub(r"\\.", "", question)
        assert bare.startswith("::")
        assert bare.count("{") == bare.count("}") == 1
        inside = bare[bare.index("{") + 1 : bare.index("}")]
        assert inside.startswith(("#", "=", "~", "\n="))


def test_bad_files(tmp_path):
    path = tmp_path / "td.toml"
    for text, problem in (
        ("title = 3", "title is not what"),
        ("title = 'x'", "no exercise"),
        ("[[exercise]]\nkind = 'chess'", "There is no exercise on chess"),
        ("[[exercise]]\nkind = 'nim'\ncuts = 2", "has no option cuts"),
        ("students = ['a', 'a']\n[[exercise]]\nkind = 'nim'", "twice"),
        ("title =", "can't be read"),
    ):
        path.write_text(text)
        with pytest.raises(FileError, match=problem):
            read_sheet(path)
