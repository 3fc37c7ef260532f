"""``copy.copy`` and ``copy.deepcopy``."""

from __future__ import annotations

import ast

from elagage.compiler.native.calls.container_calls import ContainerCalls
from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.value_types import (
    NEVER,
    Closure,
    Const,
    DictOf,
    ListOf,
    Maybe,
    Never,
    ObjectOf,
    Range,
    Record,
    Seq,
    SetOf,
    cells_of,
    class_of,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value

__all__ = ["Copies"]


class Copies(ContainerCalls):
    """The builder with copies."""

    def call_copy(self, node: ast.Call) -> Value:
        """``copy.copy``."""
        value = self.realise(self.sure(self.plain(node, 1, 1)[0]))
        kind = value.kind
        if isinstance(kind, ListOf) and kind.kind in ("list", "deque", "bytearray"):
            return self.copy_list(value, node)
        if isinstance(kind, DictOf):
            return self.copy_dict(value, node)
        if isinstance(kind, SetOf):
            return self.combine_sets(ast.BitOr(), value, value, node)
        if own_method(class_of(kind), "__copy__") or isinstance(kind, Range | ListOf | Closure | Const):
            raise self.refuse_value(value, "copy")
        return self.copy_object(value) if isinstance(kind, ObjectOf) else value

    def call_deepcopy(self, node: ast.Call) -> Value:
        """``copy.deepcopy``."""
        value = self.realise(self.sure(self.plain(node, 1, 1)[0]))
        return self.copy_deeply(value, f"{id(node)} deep")

    def copy_deeply(self, value: Value, key: str) -> Value:
        """A copy of a value and of all that can be changed in it."""
        kind = value.kind
        if isinstance(kind, Range | Closure | Const) or getattr(kind, "kind", "") == "generator":
            raise self.refuse_value(value, "deepcopy")
        if not cells_of(kind) and not isinstance(kind, ObjectOf):
            return value
        if own_method(class_of(kind), "__deepcopy__"):
            raise self.refuse_value(value, "deepcopy")
        if isinstance(kind, ObjectOf):
            if key.count(" object") > 2:
                raise self.refuse_value(value, "deepcopy")
            made = self.copy_object(value)
            for field, cell in list(kind.fields.root().cells.items()):
                if cells_of(cell.root().item) or isinstance(cell.root().item, ObjectOf):
                    there, place = self.field_places(value, field)
                    self.write_when(
                        self.let(f"load i1, ptr {there}"),
                        lambda field=field, cell=cell, place=place: self.set_field(  # type: ignore[misc]
                            made,
                            field,
                            self.copy_deeply(self.load(cell.root().item, place), f"{key} object {field}"),
                        ),
                    )
            return made
        if isinstance(kind, Maybe):
            return self.choose(
                self.word(value, 0), lambda: self.copy_deeply(self.part(value, 1, kind.item), key), self.none
            )
        if isinstance(kind, Record):
            parts = [
                self.copy_deeply(self.part(value, number, field), f"{key} {number}")
                for number, field in enumerate(kind.fields)
            ]
            return self.record(Record(tuple(part.kind for part in parts), kind.cls, kind.kind), parts)
        if isinstance(kind, SetOf):
            return self.combine_sets(ast.BitOr(), value, value, f"{key} set")
        if isinstance(kind, DictOf):
            held, name = kind.value.root().item, kind.key.root().item
            if not cells_of(held) or isinstance(held, Never):
                return self.copy_dict(value, f"{key} dict")
            made = Value(
                DictOf(
                    self.new_cell(f"{key} dict", NEVER, "key"),
                    self.new_cell(f"{key} dict", NEVER, "value"),
                    kind.kind,
                    kind.factory,
                ),
                self.new_header(),
            )
            keys, length = self.span(value)
            values = self.let(f"load ptr, ptr {self.header_place(value.ref, 3)}")
            self.need_unshared(self.pair(Seq(held), values, length))
            self.count_up(
                f"{key} loop",
                length,
                lambda index: self.put_in_dict(
                    made,
                    self.load(name, self.address(self.llvm(name), keys, index)),
                    self.copy_deeply(self.dict_value(value, held, index), f"{key} value"),
                ),
            )
            return made
        if not isinstance(kind, ListOf | Seq):
            raise self.refuse_value(value, "deepcopy")
        item, text = self.item_type(kind)
        if isinstance(kind, ListOf) and not cells_of(item):
            return self.copy_list(value, f"{key} list")
        self.need_unshared(value)
        made = self.new_list(f"{key} items", NEVER, kind.kind if isinstance(kind, ListOf) else "generator")
        if not isinstance(item, Never):
            pointer, length = self.span(value)
            self.count_up(
                f"{key} loop",
                length,
                lambda index: self.append(
                    made, self.copy_deeply(self.load(item, self.address(text, pointer, index)), f"{key} item")
                ),
            )
        return made if isinstance(kind, ListOf) else self.tuple_from(made)

    def need_unshared(self, value: Value) -> None:
        """Leave if an object is twice among the elements: a deep copy would keep that."""
        _item, text = self.item_type(value.kind)
        if text != "ptr":
            return
        pointer, length = self.span(value)

        def look(index: str) -> None:
            one = self.let(f"load ptr, ptr {self.address(text, pointer, index)}")

            def compare(other: str) -> None:
                two = self.let(f"load ptr, ptr {self.address(text, pointer, other)}")
                self.need(self.let(f"icmp ne ptr {one}, {two}"), "unknown")

            self.count_loop(index, compare)

        self.count_loop(length, look)
