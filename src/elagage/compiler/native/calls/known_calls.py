"""Calls of objects that are known: classes, functions, builtins."""

from __future__ import annotations

import ast
import builtins
from enum import Enum
from types import FunctionType, MethodType, ModuleType
from typing import Any

from elagage.compiler.native.calls.calls import LIBRARIES, Calls, library_name
from elagage.compiler.native.python_types import is_dataclass_type, is_object_class
from elagage.compiler.native.values.builder import Value

__all__ = ["KnownCalls"]


class KnownCalls(Calls):
    """The builder with calls of known objects."""

    def call_object(self, held: Any, node: ast.Call, before: list[Value]) -> Value:
        """Call a known object; ``before`` are arguments that come first."""
        held = getattr(held, "py_func", held)  # a kernel that the other backend has taken too
        if isinstance(held, type) and held.__module__ != "builtins":
            if issubclass(held, Enum):
                return self.make_member(held, *self.arguments(node)[:2])
            if (issubclass(held, tuple) and hasattr(held, "_fields")) or is_dataclass_type(held):
                return self.make_record(held, *self.arguments(node))
            if is_object_class(held):
                return self.make_object(held, *self.arguments(node))
        if isinstance(held, MethodType) and isinstance(held.__func__, FunctionType):
            return self.call_object(held.__func__, node, [self.constant(held.__self__)])
        if isinstance(held, FunctionType) and held.__module__ not in LIBRARIES:
            positional, named, star = self.arguments(node)
            return self.call_python(held, before + positional, named, star)
        if hasattr(held, "cache_info") and hasattr(held, "__wrapped__"):
            positional, named, star = self.arguments(node)
            return self.call_python(held, before + positional, named, star)
        return self.call_builtin(held, node)

    def builtin_name(self, node: ast.expr) -> str:
        """The name of the builtin or library function that an expression is, if it is one."""
        if isinstance(node, ast.Name):
            if self.inner_name(node.id) in self.variables or node.id in self.local_names():
                return ""
            found = self.spec.code.captured.get(
                node.id, self.spec.code.globals.get(node.id, getattr(builtins, node.id, None))
            )
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if self.inner_name(node.value.id) in self.variables or node.value.id in self.local_names():
                return ""
            base = self.spec.code.captured.get(node.value.id, self.spec.code.globals.get(node.value.id))
            found = getattr(base, node.attr, None) if isinstance(base, ModuleType | type) else None
        else:
            return ""
        return library_name(found)
