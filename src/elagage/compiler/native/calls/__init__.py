"""Calls in LLVM's text: of functions, classes, methods and closures, of builtins and of the standard library."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.compiler.native.calls.calls import Calls

__all__ = ["Calls"]

export_lazily(__name__, {"Calls": "calls"})
