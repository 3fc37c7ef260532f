"""Words of memory that kernels share: a table, counters, buffers, a flag to stop.

Compiled, a memory is the address of an array of 64-bit words, and each access is atomic (which costs nothing on common
machines), so that threads may share it and the optimiser may not keep a word in a register. Interpreted, it is a list.
Large arrays of small numbers have elements of 32 bits (signed), 16 or 8 (unsigned), which one thread uses at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from elagage.errors import LoadError

__all__ = [
    "address_of",
    "as_word",
    "from_word",
    "high_part",
    "int32_array",
    "mix",
    "new_words",
    "of_kind",
    "peek",
    "peek8",
    "peek16",
    "peek32",
    "poke",
    "poke8",
    "poke16",
    "poke32",
    "whole",
    "wrap_word",
]

WORD = ir.IntType(64)
MULTIPLIER = 0x9E3779B97F4A7C15
MOST_NUMBERS = (1 << 31) - 2
"""Vertices and arcs of a graph are counted in 32 bits."""
SIGNED_MULTIPLIER = MULTIPLIER - (1 << 64)


def wrap_word(value: int) -> int:
    """The integer as a signed 64-bit word holds it."""
    return value if -(1 << 63) <= value < 1 << 63 else ((int(value) + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def new_words(count: int, compiled: bool) -> Any:
    """Words at zero: an array for compiled kernels, a list for interpreted ones."""
    return np.zeros(count, dtype=np.int64) if compiled else [0] * count


def int32_array(numbers: Any) -> np.ndarray[Any, np.dtype[np.int32]]:
    """The numbers of a graph as kernels read them: 32 bits each, one after the other."""
    given = np.asarray(numbers)
    if given.ndim != 1 or (given.dtype.kind not in "iu" and given.size):
        raise LoadError("A graph in arrays is made of lists of integers.")
    if given.size > MOST_NUMBERS or (given.size and not -1 <= int(given.min()) <= int(given.max()) <= MOST_NUMBERS):
        raise LoadError("A graph in arrays has at most {most} vertices and arcs.", most=MOST_NUMBERS)
    return np.require(given, dtype=np.int32, requirements=["C", "A"])


def address_of(words: np.ndarray[Any, np.dtype[Any]]) -> int:
    """What a compiled kernel is given for an array; the array must live as long as the kernel runs."""
    return int(words.ctypes.data)


def peek(memory: Any, index: int) -> int:
    """The word at an index."""
    return int(memory[index])


def poke(memory: Any, index: int, value: int) -> None:
    """Put a word at an index."""
    memory[index] = wrap_word(value)


def peek32(memory: Any, index: int) -> int:
    """The number at an index of an array of signed 32-bit numbers."""
    return int(memory[index])


def poke32(memory: Any, index: int, value: int) -> None:
    """Put a number into an array of signed 32-bit numbers."""
    memory[index] = value


def peek16(memory: Any, index: int) -> int:
    """The number at an index of an array of unsigned 16-bit numbers."""
    return int(memory[index])


def poke16(memory: Any, index: int, value: int) -> None:
    """Put a number into an array of unsigned 16-bit numbers."""
    memory[index] = value


def peek8(memory: Any, index: int) -> int:
    """The byte at an index."""
    return int(memory[index])


def poke8(memory: Any, index: int, value: int) -> None:
    """Put a byte at an index."""
    memory[index] = value


def mix(key: int, word: int) -> int:
    """The hash of what was hashed so far and one more word."""
    product = wrap_word((key ^ word) * MULTIPLIER)
    return product ^ (product >> 29 & 0x7FFFFFFFF)


def high_part(key: int, count: int) -> int:
    """A number below ``count`` (itself below 2^31) that is made of a key's upper half."""
    return ((key >> 32 & 0xFFFFFFFF) * count) >> 32


def whole(value: float) -> int:
    """The nearest integer, the even one of two."""
    return round(value)


@intrinsic
def as_word(typingctx: Any, value: Any) -> Any:
    """A number as the word that holds it, whole or a fraction; the
    words of numbers from 0 up are in the same order as the numbers.
    """
    if isinstance(value, types.Integer):
        return types.int64(types.int64), lambda context, builder, signature, arguments: arguments[0]
    return types.int64(types.float64), lambda context, builder, signature, arguments: builder.bitcast(
        arguments[0], WORD
    )


