"""An own compiler for rules in plain Python: types seen and inferred, LLVM's text, native code that is checked."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.compiler.native.native_link import NativeGame, link_native

__all__ = ["NativeGame", "link_native"]

export_lazily(__name__, {"NativeGame": "native_link", "link_native": "native_link"})
