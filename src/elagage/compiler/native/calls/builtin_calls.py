"""Python's builtins, and what rules use of itertools, functools, math and dataclasses."""

from __future__ import annotations

import ast
import sys
from collections import deque
from collections.abc import Callable
from types import FunctionType
from typing import Any

from elagage.compiler.native.calls.callables import Callables
from elagage.compiler.native.calls.calls import library_name
from elagage.compiler.native.prelude import find_written
from elagage.compiler.native.value_types import (
    BOOL,
    FLOAT,
    INT,
    Bool,
    Bytes,
    Const,
    DictOf,
    EnumOf,
    Float,
    Int,
    ListOf,
    Maybe,
    Never,
    NoneValue,
    ObjectOf,
    Range,
    Record,
    Seq,
    SetOf,
    Text,
    Type,
    is_int_like,
)  # fmt: skip
from elagage.compiler.native.values.builder import Unreached, Value, Variable, float_text
from elagage.i18n import Message

__all__ = ["BuiltinCalls"]

CHANGING = (
    "pop",
    "popleft",
    "append",
    "appendleft",
    "add",
    "remove",
    "discard",
    "extend",
    "insert",
    "setdefault",
    "update",
    "clear",
    "sort",
    "reverse",
    "popitem",
)


class BuiltinCalls(Callables):
    """The builder with builtins."""

    def call_builtin(self, held: Any, node: ast.Call) -> Value:
        """Call a builtin or a function of the standard library."""
        name = library_name(held)
        method: Callable[[ast.Call], Value] | None = getattr(self, f"call_{name}", None) if name else None
        if method is None or name in (
            "method",
            "builtin",
            "object",
            "value",
            "function",
            "attribute",
            "python",
            "code",
            "closure",
        ):
            module = str(getattr(held, "__module__", "")).lstrip("_")
            written = find_written(f"{module}_{name}") if name else None
            if isinstance(written, FunctionType):
                return self.call_prelude(written, node, [])
            raise self.refuse(Message("'{code}' is not compiled", code=getattr(held, "__name__", type(held).__name__)))
        return method(node)

    def call_prelude(self, function: Any, node: ast.Call, before: list[Value]) -> Value:
        """Call a function of the prelude."""
        raise NotImplementedError

    def plain(self, node: ast.Call, least: int, most: int) -> list[Value]:
        """The arguments of a builtin that takes so many, by position."""
        positional, named, star = self.arguments(node)
        if named or star is not None or not least <= len(positional) <= most:
            raise self.refuse(Message("a call with such arguments is not compiled"))
        return positional

    def only(self, node: ast.Call, *names: str) -> dict[str, ast.expr]:
        """The named arguments of a builtin; a refusal if there are others, or a star."""
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            keyword.arg not in names for keyword in node.keywords
        ):
            raise self.refuse(Message("a call with such arguments is not compiled"))
        return {str(keyword.arg): keyword.value for keyword in node.keywords}

    # Numbers --------------------------------------------------------------------------------------------------------

    def call_len(self, node: ast.Call) -> Value:
        """``len``."""
        value = self.plain(node, 1, 1)[0]
        return self.length(value)

    def call_abs(self, node: ast.Call) -> Value:
        """``abs``."""
        return self.absolute(self.plain(node, 1, 1)[0])

    def call_divmod(self, node: ast.Call) -> Value:
        """``divmod``."""
        one, other = (self.as_int(self.sure(value)) for value in self.plain(node, 2, 2))
        quotient = self.calculate_ints(ast.FloorDiv(), one, other)
        return self.record(Record((INT, INT)), [quotient, self.calculate_ints(ast.Mod(), one, other)])

    def call_pow(self, node: ast.Call) -> Value:
        """``pow`` of two numbers."""
        one, other = self.plain(node, 2, 2)
        return self.calculate(ast.Pow(), self.sure(one), self.sure(other))

    def call_int(self, node: ast.Call) -> Value:
        """``int`` of a number or of digits."""
        given = self.plain(node, 1, 2)
        value = self.sure(given[0])
        if len(given) == 2:
            return self.call_function(find_written("int_in_base"), given)
        if is_int_like(value.kind):
            return self.as_int(value)
        if isinstance(value.kind, Text):
            result = self.place_for("i64")
            code = self.let(f"call i32 @rt_number({{ptr, i64}} {value.ref}, ptr {result})")
            self.pass_on(code)
            return self.from_word(self.let(f"load i64, ptr {result}"))
        if isinstance(value.kind, Float):
            size = self.let(f"call double @llvm.fabs.f64(double {value.ref})")
            self.need(self.let(f"fcmp olt double {size}, {float_text(2.0**62)}"), "unknown")
            return self.from_word(self.let(f"fptosi double {value.ref} to i64"))
        raise self.refuse_value(value, "int")

    def call_round(self, node: ast.Call) -> Value:
        """``round``: to an int, or to a number of decimal places that is known."""
        given = self.plain(node, 1, 2)
        value = self.sure(given[0])
        places = given[1].const if len(given) == 2 else None
        if len(given) == 2 and not (places is None or (type(places) is int and 0 <= places <= 15)):
            raise self.refuse(Message("a call with such arguments is not compiled"))
        if is_int_like(value.kind):
            return self.as_int(value)
        if not isinstance(value.kind, Float):
            raise self.refuse_value(value, "round")
        power = float_text(10.0 ** (places or 0))
        product = self.let(f"fmul double {value.ref}, {power}")
        size = self.let(f"call double @llvm.fabs.f64(double {product})")
        self.need(self.let(f"fcmp olt double {size}, {float_text(2.0**51)}"), "unknown")
        near = self.let(f"call double @llvm.rint.f64(double {product})")
        if places is None:
            return self.from_word(self.let(f"fptosi double {near} to i64"))
        # The product is rounded itself: what it lost tells on which side of a half the true one lies.
        minus = self.let(f"fneg double {product}")
        lost = self.let(f"call double @llvm.fma.f64(double {value.ref}, double {power}, double {minus})")
        floor = self.let(f"call double @llvm.floor.f64(double {product})")
        part = self.let(f"fsub double {product}, {floor}")
        half = self.let(f"fcmp oeq double {part}, {float_text(0.5)}")
        above = self.let(f"fcmp ogt double {lost}, 0.0")
        below = self.let(f"fcmp olt double {lost}, 0.0")
        higher = self.let(f"fadd double {floor}, {float_text(1.0)}")
        other = self.let(f"select i1 {above}, double {higher}, double {floor}")
        decided = self.let(f"and i1 {half}, {self.let(f'or i1 {above}, {below}')}")
        whole = self.let(f"select i1 {decided}, double {other}, double {near}")
        signed = self.let(f"call double @llvm.copysign.f64(double {whole}, double {value.ref})")
        return Value(FLOAT, self.let(f"fdiv double {signed}, {power}"))

    def call_bool(self, node: ast.Call) -> Value:
        """``bool``."""
        return Value(BOOL, self.truth(self.plain(node, 1, 1)[0]))

    def call_float(self, node: ast.Call) -> Value:
        """``float`` of a number."""
        value = self.sure(self.plain(node, 1, 1)[0])
        if isinstance(value.kind, Text) and isinstance(value.const, str):
            return self.constant(float(value.const))
        return self.as_float(value)

    def call_str(self, node: ast.Call) -> Value:
        """``str`` of a text or an int."""
        return self.as_text(self.plain(node, 1, 1)[0])

    def call_isinstance(self, node: ast.Call) -> Value:
        """``isinstance``, which the types tell."""
        value, classes = self.plain(node, 2, 2)
        if not isinstance(classes.kind, Const):
            raise self.refuse_value(classes, "isinstance")
        wanted = classes.kind.value
        if isinstance(value.kind, Maybe):
            inside = isinstance_of(value.kind.item, wanted)
            none = isinstance(None, wanted)
            if inside is None:
                raise self.refuse_value(value, "isinstance")
            some = self.word(value, 0)
            return Value(BOOL, self.let(f"select i1 {some}, i1 {str(inside).lower()}, i1 {str(none).lower()}"))
        known = isinstance_of(value.kind, wanted)
        if known is None:
            raise self.refuse_value(value, "isinstance")
        return self.truth_value(known)

    # Folds ----------------------------------------------------------------------------------------------------------

    def call_sum(self, node: ast.Call) -> Value:
        """``sum``."""
        named = self.only(node, "start")
        start = named.get("start", node.args[1] if len(node.args) > 1 else None)
        hidden = f"{id(node)} sum"
        self.set_variable(hidden, self.integer(0) if start is None else self.realise(self.expression(start)))

        def add(value: Value) -> None:
            before = self.read_variable(hidden, "sum")
            self.set_variable(hidden, self.operate(ast.Add(), before, value, node))

        self.each(node.args[0], add, ordered=False)
        result = self.finish(hidden)
        if isinstance(result.kind, Float) and (sys.version_info >= (3, 12) or self.sums_a_set(node.args[0])):
            raise self.refuse(Message("a sum of floats is not compiled here: Python rounds it in a way of its own"))
        if isinstance(result.kind, Text):
            raise self.refuse(Message("'{code}' is not compiled", code="sum"))
        return result

    def sums_a_set(self, node: ast.expr) -> bool:
        """Might a set give the elements, so that the order of a sum of floats is not known?"""
        return any(isinstance(part, ast.Set | ast.SetComp) for part in ast.walk(node)) or self.module.has_sets

    def finish(self, hidden: str) -> Value:
        """What a hidden variable holds at the end."""
        if self.dead:
            raise Unreached
        value = self.read_variable(hidden, "the result")
        self.variables.pop(hidden, None)
        return value

    def early(self, node: ast.Call, stops_on: bool) -> Value:
        """``any`` or ``all``; where a set gives the elements all of them are looked at, since nobody knows which
        comes first.
        """
        self.only(node)
        result, done = self.place_for("i1"), self.meeting()
        self.out(f"store i1 {'false' if stops_on else 'true'}, ptr {result}")
        self.open.append(done)

        def look(condition: str) -> None:
            stop, go_on = self.label(), self.label()
            self.branch(condition, *((stop, go_on) if stops_on else (go_on, stop)))
            self.start(stop)
            self.out(f"store i1 {'true' if stops_on else 'false'}, ptr {result}")
            if self.unordered:
                self.go(go_on)
            else:
                before = dict(self.variables)
                self.jump(done)
                self.variables = before
            self.start(go_on)

        try:
            source = node.args[0]
            if isinstance(source, ast.GeneratorExp):
                elt = source.elt
                self.comprehend(source.generators, 0, lambda: look(self.condition(elt)), ordered=False)
            else:
                self.each(source, lambda value: look(self.truth(value)), ordered=False)
        finally:
            self.open.pop()
        self.jump(done)
        self.meet(done)
        if self.dead:
            raise Unreached
        return Value(BOOL, self.let(f"load i1, ptr {result}"))

    def call_any(self, node: ast.Call) -> Value:
        """``any``."""
        return self.early(node, True)

    def call_all(self, node: ast.Call) -> Value:
        """``all``."""
        return self.early(node, False)

    def call_next(self, node: ast.Call) -> Value:
        """``next`` of a generator expression, or of ``iter(...)``: the first element."""
        self.only(node)
        source = node.args[0]
        lazy = isinstance(source, ast.GeneratorExp) or (
            isinstance(source, ast.Call) and self.builtin_name(source.func) == "iter"
        )
        if not lazy:
            raise self.refuse(Message("'{code}' is not compiled", code="next"))
        default = self.simple_default(node.args[1]) if len(node.args) > 1 else None
        hidden, done = f"{id(node)} next", self.meeting()
        self.open.append(done)

        def take(value: Value) -> None:
            self.set_variable(hidden, self.realise(value))
            before = dict(self.variables)
            self.jump(done)
            self.variables = before
            self.dead = True

        try:
            self.each(source, take)
        finally:
            self.open.pop()
        if not self.dead:
            if default is not None:
                self.set_variable(hidden, default)
                self.jump(done)
            else:
                self.fail("StopIteration")
        self.meet(done)
        return self.finish(hidden)

    def extreme(self, node: ast.Call, largest: bool) -> Value:
        """``min`` or ``max``; of equal elements the first."""
        named = self.only(node, "key", "default")
        hidden, ranked = f"{id(node)} best", f"{id(node)} rank"
        flag = self.place_for("i1")
        self.out(f"store i1 false, ptr {flag}")
        key = named.get("key")
        default = self.simple_default(named["default"]) if "default" in named else None
        if key is not None and isinstance(key, ast.Constant) and key.value is None:
            key = None

        def look(value: Value) -> None:
            value = self.realise(value)
            rank = value if key is None else self.realise(self.call_value(key, [value]))

            def take() -> None:
                self.set_variable(hidden, value)
                if key is not None:
                    self.set_variable(ranked, rank)
                self.out(f"store i1 true, ptr {flag}")

            if hidden not in self.variables:
                self.spec.wanted.update((hidden, ranked))
                take()
                return
            best = self.read_unchecked(ranked if key is not None else hidden)
            found = self.let(f"load i1, ptr {flag}")
            self.branch_meeting(
                found, lambda: self.write_when(self.less(best, rank) if largest else self.less(rank, best), take), take
            )

        if len(node.args) == 1:
            self.each(node.args[0], look, ordered=key is not None)
        else:
            for argument in node.args:
                look(self.expression(argument))
        if self.dead:
            raise Unreached
        if hidden not in self.variables:  # there never is an element
            if default is None:
                self.fail("ValueError")
                raise Unreached
            return default
        self.variables.pop(ranked, None)
        best = self.read_unchecked(hidden)
        self.variables.pop(hidden)
        if default is not None:
            return self.choose(self.let(f"load i1, ptr {flag}"), lambda: best, lambda: default)
        if len(node.args) == 1:
            self.need(self.let(f"load i1, ptr {flag}"), "ValueError")
        return best

    def simple_default(self, node: ast.expr) -> Value:
        """What is given where there is no element; it is looked at before the elements are, so it may not change
        anything.
        """
        for part in ast.walk(node):
            changing = (
                isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in CHANGING
            )
            if changing or isinstance(part, ast.NamedExpr):
                raise self.refuse(Message("a default that is calculated is not compiled: give it a name first"))
        return self.realise(self.expression(node))

    def read_unchecked(self, name: str) -> Value:
        """What a hidden variable holds, whether or not it is set."""
        variable = self.variables[name]
        if variable.clash:
            raise self.refuse(Message("a value has two types here: {both}", both=variable.clash))
        plain = Variable(variable.kind, variable.place)
        return self.load(plain.kind, plain.place)

    def call_min(self, node: ast.Call) -> Value:
        """``min``."""
        return self.extreme(node, False)

    def call_max(self, node: ast.Call) -> Value:
        """``max``."""
        return self.extreme(node, True)

    def call_reduce(self, node: ast.Call) -> Value:
        """``functools.reduce`` with a first value."""
        self.only(node)
        if len(node.args) not in (2, 3):
            raise self.refuse(Message("a call with such arguments is not compiled"))
        hidden, flag = f"{id(node)} reduce", self.place_for("i1")
        if len(node.args) == 3:
            self.set_variable(hidden, self.realise(self.expression(node.args[2])))

        def fold(value: Value) -> None:
            value = self.realise(value)
            if len(node.args) == 3:
                before = self.read_variable(hidden, "reduce")
                self.set_variable(hidden, self.realise(self.call_value(node.args[0], [before, value])))
                return

            def take() -> None:
                self.set_variable(hidden, value)
                self.out(f"store i1 true, ptr {flag}")

            if hidden not in self.variables:
                self.spec.wanted.add(hidden)
                take()
                return

            def join() -> None:
                self.set_variable(
                    hidden, self.realise(self.call_value(node.args[0], [self.read_unchecked(hidden), value]))
                )

            self.branch_meeting(self.let(f"load i1, ptr {flag}"), join, take)

        self.out(f"store i1 false, ptr {flag}")
        self.each(node.args[1], fold)
        if self.dead:
            raise Unreached
        if hidden not in self.variables:
            self.fail("TypeError")
            raise Unreached
        self.need(self.let(f"load i1, ptr {flag}") if len(node.args) == 2 else "true", "TypeError")
        result = self.read_unchecked(hidden)
        self.variables.pop(hidden)
        return result

    def call_sorted(self, node: ast.Call) -> Value:
        """``sorted``."""
        named = self.only(node, "key", "reverse")
        made = self.new_list(node)
        self.each(node.args[0], lambda value: self.append(made, value), ordered="key" in named)
        if self.dead:
            raise Unreached
        self.sort(made, named, node)
        return made

    def comes_before(self, rank: Value, other: Value, descending: str) -> str:
        """Does an element come before another in a list that is sorted?"""
        if descending in ("true", "false"):
            return self.less(other, rank) if descending == "true" else self.less(rank, other)
        return self.let(f"select i1 {descending}, i1 {self.less(other, rank)}, i1 {self.less(rank, other)}")

    def sort(self, made: Value, named: dict[str, ast.expr], node: ast.Call) -> None:
        """Sort a list in place, so that equal elements keep their order."""
        kind = made.kind
        assert isinstance(kind, ListOf)
        item, text = self.item_type(kind)
        if isinstance(item, Never):
            return
        backward = named.get("reverse")
        descending = "false" if backward is None else self.condition(backward)
        ranks = made
        if "key" in named:
            ranks = self.new_list((id(node), "ranks"))
            pointer, length = self.span(made)
            self.count_up(
                f"{id(node)} ranks",
                length,
                lambda index: self.append(
                    ranks, self.realise(self.call_value(named["key"], [self.element(kind, self.span(made)[0], index)]))
                ),
            )
            if self.dead:
                raise Unreached
        rank_kind = ranks.kind
        rank_item, rank_text = self.item_type(rank_kind)
        if isinstance(rank_item, Never):
            return
        pointer, length = self.span(made)
        rank_pointer, _length = self.span(ranks)

        def insert(index: str) -> None:
            current = self.let(f"load {text}, ptr {self.address(text, pointer, index)}")
            rank = self.element(rank_kind, rank_pointer, index)
            place = self.place_for("i64")
            self.out(f"store i64 {index}, ptr {place}")
            head, look, move, done = (self.label() for _ in range(4))
            self.go(head)
            self.start(head)
            at = self.let(f"load i64, ptr {place}")
            self.branch(self.let(f"icmp sgt i64 {at}, 0"), look, done)
            self.start(look)
            left = self.let(f"sub i64 {at}, 1")
            other = self.element(rank_kind, rank_pointer, left)
            self.branch(self.comes_before(rank, other, descending), move, done)
            self.start(move)
            moved = self.let(f"load {text}, ptr {self.address(text, pointer, left)}")
            self.out(f"store {text} {moved}, ptr {self.address(text, pointer, at)}")
            if ranks is not made:
                self.store(other, self.address(rank_text, rank_pointer, at))
            self.out(f"store i64 {left}, ptr {place}")
            self.go(head)
            self.start(done)
            goal = self.let(f"load i64, ptr {place}")
            self.out(f"store {text} {current}, ptr {self.address(text, pointer, goal)}")
            if ranks is not made:
                self.store(rank, self.address(rank_text, rank_pointer, goal))

        self.count_loop(length, insert)

    # Containers -----------------------------------------------------------------------------------------------------

    # Libraries ------------------------------------------------------------------------------------------------------


def isinstance_of(kind: Type, wanted: Any) -> bool | None:
    """What ``isinstance`` says of every value of a type; None if that is not known."""
    examples: dict[type[Type], type] = {
        Bool: bool,
        Int: int,
        Float: float,
        Text: str,
        Bytes: bytes,
        Seq: tuple,
        DictOf: dict,
        NoneValue: type(None),
        Range: range,
    }
    cls: type | None
    if isinstance(kind, ListOf):
        names: dict[str, type] = {"list": list, "deque": deque, "bytearray": bytearray}
        cls = names.get(kind.kind)
    elif isinstance(kind, SetOf):
        cls = frozenset if kind.frozen else set
    elif isinstance(kind, EnumOf | ObjectOf):
        cls = kind.cls
    elif isinstance(kind, Record):
        cls = kind.cls or (tuple if kind.kind == "tuple" else list)
    else:
        cls = examples.get(type(kind))
    if cls is None or isinstance(kind, Int | Float):  # an int may be a truth value that became one
        if isinstance(kind, Int) and wanted is int:
            return True
        if isinstance(kind, Int | Float) and wanted in (str, tuple, list, dict, set, frozenset, bytes):
            return False
        return None
    try:
        return issubclass(cls, wanted)
    except TypeError:
        return None
