"""The mark of a game: a hash of all that its rules reach, so that native code is never used for other rules.

Beside the hash the walk gives the classes that it met, in an order that is the same in every process: the types of
states and moves are kept on disk with numbers of classes in their texts.
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

from elagage.game import KNOWLEDGE, Game

__all__ = ["RULES", "Walk", "compiler_mark", "list_marked_files", "mark_rules"]

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
    *KNOWLEDGE,
    "solver_order",
    "margins",
    "payoffs",
    "cycles",
    "symmetric_keys",
)
"""What the engine calls; the rest of a game is for people."""
LIBRARIES = ("numpy", "llvmlite", "numba")
PLAIN: Any = (FunctionType, type, str, int, float, tuple, list, dict, set, frozenset, bytes, type(None))
MEMBERS: Any = (FunctionType, property, staticmethod, classmethod, functools.cached_property)


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


class RulesWalk(Walk):
    """Feeds a hash with all that rules reach, through objects and classes too; ``memos`` change by themselves."""

    def __init__(self, game: Any, memos: set[int]) -> None:
        super().__init__(game, {})
        self.memos = memos
        self.classes: list[type] = []

    def value(self, value: Any) -> None:
        """Feed a value; never its address."""
        if isinstance(value, functools.cached_property):
            value = value.func
        if hasattr(value, "cache_info") and hasattr(value, "__wrapped__"):
            value = value.__wrapped__
        if isinstance(value, dict):
            self.add("memo" if id(value) in self.memos else f"keys {list(map(repr, value))}")
            if id(value) in self.memos:
                return
        if id(value) in self.seen or isinstance(value, type(inspect)):
            super().value(value)
            return
        if isinstance(value, FunctionType | type) and is_library(value):
            self.add(f"library {value.__module__}.{value.__qualname__}")
            if isinstance(value, type):
                self.classes.append(value)
            return
        if isinstance(value, type):
            self.classes.append(value)
        if isinstance(value, type) and value.__module__ not in ("builtins", "enum", "typing", "abc", "elagage.game"):
            super().value(value)
            self.members(value)
            return
        super().value(value)
        if not isinstance(value, PLAIN) and hasattr(value, "__dict__"):
            if not isinstance(value, property | staticmethod | classmethod):
                if not type(value).__module__.startswith(("functools", "builtins")):
                    self.value(type(value))
                    for name, held in vars(value).items():
                        self.add(name)
                        self.value(held)

    def members(self, cls: type) -> None:
        """Feed what a class holds."""
        for name, held in vars(cls).items():
            if (isinstance(held, MEMBERS) or not callable(held)) and (
                not name.startswith("__") or isinstance(held, FunctionType)
            ):
                self.add(name)
                self.value(held)


def is_library(value: Any) -> bool:
    """Is a function or a class Python's own, or a library's? Its version stands for it, and not what it reaches."""
    package = (value.__module__ or "").partition(".")[0]
    return package in LIBRARIES or package in sys.stdlib_module_names


@functools.cache
def compiler_mark() -> str:
    """The hash of the compiler's own files and of all kernels, and of the Python that reads them."""
    digest = hashlib.sha256(sys.version.encode())
    for path in list_marked_files():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def list_marked_files() -> list[Path]:
    """The files of the compiler, of all kernels, and of the constants that kernels read."""
    package = Path(__file__).parents[2]
    patterns = "compiler/**/*.py", "*/compiled/*.py", "solvers/*/**/*.py", "result.py"
    return sorted({path for pattern in patterns for path in package.glob(pattern)})


def mark_rules(game: Game[Any, Any], memos: set[int]) -> tuple[str, list[type]]:
    """The hash of all that a game's rules reach, and the classes among it."""
    walk = RulesWalk(game, memos)
    cls = type(game)
    walk.add(f"{compiler_mark()} {cls.__module__}.{cls.__qualname__}")
    for rule in (*RULES, "start", "features", "phase"):
        walk.add(rule)
        walk.value(inspect.getattr_static(cls, rule))
    for name, held in vars(game).items():
        walk.add(name)
        walk.value(held)
    return walk.hash.hexdigest(), walk.classes
