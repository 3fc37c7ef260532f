"""What the product writes as CSV is data for a spreadsheet, whatever people called themselves and their columns."""

from __future__ import annotations

import ast
import csv
import io
import re
from pathlib import Path

import pytest

from elagage.exercises.class_marks import marks_csv
from elagage.exercises.csv_files import csv_bytes, harmless_cell
from elagage.i18n import use_language

HOSTILE = ["=1+1", "+1+1", "-2+3+cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\r=1", "-a", "＝1"]


@pytest.mark.parametrize("cell", HOSTILE)
def test_what_a_spreadsheet_would_run_is_a_text(cell):
    assert harmless_cell(cell) == "'" + re.sub("([\t\r])=", r"\1'=", cell)  # which is a cell of its own elsewhere


@pytest.mark.parametrize("cell", ["-5", "+5", "-0.5", "-0,5", "-1e5", -5, -0.5, "", "a-b", "3/4", None])
def test_numbers_and_other_texts_stay_as_they_are(cell):
    assert harmless_cell(cell) == cell


def test_marks_with_hostile_names_and_columns(graded):
    lines = ["student,a,=HYPERLINK(1)", "-2+3,4,-9", "@a,4,-x"]
    rows = list(csv.reader(io.StringIO(marks_csv(graded("\n".join(lines) + "\n")).decode("utf-8-sig"))))
    assert (rows[0][-1], [row[-1] for row in rows[1:]]) == ("'=HYPERLINK(1)", ["-9", "'-x"])
    assert [row[0] for row in rows[1:]] == ["'-2+3", "'@a"]


@pytest.mark.parametrize(
    ("language", "header"),
    [
        ("en", "student,line,mark,out of,values,cuts,first error,problems,remark"),
        ("fr", "élève,ligne,note,barème,valeurs,coupures,première erreur,problèmes,remark"),
    ],
)
def test_the_first_line_is_in_the_language_of_the_person(graded, language, header):
    grades = graded("student,a,cuts,remark\nAda,4,none,x\n")
    with use_language(language):
        assert marks_csv(grades).decode("utf-8-sig").splitlines()[0] == header


def test_a_file_is_read_back_as_it_was_written():
    rows = list(csv.reader(io.StringIO(csv_bytes(["é;", 'a"b'], [[1, "x\ny"]], ";").decode("utf-8-sig"), newline=""),
                           delimiter=";"))  # fmt: skip
    assert rows == [["é;", 'a"b'], ["1", "x\ny"]]


@pytest.mark.parametrize("written", [",", ";"])
@pytest.mark.parametrize("read", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", [";", ",", "\t", "|", '";', "\n", "\r\n", "\n\n", ";-1;"])
def test_nothing_is_run_whatever_separator_a_spreadsheet_expects(written, read, end):
    content = csv_bytes(["student", "remark"], [["Ada", f"Ada{end}=1+1", -5]], written).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(content, newline=""), delimiter=read) for cell in row]
    assert [cell for cell in cells if harmless_cell(cell) != cell] == []
    assert len(list(csv.reader(io.StringIO(content, newline=""), delimiter=written))[1]) == 3


def test_nothing_else_writes_csv():
    sources = Path(__file__).resolve().parents[2] / "src" / "elagage"
    writers = [
        path.name
        for path in sources.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("csv.writer", "csv.DictWriter")
    ]
    assert writers == ["csv_files.py"]
