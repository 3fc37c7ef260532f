"""Students' programs on disk: Python files, notebooks, and folders of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from elagage.errors import LoadError

__all__ = ["find_programs", "read_program"]

ENDINGS = (".py", ".ipynb")
MOST_BYTES = 4 << 20
NOTEBOOK_LINE = re.compile(r"^(\s*)(%{1,2}[A-Za-z].*|!(?!=).*|\?{1,2}[\w.*%]+|[\w.*%]+\?{1,2})\s*$")
"""A magic, a command of the shell, or a question: ``%matplotlib inline``, ``!ls``, ``len?``."""
ASSIGNED = re.compile(r"^(\s*[\w, ]+=\s*)(%[A-Za-z]|!(?!=)).*$")
"""``files = !ls``"""


def read_program(file: Path) -> str:
    """The text of a program; the code cells of a notebook, one after the other."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise LoadError("There is no file {path}.", path=file) from None
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise LoadError("{path} can't be read: {problem}.", path=repr(str(file)), problem=problem) from None
    if len(data) > MOST_BYTES:
        raise LoadError("{path} is too large for a program: {size} bytes.", path=file, size=len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return read_notebook(file, text) if file.suffix.casefold() == ".ipynb" else text


def read_notebook(file: Path, text: str) -> str:
    """The code of a notebook, without lines that are for the notebook itself."""
    problem = LoadError("{path} is not a notebook: save it as .ipynb from Jupyter, or give the .py file.", path=file)
    try:
        document: Any = json.loads(text)
        cells = document["cells"]
        codes = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        texts = ["".join(code) for code in codes]
    except (ValueError, RecursionError, LookupError, TypeError):
        raise problem from None
    return "\n\n".join(plain_cell(cell) for cell in texts) + "\n"


def plain_cell(cell: str) -> str:
    """A cell as Python: magics and shell lines do nothing, a cell in another language is dropped as a whole."""
    lines = cell.splitlines()
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%") and not first.startswith(("%%time", "%%capture", "%%prun")):
        return ""
    return "\n".join(ASSIGNED.sub(r"\1None", NOTEBOOK_LINE.sub(r"\1pass", line)) for line in lines)


def find_programs(paths: Iterable[Path]) -> list[Path]:
    """The programs that these files and folders hold, in a stable order, each once; they must be there."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(
                file
                for file in path.rglob("*")
                if file.suffix.casefold() in ENDINGS and file.is_file() and not is_hidden(file.relative_to(path))
            )
            if not inside:
                raise LoadError("{path} holds no .py or .ipynb file.", path=path)
            found += inside
        elif not os.path.lexists(path):
            raise LoadError("There is no file {path}.", path=path)
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def is_hidden(path: Path) -> bool:
    """Is this a file that nobody hands in?"""
    return any(part.startswith((".", "__")) for part in path.parts)
