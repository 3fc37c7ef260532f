"""Packages whose names are imported when they are first used, so that a command loads what it runs and no more.

A package may export a function by the name of the module that it lives in (``search.minimax`` from
``search/minimax.py``): whoever imports the module, the package's attribute stays the function.

And values that a notebook shows: each names the function of ``elagage.figures.notebook`` that draws it, since pictures
are no business of what is drawn. And what is worked out of a game when it is first asked for, and kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache, wraps
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar, TypeVar

__all__ = ["Same", "Shown", "draw_value", "export_lazily", "once_a_game"]

Answer = TypeVar("Answer")


class LazyPackage(ModuleType):
    """A package that looks for its names when they are asked for."""

    _homes: Mapping[str, str]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._homes:
            return super().__getattribute__(name)  # raises what Python says of a missing name
        home = self._homes[name]
        try:
            module = import_module(f"{self.__name__}.{home or name}")
        except ModuleNotFoundError:
            from elagage.errors import refuse_in_browser

            refuse_in_browser(f"{self.__name__}.{name}")
            raise
        value = getattr(module, name) if home else module
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, ModuleType) and self._homes.get(name) == name:
            value = getattr(
                value, name
            )  # Python puts an imported module into its package: the function stays in its place
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self._homes})


def export_lazily(package: str, homes: Mapping[str, str]) -> None:
    """Let a package import its names late: ``homes`` gives each name's module,
    "" where the name is that of a module itself.
    """
    module = sys.modules[package]
    vars(module)["_homes"] = homes
    module.__class__ = LazyPackage


def draw_value(value: Any, drawer: str) -> Any:
    """What a notebook shows of a value; None if there is nothing to show, and then its ``repr`` is shown."""
    return getattr(import_module("elagage.figures.notebook"), drawer)(value)


class Shown:
    """A value whose picture a notebook shows."""

    _drawer: ClassVar[str]

    def _repr_html_(self) -> str | None:
        return draw_value(self, self._drawer)  # type: ignore[no-any-return]


class Same:
    """A game by its identity, whether or not it can be hashed."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.game is self.game


def once_a_game(size: int) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """A decorator: what a function found of a game is kept for the ``size`` latest ones;
    equal games are different ones here.
    """

    def decorate(function: Callable[..., Answer]) -> Callable[..., Answer]:
        @lru_cache(maxsize=size)
        def compute(same: Same, *rest: Hashable) -> Answer:
            return function(same.game, *rest)

        @wraps(function)
        def call_cached(game: Any, *rest: Hashable) -> Answer:
            return compute(Same(game), *rest)

        return call_cached

    return decorate
