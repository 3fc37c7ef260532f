"""Objects of the rules' own classes that are changed in place: their attributes, each with a sign of its being set."""

from __future__ import annotations

from typing import Any

from elagage.compiler.native.border import attributes_of
from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.value_types import Fields, Maybe, Never, ObjectOf, Record, class_of
from elagage.compiler.native.values.builder import Unreached, Value
from elagage.compiler.native.values.slices import Slices
from elagage.i18n import Message

__all__ = ["Objects"]


class Objects(Slices):
    """The builder with objects."""

    def object_text(self, kind: ObjectOf) -> str:
        """How LLVM calls the object in memory."""
        cells = kind.fields.root().cells.values()
        return "{i1, " + ", ".join(self.llvm(Maybe(cell.root().item)) for cell in cells) + "}" if cells else "{i1}"

    def object_kind(self, cls: type) -> ObjectOf:
        """The type of the objects of a class that rules make."""
        kinds = self.module.object_kinds
        if cls not in kinds:
            kinds[cls] = ObjectOf(cls, Fields())
        return kinds[cls]

    def new_object(self, cls: type) -> Value:
        """An object with no attribute."""
        kind = self.object_kind(cls)
        text = self.object_text(kind)
        memory = self.allocate(self.size(text))
        self.out(f"store {text} zeroinitializer, ptr {memory}")
        return Value(kind, memory)

    def field_places(self, value: Value, name: str) -> tuple[str, str]:
        """Where the sign of an attribute's being set is, and where the attribute."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        kind.fields.cell(name)
        number = list(kind.fields.root().cells).index(name) + 1
        text = self.object_text(kind)
        return (
            self.let(f"getelementptr {text}, ptr {value.ref}, i32 0, i32 {number}, i32 0"),
            self.let(f"getelementptr {text}, ptr {value.ref}, i32 0, i32 {number}, i32 1"),
        )

    def read_field(self, value: Value, name: str) -> Value:
        """An attribute of an object, or what its class says if the object has none."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        flag, place = self.field_places(value, name)
        item = kind.fields.cell(name).root().item
        there = self.let(f"load i1, ptr {flag}")
        default = vars_of(kind.cls, name)
        if default is not None:
            if isinstance(item, Never):
                return self.realise(self.constant(default))
            return self.choose(there, lambda: self.load(item, place), lambda: self.realise(self.constant(default)))
        self.need(there, "AttributeError")
        if isinstance(item, Never):
            raise Unreached
        return self.load(item, place)

    def set_field(self, value: Value, name: str, held: Value) -> None:
        """Give an attribute of an object a value."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        if own_method(kind.cls, "__setattr__"):
            raise self.refuse(Message("'{code}' is not compiled", code="__setattr__"))
        self.changeable(value)
        held = self.realise(held)
        cell = kind.fields.cell(name)
        self.module.widen(cell, held.kind, self)
        self.note_changed([cell])
        flag, place = self.field_places(value, name)
        self.out(f"store i1 true, ptr {flag}")
        self.store(self.convert(held, cell.root().item), place)

    def copy_object(self, value: Value) -> Value:
        """Another object with the same attributes."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        text = self.object_text(kind)
        memory = self.allocate(self.size(text))
        self.out(f"store {text} {self.let(f'load {text}, ptr {value.ref}')}, ptr {memory}")
        return Value(kind, memory)

    def literal_object(self, value: Any, kind: ObjectOf) -> str:
        """A constant object; a remark makes it differ from others that are alike."""
        held = attributes_of(value)
        parts = ["i1 false"]
        for name, cell in kind.fields.root().cells.items():
            field = Maybe(cell.root().item)
            if name in held:
                inner = self.literal(held[name], field.item)
                parts.append(f"{self.llvm(field)} {{i1 true, {self.llvm(field.item)} {inner}}}")
            else:
                parts.append(f"{self.llvm(field)} zeroinitializer")
        numbers = self.module.object_numbers
        number = numbers.setdefault(id(value), len(numbers))
        self.module.kept.append(value)
        return self.module.data(f"{self.object_text(kind)} {{{', '.join(parts)}}} ; {number}")

    def own(self, value: Value, name: str) -> Any:
        """A method of that name that the author of a value's class wrote."""
        cls = class_of(value.kind)
        if isinstance(value.kind, Record) and value.kind.cls is None:
            return None
        return own_method(cls, name)


def vars_of(cls: type, name: str) -> Any:
    """A plain value of that name in a class; None if there is none."""
    for base in cls.__mro__:
        if name in vars(base):
            found = vars(base)[name]
            return None if callable(found) or hasattr(found, "__get__") else found
    return None
