"""The files of answers: CSV as spreadsheets write it, or JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from elagage.errors import FileError
from elagage.i18n import _
from elagage.record import parse_json

__all__ = ["Row", "read_answers"]

MOST_BYTES = 20_000_000
END = "\ue000end"
"""A last line of our own: it is read as such unless a quote is open."""


@dataclass(frozen=True)
class Row:
    """A student's line as it stands in the file."""

    line: int
    cells: Mapping[str, Any]
    problem: str = ""


def read_answers(path: Path) -> tuple[list[Row], str]:
    """The lines of a file of answers, and the separator of its columns."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise FileError("{path} can't be read: {problem}.", path=repr(str(path)), problem=problem) from None
    if len(content) > MOST_BYTES:
        raise FileError("{path} is too large for the answers of a class: give another file.", path=path)
    try:
        wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
        text = content.decode("utf-16", "replace") if wide else content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")  # what spreadsheets still write
    if path.suffix.casefold() == ".json" or text.lstrip()[:1] in ("[", "{"):
        return json_rows(path, text), ","
    return csv_rows(path, text)


def json_rows(path: Path, text: str) -> list[Row]:
    """A list of objects; an item that is none is told."""
    try:
        document = parse_json(text)
    except (ValueError, RecursionError) as error:
        raise FileError("{path} is not valid JSON: {problem}.", path=path, problem=error) from None
    if isinstance(document, dict) and isinstance(document.get("answers"), list):
        document = document["answers"]
    if not isinstance(document, list):
        raise FileError("{path} holds no answers: it must be a list of objects, one a student.", path=path)
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
    told = re.match(r'"?sep=([;,\t|])"?[ ;,\t]*(?=[\r\n])', text)  # for Excel
    text = text[told.end() :] if told else text
    header_line = next((line for line in text.splitlines() if line.strip()), "")
    separator = told[1] if told else max(";\t,", key=header_line.count)
    ended = text if text.endswith(("\n", "\r")) else f"{text}\n"
    reader = csv.reader(io.StringIO(ended + END, newline=""), delimiter=separator)
    rows: list[Row] = []
    header: list[str] = []
    begun, last = 1, False
    try:
        for cells in reader:
            line, begun, last = begun, reader.line_num + 1, cells == [END]
            if last:
                break
            if cells and cells[-1].endswith(END):
                begun = line
                break
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = [cell.strip() for cell in cells]
                refuse_same(header)
                continue
            problem = ""
            if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
                problem = _(
                    "Line {line}: it has {count} cells and the header has {columns}: quote the cells with a "
                    "separator in them."
                )
                problem = problem.format(line=reader.line_num, count=len(cells), columns=len(header))
            named = dict(zip_longest(header, cells[: len(header)], fillvalue="")) | {
                f"+{n}": cell for n, cell in enumerate(cells[len(header) :], 1)
            }
            rows.append(Row(reader.line_num, named, problem))
    except csv.Error as error:
        raise FileError(
            "{path} can't be read on line {line}: {problem}.", path=path, line=reader.line_num, problem=error
        ) from None
    if not last:
        raise FileError(
            "{path} can't be read: the row that begins on line {line} has a quote that is never closed.",
            path=path,
            line=begun,
        )
    if not header:
        raise FileError("{path} is empty: the first line must name the columns.", path=path)
    return rows, separator


def refuse_same(header: list[str]) -> None:
    """FileError if two columns have one name; columns without a name may be many."""
    seen: set[str] = set()
    for name in header:
        if name and name.casefold() in seen:
            raise FileError("The column {name} is there twice: leave one of them out.", name=repr(name))
        seen.add(name.casefold())
