"""Loops over the views of dicts and over what itertools gives."""

from __future__ import annotations

import ast
from collections.abc import Callable

from elagage.compiler.native.calls.method_calls import MethodCalls
from elagage.compiler.native.syntax.iteration import Body
from elagage.compiler.native.value_types import (
    INT,
    NEVER,
    Bytes,
    Const,
    DictOf,
    EnumOf,
    ListOf,
    Never,
    Record,
    Seq,
    Text,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Value
from elagage.i18n import Message

__all__ = ["LibraryLoops"]


class LibraryLoops(MethodCalls):
    """The builder with the loops of the library."""

    def each_library(self, node: ast.Call, body: Body, ordered: bool) -> bool:
        """Do something for each element of a view of a dict, or of what itertools gives; False if it is neither."""
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr in ("items", "values", "keys")
            and not node.args
            and not node.keywords
        ):
            return self.each_in_view(node, node.func, body, ordered)
        name = self.builtin_name(node.func)
        stars = any(isinstance(argument, ast.Starred) for argument in node.args)
        key = str(id(node))
        if name == "zip" and stars and len(node.args) == 1 and not node.keywords:
            starred = node.args[0]
            assert isinstance(starred, ast.Starred)
            self.each_transposed(self.expression_or_list(starred.value), body, key)
        elif name == "product" and not stars and node.args:
            named = self.only(node, "repeat")
            times = 1
            if "repeat" in named:
                count = self.expression(named["repeat"])
                if count.const is UNKNOWN or not isinstance(count.const, int) or not 0 < count.const < 6:
                    raise self.refuse(Message("a call with such arguments is not compiled"))
                times = count.const
            sources = [self.expression_or_list(argument) for argument in node.args] * times
            self.each_product(sources, 0, [], body, key, ordered)
        elif name == "chain" and stars and len(node.args) == 1 and not node.keywords:
            several = node.args[0]
            assert isinstance(several, ast.Starred)
            self.each(
                several.value,
                lambda inner: self.each_value(inner, body, f"{key} inner", ordered=ordered),
                ordered=ordered,
            )
        elif name == "chain" and not node.keywords and not stars:
            for argument in node.args:
                if not self.dead:
                    self.each(argument, body, ordered=ordered)
        elif name == "from_iterable" and len(node.args) == 1:
            self.each(
                node.args[0],
                lambda inner: self.each_value(inner, body, f"{key} inner", ordered=ordered),
                ordered=ordered,
            )
        elif name == "pairwise" and len(node.args) == 1 and not stars:
            self.each_pair(self.expression_or_list(node.args[0]), body, key)
        elif name == "combinations" and len(node.args) == 2 and not stars:
            self.each_combination(self.expression_or_list(node.args[0]), self.expression(node.args[1]), body, key)
        elif name == "takewhile" and len(node.args) == 2 and not stars:
            self.each_until(body, lambda value: self.truth(self.call_value(node.args[0], [value])), node.args[1])
        elif name == "islice" and len(node.args) == 2 and not stars:
            self.each_first(node, body)
        elif name == "count" and len(node.args) <= 2 and not stars and not node.keywords:
            self.each_counted(node, body)
        else:
            return False
        return True

    def each_until(self, body: Body, test: Callable[[Value], str], source: ast.expr) -> None:
        """The elements of a source as long as a test holds."""
        done = self.meeting()
        self.open.append(done)

        def turn(value: Value) -> None:
            go_on, stop = self.label(), self.label()
            value = self.realise(value)
            self.branch(test(value), go_on, stop)
            before = dict(self.variables)
            self.start(stop)
            self.jump(done)
            self.variables = before
            self.start(go_on)
            body(value)

        try:
            self.each(source, turn)
        finally:
            self.open.pop()
        self.jump(done)
        self.meet(done)

    def each_first(self, node: ast.Call, body: Body) -> None:
        """``itertools.islice(source, count)``: nothing is taken from the source after the last."""
        limit = self.as_int(self.sure(self.expression(node.args[1])))
        self.need(self.let(f"icmp sge {self.whole} {limit.ref}, 0"), "ValueError")
        left = self.place_for(self.whole)
        self.store(limit, left)
        done = self.meeting()
        self.open.append(done)
        some, none = self.label(), self.label()
        self.branch(self.let(f"icmp sgt {self.whole} {limit.ref}, 0"), some, none)
        before = dict(self.variables)
        self.start(none)
        self.jump(done)
        self.variables = before
        self.start(some)

        def turn(value: Value) -> None:
            body(value)
            if self.dead:
                return
            fewer = self.let(f"sub {self.whole} {self.let(f'load {self.whole}, ptr {left}')}, 1")
            self.out(f"store {self.whole} {fewer}, ptr {left}")
            go_on, stop = self.label(), self.label()
            self.branch(self.let(f"icmp sgt {self.whole} {fewer}, 0"), go_on, stop)
            held = dict(self.variables)
            self.start(stop)
            self.jump(done)
            self.variables = held
            self.start(go_on)

        try:
            self.each(node.args[0], turn)
        finally:
            self.open.pop()
        self.jump(done)
        self.meet(done)

    def each_counted(self, node: ast.Call, body: Body) -> None:
        """``itertools.count``."""
        given = [self.as_int(self.sure(self.expression(part))) for part in node.args]
        start, step = [*given, self.integer(0), self.integer(1)][:2] if not given else [*given, self.integer(1)][:2]
        place, at = self.place_for(self.whole), [""]
        self.store(start, place)

        def test() -> None:
            at[0] = self.let(f"load {self.whole}, ptr {place}")

        def advance() -> None:
            self.store(self.calculate_ints(ast.Add(), self.load(INT, place), step), place)

        self.loop(f"{id(node)} count", test, lambda: body(Value(INT, at[0])), advance)

    def each_in_view(self, node: ast.Call, function: ast.Attribute, body: Body, ordered: bool) -> bool:
        """The same for ``items``, ``values`` or ``keys`` of a dict."""
        value = self.sure(self.expression(function.value))
        if isinstance(value.kind, Const) and isinstance(value.kind.value, dict):
            value = self.realise(value)
        kind = value.kind
        if not isinstance(kind, DictOf):
            if isinstance(kind, Const | Record | EnumOf):
                self.each_value(self.on_call(node), body, f"{id(node)} call", ordered=ordered)
                return True
            raise self.refuse_value(value, f"'{function.attr}'")
        key_kind, held = kind.key.root().item, kind.value.root().item
        if isinstance(key_kind, Never):
            return True
        length = self.span(value)[1]

        def turn(index: str) -> None:
            self.need(self.let(f"icmp eq i64 {self.span(value)[1]}, {length}"), "unknown")
            key = self.element(kind, self.span(value)[0], index)
            if function.attr == "keys":
                body(key)
                return
            found = self.dict_value(value, held, index)
            body(found if function.attr == "values" else self.record(Record((key_kind, held)), [key, found]))

        self.count_up(f"{id(node)} {function.attr}", length, turn)
        return True

    def each_product(
        self, sources: list[Value], number: int, parts: list[Value], body: Body, key: str, ordered: bool
    ) -> None:
        """``itertools.product``."""
        if number == len(sources):
            body(self.record(Record(tuple(part.kind for part in parts)), parts))
            return
        self.each_value(
            sources[number],
            lambda value: self.each_product(sources, number + 1, [*parts, self.realise(value)], body, key, ordered),
            f"{key} product {number}",
            ordered=ordered,
        )

    def each_pair(self, value: Value, body: Body, key: str) -> None:
        """``itertools.pairwise``."""
        value = self.as_sequence(value)
        kind = value.kind
        if not isinstance(kind, Seq | Text | Bytes | ListOf):
            raise self.refuse_value(value, "pairwise")
        item, _text = self.item_type(kind)
        if isinstance(item, Never):
            return
        pointer, length = self.span(value)

        def turn(index: str) -> None:
            pair = [self.element(kind, pointer, index), self.element(kind, pointer, self.let(f"add i64 {index}, 1"))]
            body(self.record(Record((item, item)), pair))

        self.count_up(f"{key} pairwise", self.let(f"sub i64 {length}, 1"), turn)

    def each_combination(self, value: Value, size: Value, body: Body, key: str) -> None:
        """``itertools.combinations`` of two or three."""
        value = self.as_sequence(value)
        kind = value.kind
        if size.const not in (1, 2, 3) or not isinstance(kind, Seq | Text | Bytes | ListOf):
            raise self.refuse(Message("a call with such arguments is not compiled"))
        item, _text = self.item_type(kind)
        if isinstance(item, Never):
            return
        pointer, length = self.span(value)

        def choose_next(first: str, parts: list[Value]) -> None:
            if len(parts) == size.const:
                body(self.record(Record((item,) * len(parts)), parts))
                return

            def turn(index: str) -> None:
                at = self.let(f"add i64 {index}, {first}")
                choose_next(self.let(f"add i64 {at}, 1"), [*parts, self.element(kind, pointer, at)])

            self.count_up(f"{key} combinations {len(parts)}", self.let(f"sub i64 {length}, {first}"), turn)

        choose_next("0", [])

    def each_transposed(self, value: Value, body: Body, key: str) -> None:
        """``zip(*rows)``: the columns."""
        value = self.as_sequence(value)
        rows = value.kind
        if not isinstance(rows, Seq | ListOf):
            raise self.refuse_value(value, "zip")
        row_kind, row_text = self.item_type(rows)
        if isinstance(row_kind, Never):
            return
        if not isinstance(row_kind, Seq | Text | ListOf | Record):
            raise self.refuse_value(value, "zip")
        pointer, count = self.span(value)
        shortest = self.place_for("i64")
        self.out(f"store i64 {1 << 62}, ptr {shortest}")

        def measure(index: str) -> None:
            row = self.as_sequence(self.load(row_kind, self.address(row_text, pointer, index)))
            length = self.span(row)[1]
            before = self.let(f"load i64, ptr {shortest}")
            self.out(f"store i64 {self.let(f'call i64 @llvm.smin.i64(i64 {length}, i64 {before})')}, ptr {shortest}")

        self.count_loop(count, measure)
        some = self.let(f"icmp sgt i64 {count}, 0")
        width = self.let(f"select i1 {some}, i64 {self.let(f'load i64, ptr {shortest}')}, i64 0")

        def turn(column: str) -> None:
            made = self.new_list(f"{key} column", NEVER, "generator")

            def take(index: str) -> None:
                row = self.as_sequence(self.load(row_kind, self.address(row_text, pointer, index)))
                self.append(made, self.element(row.kind, self.span(row)[0], column))

            self.count_loop(count, take)
            body(self.tuple_from(made))

        self.count_up(f"{key} transposed", width, turn)
