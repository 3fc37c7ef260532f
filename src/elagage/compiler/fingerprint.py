"""The fingerprint of a game: all that its compiled code depends on, hashed.

The compiler's own cache knows neither the globals that a rule reads nor the other files it calls into. So the name of a
game's type, which is part of the cache's key, carries a hash of: the code and constants of every rule, and of every
method, function, constant, parameter and array that they reach through ``self``, globals, closures and modules, and the
sources of this engine.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from enum import Enum
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

__all__ = ["RULES", "Walk", "engine_sources", "fingerprint", "own_mark"]

RULES = (
    "player",
    "moves",
    "play",
    "over",
    "score",
    "final",
    "heuristic",
    "noisy",
    "order",
    "symmetries",
    "margins",
    "payoffs",
    "cycles",
    "symmetric_keys",
)
"""What the engine calls; the rest of a game is for people."""


def fingerprint(
    game: Any, extra: str = "", rules: tuple[str, ...] = RULES, sizes: dict[str, str] | None = None
) -> tuple[str, list[FunctionType]]:
    """The hash of what the game's compiled code depends on, and the functions that were met on the way.

    ``rules`` are what kernels call, ``sizes`` the large arrays on the instance: what is in those is no part of the
    code.
    """
    import numba

    walk = Walk(game, sizes or {})
    walk.add(
        f"{type(game).__module__}.{type(game).__qualname__} {sys.version} {numba.__version__} {extra} "
        f"{engine_sources()}"
    )
    for rule in rules:
        walk.add(rule)
        walk.value(inspect.getattr_static(type(game), rule))
    return walk.hash.hexdigest()[:32], walk.functions


def own_mark(function: FunctionType, game: Any) -> str:
    """The hash of what a helper function alone depends on."""
    walk = Walk(game, {})
    walk.value(function)
    return walk.hash.hexdigest()


@functools.cache
def engine_sources() -> str:
    """The hash of the compiler's own files and of all kernels:
    those in a folder ``compiled`` or in a file ``..._kernel.py``.
    """
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for pattern in ("compiler/*.py", "compiler/numba_backend/*.py", "*/compiled/*.py", "*/*/*_kernel.py"):
        for path in sorted(package.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


class Walk:
    """Feeds a hash with everything that can be reached from a function."""

    def __init__(self, game: Any, sizes: dict[str, str]) -> None:
        self.game, self.sizes = game, sizes
        self.hash = hashlib.sha256()
        self.seen: dict[int, int] = {}
        self.kept: list[Any] = []
        self.functions: list[FunctionType] = []

    def add(self, text: str) -> None:
        """Feed a text, and its end."""
        self.hash.update(text.encode() + b"\0")

    def value(self, value: Any) -> None:
        """Feed a value; never its address."""
        if isinstance(value, property | staticmethod | classmethod):
            value = value.fget if isinstance(value, property) else value.__func__
        value = getattr(value, "py_func", value)
        if value is None or isinstance(value, bool | int | float | complex | str):
            self.add(f"{type(value).__name__} {value!r}")
            return
        if id(value) in self.seen:
            self.add(f"seen {self.seen[id(value)]}")
            return
        self.seen[id(value)] = len(self.seen)
        self.kept.append(value)
        if isinstance(value, FunctionType):
            self.function(value)
        elif isinstance(value, bytes | bytearray):
            self.add(f"bytes {len(value)}")
            self.hash.update(value)
        elif isinstance(value, np.ndarray):
            self.add(f"array {value.dtype} {value.shape}")
            self.hash.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, tuple | list):
            self.add(f"{type(value).__name__} {len(value)}")
            for element in value:
                self.value(element)
        elif isinstance(value, dict):
            self.add(f"dict {len(value)}")
            for key in sorted(value, key=str):
                self.value(key)
                self.value(value[key])
        elif isinstance(value, set | frozenset):
            for element in sorted(value, key=repr):
                self.value(element)
        elif isinstance(value, type):
            self.add(f"class {value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}")
            if issubclass(value, Enum):
                self.add(repr([(name, member.value) for name, member in value.__members__.items()]))
        elif isinstance(value, BuiltinFunctionType | ModuleType):
            self.add(f"named {value.__name__}")
        elif isinstance(value, functools.partial):
            self.value(value.func)
            self.value(value.args)
        else:
            self.add(f"object {type(value).__module__}.{type(value).__qualname__}")
            if isinstance(value, np.generic):
                self.add(repr(value.item()))

    def function(self, function: FunctionType) -> None:
        """Feed a function: its code, and what its names lead to."""
        self.functions.append(function)
        self.add(f"function {function.__qualname__}")
        self.value(function.__defaults__)
        self.code(function.__code__, function.__globals__)
        for cell in function.__closure__ or ():
            try:
                self.value(cell.cell_contents)
            except ValueError:
                self.add("empty cell")

    def code(self, code: CodeType, names: dict[str, Any]) -> None:
        """Feed a code, its constants, the globals it reads, and what it reads of the modules among them."""
        self.hash.update(code.co_code)
        self.add(f"{code.co_varnames} {code.co_names} {code.co_freevars}")
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant, names)
            else:
                self.value(constant)
        modules = []
        for name in code.co_names:
            if name in names:
                value = names[name]
                self.add(f"global {name}")
                if isinstance(value, ModuleType):
                    modules.append(value)
                self.value(value)
            if name in self.sizes:
                self.add(f"self.{name} {self.sizes[name]}")
            elif name in vars(self.game):
                self.add(f"self.{name}")
                self.value(vars(self.game)[name])
            elif not name.startswith("__") and hasattr(type(self.game), name):
                self.add(f"class.{name}")
                self.value(inspect.getattr_static(type(self.game), name))
        for module in modules:  # those that are found in it join the list
            for name in code.co_names:
                if name in vars(module):
                    value = vars(module)[name]
                    self.add(f"{module.__name__}.{name}")
                    self.value(value)
                    if isinstance(value, ModuleType) and value not in modules:
                        modules.append(value)
