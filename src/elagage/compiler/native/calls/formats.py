"""Texts of values: ``str``, f-strings, ``format`` and ``%``."""

from __future__ import annotations

import ast
import re
from enum import IntEnum
from string import Formatter

from elagage.compiler.native.prelude import find_written
from elagage.compiler.native.syntax.literals import Literals
from elagage.compiler.native.value_types import (
    INT,
    TEXT,
    Bool,
    EnumOf,
    Maybe,
    NoneValue,
    Record,
    Text,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value
from elagage.i18n import Message

__all__ = ["Formats"]

SPEC = re.compile(r"(?:(.)?([<>^]))?(0)?(\d*)([ds]?)")
PERCENT = re.compile(r"%(-?)(0?)(\d*)([dsi%])")


class Formats(Literals):
    """The builder with texts of values."""

    def on_joinedstr(self, node: ast.JoinedStr) -> Value:
        """An f-string of texts and ints."""
        parts = []
        for part in node.values:
            if not isinstance(part, ast.FormattedValue):
                parts.append(self.expression(part))
                continue
            if part.conversion not in (-1, ord("s")):
                raise self.refuse(Message("'{code}' is not compiled", code="f'{!r}'"))
            value = self.expression(part.value)
            parts.append(self.format_value(value, self.known_spec(part.format_spec)))
        return self.text_of(parts)

    def known_spec(self, node: ast.expr | None) -> str:
        """The specification after a colon, which must be a literal."""
        if node is None:
            return ""
        if isinstance(node, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in node.values):
            return "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        raise self.refuse(Message("'{code}' is not compiled", code="f'{:}'"))

    def format_value(self, value: Value, spec: str) -> Value:
        """A value as a text of a certain width."""
        if not spec:
            return self.as_text(value)
        found = SPEC.fullmatch(spec)
        value = self.sure(value)
        if found is None or not (isinstance(value.kind, Text) or value.kind == INT):
            raise self.refuse(Message("'{code}' is not compiled", code="f'{:}'"))
        fill, align, zero, width, letter = found.groups()
        number = value.kind == INT
        if letter not in ("", "d" if number else "s") or (zero and (align or not number)):
            raise self.refuse(Message("'{code}' is not compiled", code="f'{:}'"))
        text = self.as_text(value)
        if not width:
            return text
        size = self.integer(int(width))
        if zero:
            return self.call_function(find_written("str_zfill"), [text, size])
        names = {"<": find_written("str_ljust"), ">": find_written("str_rjust"), "^": find_written("format_center")}
        function = names[align or (">" if number else "<")]
        return self.call_function(function, [text, size, self.constant(fill or " ")])

    def format_percent(self, pattern: str, given: Value) -> Value:
        """``"%d-%d" % (a, b)``."""
        given = self.realise(given)
        values = [given]
        if isinstance(given.kind, Record) and given.kind.cls is None:
            values = [self.part(given, number, field) for number, field in enumerate(given.kind.fields)]
        parts: list[Value] = []
        at = 0
        for found in PERCENT.finditer(pattern):
            parts.append(self.constant(pattern[at : found.start()]))
            at = found.end()
            left, zero, width, letter = found.groups()
            if letter == "%":
                parts.append(self.constant("%"))
                continue
            if not values:
                raise self.refuse(Message("'{code}' is not compiled", code="%"))
            value = self.sure(values.pop(0))
            if letter in "di" and value.kind != INT:
                raise self.refuse_value(value, "%")
            text = self.as_text(value)
            if width:
                function = (
                    find_written("str_ljust")
                    if left
                    else find_written("str_zfill")
                    if zero
                    else find_written("str_rjust")
                )
                text = self.call_function(function, [text, self.integer(int(width))])
            parts.append(text)
        if values or "%" in PERCENT.sub("", pattern):
            raise self.refuse(Message("'{code}' is not compiled", code="%"))
        return self.text_of([*parts, self.constant(pattern[at:])])

    def text_format(self, value: Value, node: ast.Call) -> Value:
        """``"{}-{}".format(a, b)``."""
        if not isinstance(value.const, str):
            raise self.refuse_value(value, "format")
        positional, named, star = self.arguments(node)
        parts: list[Value] = []
        count = 0
        for text, given, spec, conversion in Formatter().parse(value.const):
            parts.append(self.constant(text))
            if given is None:
                continue
            name = given or str(count)
            count += not given
            found = positional[int(name)] if name.isdigit() and int(name) < len(positional) else named.get(name)
            if found is None or conversion or star is not None or "{" in (spec or ""):
                raise self.refuse(Message("'{code}' is not compiled", code="format"))
            parts.append(self.format_value(found, spec or ""))
        return self.text_of(parts)

    def as_text(self, value: Value) -> Value:
        """``str`` of a text, an int, a truth value or None."""
        if isinstance(value.kind, NoneValue):
            return self.constant("None")
        if isinstance(value.kind, Maybe):
            inner = self.part(value, 1, value.kind.item)
            return self.choose(self.word(value, 0), lambda: self.as_text(inner), lambda: self.constant("None"))
        if isinstance(value.kind, Text):
            return value
        if isinstance(value.kind, Bool):
            return self.choose(value.ref, lambda: self.constant("True"), lambda: self.constant("False"))
        if isinstance(value.kind, EnumOf) and not issubclass(value.kind.cls, IntEnum):
            if value.kind.cls.__str__ not in (object.__str__, __import__("enum").Enum.__str__):
                raise self.refuse_value(value, "str")
            table = tuple(str(member) for member in value.kind.cls)  # type: ignore[attr-defined]
            listed = self.module.tables.setdefault((value.kind.cls, "texts"), table)
            return self.item(self.constant(listed), Value(INT, value.ref))
        if value.kind == INT:
            return self.digits(value)
        raise self.refuse_value(value, "str")

    def digits(self, value: Value) -> Value:
        """An int as a text."""
        number = value.ref if self.whole == "i64" else ""
        if not number:
            number = self.let(f"trunc {self.whole} {value.ref} to i64")
            back = self.let(f"sext i64 {number} to {self.whole}")
            self.need(self.let(f"icmp eq {self.whole} {back}, {value.ref}"), "overflow")
        memory = self.allocate("24")
        return Value(TEXT, self.let(f"call {{ptr, i64}} @rt_digits(ptr {memory}, i64 {number})"))

    def arguments(self, node: ast.Call) -> tuple[list[Value], dict[str, Value], Value | None]:
        """What a call gives."""
        raise NotImplementedError
