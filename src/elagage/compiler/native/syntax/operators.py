"""Operators between values, and what they become where only the low bits matter."""

from __future__ import annotations

import ast
import sys
from enum import Enum
from typing import Any

from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.syntax.expressions import OPERATORS, Expressions, has_operators, is_modular
from elagage.compiler.native.value_types import (
    INT,
    Bytes,
    DictOf,
    EnumOf,
    Float,
    Never,
    SetOf,
    class_of,
    is_int_like,
    is_number,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Value
from elagage.compiler.native.values.conversions import HEADER
from elagage.i18n import Message

__all__ = ["Operators"]


class Operators(Expressions):
    """The builder with operators."""

    def on_binop(self, node: ast.BinOp) -> Value:
        """An operator between two values."""
        masked = self.mask_low_bits(node) or self.read_two_bytes(node)
        if masked is not None:
            return masked
        left = self.expression(node.left)
        return self.operate(node.op, left, self.expression(node.right), node)

    def mask_low_bits(self, node: ast.BinOp) -> Value | None:
        """``(a * b + c) & mask`` or ``... % 2**n``: only the low bits matter, so what is lost above them may be."""
        if not isinstance(node.op, ast.BitAnd | ast.Mod) or not isinstance(node.left, ast.BinOp) or self.wraps():
            return None
        if not is_modular(node.left) or not any(
            isinstance(part, ast.Mult | ast.LShift) for part in ast.walk(node.left)
        ):
            return None
        mark = len(self.lines), len(self.tail), dict(self.failures), dict(self.variables)
        mask = self.expression(node.right)
        known = mask.const if isinstance(mask.const, int) and not isinstance(mask.const, Enum) else None
        low_bits = known is not None and (known > 0 and (isinstance(node.op, ast.BitAnd) or known & (known - 1) == 0))
        plain = len(self.lines) == mark[0]
        if not low_bits or not plain or known is None:
            del self.lines[mark[0] :], self.tail[mark[1] :]
            self.failures, self.variables = mark[2], mark[3]
            return None
        value = self.modular(node.left)
        if value is None:
            del self.lines[mark[0] :], self.tail[mark[1] :]
            self.failures, self.variables = mark[2], mark[3]
            return None
        bits = known if isinstance(node.op, ast.BitAnd) else known - 1
        return Value(INT, self.let(f"and {self.whole} {value.ref}, {bits}"))

    def read_two_bytes(self, node: ast.BinOp) -> Value | None:
        """``data[i] + 256 * data[i + 1]`` of bytes: a number of two bytes is read at once."""
        if sys.byteorder != "little" or not is_two_bytes(node):
            return None
        assert isinstance(node.left, ast.Subscript)
        mark = len(self.lines), len(self.tail), dict(self.failures), dict(self.variables)
        data = self.realise(self.sure(self.expression(node.left.value)))
        if not isinstance(data.kind, Bytes):
            del self.lines[mark[0] :], self.tail[mark[1] :]
            self.failures, self.variables = mark[2], mark[3]
            return None
        pointer, length = self.span(data)
        index, count = self.as_int(self.sure(self.expression(node.left.slice))).ref, self.from_word(length).ref
        self.need(self.let(f"icmp ult {self.whole} {index}, {count}"), "unknown")
        following = self.let(f"add {self.whole} {index}, 1")
        self.need(self.let(f"icmp ult {self.whole} {following}, {count}"), "unknown")
        place = self.address("i8", pointer, self.to_word(Value(INT, index)))
        return Value(INT, self.let(f"zext i16 {self.let(f'load i16, ptr {place}, align 1')} to {self.whole}"))

    def modular(self, node: ast.expr) -> Value | None:
        """The low bits of an expression of + - * | ^ & ~ and << by a known number; None where a part is no int."""
        if isinstance(node, ast.BinOp) and is_modular(node):
            one = self.modular(node.left)
            if one is None:
                return None
            if isinstance(node.op, ast.LShift):
                by = self.expression(node.right)
                if not isinstance(by.const, int) or not 0 <= by.const < self.module.bits:
                    return None
                other: Value | None = by
            else:
                other = self.modular(node.right)
            if other is None:
                return None
            self.module.wrapping = True
            try:
                return self.calculate_ints(node.op, one, other)
            finally:
                self.module.wrapping = False
        value = self.expression(node)
        return (
            self.as_int(value)
            if is_int_like(value.kind) and not (isinstance(value.kind, EnumOf) and has_operators(value.kind.cls))
            else None
        )

    def operate(self, op: ast.operator, left: Value, right: Value, node: Any) -> Value:
        """The same between values that are known already."""
        for value, other, prefix in ((left, right, ""), (right, left, "r")):
            cls = class_of(value.kind)
            method = own_method(cls, f"__{prefix}{OPERATORS.get(type(op), '?')}__")
            if method is not None:
                return self.call_function(method, [value, other])
        left, right = self.sure(left), self.sure(right)
        if isinstance(op, ast.Mod) and isinstance(left.const, str):
            return self.format_percent(left.const, right)
        if is_number(left.kind) and is_number(right.kind):
            return self.calculate(op, left, right)
        left, right = self.realise(left), self.realise(right)
        if isinstance(op, ast.Add):
            return self.concatenate(left, right, node)
        if isinstance(op, ast.Mult) and is_int_like(right.kind):
            return self.repeat(left, right, node)
        if isinstance(op, ast.Mult) and is_int_like(left.kind):
            return self.repeat(right, left, node)
        if isinstance(left.kind, SetOf) and isinstance(right.kind, SetOf):
            return self.combine_sets(op, left, right, node)
        if isinstance(op, ast.BitOr) and isinstance(left.kind, DictOf) and isinstance(right.kind, DictOf):
            made = self.copy_dict(left, node)
            self.put_all(made, right)
            return made
        raise self.refuse(
            Message(
                "this operator is not compiled for {kind}",
                kind=f"{self.describe_type(left.kind)}, {self.describe_type(right.kind)}",
            )
        )

    def put_all(self, target: Value, source: Value) -> None:
        """Put all keys and values of a dict into another one."""
        kind = source.kind
        assert isinstance(kind, DictOf)
        held = kind.value.root().item
        if isinstance(held, Never):
            return
        pointer, length = self.span(source)
        self.count_loop(
            length,
            lambda index: self.put_in_dict(
                target, self.element(kind, pointer, index), self.dict_value(source, held, index)
            ),
        )

    def dict_update_with(self, target: Value, source: Value) -> None:
        """Put all of a dict, or of pairs, into another one."""
        self.changeable(target)
        if isinstance(source.kind, DictOf):
            self.put_all(target, source)
            return
        self.each_value(
            source,
            lambda pair: self.put_in_dict(target, self.item(pair, self.integer(0)), self.item(pair, self.integer(1))),
            f"{id(self.node)} update",
        )

    def refill_set(self, target: Value, made: Value) -> None:
        """Change a set in place so that it holds what another one does."""
        assert isinstance(target.kind, SetOf)
        assert isinstance(made.kind, SetOf)
        self.same_item(target.kind.cell, made.kind.cell)
        self.out(f"store {HEADER} {self.let(f'load {HEADER}, ptr {made.ref}')}, ptr {target.ref}")

    def combine_sets(self, op: ast.operator, left: Value, right: Value, node: Any) -> Value:
        """Union, intersection or difference of two sets."""
        a, b = left.kind, right.kind
        assert isinstance(a, SetOf)
        assert isinstance(b, SetOf)
        made = Value(SetOf(self.new_cell(node, a.cell.root().item, "set"), a.frozen), self.new_header())

        def add(source: Value, other: Value | None, wanted: str) -> None:
            if isinstance(self.item_type(source.kind)[0], Never):
                return
            pointer, length = self.span(source)

            def body(index: str) -> None:
                element = self.element(source.kind, pointer, index)
                if other is None:
                    self.add_to_set(made, element)
                    return
                inside = self.let(f"icmp sge i64 {self.find(other, element)}, 0")
                take, after = self.label(), self.label()
                self.branch(self.let(f"xor i1 {inside}, {wanted}"), after, take)
                self.start(take)
                self.add_to_set(made, element)
                self.go(after)
                self.start(after)

            self.count_loop(length, body)

        if isinstance(op, ast.BitOr):
            add(left, None, "")
            add(right, None, "")
        elif isinstance(op, ast.BitAnd):
            add(left, right, "true")
        elif isinstance(op, ast.Sub):
            add(left, right, "false")
        elif isinstance(op, ast.BitXor):
            add(left, right, "false")
            add(right, left, "false")
        else:
            raise self.refuse(Message("this operator is not compiled for {kind}", kind="set"))
        return made

    def on_unaryop(self, node: ast.UnaryOp) -> Value:
        """``not``, ``-``, ``+`` or ``~``."""
        if isinstance(node.op, ast.Not):
            return self.as_truth(self.condition(node))
        value = self.expression(node.operand)
        cls = class_of(value.kind)
        names: dict[type[ast.unaryop], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
        method = own_method(cls, names[type(node.op)])
        if method is not None:
            return self.call_function(method, [value])
        value = self.sure(value)
        if isinstance(node.op, ast.USub):
            return self.negate(value)
        if isinstance(node.op, ast.UAdd):
            return value if isinstance(value.kind, Float) else self.as_int(value)
        number = self.as_int(value)
        if number.const is not UNKNOWN:
            return self.integer(~number.const)
        return Value(INT, self.let(f"xor {self.whole} {number.ref}, -1"))


def is_two_bytes(node: ast.BinOp) -> bool:
    """Is it an element and 256 times the next one, whose index is a name?"""
    low, high = node.left, node.right
    return (
        isinstance(node.op, ast.Add)
        and isinstance(low, ast.Subscript)
        and isinstance(low.slice, ast.Name)
        and isinstance(low.value, ast.Name | ast.Attribute)
        and isinstance(high, ast.BinOp)
        and isinstance(high.op, ast.Mult)
        and isinstance(high.left, ast.Constant)
        and high.left.value == 256
        and ast.unparse(high.right) == f"{ast.unparse(low.value)}[{low.slice.id} + 1]"
    )
