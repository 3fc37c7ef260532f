"""Tuples of small integers, packed into a few words: how a plain board, ``cells: tuple[int, ...]``, becomes fast.

A newcomer's state holds its cells in a tuple. Native code that passes tuples of 42 words by value is slow and slow to
compile; 42 cells of 0, 1 or 2 are two words. How many bits a cell needs is seen by playing random games in Python; a
cell that turns out not to fit raises OverflowError, and the game is linked again with wider cells.

    word 0            word 1
    |c31|...|c1|c0|   |...|c33|c32|     2 bits a cell: 32 cells a word
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, lower_builtin, models, register_model

from elagage.compiler.numba_backend.overloads import overload

__all__ = ["PackedType", "item", "packed_from_words", "packed_word", "packed_words", "replace_cell"]

WORD = ir.IntType(64)


class PackedType(types.IterableType):
    """``count`` integers from ``low`` up, ``bits`` bits each."""

    def __init__(self, count: int, bits: int, low: int) -> None:
        self.count, self.bits, self.low = count, bits, low
        self.per_word = 64 // bits
        self.words = -(-count // self.per_word)
        super().__init__(name=f"Packed({count}, {bits}, {low})")

    @property
    def iterator_type(self) -> PackedIterator:
        """What ``for cell in cells`` runs on."""
        return PackedIterator(self)


class PackedIterator(types.SimpleIteratorType):
    """An iterator over packed cells."""

    def __init__(self, cells: PackedType) -> None:
        self.cells = cells
        super().__init__(f"iter({cells})", types.int64)


@register_model(PackedType)
class PackedModel(models.StructModel):
    """The words, side by side."""

    def __init__(self, manager: Any, kind: PackedType) -> None:
        super().__init__(manager, kind, [(f"w{i}", types.int64) for i in range(kind.words)])


@register_model(PackedIterator)
class PackedIteratorModel(models.StructModel):
    """The cells, and where the next one's number is kept."""

    def __init__(self, manager: Any, kind: PackedIterator) -> None:
        super().__init__(manager, kind, [("index", types.EphemeralPointer(types.intp)), ("cells", kind.cells)])


def packed_words(cells: tuple[int, ...], bits: int, low: int) -> list[int]:
    """The words of a tuple, for a kernel; OverflowError if a cell does not fit."""
    per_word = 64 // bits
    words = []
    for start in range(0, len(cells), per_word):
        word = 0
        for place, cell in enumerate(cells[start : start + per_word]):
            if not (0 <= cell - low < 1 << bits or (bits == 64 and -(1 << 63) <= cell < 0)):
                raise OverflowError
            word |= (cell - low) << place * bits
        words.append(word)
    return words


def struct_of(context: Any, builder: Any, kind: PackedType, words: list[Any]) -> Any:
    """A packed value made of its words."""
    struct = cgutils.create_struct_proxy(kind)(context, builder)
    for number, word in enumerate(words):
        setattr(struct, f"w{number}", word)
    return struct._getvalue()


def words_of(context: Any, builder: Any, kind: PackedType, value: Any) -> list[Any]:
    """The words of a packed value."""
    struct = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    return [getattr(struct, f"w{number}") for number in range(kind.words)]


@intrinsic
def packed_word(typingctx: Any, cells: Any, number: Any) -> Any:
    """The word of that number, by selection: there are few."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = words_of(context, builder, cells, arguments[0])
        found = words[0]
        for index, word in enumerate(words[1:], 1):
            found = builder.select(builder.icmp_unsigned("==", arguments[1], WORD(index)), word, found)
        return found

    return types.int64(cells, types.int64), codegen


@intrinsic
def with_word(typingctx: Any, cells: Any, number: Any, word: Any) -> Any:
    """The same with one word replaced."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = [
            builder.select(builder.icmp_unsigned("==", arguments[1], WORD(index)), arguments[2], old)
            for index, old in enumerate(words_of(context, builder, cells, arguments[0]))
        ]
        return struct_of(context, builder, cells, words)

    return cells(cells, types.int64, types.int64), codegen


