"""What is kept on disk of native code: files with a digest of their own, under the mark of the rules and of the
machine.

Nothing is loaded that does not match its digest, and what can't be written is made again next time.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import struct
import warnings
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

from elagage.compiler.kernel import CompilationWarning
from elagage.folders import cache_folder
from elagage.i18n import Message

__all__ = ["keep_file", "missing_symbols", "read_file"]

DIGEST = 32


@functools.cache
def machine_mark() -> str:
    """What native code depends on beside the rules."""
    features = sorted(name for name, has in llvm.get_host_cpu_features().items() if has)
    return f"{llvm.get_host_cpu_name()} {features} {llvmlite.__version__} {llvm.llvm_version_info}"


def place_of(mark: str) -> Path:
    """Where something is kept."""
    return cache_folder("objects") / hashlib.sha256(f"{machine_mark()} {mark}".encode()).hexdigest()


def read_file(mark: str) -> bytes | None:
    """What is kept under a mark; None if nothing is, or if it is not whole."""
    try:
        held = place_of(mark).read_bytes()
    except OSError:
        return None
    if hashlib.sha256(held[DIGEST:]).digest() == held[:DIGEST]:
        return held[DIGEST:]
    warning = CompilationWarning(
        "The native code kept in {folder} could not be used ({problem}); it is compiled anew.",
        folder=cache_folder("objects"),
        problem=Message("a file is damaged"),
    )
    warnings.warn(warning, stacklevel=2)
    return None


def keep_file(mark: str, content: bytes) -> None:
    """Keep something for the next process."""
    goal = place_of(mark)
    part = goal.with_name(f"{goal.name}.{os.getpid()}")
    try:
        goal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.write_bytes(hashlib.sha256(content).digest() + content)
        part.replace(goal)
    except OSError as error:
        warn_of_folder(error)
        with contextlib.suppress(OSError):
            part.unlink()


@functools.cache
def warn_once(folder: Path, reason: str) -> None:
    """A line about a folder that can't be written, once."""
    warning = CompilationWarning(
        "Native code can't be kept in {folder} ({reason}), so it is compiled anew each time.",
        folder=folder,
        reason=reason,
    )
    warnings.warn(warning, stacklevel=3)


def warn_of_folder(error: OSError) -> None:
    """The same, with the reason that the system gives."""
    warn_once(cache_folder("objects"), error.strerror or str(error))


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
