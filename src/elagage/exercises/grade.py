"""Marks for a class: the answers of all students from one file, the marks into another, and each one's first error explained.

CSV: a header, then a line a student. Columns: ``student`` (or name, nom, élève; else the first column), one a node for its value
(``a``, ``b`` ...; nothing, ``-`` or ``x`` for a node that is not visited), perhaps ``a.alpha`` and ``a.beta`` for its window, and
``cuts`` (or coupures): the edges that are cut, ``b-e e-e.2``, where ``e.2`` is also the edge to the second branch of e, and ``e`` alone
stands for all that is cut at e. Commas, semicolons or tabs separate; numbers may have a decimal comma or a sign ``≥``; ``inf`` and ``∞`` are
infinite. JSON: a list of objects with the same names. A node without a
column was not asked for. Other columns are kept and not marked.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elagage.errors import FileError
from elagage.exercises.answers import Edge, NodeAnswer, Submitted, check, model
from elagage.exercises.exercise import Exercise
from elagage.games.tree import read_number
from elagage.i18n import _, ngettext
from elagage.record import write_file
from elagage.result import Number

__all__ = ["Grades", "Mark", "grade", "grade_rows", "marks_csv", "marks_json", "read_answers", "summary", "write_marks"]

MOST_BYTES = 20_000_000
STUDENT = ("student", "name", "nom", "élève", "eleve", "étudiant", "etudiant")
CUTS = ("cuts", "cut", "coupures", "coupure")
NONE = ("", "-", "–", "—", "x", "/", "none", "?")
WEIGHTS = {"values": 2, "windows": 1, "cuts": 1}


@dataclass(frozen=True)
class Row:
    """A student's line as it stands in the file."""

    line: int
    cells: Mapping[str, Any]
    problem: str = ""


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


# Reading


def read_answers(path: Path) -> tuple[list[Row], str]:
    """The lines of a file of answers, and the separator of its columns."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise FileError(_("{path} can't be read: {problem}.").format(path=repr(str(path)), problem=problem)) from None
    if len(content) > MOST_BYTES:
        raise FileError(_("{path} is too large for the answers of a class: give another file.").format(path=path))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")  # what spreadsheets still write
    if path.suffix.casefold() == ".json" or text.lstrip()[:1] in ("[", "{"):
        return json_rows(path, text), ","
    return csv_rows(path, text)


def json_rows(path: Path, text: str) -> list[Row]:
    """A list of objects; an item that is none is told."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(_("{path} is not valid JSON: {problem}.").format(path=path, problem=error)) from None
    if isinstance(document, dict) and isinstance(document.get("answers"), list):
        document = document["answers"]
    if not isinstance(document, list):
        raise FileError(_("{path} holds no answers: it must be a list of objects, one a student.").format(path=path))
    rows = []
    for number, item in enumerate(document, 1):
        if isinstance(item, dict):
            rows.append(Row(number, flat_cells(item)))
        else:
            problem = _("Item {line}: it is not an object with a student's answers.").format(line=number)
            rows.append(Row(number, {"student": str(item)}, problem))
    return rows


def flat_cells(item: Mapping[str, Any]) -> dict[str, Any]:
    """``{"values": {"a": 3}, "alpha": {"b": 1}}`` says the same as ``{"a": 3, "b.alpha": 1}``."""
    cells: dict[str, Any] = {}
    for key, value in item.items():
        if isinstance(value, dict):
            ending = {"values": "", "alpha": ".alpha", "beta": ".beta"}.get(key.casefold(), f".{key}")
            cells |= {f"{label}{ending}": inner for label, inner in value.items()}
        else:
            cells[key] = value
    return cells


