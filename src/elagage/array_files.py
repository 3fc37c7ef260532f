"""Files of large arrays: a line that says what it is, a line of facts in JSON, the arrays,
and a checksum of it all at the end, with a secret if only its owner is to be believed.

What is read is memory-mapped, so that a file may be larger than the memory. A file that is cut short, changed in one
bit, or of another kind is refused with a sentence. Nothing in a file is ever run.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import mmap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from elagage.errors import FileError
from elagage.i18n import Message
from elagage.record import refuse_special, write_file

__all__ = ["read_arrays", "refuse_foreign", "write_arrays"]

PREFIX = b"elagage "
LINE = 1 << 26
"""The longest line of facts."""
PIECE = 1 << 24
ENDING = 65
"""Bytes of the last line, the checksum."""


def begin_checksum(secret: bytes) -> Any:
    """SHA-256, with a secret if there is one: then nobody else can write what fits it."""
    return hmac.new(secret, digestmod=hashlib.sha256) if secret else hashlib.sha256()


def write_arrays(
    path: Path, kind: str, facts: Mapping[str, Any], arrays: Mapping[str, Any], secret: bytes = b""
) -> None:
    """Write arrays (anything with a buffer) and facts; the same ones give the same bytes."""
    views = {name: memoryview(array).cast("B") for name, array in arrays.items() if memoryview(array)}
    sizes = [[name, len(views[name]) if name in views else 0] for name in arrays]
    line = json.dumps({**facts, "arrays": sizes}, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    def pieces() -> Iterator[Any]:
        digest = begin_checksum(secret)
        beginning = PREFIX + kind.encode() + b"\n" + line.encode() + b"\n"
        digest.update(beginning)
        yield beginning
        for view in views.values():
            for start in range(0, len(view), PIECE):
                piece = view[start : start + PIECE]
                digest.update(piece)
                yield piece
        yield digest.hexdigest().encode() + b"\n"

    write_file(path, pieces())


def refuse_foreign(path: Path, kind: str, what: Message) -> None:
    """FileError if there is a file of that name that is something else; ``what`` says what it should be."""
    try:
        refuse_special(path)
        with path.open("rb") as file:
            ours = file.readline(100) == PREFIX + kind.encode() + b"\n"
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise FileError("{path} can't be written: {problem}.", path=path, problem=problem) from None
    if not ours:
        raise FileError("{path} exists and is not {what}: choose another name.", path=path, what=what)


def read_arrays(
    path: Path, kind: str, what: Message, secret: bytes = b""
) -> tuple[dict[str, Any], dict[str, memoryview]]:
    """The facts and the arrays of a file, the arrays mapped into memory; FileError says what is wrong with it."""
    try:
        with path.open("rb") as file:
            first = file.readline(100)
            if not first.startswith(PREFIX) or not first.endswith(b"\n"):
                raise FileError("{path} is not {what}.", path=path, what=what)
            if first != PREFIX + kind.encode() + b"\n":
                raise FileError(
                    "{path} is '{found}' and not {what}.",
                    path=path,
                    found=first.decode("utf-8", "replace").strip(),
                    what=what,
                )
            line = file.readline(LINE)
            begin = file.tell()
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise FileError("There is no file {path}.", path=path) from None
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise FileError("{path} can't be read: {problem}.", path=repr(str(path)), problem=problem) from None
    whole = memoryview(mapped)
    cut = FileError("{path} is damaged: it was cut short, or something was added to it.", path=path)
    end = len(whole) - ENDING
    if begin > end:
        raise cut
    digest = begin_checksum(secret)
    for start in range(0, end, PIECE):
        digest.update(whole[start : min(end, start + PIECE)])
    if not hmac.compare_digest(digest.hexdigest().encode() + b"\n", bytes(whole[end:])):
        if secret:
            raise FileError(
                "{path} is damaged, or another user or another machine wrote it: begin again without resuming.",
                path=path,
            )
        raise FileError("{path} is damaged: its checksum does not match its content.", path=path)
    try:  # nothing of a file is looked at before it is known to be whole
        facts = json.loads(line)
        sizes = [(str(name), size) for name, size in facts["arrays"]]
        if not all(type(size) is int and size >= 0 for _name, size in sizes):
            raise cut
    except (ValueError, TypeError, KeyError, RecursionError):
        raise cut from None
    if begin + sum(size for _name, size in sizes) != end:
        raise cut
    arrays = {}
    for name, size in sizes:
        arrays[name] = whole[begin : begin + size]
        begin += size
    return facts, arrays
