"""Marks for a class: the answers of all students from one file, the marks into another,
and each one's first error explained.

CSV: a header, then a line a student. Columns: ``student`` (or name, Nom complet, élève ...; else the first column), one
a node for its value (``a``, ``b`` ...; nothing, ``-`` or ``x`` for a node that is not visited), perhaps ``a.alpha`` and
``a.beta`` for its window, and ``cuts`` (or coupures): the edges that are cut, ``b-e e-e.2``, where ``e.2`` is also the
edge to the second branch of e, and ``e`` alone stands for all that is cut at e. Commas, semicolons or tabs separate;
numbers may have a decimal comma or a sign ``≥``; ``inf`` and ``∞`` are infinite. JSON: a list of objects with the same
names. A node without a column was not asked for. Other columns are kept and not marked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elagage.errors import FileError
from elagage.exercises.answer_cells import NONE, cell_number, kind_of, read_cuts, student_columns
from elagage.exercises.answer_files import Row, read_answers
from elagage.exercises.answers import Edge, NodeAnswer, model
from elagage.exercises.csv_files import csv_bytes
from elagage.exercises.mistakes import Submitted, check
from elagage.exercises.solved_exercise import Exercise
from elagage.i18n import Message, _, ngettext
from elagage.record import write_file
from elagage.result import Number

__all__ = [
    "Grades", "Mark", "cell_number", "grade", "grade_rows", "marks_csv", "marks_json", "read_answers", "read_cuts",
    "summary", "write_marks",
]  # fmt: skip

WHO = ("student", "")
WEIGHTS = {"values": 2, "windows": 1, "cuts": 1}
FIRST_COLUMNS = (Message("student"), Message("line", context="of a file"), Message("mark"), Message("out of"))
PART_COLUMNS = {"values": Message("values"), "windows": Message("windows"), "cuts": Message("cuts")}
LAST_COLUMNS = (Message("first error"), Message("problems"))
"""The columns of marks: these, the parts that were asked for between them, and the class's own behind."""


@dataclass
class Mark:
    """What a student gets. Parts are (right, of how many); a part that nobody was asked for is not there."""

    student: str
    line: int
    mark: float
    parts: dict[str, tuple[int, int]]
    first_error: str = ""
    problems: list[str] = field(default_factory=list)
    """What could not be read, with the line; the rest of the line is marked all the same."""
    other: dict[str, str] = field(default_factory=dict)
    """Columns that are none of ours, as they were."""


@dataclass
class Grades:
    """The marks of a class, in the order of the file."""

    marks: list[Mark]
    out_of: float
    separator: str = ","
    notes: list[str] = field(default_factory=list)
    """What is worth a look though it could be read."""

    @property
    def problems(self) -> list[str]:
        """Everything that could not be read."""
        return [problem for mark in self.marks for problem in mark.problems]


def grade(path: Path, exercise: Exercise, out_of: float = 20) -> Grades:
    """Mark the answers in a file, CSV or JSON."""
    rows, separator = read_answers(path)
    grades = grade_rows(rows, exercise, out_of)
    grades.separator = separator
    return grades


# Marking


def grade_rows(rows: Iterable[Row], exercise: Exercise, out_of: float = 20) -> Grades:
    """Mark lines that have been read; windows and cuts count if anybody was asked for them."""
    rows = list(rows)
    answers = model(exercise)
    columns = {column: kind_of(column, answers) for row in rows for column in row.cells}
    columns |= dict.fromkeys(student_columns([name for name, kind in columns.items() if kind[0] == "other"]), WHO)
    for row in rows:
        refuse_twice(row, columns)
    kinds = {kind for kind, _label in columns.values()}
    if rows and not kinds & {"value", "alpha", "beta", "cuts"}:
        raise FileError(
            "No column is about the exercise: name the columns {names} after its nodes, and one of them cuts.",
            names=", ".join(label for label, answer in answers.items() if not answer.leaf),
        )
    marks = [mark_row(row, columns, kinds, exercise, answers, out_of) for row in rows]
    return Grades(marks, out_of, notes=find_repeats(marks))


def refuse_twice(row: Row, columns: Mapping[str, tuple[str, str]]) -> None:
    """FileError if two columns are about the same thing."""
    seen: dict[tuple[str, str], str] = {}
    for column in row.cells:
        kind = columns[column]
        if kind[0] in ("value", "alpha", "beta", "cuts") and kind in seen:
            raise FileError(
                "The columns {first} and {second} ask for the same thing twice: leave one of them out.",
                first=repr(seen[kind]),
                second=repr(column),
            )
        seen[kind] = column


def find_repeats(marks: list[Mark]) -> list[str]:
    """A sentence for each student who has had a line before."""
    lines: dict[str, int] = {}
    notes = []
    for mark in marks:
        name = " ".join(mark.student.casefold().split())
        if name and name in lines:
            text = _("Line {line}: {student} is on line {first} already; both are marked.")
            notes.append(text.format(line=mark.line, student=mark.student, first=lines[name]))
        lines.setdefault(name, mark.line)
    return notes


