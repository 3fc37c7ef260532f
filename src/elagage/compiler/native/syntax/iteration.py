"""Loops: over ranges, sequences, pairs, products, generator expressions; and the comprehensions and folds that
consume them.

Lazy sources (``enumerate``, ``zip``, ``map``, generator expressions) are written into the loop that consumes them, so
that they do what they do in Python at the moment they do it there. A function that yields is run to its end first:
what it gives is a list.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.syntax.loops import Loops
from elagage.compiler.native.value_types import (
    INT,
    RANGE,
    Bytes,
    Closure,
    Const,
    DictOf,
    ListOf,
    Never,
    ObjectOf,
    Range,
    Record,
    Seq,
    SetOf,
    Text,
    class_of,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Unreached, Value
from elagage.i18n import Message

__all__ = ["LAZY", "Body", "Iteration"]

Body = Callable[[Value], None]


class Iteration(Loops):
    """The builder with loops."""

    # The loop itself ------------------------------------------------------------------------------------------------

    # Sources --------------------------------------------------------------------------------------------------------

    def each(self, node: ast.expr, body: Body, *, ordered: bool = True) -> None:
        """Do something for each element of an iterable; ``ordered``: in Python's order, which a set has no way to
        tell.
        """
        later = self.deferred_node(node)
        if later is not None:
            self.each(later, body, ordered=ordered)
            return
        if isinstance(node, ast.GeneratorExp):
            self.comprehend(node.generators, 0, lambda: body(self.expression(node.elt)), ordered=ordered)
            return
        if isinstance(node, ast.Call) and (
            self.each_call(node, body, ordered) or self.each_library(node, body, ordered) or self.each_fused(node, body)
        ):
            return
        self.each_value(self.expression(node), body, f"{id(node)}", ordered=ordered)

    def each_fused(self, node: ast.Call, body: Body) -> bool:
        """The same for a call of a generator that is written into the loop; False if it is none."""
        raise NotImplementedError

    def each_call(self, node: ast.Call, body: Body, ordered: bool) -> bool:
        """The same for a call of a lazy builtin; False if it is none."""
        name = self.builtin_name(node.func)
        stars = any(isinstance(argument, ast.Starred) for argument in node.args)
        key = str(id(node))
        if stars or not node.args or (node.keywords and name != "zip"):
            return False
        if name == "enumerate" and len(node.args) <= 2:
            start = self.as_int(self.expression(node.args[1])) if len(node.args) == 2 else self.integer(0)
            self.each_enumerated(node.args[0], start, body)
        elif name == "reversed" and len(node.args) == 1:
            self.each_reversed(self.expression(node.args[0]), body, key)
        elif name == "map" and len(node.args) == 2:
            self.each(node.args[1], lambda value: body(self.call_value(node.args[0], [value])), ordered=ordered)
        elif name == "filter" and len(node.args) == 2:
            self.each_filtered(node.args[0], node.args[1], body, ordered)
        elif name == "zip" and len(node.args) >= 2:
            strict = [keyword.value for keyword in node.keywords if keyword.arg == "strict"]
            known = not strict or isinstance(strict[0], ast.Constant)
            if len(strict) != len(node.keywords) or not known:
                return False
            values = [self.expression_or_list(argument) for argument in node.args]
            self.each_zipped(values, body, key, strict=bool(strict and getattr(strict[0], "value", False)))
        elif name == "iter" and len(node.args) == 1:
            self.each(node.args[0], body, ordered=ordered)
        else:
            return False
        return True

    def deferred_node(self, node: ast.expr) -> ast.expr | None:
        """What a name means that was given to something lazy, and is used here and nowhere else."""
        return (
            self.deferred.get(node.id) if isinstance(node, ast.Name) and self.inner_name(node.id) == node.id else None
        )

    def inner_name(self, name: str) -> str:
        """The name under which a variable is known here."""
        raise NotImplementedError

    def expression_or_list(self, node: ast.expr) -> Value:
        """The value of an expression; a lazy one is run to its end first."""
        node = self.deferred_node(node) or node
        if isinstance(node, ast.GeneratorExp) or (isinstance(node, ast.Call) and self.builtin_name(node.func) in LAZY):
            return self.collect_list(node, node)
        return self.expression(node)

    def each_value(self, value: Value, body: Body, key: str, *, ordered: bool = True) -> None:
        """The same for a value."""
        if isinstance(value.kind, Closure):
            raise self.refuse_value(value, "for")
        value = self.keys_of_functions(value)
        value = self.list_value(self.realise(self.open_array(self.sure(value))))
        kind = value.kind
        method = own_method(class_of(kind), "__iter__") if isinstance(kind, Record | ObjectOf) else None
        if method is not None:
            self.each_value(self.call_function(method, [value]), body, f"{key} own", ordered=ordered)
            return
        if isinstance(kind, Record):
            try:
                spread = self.as_sequence(value)
            except CannotCompile:  # unlike things: the loop is written out
                for number, field in enumerate(kind.fields):
                    if not self.dead:
                        body(self.part(value, number, field))
                return
            value, kind = spread, spread.kind
        if isinstance(kind, Range):
            self.each_in_range(value, body, key)
            return
        if isinstance(kind, SetOf):
            self.module.has_sets = True
        if isinstance(kind, SetOf) and ordered:
            raise self.refuse(Message("the order of a set's elements would matter here: use sorted(...), or a tuple"))
        if not isinstance(kind, Seq | Text | Bytes | ListOf | SetOf | DictOf):
            raise self.refuse_value(value, "for")
        if isinstance(self.item_type(kind)[0], Never):
            return
        if isinstance(kind, SetOf):
            self.each_unordered(value, body, key)
            return
        if isinstance(kind, ListOf) and kind.kind != "generator":  # it may change meanwhile
            self.count_below(
                f"{key} list",
                lambda: self.span(value)[1],
                lambda index: body(self.element(kind, self.let(f"load ptr, ptr {value.ref}"), index)),
            )
            return
        pointer, length = self.span(value)
        if isinstance(kind, DictOf):  # Python raises if a dict changes its size meanwhile
            place = self.header_place(value.ref, 1)

            def check_element(index: str) -> None:
                same = self.let(f"icmp eq i64 {self.let(f'load i64, ptr {place}')}, {length}")
                self.need(same, "unknown")
                body(self.element(kind, self.let(f"load ptr, ptr {value.ref}"), index))

            self.count_up(f"{key} dict", length, check_element)
            return
        known = len(value.const) if isinstance(value.const, tuple) else value.length
        self.count_up(f"{key} sequence", length, lambda index: body(self.element(kind, pointer, index)), known)

    def keys_of_functions(self, value: Value) -> Value:
        """The keys of a constant dict that holds functions; other values as they are."""
        held = value.kind.value if isinstance(value.kind, Const) else None
        if isinstance(held, dict) and held and all(callable(part) for part in held.values()):
            return self.constant(self.module.tables.setdefault((id(held), "keys"), tuple(held)))
        if isinstance(held, tuple | list) and held and all(callable(part) for part in held):
            if not hasattr(type(held), "_fields"):
                parts = [self.constant(part) for part in held]
                return self.record(Record(tuple(part.kind for part in parts)), parts)
        return value

    def each_unordered(self, value: Value, body: Body, key: str) -> None:
        """The same for a set, in any order. What goes wrong may be something else in Python's order: that is not
        known then.
        """
        pointer, length = self.span(value)
        wrong, after = self.meeting(), self.label()
        self.unordered += 1
        self.handlers.append(wrong)
        try:
            self.count_up(f"{key} set", length, lambda index: body(self.element(value.kind, pointer, index)))
        finally:
            self.handlers.pop()
            self.unordered -= 1
        if not self.dead:
            self.go(after)
        dead = self.dead
        self.start(wrong.label)
        self.fail("unknown")
        if not dead:
            self.start(after)

    def each_in_range(self, value: Value, body: Body, key: str) -> None:
        """The same for a range."""
        whole = self.whole
        start, stop, step = (self.word(value, number) for number in range(3))
        known = value.const if isinstance(value.const, range) else None
        place = self.place_for(whole)
        self.out(f"store {whole} {start}, ptr {place}")
        at = [""]
        upward = known.step > 0 if known is not None else None
        if upward is None and self.range_steps.get(value.ref) is not None:
            upward = self.range_steps[value.ref] > 0
            step = str(self.range_steps[value.ref])

        def test() -> str:
            at[0] = self.let(f"load {whole}, ptr {place}")
            if upward is not None:
                return self.let(f"icmp {'slt' if upward else 'sgt'} {whole} {at[0]}, {stop}")
            below, above = self.let(f"icmp slt {whole} {at[0]}, {stop}"), self.let(f"icmp sgt {whole} {at[0]}, {stop}")
            return self.let(f"select i1 {self.let(f'icmp sgt {whole} {step}, 0')}, i1 {below}, i1 {above}")

        def advance() -> None:
            moved = self.calculate_ints(ast.Add(), self.load(INT, place), Value(INT, step))
            self.store(moved, place)

        self.loop(f"{key} range", test, lambda: body(Value(INT, at[0])), advance)

    def each_enumerated(self, node: ast.expr, start: Value, body: Body) -> None:
        """``enumerate``."""
        place = self.place_for(self.whole)
        self.store(start, place)

        def number_element(value: Value) -> None:
            number = self.load(INT, place)
            self.store(Value(INT, self.let(f"add {self.whole} {number.ref}, 1")), place)
            body(self.record(Record((INT, value.kind)), [number, value]))

        self.each(node, lambda value: number_element(self.realise(value)))

    def each_reversed(self, value: Value, body: Body, key: str) -> None:
        """``reversed``."""
        value = self.as_sequence(value)
        kind = value.kind
        if isinstance(kind, Range):
            length = Value(INT, self.range_length(value))
            word = self.to_word(length)

            def from_end(index: str) -> None:
                back = self.let(f"sub i64 {self.let(f'sub i64 {word}, 1')}, {index}")
                body(self.range_item(value, self.from_word(back)))

            self.count_up(f"{key} reversed", word, from_end)
            return
        if not isinstance(kind, Seq | Text | Bytes | ListOf | DictOf) or getattr(kind, "kind", "") == "generator":
            raise self.refuse_value(value, "reversed")
        if isinstance(self.item_type(kind)[0], Never):
            return
        pointer, count = self.span(value)

        def back_to_front(index: str) -> None:
            if isinstance(kind, ListOf | DictOf):
                same = self.let(f"icmp eq i64 {self.span(value)[1]}, {count}")
                self.need(same, "unknown")
            body(
                self.element(kind, self.span(value)[0], self.let(f"sub i64 {self.let(f'sub i64 {count}, 1')}, {index}"))
            )

        del pointer
        self.count_up(f"{key} reversed", count, back_to_front)

    def each_filtered(self, test: ast.expr, source: ast.expr, body: Body, ordered: bool) -> None:
        """``filter``."""

        def keep_element(value: Value) -> None:
            plain = isinstance(test, ast.Constant) and test.value is None
            condition = self.truth(value if plain else self.call_value(test, [value]))
            self.write_when(condition, lambda: body(value))

        self.each(source, keep_element, ordered=ordered)

    def each_zipped(self, values: list[Value], body: Body, key: str, *, strict: bool = False) -> None:
        """``zip`` of values that have a length."""
        sequences = [self.as_sequence(value) for value in values]
        lengths = []
        for value in sequences:
            if isinstance(value.kind, SetOf | DictOf) or not isinstance(
                value.kind, Seq | Text | Bytes | ListOf | Range
            ):
                raise self.refuse_value(value, "zip")
            if isinstance(value.kind, Range):
                lengths.append(self.to_word(Value(INT, self.range_length(value))))
            else:
                if isinstance(self.item_type(value.kind)[0], Never):
                    return
                lengths.append(self.span(value)[1])
        shortest = lengths[0]
        for length in lengths[1:]:
            if strict:
                self.need(self.let(f"icmp eq i64 {length}, {shortest}"), "ValueError")
            shorter = self.let(f"icmp slt i64 {length}, {shortest}")
            shortest = self.let(f"select i1 {shorter}, i64 {length}, i64 {shortest}")

        def turn(index: str) -> None:
            parts = []
            for value, length in zip(sequences, lengths, strict=True):
                if isinstance(value.kind, Range):
                    parts.append(self.range_item(value, self.from_word(index)))
                    continue
                pointer, now = self.span(value)
                if isinstance(value.kind, ListOf):
                    self.need(self.let(f"icmp eq i64 {now}, {length}"), "unknown")
                parts.append(self.element(value.kind, pointer, index))
            body(self.record(Record(tuple(part.kind for part in parts)), parts))

        self.count_up(f"{key} zip", shortest, turn)

    # What is written elsewhere --------------------------------------------------------------------------------------

    def comprehend(self, generators: Any, number: int, body: Any, *, ordered: bool = True) -> None:
        """Write the loops of a comprehension."""
        raise NotImplementedError

    def collect_list(self, source: ast.expr, node: Any, kind: str = "list") -> Value:
        """A list of what an iterable gives."""
        raise NotImplementedError

    def condition(self, node: ast.expr) -> str:
        """Does an expression count as true?"""
        raise NotImplementedError

    def assign(self, target: ast.expr, value: Value) -> None:
        """Give what stands on the left a value."""
        raise NotImplementedError

    def builtin_name(self, node: ast.expr) -> str:
        """The name of the builtin or library function that an expression is, if it is one."""
        raise NotImplementedError

    def call_value(self, node: ast.expr, arguments: list[Value]) -> Value:
        """Call what an expression gives with these values."""
        raise NotImplementedError

    def each_library(self, node: ast.Call, body: Body, ordered: bool) -> bool:
        """The same as ``each_call`` for itertools and the views of dicts."""
        raise NotImplementedError

    @property
    def range_steps(self) -> dict[str, int]:
        """The steps of the ranges made here, where they are known."""
        if not hasattr(self, "_steps"):
            self._steps: dict[str, int] = {}
        return self._steps

    def new_range(self, start: Value, stop: Value, step: Value) -> Value:
        """A range."""
        if step.const is UNKNOWN:
            self.need(self.let(f"icmp ne {self.whole} {step.ref}, 0"), "ValueError")
        elif step.const == 0:
            self.fail("ValueError")
            raise Unreached
        made = self.assemble(RANGE, [(self.whole, part.ref) for part in (start, stop, step)])
        if step.const is not UNKNOWN:
            self.range_steps[made.ref] = step.const
        return made


LAZY = (
    "enumerate",
    "reversed",
    "map",
    "filter",
    "zip",
    "product",
    "chain",
    "from_iterable",
    "pairwise",
    "combinations",
    "takewhile",
    "islice",
    "count",
    "iter",
)
"""Library functions that give their elements one by one."""
