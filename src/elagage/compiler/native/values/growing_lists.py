"""Lists that are being made: comprehensions, and what a generator gives.

While it grows, a list is three variables of the function (where its elements are, how many, how much room), which the
optimiser keeps in registers; its header is written when it is complete.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from elagage.compiler.native.value_types import NEVER, ListOf
from elagage.compiler.native.values.builder import Value
from elagage.compiler.native.values.container_changes import ContainerChanges

__all__ = ["Growing", "GrowingLists"]


@dataclass(frozen=True)
class Growing:
    """A list that is being made: its type, and the places of its parts."""

    kind: ListOf
    data: str
    length: str
    room: str


class GrowingLists(ContainerChanges):
    """The builder with lists that are being made."""

    def begin_list(self, node: Any, kind: str) -> Growing:
        """Begin a list, at a place of the source."""
        places = [self.place_for(text) for text in ("ptr", "i64", "i64")]
        self.out(f"store ptr null, ptr {places[0]}")
        for place in places[1:]:
            self.out(f"store i64 0, ptr {place}")
        return Growing(ListOf(self.new_cell(node, NEVER, kind), kind), *places)

    def grow(self, made: Growing, value: Value) -> None:
        """Add an element at the end."""
        self.note_changed([made.kind.cell])
        value = self.realise(value)
        self.module.widen(made.kind.cell, value.kind, self)
        _item, text = self.item_type(made.kind)
        length, room = self.let(f"load i64, ptr {made.length}"), self.let(f"load i64, ptr {made.room}")
        more, after = self.label(), self.label()
        self.branch(self.let(f"icmp eq i64 {length}, {room}"), more, after)
        self.start(more)
        twice = self.let(f"shl i64 {room}, 1")
        wanted = self.let(f"call i64 @llvm.smax.i64(i64 {twice}, i64 16)")
        pointer = self.let(f"load ptr, ptr {made.data}")
        size = self.size(text)
        fresh = self.let(f"call ptr @rt_regrow(ptr %c, ptr {pointer}, i64 {length}, i64 {wanted}, i64 {size})")
        self.need(self.let(f"icmp ne ptr {fresh}, null"), "memory")
        self.out(f"store ptr {fresh}, ptr {made.data}")
        self.out(f"store i64 {wanted}, ptr {made.room}")
        self.go(after)
        self.start(after)
        self.put_element(made.kind, self.let(f"load ptr, ptr {made.data}"), length, value)
        self.out(f"store i64 {self.let(f'add i64 {length}, 1')}, ptr {made.length}")

    def finish_list(self, made: Growing) -> Value:
        """The list, complete."""
        pointer, length = self.let(f"load ptr, ptr {made.data}"), self.let(f"load i64, ptr {made.length}")
        return Value(made.kind, self.new_header(pointer, length))
