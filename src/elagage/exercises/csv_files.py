"""A CSV file that a spreadsheet opens as data: what it would run as a formula is a text there."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from elagage.i18n import Message

__all__ = ["csv_bytes", "harmless_cell"]

RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a cell begins with that is run; some spreadsheets take the wide forms of East Asian keyboards too."""
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?")
SEPARATORS = re.compile(r"([,;\t|\r\n])")
"""What begins a new cell in some spreadsheet: in French ones a semicolon, where an English file has commas."""


def harmless_cell(cell: Any) -> Any:
    """A text that a spreadsheet would run gets an apostrophe in front, and so does a part of it that would be a cell
    of its own where another separator is expected; a number stays a number.

    >>> [harmless_cell(cell) for cell in ("=1+1", "-5", "-5,5", "-a", -5, "a=1", "a;=1")]
    ["'=1+1", '-5', '-5,5', "'-a", -5, 'a=1', "a;'=1"]
    """
    if not isinstance(cell, str) or NUMBER.fullmatch(cell):
        return cell
    parts = [quote_formula(part) for part in SEPARATORS.split(cell)[::2]]
    between = [*SEPARATORS.findall(cell), ""]
    whole = "".join(part + separator for part, separator in zip(parts, between, strict=True))
    return f"'{whole}" if whole.startswith(RUNS) else whole


def quote_formula(text: str) -> str:
    """The text, with an apostrophe in front if it would be run."""
    return f"'{text}" if text.startswith(RUNS) and not NUMBER.fullmatch(text) else text


def csv_bytes(columns: Sequence[Message | str], rows: Iterable[Sequence[Any]], separator: str = ",") -> bytes:
    """The rows as a file, each cell harmless, with a byte order mark so that spreadsheets see the accents.

    The names of the columns come first, ours in the current language.
    """
    header = [column.text() if isinstance(column, Message) else column for column in columns]
    output = io.StringIO(newline="")
    writer = csv.writer(output, delimiter=separator)
    writer.writerows([harmless_cell(cell) for cell in row] for row in (header, *rows))
    return output.getvalue().encode("utf-8-sig")
