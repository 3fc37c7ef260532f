"""What is kept on disk of native code: sealed files (``sealed_files.py``), by the mark of the rules and of the machine,
and the types of a game's values in them, as JSON.

Both backends keep theirs here. Nothing is loaded whose seal does not fit, and what can't be written is made again next
time.
"""

from __future__ import annotations

import functools
import hashlib
import struct
import warnings
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from elagage.compiler.kernel import CompilationWarning
from elagage.compiler.native.value_types import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    TEXT,
    Cell,
    DictOf,
    EnumOf,
    Fields,
    Int,
    ListOf,
    Maybe,
    ObjectOf,
    Record,
    Seq,
    SetOf,
    Type,
    Variant,
)
from elagage.compiler.workers import run_compilation
from elagage.folders import cache_folder
from elagage.i18n import Message
from elagage.sealed_files import BrokenSeal, FolderProblem, read_sealed, seal_file, try_out

__all__ = [
    "FOLDER", "NotKept", "keep_file", "missing_symbols", "read_file", "read_type", "try_out_file", "write_type",
]  # fmt: skip

FOLDER = "objects"


@functools.cache
def machine_mark() -> str:
    """What native code depends on beside the rules."""
    return run_compilation(describe_machine)


def describe_machine() -> str:
    """The same, in a worker."""
    features = sorted(name for name, has in llvm.get_host_cpu_features().items() if has)
    return f"{llvm.get_host_cpu_name()} {features} {llvmlite.__version__} {llvm.llvm_version_info}"


def name_of(mark: str) -> str:
    """The name of the file in which something is kept."""
    return hashlib.sha256(f"{machine_mark()} {mark}".encode()).hexdigest()


def read_file(mark: str) -> bytes | None:
    """What is kept under a mark; None if nothing is, or if it is not whole."""
    try:
        return read_sealed(FOLDER, name_of(mark))
    except BrokenSeal as error:
        warning = CompilationWarning(
            "The native code kept in {folder} could not be used ({problem}); it is compiled anew.",
            folder=cache_folder(FOLDER),
            problem=error.message,
        )
        warnings.warn(warning, stacklevel=2)
    except (OSError, FolderProblem) as error:
        warn_of_folder(error)
    return None


def keep_file(mark: str, content: bytes) -> None:
    """Keep something for the next process."""
    try:
        seal_file(FOLDER, name_of(mark), content)
    except (OSError, FolderProblem) as error:
        warn_of_folder(error)


def try_out_file(mark: str) -> AbstractContextManager[None]:
    """Inside, what was read is loaded and tried: if the process dies of it, no other one loads it again."""
    return try_out(FOLDER, name_of(mark))


@functools.cache
def warn_once(folder: Path, reason: Message | str) -> None:
    """A line about a folder that can't be used, once."""
    warning = CompilationWarning(
        "Native code can't be kept in {folder} ({reason}), so it is compiled anew each time.",
        folder=folder,
        reason=reason,
    )
    warnings.warn(warning, stacklevel=3)


def warn_of_folder(error: OSError | FolderProblem) -> None:
    """The same, with the reason that the system gives."""
    reason = error.message if isinstance(error, FolderProblem) else error.strerror or str(error)
    warn_once(cache_folder(FOLDER), reason)


KNOWN = {
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "bcmp",
    "calloc",
    "free",
    "pow",
    "log",
    "fmod",
    "fma",
    "floor",
    "rint",
    "",
}