def packed_from_words(kind: PackedType) -> Any:
    """A function for kernels that makes a packed value of so many words."""

    @intrinsic
    def make(typingctx: Any, words: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return struct_of(context, builder, kind, cgutils.unpack_tuple(builder, arguments[0]))

        return kind(words), codegen

    return make


def item(cells: Any, index: int) -> Any:
    """``cells[index]``: what a rule's subscript is rewritten to, so that packed cells can be read."""
    return cells[index]


def replace_cell(cells: Any, index: int, value: Any) -> Any:
    """``cells[:index] + (value,) + cells[index + 1:]``: what that expression is rewritten to."""
    return (*cells[:index], value, *cells[index + 1 :])


@overload(item)
def item_compiled(cells: Any, index: Any) -> Any:
    if isinstance(cells, types.Array) and isinstance(cells.dtype, types.Integer) and cells.dtype.bitwidth < 64:
        return lambda cells, index: types.int64(cells[index])  # as Python's numbers, they may become negative
    if not isinstance(cells, PackedType):
        return lambda cells, index: cells[index]
    count, bits, low = cells.count, cells.bits, cells.low
    shift, places, mask = cells.per_word.bit_length() - 1, cells.per_word - 1, (1 << bits) - 1

    def implementation(cells: Any, index: int) -> int:
        place = index + count if index < 0 else index
        return int((packed_word(cells, place >> shift) >> (place & places) * bits) & mask) + low

    def implementation_of_words(cells: Any, index: int) -> int:
        return int(packed_word(cells, index + count if index < 0 else index)) + low

    return implementation if bits < 64 else implementation_of_words


@overload(replace_cell)
def replace_cell_compiled(cells: Any, index: Any, value: Any) -> Any:
    if isinstance(cells, types.UniTuple):
        return lambda cells, index, value: tuple_setitem(cells, index, value)
    if not isinstance(cells, PackedType):
        return None
    count, bits, low = cells.count, cells.bits, cells.low
    shift, places, mask = cells.per_word.bit_length() - 1, cells.per_word - 1, (1 << bits) - 1

    def implementation(cells: Any, index: int, value: int) -> Any:
        place = index + count if index < 0 else index
        stored = int(value) - low
        if stored < 0 or stored > mask:
            raise OverflowError
        at = (place & places) * bits
        word = packed_word(cells, place >> shift)
        return with_word(cells, place >> shift, (word & ~(mask << at)) | (stored << at))

    def implementation_of_words(cells: Any, index: int, value: int) -> Any:
        return with_word(cells, index + count if index < 0 else index, int(value) - low)

    return implementation if bits < 64 else implementation_of_words


@lower_builtin("getiter", PackedType)
def packed_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """``iter(cells)``."""
    struct = context.make_helper(builder, signature.return_type)
    struct.index = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    struct.cells = arguments[0]
    return struct._getvalue()


@lower_builtin("iternext", PackedIterator)
@iternext_impl(RefType.UNTRACKED)
def packed_next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    """``next(iterator)``."""
    kind = signature.args[0]
    struct = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(struct.index)
    valid = builder.icmp_signed("<", index, context.get_constant(types.intp, kind.cells.count))
    result.set_valid(valid)
    with builder.if_then(valid):
        value = context.compile_internal(
            builder,
            lambda cells, number: item(cells, number),
            types.int64(kind.cells, types.intp),
            [struct.cells, index],
        )
        result.yield_(value)
        builder.store(builder.add(index, context.get_constant(types.intp, 1)), struct.index)


@overload(len)
def packed_len(cells: Any) -> Any:
    """``len(cells)``."""
    if isinstance(cells, PackedType):
        count = cells.count
        return lambda cells: count
    return None


@overload(operator.getitem)
def packed_getitem(cells: Any, index: Any) -> Any:
    """``cells[0]`` with a constant index."""
    if isinstance(cells, PackedType) and isinstance(index, types.Integer):
        return lambda cells, index: item(cells, index)
    return None


@overload(operator.contains)
def packed_contains(cells: Any, value: Any) -> Any:
    """``value in cells``."""
    if isinstance(cells, PackedType):
        count = cells.count

        def implementation(cells: Any, value: int) -> bool:
            for index in range(count):
                if item(cells, index) == value:
                    return True
            return False

        return implementation
    return None


@overload(operator.eq)
def packed_equal(one: Any, other: Any) -> Any:
    """``cells == others`` of the same kind."""
    if isinstance(one, PackedType) and one == other:
        words = one.words

        def implementation(one: Any, other: Any) -> bool:
            for number in range(words):
                if packed_word(one, number) != packed_word(other, number):
                    return False
            return True

        return implementation
    return None
