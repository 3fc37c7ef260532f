"""Order of values, and their hashes."""

from __future__ import annotations

from elagage.compiler.native.python_types import own_method
from elagage.compiler.native.value_types import (
    BOOL,
    FLOAT,
    Bytes,
    Clash,
    Const,
    DictOf,
    EnumOf,
    Float,
    Maybe,
    Never,
    NoneValue,
    ObjectOf,
    Range,
    Record,
    SetOf,
    Text,
    Type,
    class_of,
    is_int_like,
    is_number,
    join,
)  # fmt: skip
from elagage.compiler.native.values.builder import Value
from elagage.compiler.native.values.comparisons import Comparisons
from elagage.i18n import Message

__all__ = ["OrderAndHash"]


class OrderAndHash(Comparisons):
    """The builder with order and hashes."""

    def less(self, one: Value, other: Value) -> str:
        """Does the first come before the second?"""
        one, other = self.realise(self.sure(one)), self.realise(self.sure(other))
        a, b = one.kind, other.kind
        if is_int_like(a) and is_int_like(b):
            return self.let(f"icmp slt {self.whole} {self.as_int(one).ref}, {self.as_int(other).ref}")
        if is_number(a) and is_number(b):
            return self.let(f"fcmp olt double {self.as_float(one).ref}, {self.as_float(other).ref}")
        if (isinstance(a, Text) and isinstance(b, Text)) or (isinstance(a, Bytes) and isinstance(b, Bytes)):
            return self.let(f"call i1 @rt_before({self.llvm(a)} {one.ref}, {self.llvm(b)} {other.ref})")
        method = own_method(class_of(a), "__lt__") if isinstance(a, Record | ObjectOf) else None
        if method is not None and not self.in_helper:
            return self.truth(self.call_function(method, [one, other]))
        for kind in (a, b):
            cls = class_of(kind)
            ordered = getattr(getattr(cls, "__dataclass_params__", None), "order", False) and a == b
            if cls is not None and (own_method(cls, "__lt__") or not (issubclass(cls, tuple) or ordered)):
                raise self.refuse_value(one, "<")
        if isinstance(a, Record) and isinstance(b, Record) and len(a.fields) == len(b.fields) and a.kind == b.kind:
            return self.less_fields(one, other, 0)
        if self.family(a) == self.family(b) and self.family(a) in ("tuple", "list"):
            return self.helper("lt", one, other, self.write_less)
        raise self.refuse_value(one, "<")

    def write_less(self, one: Value, other: Value) -> str:
        """The text of the order of two tuples or lists of any length."""
        one, other = self.as_sequence(one), self.as_sequence(other)
        (mine_at, mine_length), (theirs_at, theirs_length) = self.span(one), self.span(other)
        shorter = self.let(f"icmp slt i64 {mine_length}, {theirs_length}")
        if isinstance(self.item_type(one.kind)[0], Never) or isinstance(self.item_type(other.kind)[0], Never):
            return shorter
        common = self.let(f"select i1 {shorter}, i64 {mine_length}, i64 {theirs_length}")

        def body(index: str) -> None:
            mine, theirs = self.element(one.kind, mine_at, index), self.element(other.kind, theirs_at, index)
            same, differ = self.label(), self.label()
            self.branch(self.equal(mine, theirs), same, differ)
            self.start(differ)
            self.out(f"ret i1 {self.less(mine, theirs)}")
            self.start(same)

        self.count_loop(common, body)
        return shorter

    def less_fields(self, one: Value, other: Value, number: int) -> str:
        """The order of two tuples of one shape, from a field on."""
        assert isinstance(one.kind, Record)
        assert isinstance(other.kind, Record)
        if number == len(one.kind.fields):
            return "false"
        mine, theirs = (
            self.part(one, number, one.kind.fields[number]),
            self.part(other, number, other.kind.fields[number]),
        )
        same = self.equal(mine, theirs)
        result = self.choose(
            same,
            lambda: Value(BOOL, self.less_fields(one, other, number + 1)),
            lambda: Value(BOOL, self.less(mine, theirs)),
        )
        return result.ref

    # Hashes ---------------------------------------------------------------------------------------------------------

    def hash_value(self, value: Value) -> str:
        """A number of 64 bits, the same for equal values of this type."""
        kind = value.kind
        if is_int_like(kind) or isinstance(kind, EnumOf):
            number = self.as_int(value) if is_int_like(kind) else value
            low = number.ref if self.whole == "i64" else self.let(f"trunc {self.whole} {number.ref} to i64")
            if self.whole != "i64":
                high = self.let(f"trunc {self.whole} {self.let(f'lshr {self.whole} {number.ref}, 64')} to i64")
                low = self.mix_words(low, high)
            return self.mix_words("1", low)
        if isinstance(kind, Float):
            sum_with_zero = self.let(f"fadd double {value.ref}, 0.0")  # -0.0 is 0.0
            return self.mix_words("2", self.let(f"bitcast double {sum_with_zero} to i64"))
        if isinstance(kind, NoneValue | Const | Never):
            return "3"
        if isinstance(kind, Maybe):
            some = self.word(value, 0)
            inner = self.choose(
                some,
                lambda: Value(
                    FLOAT, self.let(f"bitcast i64 {self.hash_value(self.part(value, 1, kind.item))} to double")
                ),
                lambda: Value(FLOAT, "0.0"),
            )
            return self.let(f"bitcast double {inner.ref} to i64")
        return self.helper("hash", value, None, self.write_hash, "i64")

    def mix_words(self, state: str, word: str) -> str:
        """A hash with one more word in it."""
        return self.let(f"call i64 @rt_mix{self.lane or ''}(i64 {state}, i64 {word})")

    def write_hash(self, value: Value, _same: Value) -> str:
        """The text of a hash of a compound value."""
        kind = value.kind
        if isinstance(kind, Record):
            current = "7"
            for number, field in enumerate(kind.fields):
                current = self.mix_words(current, self.hash_value(self.part(value, number, field)))
            return current
        if isinstance(kind, ObjectOf):
            current = "8"
            for name, cell in kind.fields.root().cells.items():
                if not isinstance(cell.root().item, Never):
                    flag, place = self.field_places(value, name)
                    held = Maybe(cell.root().item)
                    del place
                    current = self.mix_words(current, self.hash_value(self.load(held, flag)))
            return current
        if isinstance(kind, Range):
            raise self.refuse_value(value, "hash")
        pointer, length = self.span(value)
        total = self.place_for("i64")
        self.out(f"store i64 {length}, ptr {total}")
        if not isinstance(self.item_type(kind)[0], Never):

            def body(index: str) -> None:
                before = self.let(f"load i64, ptr {total}")
                if isinstance(kind, Text):
                    byte = self.let(f"load i8, ptr {self.address('i8', pointer, index)}")
                    word = self.let(f"zext i8 {byte} to i64")
                else:
                    word = self.hash_value(self.element(kind, pointer, index))
                if isinstance(kind, DictOf):
                    word = self.mix_words(word, self.hash_value(self.dict_value(value, kind.value.root().item, index)))
                ordered = not isinstance(kind, SetOf | DictOf)
                after = self.mix_words(before, word) if ordered else self.let(f"add i64 {before}, {word}")
                self.out(f"store i64 {after}, ptr {total}")

            self.count_loop(length, body)
        return self.let(f"load i64, ptr {total}")

    def join_types(self, one: Type, other: Type) -> Type:
        """The type that holds either; a refusal if there is none."""
        try:
            return join(one, other)
        except Clash as error:
            raise self.refuse(Message("a value has two types here: {both}", both=error)) from None
