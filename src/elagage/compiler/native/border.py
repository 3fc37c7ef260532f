"""Between Python's objects and their places in memory: how large a value is, writing it down, reading it back."""

from __future__ import annotations

import ctypes
import dataclasses
import mmap
import struct
from collections import Counter, defaultdict, deque
from typing import Any, cast

from elagage.compiler.memory import wrap_word
from elagage.compiler.native.value_types import (
    NEVER,
    Bool,
    Bytes,
    Cell,
    Clash,
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
)  # fmt: skip

__all__ = [
    "Arena", "Border", "attributes_of", "count_state_words", "enum_number", "fields_of", "flat_fields", "flatten_value",
    "is_flat",
]  # fmt: skip


def fields_of(cls: type) -> tuple[str, ...]:
    """The names of the fields of a NamedTuple or a dataclass."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    return tuple(cls._fields)  # type: ignore[attr-defined]


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes of an object, by name; the values of a dict; the elements of a list."""
    if type(value) is dict:
        return value
    if type(value) is list:
        return {str(number): part for number, part in enumerate(value)}
    found: dict[str, Any] = dict(vars(value)) if hasattr(value, "__dict__") else {}
    for base in type(value).__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                found[name] = getattr(value, name)
    return found


def enum_number(value: Any) -> int:
    """The number that stands for a member of an Enum."""
    return int(value) if isinstance(value, int) else list(type(value)).index(value)  # type: ignore[call-overload]


