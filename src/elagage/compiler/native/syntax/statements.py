"""Statements: assignments and unpacking, conditions, loops, errors raised and caught, ``match``; and a function from
its first to its last.
"""

from __future__ import annotations

import ast

from elagage.compiler.native.calls.captured import is_used_once
from elagage.compiler.native.module import Restart
from elagage.compiler.native.prelude import find_written
from elagage.compiler.native.python_types import OBJECT_CLASSES, is_dataclass_type, own_method
from elagage.compiler.native.syntax.fused_generators import Fused, FusedGenerators, is_short
from elagage.compiler.native.value_types import (
    Const,
    DictOf,
    ListOf,
    NoneValue,
    ObjectOf,
    Record,
    Seq,
    SetOf,
    Text,
    class_of,
    is_number,
)  # fmt: skip
from elagage.compiler.native.values.builder import Meeting, Unreached, Value
from elagage.compiler.native.values.conversions import HEADER
from elagage.i18n import Message

__all__ = ["GIVE_MARK", "Statements"]

GIVE_MARK = "  store ptr %mark, ptr %c"
"""What a kernel ends with: the memory that was allocated meanwhile is free again."""


class Statements(FusedGenerators):
    """The builder with statements: all of it."""

    def statements(self, nodes: list[ast.stmt]) -> None:
        """Write statements one after the other, as far as they can be reached."""
        for node in nodes:
            if self.dead:
                return
            self.node = node
            method = getattr(self, f"do_{type(node).__name__.lower()}", None)
            if method is None:
                raise self.refuse(Message("'{code}' is not compiled", code=type(node).__name__.lower()))
            self.attempt(lambda method=method, node=node: method(node))  # type: ignore[misc]

    def do_pass(self, _node: ast.Pass) -> None:
        """Nothing."""

    def do_expr(self, node: ast.Expr) -> None:
        """An expression for what it does."""
        if isinstance(node.value, ast.Yield):
            value = self.none() if node.value.value is None else self.settle_value(self.expression(node.value.value))
            self.give(value)
        elif isinstance(node.value, ast.YieldFrom):
            self.each(node.value.value, self.give)
        elif not isinstance(node.value, ast.Constant):
            self.expression(node.value)

    def do_return(self, node: ast.Return) -> None:
        """Give a value back."""
        value = self.none() if node.value is None else self.expression(node.value)
        if self.given is not None:
            if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
                raise self.refuse(Message("'{code}' is not compiled", code="return"))
            if isinstance(self.given, Fused):
                self.jump(self.given.done)
                return
            value = self.finish_list(self.given)
        self.give_back(value)

    def give_back(self, value: Value) -> None:
        """Leave the function with a value."""
        if isinstance(value.kind, Const) and isinstance(
            value.kind.value, tuple | list | dict | set | frozenset | range
        ):
            value = self.realise(value)
        kind = self.module.note_answer(self.spec, value.kind, self)
        self.store(self.convert(value, kind), "%out")
        if self.spec.recursive and not self.spec.code.kernel:
            self.out("call void @rt_rise(ptr %c)")
        if self.spec.code.kernel == "releases" and (is_number(kind) or isinstance(kind, NoneValue)):
            self.lines.append(GIVE_MARK)
        self.out("ret i32 0")
        self.dead = True

    # Assignments ----------------------------------------------------------------------------------------------------

    def do_assign(self, node: ast.Assign) -> None:
        """``a = b = value``."""
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name) and self.inner_name(target.id) == target.id:
            if self.is_lazy(node.value) and is_used_once(self.spec.code.node, node, target.id):
                self.deferred[target.id] = node.value
                return
        value = self.expression(node.value)
        if len(node.targets) > 1 or not isinstance(target, ast.Tuple | ast.List):
            value = self.settle_value(value)
        for target in node.targets:
            self.assign(target, value)

    def do_annassign(self, node: ast.AnnAssign) -> None:
        """``a: type = value``."""
        if node.value is not None:
            self.assign(node.target, self.settle_value(self.expression(node.value)))

    def assign(self, target: ast.expr, value: Value) -> None:
        """Give what stands on the left a value."""
        if isinstance(target, ast.Name):
            if isinstance(value.kind, Const) and isinstance(
                value.kind.value, tuple | list | dict | set | frozenset | range
            ):
                if self.module.memo_of(value.kind.value) is None and not self.is_later_changed(target.id, value):
                    value = self.realise(value)
            self.name_value(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(target, value)
        elif isinstance(target, ast.Subscript):
            if isinstance(target.slice, ast.Slice):
                self.assign_slice(target, target.slice, value)
                return
            held = self.expression(target.value)
            self.set_item(held, self.expression(target.slice), value)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.expression(target.value), target.attr, value, target)
        else:
            raise self.refuse(Message("'{code}' is not compiled", code="="), target)

    def assign_slice(self, target: ast.Subscript, bounds: ast.Slice, value: Value) -> None:
        """``l[a:b] = values``."""
        held = self.sure(self.expression(target.value))
        if bounds.step is not None or not isinstance(held.kind, ListOf) or held.kind.kind != "list":
            raise self.refuse(Message("'{code}' is not compiled", code="[:] ="), target)
        length = self.from_word(self.span(held)[1])
        low, high = (
            default if part is None else self.as_int(self.sure(self.expression(part)))
            for part, default in ((bounds.lower, self.integer(0)), (bounds.upper, length))
        )
        self.call_function(find_written("set_slice"), [held, low, high, self.realise(value)])

    def set_attribute(self, held: Value, name: str, value: Value, target: ast.expr) -> None:
        """``held.name = value``."""
        held = self.sure(held)
        kind = held.kind
        if isinstance(kind, Record) and kind.cls is not None and is_changeable_dataclass(kind.cls):
            OBJECT_CLASSES.add(kind.cls)
            raise Restart
        if not isinstance(kind, ObjectOf) or getattr(getattr(kind.cls, "__dataclass_params__", None), "frozen", False):
            raise self.refuse(Message("a rule changes the attribute '{name}'", name=name), target)
        found = own_method(kind.cls, name)
        if isinstance(found, property) and found.fset is not None:
            self.call_function(found.fset, [held, value])
            return
        if found is not None:
            raise self.refuse(Message("a rule changes the attribute '{name}'", name=name), target)
        self.set_field(held, name, value)

    def name_value(self, name: str, value: Value) -> None:
        """Give a variable a value, in its box if it has one."""
        if name in self.boxed and self.inner_name(name) == name:
            self.set_boxed(name, self.realise(value))
        else:
            self.set_variable(self.inner_name(name), value)

    def is_later_changed(self, _name: str, value: Value) -> bool:
        """Is a constant dict that a variable names filled through it? Then it stays known, to become a memo."""
        return isinstance(value.kind, Const) and isinstance(value.kind.value, dict) and not value.kind.value

    def unpack(self, target: ast.Tuple | ast.List, value: Value) -> None:
        """``a, b = value``, maybe with a star."""
        value = self.list_value(self.realise(self.sure(value)))
        stars = [number for number, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
        count = len(target.elts)
        if isinstance(value.kind, Record) and not own_method(value.kind.cls, "__iter__"):
            if value.kind.cls is not None and not issubclass(value.kind.cls, tuple):
                raise self.refuse_value(value, "a, b = ...")
            fields = value.kind.fields
            if len(fields) != count if not stars else len(fields) < count - 1:
                self.fail("ValueError")
                raise Unreached
            parts = [self.part(value, number, field) for number, field in enumerate(fields)]
            for number, part in enumerate(target.elts):
                if isinstance(part, ast.Starred):
                    rest = parts[number : len(parts) - (count - 1 - number)]
                    parts[number : len(parts) - (count - 1 - number)] = [self.list_of(rest, part)]
            for part, found in zip(target.elts, parts, strict=True):
                self.assign(part.value if isinstance(part, ast.Starred) else part, found)
            return
        if not isinstance(value.kind, Seq | ListOf | Text):
            raise self.refuse_value(value, "a, b = ...")
        pointer, length = self.span(value)
        if not stars:
            self.need(self.let(f"icmp eq i64 {length}, {count}"), "ValueError")
            elements = [self.element(value.kind, pointer, str(number)) for number in range(count)]
            for part, element in zip(target.elts, elements, strict=True):
                self.assign(part, element)
            return
        self.need(self.let(f"icmp sge i64 {length}, {count - 1}"), "ValueError")
        after = count - 1 - stars[0]
        for number, part in enumerate(target.elts):
            if isinstance(part, ast.Starred):
                end = self.let(f"sub i64 {length}, {after}")
                middle = self.cut(value, self.integer(number), self.from_word(end), None, part)
                self.assign(
                    part.value, middle if isinstance(middle.kind, ListOf) else self.copy_list(middle, part, "list")
                )
            elif number < stars[0]:
                self.assign(part, self.element(value.kind, pointer, str(number)))
            else:
                at = self.let(f"sub i64 {length}, {count - number}")
                self.assign(part, self.element(value.kind, pointer, at))

    def list_of(self, values: list[Value], node: ast.AST) -> Value:
        """A list of these values."""
        made = self.new_list(node)
        for value in values:
            self.append(made, value)
        return made

    def do_augassign(self, node: ast.AugAssign) -> None:
        """``a += value``: a list is changed in place, everything else made anew."""
        target = node.target
        if isinstance(target, ast.Name):
            before = self.on_name(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            after = self.augment(node, before, self.expression(node.value))
            if after is not None:
                self.assign(target, after)
        elif isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            held = self.expression(target.value)
            index = self.expression(target.slice)
            before = self.item(held, index)
            after = self.augment(node, before, self.expression(node.value))
            if after is not None:
                self.set_item(held, index, after)
        elif isinstance(target, ast.Attribute):
            owner = self.sure(self.expression(target.value))
            before = self.attribute(owner, target.attr)
            after = self.augment(node, before, self.expression(node.value))
            if after is not None:
                self.set_attribute(owner, target.attr, after, target)
        else:
            raise self.refuse(Message("'{code}' is not compiled", code="[:] ="), target)

    def augment(self, node: ast.AugAssign, before: Value, value: Value) -> Value | None:
        """What a variable becomes; None if it was changed in place."""
        if isinstance(before.kind, Const) and isinstance(before.kind.value, list | set | dict):
            raise self.refuse(Message("a rule changes a constant: copy it first"))
        if isinstance(before.kind, ListOf) and isinstance(node.op, ast.Add):
            self.extend(before, value, node)
            return None
        if isinstance(before.kind, ListOf | DictOf) or (isinstance(before.kind, SetOf) and not before.kind.frozen):
            if isinstance(before.kind, SetOf) and isinstance(self.realise(value).kind, SetOf):
                self.changeable(before)
                self.refill_set(before, self.combine_sets(node.op, before, self.realise(value), node))
                return None
            if isinstance(before.kind, DictOf) and isinstance(node.op, ast.BitOr) and before.kind.kind == "dict":
                self.dict_update_with(before, self.realise(value))
                return None
            if isinstance(before.kind, ListOf) and isinstance(node.op, ast.Mult) and before.kind.kind == "list":
                made = self.repeat(before, value, node)
                self.changeable(before)
                self.same_item(before.kind.cell, made.kind.cell)  # type: ignore[attr-defined]
                self.out(f"store {HEADER} {self.let(f'load {HEADER}, ptr {made.ref}')}, ptr {before.ref}")
                return None
            raise self.refuse(Message("'{code}' is not compiled", code="-="))
        for kind in (before.kind, value.kind):
            cls = class_of(kind)
            if own_method(cls, "__iadd__"):
                raise self.refuse(Message("'{code}' is not compiled", code="__iadd__"))
        return self.operate(node.op, before, value, node)

    def do_delete(self, node: ast.Delete) -> None:
        """``del d[key]``."""
        for target in node.targets:
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                self.assign_slice(target, target.slice, self.record(Record(()), []))
                continue
            if isinstance(target, ast.Name) and target.id in self.variables and target.id not in self.boxed:
                self.variables.pop(target.id)
                continue
            if not isinstance(target, ast.Subscript):
                raise self.refuse(Message("'{code}' is not compiled", code="del"), target)
            held = self.sure(self.expression(target.value))
            index = self.realise(self.expression(target.slice))
            if isinstance(held.kind, DictOf):
                at = self.find(held, index)
                if held.kind.kind == "Counter":  # which forgives what is not there
                    there = self.let(f"icmp sge i64 {at}, 0")
                    self.write_when(there, lambda held=held, at=at: self.remove_at(held, at))  # type: ignore[misc]
                    continue
                self.need(self.let(f"icmp sge i64 {at}, 0"), "KeyError")
            elif isinstance(held.kind, ListOf):
                at = self.place_of_index(index, self.span(held)[1])
            else:
                raise self.refuse_value(held, "del")
            self.remove_at(held, at)

    def do_functiondef(self, node: ast.FunctionDef) -> None:
        """A nested function."""
        self.name_value(node.name, self.make_closure(node))

    def do_nonlocal(self, _node: ast.Nonlocal) -> None:
        """``nonlocal``: the variable is in a box."""

    def do_import(self, node: ast.Import) -> None:
        """An import inside a function: the module is known."""
        raise self.refuse(Message("an import inside a rule is not compiled: put it at the top of the file"), node)

    do_importfrom = do_import

    # Conditions and loops -------------------------------------------------------------------------------------------

    def do_if(self, node: ast.If) -> None:
        """``if``."""
        condition = self.condition(node.test)
        if condition in ("true", "false"):
            self.statements(node.body if condition == "true" else node.orelse)
            return
        self.branch_meeting(condition, lambda: self.statements(node.body), lambda: self.statements(node.orelse))

    def do_while(self, node: ast.While) -> None:
        """``while``."""
        done = self.meeting()
        self.open.append(done)

        def test() -> str | None:
            condition = self.condition(node.test)
            return None if condition == "true" else condition

        self.loop(f"{id(node)} while", test, lambda: self.turn(node.body, done), lambda: None)
        self.open.pop()
        self.finish_loop(node.orelse, done)

    def do_for(self, node: ast.For) -> None:
        """``for``."""
        done = self.meeting()
        self.open.append(done)

        def turn(value: Value) -> None:
            self.watched.append(self.live)
            try:
                self.assign(node.target, self.settle_value(value))
                self.turn(node.body, done)
            finally:
                self.watched.pop()

        before = self.live
        self.live = []
        depth = len(self.watched)
        if is_short(node.body):
            self.short_loops.add(id(node.iter))
        self.each(node.iter, turn)
        del self.watched[depth:]
        self.live = before
        self.open.pop()
        self.finish_loop(node.orelse, done)

    def turn(self, body: list[ast.stmt], done: Meeting) -> None:
        """One turn of a loop."""
        following = self.meeting()
        self.open.append(following)
        self.breaks.append(done)
        self.continues.append(following)
        try:
            self.statements(body)
        finally:
            self.breaks.pop()
            self.continues.pop()
            self.open.pop()
        self.jump(following)
        self.meet(following)

    def finish_loop(self, otherwise: list[ast.stmt], done: Meeting) -> None:
        """What follows a loop."""
        if not self.dead:
            self.statements(otherwise)
        self.jump(done)
        self.meet(done)

    def do_break(self, _node: ast.Break) -> None:
        """``break``."""
        self.jump(self.breaks[-1])

    def do_continue(self, _node: ast.Continue) -> None:
        """``continue``."""
        self.jump(self.continues[-1])


def is_changeable_dataclass(cls: type) -> bool:
    """Is it a dataclass whose objects may be changed?"""
    return is_dataclass_type(cls) and not cls.__dataclass_params__.frozen  # type: ignore[attr-defined]


def uses_error(clause: ast.ExceptHandler) -> bool:
    """Does an ``except`` clause use the error it caught, other than to raise one?"""
    waiting: list[ast.AST] = list(clause.body)
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name) and part.id == clause.name:
            return True
        if not isinstance(part, ast.Raise):
            waiting += ast.iter_child_nodes(part)
    return False
