"""Writing LLVM's text for one function: values, blocks, variables that change their type, and how errors leave.

Every function gives back 0 or the code of an error, and writes its value where its caller says. A variable is a place
in the frame for each type that it takes; where paths meet, a value is carried over to a place that can hold either.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.value_types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    Bool,
    Float,
    Maybe,
    Type,
    describe,
    is_int_like,
)  # fmt: skip
from elagage.compiler.native.values.native_value import (
    ERRORS,
    UNKNOWN,
    Meeting,
    Unreached,
    Value,
    Variable,
    float_text,
    memory_type,
)
from elagage.i18n import Message

if TYPE_CHECKING:
    from elagage.compiler.native.module import Module, Specialised

__all__ = ["ERRORS", "UNKNOWN", "Builder", "Meeting", "Unreached", "Value", "Variable", "float_text", "memory_type"]


class Builder:
    """The text of one function while it is written."""

    def __init__(self, module: Module, spec: Specialised) -> None:
        self.module, self.spec = module, spec
        self.whole = module.whole
        self.lines: list[str] = []
        self.places: list[str] = []
        self.count = 0
        self.dead = False
        self.variables: dict[str, Variable] = {}
        self.handlers: list[Meeting] = []
        self.writes: list[tuple[str, str]] = []
        self.failures: dict[tuple[str, int], str] = {}
        self.tail: list[str] = []
        self.node: ast.AST = spec.code.node
        self.lane = 0
        self.site = ""
        self.fault: tuple[int, Value, Value | None] | None = None
        """The rule that is being written, with the state and the move's word that it is given."""

    # Saying no ----------------------------------------------------------------------------------------------------

    def refuse(self, message: Message, node: ast.AST | None = None) -> CannotCompile:
        """The refusal to compile what stands here."""
        line = getattr(node or self.node, "lineno", None)
        return CannotCompile(message, self.spec.code.name, line)

    # Text -----------------------------------------------------------------------------------------------------------

    def name(self, stem: str = "t") -> str:
        """A new name."""
        self.count += 1
        return f"%{stem}{self.count}"

    def out(self, line: str) -> None:
        """Write a line."""
        self.lines.append("  " + line)

    def let(self, text: str) -> str:
        """Write an instruction that gives a value; its name."""
        name = self.name()
        self.lines.append(f"  {name} = {text}")
        return name

    def llvm(self, kind: Type) -> str:
        """How LLVM calls the type."""
        return memory_type(kind, self.whole)

    def place_for(self, text: str) -> str:
        """A place in the frame for a value that LLVM calls so."""
        name = self.name("p")
        self.places.append(f"  {name} = alloca {text}")
        return name

    def label(self, stem: str = "b") -> str:
        """A new label."""
        return self.name(stem)[1:]

    def start(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.dead = False

    def go(self, label: str) -> None:
        """Jump."""
        self.out(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Jump here or there."""
        self.out(f"br i1 {condition}, label %{yes}, label %{no}")

    # Errors ---------------------------------------------------------------------------------------------------------

    def failure(self, code: int) -> str:
        """The label of the block by which an error leaves."""
        key = (self.handlers[-1].label if self.handlers else self.site if self.fault else "", code)
        if key not in self.failures:
            label = self.label("fail")
            if self.handlers:
                self.tail += [f"{label}:", f"  store i32 {code}, ptr %error", f"  br label %{key[0]}"]
            else:
                self.tail += [f"{label}:", *self.note_fault(), f"  ret i32 {code}"]
            self.failures[key] = label
        return self.failures[key]

    def fail(self, error: str) -> None:
        """Leave with an error."""
        self.go(self.failure(ERRORS[error]))
        self.dead = True

    def need(self, condition: str, error: str) -> None:
        """Go on if the condition holds, else leave with an error."""
        after = self.label()
        self.branch(condition, after, self.failure(ERRORS[error]))
        self.start(after)

    def pass_on(self, code: str) -> None:
        """Go on if a called function's code is 0, else leave with it."""
        after, wrong = self.label(), self.label()
        self.branch(self.let(f"icmp eq i32 {code}, 0"), after, wrong)
        self.lines.append(f"{wrong}:")
        if self.handlers:
            self.out(f"store i32 {code}, ptr %error")
            self.go(self.handlers[-1].label)
        else:
            for line in self.note_fault():
                self.lines.append(line)
            self.out(f"ret i32 {code}")
        self.start(after)

    def note_fault(self) -> list[str]:
        """The text that writes down which rule failed, on which state and move, unless one inside it has done so."""
        if self.fault is None:
            return []
        rule, state, move = self.fault
        first, noted, place, at, to = self.label(), self.label(), *(self.name() for _ in range(3))
        condition, word = self.name(), self.name()
        lines = [
            f"  {condition} = call i1 @rt_fault(ptr %c, i64 {rule})",
            f"  br i1 {condition}, label %{first}, label %{noted}",
            f"{first}:",
            f"  {at} = getelementptr i64, ptr %c, i64 15",
            f"  {place} = load ptr, ptr {at}",
            f"  store {self.llvm(state.kind)} {state.ref}, ptr {place}",
        ]
        if move is not None:
            lines.append(f"  {to} = getelementptr i64, ptr %c, i64 16")
            narrow = f"  {word} = " + (
                f"add i64 {move.ref}, 0" if self.whole == "i64" else f"trunc {self.whole} {move.ref} to i64"
            )
            lines += [narrow, f"  store i64 {word}, ptr {to}"]
        return [*lines, f"  br label %{noted}", f"{noted}:"]

    # Values ---------------------------------------------------------------------------------------------------------

    def integer(self, value: int) -> Value:
        """A known int."""
        return Value(INT, str(value), value)

    def truth_value(self, value: bool) -> Value:
        """A known truth value."""
        return Value(BOOL, "true" if value else "false", value)

    def none(self) -> Value:
        """None."""
        return Value(NONE, "false", None)

    def load(self, kind: Type, place: str) -> Value:
        """What lies at a place."""
        return Value(kind, self.let(f"load {self.llvm(kind)}, ptr {place}"))

    def store(self, value: Value, place: str) -> None:
        """Put a value at a place."""
        self.out(f"store {self.llvm(value.kind)} {value.ref}, ptr {place}")

    def part(self, value: Value, number: int, kind: Type) -> Value:
        """A field of a value of several."""
        return Value(kind, self.let(f"extractvalue {self.llvm(value.kind)} {value.ref}, {number}"))

    def word(self, value: Value, number: int) -> str:
        """The same where the field is a pointer or a length."""
        return self.let(f"extractvalue {self.llvm(value.kind)} {value.ref}, {number}")

    def assemble(self, kind: Type, parts: list[tuple[str, str]]) -> Value:
        """A value of several fields, each with LLVM's name of its type."""
        if not parts:
            return Value(kind, "false")
        text, current = self.llvm(kind), "undef"
        for number, (part_type, ref) in enumerate(parts):
            current = self.let(f"insertvalue {text} {current}, {part_type} {ref}, {number}")
        return Value(kind, current)

    def record(self, kind: Type, values: list[Value]) -> Value:
        """A value of several fields, which have their right types."""
        return self.assemble(kind, [(self.llvm(value.kind), value.ref) for value in values])

    def pair(self, kind: Type, pointer: str, length: str) -> Value:
        """A sequence from where it is and how long it is."""
        return self.assemble(kind, [("ptr", pointer), ("i64", length)])

    def to_word(self, value: Value) -> str:
        """An int as 64 bits; it must be known to fit."""
        return value.ref if self.whole == "i64" else self.let(f"trunc {self.whole} {value.ref} to i64")

    def from_word(self, ref: str) -> Value:
        """64 bits as an int."""
        return Value(INT, ref if self.whole == "i64" else self.let(f"sext i64 {ref} to {self.whole}"))

    def address(self, item: str, pointer: str, index: str) -> str:
        """Where the element of that index is."""
        return self.let(f"getelementptr {item}, ptr {pointer}, i64 {index}")

    def size(self, text: str) -> str:
        """How many bytes from one element to the next."""
        end = self.let(f"getelementptr {text}, ptr null, i64 1")
        return self.let(f"ptrtoint ptr {end} to i64")

    def allocate(self, size: str) -> str:
        """Fresh memory of so many bytes."""
        pointer = self.let(f"call ptr @rt_alloc(ptr %c, i64 {size})")
        self.need(self.let(f"icmp ne ptr {pointer}, null"), "memory")
        return pointer

    # What is written elsewhere --------------------------------------------------------------------------------------

    def convert(self, value: Value, kind: Type) -> Value:
        """The value as one of another type that can hold it."""
        raise NotImplementedError

    def expression(self, node: ast.expr) -> Value:
        """The value of an expression."""
        raise NotImplementedError

    def describe_type(self, kind: Type) -> str:
        """A type in words."""
        return describe(kind)

    def as_int(self, value: Value) -> Value:
        """An int, a truth value or a member of an IntEnum, as an int."""
        if isinstance(value.kind, Bool):
            known = value.const if value.const is UNKNOWN else int(value.const)
            if known is not UNKNOWN:
                return self.integer(known)
            return Value(INT, self.let(f"zext i1 {value.ref} to {self.whole}"))
        if is_int_like(value.kind):
            return replace(value, kind=INT, const=UNKNOWN if value.const is UNKNOWN else int(value.const))
        if isinstance(value.kind, Maybe):
            return self.as_int(self.sure(value))
        raise self.refuse(
            Message("'{code}' is not compiled for {kind}", code="int", kind=self.describe_type(value.kind))
        )

    def sure(self, value: Value) -> Value:
        """The value where it may be None; leave with an error if it is."""
        if isinstance(value.kind, Maybe):
            self.need(self.let(f"extractvalue {self.llvm(value.kind)} {value.ref}, 0"), "TypeError")
            return self.part(value, 1, value.kind.item)
        return value

    def as_float(self, value: Value) -> Value:
        """A number as a float; leave if an int has no float of its own."""
        if isinstance(value.kind, Float):
            return value
        number = self.as_int(value)
        if number.const is not UNKNOWN and abs(number.const) <= 1 << 53:
            return Value(FLOAT, float_text(float(number.const)), float(number.const))
        limit = 1 << 53
        shifted = self.let(f"add {self.whole} {number.ref}, {limit}")
        self.need(self.let(f"icmp ule {self.whole} {shifted}, {2 * limit}"), "overflow")
        return Value(FLOAT, self.let(f"sitofp i64 {self.to_word(number)} to double"))

    def divide_words(self, operation: str, one: str, other: str) -> str:
        """A division of LLVM's; wide ints must fit into 64 bits for it, since no machine divides more."""
        if self.whole == "i64":
            return self.let(f"{operation} i64 {one}, {other}")
        parts = []
        for ref in (one, other):
            part = self.let(f"trunc {self.whole} {ref} to i64")
            back = self.let(f"sext i64 {part} to {self.whole}")
            self.need(self.let(f"icmp eq {self.whole} {back}, {ref}"), "overflow")
            parts.append(part)
        return self.let(f"sext i64 {self.let(f'{operation} i64 {parts[0]}, {parts[1]}')} to {self.whole}")
