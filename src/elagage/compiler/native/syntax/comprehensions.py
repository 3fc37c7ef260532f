"""Comprehensions, and lists, tuples and sets made of iterables."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from elagage.compiler.native.syntax.iteration import Iteration
from elagage.compiler.native.value_types import (
    NEVER,
    DictOf,
    Seq,
    SetOf,
)  # fmt: skip
from elagage.compiler.native.values.builder import Unreached, Value
from elagage.i18n import Message

__all__ = ["Comprehensions"]


class Comprehensions(Iteration):
    """The builder with comprehensions."""

    def comprehend(
        self, generators: list[ast.comprehension], number: int, body: Callable[[], None], *, ordered: bool = True
    ) -> None:
        """The loops of a comprehension, whose variables are its own."""
        generator = generators[number]
        if generator.is_async:
            raise self.refuse(Message("'{code}' is not compiled", code="async"))
        own: dict[str, str] = {}
        for part in ast.walk(generator.target):
            if isinstance(part, ast.Name):
                own[part.id] = f"{part.id}.{id(generator)}.{len(self.renamed)}"

        def turn(value: Value) -> None:
            self.renamed.append(own)
            try:
                self.assign(generator.target, value)
                self.filter_elements(generator.ifs, 0, inside)
            finally:
                self.renamed.pop()

        def inside() -> None:
            if number + 1 < len(generators):
                self.comprehend(generators, number + 1, body, ordered=ordered)
            else:
                body()

        self.each(generator.iter, turn, ordered=ordered)
        for name in own.values():
            self.variables.pop(name, None)

    def filter_elements(self, conditions: list[ast.expr], number: int, body: Callable[[], None]) -> None:
        """What is done if all conditions of a comprehension hold."""
        if number == len(conditions):
            body()
            return
        condition = self.condition(conditions[number])
        if condition == "true":
            self.filter_elements(conditions, number + 1, body)
        elif condition != "false":
            self.write_when(condition, lambda: self.filter_elements(conditions, number + 1, body))

    def collect_list(self, source: ast.expr, node: Any, kind: str = "list") -> Value:
        """A list of what an iterable gives."""
        made = self.begin_list(node, kind)
        self.each(source, lambda value: self.grow(made, value))
        if self.dead:
            raise Unreached
        return self.finish_list(made)

    def collect_tuple(self, source: ast.expr, node: Any) -> Value:
        """A tuple of what an iterable gives."""
        made = self.collect_list(source, node, "generator")
        return self.tuple_from(made)

    def tuple_from(self, made: Value) -> Value:
        """A fresh list as a tuple."""
        item, _text = self.item_type(made.kind)
        return self.pair(Seq(item), *self.span(made))

    def collect_set(self, source: ast.expr, node: Any, frozen: bool = False) -> Value:
        """A set of what an iterable gives."""
        made = Value(SetOf(self.new_cell(node, NEVER, "set"), frozen), self.new_header())
        self.each(source, lambda value: self.add_to_set(made, value), ordered=False)
        if self.dead:
            raise Unreached
        return made

    def comprehend_dict(self, node: ast.DictComp) -> Value:
        """A dict comprehension."""
        made = Value(DictOf(self.new_cell(node, NEVER, "key"), self.new_cell(node, NEVER, "value")), self.new_header())

        def put() -> None:
            key = self.expression(node.key)
            self.put_in_dict(made, key, self.expression(node.value))

        self.comprehend(node.generators, 0, put)
        if self.dead:
            raise Unreached
        return made
