"""Builtins that walk through their argument: sum, any, all, next, min, max, reduce, sorted."""

from __future__ import annotations

import ast
import sys

from elagage.compiler.native.calls.builtin_calls import CHANGING, BuiltinCalls
from elagage.compiler.native.value_types import (
    BOOL,
    Float,
    ListOf,
    Never,
    Text,
)  # fmt: skip
from elagage.compiler.native.values.builder import Unreached, Value, Variable
from elagage.i18n import Message

__all__ = ["FoldCalls"]


class FoldCalls(BuiltinCalls):
    """The builder with folds."""

    def call_sum(self, node: ast.Call) -> Value:
        """``sum``."""
        named = self.only(node, "start")
        start = named.get("start", node.args[1] if len(node.args) > 1 else None)
        hidden = f"{id(node)} sum"
        self.set_variable(hidden, self.integer(0) if start is None else self.realise(self.expression(start)))

        def add(value: Value) -> None:
            before = self.read_variable(hidden, "sum")
            self.set_variable(hidden, self.operate(ast.Add(), before, value, node))

        self.each(node.args[0], add, ordered=False)
        result = self.finish(hidden)
        if isinstance(result.kind, Float) and (sys.version_info >= (3, 12) or self.sums_a_set(node.args[0])):
            raise self.refuse(Message("a sum of floats is not compiled here: Python rounds it in a way of its own"))
        if isinstance(result.kind, Text):
            raise self.refuse(Message("'{code}' is not compiled", code="sum"))
        return result

    def sums_a_set(self, node: ast.expr) -> bool:
        """Might a set give the elements, so that the order of a sum of floats is not known?"""
        return any(isinstance(part, ast.Set | ast.SetComp) for part in ast.walk(node)) or self.module.has_sets

    def finish(self, hidden: str) -> Value:
        """What a hidden variable holds at the end."""
        if self.dead:
            raise Unreached
        value = self.read_variable(hidden, "the result")
        self.variables.pop(hidden, None)
        return value

    def early(self, node: ast.Call, stops_on: bool) -> Value:
        """``any`` or ``all``; where a set gives the elements all of them are looked at, since nobody knows which
        comes first.
        """
        self.only(node)
        result, done = self.place_for("i1"), self.meeting()
        self.out(f"store i1 {'false' if stops_on else 'true'}, ptr {result}")
        self.open.append(done)

        def look(condition: str) -> None:
            stop, go_on = self.label(), self.label()
            self.branch(condition, *((stop, go_on) if stops_on else (go_on, stop)))
            self.start(stop)
            self.out(f"store i1 {'true' if stops_on else 'false'}, ptr {result}")
            if self.unordered:
                self.go(go_on)
            else:
                before = dict(self.variables)
                self.jump(done)
                self.variables = before
            self.start(go_on)

        try:
            source = node.args[0]
            if isinstance(source, ast.GeneratorExp):
                elt = source.elt
                self.comprehend(source.generators, 0, lambda: look(self.condition(elt)), ordered=False)
            else:
                self.each(source, lambda value: look(self.truth(value)), ordered=False)
        finally:
            self.open.pop()
        self.jump(done)
        self.meet(done)
        if self.dead:
            raise Unreached
        return Value(BOOL, self.let(f"load i1, ptr {result}"))

    def call_any(self, node: ast.Call) -> Value:
        """``any``."""
        return self.early(node, True)

    def call_all(self, node: ast.Call) -> Value:
        """``all``."""
        return self.early(node, False)

    def call_next(self, node: ast.Call) -> Value:
        """``next`` of a generator expression, or of ``iter(...)``: the first element."""
        self.only(node)
        source = node.args[0]
        lazy = isinstance(source, ast.GeneratorExp) or (
            isinstance(source, ast.Call) and self.builtin_name(source.func) == "iter"
        )
        if not lazy:
            raise self.refuse(Message("'{code}' is not compiled", code="next"))
        default = self.simple_default(node.args[1]) if len(node.args) > 1 else None
        hidden, done = f"{id(node)} next", self.meeting()
        self.open.append(done)

        def take(value: Value) -> None:
            self.set_variable(hidden, self.realise(value))
            before = dict(self.variables)
            self.jump(done)
            self.variables = before
            self.dead = True

        try:
            self.each(source, take)
        finally:
            self.open.pop()
        if not self.dead:
            if default is not None:
                self.set_variable(hidden, default)
                self.jump(done)
            else:
                self.fail("StopIteration")
        self.meet(done)
        return self.finish(hidden)

    def extreme(self, node: ast.Call, largest: bool) -> Value:
        """``min`` or ``max``; of equal elements the first."""
        named = self.only(node, "key", "default")
        hidden, ranked = f"{id(node)} best", f"{id(node)} rank"
        flag = self.place_for("i1")
        self.out(f"store i1 false, ptr {flag}")
        key = named.get("key")
        default = self.simple_default(named["default"]) if "default" in named else None
        if key is not None and isinstance(key, ast.Constant) and key.value is None:
            key = None

        def look(value: Value) -> None:
            value = self.realise(value)
            rank = value if key is None else self.realise(self.call_value(key, [value]))

            def take() -> None:
                self.set_variable(hidden, value)
                if key is not None:
                    self.set_variable(ranked, rank)
                self.out(f"store i1 true, ptr {flag}")

            if hidden not in self.variables:
                self.spec.wanted.update((hidden, ranked))
                take()
                return
            best = self.read_unchecked(ranked if key is not None else hidden)
            found = self.let(f"load i1, ptr {flag}")
            self.branch_meeting(
                found, lambda: self.write_when(self.less(best, rank) if largest else self.less(rank, best), take), take
            )

        if len(node.args) == 1:
            self.each(node.args[0], look, ordered=key is not None)
        else:
            for argument in node.args:
                look(self.expression(argument))
        if self.dead:
            raise Unreached
        if hidden not in self.variables:  # there never is an element
            if default is None:
                self.fail("ValueError")
                raise Unreached
            return default
        self.variables.pop(ranked, None)
        best = self.read_unchecked(hidden)
        self.variables.pop(hidden)
        if default is not None:
            return self.choose(self.let(f"load i1, ptr {flag}"), lambda: best, lambda: default)
        if len(node.args) == 1:
            self.need(self.let(f"load i1, ptr {flag}"), "ValueError")
        return best

    def simple_default(self, node: ast.expr) -> Value:
        """What is given where there is no element; it is looked at before the elements are, so it may not change
        anything.
        """
        for part in ast.walk(node):
            changing = (
                isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in CHANGING
            )
            if changing or isinstance(part, ast.NamedExpr):
                raise self.refuse(Message("a default that is calculated is not compiled: give it a name first"))
        wrong, after = self.meeting(), self.label()
        self.handlers.append(wrong)
        value: Value | None = None
        try:
            value = self.realise(self.expression(node))
            self.go(after)
        except Unreached:
            if not self.dead:
                self.fail("unknown")
        finally:
            self.handlers.pop()
        self.start(wrong.label)  # the elements might have raised something else before
        self.fail("unknown")
        if value is None:
            raise Unreached
        self.start(after)
        return value

    def read_unchecked(self, name: str) -> Value:
        """What a hidden variable holds, whether or not it is set."""
        variable = self.variables[name]
        if variable.clash:
            raise self.refuse(Message("a value has two types here: {both}", both=variable.clash))
        plain = Variable(variable.kind, variable.place)
        return self.load(plain.kind, plain.place)

    def call_min(self, node: ast.Call) -> Value:
        """``min``."""
        return self.extreme(node, False)

    def call_max(self, node: ast.Call) -> Value:
        """``max``."""
        return self.extreme(node, True)

    def call_reduce(self, node: ast.Call) -> Value:
        """``functools.reduce`` with a first value."""
        self.only(node)
        if len(node.args) not in (2, 3):
            raise self.refuse(Message("a call with such arguments is not compiled"))
        hidden, flag = f"{id(node)} reduce", self.place_for("i1")
        if len(node.args) == 3:
            self.set_variable(hidden, self.realise(self.expression(node.args[2])))

        def fold(value: Value) -> None:
            value = self.realise(value)
            if len(node.args) == 3:
                before = self.read_variable(hidden, "reduce")
                self.set_variable(hidden, self.realise(self.call_value(node.args[0], [before, value])))
                return

            def take() -> None:
                self.set_variable(hidden, value)
                self.out(f"store i1 true, ptr {flag}")

            if hidden not in self.variables:
                self.spec.wanted.add(hidden)
                take()
                return

            def join() -> None:
                self.set_variable(
                    hidden, self.realise(self.call_value(node.args[0], [self.read_unchecked(hidden), value]))
                )

            self.branch_meeting(self.let(f"load i1, ptr {flag}"), join, take)

        self.out(f"store i1 false, ptr {flag}")
        self.each(node.args[1], fold)
        if self.dead:
            raise Unreached
        if hidden not in self.variables:
            self.fail("TypeError")
            raise Unreached
        self.need(self.let(f"load i1, ptr {flag}") if len(node.args) == 2 else "true", "TypeError")
        result = self.read_unchecked(hidden)
        self.variables.pop(hidden)
        return result

    def call_sorted(self, node: ast.Call) -> Value:
        """``sorted``."""
        named = self.only(node, "key", "reverse")
        made = self.new_list(node)
        self.each(node.args[0], lambda value: self.append(made, value), ordered="key" in named)
        if self.dead:
            raise Unreached
        self.sort(made, named, node)
        return made

    def comes_before(self, rank: Value, other: Value, descending: str) -> str:
        """Does an element come before another in a list that is sorted?"""
        if descending in ("true", "false"):
            return self.less(other, rank) if descending == "true" else self.less(rank, other)
        return self.let(f"select i1 {descending}, i1 {self.less(other, rank)}, i1 {self.less(rank, other)}")

    def sort(self, made: Value, named: dict[str, ast.expr], node: ast.Call) -> None:
        """Sort a list in place, so that equal elements keep their order."""
        kind = made.kind
        assert isinstance(kind, ListOf)
        item, text = self.item_type(kind)
        if isinstance(item, Never):
            return
        backward = named.get("reverse")
        descending = "false" if backward is None else self.condition(backward)
        ranks = made
        if "key" in named:
            ranks = self.new_list((id(node), "ranks"))
            pointer, length = self.span(made)
            self.count_up(
                f"{id(node)} ranks",
                length,
                lambda index: self.append(
                    ranks, self.realise(self.call_value(named["key"], [self.element(kind, self.span(made)[0], index)]))
                ),
            )
            if self.dead:
                raise Unreached
        rank_kind = ranks.kind
        rank_item, rank_text = self.item_type(rank_kind)
        if isinstance(rank_item, Never):
            return
        pointer, length = self.span(made)
        rank_pointer, _length = self.span(ranks)

        def insert(index: str) -> None:
            current = self.let(f"load {text}, ptr {self.address(text, pointer, index)}")
            rank = self.element(rank_kind, rank_pointer, index)
            place = self.place_for("i64")
            self.out(f"store i64 {index}, ptr {place}")
            head, look, move, done = (self.label() for _ in range(4))
            self.go(head)
            self.start(head)
            at = self.let(f"load i64, ptr {place}")
            self.branch(self.let(f"icmp sgt i64 {at}, 0"), look, done)
            self.start(look)
            left = self.let(f"sub i64 {at}, 1")
            other = self.element(rank_kind, rank_pointer, left)
            self.branch(self.comes_before(rank, other, descending), move, done)
            self.start(move)
            moved = self.let(f"load {text}, ptr {self.address(text, pointer, left)}")
            self.out(f"store {text} {moved}, ptr {self.address(text, pointer, at)}")
            if ranks is not made:
                self.store(other, self.address(rank_text, rank_pointer, at))
            self.out(f"store i64 {left}, ptr {place}")
            self.go(head)
            self.start(done)
            goal = self.let(f"load i64, ptr {place}")
            self.out(f"store {text} {current}, ptr {self.address(text, pointer, goal)}")
            if ranks is not made:
                self.store(rank, self.address(rank_text, rank_pointer, goal))

        self.count_loop(length, insert)
