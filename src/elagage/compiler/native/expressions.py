"""Expressions: names, attributes, operators, comparisons, literals, slices."""

from __future__ import annotations

import ast
import builtins
import functools
from enum import Enum
from types import ModuleType
from typing import Any

from elagage.compiler.native.builder import UNKNOWN, Unreached, Value
from elagage.compiler.native.comparisons import own_method
from elagage.compiler.native.conversions import enum_number
from elagage.compiler.native.iteration import Iteration
from elagage.compiler.native.value_types import (
    BOOL,
    INT,
    NEVER,
    TEXT,
    Bool,
    Bytes,
    Clash,
    Closure,
    Const,
    DictOf,
    EnumOf,
    Float,
    ListOf,
    Maybe,
    Never,
    NoneValue,
    Record,
    Seq,
    SetOf,
    Text,
    Type,
    fields_of,
    is_dataclass_type,
    is_int_like,
    is_number,
    join,
)  # fmt: skip

__all__ = ["Expressions"]

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow",
    ast.LShift: "lshift", ast.RShift: "rshift", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
}  # fmt: skip


class Expressions(Iteration):
    """The builder with expressions."""

    def expression(self, node: ast.expr) -> Value:
        """The value of an expression."""
        before, self.node = self.node, node
        method = getattr(self, f"on_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refuse(f"{type(node).__name__} is not compiled")
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
        if name in self.variables:
            return self.read_variable(name, node.id)
        if self.spec.code.captured_names is not None and node.id == getattr(self.spec.code.node, "name", ""):
            return self.own_closure()
        if node.id in self.local_names():
            self.spec.wanted.add(name)
            self.fail("UnboundLocalError")
            raise Unreached
        return self.constant(self.free_name(node.id))

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
        raise self.refuse(f"'{name}' is not known")

    def read_variable(self, name: str, shown: str) -> Value:
        """What a variable holds."""
        variable = self.variables[name]
        if variable.clash:
            raise self.refuse(f"'{shown}' is sometimes {variable.clash}")
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
        if isinstance(kind, EnumOf):
            return self.enum_attribute(value, kind.cls, name)
        raise self.refuse(f"the attribute '{name}' of {self.described(kind)} is not compiled")

    def constant_attribute(self, value: Any, name: str) -> Value:
        """An attribute of a known object, read now."""
        if isinstance(value, ModuleType) and not hasattr(value, name):
            raise self.refuse(f"'{name}' is not known")
        try:
            return self.constant(getattr(value, name))
        except AttributeError:
            raise self.refuse(f"there is no attribute '{name}'") from None

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
            table = {member: getattr(member, name) for member in members}
            self.module.kept.append(table)
            held = self.module.tables.setdefault((cls, name), table)
            return self.dict_item(self.realise(Value(Const(held), "false", held)), value)
        raise self.refuse(f"the attribute '{name}' of {cls.__name__} is not compiled")

    # Operators ------------------------------------------------------------------------------------------------------

    def on_binop(self, node: ast.BinOp) -> Value:
        """An operator between two values."""
        masked = self.masked(node)
        if masked is not None:
            return masked
        left = self.expression(node.left)
        return self.operate(node.op, left, self.expression(node.right), node)

    def masked(self, node: ast.BinOp) -> Value | None:
        """``(a * b + c) & mask`` or ``... % 2**n``: only the low bits matter, so what is lost above them may be."""
        if (
            not isinstance(node.op, ast.BitAnd | ast.Mod)
            or not isinstance(node.left, ast.BinOp)
            or self.module.wrapping
        ):
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
            cls = value.kind.cls if isinstance(value.kind, Record | EnumOf) else None
            method = own_method(cls, f"__{prefix}{OPERATORS.get(type(op), '?')}__")
            if method is not None:
                return self.call_function(method, [value, other])
        left, right = self.sure(left), self.sure(right)
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
            f"an operator between {self.described(left.kind)} and {self.described(right.kind)} is not compiled"
        )

    def put_all(self, target: Value, source: Value) -> None:
        """Put all keys and values of a dict into another one."""
        kind = source.kind
        assert isinstance(kind, DictOf)
        held = kind.value.root().item
        if isinstance(held, Never):
            return
        pointer, length = self.span(source)
        self.counted(
            length,
            lambda index: self.put_in_dict(
                target, self.element(kind, pointer, index), self.dict_value(source, held, index)
            ),
        )

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

            self.counted(length, body)

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
            raise self.refuse("this operator between sets is not compiled")
        return made

    def on_unaryop(self, node: ast.UnaryOp) -> Value:
        """``not``, ``-``, ``+`` or ``~``."""
        value = self.expression(node.operand)
        if isinstance(node.op, ast.Not):
            return Value(BOOL, self.let(f"xor i1 {self.truth(value)}, true"))
        cls = value.kind.cls if isinstance(value.kind, Record | EnumOf) else None
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

    def on_boolop(self, node: ast.BoolOp) -> Value:
        """``and`` or ``or``: the value that decides."""
        return self.decide(node, 0)

    def decide(self, node: ast.BoolOp, number: int) -> Value:
        """The same from one operand on."""
        value = self.expression(node.values[number])
        if number == len(node.values) - 1:
            return value
        condition = self.truth(value)
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
            raise self.refuse("':=' inside a comprehension is not compiled")
        self.assign(node.target, value)
        return value

    # Comparisons ----------------------------------------------------------------------------------------------------

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
                raise self.unsupported(value, "the order")
        left, right = self.realise(self.sure(left)), self.realise(self.sure(right))
        if isinstance(left.kind, Float) or isinstance(right.kind, Float):
            names: dict[type[ast.cmpop], str] = {ast.Lt: "olt", ast.LtE: "ole", ast.Gt: "ogt", ast.GtE: "oge"}
            return self.let(f"fcmp {names[type(op)]} double {self.as_float(left).ref}, {self.as_float(right).ref}")
        if isinstance(left.kind, SetOf) and isinstance(right.kind, SetOf):
            raise self.unsupported(left, "the inclusion")
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
            raise self.unsupported(right, "a search")
        if isinstance(kind, Const) and isinstance(kind.value, type) and issubclass(kind.value, Enum):
            raise self.unsupported(right, "a search")
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
        raise self.refuse("'is' between such values is not compiled: use ==")

    # Literals of several things -------------------------------------------------------------------------------------

    def on_tuple(self, node: ast.Tuple) -> Value:
        """A tuple."""
        if not any(isinstance(part, ast.Starred) for part in node.elts):
            parts = [self.realise(self.expression(part)) for part in node.elts]
            if all(self.is_known(part) for part in parts) and len(parts) > 2:
                try:
                    known = tuple(part.const for part in parts)
                    key = (node, tuple(map(id, known)))
                    return self.constant(self.module.tables.setdefault(key, known))
                except Clash:
                    pass
            return self.record(Record(tuple(part.kind for part in parts)), parts)
        current: Value | None = None
        for part in node.elts:
            if isinstance(part, ast.Starred):
                piece = self.starred(part.value)
            else:
                value = self.realise(self.expression(part))
                piece = self.record(Record((value.kind,)), [value])
            current = piece if current is None else self.concatenate(current, piece, node)
        assert current is not None
        return current

    def starred(self, node: ast.expr) -> Value:
        """What stands after a star, as a tuple."""
        if isinstance(node, ast.GeneratorExp):
            return self.collect_tuple(node, node)
        value = self.realise(self.sure(self.expression(node)))
        if isinstance(value.kind, Seq):
            return value
        if isinstance(value.kind, Record) and (value.kind.cls is None or issubclass(value.kind.cls, tuple)):
            return self.record(
                Record(value.kind.fields), [self.part(value, i, kind) for i, kind in enumerate(value.kind.fields)]
            )
        if isinstance(value.kind, ListOf) and value.kind.kind in ("list", "deque"):
            item, _text = self.item_type(value.kind)
            pointer, length = self.span(value)
            return self.pair(Seq(item), self.copy_elements(value.kind, pointer, length), length)
        made = self.new_list(f"{id(node)} star", NEVER, "generator")
        self.each_value(value, lambda element: self.append(made, element), f"{id(node)} star")
        return self.tuple_from(made)

    def on_list(self, node: ast.List) -> Value:
        """A list."""
        if any(isinstance(part, ast.Starred) for part in node.elts):
            made = self.new_list(node)
            for part in node.elts:
                if isinstance(part, ast.Starred):
                    self.each(part.value, lambda element: self.append(made, element))
                else:
                    self.append(made, self.expression(part))
            return made
        parts = [self.realise(self.expression(part)) for part in node.elts]
        item: Type = NEVER
        try:
            for value in parts:
                item = join(item, value.kind)
        except Clash:  # unlike things: a list that nobody may change
            return self.record(Record(tuple(part.kind for part in parts), None, "list"), parts)
        cell = self.new_cell(node, item)
        item = cell.root().item
        if not parts:
            return Value(ListOf(cell), self.new_header())
        text = self.llvm(item)
        memory = self.allocate(self.size(f"[{len(parts)} x {text}]"))
        for number, value in enumerate(parts):
            self.store(self.convert(value, item), self.address(text, memory, str(number)))
        return Value(ListOf(cell), self.new_header(memory, str(len(parts))))

    def on_set(self, node: ast.Set) -> Value:
        """A set."""
        made = Value(SetOf(self.new_cell(node, NEVER, "set")), self.new_header())
        for part in node.elts:
            if isinstance(part, ast.Starred):
                raise self.refuse("a star in a set is not compiled")
            self.add_to_set(made, self.expression(part))
        return made

    def on_dict(self, node: ast.Dict) -> Value:
        """A dict."""
        made = Value(DictOf(self.new_cell(node, NEVER, "key"), self.new_cell(node, NEVER, "value")), self.new_header())
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                other = self.realise(self.expression(value))
                if not isinstance(other.kind, DictOf):
                    raise self.unsupported(other, "a double star")
                self.put_all(made, other)
            else:
                name = self.expression(key)
                self.put_in_dict(made, name, self.expression(value))
        return made

    def on_listcomp(self, node: ast.ListComp) -> Value:
        """A list comprehension."""
        source = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
        return self.collect_list(source, node)

    def on_setcomp(self, node: ast.SetComp) -> Value:
        """A set comprehension."""
        source = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
        return self.collect_set(source, node)

    def on_dictcomp(self, node: ast.DictComp) -> Value:
        """A dict comprehension."""
        return self.comprehend_dict(node)

    def on_generatorexp(self, node: ast.GeneratorExp) -> Value:
        """A generator expression that is not consumed where it stands: run to its end."""
        return self.collect_list(node, node, "generator")

    def on_subscript(self, node: ast.Subscript) -> Value:
        """An element or a slice."""
        value = self.expression(node.value)
        if isinstance(value.kind, Const) and isinstance(value.kind.value, type):
            raise self.refuse("a class in square brackets is not compiled")
        method = own_method(value.kind.cls, "__getitem__") if isinstance(value.kind, Record) else None
        if method is not None:
            return self.call_function(method, [value, self.expression(node.slice)])
        if isinstance(node.slice, ast.Slice):
            bounds = [
                None if part is None else self.expression(part)
                for part in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            return self.cut(value, bounds[0], bounds[1], bounds[2], node)
        return self.item(value, self.expression(node.slice))

    def on_joinedstr(self, node: ast.JoinedStr) -> Value:
        """An f-string of texts and ints."""
        parts = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                if part.format_spec is not None or part.conversion != -1:
                    raise self.refuse("a format in an f-string is not compiled")
                parts.append(self.as_text(self.expression(part.value)))
            else:
                parts.append(self.expression(part))
        return self.text_of(parts)

    def as_text(self, value: Value) -> Value:
        """``str`` of a text or an int."""
        value = self.sure(value) if not isinstance(value.kind, Maybe) else value
        if isinstance(value.kind, Text):
            return value
        if value.kind == INT:
            number = value.ref if self.whole == "i64" else ""
            if not number:
                number = self.let(f"trunc {self.whole} {value.ref} to i64")
                self.need(
                    self.let(f"icmp eq {self.whole} {self.let(f'sext i64 {number} to {self.whole}')}, {value.ref}"),
                    "overflow",
                )
            memory = self.allocate("24")
            written = self.let(f"call {{ptr, i64}} @rt_digits(ptr {memory}, i64 {number})")
            return Value(TEXT, written)
        raise self.unsupported(value, "the text")

    # What is written elsewhere --------------------------------------------------------------------------------------

    def own_closure(self) -> Value:
        """The nested function that is being written, as it sees itself."""
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
