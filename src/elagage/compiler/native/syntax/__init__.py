"""Python's syntax, construct by construct, as LLVM's text."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.compiler.native.syntax.statements import Statements

__all__ = ["Statements"]

export_lazily(__name__, {"Statements": "statements"})
