"""A sheet: several exercises under one title, and an instance of its own for each student of a list.

It is a TOML file::

    title = "TD 4"
    seed = 2026
    students = ["Ada Lovelace", "Alan Turing"]     # or "class.csv": a column of names
    conventions = ["Branches are looked at from left to right."]

    [[exercise]]
    kind = "alphabeta"
    points = 8
    cuts = 2

A student's instances follow from the seed of the sheet, the number of the exercise and the name, so that a list may be
put in another order or grow without a change for anybody. The file is the key too: ``elagage grade`` makes each paper
again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from elagage.errors import ElagageError, FileError
from elagage.exercises.answer_cells import student_columns
from elagage.exercises.answer_files import read_answers
from elagage.exercises.csv_files import csv_bytes
from elagage.exercises.kinds import find_kind
from elagage.exercises.papers import Paper, list_columns
from elagage.exercises.posed import Kind
from elagage.i18n import Message

__all__ = ["ClassSheet", "answer_table", "find_paper", "make_papers", "read_sheet"]

FIELDS = {
    "title": str,
    "seed": int,
    "students": list | str,
    "conventions": list,
    "out_of": int | float,
    "exercise": list,
}
MOST = 500


@dataclass(frozen=True)
class Entry:
    """An exercise of a sheet: its kind and what is asked of it."""

    kind: Kind
    options: Mapping[str, Any]
    title: str
    points: float


@dataclass(frozen=True)
class ClassSheet:
    """What a file says."""

    title: str
    seed: int
    entries: tuple[Entry, ...]
    students: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    out_of: float = 20


def read_sheet(path: Path) -> ClassSheet:
    """The sheet in a file."""
    try:
        document = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise FileError("{path} can't be read: {problem}.", path=repr(str(path)), problem=problem) from None
    for name, value in document.items():
        if name not in FIELDS or not isinstance(value, FIELDS[name]):
            raise FileError(
                "{path}: {field} is not what a sheet has: title, seed, students, conventions, out_of and [[exercise]].",
                path=path,
                field=name,
            )
    listed = document.get("exercise", [])
    if not listed:
        raise FileError("{path} has no exercise: add [[exercise]] with a kind.", path=path)
    try:
        entries = tuple(read_entry(entry) for entry in listed)
    except ElagageError as error:
        raise FileError("{path}: {problem}", path=path, problem=error) from None
    students = document.get("students", [])
    if isinstance(students, str):
        students = read_students(path.parent / students)
    names = [str(name).strip() for name in students]
    for name in names:
        if not name or names.count(name) > 1:
            raise FileError("{path}: the student {name} is there twice, or has no name.", path=path, name=repr(name))
    if len(names) > MOST:
        raise FileError("{path}: a sheet is for {most} students at most.", path=path, most=MOST)
    return ClassSheet(
        document.get("title", path.stem),
        document.get("seed", 0),
        entries,
        tuple(names),
        tuple(map(str, document.get("conventions", []))),
        float(document.get("out_of", 20)),
    )


def read_entry(entry: Any) -> Entry:
    """An exercise of the file."""
    if not isinstance(entry, dict) or not isinstance(entry.get("kind"), str):
        raise FileError('an exercise needs a kind, as in kind = "attractor".')
    rest = {name: value for name, value in entry.items() if name not in ("kind", "title", "points")}
    kind, points = find_kind(entry["kind"]), entry.get("points", 1)
    if not isinstance(points, int | float) or not 0 < points <= 1000:
        raise FileError("the points of an exercise are a number above 0.")
    kind.settle(rest)
    return Entry(kind, rest, str(entry.get("title", "")), float(points))


def read_students(path: Path) -> list[str]:
    """The names in a file: a column of a CSV, or a line each."""
    if path.suffix.casefold() == ".txt":
        try:
            return [line.strip() for line in path.read_text("utf-8-sig").splitlines() if line.strip()]
        except (OSError, ValueError) as error:
            problem = getattr(error, "strerror", None) or error
            raise FileError("{path} can't be read: {problem}.", path=repr(str(path)), problem=problem) from None
    rows, _separator = read_answers(path)
    columns = student_columns(list(rows[0].cells)) if rows else []
    return [" ".join(str(row.cells[column]).strip() for column in columns) for row in rows]


def make_papers(sheet: ClassSheet) -> list[Paper]:
    """A paper for each student, or one for everybody."""
    return [make_paper(sheet, student) for student in sheet.students or ("",)]


def make_paper(sheet: ClassSheet, student: str) -> Paper:
    exercises = tuple(
        entry.kind.make(entry.options, draw_seed(sheet.seed, number, student))
        for number, entry in enumerate(sheet.entries, 1)
    )
    titles = tuple(entry.title or entry.kind.title for entry in sheet.entries)
    return Paper(student, exercises, tuple(entry.points for entry in sheet.entries), True, titles)


def draw_seed(seed: int, number: int, student: str) -> int:
    """The seed of a student's exercise; that of the sheet itself for everybody."""
    if not student:
        return seed + number
    told = f"{seed}/{number}/{' '.join(student.casefold().split())}"
    return int.from_bytes(sha256(told.encode()).digest()[:4], "big") % 1_000_000


def find_paper(papers: Sequence[Paper], student: str) -> Paper | None:
    """The paper of a student, whatever the capitals, spaces and the order of the names; the one paper, if there is one
    for all.
    """
    if len(papers) == 1 and not papers[0].student:
        return papers[0]
    wanted = sorted(student.casefold().split())
    return next((paper for paper in papers if sorted(paper.student.casefold().split()) == wanted), None)


def answer_table(papers: Sequence[Paper], answers: bool, separator: str = ";") -> bytes:
    """A CSV with a line for each student: to be filled in, or with all that is right."""
    columns = list(dict.fromkeys(column for paper in papers for column, _question in list_columns(paper)))
    rows = []
    for paper in papers:
        right = {column: question.answer.text() for column, question in list_columns(paper)} if answers else {}
        rows.append([paper.student, *(right.get(column, "") for column in columns)])
    return csv_bytes([Message("student"), *columns], rows, separator)
