"""Members of an Enum, and objects of NamedTuples and dataclasses, made and changed."""

from __future__ import annotations

import dataclasses
from typing import Any

from elagage.compiler.native.border import fields_of
from elagage.compiler.native.calls.formats import Formats
from elagage.compiler.native.python_types import is_dataclass_type, is_object_class, own_method
from elagage.compiler.native.value_types import (
    DictOf,
    EnumOf,
    ObjectOf,
    Record,
    Seq,
    is_int_like,
)  # fmt: skip
from elagage.compiler.native.values.builder import Unreached, Value
from elagage.i18n import Message

__all__ = ["Records"]


class Records(Formats):
    """The builder with the classes of the rules' own."""

    def star_parts(self, star: Value, names: list[str], defaults: dict[str, Any]) -> list[Value]:
        """A sequence of unknown length as the arguments that are still missing."""
        wanted = [name for name in names if name not in defaults]
        if len(wanted) != len(names):
            raise self.refuse(Message("'{code}' is not compiled", code="*"))
        assert isinstance(star.kind, Seq)
        pointer, length = self.span(star)
        self.need(self.let(f"icmp eq i64 {length}, {len(wanted)}"), "TypeError")
        return [self.element(star.kind, pointer, str(number)) for number in range(len(wanted))]

    def make_member(self, cls: type, positional: list[Value], named: dict[str, Value]) -> Value:
        """``Colour(1)``."""
        if len(positional) != 1 or named or own_method(cls, "_missing_") or own_method(cls, "__new__"):
            raise self.refuse(
                Message("making a {name} does more than to keep its fields, which is not compiled", name=cls.__name__)
            )
        value = self.sure(positional[0])
        if value.kind == EnumOf(cls):
            return value
        members: list[Any] = list(cls)  # type: ignore[call-overload]
        if not is_int_like(value.kind) or not all(type(member.value) is int for member in members):
            by_value = {member.value: member for member in members}
            table = self.realise(self.constant(self.module.tables.setdefault((cls, "by value"), by_value)))
            assert isinstance(table.kind, DictOf)
            at = self.find(table, self.realise(value))
            self.need(self.let(f"icmp sge i64 {at}, 0"), "ValueError")
            return self.dict_value(table, table.kind.value.root().item, at)
        number = self.as_int(value)
        result, after, wrong = self.place_for(self.whole), self.label(), self.failure(4)
        labels = [self.label() for _member in members]
        cases = " ".join(
            f"{self.whole} {member.value}, label %{label}" for member, label in zip(members, labels, strict=True)
        )
        self.out(f"switch {self.whole} {number.ref}, label %{wrong} [{cases}]")
        for member, label in zip(members, labels, strict=True):
            self.start(label)
            self.out(f"store {self.whole} {self.member_constant(member)}, ptr {result}")
            self.go(after)
        self.start(after)
        return self.load(EnumOf(cls), result)

    def make_record(self, cls: type, positional: list[Value], named: dict[str, Value], star: Value | None) -> Value:
        """An object of a NamedTuple or a dataclass."""
        names = list(fields_of(cls))
        if own_method(cls, "__new__") or (own_method(cls, "__init__") and not is_object_class(cls)):
            raise self.refuse(
                Message("making a {name} does more than to keep its fields, which is not compiled", name=cls.__name__)
            )
        defaults: dict[str, Any] = {}
        factories: dict[str, Any] = {}
        by_position = names
        if is_dataclass_type(cls):
            fields = dataclasses.fields(cls)
            if any(not field.init for field in fields):
                raise self.refuse(
                    Message(
                        "making a {name} does more than to keep its fields, which is not compiled", name=cls.__name__
                    )
                )
            defaults = {field.name: field.default for field in fields if field.default is not dataclasses.MISSING}
            factories = {
                field.name: field.default_factory
                for field in fields
                if field.default_factory is not dataclasses.MISSING
            }
            by_position = [field.name for field in fields if not field.kw_only]
        else:
            defaults = dict(cls._field_defaults)  # type: ignore[attr-defined]
        if star is not None:
            positional = positional + self.star_parts(
                star,
                [name for name in by_position[len(positional) :] if name not in named],
                defaults | factories,
            )
        given = dict(zip(by_position, positional, strict=False))
        if len(positional) > len(by_position) or any(name in given or name not in names for name in named):
            self.fail("TypeError")
            raise Unreached
        given |= named
        for name in names:
            if name not in given:
                if name in factories:
                    given[name] = self.make_default(factories[name])
                elif name in defaults:
                    given[name] = self.constant(defaults[name])
                else:
                    self.fail("TypeError")
                    raise Unreached
        return self.hold_fields(cls, {name: self.realise(given[name]) for name in names})

    def hold_fields(self, cls: type, held: dict[str, Value]) -> Value:
        """An object of a NamedTuple or a dataclass with these fields."""
        if is_object_class(cls):
            made = self.new_object(cls)
            for name, value in held.items():
                self.set_field(made, name, value)
        else:
            made = self.record(Record(tuple(value.kind for value in held.values()), cls), list(held.values()))
        after = own_method(cls, "__post_init__")
        if after is not None:
            self.call_function(after, [made])
        return made

    def make_object(self, cls: type, positional: list[Value], named: dict[str, Value], star: Value | None) -> Value:
        """An object of a class that is written plainly."""
        if own_method(cls, "__new__") or type(cls) is not type:
            raise self.refuse(
                Message("making a {name} does more than to keep its fields, which is not compiled", name=cls.__name__)
            )
        made = self.new_object(cls)
        begin = own_method(cls, "__init__")
        if begin is not None:
            self.call_python(begin, [made, *positional], named, star)
        elif positional or named or star is not None:
            self.fail("TypeError")
            raise Unreached
        return made

    def call_python(self, function: Any, positional: list[Value], named: dict[str, Value], star: Value | None) -> Value:
        """Call a function of the rules."""
        raise NotImplementedError

    def replace_fields(self, value: Value, named: dict[str, Value]) -> Value:
        """A record with some fields changed."""
        kind = value.kind
        if (
            not isinstance(kind, Record | ObjectOf)
            or kind.cls is None
            or not hasattr(kind.cls, "_fields") ^ is_dataclass_type(kind.cls)
        ):
            raise self.refuse_value(value, "replace")
        names = fields_of(kind.cls)
        if any(name not in names for name in named):
            self.fail("TypeError")
            raise Unreached
        if own_method(kind.cls, "__init__") or own_method(kind.cls, "__new__"):
            raise self.refuse(
                Message(
                    "making a {name} does more than to keep its fields, which is not compiled", name=kind.cls.__name__
                )
            )
        values = [
            self.realise(named[name])
            if name in named
            else self.read_field(value, name)
            if isinstance(kind, ObjectOf)
            else self.part(value, number, kind.fields[number])
            for number, name in enumerate(names)
        ]
        return self.hold_fields(kind.cls, dict(zip(names, values, strict=True)))
