"""The types of the values that rules handle.

A tuple of fixed shape, a NamedTuple or a dataclass is a ``Record`` of its fields; a tuple of varying length a
``Seq``. What can be changed in place (lists, dicts, sets, objects) holds its elements' type in a ``Cell``: everything
that may be the same object shares one cell, so that all of them agree about how it lies in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = [
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
]


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
    """An int; ``mixed``: or a truth value, or a member of an IntEnum, kept as one: its text is not known."""

    mixed: bool = False


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
    """Fields side by side: a tuple, a NamedTuple or dataclass (``cls``), or a list of unlike things (``kind``) that
    nobody changes.
    """

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
        from elagage.compiler.native.value_types import join_loosely

        wider = join_loosely(root.item, item)
        if wider != root.item:
            root.item = wider
            Cell.changes += 1

    def unite(self, other: Cell) -> None:
        """Make two cells one."""
        from elagage.compiler.native.value_types import join_loosely

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
