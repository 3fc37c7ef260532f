"""Literals of several things, comprehensions, elements and slices, f-strings."""

from __future__ import annotations

import ast
from enum import EnumMeta

from elagage.compiler.native.python_types import SHORTEST_ROW, Settings, is_atom, loosely_joined, own_method
from elagage.compiler.native.syntax.conditions import Conditions
from elagage.compiler.native.value_types import (
    NEVER,
    Clash,
    Const,
    DictOf,
    ListOf,
    ObjectOf,
    Record,
    Seq,
    SetOf,
    Type,
    class_of,
    join,
)  # fmt: skip
from elagage.compiler.native.values.builder import Unreached, Value
from elagage.compiler.native.values.mixed import is_mixed
from elagage.i18n import Message

__all__ = ["Literals"]


class Literals(Conditions):
    """The builder with literals."""

    def on_tuple(self, node: ast.Tuple) -> Value:
        """A tuple."""
        if not any(isinstance(part, ast.Starred) for part in node.elts):
            parts = [self.realise_data(part) for part in node.elts]
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
                piece = self.read_starred(part.value)
            else:
                value = self.realise(self.expression(part))
                piece = self.record(Record((value.kind,)), [value])
            current = piece if current is None else self.concatenate(current, piece, node)
        assert current is not None
        return current

    def read_starred(self, node: ast.expr) -> Value:
        """What stands after a star, as a tuple."""
        if isinstance(node, ast.GeneratorExp):
            return self.collect_tuple(node, node)
        value = self.list_value(self.realise(self.sure(self.expression(node))))
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
        except Clash:
            kinds = tuple(value.kind for value in parts)
            if len(parts) < SHORTEST_ROW or not all(map(is_atom, kinds)):
                return self.list_of_unlike(parts)
            item = loosely_joined(kinds)
        cell = self.new_cell(node, item)
        item = cell.root().item
        if not parts:
            return Value(ListOf(cell), self.new_header())
        text = self.llvm(item)
        memory = self.allocate(self.size(f"[{len(parts)} x {text}]"))
        for number, value in enumerate(parts):
            self.store(self.convert(value, item), self.address(text, memory, str(number)))
        return Value(ListOf(cell), self.new_header(memory, str(len(parts))))

    def list_of_unlike(self, parts: list[Value]) -> Value:
        """A list of unlike things: fields side by side as long as nobody changes one."""
        if Settings.changed_lists:
            return self.new_mixed(list, {str(number): part for number, part in enumerate(parts)})
        return self.record(Record(tuple(part.kind for part in parts), None, "list"), parts)

    def on_set(self, node: ast.Set) -> Value:
        """A set."""
        made = Value(SetOf(self.new_cell(node, NEVER, "set")), self.new_header())
        for part in node.elts:
            if isinstance(part, ast.Starred):
                self.each(part.value, lambda element: self.add_to_set(made, element), ordered=False)
            else:
                self.add_to_set(made, self.expression(part))
        return made

    def on_dict(self, node: ast.Dict) -> Value:
        """A dict."""
        unlike = self.unlike_dict(node)
        if unlike is not None:
            return unlike
        made = Value(DictOf(self.new_cell(node, NEVER, "key"), self.new_cell(node, NEVER, "value")), self.new_header())
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                other = self.realise(self.expression(value))
                if not isinstance(other.kind, DictOf):
                    raise self.refuse_value(other, "**")
                self.put_all(made, other)
            else:
                name = self.expression(key)
                self.put_in_dict(made, name, self.expression(value))
        return made

    def unlike_dict(self, node: ast.Dict) -> Value | None:
        """A dict of unlike things, if it is one: with keys that a state has so, or values that no one type can hold."""
        if node.keys and node.keys[0] is None and is_mixed(self.peek(node.values[0]), dict):
            made = self.copy_object(self.sure(self.expression(node.values[0])))
            for key, value in zip(node.keys[1:], node.values[1:], strict=True):
                if key is None:
                    raise self.refuse(Message("'{code}' is not compiled", code="**"))
                self.set_item(made, self.expression(key), self.expression(value))
            return made
        names = tuple(key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
        if len(names) != len(node.keys) or len(set(names)) != len(names) or not names:
            return None
        if (dict, names) not in self.module.mixed_kinds:
            groups = self.groups_of(tuple(self.peek(value) for value in node.values))
            if len(groups) == 1:
                return None
        values = [self.realise(self.expression(value)) for value in node.values]
        return self.new_mixed(dict, dict(zip(names, values, strict=True)))

    def peek(self, node: ast.expr) -> Type:
        """The type of an expression; what is written to find it is taken back."""
        mark = len(self.lines), len(self.tail), dict(self.failures), dict(self.variables), len(self.writes)
        edges = [len(meeting.edges) for meeting in self.open]
        dead = self.dead
        try:
            return self.realise(self.expression(node)).kind
        except Unreached:
            return NEVER
        finally:
            del self.lines[mark[0] :], self.tail[mark[1] :], self.writes[mark[4] :]
            self.failures, self.variables, self.dead = mark[2], mark[3], dead
            for meeting, count in zip(self.open, edges, strict=True):
                del meeting.edges[count:]

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
        if isinstance(value.kind, Const) and isinstance(value.kind.value, EnumMeta):
            names = self.module.tables.setdefault((value.kind.value, "names"), dict(value.kind.value.__members__))
            return self.item(self.constant(names), self.expression(node.slice))
        if isinstance(value.kind, Const) and isinstance(value.kind.value, type):
            raise self.refuse(Message("'{code}' is not compiled", code="[...]"))
        method = own_method(class_of(value.kind), "__getitem__") if isinstance(value.kind, Record | ObjectOf) else None
        if method is not None:
            return self.call_function(method, [value, self.expression(node.slice)])
        if isinstance(node.slice, ast.Slice):
            bounds = [
                None if part is None else self.expression(part)
                for part in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            return self.cut(value, bounds[0], bounds[1], bounds[2], node)
        return self.item(value, self.expression(node.slice))