@intrinsic
def of_kind(typingctx: Any, value: Any, like: Any) -> Any:
    """A number as one of the same kind as ``like``; a fraction is never made whole: that does not compile."""
    if isinstance(like, types.Integer) and not isinstance(value, types.Integer | types.Boolean):
        return None
    kind = types.int64 if isinstance(like, types.Integer) else types.float64
    return kind(kind, kind), lambda context, builder, signature, arguments: arguments[0]


@intrinsic
def from_word(typingctx: Any, word: Any, like: Any) -> Any:
    """The number that a word holds, of the same kind as ``like``."""
    if isinstance(like, types.Integer):
        return types.int64(types.int64, types.int64), lambda context, builder, signature, arguments: arguments[0]

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64, types.float64), codegen


@intrinsic
def load_word(typingctx: Any, address: Any, index: Any) -> Any:
    """One atomic load."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        return builder.load_atomic(pointer, "monotonic", 8)

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def store_word(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
    """One atomic store."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.gep(builder.inttoptr(arguments[0], WORD.as_pointer()), [arguments[1]])
        builder.store_atomic(arguments[2], pointer, "monotonic", 8)
        return context.get_dummy_value()

    return types.none(types.int64, types.int64, types.int64), codegen


@overload(peek, strict=False)
def peek_compiled(memory: Any, index: Any) -> Any:
    if isinstance(memory, types.Integer):
        return lambda memory, index: load_word(memory, index)
    return None


@overload(poke, strict=False)
def poke_compiled(memory: Any, index: Any, value: Any) -> Any:
    if isinstance(memory, types.Integer):
        return lambda memory, index, value: store_word(memory, index, value)
    return None


def small_access(bits: int, signed: bool) -> tuple[Any, Any]:
    """The load and the store of numbers of so many bits, for kernels."""
    kind = ir.IntType(bits)

    @intrinsic
    def load(typingctx: Any, address: Any, index: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.gep(builder.inttoptr(arguments[0], kind.as_pointer()), [arguments[1]])
            value = builder.load(pointer, align=bits // 8)
            return builder.sext(value, WORD) if signed else builder.zext(value, WORD)

        return types.int64(types.int64, types.int64), codegen

    @intrinsic
    def store(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.gep(builder.inttoptr(arguments[0], kind.as_pointer()), [arguments[1]])
            builder.store(builder.trunc(arguments[2], kind), pointer, align=bits // 8)
            return context.get_dummy_value()

        return types.none(types.int64, types.int64, types.int64), codegen

    return load, store


load_32, store_32 = small_access(32, True)
load_16, store_16 = small_access(16, False)
load_8, store_8 = small_access(8, False)


@overload(peek32, strict=False)
def peek32_compiled(memory: Any, index: Any) -> Any:
    return lambda memory, index: load_32(memory, index)


@overload(poke32, strict=False)
def poke32_compiled(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: store_32(memory, index, value)


@overload(peek16, strict=False)
def peek16_compiled(memory: Any, index: Any) -> Any:
    return lambda memory, index: load_16(memory, index)


@overload(poke16, strict=False)
def poke16_compiled(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: store_16(memory, index, value)


@overload(peek8, strict=False)
def peek8_compiled(memory: Any, index: Any) -> Any:
    return lambda memory, index: load_8(memory, index)


@overload(poke8, strict=False)
def poke8_compiled(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: store_8(memory, index, value)


@overload(mix, strict=False)
def mix_compiled(key: Any, word: Any) -> Any:
    """Native words wrap by themselves."""

    def implementation(key: int, word: int) -> int:
        product = (key ^ word) * SIGNED_MULTIPLIER
        return product ^ (product >> 29 & 0x7FFFFFFFF)

    return implementation


@overload(high_part, strict=False)
def high_part_compiled(key: Any, count: Any) -> Any:
    """The same text, compiled."""
    return high_part


@overload(whole, strict=False)
def whole_compiled(value: Any) -> Any:
    """Integers are whole already."""
    if isinstance(value, types.Float):
        return lambda value: int(np.rint(value))
    return lambda value: int(value)
