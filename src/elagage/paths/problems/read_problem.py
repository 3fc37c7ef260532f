"""What the problems share when they read texts and files: one sentence for what is wrong,
and no file that is not an ordinary one.
"""

from __future__ import annotations

import re
from pathlib import Path

from elagage.errors import FileError, LoadError, NotationError

__all__ = ["make_parameters_error", "make_state_error", "numbers", "read_text"]

LARGEST = 64_000_000
"""Bytes; a larger file is not a map or a road network."""


def make_parameters_error(text: str, example: str) -> LoadError:
    """The error for parameters that a problem can't read."""
    return LoadError(
        "'{text}' is not what this problem takes; write it like {example}.", text=text[:80], example=example
    )


def make_state_error(text: str, example: str) -> NotationError:
    """The error for a text that is no state."""
    return NotationError(
        "'{text}' is not a state of this problem; write it like {example}.", text=text[:80], example=example
    )


def numbers(text: str, separator: str, example: str) -> list[int]:
    """Whole numbers of at most four digits with something between them; LoadError if the text is something else.

    >>> numbers("3,5", ",", "jugs:3,5:4")
    [3, 5]
    """
    parts = text.split(separator)
    if not all(re.fullmatch(r"[0-9]{1,4}", part.strip()) for part in parts):
        raise make_parameters_error(text, example)
    return [int(part.strip()) for part in parts]


def read_text(path: Path) -> str:
    """What a file holds, as text; FileError if it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise FileError("{path} is not an ordinary file.", path=path)
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise FileError("{path} is too large: at most 64 MB are read.", path=path)
        return content.decode("utf-8-sig")
    except FileNotFoundError:
        raise FileError("There is no file {path}.", path=path) from None
    except UnicodeDecodeError:
        raise FileError("{path} is not text in UTF-8.", path=path) from None
    except (OSError, ValueError) as error:  # a name with a null byte in it is a ValueError
        problem = getattr(error, "strerror", None) or error
        raise FileError("{path} can't be read: {problem}.", path=repr(str(path)), problem=problem) from None
