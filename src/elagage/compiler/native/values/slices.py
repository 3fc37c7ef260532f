"""Copies, slices, sums and multiples of sequences."""

from __future__ import annotations

from typing import Any

from elagage.compiler.native.value_types import (
    INT,
    TEXT,
    Bytes,
    Cell,
    DictOf,
    ListOf,
    Never,
    ObjectOf,
    Record,
    Seq,
    Text,
    Type,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Value
from elagage.compiler.native.values.growing_lists import GrowingLists
from elagage.i18n import Message

__all__ = ["Slices"]


class Slices(GrowingLists):
    """The builder with slices."""

    def copy_list(self, value: Value, node: Any, kind: str = "") -> Value:
        """A list of the same elements."""
        pointer, length = self.span(value)
        item, _text = self.item_type(value.kind)
        copied = self.copy_elements(value.kind, pointer, length)
        made = kind or (value.kind.kind if isinstance(value.kind, ListOf) else "list")
        cell = self.new_cell(node, INT if made == "bytearray" else item, made)
        if isinstance(cell.root().item, Never) or cell.root().item == item or made == "bytearray":
            return Value(ListOf(cell, made), self.new_header(copied, length))
        as_wide = self.convert_sequence(self.pair(Seq(item), copied, length), Seq(cell.root().item))
        return Value(ListOf(cell, made), self.new_header(*self.span(as_wide)))

    def copy_dict(self, value: Value, node: Any) -> Value:
        """A dict of the same keys and values."""
        kind = value.kind
        assert isinstance(kind, DictOf)
        key, held = (
            self.new_cell(node, kind.key.root().item, "key"),
            self.new_cell(node, kind.value.root().item, "value"),
        )
        made = DictOf(key, held, kind.kind, kind.factory)
        pointer, length = self.span(value)
        values = self.let(f"load ptr, ptr {self.header_place(value.ref, 3)}")
        if (key.root().item, held.root().item) == (kind.key.root().item, kind.value.root().item):
            room = self.let(f"add i64 {length}, 4")
            keys = self.copy_elements(kind, pointer, length, room)
            copied = self.copy_elements(Seq(held.root().item), values, length, room)
            header = self.new_header(keys, length, copied)
            self.out(f"store i64 {room}, ptr {self.header_place(header, 2)}")
            return Value(made, header)
        target = Value(made, self.new_header())
        key_kind, held_kind = kind.key.root().item, kind.value.root().item
        if not isinstance(key_kind, Never):
            self.count_loop(
                length,
                lambda index: self.put_in_dict(
                    target, self.element(kind, pointer, index), self.dict_value(value, held_kind, index)
                ),
            )
        return target

    def cut(self, value: Value, low: Value | None, high: Value | None, step: Value | None, node: Any) -> Value:
        """A slice."""
        value = self.realise(self.sure(value))
        if isinstance(value.kind, ObjectOf) and value.kind.cls is list and low is high is step is None:
            return self.copy_object(value)
        value = self.list_value(value)
        if isinstance(value.kind, Record):
            known = [part is None or part.const is not UNKNOWN for part in (low, high, step)]
            if all(known) and (value.kind.cls is None or issubclass(value.kind.cls, tuple)):
                bounds = slice(*(None if part is None else part.const for part in (low, high, step)))
                numbers = range(len(value.kind.fields))[bounds]
                kind = Record(tuple(value.kind.fields[number] for number in numbers), None, value.kind.kind)
                return self.record(kind, [self.part(value, number, value.kind.fields[number]) for number in numbers])
            value = (
                self.convert(value, self.as_sequence(value).kind) if value.kind.cls is None else self.as_sequence(value)
            )
        kind_of_all = value.kind
        if not isinstance(kind_of_all, Seq | Text | Bytes | ListOf) or getattr(kind_of_all, "kind", "") in (
            "generator",
            "deque",
        ):
            raise self.refuse_value(value, "[:]")
        if step is not None and (step.const is UNKNOWN or step.const not in (1, -1, None)):
            return self.cut_by_steps(value, low, high, step, node)
        backward = step is not None and step.const == -1
        if backward and (low is not None or high is not None):
            return self.cut_by_steps(value, low, high, self.integer(-1), node)
        pointer, length = self.span(value)
        _item, text = self.item_type(kind_of_all)
        start = self.clip_index(low, length, "0")
        stop = self.clip_index(high, length, length)
        more = self.let(f"icmp sgt i64 {stop}, {start}")
        count = self.let(f"select i1 {more}, i64 {self.let(f'sub i64 {stop}, {start}')}, i64 0")
        at = self.address(text, pointer, start)
        if backward:
            memory = self.allocate(self.let(f"mul i64 {count}, {self.size(text)}"))

            def body(index: str) -> None:
                source = self.address(text, pointer, self.let(f"sub i64 {self.let(f'sub i64 {length}, 1')}, {index}"))
                self.out(
                    f"store {text} {self.let(f'load {text}, ptr {source}')}, ptr {self.address(text, memory, index)}"
                )

            self.count_loop(count, body)
            at = memory
        if isinstance(kind_of_all, ListOf):
            fresh = at if backward else self.copy_elements(kind_of_all, at, count)
            cell = self.new_cell(node, kind_of_all.cell.root().item, "slice")
            self.same_item(cell, kind_of_all.cell)
            return Value(ListOf(cell, kind_of_all.kind), self.new_header(fresh, count))
        return self.pair(kind_of_all, at, count)

    def copy_object(self, value: Value) -> Value:
        """Another object with the same attributes."""
        raise NotImplementedError

    def same_item(self, cell: Cell, other: Cell) -> None:
        """See to it that two cells hold elements alike, so that these can be copied as they lie in memory."""
        if cell.root().item != other.root().item:
            self.module.widen(other, cell.root().item, self)
            self.module.widen(cell, other.root().item, self)

    def cut_by_steps(self, value: Value, low: Value | None, high: Value | None, step: Value, node: Any) -> Value:
        """A slice with steps."""
        if step.const is UNKNOWN or not isinstance(step.const, int) or step.const == 0:
            raise self.refuse(Message("'{code}' is not compiled", code="[::step]"))
        pointer, length = self.span(value)
        _item, text = self.item_type(value.kind)
        first = "0" if step.const > 0 else self.let(f"sub i64 {length}, 1")
        last = length if step.const > 0 else "-1"
        start, stop = (
            self.clip_index(low, length, first, step.const < 0),
            self.clip_index(high, length, last, step.const < 0),
        )
        low_end, high_end = (start, stop) if step.const > 0 else (stop, start)
        gap = self.let(f"sub i64 {high_end}, {low_end}")
        some = self.let(f"icmp sgt i64 {gap}, 0")
        before = self.let(f"sub i64 {gap}, 1")
        steps = self.let(f"add i64 {self.let(f'sdiv i64 {before}, {abs(step.const)}')}, 1")
        count = self.let(f"select i1 {some}, i64 {steps}, i64 0")
        memory = self.allocate(self.let(f"mul i64 {count}, {self.size(text)}"))

        def body(index: str) -> None:
            source = self.let(f"add i64 {start}, {self.let(f'mul i64 {index}, {step.const}')}")
            moved = self.let(f"load {text}, ptr {self.address(text, pointer, source)}")
            self.out(f"store {text} {moved}, ptr {self.address(text, memory, index)}")

        self.count_loop(count, body)
        if isinstance(value.kind, ListOf):
            cell = self.new_cell(node, value.kind.cell.root().item, "slice")
            self.same_item(cell, value.kind.cell)
            return Value(ListOf(cell, value.kind.kind), self.new_header(memory, count))
        return self.pair(value.kind, memory, count)

    def clip_index(self, bound: Value | None, length: str, default: str, backward: bool = False) -> str:
        """A bound of a slice as an index; ``backward``: for a step below 0."""
        if bound is None or bound.const is None:
            return default
        number = self.as_int(self.sure(bound))
        wide, whole = self.from_word(length).ref, self.whole
        below = self.let(f"icmp slt {whole} {number.ref}, 0")
        moved = self.let(
            f"select i1 {below}, {whole} {self.let(f'add {whole} {number.ref}, {wide}')}, {whole} {number.ref}"
        )
        least = "-1" if backward else "0"
        most = self.let(f"sub {whole} {wide}, 1") if backward else wide
        low = self.let(f"select i1 {self.let(f'icmp slt {whole} {moved}, {least}')}, {whole} {least}, {whole} {moved}")
        high = self.let(f"select i1 {self.let(f'icmp sgt {whole} {low}, {most}')}, {whole} {most}, {whole} {low}")
        return self.to_word(Value(INT, high))

    def concatenate(self, one: Value, other: Value, node: Any) -> Value:
        """Two sequences one after the other."""
        one, other = self.realise(self.sure(one)), self.realise(self.sure(other))
        a, b = one.kind, other.kind
        if (
            isinstance(a, Record)
            and isinstance(b, Record)
            and a.kind == b.kind
            and all(kind.cls is None or issubclass(kind.cls, tuple) for kind in (a, b))
        ):
            parts = [self.part(one, number, field) for number, field in enumerate(a.fields)]
            parts += [self.part(other, number, field) for number, field in enumerate(b.fields)]
            return self.record(Record(a.fields + b.fields, None, a.kind), parts)
        if isinstance(a, Record | Seq) and isinstance(b, Record | Seq):
            one, other = self.as_sequence(one), self.as_sequence(other)
            assert isinstance(one.kind, Seq)
            assert isinstance(other.kind, Seq)
            kind = Seq(self.join_types(one.kind.item, other.kind.item))
            return self.put_together(kind, self.convert(one, kind), self.convert(other, kind))
        if (isinstance(a, Text) and isinstance(b, Text)) or (isinstance(a, Bytes) and isinstance(b, Bytes)):
            return self.put_together(a, one, other)
        if isinstance(a, ListOf) and isinstance(b, ListOf) and a.kind == b.kind == "list":
            cell = self.new_cell(node, a.cell.root().item, "sum")
            self.module.widen(cell, b.cell.root().item, self)
            item = cell.root().item
            first = self.convert(self.pair(Seq(a.cell.root().item), *self.span(one)), Seq(item))
            second = self.convert(self.pair(Seq(b.cell.root().item), *self.span(other)), Seq(item))
            both = self.put_together(Seq(item), first, second)
            return Value(ListOf(cell), self.new_header(*self.span(both)))
        raise self.refuse(
            Message(
                "this operator is not compiled for {kind}", kind=f"{self.describe_type(a)}, {self.describe_type(b)}"
            )
        )

    def put_together(self, kind: Type, one: Value, other: Value) -> Value:
        """Two sequences of one type, in fresh memory."""
        (first, first_length), (second, second_length) = self.span(one), self.span(other)
        _item, text = self.item_type(kind)
        length = self.let(f"add i64 {first_length}, {second_length}")
        memory = self.copy_elements(kind, first, first_length, length)
        size = self.let(f"mul i64 {second_length}, {self.size(text)}")
        goal = self.address(text, memory, first_length)
        self.out(f"call void @llvm.memcpy.p0.p0.i64(ptr {goal}, ptr {second}, i64 {size}, i1 false)")
        return self.pair(kind, memory, length)

    def repeat(self, value: Value, times: Value, node: Any) -> Value:
        """A sequence several times."""
        value = self.realise(self.sure(value))
        if isinstance(value.kind, Record):
            value = self.as_sequence(value)
        kind = value.kind
        if not isinstance(kind, Seq | Text | Bytes | ListOf) or getattr(kind, "kind", "list") != "list":
            raise self.refuse_value(value, "*")
        number = self.as_int(self.sure(times))
        pointer, length = self.span(value)
        _item, text = self.item_type(kind)
        self.need(self.let(f"icmp slt {self.whole} {number.ref}, 1048576"), "memory")
        some = self.let(f"icmp sgt {self.whole} {number.ref}, 0")
        count = self.let(f"select i1 {some}, i64 {self.to_word(number)}, i64 0")
        total = self.let(f"mul i64 {length}, {count}")
        memory, size = (
            self.allocate(self.let(f"mul i64 {total}, {self.size(text)}")),
            self.let(f"mul i64 {length}, {self.size(text)}"),
        )

        def body(index: str) -> None:
            goal = self.address(text, memory, self.let(f"mul i64 {index}, {length}"))
            self.out(f"call void @llvm.memcpy.p0.p0.i64(ptr {goal}, ptr {pointer}, i64 {size}, i1 false)")

        self.count_loop(count, body)
        if isinstance(kind, ListOf):
            cell = self.new_cell(node, kind.cell.root().item, "multiple")
            self.same_item(cell, kind.cell)
            return Value(ListOf(cell), self.new_header(memory, total))
        return self.pair(kind, memory, total)

    def text_of(self, parts: list[Value]) -> Value:
        """Texts one after the other."""
        current = Value(TEXT, "{ptr null, i64 0}", "")
        for part in parts:
            current = self.put_together(TEXT, current, part) if current.const != "" else part
        return current
