"""The loop itself: what a variable holds at its head must hold at its end too."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from elagage.compiler.native.native_game import has_lanes
from elagage.compiler.native.value_types import (
    Clash,
    Type,
    join_loosely,
)  # fmt: skip
from elagage.compiler.native.values.builder import Meeting, Variable
from elagage.compiler.native.values.mixed import Mixed
from elagage.i18n import Message

__all__ = ["Loops"]

LANES = 4
"""Words that are calculated with at once."""
SIDE_BY_SIDE = (
    '!{!"llvm.loop.unroll.disable"}, !{!"llvm.loop.vectorize.enable", i1 true}, '
    f'!{{!"llvm.loop.vectorize.width", i32 {LANES}}}'
)
CALCULATES = re.compile(
    r"\w+:|  br label %\w+|  br i1 %\w+, label %(?!fail)\w+, label %(?!fail)\w+|  store \S+ \S+, ptr %p\d+"
    r"|  %\w+ = (load|and|or|xor|shl|ashr|add|sub|mul|icmp|select|getelementptr|extractvalue|insertvalue) .*"
    r"|  %\w+ = call i64 @llvm\.(ctlz|ctpop)\.i64\(.*"
)
"""A line that only calculates, and can't fail."""


class Loops(Mixed):
    """The builder with loops."""

    def __init__(self, module: Any, spec: Any) -> None:
        super().__init__(module, spec)
        self.renamed: list[dict[str, str]] = []
        self.open: list[Meeting] = []
        self.unordered = 0
        self.deferred: dict[str, ast.expr] = {}

    def loop(
        self,
        key: str,
        test: Callable[[], str | None],
        body: Callable[[], None],
        step: Callable[[], None],
        lanes: bool = False,
    ) -> None:
        """A loop: ``test`` gives the condition to go on, None if it always does; ``step`` is done after each turn,
        however it ended; ``lanes``: its turns are few and may be taken side by side.

        What a variable holds at its head must hold at its end too: the loop is written again, with wider variables,
        until it does.
        """
        held = self.spec.loops.setdefault(f"{self.site}{key}", {})
        entry = dict(self.variables)
        mark = len(self.lines), len(self.tail), dict(self.failures), [len(meeting.edges) for meeting in self.open]
        for _attempt in range(12):
            heads = self.loop_heads(entry, held)
            self.carry(entry, heads)
            self.variables = dict(heads)
            head, inside, exits = self.label("head"), self.label(), self.meeting()
            self.go(head)
            self.start(head)
            condition = test()
            if condition is not None:
                over = self.label("e")
                self.branch(condition, inside, over)
                exits.edges.append((over, dict(self.variables)))
                self.start(inside)
            self.attempt(body)
            if not self.dead:
                self.attempt(step)
            if self.dead or self.is_settled(entry, heads, held):
                if not self.dead:
                    self.carry(self.variables, heads)
                    self.go_back(head, lanes)
                self.meet(exits)
                return
            del self.lines[mark[0] :], self.tail[mark[1] :]
            self.failures = dict(mark[2])
            for meeting, count in zip(self.open, mark[3], strict=True):
                del meeting.edges[count:]
            self.dead = False
        raise self.refuse(Message("the types of its values don't settle"))

    def loop_heads(self, entry: dict[str, Variable], held: dict[str, Type]) -> dict[str, Variable]:
        """The variables at the head of a loop."""
        heads = {}
        for name, variable in entry.items():
            kind = held.get(name)
            if variable.clash or kind is None or kind == variable.kind:
                heads[name] = variable
            else:
                heads[name] = self.variable(name, self.join_types(variable.kind, kind), bool(variable.flag))
        for name, kind in held.items():
            if name not in entry:  # set in one turn and used in the next
                heads[name] = self.variable(name, kind, True)
        return heads

    def is_settled(self, entry: dict[str, Variable], heads: dict[str, Variable], held: dict[str, Type]) -> bool:
        """Does what the variables hold at the end of a loop fit its head? If not, it is remembered for another
        attempt.
        """
        settled = True
        for name, now in self.variables.items():
            head = heads.get(name)
            if head is None:
                if name in self.spec.wanted and not now.clash:
                    held[name] = now.kind
                    settled = False
                continue
            kind = None if now.clash or head.clash else self.widen_type(head.kind, now.kind)
            if head.clash or (kind is not None and kind == head.kind):
                if now.flag and not head.flag and not head.clash:
                    raise self.refuse(Message("'{name}' may not be set here", name=name))
                continue
            if kind is None:
                clash = now.clash or f"{self.describe_type(head.kind)}, {self.describe_type(now.kind)}"
                entry[name] = Variable(head.kind, "", "", clash)
                held.pop(name, None)
            else:
                held[name] = kind
            settled = False
        return settled

    def widen_type(self, one: Type, other: Type) -> Type | None:
        """The type that holds either, if there is one."""
        try:
            return join_loosely(one, other)
        except Clash:
            return None

    def count_up(self, key: str, length: str, body: Callable[[str], None], known: int | None = None) -> None:
        """A loop over the indices below a length; ``known``: that length as a number."""
        self.count_below(key, lambda: length, body, known)

    def count_below(
        self, key: str, limit: Callable[[], str], body: Callable[[str], None], known: int | None = None
    ) -> None:
        """The same where the length is asked for at each turn."""
        place = self.place_for("i64")
        self.out(f"store i64 0, ptr {place}")
        at = [""]

        def test() -> str:
            at[0] = self.let(f"load i64, ptr {place}")
            return self.let(f"icmp slt i64 {at[0]}, {limit()}")

        def step() -> None:
            now = self.let(f"load i64, ptr {place}")
            self.out(f"store i64 {self.let(f'add i64 {now}, 1')}, ptr {place}")

        self.loop(key, test, lambda: body(at[0]), step, known is not None and known % LANES == 0)

    def go_back(self, head: str, lanes: bool) -> None:
        """Jump to the head of a loop. Its turns are taken side by side if ``lanes`` and if each does nothing but
        calculate.
        """
        if lanes and has_lanes() and self.only_calculates(head):
            number = len(self.module.helpers) + 1000
            self.module.helpers[f"loop {number}"] = f"!{number} = distinct !{{!{number}, {SIDE_BY_SIDE}}}"
            self.out(f"br label %{head}, !llvm.loop !{number}")
        else:
            self.go(head)

    def only_calculates(self, head: str) -> bool:
        """Does everything that was written since a label calculate, and can't fail?"""
        written = self.lines[self.lines.index(f"{head}:") :]
        return all(CALCULATES.fullmatch(line) for line in written)
