"""A CSV file that a spreadsheet opens as data: what it would run as a formula is a text there."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["csv_bytes", "harmless_cell"]

RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a cell begins with that is run; some spreadsheets take the wide forms of East Asian keyboards too."""
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?([eE][+-]?\d+)?")


def harmless_cell(cell: Any) -> Any:
    """A text that a spreadsheet would run gets an apostrophe in front; a number stays a number.

    >>> [harmless_cell(cell) for cell in ("=1+1", "-5", "-5,5", "-a", -5, "a=1")]
    ["'=1+1", '-5', '-5,5', "'-a", -5, 'a=1']
    """
    if not isinstance(cell, str) or not cell.startswith(RUNS) or NUMBER.fullmatch(cell):
        return cell
    return f"'{cell}"


def csv_bytes(rows: Iterable[Sequence[Any]], separator: str = ",") -> bytes:
    """The rows as a file, each cell harmless, with a byte order mark so that spreadsheets see the accents."""
    output = io.StringIO(newline="")
    writer = csv.writer(output, delimiter=separator)
    writer.writerows([harmless_cell(cell) for cell in row] for row in rows)
    return output.getvalue().encode("utf-8-sig")
