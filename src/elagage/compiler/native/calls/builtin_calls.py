"""Python's builtins, and what rules use of itertools, functools, math and dataclasses."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable
from types import FunctionType
from typing import Any

from elagage.compiler.native.calls.callables import Callables
from elagage.compiler.native.calls.calls import library_name
from elagage.compiler.native.prelude import find_written
from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.value_types import (
    BOOL,
    FLOAT,
    INT,
    Bool,
    Bytes,
    Const,
    DictOf,
    EnumOf,
    Float,
    Int,
    ListOf,
    Maybe,
    NoneValue,
    ObjectOf,
    Range,
    Record,
    Seq,
    SetOf,
    Text,
    Type,
    class_of,
    is_int_like,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value, float_text
from elagage.i18n import Message

__all__ = ["BuiltinCalls"]

CHANGING = (
    "pop",
    "popleft",
    "append",
    "appendleft",
    "add",
    "remove",
    "discard",
    "extend",
    "insert",
    "setdefault",
    "update",
    "clear",
    "sort",
    "reverse",
    "popitem",
)


class BuiltinCalls(Callables):
    """The builder with builtins."""

    def call_builtin(self, held: Any, node: ast.Call) -> Value:
        """Call a builtin or a function of the standard library."""
        name = library_name(held)
        method: Callable[[ast.Call], Value] | None = getattr(self, f"call_{name}", None) if name else None
        if method is None or name in (
            "method",
            "builtin",
            "object",
            "value",
            "function",
            "attribute",
            "python",
            "code",
            "closure",
        ):
            module = str(getattr(held, "__module__", "")).lstrip("_")
            written = find_written(f"{module}_{name}") if name else None
            if isinstance(written, FunctionType):
                return self.call_prelude(written, node, [])
            raise self.refuse(Message("'{code}' is not compiled", code=getattr(held, "__name__", type(held).__name__)))
        return method(node)

    def call_prelude(self, function: Any, node: ast.Call, before: list[Value]) -> Value:
        """Call a function of the prelude."""
        raise NotImplementedError

    def plain(self, node: ast.Call, least: int, most: int) -> list[Value]:
        """The arguments of a builtin that takes so many, by position."""
        positional, named, star = self.arguments(node)
        if named or star is not None or not least <= len(positional) <= most:
            raise self.refuse(Message("a call with such arguments is not compiled"))
        return positional

    def only(self, node: ast.Call, *names: str) -> dict[str, ast.expr]:
        """The named arguments of a builtin; a refusal if there are others, or a star."""
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            keyword.arg not in names for keyword in node.keywords
        ):
            raise self.refuse(Message("a call with such arguments is not compiled"))
        return {str(keyword.arg): keyword.value for keyword in node.keywords}

    # Numbers --------------------------------------------------------------------------------------------------------

    def call_len(self, node: ast.Call) -> Value:
        """``len``."""
        value = self.plain(node, 1, 1)[0]
        return self.length(value)

    def call_abs(self, node: ast.Call) -> Value:
        """``abs``."""
        value = self.plain(node, 1, 1)[0]
        method = own_method(class_of(value.kind), "__abs__")
        return self.absolute(value) if method is None else self.call_function(method, [value])

    def call_type(self, node: ast.Call) -> Value:
        """``type`` of a value whose class is known."""
        value = self.plain(node, 1, 1)[0]
        own = class_of(value.kind)
        for cls in (bool, int, float, str, bytes, tuple, list, dict, set, frozenset) if own is None else (own,):
            known = isinstance_of(value.kind, cls) and not isinstance(value.kind, Float | Const)
            if known and value.kind != Int(mixed=True):
                return self.constant(cls)
        raise self.refuse_value(value, "type")

    def call_divmod(self, node: ast.Call) -> Value:
        """``divmod``."""
        one, other = (self.as_int(self.sure(value)) for value in self.plain(node, 2, 2))
        quotient = self.calculate_ints(ast.FloorDiv(), one, other)
        return self.record(Record((INT, INT)), [quotient, self.calculate_ints(ast.Mod(), one, other)])

    def call_pow(self, node: ast.Call) -> Value:
        """``pow`` of two numbers."""
        one, other = self.plain(node, 2, 2)
        return self.calculate(ast.Pow(), self.sure(one), self.sure(other))

    def call_int(self, node: ast.Call) -> Value:
        """``int`` of a number or of digits."""
        given = self.plain(node, 1, 2)
        value = self.sure(given[0])
        if len(given) == 2:
            return self.call_function(find_written("int_in_base"), given)
        if is_int_like(value.kind):
            return self.as_int(value)
        if isinstance(value.kind, Text):
            result = self.place_for("i64")
            code = self.let(f"call i32 @rt_number({{ptr, i64}} {value.ref}, ptr {result})")
            self.pass_on(code)
            return self.from_word(self.let(f"load i64, ptr {result}"))
        if isinstance(value.kind, Float):
            size = self.let(f"call double @llvm.fabs.f64(double {value.ref})")
            self.need(self.let(f"fcmp olt double {size}, {float_text(2.0**62)}"), "unknown")
            return self.from_word(self.let(f"fptosi double {value.ref} to i64"))
        raise self.refuse_value(value, "int")

    def call_round(self, node: ast.Call) -> Value:
        """``round``: to an int, or to a number of decimal places that is known."""
        given = self.plain(node, 1, 2)
        value = self.sure(given[0])
        places = given[1].const if len(given) == 2 else None
        if len(given) == 2 and not (places is None or (type(places) is int and 0 <= places <= 15)):
            raise self.refuse(Message("a call with such arguments is not compiled"))
        if is_int_like(value.kind):
            return self.as_int(value)
        if not isinstance(value.kind, Float):
            raise self.refuse_value(value, "round")
        power = float_text(10.0 ** (places or 0))
        product = self.let(f"fmul double {value.ref}, {power}")
        size = self.let(f"call double @llvm.fabs.f64(double {product})")
        self.need(self.let(f"fcmp olt double {size}, {float_text(2.0**51)}"), "unknown")
        near = self.let(f"call double @llvm.rint.f64(double {product})")
        if places is None:
            return self.from_word(self.let(f"fptosi double {near} to i64"))
        # The product is rounded itself: what it lost tells on which side of a half the true one lies.
        minus = self.let(f"fneg double {product}")
        lost = self.let(f"call double @llvm.fma.f64(double {value.ref}, double {power}, double {minus})")
        floor = self.let(f"call double @llvm.floor.f64(double {product})")
        part = self.let(f"fsub double {product}, {floor}")
        half = self.let(f"fcmp oeq double {part}, {float_text(0.5)}")
        above = self.let(f"fcmp ogt double {lost}, 0.0")
        below = self.let(f"fcmp olt double {lost}, 0.0")
        higher = self.let(f"fadd double {floor}, {float_text(1.0)}")
        other = self.let(f"select i1 {above}, double {higher}, double {floor}")
        decided = self.let(f"and i1 {half}, {self.let(f'or i1 {above}, {below}')}")
        whole = self.let(f"select i1 {decided}, double {other}, double {near}")
        signed = self.let(f"call double @llvm.copysign.f64(double {whole}, double {value.ref})")
        return Value(FLOAT, self.let(f"fdiv double {signed}, {power}"))

    def call_bool(self, node: ast.Call) -> Value:
        """``bool``."""
        return Value(BOOL, self.truth(self.plain(node, 1, 1)[0]))

    def call_float(self, node: ast.Call) -> Value:
        """``float`` of a number."""
        value = self.sure(self.plain(node, 1, 1)[0])
        if isinstance(value.kind, Text) and isinstance(value.const, str):
            return self.constant(float(value.const))
        return self.as_float(value)

    def call_str(self, node: ast.Call) -> Value:
        """``str`` of a text or an int."""
        return self.as_text(self.plain(node, 1, 1)[0])

    def call_isinstance(self, node: ast.Call) -> Value:
        """``isinstance``, which the types tell."""
        value, classes = self.plain(node, 2, 2)
        if not isinstance(classes.kind, Const):
            raise self.refuse_value(classes, "isinstance")
        wanted = classes.kind.value
        if isinstance(value.kind, Maybe):
            inside = isinstance_of(value.kind.item, wanted)
            none = isinstance(None, wanted)
            if inside is None:
                raise self.refuse_value(value, "isinstance")
            some = self.word(value, 0)
            return Value(BOOL, self.let(f"select i1 {some}, i1 {str(inside).lower()}, i1 {str(none).lower()}"))
        known = isinstance_of(value.kind, wanted)
        if known is None:
            raise self.refuse_value(value, "isinstance")
        return self.truth_value(known)

    # Containers -----------------------------------------------------------------------------------------------------

    # Libraries ------------------------------------------------------------------------------------------------------


def isinstance_of(kind: Type, wanted: Any) -> bool | None:
    """What ``isinstance`` says of every value of a type; None if that is not known."""
    examples: dict[type[Type], type] = {
        Bool: bool,
        Int: int,
        Float: float,
        Text: str,
        Bytes: bytes,
        Seq: tuple,
        DictOf: dict,
        NoneValue: type(None),
        Range: range,
    }
    cls: type | None
    if isinstance(kind, ListOf):
        names: dict[str, type] = {"list": list, "deque": deque, "bytearray": bytearray}
        cls = names.get(kind.kind)
    elif isinstance(kind, SetOf):
        cls = frozenset if kind.frozen else set
    elif isinstance(kind, EnumOf | ObjectOf):
        cls = kind.cls
    elif isinstance(kind, Record):
        cls = kind.cls or (tuple if kind.kind == "tuple" else list)
    else:
        cls = examples.get(type(kind))
    if cls is None or isinstance(kind, Int | Float):  # an int may be a truth value that became one
        if isinstance(kind, Int) and wanted is int:
            return True
        if isinstance(kind, Int | Float) and wanted in (str, tuple, list, dict, set, frozenset, bytes):
            return False
        return None
    try:
        return issubclass(cls, wanted)
    except TypeError:
        return None
