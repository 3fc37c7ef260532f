"""Conditions and comparisons in expressions."""

from __future__ import annotations

import ast
from enum import Enum
from types import FunctionType

from elagage.compiler.native.prelude import find_written
from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.syntax.operators import Operators
from elagage.compiler.native.value_types import (
    BOOL,
    Bool,
    Const,
    EnumOf,
    Float,
    Maybe,
    NoneValue,
    ObjectOf,
    Record,
    SetOf,
    class_of,
)  # fmt: skip
from elagage.compiler.native.values.builder import Unreached, Value
from elagage.i18n import Message

__all__ = ["Conditions"]


class Conditions(Operators):
    """The builder with conditions."""

    def condition(self, node: ast.expr) -> str:
        """Does an expression count as true? What decides it need not have one type then."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.condition(node.operand)
            known = {"true": "false", "false": "true"}.get(inner)
            return known or self.let(f"xor i1 {inner}, true")
        if not isinstance(node, ast.BoolOp):
            before, self.node = self.node, node
            result = self.truth(self.expression(node))
            self.node = before
            return result
        place = self.place_for("i1")
        known = self.conditions(node, 0, place)
        return known or self.let(f"load i1, ptr {place}")

    def conditions(self, node: ast.BoolOp, number: int, place: str) -> str:
        """The same for ``and`` and ``or`` from one operand on: put into a place, or given back if it is known."""
        stops = "true" if isinstance(node.op, ast.Or) else "false"
        current = self.condition(node.values[number])
        if number == len(node.values) - 1 or current == stops:
            if current not in ("true", "false"):
                self.out(f"store i1 {current}, ptr {place}")
                return ""
            return current
        if current in ("true", "false"):
            return self.conditions(node, number + 1, place)
        self.out(f"store i1 {current}, ptr {place}")

        def rest() -> None:
            known = self.conditions(node, number + 1, place)
            if known:
                self.out(f"store i1 {known}, ptr {place}")

        sides = (lambda: None, rest) if stops == "true" else (rest, lambda: None)
        self.branch_meeting(current, *sides)
        if self.dead:
            raise Unreached
        return ""

    def on_boolop(self, node: ast.BoolOp) -> Value:
        """``and`` or ``or``: the value that decides."""
        return self.decide(node, 0)

    def decide(self, node: ast.BoolOp, number: int) -> Value:
        """The same from one operand on."""
        value = self.expression(node.values[number])
        if number == len(node.values) - 1:
            return value
        condition = self.truth(value)
        if condition in ("true", "false"):
            stays = (condition == "true") == isinstance(node.op, ast.Or)
            return (
                self.when_true(value)
                if stays and condition == "true"
                else value
                if stays
                else self.decide(node, number + 1)
            )
        if isinstance(node.op, ast.Or):
            return self.choose(condition, lambda: self.when_true(value), lambda: self.decide(node, number + 1))
        return self.choose(condition, lambda: self.decide(node, number + 1), lambda: self.realise(value))

    def when_true(self, value: Value) -> Value:
        """A value that is known to count as true, and so is not None."""
        value = self.realise(value)
        return self.part(value, 1, value.kind.item) if isinstance(value.kind, Maybe) else value

    def on_ifexp(self, node: ast.IfExp) -> Value:
        """``a if condition else b``."""
        condition = self.condition(node.test)
        if condition in ("true", "false"):
            return self.expression(node.body if condition == "true" else node.orelse)
        return self.choose(condition, lambda: self.realise_data(node.body), lambda: self.realise_data(node.orelse))

    def realise_data(self, node: ast.expr) -> Value:
        """The value of an expression, put into memory unless it is a function or the like."""
        value = self.expression(node)
        if isinstance(value.kind, Const) and not callable(value.kind.value):
            return self.realise(value)
        return value

    def on_namedexpr(self, node: ast.NamedExpr) -> Value:
        """``name := value``."""
        value = self.settle_value(self.expression(node.value))
        if self.unordered:
            raise self.refuse(Message("the order of a set's elements would matter here: use sorted(...), or a tuple"))
        hidden, self.renamed = self.renamed, []  # inside a comprehension too it is a variable of the function
        self.assign(node.target, value)
        self.renamed = hidden
        return value

    def on_compare(self, node: ast.Compare) -> Value:
        """Comparisons, maybe in a chain: each operand is looked at once, and none after the first that fails."""
        left = self.expression(node.left)
        if len(node.ops) == 1:
            return self.as_truth(self.compare(node.ops[0], left, self.expression(node.comparators[0])))
        place = self.place_for("i1")
        self.compare_chain(node, 0, left, place)
        return Value(BOOL, self.let(f"load i1, ptr {place}"))

    def as_truth(self, condition: str) -> Value:
        """A condition as a truth value, known if the condition is."""
        return self.truth_value(condition == "true") if condition in ("true", "false") else Value(BOOL, condition)

    def compare_chain(self, node: ast.Compare, number: int, left: Value, place: str) -> None:
        """The same from one operator on, the answer put into a place."""
        right = self.expression(node.comparators[number])
        result = self.compare(node.ops[number], left, right)
        self.out(f"store i1 {result}, ptr {place}")
        if number < len(node.ops) - 1:
            self.branch_meeting(result, lambda: self.compare_chain(node, number + 1, right, place), lambda: None)
            if self.dead:
                raise Unreached

    def compare(self, op: ast.cmpop, left: Value, right: Value) -> str:
        """One comparison."""
        if isinstance(op, ast.Is | ast.IsNot):
            same = self.identical(left, right)
            return same if isinstance(op, ast.Is) else self.let(f"xor i1 {same}, true")
        if isinstance(op, ast.In | ast.NotIn):
            inside = self.is_inside(left, right)
            return inside if isinstance(op, ast.In) else self.let(f"xor i1 {inside}, true")
        if isinstance(op, ast.Eq | ast.NotEq):
            same = self.equal(left, right)
            return same if isinstance(op, ast.Eq) else self.let(f"xor i1 {same}, true")
        for value in (left, right):
            cls = class_of(value.kind)
            if any(own_method(cls, f"__{name}__") for name in ("lt", "le", "gt", "ge")):
                return self.compare_by_method(op, left, right)
        left, right = self.realise(self.sure(left)), self.realise(self.sure(right))
        if isinstance(left.kind, Float) or isinstance(right.kind, Float):
            names: dict[type[ast.cmpop], str] = {ast.Lt: "olt", ast.LtE: "ole", ast.Gt: "ogt", ast.GtE: "oge"}
            return self.let(f"fcmp {names[type(op)]} double {self.as_float(left).ref}, {self.as_float(right).ref}")
        if isinstance(left.kind, SetOf) and isinstance(right.kind, SetOf):
            small, large = (left, right) if isinstance(op, ast.Lt | ast.LtE) else (right, left)
            inside = self.truth(self.call_function(find_written("set_issubset"), [small, large]))
            if isinstance(op, ast.LtE | ast.GtE):
                return inside
            fewer = self.let(f"icmp slt i64 {self.span(small)[1]}, {self.span(large)[1]}")
            return self.let(f"and i1 {inside}, {fewer}")
        if isinstance(op, ast.Lt):
            return self.less(left, right)
        if isinstance(op, ast.Gt):
            return self.less(right, left)
        other = self.less(right, left) if isinstance(op, ast.LtE) else self.less(left, right)
        return self.let(f"xor i1 {other}, true")

    def compare_by_method(self, op: ast.cmpop, left: Value, right: Value) -> str:
        """A comparison by a method of the left value's class."""
        names: dict[type[ast.cmpop], str] = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"}
        method = own_method(class_of(left.kind), names[type(op)])
        if not isinstance(method, FunctionType):
            raise self.refuse_value(left, "<")
        return self.truth(self.call_function(method, [left, right]))

    def is_inside(self, left: Value, right: Value) -> str:
        """``left in right``."""
        kind = right.kind
        method = own_method(class_of(kind), "__contains__")
        if method is not None:
            return self.truth(self.call_function(method, [right, left]))
        if isinstance(kind, Record) and kind.cls is not None and not issubclass(kind.cls, tuple):
            raise self.refuse_value(right, "in")
        if isinstance(kind, Const) and isinstance(kind.value, type) and issubclass(kind.value, Enum):
            raise self.refuse_value(right, "in")
        return self.contains(right, left)

    def identical(self, left: Value, right: Value) -> str:
        """``left is right``, where that is a matter of values: None, truth values, members of an Enum."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one.kind, NoneValue):
                if isinstance(other.kind, Maybe):
                    return self.let(f"xor i1 {self.word(other, 0)}, true")
                return "true" if isinstance(other.kind, NoneValue) else "false"
        a, b = left.kind, right.kind
        if isinstance(a, ObjectOf) and isinstance(b, ObjectOf):
            return self.let(f"icmp eq ptr {left.ref}, {right.ref}") if a.cls is b.cls else "false"
        inner_a, inner_b = (a.item if isinstance(a, Maybe) else a), (b.item if isinstance(b, Maybe) else b)
        if isinstance(inner_a, EnumOf | Bool) and inner_a == inner_b:
            return self.equal(left, right)
        if isinstance(a, Const) and isinstance(b, Const) and not isinstance(a.value, int | float | str | tuple):
            return "true" if a.value is b.value else "false"
        raise self.refuse(Message("'is' between such values is not compiled: use =="))
