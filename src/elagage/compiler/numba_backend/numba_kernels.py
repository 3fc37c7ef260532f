"""Kernels and entries as Numba compiles them, with their native code in a folder of our own.

The folder is ``native`` below ``ELAGAGE_CACHE`` or below ``elagage`` in the user's cache folder. A folder that can't be
written, or a file in it that can't be read, costs a line of warning and a compilation, never an answer.
"""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import threading
import warnings
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba import njit, typeof
from numba.core.caching import NullCache
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from elagage.compiler.kernel import ENTRIES, JIT, KERNELS, CompilationWarning
from elagage.compiler.numba_backend import numba_memory  # noqa: F401  (teaches the compiler the words of memory)
from elagage.folders import cache_folder

__all__ = ["FOLDER", "REFUSALS", "dispatch", "dispatch_all", "prepare_dispatcher"]

ONE_AT_A_TIME = threading.RLock()
"""Two threads that want the same kernel must not both compile it."""
REFUSALS = (NumbaError, UnsupportedBytecodeError)
"""How the compiler says that it can't compile something."""
DISPATCHERS: dict[FunctionType, Any] = {}


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


def dispatch(function: FunctionType) -> Any:
    """A kernel as Numba has it."""
    if function not in DISPATCHERS:
        DISPATCHERS[function] = njit(nogil=True, error_model="numpy")(function)
    return DISPATCHERS[function]


def dispatch_all() -> None:
    """Give every entry its dispatcher, and put the kernels' in the places from which kernels call each other."""
    with ONE_AT_A_TIME:
        replaced = {id(function): dispatch(function) for function in KERNELS}
        for name, module in list(sys.modules.items()):
            if name.startswith("elagage."):
                for key, value in list(vars(module).items()):
                    if isinstance(value, FunctionType) and id(value) in replaced:
                        setattr(module, key, replaced[id(value)])
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(FOLDER) if FOLDER else before
        try:
            for made in ENTRIES:
                if made.dispatcher is None:
                    made.dispatcher = njit(nogil=True, error_model="numpy", cache=FOLDER is not None)(made.function)
        finally:
            numba.config.CACHE_DIR = before


def prepare_dispatcher(function: Any, arguments: tuple[Any, ...]) -> None:
    """See to it that a kernel is compiled for such arguments; what is broken in the cache is wiped, then bypassed."""
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
