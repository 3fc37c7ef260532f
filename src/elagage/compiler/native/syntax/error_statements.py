"""Errors raised and caught."""

from __future__ import annotations

import ast
import builtins

from elagage.compiler.native.prelude import NotCompiled
from elagage.compiler.native.syntax.statements import Statements, uses_error
from elagage.compiler.native.value_types import (
    NONE,
    Const,
)  # fmt: skip
from elagage.compiler.native.values.builder import ERRORS, Variable
from elagage.i18n import Message

__all__ = ["ErrorStatements"]


class ErrorStatements(Statements):
    """The builder with errors."""

    def do_assert(self, node: ast.Assert) -> None:
        """``assert``."""
        self.need(self.condition(node.test), "AssertionError")

    def do_raise(self, node: ast.Raise) -> None:
        """``raise``: which class is all that matters here, since the rules are run interpreted to raise it."""
        if node.exc is None:
            self.fail("unknown")
            return
        inner = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        found = self.expression(inner)
        if not isinstance(found.kind, Const) or not isinstance(found.kind.value, type):
            raise self.refuse(Message("'{code}' is not compiled", code="raise"))
        if found.kind.value is NotCompiled:
            self.fail("unknown")
            return
        self.go(self.failure(self.module.error_code(found.kind.value)))
        self.dead = True

    def do_try(self, node: ast.Try) -> None:
        """``try`` with ``except``."""
        if node.finalbody:
            raise self.refuse(Message("'{code}' is not compiled", code="finally"))
        handler, done = self.meeting(), self.meeting()
        before, mark = dict(self.variables), len(self.writes)
        depth = self.let("call i64 @rt_depth(ptr %c)")
        self.open.append(done)
        self.handlers.append(handler)
        self.statements(node.body)
        self.handlers.pop()
        if not self.dead:
            self.statements(node.orelse)
        self.jump(done)
        self.variables = self.after_failure(before, self.writes[mark:])
        self.start(handler.label)
        code = self.let("load i32, ptr %error")
        self.out(f"call void @rt_set_depth(ptr %c, i64 {depth})")
        for clause in node.handlers:
            if clause.name and uses_error(clause):
                raise self.refuse(Message("the use of a caught error is not compiled"), clause)
            caught, following = self.label(), self.label()
            self.branch(self.matches(code, clause), caught, following)
            variables = dict(self.variables)
            self.start(caught)
            self.statements(clause.body)
            self.jump(done)
            self.variables = variables
            self.start(following)
        if self.handlers:
            self.go(self.handlers[-1].label)
        else:
            self.out(f"ret i32 {code}")
        self.dead = True
        self.open.pop()
        self.meet(done)

    def after_failure(self, before: dict[str, Variable], writes: list[tuple[str, str]]) -> dict[str, Variable]:
        """The variables where an error is caught: those that took another place meanwhile can't be told."""
        result = dict(before)
        for name, place in writes:
            known = before.get(name)
            if known is None or known.place != place or known.flag:
                result[name] = Variable(NONE, "", "", "try, except")
        return result

    def matches(self, code: str, clause: ast.ExceptHandler) -> str:
        """Does an ``except`` catch the error?"""
        if clause.type is None:
            return self.let(f"call i1 @rt_is_error(i32 {code})")
        nodes = clause.type.elts if isinstance(clause.type, ast.Tuple) else [clause.type]
        result = "false"
        for node in nodes:
            found = self.expression(node)
            if not isinstance(found.kind, Const) or not isinstance(found.kind.value, type):
                raise self.refuse(Message("'{code}' is not compiled", code="except"), clause)
            wanted = found.kind.value
            codes = [
                number for name, number in ERRORS.items() if number < 32 and issubclass(getattr(builtins, name), wanted)
            ]
            codes += [100 + number for number, cls in enumerate(self.module.exceptions) if issubclass(cls, wanted)]
            for number in codes:
                result = self.let(f"or i1 {result}, {self.let(f'icmp eq i32 {code}, {number}')}")
        self.module.catches = True
        return result
