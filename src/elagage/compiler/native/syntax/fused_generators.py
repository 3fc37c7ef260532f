"""Generators written into the loop that consumes them: each ``yield`` becomes the loop's body.

So a generator does what it does when it does it in Python, and no list of what it gives is made. The function's
variables get names of their own; its ``return`` leads to the end of the loop. A generator that yields in several
places (unless the loop does little with what it gives), catches errors, defines functions or calls itself is run to its
end first instead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.module import FunctionCode
from elagage.compiler.native.syntax.library_loops import LibraryLoops
from elagage.compiler.native.value_types import Const
from elagage.compiler.native.values.builder import Meeting, Unreached, Value

__all__ = ["Fused", "FusedGenerators", "is_short"]

DEEPEST = 4
MOST_YIELDS, MANY_YIELDS = 3, 16
"""In so many places the body of a kernel's loop may be written; that of a rule's loop in one, or in many if it is
short.
"""
SHORT = 60
"""Parts of the syntax that a short body has at most."""
Body = Callable[[Value], None]


@dataclass(frozen=True)
class Fused:
    """A generator that is being written into a loop: what is done with its values, and where it ends."""

    body: Body
    done: Meeting


class FusedGenerators(LibraryLoops):
    """The builder with generators inside loops."""

    def __init__(self, module: Any, spec: Any) -> None:
        super().__init__(module, spec)
        self.breaks: list[Meeting] = []
        self.continues: list[Meeting] = []
        self.given: Any = None
        self.inside: list[FunctionCode] = []
        self.short_loops: set[int] = set()
        """The iterables of loops that do little with each element."""

    def most_yields(self, node: ast.Call) -> int:
        """In how many places the body of the loop over a call may be written."""
        if self.spec.code.kernel:
            return MOST_YIELDS
        return MANY_YIELDS if id(node) in self.short_loops else 1

    def each_fused(self, node: ast.Call, body: Body) -> bool:
        """Write a generator's call into the loop over it; False if it is none, or not of the kind."""
        function, before = self.find_generator(node)
        if function is None:
            return False
        code = self.module.code_of(function)
        if len(self.inside) >= DEEPEST or code in self.inside or not can_fuse(code, self.most_yields(node)):
            return False
        mark = len(self.lines), len(self.tail), dict(self.failures), [len(meeting.edges) for meeting in self.open]
        variables, dead, place = dict(self.variables), self.dead, self.node
        try:
            positional, named, star = self.arguments(node)
            names, values = self.bind(code, code.node.args, before + positional, named, star)
            self.write_fused(code, names, values, body, f"{self.site}{id(node)}/")
        except CannotCompile:
            del self.lines[mark[0] :], self.tail[mark[1] :]
            self.failures, self.variables, self.dead, self.node = dict(mark[2]), variables, dead, place
            for meeting, count in zip(self.open, mark[3], strict=False):
                del meeting.edges[count:]
            return False
        return True

    def find_generator(self, node: ast.Call) -> tuple[FunctionType | None, list[Value]]:
        """The function that a call calls, if it is known, and what is given to it before its arguments."""
        target, found = node.func, None
        if isinstance(target, ast.Name):
            if self.inner_name(target.id) not in self.variables and target.id not in self.local_names():
                try:
                    found = self.free_name(target.id)
                except CannotCompile:
                    return None, []
        elif isinstance(target, ast.Attribute) and is_path(target.value):
            base = self.expression(target.value)
            if isinstance(base.kind, Const):
                found = getattr(base.kind.value, target.attr, None)
        if isinstance(found, MethodType) and isinstance(found.__func__, FunctionType):
            return generator_of(found.__func__), [self.constant(found.__self__)]
        return generator_of(found), []

    def write_fused(self, code: FunctionCode, names: list[str], values: list[Value], body: Body, site: str) -> None:
        """The generator's statements, with the loop's body in the place of its ``yield``."""
        outer = self.context()
        done = self.meeting()
        self.open.append(done)
        values = [
            self.realise(value) if isinstance(value.kind, Const) and is_data(value.kind.value) else value
            for value in values
        ]
        depth = len(self.inside)
        several = count_yields(code) > 1

        def consume(value: Value) -> None:
            inner = self.context()
            self.enter((*outer[:-1], f"{outer[-1]}{id(self.node)}." if several else outer[-1]))
            del self.inside[depth:]
            body(value)
            self.inside.append(code)
            self.enter(inner)

        try:
            self.enter((code, [], None, [], [], Fused(consume, done), outer[6], site))
            self.inside.append(code)
            mapping = {name: f"{site}{name}" for name in self.local_names() | set(names)}
            self.renamed = [mapping]
            if code.rule:
                self.fault = (code.rule, values[1], values[2] if len(values) > 2 else None)
            for name, value in zip(names, values, strict=True):
                self.set_variable(mapping[name], value)
            assert isinstance(code.node, ast.FunctionDef)
            self.statements(code.node.body)
            self.jump(done)
        finally:
            del self.inside[depth:]
            self.enter(outer)
            self.open.pop()
        self.meet(done)
        for name in [name for name in self.variables if name.startswith(site)]:
            del self.variables[name]

    def statements(self, nodes: list[ast.stmt]) -> None:
        """Write statements one after the other."""
        raise NotImplementedError

    def context(self) -> tuple[Any, ...]:
        """Everything that belongs to the function whose statements are being written."""
        return (
            self.spec.code, self.renamed, getattr(self, "_locals", None), self.breaks, self.continues, self.given,
            self.fault, self.site,
        )  # fmt: skip

    def enter(self, context: tuple[Any, ...]) -> None:
        """Go on with the statements of another function."""
        code, self.renamed, known, self.breaks, self.continues, self.given, self.fault, self.site = context
        self.spec.code = code
        if known is not None:
            self._locals = known
        elif hasattr(self, "_locals"):
            del self._locals

    def give(self, value: Value) -> None:
        """``yield``."""
        if isinstance(self.given, Fused):
            self.given.body(value)
            if self.dead:
                raise Unreached
            return
        self.grow(self.given, value)


def generator_of(found: Any) -> FunctionType | None:
    """A function, if it is one that yields and has a source of its own."""
    found = getattr(found, "py_func", found)
    if isinstance(found, FunctionType) and found.__code__.co_flags & 0x20:
        return found
    return None


def is_path(node: ast.expr) -> bool:
    """Is it a name, or an attribute of one?"""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and is_path(node.value))


def is_data(value: Any) -> bool:
    """Is a constant something that lies in memory?"""
    return isinstance(value, tuple | list | dict | set | frozenset | range)


def can_fuse(code: FunctionCode, most: int) -> bool:
    """Is a generator of the kind that is written into a loop?"""
    if not isinstance(code.node, ast.FunctionDef) or code.memo or (code.node.decorator_list and not code.kernel):
        return False
    for part in ast.walk(code.node):
        if part is not code.node and isinstance(
            part, ast.FunctionDef | ast.Lambda | ast.Try | ast.Global | ast.Nonlocal | ast.NamedExpr | ast.Match
        ):
            return False
    return 1 <= count_yields(code) <= most


def is_short(body: list[ast.stmt]) -> bool:
    """Does a loop's body only calculate, and little?"""
    parts = [part for statement in body for part in ast.walk(statement)]
    return len(parts) <= SHORT and all(isinstance(statement, ast.Assign | ast.AugAssign) for statement in body)


def count_yields(code: FunctionCode) -> int:
    """In how many places a generator yields."""
    return sum(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(code.node))
