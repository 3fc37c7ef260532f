"""Truth, equality, order and hashes of values of any type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elagage.compiler.native.border import fields_of
from elagage.compiler.native.python_types import is_dataclass_type, own_method
from elagage.compiler.native.value_types import (
    BOOL,
    INT,
    Bytes,
    Const,
    DictOf,
    EnumOf,
    Float,
    Int,
    ListOf,
    Maybe,
    Never,
    NoneValue,
    ObjectOf,
    Record,
    Seq,
    SetOf,
    Text,
    Type,
    class_of,
    is_int_like,
    is_number,
    shape,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Value
from elagage.compiler.native.values.conversions import Conversions
from elagage.i18n import Message

__all__ = ["Comparisons"]


class Comparisons(Conversions):
    """The builder with comparisons."""

    in_helper = False
    """Is it a function that compares values, and can't leave with an error?"""

    # Truth ----------------------------------------------------------------------------------------------------------

    def truth(self, value: Value) -> str:
        """Does the value count as true?"""
        kind = value.kind
        if isinstance(kind, Const):
            if (
                isinstance(kind.value, list | tuple | dict | set | frozenset | range)
                and self.module.memo_of(kind.value) is None
            ):
                return "true" if kind.value else "false"
            raise self.refuse_value(value, "bool")
        if value.const is not UNKNOWN and is_number(kind) and not isinstance(kind, EnumOf):
            return "true" if value.const else "false"
        if kind == BOOL:
            return value.ref
        if isinstance(kind, EnumOf):
            if own_method(kind.cls, "__bool__"):
                raise self.refuse_value(value, "bool")
            return self.let(f"icmp ne {self.whole} {value.ref}, 0") if issubclass(kind.cls, int) else "true"
        if isinstance(kind, Int):
            return self.let(f"icmp ne {self.whole} {value.ref}, 0")
        if isinstance(kind, Float):
            return self.let(f"fcmp une double {value.ref}, 0.0")
        if isinstance(kind, NoneValue):
            return "false"
        if isinstance(kind, Maybe):
            some = self.word(value, 0)
            return self.both(some, lambda: self.truth(self.part(value, 1, kind.item)))
        if isinstance(kind, Record):
            if own_method(kind.cls, "__bool__") or own_method(kind.cls, "__len__"):
                return self.truth_by_method(value)
            return "true" if kind.fields or kind.cls is not None else "false"
        if isinstance(kind, ObjectOf):
            return self.truth_by_method(value)
        if isinstance(kind, Seq | Text | Bytes | ListOf | SetOf | DictOf) and getattr(kind, "kind", "") != "generator":
            return self.let(f"icmp ne i64 {self.span(value)[1]}, 0")
        raise self.refuse_value(value, "bool")

    def truth_by_method(self, value: Value) -> str:
        """The same by the method that the author of a class wrote, if there is one."""
        for name in ("__bool__", "__len__"):
            method = own_method(class_of(value.kind), name)
            if method is not None:
                return self.truth(self.call_function(method, [value]))
        if isinstance(value.kind, ObjectOf) and value.kind.cls in (dict, list) and not value.kind.fields.root().cells:
            return "false"
        return "true"

    def both(self, first: str, second: Callable[[], str]) -> str:
        """Is the first true, and then the second, which is looked at only then?"""
        place, inside, after = self.place_for("i1"), self.label(), self.label()
        self.out(f"store i1 false, ptr {place}")
        self.branch(first, inside, after)
        self.start(inside)
        self.attempt(lambda: self.out(f"store i1 {second()}, ptr {place}"))
        if not self.dead:
            self.go(after)
        self.start(after)
        return self.let(f"load i1, ptr {place}")

    # Equality -------------------------------------------------------------------------------------------------------

    def equal(self, one: Value, other: Value) -> str:
        """Are two values equal, as Python's == says?"""
        if isinstance(one.kind, Const) and isinstance(other.kind, Const):
            if isinstance(one.kind.value, type) and isinstance(other.kind.value, type):
                return "true" if one.kind.value is other.kind.value else "false"
        one, other = self.realise(one), self.realise(other)
        a, b = one.kind, other.kind
        for kind in (a, b):
            cls = class_of(kind)
            if own_method(cls, "__eq__") and not self.in_helper and not isinstance(kind, EnumOf):
                return self.equal_by_method(one, other)
            if own_method(cls, "__eq__") or (
                isinstance(kind, Record) and cls and is_dataclass_type(cls) and "__eq__" not in vars(cls)
            ):
                raise self.refuse(
                    Message("'{code}' is not compiled for {kind}", code="==", kind=cls.__name__ if cls else "")
                )
        if isinstance(a, Maybe) or isinstance(b, Maybe):
            return self.equal_maybe(one, other)
        if isinstance(a, ObjectOf) or isinstance(b, ObjectOf):
            return self.equal_objects(one, other)
        if isinstance(a, NoneValue) or isinstance(b, NoneValue):
            return "true" if isinstance(a, NoneValue) and isinstance(b, NoneValue) else "false"
        if is_int_like(a) and is_int_like(b):
            return self.let(f"icmp eq {self.whole} {self.as_int(one).ref}, {self.as_int(other).ref}")
        if is_number(a) and is_number(b):
            return self.equal_numbers(one, other)
        if isinstance(a, EnumOf) or isinstance(b, EnumOf):
            same = a == b and not is_number(a)
            return self.let(f"icmp eq {self.whole} {one.ref}, {other.ref}") if same else "false"
        if is_number(a) or is_number(b):
            return "false"
        if (isinstance(a, Text) and isinstance(b, Text)) or (isinstance(a, Bytes) and isinstance(b, Bytes)):
            return self.let(f"call i1 @rt_same({self.llvm(a)} {one.ref}, {self.llvm(b)} {other.ref})")
        if self.family(a) != self.family(b) or not self.family(a):
            if not self.family(a) or not self.family(b):
                raise self.refuse_value(one if not self.family(a) else other, "==")
            return "false"
        return self.helper("eq", one, other, self.write_equal)

    def equal_by_method(self, one: Value, other: Value) -> str:
        """The same by the method that the author of a class wrote."""
        for value, against in ((one, other), (other, one)):
            method = own_method(class_of(value.kind), "__eq__")
            if method is not None:
                return self.truth(self.call_function(method, [value, against]))
        raise self.refuse_value(one, "==")

    def equal_objects(self, one: Value, other: Value) -> str:
        """The same for objects: those of a dataclass by what they hold, others only if they are the same object."""
        a, b = one.kind, other.kind
        for kind, against in ((a, b), (b, a)):
            if (
                isinstance(kind, ObjectOf)
                and kind.cls in (dict, list)
                and isinstance(against, DictOf | ListOf | Record)
            ):
                raise self.refuse_value(one, "==")
        if not isinstance(a, ObjectOf) or not isinstance(b, ObjectOf) or a.cls is not b.cls:
            return "false"
        if a.cls in (dict, list):
            if a != b:
                raise self.refuse_value(one, "==")
            return self.helper("eq", one, other, self.write_equal_mixed)
        if is_dataclass_type(a.cls) and "__eq__" in vars(a.cls):
            return self.helper("eq", one, other, self.write_equal_objects)
        return self.let(f"icmp eq ptr {one.ref}, {other.ref}")

    def write_equal_objects(self, one: Value, other: Value) -> str:
        """The text of an equality of two objects of a dataclass."""
        assert isinstance(one.kind, ObjectOf)
        result = "true"
        for name in fields_of(one.kind.cls):
            result = self.both(result, lambda name=name: self.equal_fields(one, other, name))  # type: ignore[misc]
        return result

    def write_equal_mixed(self, one: Value, other: Value) -> str:
        """The text of an equality of two dicts or lists of unlike things."""
        assert isinstance(one.kind, ObjectOf)
        result = "true"
        for name, cell in one.kind.fields.root().cells.items():
            if isinstance(cell.root().item, Never):
                continue
            held = Maybe(cell.root().item)
            flags = self.field_places(one, name)[0], self.field_places(other, name)[0]
            both = self.load(held, flags[0]), self.load(held, flags[1])
            result = self.both(result, lambda both=both: self.equal(*both))  # type: ignore[misc]
        return result

    def equal_fields(self, one: Value, other: Value, name: str) -> str:
        """Are attributes of two objects equal, which are known to be set?"""
        assert isinstance(one.kind, ObjectOf)
        assert isinstance(other.kind, ObjectOf)
        mine, theirs = one.kind.fields.cell(name).root().item, other.kind.fields.cell(name).root().item
        if isinstance(mine, Never) or isinstance(theirs, Never):
            return "true"
        places = self.field_places(one, name)[1], self.field_places(other, name)[1]
        return self.equal(self.load(mine, places[0]), self.load(theirs, places[1]))

    def field_places(self, value: Value, name: str) -> tuple[str, str]:
        """Where the sign of an attribute's being set is, and where the attribute."""
        raise NotImplementedError

    def call_function(self, function: Any, arguments: list[Value]) -> Value:
        """Call a Python function with these values."""
        raise NotImplementedError

    def family(self, kind: Type) -> str:
        """Values of different families are never equal."""
        if isinstance(kind, Record):
            if kind.cls is not None and not issubclass(kind.cls, tuple):
                return f"object {id(kind.cls)}"
            return kind.kind
        if isinstance(kind, ListOf):
            return "" if kind.kind == "generator" else kind.kind
        if isinstance(kind, DictOf):
            return "" if kind.kind == "Counter" else "dict"
        names: dict[type[Type], str] = {
            Seq: "tuple",
            SetOf: "set",
            Text: "str",
            Bytes: "bytes",
            Never: "never",
        }
        return names.get(type(kind), "")

    def equal_maybe(self, one: Value, other: Value) -> str:
        """The same where one of them may be None."""
        if not isinstance(one.kind, Maybe):
            one, other = other, one
        kind = one.kind
        assert isinstance(kind, Maybe)
        some = self.word(one, 0)
        if isinstance(other.kind, NoneValue):
            return self.let(f"xor i1 {some}, true")
        inner = self.part(one, 1, kind.item)
        if not isinstance(other.kind, Maybe):
            return self.both(some, lambda: self.equal(inner, other))
        theirs, theirs_kind = self.word(other, 0), other.kind.item
        alike = self.let(f"icmp eq i1 {some}, {theirs}")

        def same() -> str:
            unequal = self.both(
                some, lambda: self.let(f"xor i1 {self.equal(inner, self.part(other, 1, theirs_kind))}, true")
            )
            return self.let(f"xor i1 {unequal}, true")

        return self.both(alike, same)

    def equal_numbers(self, one: Value, other: Value) -> str:
        """Are two numbers equal, one of them a float?"""
        if isinstance(one.kind, Float) and isinstance(other.kind, Float):
            return self.let(f"fcmp oeq double {one.ref}, {other.ref}")
        number, real = (one, other) if isinstance(other.kind, Float) else (other, one)
        number = self.as_int(number)
        low = number.ref if self.whole == "i64" else self.let(f"trunc {self.whole} {number.ref} to i64")
        near = self.let(f"sitofp i64 {low} to double")
        back = self.let(f"call i64 @llvm.fptosi.sat.i64.f64(double {real.ref})")
        close = self.let(f"fcmp oeq double {near}, {real.ref}")
        wide = self.from_word(back).ref
        return self.let(f"and i1 {close}, {self.let(f'icmp eq {self.whole} {wide}, {number.ref}')}")

    def helper(
        self, stem: str, one: Value, other: Value | None, write: Callable[[Value, Value], str], result: str = "i1"
    ) -> str:
        """Call a function that compares values of these types, written when it is first needed."""
        from elagage.compiler.native.module import Specialised

        stem = f"{stem}{self.lane or ''}_"
        key = f"{stem} {shape(one.kind)} {shape(other.kind) if other else ''}"
        text_one, text_other = self.llvm(one.kind), self.llvm(other.kind if other else one.kind)
        if key not in self.module.helpers:
            name = f"@{stem}{len(self.module.helpers)}"
            self.module.helpers[key] = ""  # a type does not hold itself
            spec = Specialised(self.spec.code, [], [], name)
            inner = type(self)(self.module, spec)
            inner.lane = self.lane
            inner.in_helper = True
            answer = write_helper(inner, write, one.kind, other.kind if other else one.kind)
            lines = [f"define internal {result} {name}({text_one} %a, {text_other} %b) {{", *inner.places, *inner.lines]
            self.module.helpers[key] = "\n".join([*lines, f"  ret {result} {answer}", "}"])
            self.module.helper_names[key] = name
        second = other.ref if other else one.ref
        return self.let(f"call {result} {self.module.helper_names[key]}({text_one} {one.ref}, {text_other} {second})")

    def write_equal(self, one: Value, other: Value) -> str:
        """The text of an equality of two compound values of one family."""
        a, b = one.kind, other.kind
        result = self.place_for("i1")
        if isinstance(a, Record) and isinstance(b, Record):
            if len(a.fields) != len(b.fields):
                return "false"
            current = "true"
            for number, (mine, theirs) in enumerate(zip(a.fields, b.fields, strict=True)):
                current = self.chain(current, number, mine, theirs, one, other)
            return current
        if isinstance(a, SetOf | DictOf):
            return self.write_equal_unordered(one, other)
        if isinstance(a, Record):
            one = self.as_sequence(one)
        if isinstance(b, Record):
            other = self.as_sequence(other)
        (mine_at, mine_length), (theirs_at, theirs_length) = self.span(one), self.span(other)
        if isinstance(self.item_type(one.kind)[0], Never) or isinstance(self.item_type(other.kind)[0], Never):
            return self.let(f"icmp eq i64 {mine_length}, {theirs_length}")
        self.out(f"store i1 {self.let(f'icmp eq i64 {mine_length}, {theirs_length}')}, ptr {result}")
        limit = self.let(f"select i1 {self.let(f'load i1, ptr {result}')}, i64 {mine_length}, i64 0")

        def body(index: str) -> None:
            same = self.equal(self.element(one.kind, mine_at, index), self.element(other.kind, theirs_at, index))
            go_on, differ = self.label(), self.label()
            self.branch(same, go_on, differ)
            self.lines.append(f"{differ}:")
            self.out("ret i1 false")
            self.start(go_on)

        self.count_loop(limit, body)
        return self.let(f"load i1, ptr {result}")

    def chain(self, current: str, number: int, mine: Type, theirs: Type, one: Value, other: Value) -> str:
        """One more pair of fields that must be equal."""
        return self.both(current, lambda: self.equal(self.part(one, number, mine), self.part(other, number, theirs)))

    def write_equal_unordered(self, one: Value, other: Value) -> str:
        """The equality of two sets or two dicts: as many, and each of the one is in the other."""
        (keys, length), (_other_keys, other_length) = self.span(one), self.span(other)
        result = self.place_for("i1")
        self.out(f"store i1 {self.let(f'icmp eq i64 {length}, {other_length}')}, ptr {result}")
        limit = self.let(f"select i1 {self.let(f'load i1, ptr {result}')}, i64 {length}, i64 0")
        if isinstance(self.item_type(one.kind)[0], Never):
            return self.let(f"load i1, ptr {result}")

        def body(index: str) -> None:
            at = self.find(other, self.element(one.kind, keys, index))
            same = self.let(f"icmp sge i64 {at}, 0")
            if isinstance(one.kind, DictOf) and isinstance(other.kind, DictOf):
                mine, theirs = one.kind.value.root().item, other.kind.value.root().item
                same = self.both(
                    same, lambda: self.equal(self.dict_value(one, mine, index), self.dict_value(other, theirs, at))
                )
            go_on, differ = self.label(), self.label()
            self.branch(same, go_on, differ)
            self.lines.append(f"{differ}:")
            self.out("ret i1 false")
            self.start(go_on)

        self.count_loop(limit, body)
        return self.let(f"load i1, ptr {result}")

    def dict_value(self, value: Value, kind: Type, index: str) -> Value:
        """The value of a dict beside the key of that index."""
        values = self.let(f"load ptr, ptr {self.header_place(value.ref, 3)}")
        return self.load(kind, self.address(self.llvm(kind), values, index))

    def find(self, container: Value, wanted: Value, first: str = "0", last: str = "") -> str:
        """The index of an element or key that equals a value; -1 if there is none. ``first``, ``last``: where to
        look.
        """
        pointer, length = self.span(container)
        length = last or length
        item, _text = self.item_type(container.kind)
        result, place = self.place_for("i64"), self.place_for("i64")
        head, inside, next_one, found, after = (self.label() for _ in range(5))
        self.out(f"store i64 -1, ptr {result}")
        if isinstance(item, Never):
            return "-1"
        self.out(f"store i64 {first}, ptr {place}")
        if isinstance(container.kind, DictOf) and is_int_like(item) and is_int_like(wanted.kind):
            self.guess(pointer, length, item, self.as_int(wanted), result, after)
        self.go(head)
        self.start(head)
        index = self.let(f"load i64, ptr {place}")
        self.branch(self.let(f"icmp slt i64 {index}, {length}"), inside, after)
        self.start(inside)
        same = self.equal(self.element(container.kind, pointer, index), wanted)
        self.branch(same, found, next_one)
        self.start(next_one)
        self.out(f"store i64 {self.let(f'add i64 {index}, 1')}, ptr {place}")
        self.go(head)
        self.start(found)
        self.out(f"store i64 {index}, ptr {result}")
        self.go(after)
        self.start(after)
        return self.let(f"load i64, ptr {result}")

    def guess(self, pointer: str, length: str, item: Type, wanted: Value, result: str, found: str) -> None:
        """Keys are often ints in a row: look where one would then be."""
        some, near, store, miss = (self.label() for _ in range(4))
        self.branch(self.let(f"icmp sgt i64 {length}, 0"), some, miss)
        self.start(some)
        first = self.as_int(self.load(item, pointer))
        distance = self.let(f"sub {self.whole} {wanted.ref}, {first.ref}")
        wide = self.from_word(length).ref
        self.branch(self.let(f"icmp ult {self.whole} {distance}, {wide}"), near, miss)
        self.start(near)
        at = self.to_word(Value(INT, distance))
        there = self.as_int(self.load(item, self.address(self.llvm(item), pointer, at)))
        self.branch(self.let(f"icmp eq {self.whole} {there.ref}, {wanted.ref}"), store, miss)
        self.start(store)
        self.out(f"store i64 {at}, ptr {result}")
        self.go(found)
        self.start(miss)


def write_helper(inner: Comparisons, write: Callable[[Value, Value], str], one: Type, other: Type) -> str:
    """Write a helper's body with another builder; the name of its answer."""
    bound: Callable[[Value, Value], str] = getattr(inner, write.__name__)
    return bound(Value(one, "%a"), Value(other, "%b"))
