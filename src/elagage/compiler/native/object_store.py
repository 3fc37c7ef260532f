"""What is kept on disk of native code: sealed files (``sealed_files.py``), by the mark of the rules and of the machine.

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

import llvmlite
import llvmlite.binding as llvm

from elagage.compiler.kernel import CompilationWarning
from elagage.compiler.workers import run_compilation
from elagage.folders import cache_folder
from elagage.i18n import Message
from elagage.sealed_files import BrokenSeal, FolderProblem, read_sealed, seal_file, try_out

__all__ = ["FOLDER", "keep_file", "missing_symbols", "read_file", "try_out_file"]

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