def csv_rows(path: Path, text: str) -> tuple[list[Row], str]:
    """Lines with a header; a line that is too long is told, a short one is filled up."""
    header_line = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(";\t,", key=header_line.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows: list[Row] = []
    header: list[str] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = [cell.strip() for cell in cells]
                continue
            problem = ""
            if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
                problem = _(
                    "Line {line}: it has {count} cells and the header has {columns}: quote the cells with a separator in them."
                )
                problem = problem.format(line=reader.line_num, count=len(cells), columns=len(header))
            named = dict(zip(header, cells)) | {f"+{n}": cell for n, cell in enumerate(cells[len(header) :], 1)}
            rows.append(Row(reader.line_num, named, problem))
    except csv.Error as error:
        raise FileError(
            _("{path} can't be read on line {line}: {problem}.").format(path=path, line=reader.line_num, problem=error)
        ) from None
    if not header:
        raise FileError(_("{path} is empty: the first line must name the columns.").format(path=path))
    return rows, separator


# Marking


def grade_rows(rows: Iterable[Row], exercise: Exercise, out_of: float = 20) -> Grades:
    """Mark lines that have been read; windows and cuts count if anybody was asked for them."""
    rows = list(rows)
    answers = model(exercise)
    columns = {column: kind_of(column, answers) for row in rows for column in row.cells}
    if rows and not any(kind[0] == "student" for kind in columns.values()):
        first = next((column for column, kind in columns.items() if kind[0] == "other"), None)
        if first is not None:
            columns[first] = ("student", "")
    kinds = {kind for kind, _label in columns.values()}
    if rows and not kinds & {"value", "alpha", "beta", "cuts"}:
        raise FileError(
            _(
                "No column is about the exercise: name the columns {names} after its nodes, and one of them cuts."
            ).format(names=", ".join(label for label, answer in answers.items() if not answer.leaf))
        )
    return Grades([mark_row(row, columns, kinds, exercise, answers, out_of) for row in rows], out_of)


def kind_of(column: str, answers: Mapping[str, NodeAnswer]) -> tuple[str, str]:
    """What a column is about: ('student' | 'value' | 'alpha' | 'beta' | 'cuts' | 'other', label of the node)."""
    text = " ".join(column.casefold().split()).replace("α", "alpha").replace("β", "beta")
    labels = {label.casefold(): label for label, answer in answers.items() if not answer.leaf}
    if text in labels:
        return "value", labels[text]
    if text in STUDENT:
        return "student", ""
    if text in CUTS:
        return "cuts", ""
    for part in ("alpha", "beta"):
        found = re.fullmatch(rf"(.+?)[._ -]*{part}|{part}[._ -]*(.+)", text)
        if found and (found[1] or found[2]) in labels:
            return part, labels[found[1] or found[2]]
    for word in ("value", "valeur"):
        found = re.fullmatch(rf"(.+?)[._ -]*{word}|{word}[._ -]*(.+)", text)
        if found and (found[1] or found[2]) in labels:
            return "value", labels[found[1] or found[2]]
    return "other", ""


def mark_row(
    row: Row,
    columns: Mapping[str, tuple[str, str]],
    kinds: set[str],
    exercise: Exercise,
    answers: Mapping[str, NodeAnswer],
    out_of: float,
) -> Mark:
    """The mark of one student."""
    problems = [row.problem] if row.problem else []
    numbers: dict[str, dict[str, Number]] = {"value": {}, "alpha": {}, "beta": {}}
    cuts: set[Edge] = set()
    student, other, wrong_edges = "", {}, 0
    for column, cell in row.cells.items():
        kind, label = columns[column]
        text = " ".join(map(str, cell)) if isinstance(cell, list) else "" if cell is None else str(cell).strip()
        if kind == "student":
            student = student or text
        elif kind == "other":
            other[column] = text
        elif kind == "cuts":
            cuts, unknown = read_cuts(text, answers)
            wrong_edges = len(unknown)
            no_edge = _("Line {line}: '{text}' is no edge of the tree.")
            problems += [no_edge.format(line=row.line, text=word) for word in unknown]
        elif text.casefold() not in NONE:
            number = cell_number(text)
            if number is None:
                problems.append(
                    _("Line {line}: '{text}' in column {column} is no number.").format(
                        line=row.line, text=text, column=column
                    )
                )
            else:
                numbers[kind][label] = number
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
    count = len(asked["alpha"] & seen) + len(asked["beta"] & seen)
    if count:
        parts["windows"] = (count - len(wrong["alpha"]) - len(wrong["beta"]), count)
    if "cuts" in kinds:
        edges = {(answer.label, branch) for answer in answers.values() for branch in answer.skipped}
        extra = sum(m.part == "cut" and not m.expected for m in mistakes) + wrong_edges
        right = len(edges & cuts) - extra
        parts["cuts"] = (max(0, right), len(edges)) if edges else (int(not extra), 1)
    weight = sum(WEIGHTS[part] for part in parts) or 1
    points = sum(WEIGHTS[part] * right / count for part, (right, count) in parts.items())
    first = mistakes[0].sentence if mistakes else ""
    return Mark(student, row.line, round(out_of * points / weight, 2), parts, first, problems, other)


def cell_number(text: str) -> Number | None:
    """A number as people write it: ``3,5``, ``≥ 4``, ``= 2``, ``+oo``."""
    bare = re.sub(r"^(>=|<=|[=≥≤<>])\s*", "", text).replace(" ", "").replace("\u202f", "").replace("\xa0", "")
    bare = re.sub(r"(?i)^([+-]?)(oo|infini|infty|infinity)$", r"\1inf", bare.replace("−", "-"))
    return read_number(bare.replace(",", ".")) if re.fullmatch(r"[+-]?(\d+([.,]\d*)?|[.,]\d+|inf|∞)", bare) else None


def read_cuts(text: str, answers: Mapping[str, NodeAnswer]) -> tuple[set[Edge], list[str]]:
    """The edges that a cell names, and the words in it that name none."""
    known = {label.casefold(): answer for label, answer in answers.items()}
    edges: set[Edge] = set()
    unknown: list[str] = []
    joined = re.sub(r"\s*(-+>?|–|—|→)\s*", "-", text.strip().casefold())
    for word in re.split(r"[\s,;|]+", joined):
        if word in NONE and word not in known:
            continue
        node, dash, branch = word.partition("-")
        target = known.get(branch) or known.get(f"{node}.{branch}")
        if not dash and node in known and known[node].skipped:
            edges |= {(known[node].label, skipped) for skipped in known[node].skipped}
        elif not dash and node in known and (parent := known[node].parent) is not None:
            edges.add((parent, known[node].label))
        elif not dash and (place := place_of(node, known)) is not None:
            edges.add(place)
        elif dash and node in known and target is not None and target.parent == known[node].label:
            edges.add((known[node].label, target.label))
        elif dash and node in known and (place := place_of(f"{node}.{branch}", known)) is not None:
            edges.add(place)
        else:
            unknown.append(word)
    return edges, unknown


def place_of(word: str, known: Mapping[str, NodeAnswer]) -> Edge | None:
    """The edge that ``b.2`` means: from b to its second branch, whatever that is called."""
    node, _dot, place = word.rpartition(".")
    if node not in known or not place.isdecimal():
        return None
    branches = [answer.label for answer in known.values() if answer.parent == known[node].label]
    return (known[node].label, branches[int(place) - 1]) if 1 <= int(place) <= len(branches) else None


# Writing


def write_marks(path: Path, grades: Grades) -> None:
    """The marks into a file: .csv or .json."""
    if path.suffix.casefold() not in (".csv", ".json"):
        raise FileError(
            _("{path} can't be written: marks go to a file that ends with .csv or .json.").format(path=path)
        )
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
    """A line a student, with a byte order mark so that spreadsheets see the accents; the separator is that of the answers."""
    parts = [part for part in WEIGHTS if any(part in mark.parts for mark in grades.marks)]
    others = list(dict.fromkeys(column for mark in grades.marks for column in mark.other))
    output = io.StringIO(newline="")
    writer = csv.writer(output, delimiter=grades.separator)
    writer.writerow(["student", "line", "mark", "out_of", *parts, "first_error", "problems", *others])
    for mark in grades.marks:
        shares = ["{}/{}".format(*mark.parts[part]) if part in mark.parts else "" for part in parts]
        number = f"{mark.mark:g}".replace(".", "," if grades.separator == ";" else ".")
        cells = [
            mark.student,
            mark.line,
            number,
            f"{grades.out_of:g}",
            *shares,
            mark.first_error,
            " ".join(mark.problems),
        ]
        writer.writerow([harmless(cell) for cell in [*cells, *(mark.other.get(column, "") for column in others)]])
    return output.getvalue().encode("utf-8-sig")


def harmless(cell: Any) -> Any:
    """A text that a spreadsheet would run as a formula gets an apostrophe in front."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "@", "+", "\t") else cell


def summary(grades: Grades) -> str:
    """One line about the class."""
    marks = [mark.mark for mark in grades.marks]
    count = ngettext("{n} student", "{n} students", len(marks)).format(n=len(marks))
    if not marks:
        return count
    return _("{count}, mean {mean:.2f} out of {out_of:g}").format(
        count=count, mean=sum(marks) / len(marks), out_of=grades.out_of
    )
