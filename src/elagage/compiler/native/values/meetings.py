"""Places in the text where several paths meet, each with its variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from elagage.compiler.native.value_types import (
    NONE,
    Clash,
    Type,
    join_loosely,
    shape,
)  # fmt: skip
from elagage.compiler.native.values.native_value import (
    Meeting,
    Unreached,
    Value,
    Variable,
)
from elagage.i18n import Message

if TYPE_CHECKING:
    pass
from elagage.compiler.native.values.builder import Builder

__all__ = ["Meetings"]


class Meetings(Builder):
    """The builder with paths that meet."""

    def meeting(self) -> Meeting:
        """A new place to meet."""
        return Meeting(self.label("m"))

    def jump(self, meeting: Meeting) -> None:
        """Go there, with the variables as they are."""
        if self.dead:
            return
        edge = self.label("e")
        self.go(edge)
        meeting.edges.append((edge, dict(self.variables)))
        self.dead = True

    def meet(self, meeting: Meeting) -> None:
        """Go on where the paths meet; nothing is reached if there are none."""
        if not meeting.edges:
            self.dead = True
            return
        merged = self.merge_variables([variables for _edge, variables in meeting.edges])
        for edge, variables in meeting.edges:
            self.start(edge)
            self.carry(variables, merged)
            self.go(meeting.label)
        self.variables = merged
        self.start(meeting.label)

    def merge_variables(self, several: list[dict[str, Variable]]) -> dict[str, Variable]:
        """Variables that can hold what each of several paths brings."""
        names: dict[str, None] = {}
        for variables in several:
            names.update(dict.fromkeys(variables))
        result = {}
        for name in names:
            versions = [variables.get(name) for variables in several]
            first = versions[0]
            if first is not None and all(version == first for version in versions):
                result[name] = first
                continue
            present = [version for version in versions if version is not None]
            clash = next((version.clash for version in present if version.clash), "")
            kind = present[0].kind
            if not clash:
                try:
                    for version in present[1:]:
                        kind = join_loosely(kind, version.kind)
                except Clash as error:
                    clash = str(error)
            if clash:
                result[name] = Variable(NONE, "", "", clash)
                continue
            unsure = len(present) < len(versions) or any(version.flag for version in present)
            result[name] = self.variable(name, kind, unsure)
        return result

    def variable(self, name: str, kind: Type, unsure: bool = False) -> Variable:
        """The place of a variable of this type."""
        key = f"{name} {shape(kind)}"
        if key not in self.spec_places():
            self.spec_places()[key] = (self.place_for(self.llvm(kind)), self.place_for("i1"))
        place, flag = self.spec_places()[key]
        return Variable(kind, place, flag if unsure else "")

    def spec_places(self) -> dict[str, tuple[str, str]]:
        """The places of this function's variables, by name and type."""
        if not hasattr(self, "_places"):
            self._places: dict[str, tuple[str, str]] = {}
        return self._places

    def carry(self, variables: dict[str, Variable], wanted: dict[str, Variable]) -> None:
        """Bring the variables of one path to where they are wanted."""
        moved: list[tuple[str, Variable, Value | None, str]] = []
        for name, target in wanted.items():
            source = variables.get(name)
            if source == target or target.clash:
                continue
            flag = "false" if source is None else "true"
            if source is not None and source.flag:
                flag = self.let(f"load i1, ptr {source.flag}")
            value = None
            if source is not None:
                value = self.load(source.kind, source.place)
                if source.kind != target.kind:
                    if source.flag:  # what is not set must not be looked at
                        value = self.carry_unsure(value, flag, target.kind)
                    else:
                        value = self.convert(value, target.kind)
            moved.append((name, target, value, flag))
        for name, target, value, flag in moved:
            if value is not None:
                self.store(value, target.place)
                self.writes.append((name, target.place))
            if target.flag:
                self.out(f"store i1 {flag}, ptr {target.flag}")

    def carry_unsure(self, value: Value, flag: str, kind: Type) -> Value:
        """Convert a variable's value if it is set."""
        place, convert, after = self.place_for(self.llvm(kind)), self.label(), self.label()
        self.branch(flag, convert, after)
        self.start(convert)
        self.store(self.convert(value, kind), place)
        self.go(after)
        self.start(after)
        return self.load(kind, place)

    def branch_meeting(self, condition: str, yes: Callable[[], None], no: Callable[[], None]) -> None:
        """Write both sides of a condition; what follows is where they meet."""
        meeting, yes_label, no_label = self.meeting(), self.label(), self.label()
        self.branch(condition, yes_label, no_label)
        before = dict(self.variables)
        self.start(yes_label)
        self.attempt(yes)
        self.jump(meeting)
        self.variables = before
        self.start(no_label)
        self.attempt(no)
        self.jump(meeting)
        self.meet(meeting)

    def attempt(self, write: Callable[[], None]) -> None:
        """Write something that may turn out never to be reached."""
        try:
            write()
        except Unreached:
            if not self.dead:
                self.fail("unknown")

    def choose(self, condition: str, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """The value of one side or the other, of a type that holds either."""
        hidden = self.label("choice")

        def side(make: Callable[[], Value]) -> Callable[[], None]:
            return lambda: self.set_variable(hidden, make())

        self.branch_meeting(condition, side(yes), side(no))
        if self.dead:
            raise Unreached
        found = self.variables.pop(hidden)
        if found.clash:
            raise self.refuse(Message("a value has two types here: {both}", both=found.clash))
        return self.load(found.kind, found.place)

    def set_variable(self, name: str, value: Value) -> None:
        """Give a variable a value."""
        variable = self.variable(name, value.kind)
        self.store(value, variable.place)
        self.variables[name] = variable
        self.writes.append((name, variable.place))