class Arena:
    """Memory that is filled from its start and emptied at once."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.memory = mmap.mmap(-1, size)
        self.held = (ctypes.c_char * size).from_buffer(self.memory)
        self.base = ctypes.addressof(self.held)
        self.used = 0

    def take(self, size: int) -> int:
        """The offset of so many fresh bytes."""
        start = self.used
        self.used += -(-size // 16) * 16
        if self.used > self.size:
            raise MemoryError
        return start


class Border:
    """Values of a module in an arena."""

    def __init__(self, arena: Arena, bits: int, *, words: bool = False) -> None:
        self.arena, self.bits, self.words = arena, bits, words

    def layout(self, kind: Type) -> tuple[int, int]:
        """The size and the alignment of a value."""
        if isinstance(kind, Int | EnumOf):
            return self.bits // 8, self.bits // 8
        if isinstance(kind, Bool | NoneValue | Never | Const):
            return 1, 1
        if isinstance(kind, Text | Bytes | Seq):
            return 16, 8
        if isinstance(kind, Range):
            return 3 * self.bits // 8, self.bits // 8
        if isinstance(kind, Record | Maybe | Variant):
            return self.layout_fields(self.fields(kind))
        return 8, 8

    def fields(self, kind: Record | Maybe | Variant) -> list[Type]:
        """The parts of a value of several; the number of a type takes as much as a pointer."""
        if isinstance(kind, Variant):
            return [SetOf(Cell(NEVER)), *kind.members]
        return list(kind.fields) if isinstance(kind, Record) else [Bool(), kind.item]

    def layout_fields(self, fields: list[Type]) -> tuple[int, int]:
        """The size and the alignment of fields side by side."""
        size, widest = 0, 1
        for field in fields:
            part, alignment = self.layout(field)
            size = -(-size // alignment) * alignment + part
            widest = max(widest, alignment)
        return max(1, -(-size // widest) * widest), widest

    def offsets(self, fields: list[Type]) -> list[int]:
        """Where each field begins."""
        at, result = 0, []
        for field in fields:
            part, alignment = self.layout(field)
            at = -(-at // alignment) * alignment
            result.append(at)
            at += part
        return result

    # Writing --------------------------------------------------------------------------------------------------------

    def write(self, at: int, value: Any, kind: Type) -> None:
        """Write a value at an offset of the arena; Clash if it is not of that type."""
        memory = self.arena.memory
        if isinstance(kind, Maybe):
            memory[at] = value is not None
            if value is not None:
                self.write(at + self.offsets(self.fields(kind))[1], value, kind.item)
        elif isinstance(kind, Variant):
            self.write_variant(at, value, kind)
        elif isinstance(kind, NoneValue):
            self.demand(value is None, value)
            memory[at] = 0
        elif isinstance(kind, Bool):
            self.demand(type(value) is bool, value)
            memory[at] = value
        elif isinstance(kind, EnumOf):
            self.demand(type(value) is kind.cls, value)
            self.write_int(at, enum_number(value))
        elif isinstance(kind, Int):
            self.demand(isinstance(value, int), value)
            self.write_int(at, int(value))
        elif isinstance(kind, Float):
            self.demand(type(value) is float or (type(value) in (int, bool) and abs(value) <= 1 << 53), value)
            struct.pack_into("<d", memory, at, float(value))
        elif isinstance(kind, Text | Bytes):
            self.demand(type(value) is (str if isinstance(kind, Text) else bytes), value)
            try:
                data = value.encode("latin-1") if isinstance(kind, Text) else value
            except UnicodeEncodeError:
                raise Clash("str") from None
            start = self.arena.take(len(data))
            memory[start : start + len(data)] = data
            struct.pack_into("<qq", memory, at, self.arena.base + start, len(data))
        elif isinstance(kind, Record):
            self.write_record(at, value, kind)
        elif isinstance(kind, Seq):
            self.demand(type(value) is tuple, value)
            struct.pack_into("<qq", memory, at, self.write_items(list(value), kind.item), len(value))
        elif isinstance(kind, ObjectOf):
            self.write_object(at, value, kind)
        else:
            self.write_changeable(at, value, kind)

    def write_variant(self, at: int, value: Any, kind: Variant) -> None:
        """Write a value as that of the first of several types that takes it."""
        for number, (member, offset) in enumerate(zip(kind.members, self.offsets(self.fields(kind))[1:], strict=True)):
            try:
                self.write(at + offset, value, member)
            except Clash:
                continue
            struct.pack_into("<q", self.arena.memory, at, number)
            return
        raise Clash(type(value).__name__)

    def demand(self, condition: bool, value: Any) -> None:
        """Clash unless a condition holds."""
        if not condition:
            raise Clash(type(value).__name__)

    def write_int(self, at: int, value: int) -> None:
        """Write an int."""
        if self.words:
            value = wrap_word(value)
        try:
            self.arena.memory[at : at + self.bits // 8] = value.to_bytes(self.bits // 8, "little", signed=True)
        except OverflowError:
            raise Clash(str(value)) from None

    def write_record(self, at: int, value: Any, kind: Record) -> None:
        """Write a tuple of fixed shape, a NamedTuple or a dataclass."""
        wanted = kind.cls or (tuple if kind.kind == "tuple" else list)
        self.demand(type(value) is wanted, value)
        parts = [getattr(value, name) for name in fields_of(kind.cls)] if kind.cls else list(value)
        self.demand(len(parts) == len(kind.fields), value)
        for offset, part, field in zip(self.offsets(list(kind.fields)), parts, kind.fields, strict=True):
            self.write(at + offset, part, field)

    def write_items(self, values: list[Any], kind: Type) -> int:
        """Write values side by side; their address."""
        size = self.layout(kind)[0]
        start = self.arena.take(size * len(values))
        for number, value in enumerate(values):
            self.write(start + number * size, value, kind)
        return self.arena.base + start

    def object_fields(self, kind: ObjectOf) -> list[Type]:
        """The parts of an object in memory, the first of which is empty."""
        return [Bool(), *(Maybe(cell.root().item) for cell in kind.fields.root().cells.values())]

    def write_object(self, at: int, value: Any, kind: ObjectOf) -> None:
        """Write an object of a class of the rules' own."""
        self.demand(type(value) is kind.cls, value)
        held = attributes_of(value)
        names = list(kind.fields.root().cells)
        self.demand(all(name in names for name in held), value)
        fields = self.object_fields(kind)
        start = self.arena.take(self.layout_fields(fields)[0])
        for name, field, offset in zip(names, fields[1:], self.offsets(fields)[1:], strict=True):
            assert isinstance(field, Maybe)
            self.arena.memory[start + offset] = name in held
            if name in held:
                self.write(start + offset + self.offsets(self.fields(field))[1], held[name], field.item)
        struct.pack_into("<q", self.arena.memory, at, self.arena.base + start)

    def read_object(self, address: int, kind: ObjectOf) -> Any:
        """The object of a class of the rules' own at an address."""
        made: Any = object.__new__(kind.cls) if kind.cls not in (dict, list) else {}
        fields = self.object_fields(kind)
        for name, field, offset in zip(kind.fields.root().cells, fields[1:], self.offsets(fields)[1:], strict=True):
            assert isinstance(field, Maybe)
            if ctypes.string_at(address + offset, 1)[0]:
                part = self.read(address + offset + self.offsets(self.fields(field))[1], field.item)
                if type(made) is dict:
                    made[name] = part
                else:
                    object.__setattr__(made, name, part)
        return list(made.values()) if kind.cls is list else made

    def write_changeable(self, at: int, value: Any, kind: Type) -> None:
        """Write a list, a set or a dict."""
        header = self.arena.take(32)
        others = 0
        if isinstance(kind, ListOf) and kind.kind == "bytearray":
            self.demand(type(value) is bytearray, value)
            start = self.arena.take(len(value))
            self.arena.memory[start : start + len(value)] = bytes(value)
            items = self.arena.base + start
        elif isinstance(kind, ListOf):
            self.demand(type(value) is {"list": list, "deque": deque}.get(kind.kind), value)
            items = self.write_items(list(value), kind.cell.root().item)
        elif isinstance(kind, SetOf):
            self.demand(type(value) is (frozenset if kind.frozen else set), value)
            items = self.write_items(list(value), kind.cell.root().item)
        elif isinstance(kind, DictOf):
            self.demand(type(value).__name__ == kind.kind and isinstance(value, dict), value)
            items = self.write_items(list(value), kind.key.root().item)
            others = self.write_items(list(value.values()), kind.value.root().item)
        else:
            raise Clash(type(value).__name__)
        struct.pack_into("<qqqq", self.arena.memory, header, items, len(value), len(value), others)
        struct.pack_into("<q", self.arena.memory, at, self.arena.base + header)

    # Reading --------------------------------------------------------------------------------------------------------

    def read(self, address: int, kind: Type) -> Any:
        """The value at an address as a Python object."""
        if isinstance(kind, Maybe):
            if not ctypes.string_at(address, 1)[0]:
                return None
            return self.read(address + self.offsets(self.fields(kind))[1], kind.item)
        if isinstance(kind, Variant):
            number = struct.unpack("<q", ctypes.string_at(address, 8))[0]
            return self.read(address + self.offsets(self.fields(kind))[number + 1], kind.members[number])
        if isinstance(kind, NoneValue):
            return None
        if isinstance(kind, Const):
            return kind.value
        if isinstance(kind, Bool):
            return bool(ctypes.string_at(address, 1)[0])
        if isinstance(kind, Int | EnumOf):
            number = int.from_bytes(ctypes.string_at(address, self.bits // 8), "little", signed=True)
            if isinstance(kind, EnumOf):
                members: Any = kind.cls
                return members(number) if issubclass(kind.cls, int) else list(members)[number]
            return number
        if isinstance(kind, Float):
            return struct.unpack("<d", ctypes.string_at(address, 8))[0]
        if isinstance(kind, Text | Bytes | Seq):
            start, length = struct.unpack("<qq", ctypes.string_at(address, 16))
            if isinstance(kind, Seq):
                return tuple(self.read_items(start, length, kind.item))
            data = ctypes.string_at(start, length) if length else b""
            return data.decode("latin-1") if isinstance(kind, Text) else data
        if isinstance(kind, Record):
            parts = [
                self.read(address + offset, field)
                for offset, field in zip(self.offsets(list(kind.fields)), kind.fields, strict=True)
            ]
            return kind.cls(*parts) if kind.cls else (tuple(parts) if kind.kind == "tuple" else parts)
        header = struct.unpack("<q", ctypes.string_at(address, 8))[0]
        if isinstance(kind, ObjectOf):
            return self.read_object(header, kind)
        items, length, _room, others = struct.unpack("<qqqq", ctypes.string_at(header, 32))
        if isinstance(kind, ListOf):
            if kind.kind == "bytearray":
                return bytearray(ctypes.string_at(items, length))
            found = self.read_items(items, length, kind.cell.root().item)
            return deque(found) if kind.kind == "deque" else found
        if isinstance(kind, SetOf):
            found = self.read_items(items, length, kind.cell.root().item)
            return frozenset(found) if kind.frozen else set(found)
        assert isinstance(kind, DictOf)
        keys = self.read_items(items, length, kind.key.root().item)
        pairs = zip(keys, self.read_items(others, length, kind.value.root().item), strict=True)
        if kind.kind == "Counter":
            return Counter(dict(pairs))
        return defaultdict(kind.factory, pairs) if kind.kind == "defaultdict" else dict(pairs)

    def read_items(self, address: int, length: int, kind: Type) -> list[Any]:
        """Values side by side."""
        size = self.layout(kind)[0]
        return [self.read(address + number * size, kind) for number in range(length)]


# States as words: one of a few ints is its fields, any other is known by a hash of two words.

MOST_FIELDS = 8
HASH_WORDS = 2


def flat_fields(kind: Type) -> list[Type] | None:
    """The ints that a value is made of, if it is made of nothing else."""
    if isinstance(kind, Int | Bool | EnumOf | NoneValue):
        return [kind]
    if not isinstance(kind, Record):
        return None
    found: list[Type] = []
    for field in kind.fields:
        parts = flat_fields(field)
        if parts is None:
            return None
        found += parts
    return found


def is_flat(kind: Type, bits: int) -> bool:
    """Is a state kept as its fields?"""
    return bits == 64 and 1 <= len(flat_fields(kind) or ()) <= MOST_FIELDS


def count_state_words(kind: Type, bits: int) -> int:
    """How many words a state takes in a table."""
    return len(flat_fields(kind) or ()) if is_flat(kind, bits) else HASH_WORDS


def flatten_value(value: Any, kind: Type) -> list[int]:
    """The words of a state that is kept as its fields; Clash if it is not of that type."""
    parts: list[Any]
    if isinstance(kind, Record):
        wanted: type = kind.cls or (tuple if kind.kind == "tuple" else list)
        if type(value) is not wanted:
            raise Clash(str(type(value)))
        parts = [getattr(value, name) for name in fields_of(kind.cls)] if kind.cls else list(cast(Any, value))
        if len(parts) != len(kind.fields):
            raise Clash(str(value))
        return [word for part, field in zip(parts, kind.fields, strict=True) for word in flatten_value(part, field)]
    if isinstance(kind, NoneValue):
        return [0]
    if isinstance(kind, EnumOf):
        return [enum_number(value)]
    if not isinstance(value, int) or (isinstance(kind, Bool) and type(value) is not bool):
        raise Clash(str(value))
    return [int(value)]
