"""``match``."""

from __future__ import annotations

import ast

from elagage.compiler.native.border import fields_of
from elagage.compiler.native.syntax.error_statements import ErrorStatements
from elagage.compiler.native.value_types import (
    BOOL,
    Const,
    ListOf,
    Maybe,
    Never,
    Record,
    Seq,
)  # fmt: skip
from elagage.compiler.native.values.builder import Meeting, Unreached, Value
from elagage.i18n import Message

__all__ = ["Patterns"]


class Patterns(ErrorStatements):
    """The builder with patterns: all of it."""

    def do_match(self, node: ast.Match) -> None:
        """``match``."""
        subject = self.realise_subject(self.settle_value(self.expression(node.subject)))
        done = self.meeting()
        self.open.append(done)
        for case in node.cases:
            if self.dead:
                break
            following = self.meeting()
            self.open.append(following)
            self.match(case.pattern, subject, following)
            if not self.dead and case.guard is not None:
                self.go_on_if(self.condition(case.guard), following)
            if not self.dead:
                self.statements(case.body)
            self.jump(done)
            self.open.pop()
            self.meet(following)
        self.jump(done)
        self.open.pop()
        self.meet(done)

    def realise_subject(self, value: Value) -> Value:
        """What is matched, in memory."""
        return self.realise(value)

    def go_on_if(self, condition: str, otherwise: Meeting) -> None:
        """Go on if a condition holds, else to the next case."""
        if condition == "true":
            return
        yes, edge = self.label(), self.label("e")
        self.branch(condition, yes, edge)
        otherwise.edges.append((edge, dict(self.variables)))
        self.start(yes)

    def match(self, pattern: ast.pattern, value: Value, otherwise: Meeting) -> None:
        """Go on if a pattern fits, with its names set."""
        if isinstance(pattern, ast.MatchValue):
            self.go_on_if(self.equal(value, self.expression(pattern.value)), otherwise)
        elif isinstance(pattern, ast.MatchSingleton):
            if pattern.value is not None and value.kind != BOOL:
                raise self.refuse(Message("this pattern is not compiled"), pattern)
            self.go_on_if(self.identical(value, self.constant(pattern.value)), otherwise)
        elif isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None:
                self.match(pattern.pattern, value, otherwise)
            if pattern.name is not None and not self.dead:
                self.name_value(pattern.name, value)
        elif isinstance(pattern, ast.MatchOr):
            self.match_any(pattern, value, otherwise)
        elif isinstance(pattern, ast.MatchSequence):
            self.match_sequence(pattern, value, otherwise)
        elif isinstance(pattern, ast.MatchClass):
            self.match_class(pattern, value, otherwise)
        else:
            raise self.refuse(Message("this pattern is not compiled"), pattern)

    def match_any(self, pattern: ast.MatchOr, value: Value, otherwise: Meeting) -> None:
        """``a | b``."""
        fits = self.meeting()
        self.open.append(fits)
        for number, part in enumerate(pattern.patterns):
            following = otherwise if number == len(pattern.patterns) - 1 else self.meeting()
            self.match(part, value, following)
            self.jump(fits)
            if following is not otherwise:
                self.meet(following)
            if self.dead and following is not otherwise:
                break
        self.open.pop()
        self.meet(fits)

    def match_sequence(self, pattern: ast.MatchSequence, value: Value, otherwise: Meeting) -> None:
        """``[a, b]`` or ``(a, *b)``."""
        if isinstance(value.kind, Maybe):
            self.go_on_if(self.word(value, 0), otherwise)
            value = self.part(value, 1, value.kind.item)
        value = self.list_value(value)
        patterns = pattern.patterns
        stars = [number for number, part in enumerate(patterns) if isinstance(part, ast.MatchStar)]
        kind, count = value.kind, len(patterns) - len(stars)
        after = len(patterns) - 1 - stars[0] if stars else 0
        if isinstance(kind, Record) and (kind.cls is None or issubclass(kind.cls, tuple)):
            size = len(kind.fields)
            if size < count if stars else size != count:
                self.jump(otherwise)
                return
            parts = [self.part(value, number, field) for number, field in enumerate(kind.fields)]
            if stars:
                rest = parts[stars[0] : size - after]
                star = patterns[stars[0]]
                rested = self.list_of(rest, star) if star.name else self.none()  # type: ignore[attr-defined]
                parts[stars[0] : size - after] = [rested]
        elif isinstance(kind, Seq) or (isinstance(kind, ListOf) and kind.kind in ("list", "deque")):
            pointer, length = self.span(value)
            self.go_on_if(self.let(f"icmp {'sge' if stars else 'eq'} i64 {length}, {count}"), otherwise)
            if count and isinstance(self.item_type(kind)[0], Never):
                raise Unreached
            parts = []
            for number, part in enumerate(patterns):
                if isinstance(part, ast.MatchStar):
                    end = self.from_word(self.let(f"sub i64 {length}, {after}"))
                    parts.append(
                        self.copy_list(
                            self.cut(value, self.integer(number), end, None, part), (id(part), "star"), "list"
                        )
                        if part.name
                        else self.none()
                    )
                else:
                    from_end = stars and number > stars[0]
                    at = self.let(f"sub i64 {length}, {len(patterns) - number}") if from_end else str(number)
                    parts.append(self.element(kind, pointer, at))
        else:
            if isinstance(kind, Record | ListOf):
                raise self.refuse(Message("this pattern is not compiled"), pattern)
            self.jump(otherwise)
            return
        for part, found in zip(patterns, parts, strict=True):
            if isinstance(part, ast.MatchStar):
                if part.name and not self.dead:
                    self.name_value(part.name, found)
            elif not self.dead:
                self.match(part, found, otherwise)

    def match_class(self, pattern: ast.MatchClass, value: Value, otherwise: Meeting) -> None:
        """``Point(x=0)``."""
        found = self.expression(pattern.cls)
        kind = value.kind
        if (
            not isinstance(found.kind, Const)
            or not isinstance(kind, Record)
            or kind.cls is None
            or kind.cls is not found.kind.value
        ):
            raise self.refuse(Message("this pattern is not compiled"), pattern)
        names = fields_of(kind.cls)
        wanted = list(zip(getattr(kind.cls, "__match_args__", ()), pattern.patterns, strict=False))
        wanted += list(zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True))
        for name, part in wanted:
            if name not in names:
                raise self.refuse(Message("this pattern is not compiled"), pattern)
            if not self.dead:
                number = names.index(name)
                self.match(part, self.part(value, number, kind.fields[number]), otherwise)
