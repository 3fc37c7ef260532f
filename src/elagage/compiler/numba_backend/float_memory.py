"""Arrays of floating-point numbers that kernels share, as ``memory.py`` has them of integers."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from elagage.compiler.numba_backend.overloads import overload

__all__ = ["fetch_real", "peek_real", "poke_real"]


def peek_real(memory: Any, index: int) -> float:
    """The number at an index of an array of floating-point numbers."""
    return float(memory[index])


def poke_real(memory: Any, index: int, value: float) -> None:
    """Put a number into an array of floating-point numbers."""
    memory[index] = value


@intrinsic
def load_real(typingctx: Any, address: Any, index: Any) -> Any:
    """One load."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.gep(builder.inttoptr(arguments[0], ir.DoubleType().as_pointer()), [arguments[1]])
        return builder.load(pointer, align=8)

    return types.float64(types.int64, types.int64), codegen


@intrinsic
def store_real(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
    """One store."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.gep(builder.inttoptr(arguments[0], ir.DoubleType().as_pointer()), [arguments[1]])
        builder.store(arguments[2], pointer, align=8)
        return context.get_dummy_value()

    return types.none(types.int64, types.int64, types.float64), codegen


@overload(peek_real)
def peek_real_compiled(memory: Any, index: Any) -> Any:
    return lambda memory, index: load_real(memory, index)


@overload(poke_real)
def poke_real_compiled(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: store_real(memory, index, value)


def fetch_real(memory: Any, index: int) -> None:
    """Say that the number at an index will soon be read; nothing is read yet, so any index will do."""


@intrinsic
def prefetch_real(typingctx: Any, address: Any, index: Any) -> Any:
    """One prefetch."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        pointer = builder.gep(builder.inttoptr(arguments[0], ir.DoubleType().as_pointer()), [arguments[1]])
        hint = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, hint, "llvm.prefetch.p0i8")
        builder.call(function, [builder.bitcast(pointer, byte), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(types.int64, types.int64), codegen


@overload(fetch_real)
def fetch_real_compiled(memory: Any, index: Any) -> Any:
    return lambda memory, index: prefetch_real(memory, index)
