"""Dicts and lists of unlike things: each key, or each index, is a field of its own, as an attribute is of an object."""

from __future__ import annotations

from collections.abc import Callable

from elagage.compiler.native.value_types import (
    Fields,
    Never,
    ObjectOf,
    Record,
    Text,
    Type,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Unreached, Value
from elagage.compiler.native.values.objects import Objects
from elagage.i18n import Message

__all__ = ["Mixed", "is_mixed"]


def is_mixed(kind: Type, cls: type | None = None) -> bool:
    """Is it a dict or a list of unlike things?"""
    return isinstance(kind, ObjectOf) and kind.cls in ((dict, list) if cls is None else (cls,))


class Mixed(Objects):
    """The builder with dicts and lists of unlike things."""

    def mixed_kind(self, cls: type, names: tuple[str, ...]) -> ObjectOf:
        """The type of those with these keys."""
        kinds = self.module.mixed_kinds
        if (cls, names) not in kinds:
            kind = ObjectOf(cls, Fields())
            for name in names:
                kind.fields.cell(name)
            kinds[cls, names] = kind
        return kinds[cls, names]

    def new_mixed(self, cls: type, held: dict[str, Value]) -> Value:
        """A dict or a list of unlike things."""
        kind = self.mixed_kind(cls, tuple(held))
        if cls is dict and list(held) != [name for name in kind.fields.root().cells if name in held]:
            raise self.refuse(Message("a dict of unlike things has its keys in another order here"))
        for name, value in held.items():
            self.module.widen(kind.fields.cell(name), value.kind, self)
        text = self.object_text(kind)
        memory = self.allocate(self.size(text))
        self.out(f"store {text} zeroinitializer, ptr {memory}")
        made = Value(kind, memory)
        for name, value in held.items():
            self.set_field(made, name, value)
        return made

    def mixed_names(self, value: Value) -> list[str]:
        """The keys, or the indices as texts."""
        assert isinstance(value.kind, ObjectOf)
        return list(value.kind.fields.root().cells)

    def mixed_item(self, value: Value, index: Value) -> Value:
        """The element under a key or at an index; of those alike, where the key is known only then."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        name = self.known_name(value, index)
        if name is not None:
            if name not in self.mixed_names(value):
                self.fail("KeyError" if kind.cls is dict else "IndexError")
                raise Unreached
            return self.present(value, name)
        return self.pick(value, index, lambda name: self.present(value, name))

    def known_name(self, value: Value, index: Value) -> str | None:
        """The name of the field that a known key or index means."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        if index.const is UNKNOWN:
            return None
        if kind.cls is dict:
            return index.const if isinstance(index.const, str) else "\0"
        if not isinstance(index.const, int):
            raise self.refuse_value(index, "[]")
        return str(index.const if index.const >= 0 else index.const + len(self.mixed_names(value)))

    def present(self, value: Value, name: str) -> Value:
        """A field that must be there."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        flag, place = self.field_places(value, name)
        self.need(self.let(f"load i1, ptr {flag}"), "KeyError" if kind.cls is dict else "unknown")
        return self.load(self.sure_item(kind.fields.cell(name).root().item), place)

    def sure_item(self, kind: Type) -> Type:
        """A type that some value is known to have."""
        if isinstance(kind, Never):
            raise Unreached
        return kind

    def pick(self, value: Value, index: Value, take: Callable[[str], Value]) -> Value:
        """What is done with the field that a key or index means, one of the largest group of those alike."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        names = self.mixed_names(value)
        fields = tuple(kind.fields.cell(name).root().item for name in names)
        group = [names[number] for number in self.groups_of(fields)[0]]
        index = self.sure(index)
        if kind.cls is list:
            index = self.from_word(self.place_of_index(index, str(len(names))))
        elif not isinstance(index.kind, Text):
            raise self.refuse_value(index, "[]")

        def choose_from(number: int) -> Value:
            name = group[number]
            wanted = self.constant(name) if kind.cls is dict else self.integer(int(name))
            here = self.equal(index, wanted)
            if number == len(group) - 1:
                self.need(here, "unknown")
                return take(name)
            return self.choose(here, lambda: take(name), lambda: choose_from(number + 1))

        return choose_from(0)

    def set_mixed(self, target: Value, index: Value, value: Value) -> None:
        """Put a value under a key or at an index."""
        kind = target.kind
        assert isinstance(kind, ObjectOf)
        name = self.known_name(target, index)
        if name is None:
            held = self.realise(value)

            def put(name: str) -> Value:
                self.set_field(target, name, held)
                return self.none()

            self.pick(target, index, put)
            return
        if kind.cls is list and name not in self.mixed_names(target):
            self.fail("IndexError")
            raise Unreached
        if kind.cls is dict and (name == "\0" or name not in self.mixed_names(target)):
            raise self.refuse(Message("a dict of unlike things gets a new key here"))
        self.set_field(target, name, value)

    def mixed_contains(self, container: Value, wanted: Value) -> str:
        """Is a key in a dict of unlike things, or a value in such a list?"""
        kind = container.kind
        assert isinstance(kind, ObjectOf)
        if kind.cls is list:
            return self.contains(self.list_value(container), wanted)
        result = "false"
        for name in self.mixed_names(container):
            there = self.let(f"load i1, ptr {self.field_places(container, name)[0]}")
            same = self.equal(wanted, self.constant(name))
            result = self.let(f"or i1 {result}, {self.let(f'and i1 {there}, {same}')}")
        return result

    def list_value(self, value: Value) -> Value:
        """A list of unlike things as fields side by side, to be looked at; other values as they are."""
        if not is_mixed(value.kind, list):
            return value
        parts = [self.present(value, name) for name in self.mixed_names(value)]
        return self.record(Record(tuple(part.kind for part in parts), None, "list"), parts)
