"""How two types become one, what each is called, and what it holds that can be changed."""

from __future__ import annotations

from elagage.compiler.native.type_classes import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    TEXT,
    Bool,
    Bytes,
    Cell,
    Clash,
    Closure,
    Const,
    DictOf,
    EnumOf,
    Fields,
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

__all__ = [  # noqa: RUF022
    "BOOL",
    "BYTES",
    "FLOAT",
    "INT",
    "NEVER",
    "NONE",
    "RANGE",
    "TEXT",
    "Bool",
    "Bytes",
    "Cell",
    "Clash",
    "Closure",
    "Const",
    "DEEPEST",
    "DictOf",
    "EnumOf",
    "Fields",
    "Float",
    "Int",
    "ListOf",
    "Maybe",
    "Memo",
    "Never",
    "NoneValue",
    "ObjectOf",
    "Range",
    "Record",
    "Seq",
    "SetOf",
    "Text",
    "Type",
    "Variant",
    "cells_of",
    "class_of",
    "describe",
    "is_int_like",
    "is_lasting",
    "is_number",
    "join",
    "join_loosely",
    "joined_items",
    "shape",
]


def is_int_like(kind: Type) -> bool:
    """Is it an int, a truth value or a member of an IntEnum?"""
    return isinstance(kind, Int | Bool) or (isinstance(kind, EnumOf) and issubclass(kind.cls, int))


def is_number(kind: Type) -> bool:
    """Can one calculate with it?"""
    return is_int_like(kind) or isinstance(kind, Float)


MOST_MEMBERS = 4


def join_loosely(one: Type, other: Type) -> Type:
    """The type that holds what either holds, a value of several types if need be; Clash if there is none."""
    try:
        return join(one, other)
    except Clash:
        if isinstance(one, Maybe) or isinstance(other, Maybe):
            mine = one.item if isinstance(one, Maybe) else one
            theirs = other.item if isinstance(other, Maybe) else other
            return Maybe(join_loosely(mine, theirs))
        if isinstance(one, Record) and isinstance(other, Record) and len(one.fields) == len(other.fields):
            if (one.cls, one.kind) == (other.cls, other.kind):
                return Record(tuple(map(join_loosely, one.fields, other.fields)), one.cls, one.kind)
        members = list(one.members) if isinstance(one, Variant) else [one]
        for kind in other.members if isinstance(other, Variant) else (other,):
            add_member(members, kind)
        if len(members) > MOST_MEMBERS or not all(map(can_vary, members)):
            raise
        return Variant(tuple(members)) if len(members) > 1 else members[0]


def add_member(members: list[Type], kind: Type) -> None:
    """See to it that one of several types holds such a value."""
    for number, member in enumerate(members):
        try:
            members[number] = join(member, kind)
            return
        except Clash:
            continue
    members.append(kind)


def can_vary(kind: Type) -> bool:
    """Can it be one of several types?"""
    return (
        not isinstance(kind, Const | Closure | Memo | Range | NoneValue | Maybe)
        and getattr(kind, "kind", "") != "generator"
    )


def join(one: Type, other: Type) -> Type:
    """The type that holds what either holds; Clash if there is none."""
    if isinstance(one, Never) or one == other:
        return other
    if isinstance(other, Never):
        return one
    if isinstance(one, NoneValue):
        return other if isinstance(other, Maybe) else Maybe(other)
    if isinstance(other, NoneValue):
        return one if isinstance(one, Maybe) else Maybe(one)
    if isinstance(one, Maybe) or isinstance(other, Maybe):
        mine = one.item if isinstance(one, Maybe) else one
        theirs = other.item if isinstance(other, Maybe) else other
        return Maybe(join(mine, theirs))
    if isinstance(one, Variant) or isinstance(other, Variant):
        return join_variants(one, other)
    if is_number(one) and is_number(other):
        return FLOAT if isinstance(one, Float) or isinstance(other, Float) else Int(mixed=True)
    if isinstance(one, Record | Seq) and isinstance(other, Record | Seq):
        return join_tuples(one, other)
    if isinstance(one, ListOf) and isinstance(other, ListOf) and one.kind == other.kind:
        one.cell.unite(other.cell)
        return one
    if isinstance(one, SetOf) and isinstance(other, SetOf) and one.frozen == other.frozen:
        one.cell.unite(other.cell)
        return one
    if isinstance(one, DictOf) and isinstance(other, DictOf) and (one.kind, one.factory) == (other.kind, other.factory):
        one.key.unite(other.key)
        one.value.unite(other.value)
        return one
    if isinstance(one, ObjectOf) and isinstance(other, ObjectOf) and one.cls is other.cls:
        one.fields.unite(other.fields)
        return one
    raise Clash(f"{describe(one)}, {describe(other)}")


def join_variants(one: Type, other: Type) -> Type:
    """The same where one is of several types already: no more are added."""
    known, new = (one, other) if isinstance(one, Variant) else (other, one)
    assert isinstance(known, Variant)
    members = list(known.members)
    for kind in new.members if isinstance(new, Variant) else (new,):
        add_member(members, kind)
    if len(members) != len(known.members):
        raise Clash(f"{describe(one)}, {describe(other)}")
    return Variant(tuple(members))


