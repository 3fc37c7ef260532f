"""Conditions and comparisons in expressions."""

from __future__ import annotations

import ast
from enum import Enum

from elagage.compiler.native.syntax.expressions import Expressions
from elagage.compiler.native.value_types import (
    BOOL,
    Bool,
    Const,
    EnumOf,
    Float,
    Maybe,
    NoneValue,
    Record,
    SetOf,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value
from elagage.compiler.native.values.comparisons import own_method
from elagage.i18n import Message

__all__ = ["Conditions"]


class Conditions(Expressions):
    """The builder with conditions."""

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
            return self.when_true(value) if stays and condition == "true" else value if stays else self.decide(node, number + 1)
        if isinstance(node.op, ast.Or):
            return self.choose(condition, lambda: self.when_true(value), lambda: self.decide(node, number + 1))
        return self.choose(condition, lambda: self.decide(node, number + 1), lambda: self.realise(value))

    def when_true(self, value: Value) -> Value:
        """A value that is known to count as true, and so is not None."""
        value = self.realise(value)
        return self.part(value, 1, value.kind.item) if isinstance(value.kind, Maybe) else value

    def on_ifexp(self, node: ast.IfExp) -> Value:
        """``a if condition else b``."""
        condition = self.truth(self.expression(node.test))
        if condition in ("true", "false"):
            return self.expression(node.body if condition == "true" else node.orelse)
        return self.choose(condition, lambda: self.realise_data(node.body), lambda: self.realise_data(node.orelse))

    def realise_data(self, node: ast.expr) -> Value:
        """The value of an expression, put into memory unless it is a function or the like."""
        value = self.expression(node)
        if isinstance(value.kind, Const) and isinstance(
            value.kind.value, tuple | list | dict | set | frozenset | range
        ):
            return self.realise(value)
        return value

    def on_namedexpr(self, node: ast.NamedExpr) -> Value:
        """``name := value``."""
        value = self.expression(node.value)
        if self.renamed:
            raise self.refuse(Message("'{code}' is not compiled", code=":="))
        self.assign(node.target, value)
        return value

    def on_compare(self, node: ast.Compare) -> Value:
        """Comparisons, maybe in a chain: each operand is looked at once, and none after the first that fails."""
        return Value(BOOL, self.compare_chain(node, 0, self.expression(node.left)))

    def compare_chain(self, node: ast.Compare, number: int, left: Value) -> str:
        """The same from one operator on."""
        right = self.expression(node.comparators[number])
        result = self.compare(node.ops[number], left, right)
        if number == len(node.ops) - 1:
            return result
        return self.both(result, lambda: self.compare_chain(node, number + 1, right))

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
            cls = value.kind.cls if isinstance(value.kind, Record | EnumOf) else None
            if any(own_method(cls, f"__{name}__") for name in ("lt", "le", "gt", "ge")):
                raise self.unsupported(value, "<")
        left, right = self.realise(self.sure(left)), self.realise(self.sure(right))
        if isinstance(left.kind, Float) or isinstance(right.kind, Float):
            names: dict[type[ast.cmpop], str] = {ast.Lt: "olt", ast.LtE: "ole", ast.Gt: "ogt", ast.GtE: "oge"}
            return self.let(f"fcmp {names[type(op)]} double {self.as_float(left).ref}, {self.as_float(right).ref}")
        if isinstance(left.kind, SetOf) and isinstance(right.kind, SetOf):
            raise self.unsupported(left, "<=")
        if isinstance(op, ast.Lt):
            return self.less(left, right)
        if isinstance(op, ast.Gt):
            return self.less(right, left)
        other = self.less(right, left) if isinstance(op, ast.LtE) else self.less(left, right)
        return self.let(f"xor i1 {other}, true")

    def is_inside(self, left: Value, right: Value) -> str:
        """``left in right``."""
        kind = right.kind
        method = own_method(kind.cls, "__contains__") if isinstance(kind, Record) else None
        if method is not None:
            return self.truth(self.call_function(method, [right, left]))
        if isinstance(kind, Record) and kind.cls is not None and not issubclass(kind.cls, tuple):
            raise self.unsupported(right, "in")
        if isinstance(kind, Const) and isinstance(kind.value, type) and issubclass(kind.value, Enum):
            raise self.unsupported(right, "in")
        return self.contains(right, left)

    def identical(self, left: Value, right: Value) -> str:
        """``left is right``, where that is a matter of values: None, truth values, members of an Enum."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one.kind, NoneValue):
                if isinstance(other.kind, Maybe):
                    return self.let(f"xor i1 {self.word(other, 0)}, true")
                return "true" if isinstance(other.kind, NoneValue) else "false"
        a, b = left.kind, right.kind
        inner_a, inner_b = (a.item if isinstance(a, Maybe) else a), (b.item if isinstance(b, Maybe) else b)
        if isinstance(inner_a, EnumOf | Bool) and inner_a == inner_b:
            return self.equal(left, right)
        if isinstance(a, Const) and isinstance(b, Const) and not isinstance(a.value, int | float | str | tuple):
            return "true" if a.value is b.value else "false"
        raise self.refuse(Message("'is' between such values is not compiled: use =="))
