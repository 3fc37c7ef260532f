"""Kernels: functions that are compiled once for each game; and entries, the ones that Python calls,
which are kept on disk.

A kernel is an ordinary module-level function; undecorated it is its own interpreted twin. Native code is kept in a
folder of our own, ``native`` below ``ELAGAGE_CACHE`` or below ``elagage`` in the user's cache folder. A folder that
can't be written, or a file in it that can't be read, costs a line of warning and a compilation, never an answer.
"""

from __future__ import annotations

import os
import pickle
import shutil
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba import njit, typeof
from numba.core.caching import NullCache
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from elagage.errors import ElagageWarning
from elagage.folders import cache_folder

__all__ = ["JIT", "REFUSALS", "CompilationWarning", "cache_hits", "compilations", "entry", "kernel", "prepare"]

JIT: bool = not numba.config.DISABLE_JIT
"""Is the compiler switched on?"""

ENTRIES: list[Any] = []
ONE_AT_A_TIME = threading.RLock()
"""Two threads that want the same kernel must not both compile it."""
REFUSALS = (NumbaError, UnsupportedBytecodeError)
"""How the compiler says that it can't compile something."""


class CompilationWarning(ElagageWarning):
    """Something about the cache of native code that a person may want to mend."""


def usable_folder() -> Path | None:
    """The cache folder, made for its owner alone; None if it can't be written."""
    folder = cache_folder("native")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".probe{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        warning = CompilationWarning(
            "Native code can't be kept in {folder} ({reason}), so it is compiled anew each time.",
            folder=folder,
            reason=reason,
        )
        warnings.warn(warning, stacklevel=2)
        return None
    return folder


FOLDER: Path | None = usable_folder() if JIT else None


def kernel(function: Callable[..., Any]) -> Any:
    """Make a kernel of a function: compiled for each game on first use, and run without the interpreter's lock."""
    return njit(nogil=True, error_model="numpy")(function) if JIT else function


def entry(function: Callable[..., Any]) -> Any:
    """Make an entry of a function: a kernel that is called from Python and kept on disk with all that it calls.

    Its arguments are a game's handle and integers, so that what is kept can be read where the game's own classes are
    not.
    """
    if not JIT:
        return function
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(FOLDER) if FOLDER else before
    try:
        made = njit(nogil=True, error_model="numpy", cache=FOLDER is not None)(function)
    finally:
        numba.config.CACHE_DIR = before
    ENTRIES.append(made)
    return made


def prepare(function: Any, arguments: tuple[Any, ...]) -> None:
    """See to it that a kernel is compiled for such arguments; what is broken in the cache is wiped, then bypassed."""
    if not JIT:
        return
    signature = tuple(typeof(argument) for argument in arguments)
    with ONE_AT_A_TIME:
        compile_once(function, signature)


def compile_once(function: Any, signature: tuple[Any, ...]) -> None:
    """Compile, or find it on disk."""
    for attempt in range(3):
        if signature in function.overloads:
            return
        try:
            function.compile(signature)
            return
        except REFUSALS:
            raise
        except (
            OSError,
            EOFError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            ImportError,
            IndexError,
            RuntimeError,
            pickle.PickleError,
        ) as error:
            if signature in function.overloads:  # compiled, but not kept
                warn_of_cache(error)
                function._cache = NullCache()
                return
            if attempt == 2:
                raise
            warn_of_cache(error)
            if attempt == 0 and FOLDER is not None:
                shutil.rmtree(FOLDER, ignore_errors=True)
                usable_folder()
            else:
                function._cache = NullCache()


def warn_of_cache(error: Exception) -> None:
    """A line about a cache that was not as it should be."""
    warning = CompilationWarning(
        "The native code kept in {folder} could not be used ({problem}); it is compiled anew.",
        folder=FOLDER,
        problem=f"{type(error).__name__}: {error}",
    )
    warnings.warn(warning, stacklevel=3)


def compilations() -> int:
    """How many times something was compiled in this process, and not found on disk."""
    return sum(sum(made.stats.cache_misses.values()) for made in ENTRIES)


def cache_hits() -> int:
    """How many times native code was found on disk in this process."""
    return sum(sum(made.stats.cache_hits.values()) for made in ENTRIES)
