"""The types of Python's own objects: of states, of constants, of what examples hold."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict, deque
from enum import Enum
from types import FunctionType
from typing import Any

from elagage.compiler.native.border import attributes_of, fields_of
from elagage.compiler.native.value_types import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    TEXT,
    Bool,
    Cell,
    Clash,
    Const,
    DictOf,
    EnumOf,
    Fields,
    Float,
    Int,
    ListOf,
    NoneValue,
    ObjectOf,
    Record,
    Seq,
    SetOf,
    Text,
    Type,
    join,
    join_loosely,
    joined_items,
)  # fmt: skip
from elagage.game import Game

__all__ = [
    "OBJECT_CLASSES",
    "SHORTEST_ROW",
    "Settings",
    "is_atom",
    "is_dataclass_type",
    "is_object_class",
    "loosely_joined",
    "own_method",
    "type_of_value",
]

LIBRARIES = (
    "builtins",
    "types",
    "functools",
    "itertools",
    "enum",
    "typing",
    "abc",
    "operator",
    "re",
    "random",
    "fractions",
    "decimal",
)


def is_dataclass_type(cls: type) -> bool:
    """Is it a dataclass?"""
    return dataclasses.is_dataclass(cls)


LONGEST_RECORD = 2


OBJECT_CLASSES: set[type] = set()
"""Dataclasses of which a rule changes an attribute: their objects are changeable, and no longer values."""


def is_object_class(cls: type) -> bool:
    """Are objects of this class changed in place, or might they be? Classes that rules write plainly are."""
    if cls in OBJECT_CLASSES:
        return True
    if is_dataclass_type(cls) or issubclass(
        cls, tuple | Enum | BaseException | Game | int | str | float | list | dict | set
    ):
        return False
    plain = cls.__module__ not in LIBRARIES and type(cls) is type and not hasattr(cls, "__next__")
    return plain and not cls.__module__.startswith(("elagage.", "numpy", "collections", "_"))


class Settings:
    """What was learnt while a game's rules were written, for the next attempt."""

    changed_lists = False
    """Does a rule change a list of unlike things?"""


SHORTEST_ROW = 4
"""From so many elements on, numbers and texts side by side are a row of cells, and not fields that differ."""


def is_atom(kind: Type) -> bool:
    """Is it a number, a text, a member of an Enum or None?"""
    return isinstance(kind, Int | Bool | Float | Text | EnumOf | NoneValue)


def loosely_joined(parts: tuple[Type, ...]) -> Type:
    """The type that holds each of several unlike atoms."""
    item: Type = NEVER
    for part in parts:
        item = join_loosely(item, part)
    return item


def mixed_type(value: Any, *, fixed: bool) -> Type:
    """The type of a dict or list of unlike things."""
    made = ObjectOf(type(value), Fields(fixed=fixed))
    for name, part in attributes_of(value).items():
        made.fields.cell(name).widen(type_of_value(part, fixed=fixed))
    return made


def type_of_value(value: Any, *, fixed: bool = False) -> Type:
    """The type of a Python value; Clash if it has none. ``fixed``: it is a constant, which nobody may change."""
    cls = type(value)
    if value is None:
        return NONE
    if isinstance(value, Enum):
        return EnumOf(cls)
    simple = {bool: BOOL, int: INT, float: FLOAT, str: TEXT, bytes: BYTES, range: RANGE}
    if cls in simple:
        return simple[cls]
    if cls is bytearray:
        return ListOf(Cell(INT, fixed=fixed), "bytearray")
    if isinstance(value, tuple) and hasattr(cls, "_fields") and hasattr(cls, "_replace"):
        return Record(tuple(type_of_value(part, fixed=fixed) for part in value), cls)
    if is_object_class(cls):
        made = ObjectOf(cls, Fields(fixed=fixed))
        for name, part in attributes_of(value).items():
            made.fields.cell(name).widen(type_of_value(part, fixed=fixed))
        return made
    if is_dataclass_type(cls):
        return Record(tuple(type_of_value(getattr(value, name), fixed=fixed) for name in fields_of(cls)), cls)
    if cls is tuple:
        parts = tuple(type_of_value(part, fixed=fixed) for part in value)
        if len(parts) > LONGEST_RECORD:
            try:
                return Seq(joined_items(Record(parts)))
            except Clash:
                if len(parts) >= SHORTEST_ROW and all(map(is_atom, parts)):
                    return Seq(loosely_joined(parts))
        return Record(parts)
    if cls is list or cls is deque:
        parts = tuple(type_of_value(part, fixed=fixed) for part in value)
        try:
            return ListOf(Cell(joined_items(Record(parts)), fixed=fixed), cls.__name__)
        except Clash:
            if len(parts) >= SHORTEST_ROW and all(map(is_atom, parts)):
                return ListOf(Cell(loosely_joined(parts), fixed=fixed), cls.__name__)
            if cls is list and Settings.changed_lists:
                return mixed_type(value, fixed=fixed)
            if cls is list:
                return Record(parts, None, "list")
            raise
    if cls in (set, frozenset):
        item: Type = NEVER
        for part in value:
            item = join(item, type_of_value(part, fixed=fixed))
        return SetOf(Cell(item, fixed=fixed), cls is frozenset)
    if isinstance(value, dict):
        key: Type = NEVER
        held: Type = NEVER
        try:
            for name, part in value.items():
                key, held = join(key, type_of_value(name, fixed=fixed)), join(held, type_of_value(part, fixed=fixed))
        except Clash:
            if cls is dict and all(type(name) is str for name in value):
                return mixed_type(value, fixed=fixed)
            raise
        cells = Cell(key, fixed=fixed), Cell(held, fixed=fixed)
        if fixed or cls is dict:
            return DictOf(*cells)
        if cls is Counter:
            return DictOf(*cells, "Counter")
        if cls is defaultdict:
            return DictOf(*cells, "defaultdict", getattr(value, "default_factory", None))
        raise Clash(cls.__name__)
    if isinstance(value, FunctionType):
        return Const(value)
    raise Clash(cls.__name__)


def own_method(cls: type | None, name: str) -> object:
    """The method of that name that a class's author wrote (not one that comes with NamedTuple, dataclass or Enum);
    None if there is none.
    """
    if cls is None:
        return None
    for base in cls.__mro__:
        if base.__module__ in ("builtins", "enum", "typing", "abc"):
            continue
        found = vars(base).get(name)
        if found is not None:
            code = getattr(getattr(found, "__func__", found), "__code__", None)
            if code is not None and (
                code.co_filename == "<string>" or code.co_filename.endswith(("dataclasses.py", "enum.py"))
            ):
                return None
            if hasattr(base, "_fields") and code is not None and code.co_filename.endswith("collections/__init__.py"):
                return None
            return (
                found
                if code is not None
                or isinstance(found, property | classmethod | staticmethod)
                or hasattr(found, "func")
                else None
            )
    return None
