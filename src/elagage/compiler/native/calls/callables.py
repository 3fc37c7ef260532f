"""Calls of what is chosen at run time or made by a library: tables of functions, ``partial``, ``itemgetter``,
``attrgetter``.
"""

from __future__ import annotations

import ast
import functools
import operator
import typing
from types import FunctionType, MethodType
from typing import Any

from elagage.compiler.native.calls.known_calls import KnownCalls
from elagage.compiler.native.value_types import Const, Record
from elagage.compiler.native.values.builder import UNKNOWN, Value
from elagage.i18n import Message

__all__ = ["Callables"]

MOST_CHOICES = 24


class Callables(KnownCalls):
    """The builder with calls of many kinds of callables."""

    def on_call(self, node: ast.Call) -> Value:
        """A call."""
        chosen = self.call_chosen(node)
        return super().on_call(node) if chosen is None else chosen

    def call_chosen(self, node: ast.Call) -> Value | None:
        """``TABLE[key](...)``, where the table is a constant that holds functions; None if it is something else."""
        function = node.func
        if not isinstance(function, ast.Subscript) or isinstance(function.slice, ast.Slice):
            return None
        table = self.function_table(function.value)
        if table is None:
            return None
        index = self.realise(self.expression(function.slice))
        if index.const is not UNKNOWN:
            return None
        positional, named, star = self.arguments(node)
        pairs = list(table.items()) if isinstance(table, dict) else list(enumerate(table))
        if isinstance(table, tuple | list):
            index = self.from_word(self.place_of_index(index, str(len(pairs))))

        def choose_from(number: int) -> Value:
            key, held = pairs[number]
            here = self.equal(index, self.constant(key))
            last = number == len(pairs) - 1
            if last:
                self.need(here, "KeyError")
            if last:
                return self.realise(self.call_held(held, positional, named, star))
            return self.choose(
                here,
                lambda: self.realise(self.call_held(held, positional, named, star)),
                lambda: choose_from(number + 1),
            )

        return choose_from(0)

    def function_table(self, node: ast.expr) -> Any:
        """The constant table of functions that an expression is, if it is one."""
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            inner = inner.value
        if not isinstance(inner, ast.Name):
            return None
        mark = len(self.lines)
        if self.inner_name(inner.id) in self.variables or inner.id in self.local_names():
            known = self.variables.get(self.inner_name(inner.id))
            if known is None or not isinstance(known.kind, Const):
                return None
        value = self.expression(node)
        del self.lines[mark:]
        held = value.kind.value if isinstance(value.kind, Const) else None
        members = list(held.values()) if isinstance(held, dict) else held
        if not isinstance(members, tuple | list) or not members or type(held) not in (dict, tuple, list):
            return None
        callables = all(isinstance(part, FunctionType | MethodType | functools.partial | type) for part in members)
        return held if callables and len(members) <= MOST_CHOICES else None

    def call_held(self, held: Any, positional: list[Value], named: dict[str, Value], star: Value | None) -> Value:
        """Call a known callable with these values."""
        if isinstance(held, MethodType):
            return self.call_held(held.__func__, [self.constant(held.__self__), *positional], named, star)
        if isinstance(held, functools.partial):
            first = [self.constant(part) for part in held.args]
            also = {name: self.constant(part) for name, part in held.keywords.items()}
            return self.call_held(held.func, first + positional, also | named, star)
        if isinstance(held, FunctionType) or hasattr(held, "cache_info"):
            return self.call_python(held, positional, named, star)
        names = [f"{id(self.node)} held {number}" for number in range(len(positional))]
        if named or star is not None:
            raise self.refuse(Message("a call with such arguments is not compiled"))
        for name, argument in zip(names, positional, strict=True):
            self.set_variable(name, self.realise(argument))
        call = ast.Call(ast.Name("held", ast.Load()), [ast.Name(name, ast.Load()) for name in names], [])
        try:
            return self.call_object(held, ast.fix_missing_locations(ast.copy_location(call, self.node)), [])
        finally:
            for name in names:
                self.variables.pop(name, None)

    def call_object(self, held: Any, node: ast.Call, before: list[Value]) -> Value:
        """Call a known object; ``before`` are arguments that come first."""
        if isinstance(held, operator.itemgetter | operator.attrgetter):
            value = self.only_argument(node)
            parts = [self.get_part(value, held, wanted) for wanted in held.__reduce__()[1]]
            if len(parts) == 1:
                return parts[0]
            parts = [self.realise(part) for part in parts]
            return self.record(Record(tuple(part.kind for part in parts)), parts)
        if isinstance(held, typing.NewType):
            return self.only_argument(node)
        if isinstance(held, functools.partial):
            positional, named, star = self.arguments(node)
            return self.call_held(held, before + positional, named, star)
        if held in (operator.itemgetter, operator.attrgetter, functools.partial):
            return self.make_callable(held, node)
        return super().call_object(held, node, before)

    def only_argument(self, node: ast.Call) -> Value:
        """The one argument of a call."""
        positional, named, star = self.arguments(node)
        if len(positional) != 1 or named or star is not None:
            raise self.refuse(Message("a call with such arguments is not compiled"))
        return positional[0]

    def get_part(self, value: Value, held: Any, wanted: Any) -> Value:
        """What an itemgetter or attrgetter gets."""
        if isinstance(held, operator.itemgetter):
            return self.item(value, self.constant(wanted))
        for name in str(wanted).split("."):
            value = self.attribute(value, name)
        return value

    def make_callable(self, maker: Any, node: ast.Call) -> Value:
        """``itemgetter(1)``, ``attrgetter("n")`` or ``partial(function, 2)`` of what is known."""
        positional, named, star = self.arguments(node)
        known = [value.kind.value if isinstance(value.kind, Const) else value.const for value in positional]
        if star is not None or any(part is UNKNOWN for part in known) or named:
            raise self.refuse(Message("'{code}' is not compiled", code=maker.__name__))
        key = (node, tuple(map(id, known)))
        return self.constant(self.module.tables.setdefault(key, maker(*known)))
