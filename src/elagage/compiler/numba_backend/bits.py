"""What plain rules ask of an integer, for the compiler: ``bit_count`` and ``bit_length`` of a 64-bit word.

A board that uses bit 63 is a negative word once compiled; both functions look at the pattern, so they answer as Python
does for the positive number with the same bits.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from elagage.compiler.numba_backend.overloads import overload_method

__all__ = ["leading_zeros", "population"]


@intrinsic
def population(typingctx: Any, word: Any) -> Any:
    """How many bits are set."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), codegen


@intrinsic
def leading_zeros(typingctx: Any, word: Any) -> Any:
    """How many bits above the highest one that is set."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


@overload_method(types.Integer, "bit_count")
def integer_bit_count(word: Any) -> Any:
    """``word.bit_count()``."""
    return lambda word: population(word)


@overload_method(types.Integer, "bit_length")
def integer_bit_length(word: Any) -> Any:
    """``word.bit_length()``."""
    return lambda word: 64 - leading_zeros(word)
