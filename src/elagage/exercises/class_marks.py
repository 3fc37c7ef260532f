"""Marks for a class: the answers of all students from one file, the marks into another,
and each one's first error explained.

CSV: a header, then a line a student. Columns: ``student`` (or name, Nom complet, élève ...; else the first column),
and one for each question (``a``, ``a.alpha``, ``cuts``, ``c.rank`` ...), whatever stands between its words; for a sheet
with the number of the exercise before it, ``2.c.rank``. Commas, semicolons or tabs separate; numbers may have a decimal
comma or a sign ``≥``; ``inf`` and ``∞`` are infinite. JSON: a list of objects with the same names. A question without a
column was not asked. Other columns are kept and not marked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elagage.errors import FileError
from elagage.exercises.answer_cells import NONE, cell_number, read_cuts, student_columns
from elagage.exercises.answer_files import Row, read_answers
from elagage.exercises.csv_files import RUNS, csv_bytes
from elagage.exercises.marking import PARTS, Marked, find_questions, mark_answers
from elagage.exercises.papers import Paper, split_number
from elagage.exercises.posed import Posed, as_posed
from elagage.exercises.questions import Question
from elagage.exercises.solved_exercise import Exercise
from elagage.i18n import Message, _, ngettext
from elagage.record import write_file

__all__ = [
    "Grades", "Mark", "cell_number", "grade", "grade_papers", "grade_rows", "marks_csv", "marks_json", "read_answers",
    "read_cuts", "summary", "write_marks",
]  # fmt: skip

FIRST_COLUMNS = (Message("student"), Message("line", context="of a file"), Message("mark"), Message("out of"))
LAST_COLUMNS = (Message("first error"), Message("problems"))
"""The columns of marks: these, the parts that were asked for between them, and the class's own behind."""
Columns = dict[str, tuple[int, Question]]
"""What a column is about: which exercise of the paper, counted from 1, and the question in it."""


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


def grade(path: Path, exercise: Exercise | Posed, out_of: float = 20) -> Grades:
    """Mark the answers in a file, CSV or JSON."""
    rows, separator = read_answers(path)
    grades = grade_rows(rows, exercise, out_of)
    grades.separator = separator
    return grades


# Marking


def grade_rows(rows: Iterable[Row], exercise: Exercise | Posed, out_of: float = 20) -> Grades:
    """Mark lines that have been read; a part counts if anybody was asked for it."""
    paper = Paper("", (as_posed(exercise),))
    return grade_papers(rows, [paper], lambda _student: paper, out_of)


def grade_papers(
    rows: Iterable[Row], papers: Sequence[Paper], find: Callable[[str], Paper | None], out_of: float = 20
) -> Grades:
    """Mark lines by each student's own paper, which ``find`` finds by the name; None if there is none."""
    rows = list(rows)
    names = list(dict.fromkeys(column for row in rows for column in row.cells))
    every: Columns = {}
    for paper in papers:
        every |= read_columns([name for name in names if name not in every], paper)
    who = student_columns([name for name in names if name not in every])
    if rows and not every:
        asked = papers[0].exercises[0].questions if papers else ()
        raise FileError(
            "No column is about the exercise: name the columns {names}.",
            names=", ".join(question.name for question in asked[:12]),
        )
    for row in rows:
        refuse_twice(row, every)
    return make_grades([mark_row(row, who, every, find, out_of) for row in rows], out_of)


def make_grades(marks: list[Mark], out_of: float) -> Grades:
    return Grades(marks, out_of, notes=find_repeats(marks))


def read_columns(names: Iterable[str], paper: Paper) -> Columns:
    """The columns that are about a paper; those of a sheet have the number of the exercise in front."""
    if len(paper.exercises) == 1 and not paper.numbered:
        return {name: (1, question) for name, question in find_questions(names, paper.exercises[0].questions).items()}
    found: Columns = {}
    split = {name: split_number(name) for name in names}
    for number, posed in enumerate(paper.exercises, 1):
        mine = {rest: name for name, (prefix, rest) in split.items() if prefix == number}
        for rest, question in find_questions(mine, posed.questions).items():
            found[mine[rest]] = number, question
    return found


