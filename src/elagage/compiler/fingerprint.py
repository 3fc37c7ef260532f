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
from types import FunctionType
from typing import Any

from elagage.compiler.native.rules_mark import RULES, Walk, list_marked_files

__all__ = ["engine_sources", "fingerprint", "own_mark"]


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
    """The hash of the compiler's own files and of all kernels, with the constants that they read."""
    digest = hashlib.sha256()
    for path in list_marked_files():
        digest.update(path.read_bytes())
    return digest.hexdigest()
