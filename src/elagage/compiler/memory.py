"""Words of memory that kernels share: a table, counters, buffers, a flag to stop.

Compiled, a memory is the address of an array of 64-bit words, and each access is atomic (which costs nothing on common
machines), so that threads may share it and the optimiser may not keep a word in a register. Interpreted, it is a list.
Large arrays of small numbers have elements of 32 bits (signed), 16 or 8 (unsigned), which one thread uses at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from elagage.errors import LoadError

__all__ = [
    "address_of",
    "high_part",
    "int32_array",
    "mix",
    "new_words",
    "peek",
    "peek8",
    "peek16",
    "peek32",
    "places_of",
    "poke",
    "poke8",
    "poke16",
    "poke32",
    "prefetch",
    "repeat_rows",
    "whole",
    "wrap_word",
]

LINE = 8
"""Words in a line of the machine's cache."""
MULTIPLIER = 0x9E3779B97F4A7C15
MOST_NUMBERS = (1 << 31) - 2
"""Vertices and arcs of a graph are counted in 32 bits."""
SIGNED_MULTIPLIER = MULTIPLIER - (1 << 64)


def wrap_word(value: int) -> int:
    """The integer as a signed 64-bit word holds it."""
    return value if -(1 << 63) <= value < 1 << 63 else ((int(value) + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def new_words(count: int, compiled: bool) -> Any:
    """Words at zero: an array for compiled kernels, a list for interpreted ones."""
    return align_words(np.zeros(count + LINE, dtype=np.int64), count) if compiled else [0] * count


def align_words(words: Any, count: int) -> Any:
    """So many of the words, from one on that begins a line of the machine's cache."""
    first = -words.ctypes.data // 8 % LINE
    return words[first : first + count]


def repeat_rows(words: Any, length: int, count: int) -> Any:
    """Rows of so many words, each repeated, so that they are ``count`` in the same order."""
    given = len(words) // length
    if isinstance(words, list):
        return [word for row in range(count) for word in words[row * given // count * length :][:length]]
    chosen = np.arange(count, dtype=np.int64)
    chosen *= given
    chosen //= count
    made = align_words(np.empty(count * length + LINE, dtype=np.int64), count * length)
    np.take(words.reshape(given, length), chosen, axis=0, out=made.reshape(count, length), mode="clip")
    return made


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


def places_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a compiled kernel is given for such arguments: addresses in the place of arrays."""
    return tuple(address_of(given) if isinstance(given, np.ndarray) else given for given in arguments)


def peek(memory: Any, index: int) -> int:
    """The word at an index."""
    return int(memory[index])


def poke(memory: Any, index: int, value: int) -> None:
    """Put a word at an index."""
    memory[index] = wrap_word(value)


def prefetch(memory: Any, index: int) -> None:
    """Have the machine bring a word nearer, since it is read soon."""


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
