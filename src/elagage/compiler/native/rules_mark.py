"""The mark of a game: a hash of all that its rules reach, so that native code is never used for other rules.

Beside the hash the walk gives the classes that it met, in an order that is the same in every process: the types of
states and moves are kept on disk with numbers of classes in their texts.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

from elagage.compiler.fingerprint import RULES, Walk
from elagage.game import Game

__all__ = ["compiler_mark", "mark_rules"]

PLAIN: Any = (FunctionType, type, str, int, float, tuple, list, dict, set, frozenset, bytes, type(None))
MEMBERS: Any = (FunctionType, property, staticmethod, classmethod, functools.cached_property)


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


@functools.cache
def compiler_mark() -> str:
    """The hash of the compiler's own files and of all kernels, and of the Python that reads them."""
    digest = hashlib.sha256(sys.version.encode())
    package = Path(__file__).parents[2]
    for pattern in ("compiler/**/*.py", "*/compiled/*.py", "*/*/*_kernel.py"):
        for path in sorted(package.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def mark_rules(game: Game[Any, Any], memos: set[int]) -> tuple[str, list[type]]:
    """The hash of all that a game's rules reach, and the classes among it."""
    walk = RulesWalk(game, memos)
    cls = type(game)
    walk.add(f"{compiler_mark()} {cls.__module__}.{cls.__qualname__}")
    for rule in (*RULES, "start"):
        walk.add(rule)
        walk.value(inspect.getattr_static(cls, rule))
    for name, held in vars(game).items():
        walk.add(name)
        walk.value(held)
    return walk.hash.hexdigest(), walk.classes
