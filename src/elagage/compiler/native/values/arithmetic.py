"""Calculating as Python does: checked where 64 bits may not hold the answer, floor division, shifts of any width,
powers.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from elagage.compiler.native.value_types import BOOL, FLOAT, INT, Bool, Float, is_int_like, is_number
from elagage.compiler.native.values.builder import UNKNOWN, Value, float_text
from elagage.compiler.native.values.order_and_hash import OrderAndHash
from elagage.i18n import Message

__all__ = ["Arithmetic"]

FOLDED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Pow: operator.pow,
}
CHECKED = {ast.Add: "sadd", ast.Sub: "ssub", ast.Mult: "smul"}
BITWISE = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
WIDEST_FOLDED = 4096


class Arithmetic(OrderAndHash):
    """The builder with arithmetic."""

    def wraps(self) -> bool:
        """May integers lose their upper bits?"""
        return self.module.wrapping or self.has_words()

    def has_words(self) -> bool:
        """Are integers words? They are in kernels, which know their sizes, and in rules that were written for it."""
        return self.module.words or self.spec.code.kernel != ""

    def calculate(self, op: ast.operator, one: Value, other: Value) -> Value:
        """An operator between two numbers."""
        a, b = one.kind, other.kind
        if isinstance(a, Bool) and isinstance(b, Bool) and type(op) in BITWISE:
            return Value(BOOL, self.let(f"{BITWISE[type(op)]} i1 {one.ref}, {other.ref}"))
        if self.module.arrays and isinstance(a, Bool) and isinstance(b, Bool):  # NumPy has rules of its own for it
            raise self.refuse(Message("this operator is not compiled for {kind}", kind="bool, bool"))
        if is_int_like(a) and is_int_like(b):
            if isinstance(op, ast.Div):
                return self.divide(self.as_float(one), self.as_float(other))
            return self.calculate_ints(op, self.as_int(one), self.as_int(other))
        if is_number(a) and is_number(b):
            return self.calculate_floats(op, self.as_float(one), self.as_float(other))
        raise self.refuse(
            Message(
                "this operator is not compiled for {kind}", kind=f"{self.describe_type(a)}, {self.describe_type(b)}"
            )
        )

    def calculate_ints(self, op: ast.operator, one: Value, other: Value) -> Value:
        """The same between two ints."""
        kind = type(op)
        if one.const is not UNKNOWN and other.const is not UNKNOWN and kind in FOLDED:
            folded = self.fold(kind, one.const, other.const)
            if folded is not None:
                return folded
        whole = self.whole
        if kind in CHECKED:
            if self.wraps():
                name = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}[kind]
                return Value(INT, self.let(f"{name} {whole} {one.ref}, {other.ref}"))
            name = f"@llvm.{CHECKED[kind]}.with.overflow.{whole}"
            both = self.let(f"call {{{whole}, i1}} {name}({whole} {one.ref}, {whole} {other.ref})")
            wrong = self.let(f"extractvalue {{{whole}, i1}} {both}, 1")
            self.need(self.let(f"xor i1 {wrong}, true"), "overflow")
            return Value(INT, self.let(f"extractvalue {{{whole}, i1}} {both}, 0"))
        if kind in BITWISE:
            return Value(INT, self.let(f"{BITWISE[kind]} {whole} {one.ref}, {other.ref}"))
        if kind is ast.RShift:
            return self.shift_right(one, other)
        if kind is ast.LShift:
            return self.shift_left(one, other)
        if kind is ast.FloorDiv or kind is ast.Mod:
            return self.divide_whole(one, other, kind is ast.Mod)
        if kind is ast.Pow:
            return self.power(one, other)
        raise self.refuse(Message("this operator is not compiled for {kind}", kind="int"))

    def fold(self, kind: type[ast.operator], one: int, other: int) -> Value | None:
        """The result of an operator between known ints, where Python gives an int of a sensible size."""
        if kind is ast.LShift and not 0 <= other <= WIDEST_FOLDED:
            return None
        if kind is ast.Pow and (other < 0 or other * max(1, one.bit_length()) > WIDEST_FOLDED):
            return None
        try:
            result = FOLDED[kind](one, other)
        except (ZeroDivisionError, ValueError):
            return None
        wrapped = result
        if not -(1 << self.module.bits - 1) <= result < 1 << self.module.bits - 1:
            if not self.wraps():
                raise self.module.too_wide(
                    self.refuse(
                        Message(
                            "the integer {number} does not fit into {bits} bits", number=result, bits=self.module.bits
                        )
                    )
                )
            wrapped = (result + (1 << self.module.bits - 1)) % (1 << self.module.bits) - (1 << self.module.bits - 1)
        return Value(INT, str(wrapped), wrapped)

    def shift_right(self, one: Value, other: Value) -> Value:
        """Shift right; a shift of many bits leaves the sign."""
        whole, most = self.whole, self.module.bits - 1
        if self.has_words():
            return Value(INT, self.let(f"ashr {whole} {one.ref}, {other.ref}"))
        self.need(self.let(f"icmp sge {whole} {other.ref}, 0"), "ValueError")
        large = self.let(f"icmp ugt {whole} {other.ref}, {most}")
        return Value(
            INT,
            self.let(f"ashr {whole} {one.ref}, {self.let(f'select i1 {large}, {whole} {most}, {whole} {other.ref}')}"),
        )

    def shift_left(self, one: Value, other: Value) -> Value:
        """Shift left; leave if a bit is lost."""
        whole, most = self.whole, self.module.bits - 1
        if self.has_words():
            return Value(INT, self.let(f"shl {whole} {one.ref}, {other.ref}"))
        self.need(self.let(f"icmp sge {whole} {other.ref}, 0"), "ValueError")
        small = self.let(f"icmp ule {whole} {other.ref}, {most}")
        if self.wraps():
            shifted = self.let(
                f"shl {whole} {one.ref}, {self.let(f'select i1 {small}, {whole} {other.ref}, {whole} 0')}"
            )
            return Value(INT, self.let(f"select i1 {small}, {whole} {shifted}, {whole} 0"))
        nothing = self.let(f"icmp eq {whole} {one.ref}, 0")
        self.need(self.let(f"or i1 {small}, {nothing}"), "overflow")
        by = self.let(f"select i1 {small}, {whole} {other.ref}, {whole} 0")
        shifted = self.let(f"shl {whole} {one.ref}, {by}")
        back = self.let(f"ashr {whole} {shifted}, {by}")
        self.need(self.let(f"icmp eq {whole} {back}, {one.ref}"), "overflow")
        return Value(INT, shifted)

    def divide_whole(self, one: Value, other: Value, remainder: bool) -> Value:
        """Floor division, or what it leaves, which has the divisor's sign."""
        whole = self.whole
        if other.const is not UNKNOWN and other.const > 0 and other.const & (other.const - 1) == 0:
            if remainder:
                return Value(INT, self.let(f"and {whole} {one.ref}, {other.const - 1}"))
            return Value(INT, self.let(f"ashr {whole} {one.ref}, {other.const.bit_length() - 1}"))
        if other.const is UNKNOWN or other.const == 0:
            self.need(self.let(f"icmp ne {whole} {other.ref}, 0"), "ZeroDivisionError")
        if other.const is UNKNOWN or other.const == -1:
            lowest = self.let(f"icmp eq {whole} {one.ref}, {-(1 << self.module.bits - 1)}")
            minus = self.let(f"icmp eq {whole} {other.ref}, -1")
            self.need(self.let(f"xor i1 {self.let(f'and i1 {lowest}, {minus}')}, true"), "overflow")
        rest = self.divide_words("srem", one.ref, other.ref)
        uneven = self.let(f"icmp ne {whole} {rest}, 0")
        signs = self.let(f"icmp slt {whole} {self.let(f'xor {whole} {rest}, {other.ref}')}, 0")
        off = self.let(f"and i1 {uneven}, {signs}")
        if remainder:
            mended = self.let(f"add {whole} {rest}, {other.ref}")
            return Value(INT, self.let(f"select i1 {off}, {whole} {mended}, {whole} {rest}"))
        quotient = self.divide_words("sdiv", one.ref, other.ref)
        return Value(INT, self.let(f"sub {whole} {quotient}, {self.let(f'zext i1 {off} to {whole}')}"))

    def power(self, one: Value, other: Value) -> Value:
        """An int to the power of an int that is not negative."""
        whole = self.whole
        if other.const is not UNKNOWN and other.const < 0:
            return self.calculate_floats(ast.Pow(), self.as_float(one), self.as_float(other))
        if other.const is UNKNOWN:  # a negative power is a float, and an answer has one type
            self.need(self.let(f"icmp sge {whole} {other.ref}, 0"), "unknown")
        result, left = self.place_for(whole), self.place_for(whole)
        head, inside, after = self.label(), self.label(), self.label()
        self.out(f"store {whole} 1, ptr {result}")
        self.out(f"store {whole} {other.ref}, ptr {left}")
        self.go(head)
        self.start(head)
        count = self.let(f"load {whole}, ptr {left}")
        self.branch(self.let(f"icmp sgt {whole} {count}, 0"), inside, after)
        self.start(inside)
        product = self.calculate_ints(
            ast.Mult(), Value(INT, self.let(f"load {whole}, ptr {result}")), Value(INT, one.ref)
        )
        self.out(f"store {whole} {product.ref}, ptr {result}")
        small = self.let(f"icmp ule {whole} {self.let(f'add {whole} {one.ref}, 1')}, 2")  # -1, 0 and 1 never overflow
        fast = self.let(f"and i1 {small}, {self.let(f'icmp sgt {whole} {count}, 2')}")
        fewer = self.let(f"sub {whole} {count}, 1")
        parity = self.let(f"and {whole} {fewer}, 1")
        self.out(f"store {whole} {self.let(f'select i1 {fast}, {whole} {parity}, {whole} {fewer}')}, ptr {left}")
        self.go(head)
        self.start(after)
        return Value(INT, self.let(f"load {whole}, ptr {result}"))

    def divide(self, one: Value, other: Value) -> Value:
        """True division."""
        self.need(self.let(f"fcmp une double {other.ref}, 0.0"), "ZeroDivisionError")
        return Value(FLOAT, self.let(f"fdiv double {one.ref}, {other.ref}"))

    def calculate_floats(self, op: ast.operator, one: Value, other: Value) -> Value:
        """The same between two floats."""
        names: dict[type[ast.operator], str] = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}
        if type(op) in names:
            result = self.let(f"{names[type(op)]} double {one.ref}, {other.ref}")
            self.need(self.let(f"fcmp ord double {result}, 0.0"), "unknown")  # what is not a number is not even itself
            return Value(FLOAT, result)
        if isinstance(op, ast.Div):
            return self.divide(one, other)
        if isinstance(op, ast.Pow):
            # Python leaves floats for negative bases with broken powers, and raises for 0 to a negative power
            # or a result too large.
            result = self.let(f"call double @pow(double {one.ref}, double {other.ref}) nobuiltin")
            whole = self.let(f"call double @llvm.rint.f64(double {other.ref})")
            sound = self.let(f"fcmp oge double {one.ref}, 0.0")
            integral = self.let(f"fcmp oeq double {whole}, {other.ref}")
            self.need(self.let(f"or i1 {sound}, {integral}"), "unknown")
            size = self.let(f"call double @llvm.fabs.f64(double {result})")
            self.need(self.let(f"fcmp olt double {size}, {float_text(float('inf'))}"), "unknown")
            return Value(FLOAT, result)
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self.divide_floats(one, other, isinstance(op, ast.Mod))
        raise self.refuse(Message("this operator is not compiled for {kind}", kind="float"))

    def divide_floats(self, one: Value, other: Value, remainder: bool) -> Value:
        """Floor division of floats, or what it leaves, step by step as Python does it."""
        self.need(self.let(f"fcmp une double {other.ref}, 0.0"), "ZeroDivisionError")
        for value in (one, other):
            size = self.let(f"call double @llvm.fabs.f64(double {value.ref})")
            self.need(self.let(f"fcmp olt double {size}, {float_text(2.0**52)}"), "unknown")
        left = self.let(f"call double @fmod(double {one.ref}, double {other.ref}) nobuiltin")
        some = self.let(f"fcmp une double {left}, 0.0")
        mine, theirs = self.let(f"fcmp olt double {left}, 0.0"), self.let(f"fcmp olt double {other.ref}, 0.0")
        off = self.let(f"and i1 {some}, {self.let(f'xor i1 {mine}, {theirs}')}")
        if remainder:
            mended = self.let(f"select i1 {off}, double {self.let(f'fadd double {left}, {other.ref}')}, double {left}")
            nothing = self.let(f"call double @llvm.copysign.f64(double 0.0, double {other.ref})")
            return Value(FLOAT, self.let(f"select i1 {some}, double {mended}, double {nothing}"))
        quotient = self.let(f"fdiv double {self.let(f'fsub double {one.ref}, {left}')}, {other.ref}")
        lower = self.let(f"fsub double {quotient}, {float_text(1.0)}")
        quotient = self.let(f"select i1 {off}, double {lower}, double {quotient}")
        floor = self.let(f"call double @llvm.floor.f64(double {quotient})")
        far = self.let(f"fcmp ogt double {self.let(f'fsub double {quotient}, {floor}')}, {float_text(0.5)}")
        above = self.let(f"fadd double {floor}, {float_text(1.0)}")
        rounded = self.let(f"select i1 {far}, double {above}, double {floor}")
        ratio = self.let(f"fdiv double {one.ref}, {other.ref}")
        nothing = self.let(f"call double @llvm.copysign.f64(double 0.0, double {ratio})")
        counted = self.let(f"fcmp une double {quotient}, 0.0")
        return Value(FLOAT, self.let(f"select i1 {counted}, double {rounded}, double {nothing}"))

    def negate(self, value: Value) -> Value:
        """Minus a number."""
        value = self.sure(value)
        if isinstance(value.kind, Float):
            return Value(FLOAT, self.let(f"fneg double {value.ref}"))
        return self.calculate_ints(ast.Sub(), self.integer(0), self.as_int(value))

    def absolute(self, value: Value) -> Value:
        """A number without its sign."""
        value = self.sure(value)
        if isinstance(value.kind, Float):
            return Value(FLOAT, self.let(f"call double @llvm.fabs.f64(double {value.ref})"))
        number = self.as_int(value)
        self.need(self.let(f"icmp ne {self.whole} {number.ref}, {-(1 << self.module.bits - 1)}"), "overflow")
        return Value(INT, self.let(f"call {self.whole} @llvm.abs.{self.whole}({self.whole} {number.ref}, i1 false)"))

    def count_bits(self, value: Value) -> Value:
        """``bit_count``."""
        number = self.as_int(self.sure(value)) if self.has_words() else self.absolute(value)
        return Value(INT, self.let(f"call {self.whole} @llvm.ctpop.{self.whole}({self.whole} {number.ref})"))

    def bit_length(self, value: Value) -> Value:
        """``bit_length``."""
        number = self.as_int(self.sure(value)) if self.has_words() else self.absolute(value)
        zeros = self.let(f"call {self.whole} @llvm.ctlz.{self.whole}({self.whole} {number.ref}, i1 false)")
        return Value(INT, self.let(f"sub {self.whole} {self.module.bits}, {zeros}"))
