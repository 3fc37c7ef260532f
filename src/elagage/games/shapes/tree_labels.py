"""The labels of a literal tree's nodes: a name for each, also where none was given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

__all__ = ["Labels"]


class Labels(Sequence[str]):
    """A name for each node: its own, or its parent's with its place, ``e.2``; the places alone below a root without
    a name. Strokes tell it from the names that were given.

    A label is put together when it is asked for: kept for every node, those of a deep tree would take memory by the
    square of its depth.
    """

    def __init__(self, children: Sequence[Sequence[int]], names: Sequence[str | None]) -> None:
        self.children, self.names = children, names
        self.known = {name: node for node, name in enumerate(names) if name is not None}
        self.parents: list[tuple[int, int]] = [(-1, 0)] * len(children)
        waiting, seen = [0], {0}
        while waiting:
            node = waiting.pop()
            for place, child in enumerate(children[node], 1):
                if child not in seen:
                    seen.add(child)
                    self.parents[child] = node, place
                    waiting.append(child)

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, node: Any) -> Any:
        if isinstance(node, slice):
            return tuple(self[each] for each in range(len(self))[node])
        places: list[int] = []
        while self.names[node] is None and self.parents[node][0] >= 0:
            node, place = self.parents[node]
            places.append(place)
        label = self.names[node] or ""
        for place in reversed(places):
            label = self.unlike_names(f"{label}.{place}" if label else f"{place}")
        return label or self.unlike_names("root")

    def unlike_names(self, label: str) -> str:
        """A label, with as many strokes as tell it from the names that were given."""
        while label in self.known:
            label += "'"
        return label

    def find(self, label: str) -> int | None:
        """The node of a label; None if there is none."""
        if label == self[0]:
            return 0
        places, head = [], label
        while head and head not in self.known:
            head, _dot, place = head.rpartition(".")
            places.append(place.rstrip("'"))
        node = self.known.get(head, 0)
        for place in reversed(places):
            number = int(place) if re.fullmatch(r"[1-9][0-9]{0,8}", place) else 0
            if not 0 < number <= len(self.children[node]):
                return None
            node = self.children[node][number - 1]
        return node if self[node] == label else None
