"""Functions that keep what they gave: ``lru_cache``, ``cache``, ``cached_property``."""

from __future__ import annotations

import ast
import builtins
from typing import Any

from elagage.compiler.native.calls.records import Records
from elagage.compiler.native.module import FunctionCode, Specialised
from elagage.compiler.native.value_types import (
    Cell,
    Const,
    DictOf,
    ListOf,
    Maybe,
    Never,
    ObjectOf,
    Record,
    Seq,
    SetOf,
    Type,
    cells_of,
    is_lasting,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value
from elagage.i18n import Message

__all__ = ["CachedCalls"]


class CachedCalls(Records):
    """The builder with calls of functions that keep what they gave."""

    def call_cached(self, code: FunctionCode, names: list[str], values: list[Value]) -> Value:
        """Call a function that has a memo: with one of ours if it may call others, else without any."""
        name = getattr(code.node, "name", "")
        prepared = self.prepare_values(values)
        spec = self.module.specialise(code, names, [value.kind for value in prepared])
        lasting = all(map(is_lasting, spec.types)) and (isinstance(spec.answer, Never) or is_lasting(spec.answer))
        if lasting and calls_others(code.node):
            code.memo = False
            return self.call_specialised(spec, prepared, keep=True)
        if calls_itself_often(code.node, name):
            raise self.refuse(Message("'{name}' calls itself and would be slow without its memo", name=name))
        code.memo = True
        answer = self.call_specialised(spec, prepared)
        return (
            Value(self.freeze_value(answer.kind, spec.name), answer.ref, answer.const)
            if cells_of(answer.kind)
            else answer
        )

    def freeze_value(self, kind: Type, key: str) -> Type:
        """The type of a value that a memo keeps: nobody may change it, since all get the same object."""
        if not cells_of(kind):
            return kind
        if isinstance(kind, ListOf | SetOf):
            cell = self.frozen_cell(kind.cell, f"{key} item")
            return ListOf(cell, kind.kind) if isinstance(kind, ListOf) else SetOf(cell, kind.frozen)
        if isinstance(kind, DictOf):
            cells = self.frozen_cell(kind.key, f"{key} key"), self.frozen_cell(kind.value, f"{key} value")
            return DictOf(*cells, kind.kind, kind.factory)
        if isinstance(kind, Record):
            fields = tuple(self.freeze_value(field, f"{key} {number}") for number, field in enumerate(kind.fields))
            return Record(fields, kind.cls, kind.kind)
        if isinstance(kind, Maybe):
            return Maybe(self.freeze_value(kind.item, f"{key} maybe"))
        if isinstance(kind, Seq):
            return Seq(self.freeze_value(kind.item, f"{key} item"))
        assert isinstance(kind, ObjectOf)
        raise self.refuse(Message("a memo that keeps a {name} is not compiled", name=kind.cls.__name__))

    def frozen_cell(self, cell: Cell, key: str) -> Cell:
        """A cell of its own for what a memo keeps."""
        made = self.new_cell(key, self.freeze_value(cell.root().item, f"{key} inner"))
        made.root().fixed = True
        return made

    def write_memo(self, spec: Specialised, answer: Type) -> str:
        """The function that looks up what another gave before it calls it; its name."""
        number = spec.name[2:]
        name, key = f"@kept{number}", f"memo {spec.name}"
        if key in self.module.helpers:
            return name
        self.module.helpers[key] = ""
        inner: Any = type(self)(self.module, Specialised(spec.code, [], [], name))
        given = [Value(kind, f"%a{number}") for number, kind in enumerate(spec.types)]
        parts = [value for value in given if not isinstance(value.kind, Const)]
        asked = inner.record(Record(tuple(value.kind for value in parts)), parts)
        table = f"cache{number}"
        inner.write_table(table, asked.kind, answer)
        inner.out(f"call void @{table}_lock()")  # threads share what is kept
        place = inner.table_find(table, asked, answer)
        hit, miss = inner.label(), inner.label()
        inner.branch(inner.let(f"icmp ne ptr {place}, null"), hit, miss)
        inner.start(hit)
        inner.store(inner.load(answer, place), "%out")
        inner.out(f"call void @{table}_unlock()")
        inner.out("ret i32 0")
        inner.start(miss)
        inner.out(f"call void @{table}_unlock()")
        texts = "".join(f", {self.llvm(value.kind)} {value.ref}" for value in given)
        inner.pass_on(inner.let(f"call i32 {spec.name}(ptr %c{texts}, ptr %out)"))
        inner.table_put(table, asked, inner.load(answer, "%out"), lock=True)
        inner.out("ret i32 0")
        head = f"define internal i32 {name}(ptr %c{texts}, ptr %out) {{"
        self.module.helpers[key] = "\n".join(
            [head, "  %error = alloca i32", *inner.places, *inner.lines, *inner.tail, "}"]
        )
        return name

    def prepare_values(self, values: list[Value]) -> list[Value]:
        """Arguments as a function takes them."""
        raise NotImplementedError

    def call_specialised(self, spec: Specialised, prepared: list[Value], *, keep: bool = False) -> Value:
        """Call a function for the types that its arguments have."""
        raise NotImplementedError


def calls_others(node: ast.FunctionDef | ast.Lambda) -> bool:
    """Does a function call anything but Python's own builtins?"""
    return any(
        isinstance(part, ast.Call) and not (isinstance(part.func, ast.Name) and hasattr(builtins, part.func.id))
        for part in ast.walk(node)
    )


def calls_itself_often(node: ast.FunctionDef | ast.Lambda, name: str) -> bool:
    """Does a function call itself, maybe through others, from more than one place or from a loop? Others count as if
    they did.
    """
    calls = 0
    loops = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and names_function(part.func, name):
            calls += 1
        if isinstance(part, loops) and any(
            isinstance(inner, ast.Call) and names_function(inner.func, name) for inner in ast.walk(part)
        ):
            return True
    return calls > 1


def names_function(node: ast.expr, name: str) -> bool:
    """Does an expression name a function so?"""
    return (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.Attribute) and node.attr == name)
