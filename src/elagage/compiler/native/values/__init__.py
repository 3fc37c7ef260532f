"""Values of Python's types in LLVM's text: how they lie in memory, are compared, converted and calculated with."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.compiler.native.values.native_value import Value

__all__ = ["Value"]

export_lazily(__name__, {"Value": "native_value"})
