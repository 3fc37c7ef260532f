"""Expressions: names, attributes, operators, comparisons, literals, slices."""

from __future__ import annotations

import ast
import builtins
import functools
from types import ModuleType
from typing import Any

from elagage.compiler.native.border import enum_number, fields_of
from elagage.compiler.native.calls.captured import box_name, boxed_names
from elagage.compiler.native.python_types import is_dataclass_type, own_method
from elagage.compiler.native.syntax.comprehensions import Comprehensions
from elagage.compiler.native.value_types import (
    INT,
    Const,
    EnumOf,
    Maybe,
    Never,
    ObjectOf,
    Record,
    Type,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Unreached, Value
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


class Expressions(Comprehensions):
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


def is_modular(node: ast.expr) -> bool:
    """Is it an operator whose low bits depend on the low bits of its operands alone?"""
    return isinstance(node, ast.BinOp) and isinstance(
        node.op, ast.Add | ast.Sub | ast.Mult | ast.BitOr | ast.BitXor | ast.BitAnd | ast.LShift
    )


def has_operators(cls: type) -> bool:
    """Does a class define operators of its own?"""
    return any(own_method(cls, f"__{prefix}{name}__") for name in OPERATORS.values() for prefix in ("", "r"))
