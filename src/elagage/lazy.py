"""Packages whose names are imported when they are first used, so that a command loads what it runs and no more.

A package may export a function by the name of the module that it lives in (``search.minimax`` from
``search/minimax.py``): whoever imports the module, the package's attribute stays the function.

And values that a notebook shows: each names the function of ``elagage.figures.notebook`` that draws it, since pictures
are no business of what is drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

__all__ = ["Shown", "draw_value", "export_lazily"]


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
