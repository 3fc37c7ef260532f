"""Methods of texts, and those of any type that the prelude has."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from elagage.compiler.native.calls.copies import Copies
from elagage.compiler.native.prelude import find_written
from elagage.compiler.native.value_types import (
    BOOL,
    INT,
    TEXT,
    DictOf,
    ListOf,
    Maybe,
    Never,
    Record,
    Seq,
    SetOf,
    Text,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value
from elagage.i18n import Message

__all__ = ["TextMethods"]


class TextMethods(Copies):
    """The builder with methods of texts."""

    def prelude_method(self, value: Value, name: str) -> FunctionType | None:
        """The prelude's function for a method of a value."""
        kind = value.kind
        stems: list[str] = []
        if isinstance(kind, Text):
            stems = ["str"]
        elif isinstance(kind, SetOf):
            stems = ["set"]
        elif isinstance(kind, ListOf) and kind.kind == "deque":
            stems = ["deque"]
        elif isinstance(kind, DictOf):
            stems = ["counter", "dict"] if kind.kind == "Counter" else ["dict"]
        for stem in stems:
            found = find_written(f"{stem}_{name}")
            if isinstance(found, FunctionType):
                return found
        return None

    def call_prelude(self, function: Any, node: ast.Call, before: list[Value]) -> Value:
        """Call a function of the prelude; what is lazy is made a list first."""
        positional = list(before)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                value = self.read_starred(argument.value)
                if not isinstance(value.kind, Record):
                    raise self.refuse(Message("'{code}' is not compiled", code="*"))
                positional += [self.part(value, number, field) for number, field in enumerate(value.kind.fields)]
                continue
            value = self.expression_or_list(argument)
            if isinstance(value.kind, ListOf) and value.kind.kind == "generator":
                value = self.copy_list(value, argument, "list")
            positional.append(value)
        named = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.refuse(Message("'{code}' is not compiled", code="**"))
            named[keyword.arg] = self.settle_value(self.expression(keyword.value))
        return self.call_python(function, positional, named, None)

    def text_argument(self, node: ast.Call) -> Value | None:
        """The only argument of a method of a text, if it is a text."""
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            return None
        wanted = self.sure(self.expression(node.args[0]))
        if not isinstance(wanted.kind, Text):
            raise self.refuse_value(wanted, "str")
        return wanted

    def text_find(self, value: Value, node: ast.Call) -> Value:
        """``find``."""
        wanted = self.text_argument(node)
        if wanted is None:
            return self.call_prelude(find_written("str_find"), node, [value])
        return self.from_word(self.let(f"call i64 @rt_find({{ptr, i64}} {value.ref}, {{ptr, i64}} {wanted.ref})"))

    def text_index(self, value: Value, node: ast.Call) -> Value:
        """``index``."""
        wanted = self.text_argument(node)
        if wanted is None:
            return self.call_prelude(find_written("str_index"), node, [value])
        at = self.let(f"call i64 @rt_find({{ptr, i64}} {value.ref}, {{ptr, i64}} {wanted.ref})")
        self.need(self.let(f"icmp sge i64 {at}, 0"), "ValueError")
        return self.from_word(at)

    def text_count(self, value: Value, node: ast.Call) -> Value:
        """``count``; of a single character where it is known to be one."""
        wanted = self.text_argument(node)
        if wanted is None:
            return self.call_prelude(find_written("str_count"), node, [value])
        if not isinstance(wanted.const, str):
            single = self.let(f"icmp eq i64 {self.span(wanted)[1]}, 1")
            return self.choose(
                single,
                lambda: self.count_letter(value, wanted),
                lambda: self.call_function(find_written("str_count"), [value, wanted]),
            )
        if len(wanted.const) == 1:
            return self.count_letter(value, wanted)
        return self.call_function(find_written("str_count"), [value, wanted])

    def count_letter(self, value: Value, wanted: Value) -> Value:
        """How often a single character occurs."""
        pointer, length = self.span(value)
        place = self.place_for(self.whole)
        self.out(f"store {self.whole} 0, ptr {place}")

        def look(index: str) -> None:
            same = self.equal(self.element(TEXT, pointer, index), wanted)
            before = self.let(f"load {self.whole}, ptr {place}")
            more = self.let(f"add {self.whole} {before}, {self.let(f'zext i1 {same} to {self.whole}')}")
            self.out(f"store {self.whole} {more}, ptr {place}")

        self.count_loop(length, look)
        return self.load(INT, place)

    def text_startswith(self, value: Value, node: ast.Call) -> Value:
        """``startswith``."""
        return self.begins(value, node, at_end=False)

    def text_endswith(self, value: Value, node: ast.Call) -> Value:
        """``endswith``."""
        return self.begins(value, node, at_end=True)

    def begins(self, value: Value, node: ast.Call, *, at_end: bool) -> Value:
        """Does a text begin, or end, with another, or with one of several?"""
        wanted = self.realise(self.sure(self.plain(node, 1, 1)[0]))
        options = [wanted]
        if isinstance(wanted.kind, Record) and wanted.kind.cls is None and wanted.kind.kind == "tuple":
            options = [self.part(wanted, number, field) for number, field in enumerate(wanted.kind.fields)]
        elif isinstance(wanted.kind, Seq) and isinstance(wanted.const, tuple):
            options = [self.constant(part) for part in wanted.const]
        result = "false"
        for option in options:
            if not isinstance(option.kind, Text):
                raise self.refuse_value(wanted, "startswith")
            result = self.let(f"or i1 {result}, {self.begins_with(value, option, at_end)}")
        return Value(BOOL, result)

    def begins_with(self, value: Value, wanted: Value, at_end: bool) -> str:
        """Does a text begin, or end, with another?"""
        (start, length), (_other, shorter) = self.span(value), self.span(wanted)

        def same() -> str:
            at = self.address("i8", start, self.let(f"sub i64 {length}, {shorter}")) if at_end else start
            return self.equal(self.pair(TEXT, at, shorter), wanted)

        return self.both(self.let(f"icmp sle i64 {shorter}, {length}"), same)

    def text_join(self, value: Value, node: ast.Call) -> Value:
        """``join``: measured first, then written."""
        self.only(node)
        made = self.collect_list(node.args[0], node, "generator")
        item, _text = self.item_type(made.kind)
        if isinstance(item, Maybe) and isinstance(item.item, Text):
            item = item.item
        if isinstance(item, Never):
            return self.constant("")
        if not isinstance(item, Text):
            raise self.refuse(Message("'{code}' is not compiled", code="join"))
        pointer, length = self.span(made)
        gap_at, gap = self.span(value)
        total = self.place_for("i64")
        self.out(f"store i64 0, ptr {total}")

        def measure(index: str) -> None:
            size = self.span(self.sure(self.element(made.kind, pointer, index)))[1]
            more = self.let(f"add i64 {self.let(f'load i64, ptr {total}')}, {size}")
            self.out(f"store i64 {more}, ptr {total}")

        self.count_loop(length, measure)
        gaps = self.let(f"mul i64 {length}, {gap}")
        memory = self.allocate(self.let(f"add i64 {self.let(f'load i64, ptr {total}')}, {gaps}"))
        self.out(f"store i64 0, ptr {total}")

        def write(index: str) -> None:
            part, size = self.span(self.sure(self.element(made.kind, pointer, index)))
            first = self.let(f"icmp eq i64 {index}, 0")
            between = self.let(f"select i1 {first}, i64 0, i64 {gap}")
            at = self.let(f"load i64, ptr {total}")
            goal = self.address("i8", memory, at)
            self.out(f"call void @llvm.memcpy.p0.p0.i64(ptr {goal}, ptr {gap_at}, i64 {between}, i1 false)")
            at = self.let(f"add i64 {at}, {between}")
            goal = self.address("i8", memory, at)
            self.out(f"call void @llvm.memcpy.p0.p0.i64(ptr {goal}, ptr {part}, i64 {size}, i1 false)")
            self.out(f"store i64 {self.let(f'add i64 {at}, {size}')}, ptr {total}")

        self.count_loop(length, write)
        return self.pair(TEXT, memory, self.let(f"load i64, ptr {total}"))
