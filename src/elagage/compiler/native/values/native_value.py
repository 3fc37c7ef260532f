"""Values, variables and errors in the text of a function, and how LLVM calls their types."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

from elagage.compiler.native.value_types import (
    Bool,
    Bytes,
    Closure,
    Const,
    DictOf,
    EnumOf,
    Float,
    Int,
    ListOf,
    Maybe,
    Memo,
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
)

__all__ = ["ERRORS", "UNKNOWN", "Meeting", "Unreached", "Value", "Variable", "float_text", "memory_type"]

ERRORS = {
    "IndexError": 1,
    "KeyError": 2,
    "ZeroDivisionError": 3,
    "ValueError": 4,
    "TypeError": 5,
    "AttributeError": 6,
    "StopIteration": 7,
    "AssertionError": 8,
    "OverflowError": 9,
    "UnboundLocalError": 10,
    "NameError": 11,
    "overflow": 32,
    "memory": 33,
    "unknown": 34,
    "recursion": 35,
}
"""The codes of errors. From 32 on they are the compiled code's own, which no ``except`` catches: the rules must be
run interpreted.
"""

UNKNOWN: Any = object()
"""Not known before anything runs."""


class Unreached(Exception):
    """Nothing comes this far, as far as is known: what is asked for never gives a value."""


@dataclass(frozen=True)
class Value:
    """A value in the text: its type, what to write for it, the Python object it is where that is known, and of a
    sequence how many elements it has where only that is.
    """

    kind: Type
    ref: str
    const: Any = UNKNOWN
    length: int | None = None


@dataclass(frozen=True)
class Variable:
    """Where a variable lives; ``flag`` is the place of its being set, where that is not sure; ``clash`` says why it
    can't be used.
    """

    kind: Type
    place: str
    flag: str = ""
    clash: str = ""


@dataclass
class Meeting:
    """A place in the text where several paths meet, each with its variables."""

    label: str
    edges: list[tuple[str, dict[str, Variable]]] = field(default_factory=list)


def memory_type(kind: Type, whole: str) -> str:
    """How LLVM calls a value of this type; ``whole`` is its integer type."""
    if isinstance(kind, Int | EnumOf):
        return whole
    if isinstance(kind, Bool | NoneValue | Never | Const | Memo):
        return "i1"
    if isinstance(kind, Float):
        return "double"
    if isinstance(kind, Text | Bytes | Seq):
        return "{ptr, i64}"
    if isinstance(kind, Range):
        return f"{{{whole}, {whole}, {whole}}}"
    if isinstance(kind, Record):
        return "{" + ", ".join(memory_type(part, whole) for part in kind.fields) + "}" if kind.fields else "i1"
    if isinstance(kind, Closure):
        return "{" + ", ".join(memory_type(part, whole) for part in kind.types) + "}" if kind.types else "i1"
    if isinstance(kind, Variant):
        return "{i64, " + ", ".join(memory_type(member, whole) for member in kind.members) + "}"
    if isinstance(kind, Maybe):
        return f"{{i1, {memory_type(kind.item, whole)}}}"
    assert isinstance(kind, ListOf | SetOf | DictOf | ObjectOf)
    return "ptr"


def float_text(value: float) -> str:
    """A float as LLVM writes it."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
