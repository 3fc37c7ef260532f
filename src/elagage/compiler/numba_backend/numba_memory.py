"""Words of memory for Numba: an address and an index become one load or store, atomic where threads may share it."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from elagage.compiler.memory import (
    SIGNED_MULTIPLIER,
    high_part,
    mix,
    peek,
    peek8,
    peek16,
    peek32,
    poke,
    poke8,
    poke16,
    poke32,
    prefetch,
    whole,
)
from elagage.compiler.numba_backend.overloads import overload

__all__ = ["as_word", "from_word", "of_kind"]

WORD = ir.IntType(64)


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


@overload(peek)
def peek_compiled(memory: Any, index: Any) -> Any:
    if isinstance(memory, types.Integer):
        return lambda memory, index: load_word(memory, index)
    return None


@overload(poke)
def poke_compiled(memory: Any, index: Any, value: Any) -> Any:
    if isinstance(memory, types.Integer):
        return lambda memory, index, value: store_word(memory, index, value)
    return None


@overload(prefetch)
def prefetch_compiled(memory: Any, index: Any) -> Any:
    """Nothing: what is read soon is read then."""
    return lambda memory, index: None


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


@overload(peek32)
def peek32_compiled(memory: Any, index: Any) -> Any:
    return lambda memory, index: load_32(memory, index)


@overload(poke32)
def poke32_compiled(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: store_32(memory, index, value)


@overload(peek16)
def peek16_compiled(memory: Any, index: Any) -> Any:
    return lambda memory, index: load_16(memory, index)


@overload(poke16)
def poke16_compiled(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: store_16(memory, index, value)


@overload(peek8)
def peek8_compiled(memory: Any, index: Any) -> Any:
    return lambda memory, index: load_8(memory, index)


@overload(poke8)
def poke8_compiled(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: store_8(memory, index, value)


@overload(mix)
def mix_compiled(key: Any, word: Any) -> Any:
    """Native words wrap by themselves."""

    def implementation(key: int, word: int) -> int:
        product = (key ^ word) * SIGNED_MULTIPLIER
        return product ^ (product >> 29 & 0x7FFFFFFFF)

    return implementation


@overload(high_part)
def high_part_compiled(key: Any, count: Any) -> Any:
    """The same text, compiled."""
    return high_part


@overload(whole)
def whole_compiled(value: Any) -> Any:
    """Integers are whole already."""
    if isinstance(value, types.Float):
        return lambda value: int(np.rint(value))
    return lambda value: int(value)