def mark_row(
    row: Row,
    columns: Mapping[str, tuple[str, str]],
    kinds: set[str],
    exercise: Exercise,
    answers: Mapping[str, NodeAnswer],
    out_of: float,
) -> Mark:
    problems = [row.problem] if row.problem else []
    numbers: dict[str, dict[str, Number]] = {"value": {}, "alpha": {}, "beta": {}}
    cuts: set[Edge] = set()
    students: list[str] = []
    unread: dict[tuple[str, str], str] = {}
    other, wrong_edges = {}, 0
    for column, cell in row.cells.items():
        kind, label = columns[column]
        text = cell_text(cell)
        if kind == "student":
            students.append(text)
        elif kind == "other":
            other[column] = text
        elif kind == "cuts":
            cuts, unknown = read_cuts(text, answers)
            wrong_edges = len(unknown)
            no_edge = _("Line {line}: '{text}' is no edge of the tree.")
            problems += [no_edge.format(line=row.line, text=word) for word in unknown]
            if unknown:
                unread["cut", ""] = problems[-len(unknown)]
        elif text.casefold() not in NONE:
            number = cell_number(text)
            if number is None:
                problems.append(
                    _("Line {line}: '{text}' in column {column} is no number.").format(
                        line=row.line, text=text, column=column
                    )
                )
                unread[kind, label] = problems[-1]
            else:
                numbers[kind][label] = number
    student = " ".join(filter(None, students))
    if not student:
        problems.append(_("Line {line}: the student has no name.").format(line=row.line))
    submitted = Submitted(
        numbers["value"] if "value" in kinds else None,
        numbers["alpha"] if "alpha" in kinds else None,
        numbers["beta"] if "beta" in kinds else None,
        cuts if "cuts" in kinds else None,
    )
    asked = {part: {label for kind, label in columns.values() if kind == part} for part in numbers}
    mistakes = [m for m in check(exercise, submitted) if m.part == "cut" or m.label in asked[m.part]]
    parts: dict[str, tuple[int, int]] = {}
    seen = {label for label, answer in answers.items() if answer.visited and not answer.leaf}
    wrong = {part: {m.label for m in mistakes if m.part == part} for part in asked}
    if asked["value"]:
        count = len(asked["value"] & seen)
        parts["values"] = (max(0, count - len(wrong["value"])), count) if count else (int(not wrong["value"]), 1)
    if asked["alpha"] or asked["beta"]:
        count = len(asked["alpha"] & seen) + len(asked["beta"] & seen)
        bad = len(wrong["alpha"]) + len(wrong["beta"])
        parts["windows"] = (max(0, count - bad), count) if count else (int(not bad), 1)
    if "cuts" in kinds:
        edges = {(answer.label, branch) for answer in answers.values() for branch in answer.skipped}
        extra = sum(m.part == "cut" and not m.expected for m in mistakes) + wrong_edges
        right = len(edges & cuts) - extra
        parts["cuts"] = (max(0, right), len(edges)) if edges else (int(not extra), 1)
    weight = sum(WEIGHTS[part] for part in parts) or 1
    points = sum(WEIGHTS[part] * right / count for part, (right, count) in parts.items())
    costly = [text for (part, label), text in unread.items() if part == "cut" or label in wrong[part]]
    first = " ".join(costly[:1] + [m.sentence for m in mistakes[:1]])
    return Mark(student, row.line, round(out_of * points / weight, 2), parts, first, problems, other)


def cell_text(cell: Any) -> str:
    """A cell as text; the edges of a JSON list may be texts or pairs."""
    if isinstance(cell, list):
        return " ".join("-".join(map(str, item)) if isinstance(item, list) else str(item) for item in cell)
    return "" if cell is None else str(cell).strip()


# Writing


def write_marks(path: Path, grades: Grades) -> None:
    """The marks into a file: .csv or .json."""
    if path.suffix.casefold() not in (".csv", ".json"):
        raise FileError("{path} can't be written: marks go to a file that ends with .csv or .json.", path=path)
    write_file(path, marks_json(grades) if path.suffix.casefold() == ".json" else marks_csv(grades))


def marks_json(grades: Grades) -> bytes:
    """A list of objects."""
    rows = [
        {
            "student": mark.student,
            "line": mark.line,
            "mark": mark.mark,
            "out_of": grades.out_of,
            **{part: {"right": right, "of": count} for part, (right, count) in mark.parts.items()},
            "first_error": mark.first_error,
            "problems": mark.problems,
            **({"other": mark.other} if mark.other else {}),
        }
        for mark in grades.marks
    ]
    return (json.dumps(rows, indent=1, ensure_ascii=False) + "\n").encode()


def marks_csv(grades: Grades) -> bytes:
    """A line a student; the separator is that of the answers."""
    parts = [part for part in WEIGHTS if any(part in mark.parts for mark in grades.marks)]
    others = list(dict.fromkeys(column for mark in grades.marks for column in mark.other))
    columns: list[Message | str] = [*FIRST_COLUMNS, *(PART_COLUMNS[part] for part in parts), *LAST_COLUMNS, *others]
    rows: list[list[Any]] = []
    for mark in grades.marks:
        shares = ["{}/{}".format(*mark.parts[part]) if part in mark.parts else "" for part in parts]
        number = f"{mark.mark:g}".replace(".", "," if grades.separator == ";" else ".")
        cells = [mark.student, mark.line, number, f"{grades.out_of:g}", *shares, mark.first_error]
        rows.append([*cells, " ".join(mark.problems), *(mark.other.get(column, "") for column in others)])
    return csv_bytes(columns, rows, grades.separator)


def summary(grades: Grades) -> str:
    """One line about the class."""
    marks = [mark.mark for mark in grades.marks]
    count = ngettext("{n} student", "{n} students", len(marks)).format(n=len(marks))
    if not marks:
        return count
    return _("{count}, mean {mean:.2f} out of {out_of:g}").format(
        count=count, mean=sum(marks) / len(marks), out_of=grades.out_of
    )
