"""Calls: who is called, what it is given, closures, classes of the rules' own."""

from __future__ import annotations

import ast
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from elagage.compiler.native.calls.cached_calls import CachedCalls
from elagage.compiler.native.calls.captured import box_name
from elagage.compiler.native.module import FunctionCode, Specialised, is_generator
from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.value_types import (
    Closure,
    Const,
    EnumOf,
    ListOf,
    Maybe,
    Never,
    Record,
    cells_of,
    class_of,
)  # fmt: skip
from elagage.compiler.native.values.builder import UNKNOWN, Unreached, Value
from elagage.i18n import Message

__all__ = ["Calls"]


class Calls(CachedCalls):
    """The builder with calls."""

    def on_call(self, node: ast.Call) -> Value:
        """A call."""
        function = node.func
        if isinstance(function, ast.IfExp):
            yes, no = (
                ast.copy_location(ast.Call(side, node.args, node.keywords), node)
                for side in (function.body, function.orelse)
            )
            condition = self.truth(self.expression(function.test))
            return self.choose(condition, lambda: self.on_call(yes), lambda: self.on_call(no))
        if isinstance(function, ast.Attribute):
            return self.call_attribute(node, function)
        callee = self.expression(function)
        if isinstance(callee.kind, Closure):
            return self.call_closure(callee, *self.arguments(node))
        if isinstance(callee.kind, Const):
            return self.call_object(callee.kind.value, node, [])
        if isinstance(callee.kind, EnumOf) or callee.const is UNKNOWN:
            raise self.refuse_value(callee, "()")
        return self.call_object(callee.const, node, [])

    def call_attribute(self, node: ast.Call, function: ast.Attribute) -> Value:
        """A call of a method, or of a function in a module."""
        if (
            isinstance(function.value, ast.Call)
            and isinstance(function.value.func, ast.Name)
            and function.value.func.id == "super"
        ):
            return self.call_super(node, function)
        base = self.expression(function.value)
        if isinstance(base.kind, Const):
            held = base.kind.value
            if isinstance(held, tuple | list | dict | set | frozenset | range) and not hasattr(type(held), "_fields"):
                return self.call_method(base, function.attr, node)
            try:
                found = getattr(held, function.attr)
            except AttributeError:
                raise self.refuse(Message("'{name}' is not known", name=function.attr)) from None
            if isinstance(found, MethodType) and isinstance(found.__func__, FunctionType):
                return self.call_object(found.__func__, node, [self.constant(found.__self__)])
            return self.call_object(found, node, [])
        value = base
        if isinstance(value.kind, Maybe):
            self.need(self.word(value, 0), "AttributeError")
            value = self.part(value, 1, value.kind.item)
        return self.call_own(value, node, function)

    def call_own(self, value: Value, node: ast.Call, function: ast.Attribute) -> Value:
        """A call of a method of a value."""
        cls = class_of(value.kind)
        found = own_method(cls, function.attr)
        if isinstance(found, staticmethod):
            return self.call_object(found.__func__, node, [])
        if isinstance(found, classmethod):
            return self.call_object(found.__func__, node, [self.constant(cls)])
        if found is not None and not isinstance(found, property):
            return self.call_object(found, node, [value])
        return self.call_method(value, function.attr, node)

    def call_super(self, node: ast.Call, function: ast.Attribute) -> Value:
        """``super().method(...)``."""
        assert isinstance(function.value, ast.Call)
        around = self.spec.code.captured.get("__class__")
        if function.value.args or around is None or not self.spec.names:
            raise self.refuse(Message("'{code}' is not compiled", code="super"))
        itself = self.read_variable(self.spec.names[0], self.spec.names[0])
        cls = type(itself.kind.value) if isinstance(itself.kind, Const) else class_of(itself.kind)
        if isinstance(itself.kind, Const) and isinstance(itself.kind.value, type):
            cls = itself.kind.value
        following = cls.__mro__[cls.__mro__.index(around) + 1 :] if cls and around in cls.__mro__ else ()
        for base in following:
            found = vars(base).get(function.attr)
            if isinstance(found, FunctionType):
                positional, named, star = self.arguments(node)
                return self.call_python(found, [itself, *positional], named, star)
            if found is not None and base is object and function.attr == "__init__":
                return self.none()
            if found is not None:
                break
        raise self.refuse(Message("'{code}' is not compiled", code="super"))

    def call_value(self, node: ast.expr, arguments: list[Value]) -> Value:
        """Call what an expression gives with these values."""
        callee = self.expression(node)
        if isinstance(callee.kind, Closure):
            return self.call_closure(callee, arguments, {}, None)
        if not isinstance(callee.kind, Const):
            raise self.refuse_value(callee, "()")
        held = callee.kind.value
        if isinstance(held, MethodType):
            return self.call_function(held.__func__, [self.constant(held.__self__), *arguments])
        if isinstance(held, FunctionType):
            return self.call_function(held, arguments)
        names = [f"{id(node)} argument {number}" for number in range(len(arguments))]
        for name, argument in zip(names, arguments, strict=True):
            self.set_variable(name, self.realise(argument))
        call = ast.Call(node, [ast.Name(name, ast.Load()) for name in names], [])
        try:
            return self.call_object(held, ast.fix_missing_locations(ast.copy_location(call, node)), [])
        finally:
            for name in names:
                self.variables.pop(name, None)

    def call_function(self, function: Any, arguments: list[Value]) -> Value:
        """Call a Python function with these values."""
        return self.call_python(function, arguments, {}, None)

    def arguments(self, node: ast.Call) -> tuple[list[Value], dict[str, Value], Value | None]:
        """What a call gives: by position, by name, and a sequence of unknown length after a star at the end."""
        positional: list[Value] = []
        star: Value | None = None
        for argument in node.args:
            if star is not None:
                raise self.refuse(Message("'{code}' is not compiled", code="*"))
            if isinstance(argument, ast.Starred):
                value = self.read_starred(argument.value)
                if isinstance(value.kind, Record):
                    positional += [self.part(value, number, field) for number, field in enumerate(value.kind.fields)]
                else:
                    star = value
            else:
                positional.append(self.settle_value(self.expression(argument)))
        named = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.refuse(Message("'{code}' is not compiled", code="**"))
            named[keyword.arg] = self.settle_value(self.expression(keyword.value))
        return positional, named, star

    def settle_value(self, value: Value) -> Value:
        """A value that may be kept; a generator may not, since it can be used only once."""
        if isinstance(value.kind, ListOf) and value.kind.kind == "generator" and not self.spec.code.kernel:
            raise self.refuse(Message("a generator that is kept is not compiled: make a list of it"))
        return value

    def bind(
        self,
        code: FunctionCode,
        parameters: ast.arguments,
        positional: list[Value],
        named: dict[str, Value],
        star: Value | None,
    ) -> tuple[list[str], list[Value]]:
        """Which parameter gets which value."""
        names = [argument.arg for argument in parameters.posonlyargs + parameters.args]
        only_named = [argument.arg for argument in parameters.kwonlyargs]
        if star is not None and parameters.vararg is not None and len(positional) >= len(names):
            head = [self.realise(value) for value in positional[len(names) :]]
            before = self.record(Record(tuple(value.kind for value in head)), head)
            rest: Value | None = self.concatenate(before, star, (code, "star")) if head else star
            positional = positional[: len(names)]
        elif star is not None and parameters.vararg is not None:
            raise self.refuse(Message("'{code}' is not compiled", code="*"))
        else:
            rest = None
        if star is not None and rest is None:
            positional = positional + self.star_parts(
                star, [name for name in names[len(positional) :] if name not in named], code.defaults
            )
        if len(positional) > len(names) and parameters.vararg is None:
            self.fail("TypeError")
            raise Unreached
        given = dict(zip(names, positional, strict=False))
        others = {name: value for name, value in named.items() if name not in names + only_named}
        if parameters.kwarg is not None:
            named = {name: value for name, value in named.items() if name not in others}
        for name, value in named.items():
            if name in given or name not in names + only_named:
                self.fail("TypeError")
                raise Unreached
            given[name] = value
        for name in names + only_named:
            if name not in given:
                if name not in code.defaults:
                    self.fail("TypeError")
                    raise Unreached
                given[name] = self.constant(code.defaults[name])
        order, values = list(names), [given[name] for name in names]
        if parameters.vararg is not None:
            if rest is None:
                more = [self.realise(value) for value in positional[len(names) :]]
                rest = self.record(Record(tuple(value.kind for value in more)), more)
            order.append(parameters.vararg.arg)
            values.append(rest)
        if parameters.kwarg is not None:
            if not others:
                raise self.refuse(Message("'{code}' is not compiled", code="**"))
            order.append(parameters.kwarg.arg)
            values.append(self.new_mixed(dict, {name: self.realise(value) for name, value in others.items()}))
        return order + only_named, values + [given[name] for name in only_named]

    # Functions ------------------------------------------------------------------------------------------------------

    def call_python(self, function: Any, positional: list[Value], named: dict[str, Value], star: Value | None) -> Value:
        """Call a function of the rules."""
        has_memo = hasattr(function, "cache_info") and hasattr(function, "__wrapped__")
        if has_memo:
            function = function.__wrapped__
        if isinstance(function, staticmethod | classmethod):
            raise self.refuse(Message("'{code}' is not compiled", code="staticmethod"))
        if not isinstance(function, FunctionType):
            raise self.refuse(Message("'{code}' is not compiled", code=getattr(function, "__name__", function)))
        if function.__module__ in KERNEL_FUNCTIONS and "." not in function.__qualname__:
            return self.call_kernel_function(function.__name__, positional)
        code = self.module.code_of(function)
        if (
            isinstance(code.node, ast.FunctionDef)
            and not code.kernel
            and any(not is_known_decorator(item) for item in code.node.decorator_list)
        ):
            raise self.refuse(Message("the decorator of '{name}' is not compiled", name=code.name))
        names, values = self.bind(code, code.node.args, positional, named, star)
        return self.call_cached(code, names, values) if has_memo else self.call_code(code, names, values)

    def prepare_values(self, values: list[Value]) -> list[Value]:
        """Arguments as a function takes them: what is known and is data is put into memory."""
        result = []
        for value in values:
            kept = value
            if isinstance(value.kind, Const):
                known = value.kind.value
                is_memo = isinstance(known, dict) and self.module.memo_of(known)
                if isinstance(known, tuple | list | dict | set | frozenset | range) and not is_memo:
                    kept = self.realise(value)
            result.append(kept)
        return result

    def call_code(self, code: FunctionCode, names: list[str], values: list[Value]) -> Value:
        """Call a function whose parameters are bound."""
        prepared = self.prepare_values(values)
        spec = self.module.specialise(code, names, [value.kind for value in prepared])
        return self.call_specialised(spec, prepared)

    def call_specialised(self, spec: Specialised, prepared: list[Value], *, keep: bool = False) -> Value:
        """Call a function for the types that its arguments have; ``keep``: what it gives is kept for the next time."""
        self.note_changed(spec.changed_cells)
        if spec.code.generator:
            self.live = [cell for kind in spec.types for cell in cells_of(kind)]
        passed = [self.convert(value, kind) for value, kind in zip(prepared, spec.types, strict=True)]
        answer = self.module.answer(spec)
        place = self.place_for(self.llvm(answer))
        texts = "".join(f", {self.llvm(value.kind)} {value.ref}" for value in passed)
        name = self.write_memo(spec, answer) if keep and not isinstance(answer, Never) else spec.name
        self.pass_on(self.let(f"call i32 {name}(ptr %c{texts}, ptr {place})"))
        if isinstance(answer, Never):
            self.fail("unknown")
            raise Unreached
        if isinstance(answer, Const):
            return self.constant(answer.value)
        return self.load(answer, place)

    # Closures -------------------------------------------------------------------------------------------------------

    def make_closure(self, node: ast.FunctionDef | ast.Lambda) -> Value:
        """A nested function with what it uses of this one."""
        key = (self.spec.code, node)
        code = self.module.codes.get(key)
        if code is None:
            name = node.name if isinstance(node, ast.FunctionDef) else self.spec.code.name
            code = FunctionCode(node, name, self.spec.code.globals, self.spec.code.captured, {}, is_generator(node))
            self.module.codes[key] = code
        if isinstance(node, ast.FunctionDef):
            code.cached = bool(node.decorator_list)
            if not all(self.is_cache(item) for item in node.decorator_list):
                raise self.refuse(Message("'{code}' is not compiled", code="@"))
        self.literal_defaults(code, node.args)
        own = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
        names: dict[str, Value] = {}
        shared: set[str] = set()
        for part in ast.walk(node):
            if isinstance(part, ast.Global):
                raise self.refuse(Message("'{code}' is not compiled", code="global"), part)
            used = part.names if isinstance(part, ast.Nonlocal) else [part.id] if isinstance(part, ast.Name) else []
            for name in used:
                if name in own or name in names or name in shared:
                    continue
                if name in self.boxed and self.inner_name(name) == name:
                    shared.add(name)
                    names[box_name(name)] = self.read_variable(box_name(name), name)
                elif self.inner_name(name) in self.variables:
                    names[name] = self.read_variable(self.inner_name(name), name)
                elif name in self.local_names() and not (isinstance(node, ast.FunctionDef) and name == node.name):
                    if self.is_used_free(name, node):
                        raise self.refuse(
                            Message("'{name}' is set only after the nested function that uses it", name=name), part
                        )
        code.boxed = frozenset(shared)
        code.captured_names = tuple(names)
        kind = Closure(code, tuple(names), tuple(value.kind for value in names.values()))
        return self.record(kind, list(names.values())) if names else Value(kind, "false")

    def is_cache(self, node: ast.expr) -> bool:
        """Is a decorator ``lru_cache`` or ``cache``?"""
        return self.builtin_name(node.func if isinstance(node, ast.Call) else node) in ("lru_cache", "cache")

    def is_used_free(self, name: str, node: ast.FunctionDef | ast.Lambda) -> bool:
        """Does a nested function read a name that it does not set itself?"""
        return not any(
            isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store)
            for part in ast.walk(node)
        )

    def literal_defaults(self, code: FunctionCode, parameters: ast.arguments) -> None:
        """The default values of a nested function, which must be literals."""
        positional = [argument.arg for argument in parameters.posonlyargs + parameters.args]
        pairs = list(zip(positional[len(positional) - len(parameters.defaults) :], parameters.defaults, strict=True))
        pairs += [
            (argument.arg, value)
            for argument, value in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True)
            if value
        ]
        for name, value in pairs:
            if not isinstance(value, ast.Constant):
                raise self.refuse(Message("a default that is calculated is not compiled: give it a name first"), value)
            code.defaults[name] = value.value

    def call_closure(
        self, callee: Value, positional: list[Value], named: dict[str, Value], star: Value | None
    ) -> Value:
        """Call a nested function."""
        kind = callee.kind
        assert isinstance(kind, Closure)
        names, values = self.bind(kind.code, kind.code.node.args, positional, named, star)
        call = self.call_cached if kind.code.cached else self.call_code
        return call(kind.code, list(kind.names) + names, self.closure_parts(callee) + values)

    def on_lambda(self, node: ast.Lambda) -> Value:
        """A lambda."""
        return self.make_closure(node)

    def own_closure(self) -> Value:
        """The nested function that is being written, as it sees itself."""
        code = self.spec.code
        names = code.captured_names or ()
        values = [self.read_variable(name, name) for name in names]
        kind = Closure(code, names, tuple(value.kind for value in values))
        return self.record(kind, values) if values else Value(kind, "false")

    # What is written elsewhere --------------------------------------------------------------------------------------

    def call_object(self, held: Any, node: ast.Call, before: list[Value]) -> Value:
        """Call a known object."""
        raise NotImplementedError

    def call_builtin(self, held: Any, node: ast.Call) -> Value:
        """Call a builtin or a function of the standard library."""
        raise NotImplementedError

    def call_method(self, value: Value, name: str, node: ast.Call) -> Value:
        """Call a method of one of Python's own types."""
        raise NotImplementedError


KERNEL_FUNCTIONS = ("elagage.compiler.memory", "elagage.compiler.native.kernel_rules")
LIBRARIES = (
    "itertools",
    "functools",
    "math",
    "operator",
    "dataclasses",
    "copy",
    "collections",
    "builtins",
    "heapq",
    "bisect",
    "typing",
)


def library_name(found: Any) -> str:
    """The name of a builtin or of a function of the standard library; empty if it is something else."""
    module = getattr(found, "__module__", "") or getattr(getattr(found, "__self__", None), "__module__", "") or ""
    if isinstance(found, type | BuiltinFunctionType | FunctionType) and module.lstrip("_") in (
        *LIBRARIES,
        "collections",
    ):
        return str(found.__name__)
    return ""


def is_known_decorator(node: ast.expr) -> bool:
    """Is it a decorator that changes nothing about what a function gives?"""
    inner = node.func if isinstance(node, ast.Call) else node
    name = inner.attr if isinstance(inner, ast.Attribute) else inner.id if isinstance(inner, ast.Name) else ""
    return name in (
        "lru_cache",
        "cache",
        "property",
        "cached_property",
        "classmethod",
        "staticmethod",
        "override",
        "final",
        "abstractmethod",
    )
