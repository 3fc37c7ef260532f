"""Retrograde analysis, compiled: finding every state.

``value_kernel.py`` then decides them, and ``retrograde_driver.py`` runs both slice by slice.

Every state that can be reached is enumerated once, breadth first, as a key of a few words; a table finds a key's
number. States are taken in batches: first the rules give the keys of all their successors, then these are looked up,
with so little between two of them that the machine waits for many at once. The successors' numbers are kept if the
memory allows it, and else found once more when the edges are turned round (``edge_kernel.py``).

    a state     key 8 bytes a word | how many edges lead to it 4, then where they end in the list of sources
                | degree and who moves 2 | place in the table 4 / load | then: value 4, who moves 1/8, queue 1/4
    an edge     the state that it comes from 4 | until then, if there is room: the state that it leads to 4

Where memory is short, keys take no more bytes than their bits need once all states are known, and degrees are counted
again when values begin: 9 bytes beside the key at most.

    a table's entry     -1 empty | some bits of the hash, then the number of the state
                        (where keys are so few that each has a place of its own: the number)
    a value     0 drawn | sign for Max: (level << 20) + plies to the end + 1 | UNDECIDED + degree | ENDLESS
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import high_part, peek, peek32, poke, poke16, poke32
from elagage.result import MAX
from elagage.solvers.retrograde.key_table_kernel import (
    code_of,
    hash_key,
    read_packed,
    search_key,
    slot_of,
    tag_of,
)
from elagage.solvers.retrograde.retrograde_workspace import (
    BATCH,
    BATCH_END,
    BATCH_ROOM,
    BUDGET,
    DEGREES_FROM,
    DIRECT,
    DONE,
    EDGE_ROOM,
    EDGES,
    FIELDS,
    FINISHED,
    FULL,
    INDEX_BITS,
    KEEPS,
    KEY,
    KEY_BYTES,
    KEYS,
    LAYER,
    LAYER_END,
    LAYERS,
    MISFIT,
    MOST_LAYERS,
    PLAYER_BIT,
    ROOT_STATE,
    SLICE,
    SLOTS,
    STARTS,
    STATE_ROOM,
    STATES,
    TOO_WIDE,
    WIDTH,
    WORD_BAD,
    WORD_VALUE,
    WORDS,
)
from elagage.solvers.retrograde.state_keys import FIELD_STEP

__all__ = ["add_state", "decode", "enumerate_starts", "enumerate_states", "expand", "look_ahead"]


@kernel
def note_misfit(game: Any, state: Any, word: int, workspace: Any) -> int:
    """Tell the driver which word of a state does not fit its field."""
    game.save_entry(state, workspace, ROOT_STATE, 0)
    poke(workspace, WORD_BAD, word)
    poke(workspace, WORD_VALUE, peek(workspace, ROOT_STATE + word))
    return MISFIT


@kernel
def decode(game: Any, index: int, workspace: Any, keys: Any) -> Any:
    """The state of that number."""
    size = peek(workspace, KEYS)
    packed = peek(workspace, KEY_BYTES)
    key = read_packed(keys, index, packed)
    for word in range(peek(workspace, WORDS)):
        at = FIELDS + word * FIELD_STEP
        if packed == 0:
            key = peek(keys, index * size + peek(workspace, at + 2))
        poke(
            workspace,
            ROOT_STATE + word,
            (key >> peek(workspace, at + 3) & peek(workspace, at + 1)) + peek(workspace, at),
        )
    return game.unpack_state(workspace, ROOT_STATE)


@kernel
def add_key(found: Any, at: int, slot: int, tag: int, workspace: Any, keys: Any, table: Any, heads: Any) -> int:
    """Number the state whose key lies at a place; its entry goes to the slot, which is empty."""
    size = peek(workspace, KEYS)
    number = peek(workspace, STATES)
    poke32(table, slot, tag | number)
    for word in range(size):
        poke(keys, number * size + word, peek(found, at + word))
    poke32(heads, number, 0)
    poke(workspace, STATES, number + 1)
    return number


@kernel
def number_of(workspace: Any, keys: Any, table: Any, heads: Any) -> int:
    """The number of the state whose key is on the workspace, a new one if it is new."""
    code = code_of(workspace, KEY, workspace)
    tag = tag_of(code, peek(workspace, INDEX_BITS))
    index = search_key(workspace, KEY, slot_of(code, workspace), tag, workspace, keys, table)
    if index >= 0:
        return index
    return add_key(workspace, KEY, -1 - index, tag, workspace, keys, table, heads)


@entry
def add_state(game: Any, workspace: Any, keys: Any, table: Any, heads: Any) -> int:
    """Enumerate the state whose words are on the workspace."""
    state = game.least_state(game.unpack_state(workspace, ROOT_STATE))
    word = game.pack_key(state, workspace, FIELDS, workspace, KEY)
    if word >= 0:
        return note_misfit(game, state, word, workspace)
    number_of(workspace, keys, table, heads)
    return FINISHED


@entry
def enumerate_starts(game: Any, workspace: Any, keys: Any, table: Any, heads: Any) -> int:
    """Enumerate the states that the game says solving begins from; those that were before are passed over."""
    room = peek(workspace, STATE_ROOM)
    done = peek(workspace, STARTS)
    number = 0
    for given in game.starts():
        number += 1
        if number <= done:
            continue
        if peek(workspace, STATES) >= room:
            poke(workspace, STARTS, number - 1)
            return FULL
        state = game.least_state(game.same_state(given))
        word = game.pack_key(state, workspace, FIELDS, workspace, KEY)
        if word >= 0:
            poke(workspace, STARTS, number - 1)
            return note_misfit(game, state, word, workspace)
        number_of(workspace, keys, table, heads)
    return FINISHED


@kernel
def expand(game: Any, first: int, last: int, workspace: Any, keys: Any, degrees: Any, found: Any) -> int:
    """The keys of the successors of some states, one after the other; BATCH says how many, BATCH_END where it ended.

    As many states are taken as there is room for, one at least if there is any. Degrees are those from DEGREES_FROM on.
    """
    size = peek(workspace, KEYS)
    width = peek(workspace, WIDTH)
    room = peek(workspace, BATCH_ROOM)
    degrees_from = peek(workspace, DEGREES_FROM)
    count = 0
    index = first
    while index < last and count + width <= room:
        state = decode(game, index, workspace, keys)
        player = game.player(state)
        degree = 0
        for move in game.moves(state):
            if degree == width:
                return TOO_WIDE
            child = game.least_state(game.same_state(game.play(state, move)))
            word = game.pack_key(child, workspace, FIELDS, found, (count + degree) * size)
            if word >= 0:
                return note_misfit(game, child, word, workspace)
            degree += 1
        poke16(degrees, index - degrees_from, degree if player == MAX else degree | PLAYER_BIT)
        count += degree
        index += 1
    poke(workspace, BATCH, count)
    poke(workspace, BATCH_END, index)
    return FINISHED


@kernel
def look_ahead(workspace: Any, table: Any, found: Any, codes: Any) -> None:
    """The first half of looking up a batch: each key's hash, and the entry of the table where the search for it begins.

    Nothing here depends on what is read, so that the machine reads many entries at once.
    """
    size = peek(workspace, KEYS)
    slots = peek(workspace, SLOTS)
    count = peek(workspace, BATCH)
    if peek(workspace, DIRECT) != 0:
        for number in range(count):
            code = peek(found, number)
            poke(codes, 2 * number, code)
            poke(codes, 2 * number + 1, peek32(table, code))
        return
    for number in range(count):
        code = hash_key(found, number * size, size)
        poke(codes, 2 * number, code)
        poke(codes, 2 * number + 1, peek32(table, high_part(code, slots)))


@entry
def enumerate_states(
    game: Any,
    workspace: Any,
    keys: Any,
    table: Any,
    heads: Any,
    degrees: Any,
    targets: Any,
    found: Any,
    codes: Any,
    layers: Any,
) -> int:
    """Give each known state its successors, until all have theirs, many layers are done, or there is no more room."""
    size = peek(workspace, KEYS)
    direct = peek(workspace, DIRECT) != 0
    index_bits = peek(workspace, INDEX_BITS)
    mask = (1 << index_bits) - 1
    keeps = peek(workspace, KEEPS)
    while True:
        if peek(workspace, DONE) == peek(workspace, LAYER_END):
            states = peek(workspace, STATES)
            if states == peek(workspace, LAYER_END):
                return FINISHED
            if peek(workspace, LAYERS) == MOST_LAYERS:
                return LAYER
            poke(layers, peek(workspace, LAYERS), states - peek(workspace, LAYER_END))
            poke(workspace, LAYERS, peek(workspace, LAYERS) + 1)
            poke(workspace, LAYER_END, states)
        if peek(workspace, BUDGET) <= 0:
            return SLICE
        first = peek(workspace, DONE)
        status = expand(game, first, peek(workspace, LAYER_END), workspace, keys, degrees, found)
        if status != FINISHED:
            return status
        count = peek(workspace, BATCH)
        edges = peek(workspace, EDGES)
        if peek(workspace, STATES) + count > peek(workspace, STATE_ROOM):
            return FULL
        if keeps != 0 and edges + count > peek(workspace, EDGE_ROOM):
            return FULL
        look_ahead(workspace, table, found, codes)
        for number in range(count):
            code = peek(codes, 2 * number)
            entry = peek(codes, 2 * number + 1)
            tag = tag_of(code, index_bits)
            if entry >= 0 and direct:
                child = entry
            elif size == 1 and entry >= 0 and entry & ~mask == tag and peek(keys, entry & mask) == peek(found, number):
                child = entry & mask
            else:
                at = number * size
                child = search_key(found, at, slot_of(code, workspace), tag, workspace, keys, table)
                if child < 0:
                    child = add_key(found, at, -1 - child, tag, workspace, keys, table, heads)
            poke32(heads, child, peek32(heads, child) + 1)
            if keeps != 0:
                poke32(targets, edges + number, child)
        poke(workspace, EDGES, edges + count)
        poke(workspace, BUDGET, peek(workspace, BUDGET) - (peek(workspace, BATCH_END) - first))
        poke(workspace, DONE, peek(workspace, BATCH_END))
