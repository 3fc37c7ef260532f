"""Builtins that make containers, and what rules use of dataclasses, math and copy."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from elagage.compiler.native.calls.fold_calls import FoldCalls
from elagage.compiler.native.module import FunctionCode
from elagage.compiler.native.syntax.iteration import LAZY
from elagage.compiler.native.value_types import (
    BYTES,
    FLOAT,
    INT,
    NEVER,
    TEXT,
    Bytes,
    Closure,
    Const,
    DictOf,
    ListOf,
    Record,
    Seq,
    SetOf,
    Text,
    is_int_like,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value
from elagage.compiler.native.values.mixed import is_mixed
from elagage.i18n import Message

__all__ = ["ContainerCalls"]


class ContainerCalls(FoldCalls):
    """The builder with the makers of containers."""

    collecting: ast.Call | None = None
    """The lazy call whose elements are being put into a list."""

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
        value = self.list_value(self.realise(self.sure(self.expression(node.args[0]))))
        if isinstance(value.kind, Record) and value.kind.kind == "list":
            return self.record(
                Record(value.kind.fields), [self.part(value, i, kind) for i, kind in enumerate(value.kind.fields)]
            )
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
        if isinstance(node, ast.GeneratorExp) or self.deferred_node(node) is not None:
            return True
        if not isinstance(node, ast.Call):
            return False
        views = isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "values", "keys")
        return views or self.builtin_name(node.func) in LAZY

    def call_lazily(self, node: ast.Call) -> Value:
        """``map``, ``zip`` and the like where they are not consumed at once: run to their end."""
        if node is self.collecting:  # no loop is known for such arguments
            raise self.refuse(Message("a call with such arguments is not compiled"))
        before, self.collecting = self.collecting, node
        try:
            return self.collect_list(node, node, "generator")
        finally:
            self.collecting = before

    call_map = call_filter = call_zip = call_enumerate = call_reversed = call_product = call_chain = call_lazily
    call_from_iterable = call_pairwise = call_takewhile = call_islice = call_lazily

    def call_cast(self, node: ast.Call) -> Value:
        """``typing.cast``."""
        return self.plain(node, 2, 2)[1]

    def call_list(self, node: ast.Call) -> Value:
        """``list``."""
        self.only(node)
        if not node.args:
            return self.new_list(node)
        if self.is_lazy(node.args[0]):
            return self.collect_list(node.args[0], node)
        value = self.realise(self.sure(self.expression(node.args[0])))
        if is_mixed(value.kind, list):
            return self.copy_object(value)
        if isinstance(value.kind, Record) and (value.kind.cls is None or issubclass(value.kind.cls, tuple)):
            if len(self.groups_of(value.kind.fields)) > 1:
                return self.list_of_unlike(
                    [self.part(value, number, field) for number, field in enumerate(value.kind.fields)]
                )
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

    def new_dict(self, node: ast.AST, kind: str = "dict", factory: Any = None) -> Value:
        """An empty dict, made at a place of the source."""
        cells = self.new_cell(node, NEVER, "key"), self.new_cell(node, NEVER, "value")
        return Value(DictOf(*cells, kind, factory), self.new_header())

    def call_dict(self, node: ast.Call) -> Value:
        """``dict`` of a dict, of pairs, of names or of nothing."""
        if len(node.args) > 1 or any(keyword.arg is None for keyword in node.keywords):
            raise self.refuse(Message("a call with such arguments is not compiled"))
        made = self.fill_dict(self.new_dict, node)
        for keyword in node.keywords:
            self.set_item(made, self.constant(keyword.arg), self.expression(keyword.value))
        return made

    def fill_dict(self, make: Callable[[ast.Call], Value], node: ast.Call) -> Value:
        """A dict of what the first argument of a call holds."""
        if not node.args:
            return make(node)
        if self.is_lazy(node.args[0]):
            made = make(node)
            self.each(
                node.args[0],
                lambda pair: self.put_in_dict(made, self.item(pair, self.integer(0)), self.item(pair, self.integer(1))),
            )
            return made
        value = self.realise(self.sure(self.expression(node.args[0])))
        if isinstance(value.kind, DictOf) and value.kind.kind == "dict":
            return self.copy_dict(value, node)
        if is_mixed(value.kind, dict):
            return self.copy_object(value)
        made = make(node)
        self.dict_update_with(made, value)
        return made

    def call_fromkeys(self, node: ast.Call) -> Value:
        """``dict.fromkeys``."""
        self.only(node)
        made = self.new_dict(node)
        value = self.realise(self.expression(node.args[1])) if len(node.args) > 1 else self.none()
        self.each(node.args[0], lambda key: self.put_in_dict(made, key, value))
        return made

    def call_Counter(self, node: ast.Call) -> Value:  # noqa: N802
        """``collections.Counter`` of an iterable or of nothing."""
        self.only(node)
        made = self.new_dict(node, "Counter")
        self.module.widen(made.kind.value, INT, self)  # type: ignore[attr-defined]
        if not node.args:
            return made
        if not self.is_lazy(node.args[0]):
            value = self.realise(self.sure(self.expression(node.args[0])))
            if isinstance(value.kind, DictOf):
                self.put_all(made, value)
                return made

            def count_value(key: Value) -> None:
                self.put_in_dict(made, key, self.calculate(ast.Add(), self.dict_item(made, key), self.integer(1)))

            self.each_value(value, count_value, f"{id(node)} counter")
            return made

        def count(key: Value) -> None:
            self.put_in_dict(made, key, self.calculate(ast.Add(), self.dict_item(made, key), self.integer(1)))

        self.each(node.args[0], count)
        return made

    def call_defaultdict(self, node: ast.Call) -> Value:
        """``collections.defaultdict``."""
        self.only(node)
        factory = self.expression(node.args[0]) if node.args else self.none()
        if isinstance(factory.kind, Closure) and not factory.kind.names:
            held: Any = factory.kind.code
        elif isinstance(factory.kind, Const):
            held = factory.kind.value
        else:
            raise self.refuse_value(factory, "defaultdict")
        made = self.new_dict(node, "defaultdict", held)
        if len(node.args) > 1:
            self.dict_update_with(made, self.realise(self.expression_or_list(node.args[1])))
        return made

    def make_default(self, factory: Any) -> Value:
        """What a defaultdict puts under a missing key."""
        if isinstance(factory, FunctionCode):
            return self.call_code(factory, [], [])
        made = ast.Call(ast.Name("factory", ast.Load()), [], [])
        call = self.module.tables.setdefault(("default", id(factory), self.node), made)  # the same in every round
        return self.call_object(factory, ast.fix_missing_locations(ast.copy_location(call, self.node)), [])

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

    def call_log(self, node: ast.Call) -> Value:
        """``math.log`` of one number."""
        value = self.as_float(self.sure(self.plain(node, 1, 1)[0]))
        self.need(self.let(f"fcmp ogt double {value.ref}, 0.0"), "ValueError")
        return Value(FLOAT, self.let(f"call double @log(double {value.ref}) nobuiltin"))

    def call_ord(self, node: ast.Call) -> Value:
        """``ord``."""
        value = self.sure(self.plain(node, 1, 1)[0])
        if not isinstance(value.kind, Text):
            raise self.refuse_value(value, "ord")
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
