"""Sequences, lists, dicts and sets: elements, slices, joining, change in place."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from elagage.compiler.native.module import ArrayTuple
from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.value_types import (
    INT,
    Bytes,
    Cell,
    Clash,
    Const,
    DictOf,
    ListOf,
    Maybe,
    Memo,
    Never,
    ObjectOf,
    Range,
    Record,
    Seq,
    SetOf,
    Text,
    Type,
    class_of,
    is_int_like,
    join,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Unreached, Value
from elagage.compiler.native.values.kernel_calls import KernelCalls

__all__ = ["Containers"]


class Containers(KernelCalls):
    """The builder with containers."""

    def __init__(self, module: Any, spec: Any) -> None:
        super().__init__(module, spec)
        self.watched: list[list[Cell]] = []
        self.live: list[Cell] = []

    def open_array(self, value: Value) -> Value:
        """The numbers of an array of NumPy's, where only these matter; anything else as it is."""
        held = value.kind.value if isinstance(value.kind, Const) else None
        return self.constant(held.plain) if isinstance(held, ArrayTuple) else value

    def length(self, value: Value) -> Value:
        """How many elements there are."""
        value = self.list_value(self.realise(self.open_array(self.sure(value))))
        kind = value.kind
        method = own_method(class_of(kind), "__len__")
        if method is not None:
            return self.as_int(self.call_function(method, [value]))
        if isinstance(kind, Record) and (kind.cls is None or issubclass(kind.cls, tuple)):
            return self.integer(len(kind.fields))
        if isinstance(kind, Range):
            return Value(INT, self.range_length(value))
        if isinstance(kind, ListOf) and kind.kind == "generator":
            raise self.refuse_value(value, "len")
        if isinstance(kind, Seq | Text | Bytes | ListOf | SetOf | DictOf):
            return self.from_word(self.span(value)[1])
        raise self.refuse_value(value, "len")

    def range_length(self, value: Value) -> str:
        """How many ints a range holds."""
        whole = self.whole
        start, stop, step = (self.word(value, number) for number in range(3))
        up = self.let(f"icmp sgt {whole} {step}, 0")
        low, high = (
            self.let(f"select i1 {up}, {whole} {start}, {whole} {stop}"),
            self.let(f"select i1 {up}, {whole} {stop}, {whole} {start}"),
        )
        size = self.let(f"select i1 {up}, {whole} {step}, {whole} {self.let(f'sub {whole} 0, {step}')}")
        gap = self.calculate_ints(ast.Sub(), Value(INT, high), Value(INT, low)).ref
        some = self.let(f"icmp sgt {whole} {gap}, 0")
        before = self.let(f"sub {whole} {gap}, 1")
        steps = self.let(f"add {whole} {self.divide_words('sdiv', before, size)}, 1")
        return self.let(f"select i1 {some}, {whole} {steps}, {whole} 0")

    def place_of_index(self, index: Value, length: str, error: str = "IndexError") -> str:
        """An index from either end as one from the start, which is there."""
        number = self.as_int(self.sure(index))
        wide = self.from_word(length).ref
        if number.const is not UNKNOWN and number.const >= 0:
            at = number.ref
        else:
            below = self.let(f"icmp slt {self.whole} {number.ref}, 0")
            moved = self.let(f"add {self.whole} {number.ref}, {wide}")
            at = self.let(f"select i1 {below}, {self.whole} {moved}, {self.whole} {number.ref}")
        self.need(self.let(f"icmp ult {self.whole} {at}, {wide}"), error)
        return self.to_word(Value(INT, at))

    def item(self, value: Value, index: Value) -> Value:
        """The element of that index or key."""
        value = self.open_array(self.sure(value))
        if isinstance(value.kind, Const):
            held = value.kind.value
            if (
                index.const is not UNKNOWN
                and isinstance(held, tuple | list | dict)
                and self.module.memo_of(held) is None
            ):
                try:
                    return self.constant(
                        dict.__getitem__(held, index.const) if isinstance(held, dict) else held[index.const]
                    )
                except (IndexError, KeyError) as error:
                    self.fail("unknown" if isinstance(held, dict) and type(held) is not dict else type(error).__name__)
                    raise Unreached from None
            value = self.realise(value)
        kind = value.kind
        if isinstance(kind, Memo):
            return self.memo_item(kind, index)
        if isinstance(kind, ObjectOf) and kind.cls in (dict, list):
            return self.mixed_item(value, index)
        if isinstance(kind, DictOf):
            return self.dict_item(value, index)
        if isinstance(kind, Record) and (kind.cls is None or issubclass(kind.cls, tuple)):
            if index.const is not UNKNOWN:
                number = int(index.const)
                if not -len(kind.fields) <= number < len(kind.fields):
                    self.fail("IndexError")
                    raise Unreached
                return self.part(value, number % len(kind.fields), kind.fields[number])
            if self.groups_of(kind.fields) != [list(range(len(kind.fields)))]:
                return self.unlike_item(value, index)
            value = self.as_sequence(value)
            kind = value.kind
        if isinstance(kind, Range):
            return self.range_item(value, index)
        if isinstance(kind, Seq | Text | Bytes | ListOf) and getattr(kind, "kind", "") != "generator":
            if not is_int_like(index.kind if not isinstance(index.kind, Maybe) else index.kind.item):
                raise self.refuse_value(index, "[]")
            pointer, length = self.span(value)
            return self.row_of(value, self.element(kind, pointer, self.place_of_index(index, length)))
        raise self.refuse_value(value, "[]")

    def row_of(self, table: Value, row: Value) -> Value:
        """An element of a sequence; of a known table whose rows have one length, with that length."""
        if not isinstance(row.kind, Seq) or not isinstance(table.const, tuple | list):
            return row
        lengths = {len(part) if isinstance(part, tuple) else -1 for part in table.const}
        if len(lengths) != 1 or -1 in lengths:
            return row
        (length,) = lengths
        known = self.pair(row.kind, self.word(row, 0), str(length))
        return Value(known.kind, known.ref, length=length)

    def groups_of(self, fields: tuple[Type, ...]) -> list[list[int]]:
        """The numbers of fields that one type can hold, group by group, the largest group first."""
        groups: list[tuple[Type, list[int]]] = []
        for number, field in enumerate(fields):
            for at, (held, numbers) in enumerate(groups):
                try:
                    groups[at] = (join(held, field), [*numbers, number])
                    break
                except Clash:
                    continue
            else:
                groups.append((field, [number]))
        return sorted((numbers for _held, numbers in groups), key=len, reverse=True)

    def unlike_item(self, value: Value, index: Value) -> Value:
        """An element of a tuple of unlike things, by an index that is known only then: one of the largest group of
        those alike.
        """
        kind = value.kind
        assert isinstance(kind, Record)
        if not is_int_like(index.kind if not isinstance(index.kind, Maybe) else index.kind.item):
            raise self.refuse_value(index, "[]")
        numbers = self.groups_of(kind.fields)[0]
        at = self.place_of_index(index, str(len(kind.fields)))

        def pick(position: int) -> Value:
            number = numbers[position]
            here = self.let(f"icmp eq i64 {at}, {number}")
            part = self.part(value, number, kind.fields[number])
            if position == len(numbers) - 1:
                self.need(here, "unknown")
                return part
            return self.choose(here, lambda: part, lambda: pick(position + 1))

        return pick(0)

    def mixed_item(self, value: Value, index: Value) -> Value:
        """The element of a dict or list of unlike things."""
        raise NotImplementedError

    def keys_of_functions(self, value: Value) -> Value:
        """The keys of a constant dict that holds functions; other values as they are."""
        raise NotImplementedError

    def set_mixed(self, target: Value, index: Value, value: Value) -> None:
        """Change a dict or list of unlike things."""
        raise NotImplementedError

    def mixed_contains(self, container: Value, wanted: Value) -> str:
        """Is something in a dict or list of unlike things?"""
        raise NotImplementedError

    def list_value(self, value: Value) -> Value:
        """A list of unlike things as fields side by side, to be looked at; other values as they are."""
        raise NotImplementedError

    def range_item(self, value: Value, index: Value) -> Value:
        """The element of a range."""
        count = Value(INT, self.range_length(value))
        number = self.as_int(index)
        below = self.let(f"icmp slt {self.whole} {number.ref}, 0")
        moved = self.let(f"add {self.whole} {number.ref}, {count.ref}")
        at = self.let(f"select i1 {below}, {self.whole} {moved}, {self.whole} {number.ref}")
        self.need(self.let(f"icmp ult {self.whole} {at}, {count.ref}"), "IndexError")
        product = self.calculate_ints(ast.Mult(), Value(INT, at), Value(INT, self.word(value, 2)))
        return self.calculate_ints(ast.Add(), Value(INT, self.word(value, 0)), product)

    def missing(self) -> str:
        """The error of a missing key; where a dict of the rules makes its own entries, nobody knows it."""
        return "unknown" if self.module.odd_dicts else "KeyError"

    def dict_item(self, value: Value, key: Value) -> Value:
        """The value under a key."""
        kind = value.kind
        assert isinstance(kind, DictOf)
        key = self.realise(key)
        if kind.kind == "defaultdict" and kind.factory is not None:
            missing = self.let(f"icmp slt i64 {self.find(value, key)}, 0")
            self.write_when(missing, lambda: self.put_in_dict(value, key, self.make_default(kind.factory)))
        at = self.find(value, key)
        if kind.kind == "Counter":
            there, held = self.let(f"icmp sge i64 {at}, 0"), kind.value.root().item
            if isinstance(held, Never):
                return self.integer(0)
            return self.choose(there, lambda: self.dict_value(value, held, at), lambda: self.integer(0))
        self.need(self.let(f"icmp sge i64 {at}, 0"), self.missing())
        held = kind.value.root().item
        if isinstance(held, Never):
            raise Unreached
        return self.dict_value(value, held, at)

    def make_default(self, factory: Any) -> Value:
        """What a defaultdict puts under a missing key."""
        raise NotImplementedError

    def contains(self, container: Value, wanted: Value) -> str:
        """Is the value in it?"""
        container = self.realise(self.keys_of_functions(self.sure(container)))
        wanted = self.realise(wanted)
        kind = container.kind
        if isinstance(kind, Memo):
            return self.memo_find(kind, wanted)[0]
        if isinstance(kind, ObjectOf) and kind.cls in (dict, list):
            return self.mixed_contains(container, wanted)
        if isinstance(kind, Text):
            if not isinstance(wanted.kind, Text):
                raise self.refuse_value(wanted, "in")
            at = self.let(f"call i64 @rt_find({{ptr, i64}} {container.ref}, {{ptr, i64}} {wanted.ref})")
            return self.let(f"icmp sge i64 {at}, 0")
        if isinstance(kind, Range):
            if not is_int_like(wanted.kind):
                raise self.refuse_value(wanted, "in")
            return self.range_contains(container, self.as_int(wanted))
        if isinstance(kind, Record):
            result = "false"
            for number, field in enumerate(kind.fields):
                same = self.equal(self.part(container, number, field), wanted)
                result = self.let(f"or i1 {result}, {same}")
            return result
        return self.let(f"icmp sge i64 {self.find(container, self.single_byte(container, wanted))}, 0")

    def single_byte(self, container: Value, wanted: Value) -> Value:
        """What is looked for in bytes: a byte; where that is bytes, they must be known to be one."""
        if not isinstance(container.kind, Bytes) and getattr(container.kind, "kind", "") != "bytearray":
            return wanted
        if isinstance(wanted.kind, Bytes) and isinstance(wanted.const, bytes) and len(wanted.const) == 1:
            return self.integer(wanted.const[0])
        if not is_int_like(wanted.kind):
            raise self.refuse_value(wanted, "in")
        return wanted

    def range_contains(self, value: Value, number: Value) -> str:
        """Is an int in a range?"""
        whole = self.whole
        start, stop, step = (self.word(value, part) for part in range(3))
        up = self.let(f"icmp sgt {whole} {step}, 0")
        from_start = self.let(f"icmp sge {whole} {number.ref}, {start}")
        before_stop = self.let(f"icmp slt {whole} {number.ref}, {stop}")
        to_start, after_stop = (
            self.let(f"icmp sle {whole} {number.ref}, {start}"),
            self.let(f"icmp sgt {whole} {number.ref}, {stop}"),
        )
        inside_up, inside_down = (
            self.let(f"and i1 {from_start}, {before_stop}"),
            self.let(f"and i1 {to_start}, {after_stop}"),
        )
        inside = self.let(f"select i1 {up}, i1 {inside_up}, i1 {inside_down}")

        def on_step() -> str:
            gap = self.calculate_ints(ast.Sub(), number, Value(INT, start))
            return self.let(f"icmp eq {whole} {self.divide_words('srem', gap.ref, step)}, 0")

        return self.both(inside, on_step)

    # What is written elsewhere --------------------------------------------------------------------------------------

    def memo_item(self, memo: Memo, key: Value) -> Value:
        """What a memo holds."""
        raise NotImplementedError

    def write_when(self, condition: str, write: Callable[[], None]) -> None:
        """Write something that is done if a condition holds."""
        raise NotImplementedError

    def put_in_dict(self, target: Value, key: Value, value: Value) -> None:
        """Put a value into a dict."""
        raise NotImplementedError

    def memo_find(self, memo: Memo, key: Value) -> Any:
        """Where a memo holds a key."""
        raise NotImplementedError