def join_tuples(one: Record | Seq, other: Record | Seq) -> Type:
    """The same for two tuples."""
    if isinstance(one, Record) and isinstance(other, Record):
        if (one.cls, one.kind) != (other.cls, other.kind):
            raise Clash(f"{describe(one)}, {describe(other)}")
        if len(one.fields) == len(other.fields):
            return Record(tuple(map(join, one.fields, other.fields)), one.cls, one.kind)
    return Seq(join(joined_items(one), joined_items(other)))


def joined_items(kind: Record | Seq) -> Type:
    """The type that holds every element of a tuple."""
    if isinstance(kind, Seq):
        return kind.item
    if kind.cls is not None or kind.kind != "tuple":
        raise Clash(f"{describe(kind)}, tuple")
    item: Type = NEVER
    for field in kind.fields:
        item = join(item, field)
    return item


def class_of(kind: Type) -> type | None:
    """The class of the rules' own that a value is of, if it is of one."""
    return kind.cls if isinstance(kind, Record | EnumOf | ObjectOf) else None


def is_lasting(kind: Type) -> bool:
    """Can a value be kept from call to call?"""
    if isinstance(kind, Record):
        return all(map(is_lasting, kind.fields))
    if isinstance(kind, Maybe | Seq):
        return is_lasting(kind.item)
    return isinstance(kind, Int | Bool | Float | NoneValue | Text | Bytes | EnumOf | Const)


def describe(kind: Type) -> str:
    """A type as Python calls it."""
    if isinstance(kind, Maybe):
        return f"{describe(kind.item)} | None"
    if isinstance(kind, Variant):
        return " | ".join(map(describe, kind.members))
    if isinstance(kind, Record):
        return kind.cls.__name__ if kind.cls else f"{kind.kind}[{len(kind.fields)}]"
    if isinstance(kind, EnumOf | ObjectOf):
        return kind.cls.__name__
    if isinstance(kind, ListOf | DictOf):
        return kind.kind
    names: dict[type[Type], str] = {
        Int: "int",
        Bool: "bool",
        Float: "float",
        Text: "str",
        Seq: "tuple",
        SetOf: "set",
        DictOf: "dict",
        Bytes: "bytes",
        Const: "object",
        Closure: "function",
        NoneValue: "None",
        Range: "range",
        Memo: "dict",
    }
    return names.get(type(kind), "?")


DEEPEST = 12


def shape(kind: Type, depth: int = 0) -> str:
    """A type as a text; equal texts, equal layout and equal rights to change it."""
    if depth > DEEPEST:
        raise Clash("...")
    below = depth + 1
    if isinstance(kind, EnumOf):
        return f"E{id(kind.cls)}"
    if isinstance(kind, ObjectOf):
        return f"O{id(kind.fields.root())}"
    if isinstance(kind, Record):
        name = f"{kind.kind[0]}{id(kind.cls) if kind.cls else ''}"
        return f"{name}({','.join(shape(field, below) for field in kind.fields)})"
    if isinstance(kind, Seq):
        return f"S({shape(kind.item, below)})"
    if isinstance(kind, ListOf):
        return f"L{kind.kind}{int(kind.cell.root().fixed)}({shape(kind.cell.root().item, below)})"
    if isinstance(kind, SetOf):
        return f"F{int(kind.frozen)}{int(kind.cell.root().fixed)}({shape(kind.cell.root().item, below)})"
    if isinstance(kind, DictOf):
        parts = shape(kind.key.root().item, below), shape(kind.value.root().item, below)
        return (
            f"D{kind.kind}{id(kind.factory) if kind.factory else ''}{int(kind.key.root().fixed)}({parts[0]},{parts[1]})"
        )
    if isinstance(kind, Maybe):
        return f"M({shape(kind.item, below)})"
    if isinstance(kind, Int) and kind.mixed:
        return "Mixed"
    if isinstance(kind, Variant):
        return f"V({','.join(shape(member, below) for member in kind.members)})"
    if isinstance(kind, Const):
        return f"C{id(kind.value)}"
    if isinstance(kind, Closure):
        return f"K{id(kind.code)}({','.join(shape(part, below) for part in kind.types)})"
    if isinstance(kind, Memo):
        return f"P{kind.number}"
    return type(kind).__name__


def cells_of(kind: Type, above: tuple[Fields, ...] = ()) -> list[Cell]:
    """The cells of all changeable things that a value holds; ``above`` are the objects that hold it."""
    if isinstance(kind, ObjectOf):
        own = kind.fields.root()
        if own in above:
            return []
        cells = list(own.cells.values())
        return cells + [cell for held in cells for cell in cells_of(held.root().item, (*above, own))]
    if isinstance(kind, ListOf | SetOf):
        return [kind.cell, *cells_of(kind.cell.root().item, above)]
    if isinstance(kind, DictOf):
        return [kind.key, *cells_of(kind.key.root().item, above), *cells_of(kind.value.root().item, above)]
    if isinstance(kind, Record):
        return [cell for field in kind.fields for cell in cells_of(field, above)]
    if isinstance(kind, Closure):
        return [cell for part in kind.types for cell in cells_of(part, above)]
    if isinstance(kind, Variant):
        return [cell for member in kind.members for cell in cells_of(member, above)]
    return cells_of(kind.item, above) if isinstance(kind, Maybe | Seq) else []
