"""What kernels are written in beside Python: words of memory, and the words of states and moves."""

from __future__ import annotations

from elagage.compiler.native.border import count_state_words, is_flat
from elagage.compiler.native.value_types import (
    BOOL,
    INT,
    Bool,
    EnumOf,
    Float,
    Int,
    NoneValue,
    Record,
    Type,
)
from elagage.compiler.native.values.native_value import Value
from elagage.compiler.native.values.persistent import Persistent

__all__ = ["KernelCalls"]

MULTIPLIER = 0x9E3779B97F4A7C15 - (1 << 64)
SMALL = {"peek8": 8, "peek16": 16, "peek32": 32, "poke8": 8, "poke16": 16, "poke32": 32}


class KernelCalls(Persistent):
    """The builder with the functions of kernels."""

    def call_kernel_function(self, name: str, values: list[Value]) -> Value:
        """Call one of them."""
        if name in SMALL:
            return self.access_small(name, values)
        result: Value = getattr(self, f"kernel_{name}")(*values)
        return result

    def cell_at(self, text: str, memory: Value, index: Value) -> str:
        """Where an element of an array of words is."""
        base = self.let(f"inttoptr i64 {self.to_word(self.as_int(memory))} to ptr")
        return self.address(text, base, self.to_word(self.as_int(index)))

    def kernel_peek(self, memory: Value, index: Value) -> Value:
        """A word."""
        place = self.cell_at("i64", memory, index)
        return self.from_word(self.let(f"load atomic i64, ptr {place} monotonic, align 8"))

    def kernel_poke(self, memory: Value, index: Value, value: Value) -> Value:
        """Put a word."""
        place = self.cell_at("i64", memory, index)
        self.out(f"store atomic i64 {self.to_word(self.as_int(value))}, ptr {place} monotonic, align 8")
        return self.none()

    def kernel_prefetch(self, memory: Value, index: Value) -> Value:
        """Bring a word nearer."""
        place = self.cell_at("i64", memory, index)
        self.out(f"call void @llvm.prefetch.p0(ptr {place}, i32 0, i32 3, i32 1)")
        return self.none()

    def access_small(self, name: str, values: list[Value]) -> Value:
        """Read or write a number of fewer bits, signed if it has 32."""
        bits = SMALL[name]
        place = self.cell_at(f"i{bits}", values[0], values[1])
        if name.startswith("peek"):
            held = self.let(f"load i{bits}, ptr {place}")
            return self.from_word(self.let(f"{'sext' if bits == 32 else 'zext'} i{bits} {held} to i64"))
        number = self.let(f"trunc i64 {self.to_word(self.as_int(values[2]))} to i{bits}")
        self.out(f"store i{bits} {number}, ptr {place}")
        return self.none()

    def kernel_mix(self, key: Value, word: Value) -> Value:
        """The hash of what was hashed so far and one more word."""
        both = self.let(f"xor i64 {self.to_word(self.as_int(key))}, {self.to_word(self.as_int(word))}")
        product = self.let(f"mul i64 {both}, {MULTIPLIER}")
        high = self.let(f"and i64 {self.let(f'ashr i64 {product}, 29')}, {0x7FFFFFFFF}")
        return self.from_word(self.let(f"xor i64 {product}, {high}"))

    def kernel_high_part(self, key: Value, count: Value) -> Value:
        """A number below ``count`` that is made of a key's upper half."""
        upper = self.let(f"lshr i64 {self.to_word(self.as_int(key))}, 32")
        product = self.let(f"mul i64 {upper}, {self.to_word(self.as_int(count))}")
        return self.from_word(self.let(f"lshr i64 {product}, 32"))

    def kernel_whole(self, value: Value) -> Value:
        """The nearest integer, the even one of two."""
        value = self.sure(value)
        if not isinstance(value.kind, Float):
            return self.as_int(value)
        nearest = self.let(f"call double @llvm.rint.f64(double {value.ref})")
        return self.from_word(self.let(f"call i64 @llvm.fptosi.sat.i64.f64(double {nearest})"))

    # Moves ----------------------------------------------------------------------------------------------------------

    def is_word(self, kind: Type) -> bool:
        """Is a move its own word?"""
        return isinstance(kind, Int | EnumOf | Bool) and self.module.bits == 64

    def kernel_keep_move(self, move: Value) -> Value:
        """The word of a move."""
        kind = self.module.move_type
        move = self.convert(self.realise(move), kind)
        if self.is_word(kind):
            return self.as_int(move) if isinstance(kind, Bool) else Value(INT, move.ref)
        place = self.allocate(self.size(self.llvm(kind)))
        self.store(move, place)
        return self.from_word(self.let(f"ptrtoint ptr {place} to i64"))

    def kernel_recall_move(self, word: Value) -> Value:
        """The move of a word."""
        kind = self.module.move_type
        if not self.is_word(kind):
            return self.load(kind, self.let(f"inttoptr i64 {self.to_word(word)} to ptr"))
        if isinstance(kind, Bool):
            return Value(BOOL, self.let(f"icmp ne {self.whole} {word.ref}, 0"))
        return Value(kind, word.ref)

    def kernel_key_of_move(self, word: Value) -> Value:
        """A number for a move."""
        if self.is_word(self.module.move_type):
            return word
        hashed = self.hash_value(self.kernel_recall_move(word))
        return self.from_word(self.let(f"and i64 {hashed}, {0x3FFFFFFF}"))

    # States ---------------------------------------------------------------------------------------------------------

    def kernel_adapt_state(self, state: Value) -> Value:
        """A state of the one type."""
        return self.convert(self.realise(self.sure(state)), self.module.state_type)

    def kernel_recall_state(self, memory: Value, at: Value) -> Value:
        """The state whose words, or whose address, is at a place."""
        kind = self.module.state_type
        if not is_flat(kind, self.module.bits):
            word = self.let(f"load i64, ptr {self.cell_at('i64', memory, at)}")
            return self.load(kind, self.let(f"inttoptr i64 {word} to ptr"))
        base = self.cell_at("i64", memory, at)
        words = [
            self.let(
                f"load atomic i64, ptr {self.let(f'getelementptr i64, ptr {base}, i64 {number}')} monotonic, align 8"
            )
            for number in range(count_state_words(kind, self.module.bits))
        ]
        return self.from_flat_words(kind, words)

    def from_flat_words(self, kind: Type, words: list[str]) -> Value:
        """A value that is made of ints, from its words, which are taken from the front."""
        if isinstance(kind, Record):
            return self.record(kind, [self.from_flat_words(field, words) for field in kind.fields])
        word = words.pop(0)
        if isinstance(kind, NoneValue):
            return self.none()
        return Value(kind, self.let(f"icmp ne i64 {word}, 0") if isinstance(kind, Bool) else word)

    def kernel_hash_of(self, state: Value) -> Value:
        """A hash of 64 bits."""
        return self.from_word(self.hash_value(state))

    def state_words(self, state: Value) -> list[str]:
        """The words of a state in a table."""
        if is_flat(state.kind, self.module.bits):
            return self.flat_words(state)
        first = self.hash_value(state)
        self.lane = 1
        second = self.hash_value(state)
        self.lane = 0
        return [first, second]

    def flat_words(self, value: Value) -> list[str]:
        """The same of a value that is made of ints."""
        if isinstance(value.kind, Record):
            return [
                word
                for number, field in enumerate(value.kind.fields)
                for word in self.flat_words(self.part(value, number, field))
            ]
        if isinstance(value.kind, NoneValue):
            return ["0"]
        return [self.as_int(value).ref if isinstance(value.kind, Bool) else value.ref]

    def kernel_keep_state(self, state: Value, memory: Value, at: Value, data: Value) -> Value:
        """Write the words of a state."""
        for number, word in enumerate(self.state_words(state)):
            masked = self.let(f"xor i64 {word}, {self.to_word(data)}")
            place = self.let(f"getelementptr i64, ptr {self.cell_at('i64', memory, at)}, i64 {number}")
            self.out(f"store atomic i64 {masked}, ptr {place} monotonic, align 8")
        return self.none()

    def kernel_has_state(self, state: Value, memory: Value, at: Value, data: Value) -> Value:
        """Compare the words of a state."""
        result = "true"
        for number, word in enumerate(self.state_words(state)):
            place = self.let(f"getelementptr i64, ptr {self.cell_at('i64', memory, at)}, i64 {number}")
            held = self.let(f"load atomic i64, ptr {place} monotonic, align 8")
            same = self.let(f"icmp eq i64 {self.let(f'xor i64 {held}, {self.to_word(data)}')}, {word}")
            result = same if result == "true" else self.let(f"and i1 {result}, {same}")
        return Value(BOOL, result)
