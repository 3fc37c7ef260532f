"""Methods and library functions written in the Python that is compiled: compiled with the rules that use them.

Each does what its namesake does, as far as its arguments are of the types that are compiled. A name is the type's or
the module's, then the function's: ``str_split`` is ``str.split``.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from elagage.compiler.native.prelude import containers_written, library_written, text_methods_written
from elagage.compiler.native.prelude.text_methods_written import NotCompiled

__all__ = ["NotCompiled", "find_written"]


def find_written(name: str) -> Any:
    """The function of that name; None if there is none."""
    for module in (text_methods_written, containers_written, library_written):
        found = getattr(module, name, None)
        if isinstance(found, FunctionType):
            return found
    return None
