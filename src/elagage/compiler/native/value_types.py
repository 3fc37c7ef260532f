"""The types of the values that rules handle, how two of them become one, and how each lies in memory.

A tuple of fixed shape, a NamedTuple or a dataclass is a ``Record`` of its fields; a tuple of varying length a ``Seq``. What can be changed in
place (lists, dicts, sets) holds its elements' type in a ``Cell``: everything that may be the same object shares one cell, so that all of
them agree about how it lies in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = [
    "BOOL", "BYTES", "FLOAT", "INT", "NEVER", "NONE", "RANGE", "TEXT", "Bool", "Bytes", "Cell", "Clash", "Closure", "Const",
    "DEEPEST", "DictOf", "EnumOf", "Fields", "Float", "Int", "ListOf", "Maybe", "Memo", "Never", "NoneValue", "ObjectOf", "Range", "Record", "Seq",
    "SetOf", "Text", "Type", "Variant", "cells_of", "class_of", "describe", "is_int_like", "is_lasting", "is_number", "join", "join_loosely",
    "joined_items", "shape",
]  # fmt: skip


class Clash(Exception):
    """Two types that can't become one."""


@dataclass(frozen=True)
class Type:
    """A type of values."""


@dataclass(frozen=True)
class Never(Type):
    """No value: what has not been seen to give one."""


@dataclass(frozen=True)
class Int(Type):
    """An int."""


@dataclass(frozen=True)
class Bool(Type):
    """A truth value."""


@dataclass(frozen=True)
class Float(Type):
    """A float."""


@dataclass(frozen=True)
class NoneValue(Type):
    """None."""


@dataclass(frozen=True)
class Text(Type):
    """A str of Latin-1 characters: where its bytes are, and how many."""


@dataclass(frozen=True)
class Bytes(Type):
    """A bytes."""


@dataclass(frozen=True)
class Range(Type):
    """A range: start, stop, step."""


@dataclass(frozen=True)
class EnumOf(Type):
    """A member of an Enum: its number in order of definition, or its value if it is an IntEnum."""

    cls: type


@dataclass(frozen=True)
class Record(Type):
    """Fields side by side: a tuple, a NamedTuple or dataclass (``cls``), or a list of unlike things (``kind``) that nobody changes."""

    fields: tuple[Type, ...]
    cls: type | None = None
    kind: str = "tuple"


@dataclass(frozen=True)
class Seq(Type):
    """A tuple of any length, its elements alike: where they are, and how many."""

    item: Type


class Cell:
    """The type of a changeable object's elements, shared by all that may be the same object."""

    changes = 0
    """How often a cell came to hold more, anywhere: whoever writes code asks whether this grew meanwhile."""

    def __init__(self, item: Type, *, fixed: bool = False) -> None:
        self.item, self.fixed = item, fixed
        self.parent: Cell | None = None

    def root(self) -> Cell:
        """The cell that stands for all those it was united with."""
        cell = self
        while cell.parent is not None:
            cell = cell.parent
        return cell

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and self.root() is other.root()

    def __hash__(self) -> int:
        return 0

    def widen(self, item: Type) -> None:
        """See to it that the cell can hold such an element."""
        root = self.root()
        wider = join_loosely(root.item, item)
        if wider != root.item:
            root.item = wider
            Cell.changes += 1

    def unite(self, other: Cell) -> None:
        """Make two cells one."""
        mine, theirs = self.root(), other.root()
        if mine is not theirs:
            item = join_loosely(mine.item, theirs.item)
            if item not in (mine.item, theirs.item) or mine.item != theirs.item or mine.fixed != theirs.fixed:
                Cell.changes += 1
            theirs.parent = mine
            mine.item = item
            mine.fixed = mine.fixed or theirs.fixed


@dataclass(frozen=True)
class ListOf(Type):
    """A list, or what behaves like one: ``kind`` is list, deque, bytearray or generator."""

    cell: Cell
    kind: str = "list"


@dataclass(frozen=True)
class SetOf(Type):
    """A set or frozenset."""

    cell: Cell
    frozen: bool = False


@dataclass(frozen=True)
class DictOf(Type):
    """A dict; ``kind`` is dict, Counter or defaultdict, and ``factory`` makes what a defaultdict lacks."""

    key: Cell
    value: Cell
    kind: str = "dict"
    factory: Any = None


class Fields:
    """The attributes of the objects of a class, shared by all that may be the same object."""

    def __init__(self, *, fixed: bool = False) -> None:
        self.cells: dict[str, Cell] = {}
        self.fixed = fixed
        self.parent: Fields | None = None

    def root(self) -> Fields:
        """The one that stands for all those it was united with."""
        fields = self
        while fields.parent is not None:
            fields = fields.parent
        return fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fields) and self.root() is other.root()

    def __hash__(self) -> int:
        return 0

    def cell(self, name: str) -> Cell:
        """The cell of an attribute, new if there was none."""
        cells = self.root().cells
        if name not in cells:
            cells[name] = Cell(NEVER)
            Cell.changes += 1
        return cells[name]

    def unite(self, other: Fields) -> None:
        """Make two one."""
        mine, theirs = self.root(), other.root()
        if mine is theirs:
            return
        theirs.parent = mine
        Cell.changes += 1
        mine.fixed = mine.fixed or theirs.fixed
        for name, cell in theirs.cells.items():
            mine.cell(name).unite(cell)


@dataclass(frozen=True)
class ObjectOf(Type):
    """An object of a class of the rules' own, which can be changed in place: where its attributes are."""

    cls: type
    fields: Fields


@dataclass(frozen=True)
class Maybe(Type):
    """None or a value."""

    item: Type


@dataclass(frozen=True)
class Variant(Type):
    """A value of one of several types that no one type can hold: the number of its type, and a place for each."""

    members: tuple[Type, ...]


@dataclass(frozen=True, eq=False)
class Const(Type):
    """An object known before anything runs: a function, a class, a module, the game, a table not yet in memory."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True)
class Closure(Type):
    """A nested function or lambda with the values it captured; ``code`` is its ``FunctionCode``."""

    code: Any
    names: tuple[str, ...]
    types: tuple[Type, ...]


@dataclass(frozen=True, eq=False)
class Memo(Type):
    """A dict of the module that rules fill: kept from call to call. ``number`` names its table."""

    number: int
    key: Cell
    value: Cell

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo) and other.number == self.number

    def __hash__(self) -> int:
        return self.number


NEVER, INT, BOOL, FLOAT, NONE, TEXT, BYTES, RANGE = (
    Never(),
    Int(),
    Bool(),
    Float(),
    NoneValue(),
    Text(),
    Bytes(),
    Range(),
)


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
        return FLOAT if isinstance(one, Float) or isinstance(other, Float) else INT
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
        Int: "int", Bool: "bool", Float: "float", Text: "str", Seq: "tuple", SetOf: "set", DictOf: "dict", Bytes: "bytes", Const: "object",
        Closure: "function", NoneValue: "None", Range: "range", Memo: "dict",
    }  # fmt: skip
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
        return f"{kind.kind[0]}{id(kind.cls) if kind.cls else ''}({','.join(shape(field, below) for field in kind.fields)})"
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