def missing_symbols(code: bytes) -> list[str]:
    """The names in ELF object code that are neither defined in it nor known to be in every process; none for other
    formats.
    """
    if code[:5] != b"\x7fELF\x02":
        return []
    table, size, count, _names = struct.unpack_from("<Q10xHHH", code, 0x28)[0], *struct.unpack_from("<HHH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, table + number * size) for number in range(count)]
    missing = []
    for section in sections:
        if section[1] != 2:  # the table of symbols
            continue
        names = sections[section[6]]
        for at in range(section[4], section[4] + section[5], 24):
            name_at, _info, _other, index = struct.unpack_from("<IBBH", code, at)
            start = names[4] + name_at
            name = code[start : code.index(b"\0", start)].decode()
            if index == 0 and name not in KNOWN:
                missing.append(name)
    return missing


# Types as JSON and back; classes are numbers in the list that the rules themselves give.

SIMPLE = {
    "int": INT, "mixed int": Int(mixed=True), "bool": BOOL, "float": FLOAT, "none": NONE,
    "text": TEXT, "bytes": BYTES, "range": RANGE, "never": NEVER,
}  # fmt: skip


class NotKept(Exception):
    """A type that can't be kept on disk."""


def write_type(kind: Type, classes: list[type], above: tuple[Fields, ...] = ()) -> Any:
    """A type as JSON; NotKept if it has no place there. ``above``: the objects that hold it."""
    if isinstance(kind, ObjectOf):
        fields = kind.fields.root()
        if fields in above:
            raise NotKept
        cls: Any = kind.cls.__name__ if kind.cls in (dict, list) else number_of(kind.cls, classes)
        inside = (*above, fields)
        return [
            "object",
            cls,
            *([name, write_type(cell.root().item, classes, inside)] for name, cell in fields.cells.items()),
        ]
    if isinstance(kind, Variant):
        return ["variant", *(write_type(member, classes, above) for member in kind.members)]
    for name, simple in SIMPLE.items():
        if kind == simple:
            return name
    if isinstance(kind, EnumOf):
        return ["enum", number_of(kind.cls, classes)]
    if isinstance(kind, Record):
        cls = None if kind.cls is None else number_of(kind.cls, classes)
        return ["record", cls, kind.kind, *(write_type(field, classes, above) for field in kind.fields)]
    if isinstance(kind, Seq):
        return ["seq", write_type(kind.item, classes, above)]
    if isinstance(kind, Maybe):
        return ["maybe", write_type(kind.item, classes, above)]
    if isinstance(kind, ListOf):
        return ["list", kind.kind, write_type(kind.cell.root().item, classes, above)]
    if isinstance(kind, SetOf):
        return ["set", kind.frozen, write_type(kind.cell.root().item, classes, above)]
    if isinstance(kind, DictOf) and kind.kind == "dict":
        return [
            "dict",
            write_type(kind.key.root().item, classes, above),
            write_type(kind.value.root().item, classes, above),
        ]
    raise NotKept


def number_of(cls: type, classes: list[type]) -> int:
    """The number of a class."""
    for number, known in enumerate(classes):
        if known is cls:
            return number
    raise NotKept


def read_type(text: Any, classes: list[type]) -> Type:
    """A type from JSON."""
    if isinstance(text, str):
        return SIMPLE[text]
    name, *rest = text
    if name == "enum":
        return EnumOf(classes[rest[0]])
    if name == "record":
        fields = tuple(read_type(field, classes) for field in rest[2:])
        return Record(fields, None if rest[0] is None else classes[rest[0]], rest[1])
    if name == "seq":
        return Seq(read_type(rest[0], classes))
    if name == "variant":
        return Variant(tuple(read_type(member, classes) for member in rest))
    if name == "object":
        made = ObjectOf({"dict": dict, "list": list}.get(rest[0]) or classes[rest[0]], Fields())
        for field, held in rest[1:]:
            made.fields.cell(field).item = read_type(held, classes)
        return made
    if name == "maybe":
        return Maybe(read_type(rest[0], classes))
    if name == "list":
        return ListOf(Cell(read_type(rest[1], classes)), rest[0])
    if name == "set":
        return SetOf(Cell(read_type(rest[1], classes)), rest[0])
    if name == "dict":
        return DictOf(Cell(read_type(rest[0], classes)), Cell(read_type(rest[1], classes)))
    raise NotKept
