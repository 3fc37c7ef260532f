"""Sequences, lists, dicts and sets: elements, slices, joining, change in place."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from elagage.compiler.native.module import ArrayTuple, Restart
from elagage.compiler.native.python_types import Settings
from elagage.compiler.native.value_types import (
    BYTES,
    INT,
    NEVER,
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
from elagage.compiler.native.values.comparisons import own_method
from elagage.compiler.native.values.conversions import HEADER
from elagage.compiler.native.values.kernel_calls import KernelCalls
from elagage.i18n import Message

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
            return self.element(kind, pointer, self.place_of_index(index, length))
        raise self.refuse_value(value, "[]")

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

    def changeable(self, value: Value) -> None:
        """Refuse to change what is a constant."""
        kind = value.kind
        cell = kind.cell if isinstance(kind, ListOf | SetOf) else kind.key if isinstance(kind, DictOf) else None
        fixed = cell is not None and cell.root().fixed
        if isinstance(kind, Const) or fixed or (isinstance(kind, ObjectOf) and kind.fields.root().fixed):
            raise self.refuse(Message("a rule changes a constant: copy it first"))
        if cell is not None:
            self.note_changed([cell])

    def note_changed(self, cells: list[Cell]) -> None:
        """These are changed here; a refusal if a generator that was run to its end beforehand would have seen it."""
        for cell in cells:
            if not self.spec.code.kernel and any(cell == other for others in self.watched for other in others):
                raise self.refuse(
                    Message("a loop changes what the generator it runs over still reads: make a list of it first")
                )
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
        if isinstance(target.kind, Record) and target.kind.kind == "list":
            Settings.changed_lists = True
            raise Restart
        if isinstance(target.kind, Memo):
            self.memo_put(target.kind, index, value)
        elif isinstance(target.kind, ObjectOf) and target.kind.cls in (dict, list):
            self.set_mixed(target, index, value)
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
            raise self.refuse_value(target, "[] =")

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

    # Memos ----------------------------------------------------------------------------------------------------------

    def memo_find(self, memo: Memo, key: Value) -> tuple[str, str]:
        """Is the key in a memo, and where its value lies."""
        key_kind, held = memo.key.root().item, memo.value.root().item
        if isinstance(key_kind, Never):
            return "false", "null"
        place = self.table_find(f"memo{memo.number}", self.memo_key(memo, key), held)
        return self.let(f"icmp ne ptr {place}, null"), place

    def memo_key(self, memo: Memo, key: Value) -> Value:
        """The key of a memo, as its table has it."""
        key = self.realise(key)
        kind = memo.key.root().item
        if key.kind != kind and self.join_types(key.kind, kind) != kind:
            raise self.refuse_value(key, "[] =")
        return self.convert(key, kind)

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
        key, value = self.realise(key), self.realise(value)
        self.module.fill_memo(memo, key.kind, value.kind, self)
        converted = self.convert(value, memo.value.root().item)
        self.table_put(f"memo{memo.number}", self.memo_key(memo, key), converted, must=True)

    def bytes_kind(self) -> Type:
        """The type of bytes."""
        return BYTES

    def write_when(self, condition: str, write: Callable[[], None]) -> None:
        """Write something that is done only if a condition holds."""
        self.branch_meeting(condition, write, lambda: None)
