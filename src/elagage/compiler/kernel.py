"""Kernels: functions that are compiled for each game; and entries, the ones that Python calls.

A kernel is an ordinary module-level function; undecorated it is its own interpreted twin. Two backends take the same
text: the own compiler (``compiler/native``), in one module with the rules, and Numba, which is imported when a game of
its own comes. The handle of a game says whose it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType
from typing import Any

from elagage.compiler.memory import places_of
from elagage.compiler.workers import Halt, run_compilation, run_job
from elagage.errors import ElagageWarning

__all__ = [
    "COUNTS",
    "JIT",
    "CompilationWarning",
    "Entry",
    "NativeHandle",
    "cache_hits",
    "compilations",
    "entry",
    "kernel",
    "prepare",
]  # fmt: skip

JIT: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Are the compilers switched on?"""

KERNELS: list[FunctionType] = []
ENTRIES: list[Entry] = []


class CompilationWarning(ElagageWarning):
    """Something about the cache of native code that a person may want to mend."""


class NativeHandle:
    """What an entry is given for a game whose rules the own compiler takes."""

    def prepare_kernel(self, function: FunctionType, on_make: Callable[[], None] | None = None) -> None:
        """See to it that there is native code of a kernel; CannotCompile if there can't be.

        ``on_make`` is called when it begins to be made, which it is not where it is found.
        """
        raise NotImplementedError

    def has_kernel(self, function: FunctionType) -> bool:
        """Is there native code of a kernel, in this process or on disk?"""
        raise NotImplementedError

    def run_kernel(self, function: FunctionType, arguments: tuple[Any, ...]) -> int:
        """Run a kernel that was prepared, on integers and arrays; in a worker."""
        raise NotImplementedError

    def refuse(self, rule: str) -> Exception:
        """What to raise where a rule's answer was found to differ: the native code is not used any more."""
        raise NotImplementedError


class Entry:
    """A kernel that Python calls. Its arguments are a game's handle, integers, and arrays, whose addresses it gets."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.dispatcher: Any = None
        update_wrapper(self, function)

    def __call__(self, *arguments: Any, halt: Halt | None = None, held: Any = None) -> Any:
        """Run it. An exception in the meantime, Ctrl-C for one, sets the ``halt`` word and waits for the end.

        ``held`` is memory that words in the arrays lead to.
        """
        if not JIT:
            return self.function(*arguments)
        if isinstance(arguments[0], NativeHandle):
            arguments[0].prepare_kernel(self.function)
            return run_job(arguments[0].run_kernel, (self.function, arguments[1:]), halt, held)
        prepare(self, arguments)
        return run_job(self.run_dispatcher, arguments, halt, held)

    def run_dispatcher(self, *arguments: Any) -> Any:
        """Run it as Numba has it."""
        return self.numba_kernel()(*places_of(arguments))

    def numba_kernel(self) -> Any:
        """The entry as Numba has it."""
        if self.dispatcher is None:
            numba_backend().dispatch_all()
        return self.dispatcher


def numba_backend() -> Any:
    """The other backend, imported when it is first needed."""
    from elagage.compiler.numba_backend import numba_kernels

    return numba_kernels


def kernel(function: Callable[..., Any] | None = None, *, keeps: bool = False) -> Any:
    """Make a kernel of a function, which is run without the interpreter's lock.

    What the rules allocate while a kernel runs is given back when it ends, unless it ``keeps`` it for its caller.
    """
    if function is None:
        return lambda given: kernel(given, keeps=keeps)
    function.kernel = "keeps" if keeps else "releases"  # type: ignore[attr-defined]
    if not JIT:
        return function
    KERNELS.append(function)  # type: ignore[arg-type]
    if "elagage.compiler.numba_backend.numba_kernels" in sys.modules:
        return numba_backend().dispatch(function)
    return function


def entry(function: Callable[..., Any] | None = None, *, knowing: bool = False) -> Any:
    """Make an entry of a function: a kernel that is called from Python.

    One that is ``knowing`` asks the rules what their author knows: bounds, candidates, keys.
    """
    if function is None:
        return lambda given: entry(given, knowing=knowing)
    function.kernel = "releases"  # type: ignore[attr-defined]
    function.knowing = knowing  # type: ignore[attr-defined]
    made = Entry(function)  # type: ignore[arg-type]
    ENTRIES.append(made)
    return made


def prepare(function: Entry, arguments: tuple[Any, ...], on_make: Callable[[], None] | None = None) -> None:
    """See to it that an entry is compiled for such arguments; ``on_make`` hears if native code has to be made."""
    if not JIT:
        return
    if isinstance(arguments[0], NativeHandle):
        arguments[0].prepare_kernel(function.function, on_make)
    elif function.dispatcher is None or not numba_backend().is_ready(function.dispatcher, arguments):
        run_compilation(prepare_by_numba, function, arguments, on_make)


def prepare_by_numba(function: Entry, arguments: tuple[Any, ...], on_make: Callable[[], None] | None) -> None:
    """See to it that Numba has compiled an entry for such arguments."""
    numba_backend().prepare_dispatcher(function.numba_kernel(), arguments, on_make)


COUNTS = {"made": 0, "found": 0}
"""Native code of the own compiler in this process: what was made, and what was found on disk."""


def compilations() -> int:
    """How many times something was compiled in this process, and not found on disk."""
    return COUNTS["made"] + sum(
        sum(made.dispatcher.stats.cache_misses.values()) for made in ENTRIES if made.dispatcher is not None
    )


def cache_hits() -> int:
    """How many times native code was found on disk in this process."""
    return COUNTS["found"] + sum(
        sum(made.dispatcher.stats.cache_hits.values()) for made in ENTRIES if made.dispatcher is not None
    )
