"""Builtins that make containers, and what rules use of dataclasses, math and copy."""

from __future__ import annotations

import ast

from elagage.compiler.native.syntax.builtin_calls import BuiltinCalls
from elagage.compiler.native.syntax.iteration import LAZY
from elagage.compiler.native.value_types import (
    BYTES,
    FLOAT,
    INT,
    NEVER,
    TEXT,
    Bytes,
    DictOf,
    ListOf,
    Record,
    Seq,
    SetOf,
    Text,
    is_int_like,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value
from elagage.i18n import Message

__all__ = ["ContainerCalls"]


class ContainerCalls(BuiltinCalls):
    """The builder with the makers of containers."""

    def call_range(self, node: ast.Call) -> Value:
        """``range``."""
        parts = [self.as_int(self.sure(value)) for value in self.plain(node, 1, 3)]
        if len(parts) == 1:
            parts = [self.integer(0), parts[0]]
        if len(parts) == 2:
            parts.append(self.integer(1))
        return self.new_range(parts[0], parts[1], parts[2])

    def call_tuple(self, node: ast.Call) -> Value:
        """``tuple``."""
        self.only(node)
        if not node.args:
            return self.record(Record(()), [])
        if self.is_lazy(node.args[0]):
            return self.collect_tuple(node.args[0], node)
        value = self.realise(self.sure(self.expression(node.args[0])))
        if isinstance(value.kind, Seq) or (
            isinstance(value.kind, Record) and value.kind.cls is None and value.kind.kind == "tuple"
        ):
            return value
        if isinstance(value.kind, ListOf) and value.kind.kind == "generator":
            return self.tuple_from(value)
        if isinstance(value.kind, ListOf) and value.kind.kind in ("list", "deque"):
            pointer, length = self.span(value)
            item, _text = self.item_type(value.kind)
            return self.pair(Seq(item), self.copy_elements(value.kind, pointer, length), length)
        made = self.new_list(node, NEVER, "generator")
        self.each_value(value, lambda element: self.append(made, element), f"{id(node)} tuple")
        return self.tuple_from(made)

    def is_lazy(self, node: ast.expr) -> bool:
        """Is it a generator expression or a call of something that gives elements one by one?"""
        if isinstance(node, ast.GeneratorExp):
            return True
        if not isinstance(node, ast.Call):
            return False
        views = isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "values", "keys")
        return views or self.builtin_name(node.func) in LAZY

    def call_list(self, node: ast.Call) -> Value:
        """``list``."""
        self.only(node)
        if not node.args:
            return self.new_list(node)
        if self.is_lazy(node.args[0]):
            return self.collect_list(node.args[0], node)
        value = self.realise(self.sure(self.expression(node.args[0])))
        if isinstance(value.kind, Record) and (value.kind.cls is None or issubclass(value.kind.cls, tuple)):
            value = self.as_sequence(value)
        if isinstance(value.kind, Seq) or (
            isinstance(value.kind, ListOf) and value.kind.kind in ("list", "deque", "generator")
        ):
            return self.copy_list(value, node, "list")
        made = self.new_list(node)
        self.each_value(value, lambda element: self.append(made, element), f"{id(node)} list")
        return made

    def call_set(self, node: ast.Call, frozen: bool = False) -> Value:
        """``set``."""
        self.only(node)
        if not node.args:
            return Value(SetOf(self.new_cell(node, NEVER, "set"), frozen), self.new_header())
        return self.collect_set(node.args[0], node, frozen)

    def call_frozenset(self, node: ast.Call) -> Value:
        """``frozenset``."""
        return self.call_set(node, True)

    def call_dict(self, node: ast.Call) -> Value:
        """``dict`` of a dict or of nothing."""
        self.only(node)
        if not node.args:
            return Value(
                DictOf(self.new_cell(node, NEVER, "key"), self.new_cell(node, NEVER, "value")), self.new_header()
            )
        if self.is_lazy(node.args[0]):
            made = Value(
                DictOf(self.new_cell(node, NEVER, "key"), self.new_cell(node, NEVER, "value")), self.new_header()
            )
            self.each(
                node.args[0],
                lambda pair: self.put_in_dict(made, self.item(pair, self.integer(0)), self.item(pair, self.integer(1))),
            )
            return made
        value = self.realise(self.sure(self.expression(node.args[0])))
        if not isinstance(value.kind, DictOf):
            raise self.unsupported(value, "dict")
        return self.copy_dict(value, node)

    def call_deque(self, node: ast.Call) -> Value:
        """``collections.deque``."""
        self.only(node)
        return self.collect_list(node.args[0], node, "deque") if node.args else self.new_list(node, NEVER, "deque")

    def call_bytearray(self, node: ast.Call) -> Value:
        """``bytearray``."""
        made = self.call_bytes(node)
        copied = self.copy_elements(made.kind, *self.span(made))
        cell = self.new_cell(node, INT, "bytearray")
        return Value(ListOf(cell, "bytearray"), self.new_header(copied, self.span(made)[1]))

    def call_bytes(self, node: ast.Call) -> Value:
        """``bytes``."""
        self.only(node)
        if not node.args:
            return self.pair(BYTES, "null", "0")
        if not self.is_lazy(node.args[0]):
            value = self.realise(self.sure(self.expression(node.args[0])))
            if isinstance(value.kind, Bytes):
                return value
            if isinstance(value.kind, ListOf) and value.kind.kind == "bytearray":
                pointer, length = self.span(value)
                return self.pair(BYTES, self.copy_elements(value.kind, pointer, length), length)
            if is_int_like(value.kind):
                number = self.as_int(value)
                self.need(self.let(f"icmp ult {self.whole} {number.ref}, 1048576"), "unknown")
                length = self.to_word(number)
                memory = self.allocate(length)
                self.out(f"call void @llvm.memset.p0.i64(ptr {memory}, i8 0, i64 {length}, i1 false)")
                return self.pair(BYTES, memory, length)
            made = self.new_list(node, INT, "bytearray")
            self.each_value(value, lambda element: self.append(made, element), f"{id(node)} bytes")
        else:
            made = self.collect_list(node.args[0], node, "bytearray")
        return self.pair(BYTES, *self.span(made))

    def call_replace(self, node: ast.Call) -> Value:
        """``dataclasses.replace``."""
        positional, named, star = self.arguments(node)
        if len(positional) != 1 or star is not None:
            raise self.refuse(Message("a call with such arguments is not compiled"))
        return self.replace_fields(self.sure(positional[0]), named)

    def call_sqrt(self, node: ast.Call) -> Value:
        """``math.sqrt``."""
        value = self.as_float(self.sure(self.plain(node, 1, 1)[0]))
        self.need(self.let(f"fcmp oge double {value.ref}, 0.0"), "ValueError")
        return Value(FLOAT, self.let(f"call double @llvm.sqrt.f64(double {value.ref})"))

    def call_copy(self, node: ast.Call) -> Value:
        """``copy.copy`` of a list or a dict."""
        value = self.sure(self.plain(node, 1, 1)[0])
        if isinstance(value.kind, ListOf) and value.kind.kind in ("list", "deque"):
            return self.copy_list(value, node)
        if isinstance(value.kind, DictOf):
            return self.copy_dict(value, node)
        raise self.unsupported(value, "copy")

    def call_ord(self, node: ast.Call) -> Value:
        """``ord``."""
        value = self.sure(self.plain(node, 1, 1)[0])
        if not isinstance(value.kind, Text):
            raise self.unsupported(value, "ord")
        pointer, length = self.span(value)
        self.need(self.let(f"icmp eq i64 {length}, 1"), "TypeError")
        return Value(INT, self.let(f"zext i8 {self.let(f'load i8, ptr {pointer}')} to {self.whole}"))

    def call_chr(self, node: ast.Call) -> Value:
        """``chr`` of a Latin-1 character."""
        number = self.as_int(self.sure(self.plain(node, 1, 1)[0]))
        self.need(self.let(f"icmp ult {self.whole} {number.ref}, 256"), "unknown")
        memory = self.allocate("1")
        self.out(f"store i8 {self.let(f'trunc {self.whole} {number.ref} to i8')}, ptr {memory}")
        return self.pair(TEXT, memory, "1")
