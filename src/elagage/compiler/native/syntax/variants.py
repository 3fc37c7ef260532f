"""Values of several types: a number that says of which it is, and a place for each. What is done with one is written
once a type.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.calls.builtin_calls import isinstance_of
from elagage.compiler.native.syntax.iteration import Body
from elagage.compiler.native.syntax.patterns import Patterns
from elagage.compiler.native.value_types import BOOL, Clash, Const, Maybe, Type, Variant, join
from elagage.compiler.native.values.builder import Meeting, Unreached, Value

__all__ = ["FunctionWriter"]


class FunctionWriter(Patterns):
    """The builder with values of several types: all of it."""

    # Members --------------------------------------------------------------------------------------------------------

    def member(self, value: Value, number: int) -> Value:
        """A value as that of one of its types."""
        assert isinstance(value.kind, Variant)
        return self.part(value, number + 1, value.kind.members[number])

    def split(self, value: Value, make: Callable[[Value], Value]) -> Value:
        """What ``make`` gives for the type that the value is of."""
        kind = value.kind
        assert isinstance(kind, Variant)
        tag = self.word(value, 0)
        refusals: list[CannotCompile] = []

        def side(number: int) -> Value:
            return self.try_variant(lambda: self.realise(make(self.member(value, number))), refusals)

        def from_number(number: int) -> Value:
            if number == len(kind.members) - 1:
                return side(number)
            here = self.let(f"icmp eq i64 {tag}, {number}")
            return self.choose(here, lambda: side(number), lambda: from_number(number + 1))

        try:
            return from_number(0)
        finally:
            if len(refusals) == len(kind.members):
                raise refusals[0]

    def try_variant(self, make: Callable[[], Value], refusals: list[CannotCompile]) -> Value:
        """A value; where it can't be compiled for a type, the rule leaves if it meets that type."""
        mark = len(self.lines), len(self.tail), dict(self.failures), dict(self.variables), len(self.writes)
        edges, dead = [len(meeting.edges) for meeting in self.open], self.dead
        try:
            return make()
        except CannotCompile as error:
            if self.in_helper:
                raise
            refusals.append(error)
            del self.lines[mark[0] :], self.tail[mark[1] :], self.writes[mark[4] :]
            self.failures, self.variables, self.dead = mark[2], mark[3], dead
            for meeting, count in zip(self.open, edges, strict=False):
                del meeting.edges[count:]
            self.fail("unknown")
            raise Unreached from None

    def split_all(self, value: Value, write: Callable[[Value, int], None]) -> None:
        """Write statements for the type that the value is of."""
        kind = value.kind
        assert isinstance(kind, Variant)
        tag = self.word(value, 0)
        refusals: list[CannotCompile] = []

        def side(number: int) -> None:
            def once() -> Value:
                write(self.member(value, number), number)
                return self.none()

            self.try_variant(once, refusals)

        def from_number(number: int) -> None:
            if number == len(kind.members) - 1:
                side(number)
                return
            here = self.let(f"icmp eq i64 {tag}, {number}")
            self.branch_meeting(here, lambda: side(number), lambda: from_number(number + 1))

        from_number(0)
        if len(refusals) == len(kind.members):
            raise refusals[0]
        if self.dead:
            raise Unreached

    def has_several(self, *values: Value) -> Value | None:
        """The first of some values that is of several types."""
        for value in values:
            if isinstance(value.kind, Variant):
                return value
        return None

    def when(self, value: Value, test: Callable[[Value], str]) -> str:
        """A condition on a value of several types."""
        return self.split(value, lambda part: Value(BOOL, test(part))).ref

    # Conversions ----------------------------------------------------------------------------------------------------

    def convert(self, value: Value, kind: Type) -> Value:
        """The value as one of another type that can hold it."""
        if value.kind == kind or isinstance(value.kind, Const | Maybe) or isinstance(kind, Maybe):
            return super().convert(value, kind)
        if isinstance(value.kind, Variant):
            return self.split(value, lambda part: self.convert(part, kind))
        if not isinstance(kind, Variant):
            return super().convert(value, kind)
        for number, member in enumerate(kind.members):
            try:
                fits = join(member, value.kind) == member
            except Clash:
                continue
            if fits:
                held = self.convert(value, member)
                parts = [("i64", str(number))]
                for other, text in enumerate(map(self.llvm, kind.members)):
                    parts.append((text, held.ref if other == number else "zeroinitializer"))
                return self.assemble(kind, parts)
        raise self.refuse_value(value, self.describe_type(kind))

    def as_int(self, value: Value) -> Value:
        """An int, a truth value or a member of an IntEnum, as an int."""
        return self.split(value, self.as_int) if isinstance(value.kind, Variant) else super().as_int(value)

    def as_float(self, value: Value) -> Value:
        """A number as a float."""
        return self.split(value, self.as_float) if isinstance(value.kind, Variant) else super().as_float(value)

    def as_text(self, value: Value) -> Value:
        """``str``."""
        return self.split(value, self.as_text) if isinstance(value.kind, Variant) else super().as_text(value)

    # Comparisons ----------------------------------------------------------------------------------------------------

    def truth(self, value: Value) -> str:
        """Does the value count as true?"""
        return self.when(value, self.truth) if isinstance(value.kind, Variant) else super().truth(value)

    def equal(self, one: Value, other: Value) -> str:
        """Are two values equal?"""
        if isinstance(one.kind, Maybe) or isinstance(other.kind, Maybe) or not self.has_several(one, other):
            return super().equal(one, other)
        if isinstance(one.kind, Variant):
            return self.when(one, lambda part: self.equal(part, other))
        return self.when(other, lambda part: self.equal(one, part))

    def less(self, one: Value, other: Value) -> str:
        """Does the first come before the second?"""
        one, other = self.sure(one), self.sure(other)
        if isinstance(one.kind, Variant):
            return self.when(one, lambda part: self.less(part, other))
        if isinstance(other.kind, Variant):
            return self.when(other, lambda part: self.less(one, part))
        return super().less(one, other)

    def compare(self, op: ast.cmpop, left: Value, right: Value) -> str:
        """One comparison."""
        if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            left, right = self.sure(left), self.sure(right)
            if isinstance(left.kind, Variant):
                return self.when(left, lambda part: self.compare(op, part, right))
            if isinstance(right.kind, Variant):
                return self.when(right, lambda part: self.compare(op, left, part))
        return super().compare(op, left, right)

    def identical(self, left: Value, right: Value) -> str:
        """``left is right``."""
        if isinstance(left.kind, Variant) and not isinstance(right.kind, Maybe):
            return self.when(left, lambda part: self.identical(part, right))
        if isinstance(right.kind, Variant) and not isinstance(left.kind, Maybe):
            return self.when(right, lambda part: self.identical(left, part))
        return super().identical(left, right)

    def hash_value(self, value: Value) -> str:
        """A number of 64 bits, the same for equal values of this type."""
        if not isinstance(value.kind, Variant):
            return super().hash_value(value)
        tag, place, after = self.word(value, 0), self.place_for("i64"), self.label()
        self.out(f"store i64 0, ptr {place}")
        for number in range(len(value.kind.members)):
            here, following = self.label(), self.label()
            self.branch(self.let(f"icmp eq i64 {tag}, {number}"), here, following)
            self.start(here)
            self.out(
                f"store i64 {self.mix_words(str(number), self.hash_value(self.member(value, number)))}, ptr {place}"
            )
            self.go(after)
            self.start(following)
        self.go(after)
        self.start(after)
        return self.let(f"load i64, ptr {place}")

    def call_isinstance(self, node: ast.Call) -> Value:
        """``isinstance``."""
        value, classes = self.plain(node, 2, 2)
        inner = value.kind.item if isinstance(value.kind, Maybe) else value.kind
        if not isinstance(inner, Variant) or not isinstance(classes.kind, Const):
            return super().call_isinstance(node)
        wanted = classes.kind.value
        answers = [isinstance_of(member, wanted) for member in inner.members]
        if None in answers:
            raise self.refuse_value(value, "isinstance")

        def look(part: Value) -> str:
            tag, result = self.word(part, 0), "false"
            for number, answer in enumerate(answers):
                if answer:
                    result = self.let(f"or i1 {result}, {self.let(f'icmp eq i64 {tag}, {number}')}")
            return result

        if not isinstance(value.kind, Maybe):
            return Value(BOOL, look(value))
        inside = self.both(self.word(value, 0), lambda: look(self.part(value, 1, inner)))
        if not isinstance(None, wanted):
            return Value(BOOL, inside)
        return Value(BOOL, self.let(f"or i1 {inside}, {self.let(f'xor i1 {self.word(value, 0)}, true')}"))

    # Operations -----------------------------------------------------------------------------------------------------

    def operate(self, op: ast.operator, left: Value, right: Value, node: Any) -> Value:
        """An operator between two values."""
        left, right = self.sure_variant(left), self.sure_variant(right)
        if isinstance(left.kind, Variant):
            return self.split(left, lambda part: self.operate(op, part, right, (node, "left")))
        if isinstance(right.kind, Variant):
            return self.split(right, lambda part: self.operate(op, left, part, (node, "right")))
        return super().operate(op, left, right, node)

    def sure_variant(self, value: Value) -> Value:
        """A value that may be None, of several types: it must not be None."""
        return self.sure(value) if isinstance(value.kind, Maybe) and isinstance(value.kind.item, Variant) else value

    def negate(self, value: Value) -> Value:
        """Minus a number."""
        return self.split(value, self.negate) if isinstance(value.kind, Variant) else super().negate(value)

    def absolute(self, value: Value) -> Value:
        """A number without its sign."""
        return self.split(value, self.absolute) if isinstance(value.kind, Variant) else super().absolute(value)

    def item(self, value: Value, index: Value) -> Value:
        """The element of that index or key."""
        value = self.sure_variant(value)
        if isinstance(value.kind, Variant):
            return self.split(value, lambda part: self.item(part, index))
        if isinstance(index.kind, Variant):
            return self.split(index, lambda part: self.item(value, part))
        return super().item(value, index)

    def length(self, value: Value) -> Value:
        """How many elements there are."""
        value = self.sure_variant(value)
        return self.split(value, self.length) if isinstance(value.kind, Variant) else super().length(value)

    def contains(self, container: Value, wanted: Value) -> str:
        """Is the value in it?"""
        container = self.sure_variant(container)
        if isinstance(container.kind, Variant):
            return self.when(container, lambda part: self.contains(part, wanted))
        return super().contains(container, wanted)

    def cut(self, value: Value, low: Value | None, high: Value | None, step: Value | None, node: Any) -> Value:
        """A slice."""
        value = self.sure_variant(value)
        if isinstance(value.kind, Variant):
            return self.split(
                value, lambda part: self.cut(part, low, high, step, (node, self.describe_type(part.kind)))
            )
        return super().cut(value, low, high, step, node)

    def attribute(self, value: Value, name: str) -> Value:
        """An attribute of a value."""
        value = self.sure_variant(value)
        if isinstance(value.kind, Variant):
            return self.split(value, lambda part: self.attribute(part, name))
        return super().attribute(value, name)

    def call_own(self, value: Value, node: ast.Call, function: ast.Attribute) -> Value:
        """A call of a method of a value."""
        if isinstance(value.kind, Variant):
            return self.split(value, lambda part: self.call_own(part, node, function))
        return super().call_own(value, node, function)

    def call_method(self, value: Value, name: str, node: ast.Call) -> Value:
        """Call a method of one of Python's own types."""
        value = self.sure_variant(value)
        if isinstance(value.kind, Variant):
            return self.split(value, lambda part: self.call_method(part, name, node))
        return super().call_method(value, name, node)

    # Statements -----------------------------------------------------------------------------------------------------

    def set_item(self, target: Value, index: Value, value: Value) -> None:
        """Put a value at an index or under a key."""
        target = self.sure_variant(target)
        if isinstance(target.kind, Variant):
            self.split_all(target, lambda part, _number: self.set_item(part, index, value))
            return
        super().set_item(target, index, value)

    def each_value(self, value: Value, body: Body, key: str, *, ordered: bool = True) -> None:
        """Do something for each element of a value."""
        value = self.sure_variant(value)
        if isinstance(value.kind, Variant):
            self.split_all(
                value, lambda part, number: self.each_value(part, body, f"{key} type {number}", ordered=ordered)
            )
            return
        super().each_value(value, body, key, ordered=ordered)

    def unpack(self, target: ast.Tuple | ast.List, value: Value) -> None:
        """``a, b = value``."""
        value = self.sure_variant(value)
        if isinstance(value.kind, Variant):
            self.split_all(value, lambda part, _number: self.unpack(target, part))
            return
        super().unpack(target, value)

    def match(self, pattern: ast.pattern, value: Value, otherwise: Meeting) -> None:
        """Go on if a pattern fits, with its names set."""
        kind = value.kind
        if not isinstance(kind, Variant) or not isinstance(pattern, ast.MatchSequence | ast.MatchClass):
            super().match(pattern, value, otherwise)
            return
        tag, fits = self.word(value, 0), self.meeting()
        self.open.append(fits)
        for number in range(len(kind.members)):
            here, following = self.label(), self.label()
            self.branch(self.let(f"icmp eq i64 {tag}, {number}"), here, following)
            before = dict(self.variables)
            self.start(here)
            self.attempt(
                lambda number=number: self.match(pattern, self.member(value, number), otherwise)  # type: ignore[misc]
            )
            self.jump(fits)
            self.variables = before
            self.start(following)
        self.jump(otherwise)
        self.open.pop()
        self.meet(fits)
