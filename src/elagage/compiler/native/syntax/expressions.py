"""Expressions: names, attributes, operators, comparisons, literals, slices."""

from __future__ import annotations

import ast
import builtins
import functools
from enum import Enum
from types import ModuleType
from typing import Any

from elagage.compiler.native.border import enum_number, fields_of
from elagage.compiler.native.calls.captured import box_name, boxed_names
from elagage.compiler.native.python_types import is_dataclass_type
from elagage.compiler.native.syntax.iteration import Iteration
from elagage.compiler.native.value_types import (
    INT,
    Bytes,
    Closure,
    Const,
    DictOf,
    EnumOf,
    Float,
    Maybe,
    Never,
    ObjectOf,
    Record,
    SetOf,
    Type,
    class_of,
    is_int_like,
    is_number,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Unreached, Value
from elagage.compiler.native.values.comparisons import own_method
from elagage.compiler.native.values.conversions import HEADER
from elagage.i18n import Message

__all__ = ["Expressions"]

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}


class Expressions(Iteration):
    """The builder with expressions."""

    def expression(self, node: ast.expr) -> Value:
        """The value of an expression."""
        before, self.node = self.node, node
        method = getattr(self, f"on_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refuse(Message("'{code}' is not compiled", code=type(node).__name__))
        value: Value = method(node)
        self.node = before
        if isinstance(value.kind, Never):
            raise Unreached
        return value

    def on_constant(self, node: ast.Constant) -> Value:
        """A literal."""
        return self.constant(node.value)

    # Names ----------------------------------------------------------------------------------------------------------

    def on_name(self, node: ast.Name) -> Value:
        """A variable, or what a name of the module or of Python means."""
        name = self.inner_name(node.id)
        if name == node.id and name in self.boxed:
            return self.read_boxed(name)
        later = self.deferred_node(node)
        if later is not None:
            return self.expression(later)
        if name in self.variables:
            return self.read_variable(name, node.id)
        if self.spec.code.captured_names is not None and node.id == getattr(self.spec.code.node, "name", ""):
            return self.own_closure()
        if node.id in self.local_names():
            self.spec.wanted.add(name)
            self.fail("UnboundLocalError")
            raise Unreached
        return self.constant(self.free_name(node.id))

    @property
    def boxed(self) -> frozenset[str]:
        """The variables that are shared with functions inside this one or around it."""
        return boxed_names(self.spec.code.node) | self.spec.code.boxed

    def open_boxes(self) -> None:
        """Make the boxes of this function's own variables, with what its parameters hold."""
        for name in sorted(boxed_names(self.spec.code.node)):
            given = self.read_variable(name, name) if name in self.variables else None
            self.set_variable(box_name(name), self.new_list(box_name(name)))
            if given is not None:
                self.set_boxed(name, given)

    def read_boxed(self, name: str) -> Value:
        """What a shared variable holds."""
        box = self.read_variable(box_name(name), name)
        pointer, length = self.span(box)
        own = name in boxed_names(self.spec.code.node)
        self.need(self.let(f"icmp ne i64 {length}, 0"), "UnboundLocalError" if own else "NameError")
        return self.element(box.kind, pointer, "0")

    def set_boxed(self, name: str, value: Value) -> None:
        """Give a shared variable a value."""
        box = self.read_variable(box_name(name), name)
        self.out(f"store i64 0, ptr {self.header_place(box.ref, 1)}")
        self.append(box, value)

    def inner_name(self, name: str) -> str:
        """The name under which a variable is known here: those of comprehensions are their own."""
        for renamed in reversed(self.renamed):
            if name in renamed:
                return renamed[name]
        return name

    def local_names(self) -> set[str]:
        """The names that the function gives values to."""
        if not hasattr(self, "_locals"):
            self._locals: set[str] = set(self.spec.names)
            waiting: list[ast.AST] = list(ast.iter_child_nodes(self.spec.code.node))
            while waiting:
                current = waiting.pop()
                if isinstance(current, ast.FunctionDef | ast.ClassDef):
                    self._locals.add(current.name)
                    continue
                if isinstance(current, ast.Name) and isinstance(current.ctx, ast.Store):
                    self._locals.add(current.id)
                if isinstance(current, ast.MatchAs | ast.MatchStar) and current.name:
                    self._locals.add(current.name)
                if isinstance(current, ast.ExceptHandler) and current.name:
                    self._locals.add(current.name)
                if isinstance(current, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
                    inner = {
                        part.id
                        for generator in current.generators
                        for part in ast.walk(generator.target)
                        if isinstance(part, ast.Name)
                    }
                    targets = {part for generator in current.generators for part in ast.walk(generator.target)}
                    waiting += [
                        part
                        for part in ast.walk(current)
                        if isinstance(part, ast.Name) and part not in targets and part.id not in inner
                    ]
                    continue
                if not isinstance(current, ast.Lambda):
                    waiting += ast.iter_child_nodes(current)
        return self._locals

    def free_name(self, name: str) -> Any:
        """What a name means that is no variable of the function."""
        code = self.spec.code
        if name in code.captured:
            return code.captured[name]
        if name in code.globals:
            return code.globals[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise self.refuse(Message("'{name}' is not known", name=name))

    def read_variable(self, name: str, shown: str) -> Value:
        """What a variable holds."""
        variable = self.variables[name]
        if variable.clash:
            raise self.refuse(Message("'{name}' has two types here: {both}", name=shown, both=variable.clash))
        if variable.flag:
            self.need(self.let(f"load i1, ptr {variable.flag}"), "UnboundLocalError")
        if isinstance(variable.kind, Const):
            return self.constant(variable.kind.value)
        return self.load(variable.kind, variable.place)

    # Attributes -----------------------------------------------------------------------------------------------------

    def on_attribute(self, node: ast.Attribute) -> Value:
        """An attribute of a value."""
        return self.attribute(self.expression(node.value), node.attr)

    def attribute(self, value: Value, name: str) -> Value:
        """The same of a value that is known already."""
        if isinstance(value.kind, Const):
            return self.constant_attribute(value.kind.value, name)
        if isinstance(value.kind, Maybe):
            self.need(self.word(value, 0), "AttributeError")
            value = self.part(value, 1, value.kind.item)
        kind = value.kind
        if isinstance(kind, Record) and kind.cls is not None:
            names = fields_of(kind.cls)
            if name in names:
                number = names.index(name)
                return self.part(value, number, kind.fields[number])
            found = own_method(kind.cls, name)
            if isinstance(found, property) and found.fget is not None:
                return self.call_function(found.fget, [value])
            if isinstance(found, functools.cached_property):
                return self.call_function(found.func, [value])
            if found is None and name in dir(kind.cls) and not callable(getattr(kind.cls, name)):
                return self.constant(getattr(kind.cls, name))
        if isinstance(kind, ObjectOf):
            return self.object_attribute(value, name)
        if isinstance(kind, EnumOf):
            return self.enum_attribute(value, kind.cls, name)
        raise self.refuse(Message("'{code}' is not compiled for {kind}", code=name, kind=self.describe_type(kind)))

    def object_attribute(self, value: Value, name: str) -> Value:
        """An attribute of an object that is changed in place."""
        kind = value.kind
        assert isinstance(kind, ObjectOf)
        found = own_method(kind.cls, name)
        if own_method(kind.cls, "__getattr__") or own_method(kind.cls, "__getattribute__"):
            raise self.refuse(Message("'{code}' is not compiled", code="__getattr__"))
        if isinstance(found, property) and found.fget is not None:
            return self.call_function(found.fget, [value])
        if isinstance(found, functools.cached_property):
            function = found.func
            there = self.let(f"load i1, ptr {self.field_places(value, name)[0]}")
            self.branch_meeting(
                there, lambda: None, lambda: self.set_field(value, name, self.call_function(function, [value]))
            )
            return self.read_field(value, name)
        if found is not None:
            raise self.refuse(Message("'{code}' is not compiled for {kind}", code=name, kind=kind.cls.__name__))
        return self.read_field(value, name)

    def constant_attribute(self, value: Any, name: str) -> Value:
        """An attribute of a known object, read now."""
        if isinstance(value, ModuleType) and not hasattr(value, name):
            raise self.refuse(Message("'{name}' is not known", name=name))
        try:
            return self.constant(getattr(value, name))
        except AttributeError:
            raise self.refuse(Message("'{name}' is not known", name=name)) from None

    def enum_attribute(self, value: Value, cls: type, name: str) -> Value:
        """An attribute of a member of an Enum."""
        if value.const is not UNKNOWN:
            return self.constant(getattr(value.const, name))
        if name == "value" and issubclass(cls, int):
            return Value(INT, value.ref)
        found = own_method(cls, name)
        if isinstance(found, property) and found.fget is not None:
            return self.call_function(found.fget, [value])
        members: list[Any] = list(cls)  # type: ignore[call-overload]
        if name in ("value", "name", "_value_", "_name_") or all(name in vars(member) for member in members):
            if issubclass(cls, int):
                table: Any = {member: getattr(member, name) for member in members}
                held = self.module.tables.setdefault((cls, name), table)
                return self.dict_item(self.realise(Value(Const(held), "false", held)), value)
            listed = self.module.tables.setdefault((cls, name), tuple(getattr(member, name) for member in members))
            return self.item(self.constant(listed), Value(INT, value.ref))
        raise self.refuse(Message("'{code}' is not compiled for {kind}", code=name, kind=cls.__name__))

    # Operators ------------------------------------------------------------------------------------------------------

    def on_binop(self, node: ast.BinOp) -> Value:
        """An operator between two values."""
        masked = self.mask_low_bits(node)
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

    # Comparisons ----------------------------------------------------------------------------------------------------

    # Literals of several things -------------------------------------------------------------------------------------

    # What is written elsewhere --------------------------------------------------------------------------------------

    def own_closure(self) -> Value:
        """The nested function that is being written, as it sees itself."""
        raise NotImplementedError

    def format_percent(self, pattern: str, given: Value) -> Value:
        """``pattern % given``."""
        raise NotImplementedError

    def as_truth(self, condition: str) -> Value:
        """A condition as a truth value, known if the condition is."""
        raise NotImplementedError

    def settle_value(self, value: Value) -> Value:
        """A value that may be kept; a generator may not, since it can be used only once."""
        raise NotImplementedError

    def call_function(self, function: Any, arguments: list[Value]) -> Value:
        """Call a Python function with these values."""
        raise NotImplementedError

    def member_constant(self, member: Any) -> int:
        """The number of a member of an Enum."""
        return enum_number(member)

    def is_dataclass(self, kind: Type) -> bool:
        """Is it an object of a dataclass?"""
        return isinstance(kind, Record) and kind.cls is not None and is_dataclass_type(kind.cls)

    def is_plain_bytes(self, kind: Type) -> bool:
        """Is it bytes, or a closure over nothing?"""
        return isinstance(kind, Bytes) and not isinstance(kind, Closure)


def is_modular(node: ast.expr) -> bool:
    """Is it an operator whose low bits depend on the low bits of its operands alone?"""
    return isinstance(node, ast.BinOp) and isinstance(
        node.op, ast.Add | ast.Sub | ast.Mult | ast.BitOr | ast.BitXor | ast.BitAnd | ast.LShift
    )


def has_operators(cls: type) -> bool:
    """Does a class define operators of its own?"""
    return any(own_method(cls, f"__{prefix}{name}__") for name in OPERATORS.values() for prefix in ("", "r"))
