"""Words of memory that kernels share: a table, counters, buffers, a flag to stop.

Compiled, a memory is the address of an array of 64-bit words, and each access is atomic (which costs nothing on common
machines), so that threads may share it and the optimiser may not keep a word in a register. Interpreted, it is a list.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

__all__ = ["address_of", "high_part", "mix", "peek", "poke", "whole", "wrapped"]

WORD = ir.IntType(64)
MULTIPLIER = 0x9E3779B97F4A7C15
SIGNED_MULTIPLIER = MULTIPLIER - (1 << 64)


def wrapped(value: int) -> int:
    """The integer as a signed 64-bit word holds it."""
    return value if -(1 << 63) <= value < 1 << 63 else ((int(value) + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def address_of(words: np.ndarray[Any, np.dtype[np.int64]]) -> int:
    """What a compiled kernel is given for an array of words; the array must live as long as the kernel runs."""
    return int(words.ctypes.data)


def peek(memory: Any, index: int) -> int:
    """The word at an index."""
    return int(memory[index])


def poke(memory: Any, index: int, value: int) -> None:
    """Put a word at an index."""
    memory[index] = wrapped(value)


def mix(key: int, word: int) -> int:
    """The hash of what was hashed so far and one more word."""
    product = wrapped((key ^ word) * MULTIPLIER)
    return product ^ (product >> 29 & 0x7FFFFFFFF)


def high_part(key: int, count: int) -> int:
    """A number below ``count`` (itself below 2^31) that is made of a key's upper half."""
    return ((key >> 32 & 0xFFFFFFFF) * count) >> 32


def whole(value: float) -> int:
    """The nearest integer, the even one of two."""
    return round(value)


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
    """Reading through an address."""
    if isinstance(memory, types.Integer):
        return lambda memory, index: load_word(memory, index)
    return None


@overload(poke, strict=False)
def poke_compiled(memory: Any, index: Any, value: Any) -> Any:
    """Writing through an address."""
    if isinstance(memory, types.Integer):
        return lambda memory, index, value: store_word(memory, index, value)
    return None


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
