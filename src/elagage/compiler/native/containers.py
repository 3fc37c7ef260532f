"""Sequences, lists, dicts and sets: elements, slices, joining, change in place."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from elagage.compiler.native.arithmetic import Arithmetic
from elagage.compiler.native.builder import UNKNOWN, Unreached, Value
from elagage.compiler.native.conversions import HEADER
from elagage.compiler.native.value_types import (
    BYTES,
    INT,
    NEVER,
    TEXT,
    Bytes,
    Cell,
    Const,
    DictOf,
    ListOf,
    Maybe,
    Memo,
    Never,
    Range,
    Record,
    Seq,
    SetOf,
    Text,
    Type,
    is_int_like,
)  # fmt: skip

__all__ = ["Containers"]


class Containers(Arithmetic):
    """The builder with containers."""

    def __init__(self, module: Any, spec: Any) -> None:
        super().__init__(module, spec)
        self.watched: list[list[Cell]] = []
        self.live: list[Cell] = []

    def length(self, value: Value) -> Value:
        """How many elements there are."""
        value = self.realise(self.sure(value))
        kind = value.kind
        if isinstance(kind, Record) and (kind.cls is None or issubclass(kind.cls, tuple)):
            return self.integer(len(kind.fields))
        if isinstance(kind, Range):
            return Value(INT, self.range_length(value))
        if isinstance(kind, ListOf) and kind.kind == "generator":
            raise self.unsupported(value, "the length")
        if isinstance(kind, Seq | Text | Bytes | ListOf | SetOf | DictOf):
            return self.from_word(self.span(value)[1])
        raise self.unsupported(value, "the length")

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
        steps = self.let(f"add {whole} {self.divided('sdiv', before, size)}, 1")
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
        value = self.sure(value)
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
        if isinstance(kind, DictOf):
            return self.dict_item(value, index)
        if isinstance(kind, Record) and (kind.cls is None or issubclass(kind.cls, tuple)):
            if index.const is not UNKNOWN:
                number = int(index.const)
                if not -len(kind.fields) <= number < len(kind.fields):
                    self.fail("IndexError")
                    raise Unreached
                return self.part(value, number % len(kind.fields), kind.fields[number])
            value = self.as_sequence(value)
            kind = value.kind
        if isinstance(kind, Range):
            return self.range_item(value, index)
        if isinstance(kind, Seq | Text | Bytes | ListOf) and getattr(kind, "kind", "") != "generator":
            if not is_int_like(index.kind if not isinstance(index.kind, Maybe) else index.kind.item):
                raise self.unsupported(index, "an index")
            pointer, length = self.span(value)
            return self.element(kind, pointer, self.place_of_index(index, length))
        raise self.unsupported(value, "an element")

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
        assert isinstance(value.kind, DictOf)
        at = self.find(value, self.realise(key))
        self.need(self.let(f"icmp sge i64 {at}, 0"), self.missing())
        held = value.kind.value.root().item
        if isinstance(held, Never):
            raise Unreached
        return self.dict_value(value, held, at)

    def contains(self, container: Value, wanted: Value) -> str:
        """Is the value in it?"""
        container, wanted = self.realise(self.sure(container)), self.realise(wanted)
        kind = container.kind
        if isinstance(kind, Memo):
            return self.memo_find(kind, wanted)[0]
        if isinstance(kind, Text):
            if not isinstance(wanted.kind, Text):
                raise self.unsupported(wanted, "a search in a text")
            return self.let(
                f"icmp sge i64 {self.let(f'call i64 @rt_find({{ptr, i64}} {container.ref}, {{ptr, i64}} {wanted.ref})')}, 0"
            )
        if isinstance(kind, Range):
            if not is_int_like(wanted.kind):
                raise self.unsupported(wanted, "a search in a range")
            return self.range_contains(container, self.as_int(wanted))
        if isinstance(kind, Record):
            result = "false"
            for number, field in enumerate(kind.fields):
                same = self.equal(self.part(container, number, field), wanted)
                result = self.let(f"or i1 {result}, {same}")
            return result
        return self.let(f"icmp sge i64 {self.find(container, wanted)}, 0")

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
            return self.let(f"icmp eq {whole} {self.divided('srem', gap.ref, step)}, 0")

        return self.both(inside, on_step)

    # New lists ------------------------------------------------------------------------------------------------------

    def new_header(self, pointer: str = "null", length: str = "0", values: str = "null") -> str:
        """A list, set or dict in memory."""
        header = self.allocate("32")
        self.out(f"store {HEADER} {{ptr null, i64 0, i64 0, ptr null}}, ptr {header}")
        self.out(f"store ptr {pointer}, ptr {header}")
        self.out(f"store i64 {length}, ptr {self.header_place(header, 1)}")
        self.out(f"store i64 {length}, ptr {self.header_place(header, 2)}")
        self.out(f"store ptr {values}, ptr {self.header_place(header, 3)}")
        return header

    def new_list(self, node: Any, item: Type = NEVER, kind: str = "list") -> Value:
        """An empty list, made at a place of the source."""
        cell = self.new_cell(node, INT if kind == "bytearray" else item, kind)
        return Value(ListOf(cell, kind), self.new_header())

    def changeable(self, value: Value, what: str = "a rule changes a constant") -> None:
        """Refuse to change what is a constant."""
        kind = value.kind
        cell = kind.cell if isinstance(kind, ListOf | SetOf) else kind.key if isinstance(kind, DictOf) else None
        if isinstance(kind, Const) or (cell is not None and cell.root().fixed):
            raise self.refuse(f"{what}: copy it first")
        if cell is not None:
            self.note_changed([cell])

    def note_changed(self, cells: list[Cell]) -> None:
        """These are changed here; a refusal if a generator that was run to its end beforehand would have seen it."""
        for cell in cells:
            if any(cell == other for others in self.watched for other in others):
                raise self.refuse("a loop changes what the generator it runs over still reads: make a list of it first")
            if not any(cell == other for other in self.spec.changed_cells):
                self.spec.changed_cells.append(cell)

    def append(self, target: Value, value: Value) -> None:
        """Add an element at the end."""
        kind = target.kind
        assert isinstance(kind, ListOf | SetOf)
        self.changeable(target)
        value = self.realise(value)
        if getattr(kind, "kind", "") != "bytearray":
            self.module.widen(kind.cell, value.kind, self)
        _item, text = self.item_type(kind)
        length = self.let(f"load i64, ptr {self.header_place(target.ref, 1)}")
        room = self.let(f"load i64, ptr {self.header_place(target.ref, 2)}")
        grow, after = self.label(), self.label()
        self.branch(self.let(f"icmp eq i64 {length}, {room}"), grow, after)
        self.start(grow)
        self.need(self.let(f"call i1 @rt_grow(ptr %c, ptr {target.ref}, i64 {self.size(text)})"), "memory")
        self.go(after)
        self.start(after)
        self.put_element(kind, self.let(f"load ptr, ptr {target.ref}"), length, value)
        self.out(f"store i64 {self.let(f'add i64 {length}, 1')}, ptr {self.header_place(target.ref, 1)}")

    def add_to_set(self, target: Value, value: Value) -> None:
        """Add an element to a set unless it is there."""
        assert isinstance(target.kind, SetOf)
        value = self.realise(value)
        self.module.widen(target.kind.cell, value.kind, self)
        missing, after = self.label(), self.label()
        self.branch(self.let(f"icmp slt i64 {self.find(target, value)}, 0"), missing, after)
        self.start(missing)
        self.append(target, value)
        self.go(after)
        self.start(after)

    def put_in_dict(self, target: Value, key: Value, value: Value) -> None:
        """Set the value under a key."""
        kind = target.kind
        assert isinstance(kind, DictOf)
        self.changeable(target)
        key, value = self.realise(key), self.realise(value)
        self.module.widen(kind.key, key.kind, self)
        self.module.widen(kind.value, value.kind, self)
        key_text, held = self.llvm(kind.key.root().item), kind.value.root().item
        found, place = self.find(target, key), self.place_for("i64")
        self.out(f"store i64 {found}, ptr {place}")
        add, after = self.label(), self.label()
        self.branch(self.let(f"icmp slt i64 {found}, 0"), add, after)
        self.start(add)
        length = self.let(f"load i64, ptr {self.header_place(target.ref, 1)}")
        grown = self.let(
            f"call i1 @rt_room(ptr %c, ptr {target.ref}, i64 {self.size(key_text)}, i64 {self.size(self.llvm(held))})"
        )
        self.need(grown, "memory")
        self.put_element(kind, self.let(f"load ptr, ptr {target.ref}"), length, key)
        self.out(f"store i64 {self.let(f'add i64 {length}, 1')}, ptr {self.header_place(target.ref, 1)}")
        self.out(f"store i64 {length}, ptr {place}")
        self.go(after)
        self.start(after)
        values = self.let(f"load ptr, ptr {self.header_place(target.ref, 3)}")
        at = self.let(f"load i64, ptr {place}")
        self.store(self.convert(value, held), self.address(self.llvm(held), values, at))

    def set_item(self, target: Value, index: Value, value: Value) -> None:
        """Put a value at an index or under a key."""
        if isinstance(target.kind, Const) and isinstance(target.kind.value, dict):
            target = Value(self.module.make_memo(target.kind.value, self), "false")
        target = self.sure(target)
        if isinstance(target.kind, Memo):
            self.memo_put(target.kind, index, value)
        elif isinstance(target.kind, DictOf):
            self.put_in_dict(target, index, value)
        elif isinstance(target.kind, ListOf) and target.kind.kind != "generator":
            self.changeable(target)
            value = self.realise(value)
            if target.kind.kind != "bytearray":
                self.module.widen(target.kind.cell, value.kind, self)
            pointer, length = self.span(target)
            self.put_element(target.kind, pointer, self.place_of_index(index, length), value)
        else:
            self.changeable(target)
            raise self.unsupported(target, "a change in place")

    def remove_at(self, target: Value, at: str) -> None:
        """Take the element of an index out of a list, set or dict, the others moving up."""
        self.changeable(target)
        _item, text = self.item_type(target.kind)
        length = self.let(f"load i64, ptr {self.header_place(target.ref, 1)}")
        left = self.let(f"sub i64 {self.let(f'sub i64 {length}, {at}')}, 1")
        after = self.let(f"add i64 {at}, 1")

        def close(pointer: str, item: str) -> None:
            size = self.let(f"mul i64 {left}, {self.size(item)}")
            source, goal = self.address(item, pointer, after), self.address(item, pointer, at)
            self.out(f"call void @llvm.memmove.p0.p0.i64(ptr {goal}, ptr {source}, i64 {size}, i1 false)")

        close(self.let(f"load ptr, ptr {target.ref}"), text)
        if isinstance(target.kind, DictOf):
            close(
                self.let(f"load ptr, ptr {self.header_place(target.ref, 3)}"), self.llvm(target.kind.value.root().item)
            )
        self.out(f"store i64 {self.let(f'sub i64 {length}, 1')}, ptr {self.header_place(target.ref, 1)}")

    # Copies, slices, joining ----------------------------------------------------------------------------------------

    def copy_elements(self, kind: Type, pointer: str, length: str, room: str = "") -> str:
        """Fresh memory with the same elements."""
        _item, text = self.item_type(kind)
        size = self.let(f"mul i64 {length}, {self.size(text)}")
        memory = self.allocate(size if not room else self.let(f"mul i64 {room}, {self.size(text)}"))
        self.out(f"call void @llvm.memcpy.p0.p0.i64(ptr {memory}, ptr {pointer}, i64 {size}, i1 false)")
        return memory

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
        made = DictOf(key, held)
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
            self.counted(
                length,
                lambda index: self.put_in_dict(
                    target, self.element(kind, pointer, index), self.dict_value(value, held_kind, index)
                ),
            )
        return target

    def cut(self, value: Value, low: Value | None, high: Value | None, step: Value | None, node: Any) -> Value:
        """A slice."""
        value = self.realise(self.sure(value))
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
            raise self.unsupported(value, "a slice")
        if step is not None and (step.const is UNKNOWN or step.const not in (1, -1, None)):
            return self.cut_by_steps(value, low, high, step, node)
        backward = step is not None and step.const == -1
        if backward and (low is not None or high is not None):
            return self.cut_by_steps(value, low, high, self.integer(-1), node)
        pointer, length = self.span(value)
        _item, text = self.item_type(kind_of_all)
        start = self.clipped(low, length, "0")
        stop = self.clipped(high, length, length)
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

            self.counted(count, body)
            at = memory
        if isinstance(kind_of_all, ListOf):
            fresh = at if backward else self.copy_elements(kind_of_all, at, count)
            cell = self.new_cell(node, kind_of_all.cell.root().item, "slice")
            self.same_item(cell, kind_of_all.cell)
            return Value(ListOf(cell, kind_of_all.kind), self.new_header(fresh, count))
        return self.pair(kind_of_all, at, count)

    def same_item(self, cell: Cell, other: Cell) -> None:
        """See to it that two cells hold elements alike, so that these can be copied as they lie in memory."""
        if cell.root().item != other.root().item:
            self.module.widen(other, cell.root().item, self)
            self.module.widen(cell, other.root().item, self)

    def cut_by_steps(self, value: Value, low: Value | None, high: Value | None, step: Value, node: Any) -> Value:
        """A slice with steps."""
        if step.const is UNKNOWN or not isinstance(step.const, int) or step.const == 0:
            raise self.refuse("a slice whose step is not known is not compiled")
        pointer, length = self.span(value)
        _item, text = self.item_type(value.kind)
        first = "0" if step.const > 0 else self.let(f"sub i64 {length}, 1")
        last = length if step.const > 0 else "-1"
        start, stop = self.clipped(low, length, first, step.const < 0), self.clipped(high, length, last, step.const < 0)
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

        self.counted(count, body)
        if isinstance(value.kind, ListOf):
            cell = self.new_cell(node, value.kind.cell.root().item, "slice")
            self.same_item(cell, value.kind.cell)
            return Value(ListOf(cell, value.kind.kind), self.new_header(memory, count))
        return self.pair(value.kind, memory, count)

    def clipped(self, bound: Value | None, length: str, default: str, backward: bool = False) -> str:
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
            kind = Seq(self.joined(one.kind.item, other.kind.item))
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
        raise self.refuse(f"{self.described(a)} + {self.described(b)} is not compiled")

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
            raise self.unsupported(value, "a multiple")
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

        self.counted(count, body)
        if isinstance(kind, ListOf):
            cell = self.new_cell(node, kind.cell.root().item, "multiple")
            self.same_item(cell, kind.cell)
            return Value(ListOf(cell), self.new_header(memory, total))
        return self.pair(kind, memory, total)

    # Memos ----------------------------------------------------------------------------------------------------------

    def memo_find(self, memo: Memo, key: Value) -> tuple[str, str]:
        """Is the key in a memo, and where its value lies."""
        place = self.let(f"call ptr @rt_memo_find(ptr @memo{memo.number}, {self.whole} {self.memo_key(key).ref})")
        return self.let(f"icmp ne ptr {place}, null"), place

    def memo_key(self, key: Value) -> Value:
        """The key of a memo, which is an int."""
        if not is_int_like(key.kind):
            raise self.unsupported(key, "the use as a memo's key")
        return self.as_int(key)

    def memo_item(self, memo: Memo, key: Value) -> Value:
        """The value under a key of a memo."""
        found, place = self.memo_find(memo, key)
        self.need(found, "KeyError")
        held = memo.value.root().item
        if isinstance(held, Never):
            raise Unreached
        return self.load(held, place)

    def memo_put(self, memo: Memo, key: Value, value: Value) -> None:
        """Fill a memo."""
        self.module.fill_memo(memo, key.kind, value.kind, self)
        place = self.let(f"call ptr @rt_memo_put(ptr @memo{memo.number}, {self.whole} {self.memo_key(key).ref})")
        self.need(self.let(f"icmp ne ptr {place}, null"), "memory")
        self.store(self.convert(value, memo.value.root().item), place)

    def text_of(self, parts: list[Value]) -> Value:
        """Texts one after the other."""
        current = Value(TEXT, "{ptr null, i64 0}", "")
        for part in parts:
            current = self.put_together(TEXT, current, part) if current.const != "" else part
        return current

    def bytes_kind(self) -> Type:
        """The type of bytes."""
        return BYTES

    def write_when(self, condition: str, write: Callable[[], None]) -> None:
        """Write something that is done only if a condition holds."""
        self.branch_meeting(condition, write, lambda: None)
