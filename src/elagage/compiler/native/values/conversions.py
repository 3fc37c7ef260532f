"""From one type to another that can hold the value, and constants put into memory."""

from __future__ import annotations

import ast
from enum import Enum, Flag
from typing import Any

import numpy as np

from elagage.compiler.memory import wrap_word
from elagage.compiler.native.border import enum_number, fields_of
from elagage.compiler.native.python_types import type_of_value
from elagage.compiler.native.value_types import (
    BYTES,
    INT,
    TEXT,
    Bool,
    Bytes,
    Cell,
    Clash,
    Closure,
    Const,
    DictOf,
    EnumOf,
    Float,
    Int,
    ListOf,
    Maybe,
    Never,
    NoneValue,
    ObjectOf,
    Range,
    Record,
    Seq,
    SetOf,
    Text,
    Type,
    Variant,
    is_int_like,
    is_number,
    join,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Value, float_text
from elagage.compiler.native.values.meetings import Meetings
from elagage.i18n import Message

__all__ = ["HEADER", "Conversions"]

HEADER = "{ptr, i64, i64, ptr}"
"""A list, set or dict: its elements or keys, how many, how many there is room for, a dict's values."""


class Conversions(Meetings):
    """The builder with conversions."""

    def convert(self, value: Value, kind: Type) -> Value:
        """The value as one of another type that can hold it; a refusal if it can't."""
        source = value.kind
        if isinstance(source, Const):
            if isinstance(kind, Const) and kind == source:
                return value
            return self.convert(self.realise(value, kind), kind)
        if source == kind:
            return value
        if isinstance(kind, Maybe):
            return self.convert_maybe(value, kind)
        if isinstance(source, Maybe):
            return self.convert(self.sure(value), kind)
        if isinstance(kind, Int) and is_int_like(source):
            return self.as_int(value)
        if isinstance(kind, Float) and is_number(source):
            return self.as_float(value)
        if isinstance(source, Record) and isinstance(kind, Record) and len(source.fields) == len(kind.fields):
            if (source.cls, source.kind) == (kind.cls, kind.kind):
                parts = [
                    self.convert(self.part(value, number, old), new)
                    for number, (old, new) in enumerate(zip(source.fields, kind.fields, strict=True))
                ]
                return self.record(kind, parts)
        if isinstance(source, Record) and isinstance(kind, Seq) and source.cls is None and source.kind == "tuple":
            return self.spread_record(value, kind, on_heap=True)
        if isinstance(source, Seq) and isinstance(kind, Seq):
            return self.convert_sequence(value, kind)
        if isinstance(source, ListOf | SetOf | DictOf | ObjectOf) and type(source) is type(kind):
            try:
                join(kind, source)
            except Clash as error:
                raise self.refuse(Message("a value has two types here: {both}", both=error)) from None
            return Value(kind, value.ref)
        raise self.refuse(
            Message(
                "a value has two types here: {both}", both=f"{self.describe_type(kind)}, {self.describe_type(source)}"
            )
        )

    def convert_maybe(self, value: Value, kind: Maybe) -> Value:
        """The value as one that may be None."""
        inner = self.llvm(kind.item)
        if isinstance(value.kind, NoneValue):
            return self.assemble(kind, [("i1", "false"), (inner, "zeroinitializer")])
        if not isinstance(value.kind, Maybe):
            return self.assemble(kind, [("i1", "true"), (inner, self.convert(value, kind.item).ref)])
        place, some, after = self.place_for(self.llvm(kind)), self.label(), self.label()
        self.out(f"store {self.llvm(kind)} zeroinitializer, ptr {place}")
        self.branch(self.word(value, 0), some, after)
        self.start(some)
        item = self.convert(self.part(value, 1, value.kind.item), kind.item)
        self.store(self.assemble(kind, [("i1", "true"), (inner, item.ref)]), place)
        self.go(after)
        self.start(after)
        return self.load(kind, place)

    def spread_record(self, value: Value, kind: Seq, *, on_heap: bool) -> Value:
        """A tuple of fixed shape as one of any length."""
        assert isinstance(value.kind, Record)
        fields, item = value.kind.fields, self.llvm(kind.item)
        if not fields:
            return self.pair(kind, "null", "0")
        array = f"[{len(fields)} x {item}]"
        memory = self.allocate(self.size(array)) if on_heap else self.place_for(array)
        for number, field in enumerate(fields):
            part = self.convert(self.part(value, number, field), kind.item)
            self.store(part, self.address(item, memory, str(number)))
        return self.pair(kind, memory, str(len(fields)))

    def convert_sequence(self, value: Value, kind: Seq) -> Value:
        """A tuple with elements of another type: a copy."""
        assert isinstance(value.kind, Seq)
        if isinstance(value.kind.item, Never):
            return Value(kind, value.ref)
        old, new = self.llvm(value.kind.item), self.llvm(kind.item)
        source, length = self.word(value, 0), self.word(value, 1)
        memory = self.allocate(self.let(f"mul i64 {length}, {self.size(new)}"))
        item = value.kind.item

        def body(index: str) -> None:
            element = self.load(item, self.address(old, source, index))
            self.store(self.convert(element, kind.item), self.address(new, memory, index))

        self.count_loop(length, body)
        return self.pair(kind, memory, length)

    def count_loop(self, length: str, body: Any) -> None:
        """Write a loop over the indices below a length, in which no variable changes."""
        place, head, inside, after = self.place_for("i64"), self.label(), self.label(), self.label()
        self.out(f"store i64 0, ptr {place}")
        self.go(head)
        self.start(head)
        index = self.let(f"load i64, ptr {place}")
        self.branch(self.let(f"icmp slt i64 {index}, {length}"), inside, after)
        self.start(inside)
        body(index)
        self.out(f"store i64 {self.let(f'add i64 {index}, 1')}, ptr {place}")
        self.go(head)
        self.start(after)

    # Constants ------------------------------------------------------------------------------------------------------

    def constant(self, value: Any) -> Value:
        """A Python object as a value; what is more than a number or a text stays known and is put into memory when it
        is needed.
        """
        if value is None:
            return self.none()
        if isinstance(value, np.ndarray | np.generic):
            return self.constant(self.module.as_python(value, self))
        if type(value) is bool:
            return self.truth_value(value)
        if type(value) is int:
            if self.module.words and -(1 << 63) <= value < 1 << 64:
                return self.integer(wrap_word(value))
            if not -(1 << self.module.bits - 1) <= value < 1 << self.module.bits - 1:
                raise self.module.too_wide(
                    self.refuse(
                        Message(
                            "the integer {number} does not fit into {bits} bits", number=value, bits=self.module.bits
                        )
                    )
                )
            return self.integer(value)
        kind = type(value)
        if isinstance(value, Flag):
            raise self.refuse(Message("'{code}' is not compiled", code="Flag"))
        if kind is float or isinstance(value, Enum):
            found = type_of_value(value)
            return Value(found, self.literal(value, found), value)
        if kind in (str, bytes):
            return Value(TEXT if kind is str else BYTES, self.literal(value, TEXT if kind is str else BYTES), value)
        return Value(Const(value), "false", value)

    def realise(self, value: Value, wanted: Type | None = None) -> Value:
        """A known object put into memory; what is there already stays as it is. ``wanted``: a type that it may be
        given.
        """
        if not isinstance(value.kind, Const):
            return value
        known = value.kind.value
        if isinstance(known, type) and issubclass(known, Enum):
            known = self.module.tables.setdefault((known, "members"), tuple(known))
        memo = self.module.memo_of(known)
        if memo is not None:
            return Value(memo, "false")
        try:
            kind = self.module.constant_type(known)
            if isinstance(wanted, Seq | Record) and isinstance(kind, Seq | Record):
                kind = join(wanted, kind)
        except Clash as error:
            raise self.refuse(
                Message("a constant or a state holds {what}, which is not compiled", what=error)
            ) from None
        return Value(kind, self.literal(known, kind), known)

    def literal(self, value: Any, kind: Type) -> str:
        """A constant as LLVM writes it."""
        if isinstance(kind, NoneValue | Const | Never):
            return "false"
        if isinstance(kind, Maybe):
            inner = self.llvm(kind.item)
            if value is None:
                return f"{{i1 false, {inner} zeroinitializer}}"
            return f"{{i1 true, {inner} {self.literal(value, kind.item)}}}"
        if isinstance(kind, Bool):
            return "true" if value else "false"
        if isinstance(kind, EnumOf):
            return str(enum_number(value))
        if isinstance(kind, Int):
            number = int(value)
            if self.module.words and -(1 << 63) <= number < 1 << 64:
                number = wrap_word(number)
            if not -(1 << self.module.bits - 1) <= number < 1 << self.module.bits - 1:
                raise self.module.too_wide(
                    self.refuse(
                        Message(
                            "the integer {number} does not fit into {bits} bits", number=number, bits=self.module.bits
                        )
                    )
                )
            return str(number)
        if isinstance(kind, Float):
            return float_text(float(value))
        if isinstance(kind, Text | Bytes):
            return self.literal_bytes(value)
        if isinstance(kind, Range):
            return "{" + ", ".join(f"{self.whole} {part}" for part in (value.start, value.stop, value.step)) + "}"
        if isinstance(kind, Record):
            names = fields_of(kind.cls) if kind.cls else ()
            values = [getattr(value, name) for name in names] if kind.cls else list(value)
            parts = [
                f"{self.llvm(part)} {self.literal(held, part)}" for held, part in zip(values, kind.fields, strict=True)
            ]
            return "{" + ", ".join(parts) + "}" if parts else "false"
        if isinstance(kind, Seq):
            return f"{{ptr {self.literal_array(list(value), kind.item)}, i64 {len(value)}}}"
        if isinstance(kind, ListOf) and kind.kind == "bytearray":
            data = self.module.data(array_of_bytes(value))
            return self.module.data(f"{HEADER} {{ptr {data}, i64 {len(value)}, i64 {len(value)}, ptr null}}")
        if isinstance(kind, ListOf | SetOf):
            data = self.literal_array(list(value), kind.cell.root().item)
            return self.module.data(f"{HEADER} {{ptr {data}, i64 {len(value)}, i64 {len(value)}, ptr null}}")
        if isinstance(kind, ObjectOf):
            return self.literal_object(value, kind)
        if isinstance(kind, Variant):
            return self.literal_variant(value, kind)
        if isinstance(kind, DictOf):
            if type(value) is not dict and not self.module.odd_dicts:
                self.module.odd_dicts = self.module.changed = True
            keys = self.literal_array(list(value), kind.key.root().item)
            held_data = self.literal_array(list(value.values()), kind.value.root().item)
            return self.module.data(f"{HEADER} {{ptr {keys}, i64 {len(value)}, i64 {len(value)}, ptr {held_data}}}")
        raise self.refuse(
            Message("a constant or a state holds {what}, which is not compiled", what=self.describe_type(kind))
        )

    def literal_variant(self, value: Any, kind: Variant) -> str:
        """A constant of one of several types."""
        found = type_of_value(value, fixed=True)
        for number, member in enumerate(kind.members):
            try:
                fits = join(member, found) == member
            except Clash:
                continue
            if fits:
                parts = [f"i64 {number}"]
                for other, held in enumerate(kind.members):
                    text = self.literal(value, held) if other == number else "zeroinitializer"
                    parts.append(f"{self.llvm(held)} {text}")
                return "{" + ", ".join(parts) + "}"
        raise self.refuse(Message("a value has two types here: {both}", both=self.describe_type(kind)))

    def literal_object(self, value: Any, kind: ObjectOf) -> str:
        """A constant object."""
        raise NotImplementedError

    def literal_array(self, values: list[Any], kind: Type) -> str:
        """Constants side by side."""
        if not values:
            return "null"
        item = self.llvm(kind)
        parts = ", ".join(f"{item} {self.literal(value, kind)}" for value in values)
        return self.module.data(f"[{len(values)} x {item}] [{parts}]")

    def literal_bytes(self, value: str | bytes) -> str:
        """A text or bytes, whose characters are bytes."""
        try:
            data = value.encode("latin-1") if isinstance(value, str) else value
        except UnicodeEncodeError:
            raise self.refuse(Message("{text} holds a character that is not Latin-1", text=repr(value))) from None
        if not data:
            return "{ptr null, i64 0}"
        name = self.module.data(array_of_bytes(data))
        return f"{{ptr {name}, i64 {len(data)}}}"

    # Sequences seen alike -------------------------------------------------------------------------------------------

    def item_type(self, kind: Type) -> tuple[Type, str]:
        """The type of the elements of a sequence, and how LLVM calls one in memory."""
        if isinstance(kind, Seq):
            return kind.item, self.llvm(kind.item)
        if isinstance(kind, Text):
            return TEXT, "i8"
        if isinstance(kind, Bytes) or (isinstance(kind, ListOf) and kind.kind == "bytearray"):
            return INT, "i8"
        if isinstance(kind, ListOf | SetOf):
            return kind.cell.root().item, self.llvm(kind.cell.root().item)
        if isinstance(kind, DictOf):
            return kind.key.root().item, self.llvm(kind.key.root().item)
        raise self.refuse(Message("'{code}' is not compiled for {kind}", code="[]", kind=self.describe_type(kind)))

    def span(self, value: Value) -> tuple[str, str]:
        """Where the elements of a sequence are, and how many."""
        if isinstance(value.kind, Seq | Text | Bytes):
            return self.word(value, 0), self.word(value, 1)
        pointer = self.let(f"load ptr, ptr {value.ref}")
        return pointer, self.let(f"load i64, ptr {self.header_place(value.ref, 1)}")

    def header_place(self, pointer: str, number: int) -> str:
        """Where a word of a list's header is."""
        return self.let(f"getelementptr {HEADER}, ptr {pointer}, i32 0, i32 {number}")

    def element(self, kind: Type, pointer: str, index: str) -> Value:
        """The element of that index, which is known to be there; of a text, a text of one character."""
        item, text = self.item_type(kind)
        if isinstance(item, Never):
            from elagage.compiler.native.values.builder import Unreached

            raise Unreached
        place = self.address(text, pointer, index)
        if isinstance(kind, Text):
            return self.pair(TEXT, place, "1")
        if text == "i8":
            return Value(INT, self.let(f"zext i8 {self.let(f'load i8, ptr {place}')} to {self.whole}"))
        return self.load(item, place)

    def put_element(self, kind: Type, pointer: str, index: str, value: Value) -> None:
        """Put an element in its place."""
        item, text = self.item_type(kind)
        place = self.address(text, pointer, index)
        if text == "i8" and not isinstance(item, Bool):
            number = self.as_int(value)
            self.need(self.let(f"icmp ult {self.whole} {number.ref}, 256"), "ValueError")
            self.out(f"store i8 {self.let(f'trunc {self.whole} {number.ref} to i8')}, ptr {place}")
            return
        self.store(self.convert(value, item), place)

    def as_sequence(self, value: Value) -> Value:
        """A tuple of fixed shape as one of any length, not kept beyond this function; other sequences as they are."""
        value = self.realise(self.sure(value))
        if isinstance(value.kind, Record) and (value.kind.cls is None or issubclass(value.kind.cls, tuple)):
            item: Type = Never()
            try:
                for field in value.kind.fields:
                    item = join(item, field)
            except Clash as error:
                raise self.refuse(Message("a value has two types here: {both}", both=error)) from None
            return self.spread_record(value, Seq(item), on_heap=False)
        return value

    def new_cell(self, node: Any, item: Type, part: str = "") -> Cell:
        """The cell of what is made at a place of the source; the same each time this function is written."""
        key = f"{id(node) if isinstance(node, ast.AST) else node} {part}"
        cell = self.spec.cells.get(key)
        if cell is None:
            cell = self.spec.cells[key] = Cell(item)
        self.module.widen(cell, item, self)
        return cell

    def refuse_value(self, value: Value, what: str) -> Exception:
        """The refusal to do something with a value."""
        return self.refuse(
            Message("'{code}' is not compiled for {kind}", code=what, kind=self.describe_type(value.kind))
        )

    def is_known(self, value: Value) -> bool:
        """Is the value known before anything runs?"""
        return value.const is not UNKNOWN

    def closure_parts(self, value: Value) -> list[Value]:
        """What a nested function captured."""
        assert isinstance(value.kind, Closure)
        return [self.part(value, number, kind) for number, kind in enumerate(value.kind.types)]


def array_of_bytes(data: bytes | bytearray) -> str:
    """Bytes as LLVM writes an array of them."""
    written = "\\" + data.hex("\\") if data else ""
    return f'[{len(data)} x i8] c"{written}"'
