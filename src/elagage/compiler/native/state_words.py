"""States as words: one of a few ints is its fields, any other is known by a hash of two words."""

from __future__ import annotations

from typing import Any, cast

from elagage.compiler.native.python_types import enum_number, fields_of
from elagage.compiler.native.value_types import Bool, Clash, EnumOf, Int, NoneValue, Record, Type

__all__ = ["count_state_words", "flat_fields", "flatten_value", "is_flat"]

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
