"""Kernels and entries as Numba compiles them, with their native code in our own store (``numba_cache.py``)."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numba import njit, typeof, types
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from elagage.compiler.kernel import ENTRIES, KERNELS
from elagage.compiler.numba_backend import numba_memory  # noqa: F401  (teaches the compiler the words of memory)
from elagage.compiler.numba_backend.numba_cache import SealedCache

__all__ = ["REFUSALS", "dispatch", "dispatch_all", "is_ready", "prepare_dispatcher"]

ONE_AT_A_TIME = threading.RLock()
"""Two threads that want the same kernel must not both compile it."""
REFUSALS = (NumbaError, UnsupportedBytecodeError)
"""How the compiler says that it can't compile something."""
DISPATCHERS: dict[FunctionType, Any] = {}


def dispatch(function: FunctionType) -> Any:
    """A kernel as Numba has it."""
    if function not in DISPATCHERS:
        DISPATCHERS[function] = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
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
        for made in ENTRIES:
            if made.dispatcher is None:
                dispatcher = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(made.function)
                dispatcher._cache = SealedCache(made.function)
                made.dispatcher = dispatcher


def signature_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of arguments, as Numba has them."""
    return tuple(types.int64 if type(given) in (int, np.ndarray) else typeof(given) for given in arguments)


def is_ready(function: Any, arguments: tuple[Any, ...]) -> bool:
    """Is a kernel compiled for such arguments?"""
    return signature_of(arguments) in function.overloads


def prepare_dispatcher(function: Any, arguments: tuple[Any, ...], on_make: Callable[[], None] | None = None) -> None:
    """See to it that a kernel is compiled for such arguments, or found on disk; ``on_make`` hears that it is not."""
    signature = signature_of(arguments)
    with ONE_AT_A_TIME:
        if signature not in function.overloads:
            function._cache.on_miss = on_make
            try:
                function.compile(signature)
            finally:
                function._cache.on_miss = None
