"""Containers that are made and changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elagage.compiler.native.module import Restart
from elagage.compiler.native.python_types import Settings
from elagage.compiler.native.value_types import (
    INT,
    NEVER,
    Cell,
    Const,
    DictOf,
    ListOf,
    Memo,
    Never,
    ObjectOf,
    Record,
    SetOf,
    Type,
)  # fmt: skip
from elagage.compiler.native.values.builder import Unreached, Value
from elagage.compiler.native.values.containers import Containers
from elagage.compiler.native.values.conversions import HEADER
from elagage.i18n import Message

__all__ = ["ContainerChanges"]


class ContainerChanges(Containers):
    """The builder with containers that change."""

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

    def write_when(self, condition: str, write: Callable[[], None]) -> None:
        """Write something that is done only if a condition holds."""
        self.branch_meeting(condition, write, lambda: None)
