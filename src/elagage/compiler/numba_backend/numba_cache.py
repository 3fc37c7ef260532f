"""Numba's native code on disk, in the store of ours: sealed files, by a mark of kernels, types and machine.

What Numba keeps is a pickle, which can run anything when it is read. So nothing is unpickled but what this very folder
was given by us, and is still whole: that is what the seal says.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from elagage.compiler.fingerprint import engine_sources
from elagage.compiler.native.object_store import FOLDER, keep_file, read_file, try_out_file
from elagage.folders import cache_folder

__all__ = ["SealedCache"]


class SealedCache(_Cache):
    """The cache of one entry."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.on_miss: Callable[[], None] | None = None
        """Whom to tell that something was not found, and is compiled now."""

    @property
    def cache_path(self) -> str:
        """Where it is."""
        return str(cache_folder(FOLDER))

    def mark_of(self, signature: Any, codegen: Any) -> str:
        """What a kernel's native code depends on: the types of its arguments carry the mark of the game's rules."""
        function = self.function
        code = hashlib.sha256(function.__code__.co_code).hexdigest()
        parts = (numba.__version__, sys.version, engine_sources(), function.__module__, function.__qualname__, code)
        return repr(("numba", *parts, str(signature), codegen.magic_tuple()))

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """What was kept for these types; None if nothing is, or nothing that can be used."""
        found = self.find_overload(signature, target_context)
        if found is None and self.on_miss is not None:
            self.on_miss()
        return found

    def find_overload(self, signature: Any, target_context: Any) -> Any:
        """The same, and nobody is told."""
        target_context.refresh()
        mark = self.mark_of(signature, target_context.codegen())
        held = read_file(mark)
        if held is None:
            return None
        with try_out_file(mark):
            return CompileResult._rebuild(target_context, *pickle.loads(held))

    def save_overload(self, signature: Any, made: Any) -> None:
        """Keep what was compiled for these types."""
        if not made.library.has_dynamic_globals and not made.lifted:
            keep_file(self.mark_of(signature, made.codegen), dumps(made._reduce()))

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It never is."""

    def flush(self) -> None:
        """What is old is under another mark."""