def refuse_twice(row: Row, columns: Columns) -> None:
    """FileError if two columns are about the same thing."""
    seen: dict[tuple[int, str], str] = {}
    for column in row.cells:
        if column not in columns:
            continue
        number, question = columns[column]
        key = number, question.name
        if key in seen:
            raise FileError(
                "The columns {first} and {second} ask for the same thing twice: leave one of them out.",
                first=repr(seen[key]),
                second=repr(column),
            )
        seen[key] = column


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


def mark_row(row: Row, who: Sequence[str], every: Columns, find: Callable[[str], Paper | None], out_of: float) -> Mark:
    """Mark a student's line."""
    texts = {column: cell_text(cell) for column, cell in row.cells.items()}
    student = " ".join(filter(None, (texts[column] for column in texts if column in who)))
    other = {column: text for column, text in texts.items() if column not in every and column not in who}
    problems = [row.problem] if row.problem else []
    paper = find(student)
    if paper is None:
        problems.append(
            _("Line {line}: {student} is not on the list of the sheet, so nothing was marked.").format(
                line=row.line, student=student or "?"
            )
        )
        return Mark(student, row.line, 0.0, {}, "", problems, other)
    columns = read_columns(every, paper)
    for column in every:
        if column not in columns and texts.get(column, "").casefold() not in NONE:
            text = _("Line {line}: the exercise of {student} has no {column}.")
            problems.append(text.format(line=row.line, student=student, column=column))
    marked: list[Marked | None] = []
    unread: list[str] = []
    for number, posed in enumerate(paper.exercises, 1):
        mine = {column: question for column, (place, question) in columns.items() if place == number}
        if not mine:
            marked.append(None)
            continue
        answers = {question.name: texts.get(column, "") for column, question in mine.items()}
        named = {question.name: column for column, question in mine.items()}
        found = mark_answers(posed, answers, answers)
        for missed in sorted(found.unread, key=lambda each: list(texts).index(named[each.question.name])):
            sentence = missed.question.answer.complain(row.line, missed.word, named[missed.question.name]).text()
            problems.append(sentence)
            unread += [sentence] if missed.costly else []
        marked.append(found)
    if not student:
        problems.append(_("Line {line}: the student has no name.").format(line=row.line))
    first = next((each.faults[0].message for each in marked if each is not None and each.faults), None)
    place = next((n for n, each in enumerate(marked, 1) if each is not None and each.faults), 0)
    if first is not None and paper.numbered:
        first = Message("Exercise {number}. {sentence}", number=place, sentence=first)
    error = " ".join(unread[:1] + ([first.text()] if first is not None else []))
    weights = [points for points, each in zip(paper.weights, marked, strict=True) if each is not None]
    shares = [each.share for each in marked if each is not None]
    share = sum(w * s for w, s in zip(weights, shares, strict=True)) / (sum(weights) or 1)
    return Mark(student, row.line, round(out_of * share, 2), gather_parts(paper, marked), error, problems, other)


def gather_parts(paper: Paper, marked: Sequence[Marked | None]) -> dict[str, tuple[int, int]]:
    """The parts of the one exercise, or one part for each exercise of a sheet."""
    if not paper.numbered:
        return dict(marked[0].parts) if marked and marked[0] is not None else {}
    return {
        str(number): (sum(right for right, _of in each.parts.values()), sum(of for _right, of in each.parts.values()))
        for number, each in enumerate(marked, 1)
        if each is not None
    }


def cell_text(cell: Any) -> str:
    """A cell as text; the edges of a JSON list may be texts or pairs."""
    if isinstance(cell, list):
        return " ".join("-".join(map(str, item)) if isinstance(item, list) else str(item) for item in cell)
    text = "" if cell is None else str(cell).strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(RUNS) else text  # as csv_files writes it


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


def name_part(part: str) -> Message:
    """The head of a part's column: its name, or the number of the exercise."""
    return PARTS[part] if part in PARTS else Message("exercise {number}", number=part)


def marks_csv(grades: Grades) -> bytes:
    """A line a student; the separator is that of the answers."""
    present = {part for mark in grades.marks for part in mark.parts}
    parts = [part for part in PARTS if part in present] + sorted(present - set(PARTS), key=int)
    others = list(dict.fromkeys(column for mark in grades.marks for column in mark.other))
    columns: list[Message | str] = [*FIRST_COLUMNS, *map(name_part, parts), *LAST_COLUMNS, *others]
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
