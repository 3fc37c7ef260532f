"""Types as JSON and back, for what is kept on disk; classes are numbers in a list that the rules themselves give."""

from __future__ import annotations

from typing import Any

from elagage.compiler.native.value_types import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    TEXT,
    Cell,
    DictOf,
    EnumOf,
    Int,
    ListOf,
    Maybe,
    Record,
    Seq,
    SetOf,
    Type,
)

__all__ = ["NotKept", "read_type", "write_type"]

SIMPLE = {
    "int": INT,
    "mixed int": Int(mixed=True),
    "bool": BOOL,
    "float": FLOAT,
    "none": NONE,
    "text": TEXT,
    "bytes": BYTES,
    "range": RANGE,
    "never": NEVER,
}


class NotKept(Exception):
    """A type that can't be kept on disk."""


def write_type(kind: Type, classes: list[type]) -> Any:
    """A type as JSON; NotKept if it has no place there."""
    for name, simple in SIMPLE.items():
        if kind == simple:
            return name
    if isinstance(kind, EnumOf):
        return ["enum", number_of(kind.cls, classes)]
    if isinstance(kind, Record):
        cls = None if kind.cls is None else number_of(kind.cls, classes)
        return ["record", cls, kind.kind, *(write_type(field, classes) for field in kind.fields)]
    if isinstance(kind, Seq):
        return ["seq", write_type(kind.item, classes)]
    if isinstance(kind, Maybe):
        return ["maybe", write_type(kind.item, classes)]
    if isinstance(kind, ListOf):
        return ["list", kind.kind, write_type(kind.cell.root().item, classes)]
    if isinstance(kind, SetOf):
        return ["set", kind.frozen, write_type(kind.cell.root().item, classes)]
    if isinstance(kind, DictOf) and kind.kind == "dict":
        return ["dict", write_type(kind.key.root().item, classes), write_type(kind.value.root().item, classes)]
    raise NotKept


def number_of(cls: type, classes: list[type]) -> int:
    """The number of a class."""
    for number, known in enumerate(classes):
        if known is cls:
            return number
    raise NotKept


def read_type(text: Any, classes: list[type]) -> Type:
    """A type from JSON."""
    if isinstance(text, str):
        return SIMPLE[text]
    name, *rest = text
    if name == "enum":
        return EnumOf(classes[rest[0]])
    if name == "record":
        fields = tuple(read_type(field, classes) for field in rest[2:])
        return Record(fields, None if rest[0] is None else classes[rest[0]], rest[1])
    if name == "seq":
        return Seq(read_type(rest[0], classes))
    if name == "maybe":
        return Maybe(read_type(rest[0], classes))
    if name == "list":
        return ListOf(Cell(read_type(rest[1], classes)), rest[0])
    if name == "set":
        return SetOf(Cell(read_type(rest[1], classes)), rest[0])
    if name == "dict":
        return DictOf(Cell(read_type(rest[0], classes)), Cell(read_type(rest[1], classes)))
    raise NotKept
