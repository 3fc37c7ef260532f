"""Retrograde analysis, compiled: the table that finds the number of a state by its key.

    an entry    -1 empty | some bits of the hash, then the number of the state
                (where keys are so few that each has a place of its own: the number)

Keys are words, or KEY_BYTES bytes each, the lowest first, where memory is short.
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import high_part, mix, peek, peek8, peek32, poke, poke32
from elagage.solvers.retrograde.retrograde_workspace import DIRECT, INDEX_BITS, KEY, KEY_BYTES, KEYS, SLOTS, STATES

__all__ = ["code_of", "find_key", "hash_key", "read_packed", "rebuild_table", "search_key", "slot_of", "tag_of"]


@kernel
def read_packed(keys: Any, index: int, packed: int) -> int:
    """The key of that number, of so many bytes; 0 if there are none."""
    key = 0
    for place in range(packed):
        key |= peek8(keys, index * packed + place) << 8 * place
    return key


@kernel
def first_word(keys: Any, index: int, size: int, packed: int) -> int:
    """The first word of the key of that number, the only one where keys are packed."""
    return peek(keys, index * size) if packed == 0 else read_packed(keys, index, packed)


@kernel
def hash_key(found: Any, at: int, size: int) -> int:
    """The hash of a key of so many words at a place."""
    code = mix(0, peek(found, at))
    for number in range(1, size):
        code = mix(code, peek(found, at + number))
    return mix(code, code >> 32)


@kernel
def tag_of(code: int, index_bits: int) -> int:
    """What an entry of the table holds of a hash, in its place."""
    return (code & (1 << 31 - index_bits) - 1) << index_bits


@kernel
def search_key(found: Any, at: int, slot: int, tag: int, workspace: Any, keys: Any, table: Any) -> int:
    """The number of the state whose key lies at a place, looked for from a slot on; -1 - slot, where it would stand,
    if there is none.
    """
    size = peek(workspace, KEYS)
    slots = peek(workspace, SLOTS)
    mask = (1 << peek(workspace, INDEX_BITS)) - 1
    packed = peek(workspace, KEY_BYTES)
    first = peek(found, at)
    while True:
        entry = peek32(table, slot)
        if entry < 0:
            return -1 - slot
        if entry & ~mask == tag and first_word(keys, entry & mask, size, packed) == first:
            index = entry & mask
            same = True
            for number in range(1, size):
                if peek(keys, index * size + number) != peek(found, at + number):
                    same = False
                    break
            if same:
                return index
        slot += 1
        if slot == slots:
            slot = 0


@kernel
def code_of(found: Any, at: int, workspace: Any) -> int:
    """What says where the search for a key begins: its hash, or the key itself if each has a place of its own."""
    if peek(workspace, DIRECT) != 0:
        return peek(found, at)
    return hash_key(found, at, peek(workspace, KEYS))


@kernel
def slot_of(code: int, workspace: Any) -> int:
    """Where it begins."""
    return code if peek(workspace, DIRECT) != 0 else high_part(code, peek(workspace, SLOTS))


@kernel
def find_key(found: Any, at: int, workspace: Any, keys: Any, table: Any) -> int:
    """The same, from the slot that the key says."""
    code = code_of(found, at, workspace)
    tag = tag_of(code, peek(workspace, INDEX_BITS))
    return search_key(found, at, slot_of(code, workspace), tag, workspace, keys, table)


@entry
def rebuild_table(workspace: Any, keys: Any, table: Any) -> None:
    """Put all the keys into an empty table."""
    size = peek(workspace, KEYS)
    slots = peek(workspace, SLOTS)
    index_bits = peek(workspace, INDEX_BITS)
    packed = peek(workspace, KEY_BYTES)
    for index in range(peek(workspace, STATES)):
        if packed != 0:
            poke(workspace, KEY, read_packed(keys, index, packed))
            code = code_of(workspace, KEY, workspace)
        else:
            code = code_of(keys, index * size, workspace)
        slot = slot_of(code, workspace)
        while peek32(table, slot) >= 0:
            slot += 1
            if slot == slots:
                slot = 0
        poke32(table, slot, tag_of(code, index_bits) | index)
