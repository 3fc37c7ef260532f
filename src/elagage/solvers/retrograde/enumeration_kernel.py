"""Retrograde analysis, compiled: finding every state.

``value_kernel.py`` then decides them, and ``retrograde_driver.py`` runs both slice by slice.

Every state that can be reached is enumerated once, breadth first, as a key of a few words; a table finds a key's
number. An edge is the number of the next edge with the same successor, so that the predecessors of a state are a chain;
whose edge it is follows from the degrees, since edges lie in the order of their states. Then values flow back along the
chains, and each edge is looked at once.

    a state     key 8 bytes a word | first edge of its chain 4 | degree and who moves 2
                | place in the table 4 / load | value 4, queue 4
    an edge     next edge of the chain 4 | every 32nd edge: its state and that state's first edge, 8
    a value     0 drawn | sign for Max: (level << 20) + plies to the end + 1 | UNDECIDED + successors to come | ENDLESS
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import high_part, mix, peek, peek32, poke, poke16, poke32
from elagage.result import MAX
from elagage.solvers.retrograde.solved_positions import MOST_LEVELS
from elagage.solvers.retrograde.state_keys import FIELD_STEP

__all__ = [
    "BLOCK",
    "BUDGET",
    "COUNTS",
    "DEGREE",
    "DONE",
    "EDGES",
    "EDGE_ROOM",
    "ENDLESS",
    "FIELDS",
    "FINISHED",
    "FULL",
    "KEY",
    "KEYS",
    "LAYER",
    "LAYER_END",
    "LEVELS",
    "LEVEL_COUNT",
    "LEVEL_SHIFT",
    "MARGINS",
    "MISFIT",
    "MOST_LEVELS",
    "MOST_PLIES",
    "PLAYER_BIT",
    "QUEUE_HEAD",
    "QUEUE_TAIL",
    "ROOT_STATE",
    "SEED",
    "SLICE",
    "SLOTS",
    "STATES",
    "STATE_ROOM",
    "TOO_FAR",
    "TOO_MANY_LEVELS",
    "TOO_WIDE",
    "UNDECIDED",
    "UNHELD",
    "WIDTH",
    "WORDS",
    "WORD_BAD",
    "WORD_VALUE",
    "WORKSPACE",
    "add_state",
    "decode",
    "encode",
    "enumerate_starts",
    "enumerate_states",
    "find_key",
    "rebuild_table",
]  # fmt: skip

# Registers of the workspace.
(
    STATES, DONE, EDGES, STATE_ROOM, EDGE_ROOM, SLOTS, WORDS, KEYS, LAYER_END, BUDGET, WORD_BAD, WORD_VALUE,
    QUEUE_HEAD, QUEUE_TAIL, SEED, MARGINS, LEVEL_COUNT, WIDTH,
) = range(18)  # fmt: skip
ROOT_STATE = 32
"""The words of a state on their way in or out."""
KEY = 64
"""The key of that state."""
FIELDS = 96
"""Where each word's field begins."""
LEVELS = 256
"""The sizes of final scores."""
COUNTS = LEVELS + MOST_LEVELS
"""How many ended games each has."""
WORKSPACE = COUNTS + MOST_LEVELS

# What a kernel says when it returns.
FINISHED, SLICE, FULL, LAYER, MISFIT, TOO_WIDE, TOO_MANY_LEVELS, TOO_FAR, UNHELD = range(9)

PLAYER_BIT = 1 << 15
DEGREE = PLAYER_BIT - 1
BLOCK = 5
"""Edges come in blocks of 2^BLOCK, of which the first one's state is kept."""
UNDECIDED = 1 << 30
ENDLESS = UNDECIDED
LEVEL_SHIFT = 20
MOST_PLIES = (1 << LEVEL_SHIFT) - 2


@kernel
def encode(game: Any, state: Any, workspace: Any) -> int:
    """Put a state's key on the workspace; the number of a word that does not fit its field, or -1.

    Fields come in the order of their keys.
    """
    game.save_entry(state, workspace, ROOT_STATE, 0)
    key = 0
    place = 0
    for word in range(peek(workspace, WORDS)):
        at = FIELDS + word * FIELD_STEP
        value = peek(workspace, ROOT_STATE + word) - peek(workspace, at)
        if value & ~peek(workspace, at + 1) != 0:
            return word
        if peek(workspace, at + 2) != place:
            poke(workspace, KEY + place, key)
            key = 0
            place += 1
        key |= value << peek(workspace, at + 3)
    poke(workspace, KEY + place, key)
    return -1


@kernel
def decode(game: Any, index: int, workspace: Any, keys: Any) -> Any:
    """The state of that number."""
    size = peek(workspace, KEYS)
    for word in range(peek(workspace, WORDS)):
        at = FIELDS + word * FIELD_STEP
        key = peek(keys, index * size + peek(workspace, at + 2))
        poke(
            workspace,
            ROOT_STATE + word,
            (key >> peek(workspace, at + 3) & peek(workspace, at + 1)) + peek(workspace, at),
        )
    return game.unpack_state(workspace, ROOT_STATE)


@kernel
def slot_of(workspace: Any) -> int:
    """Where the search for the workspace's key begins."""
    code = 0
    for number in range(peek(workspace, KEYS)):
        code = mix(code, peek(workspace, KEY + number))
    return high_part(mix(code, code >> 32), peek(workspace, SLOTS))


@kernel
def find_key(workspace: Any, keys: Any, table: Any) -> int:
    """The number of the state whose key is on the workspace; -1 - slot, where it would stand, if there is none."""
    size = peek(workspace, KEYS)
    slots = peek(workspace, SLOTS)
    slot = slot_of(workspace)
    first = peek(workspace, KEY)
    while True:
        index = peek32(table, slot)
        if index < 0:
            return -1 - slot
        if peek(keys, index * size) == first:
            same = True
            for number in range(1, size):
                if peek(keys, index * size + number) != peek(workspace, KEY + number):
                    same = False
                    break
            if same:
                return index
        slot += 1
        if slot == slots:
            slot = 0


@kernel
def number_of(workspace: Any, keys: Any, table: Any, heads: Any) -> int:
    """The number of the state whose key is on the workspace, a new one if it is new."""
    index = find_key(workspace, keys, table)
    if index >= 0:
        return index
    size = peek(workspace, KEYS)
    number = peek(workspace, STATES)
    poke32(table, -1 - index, number)
    for word in range(size):
        poke(keys, number * size + word, peek(workspace, KEY + word))
    poke32(heads, number, -1)
    poke(workspace, STATES, number + 1)
    return number


@entry
def rebuild_table(workspace: Any, keys: Any, table: Any) -> None:
    """Put all the keys into an empty table."""
    size = peek(workspace, KEYS)
    for index in range(peek(workspace, STATES)):
        for number in range(size):
            poke(workspace, KEY + number, peek(keys, index * size + number))
        slot = slot_of(workspace)
        while peek32(table, slot) >= 0:
            slot += 1
            if slot == peek(workspace, SLOTS):
                slot = 0
        poke32(table, slot, index)


@entry
def add_state(game: Any, workspace: Any, keys: Any, table: Any, heads: Any) -> int:
    """Enumerate the state whose words are on the workspace."""
    word = encode(game, game.least_state(game.unpack_state(workspace, ROOT_STATE)), workspace)
    if word >= 0:
        poke(workspace, WORD_BAD, word)
        poke(workspace, WORD_VALUE, peek(workspace, ROOT_STATE + word))
        return MISFIT
    number_of(workspace, keys, table, heads)
    return FINISHED


@entry
def enumerate_starts(game: Any, workspace: Any, keys: Any, table: Any, heads: Any) -> int:
    """Enumerate the states that the game says solving begins from; those that are known already are passed over."""
    room = peek(workspace, STATE_ROOM)
    for state in game.starts():
        if peek(workspace, STATES) >= room:
            return FULL
        word = encode(game, game.least_state(game.same_state(state)), workspace)
        if word >= 0:
            poke(workspace, WORD_BAD, word)
            poke(workspace, WORD_VALUE, peek(workspace, ROOT_STATE + word))
            return MISFIT
        number_of(workspace, keys, table, heads)
    return FINISHED


@entry
def enumerate_states(
    game: Any, workspace: Any, keys: Any, table: Any, heads: Any, degrees: Any, nexts: Any, blocks: Any
) -> int:
    """Give each known state its successors, until all have theirs, a layer is done, or there is no more room."""
    budget = peek(workspace, BUDGET)
    edges = peek(workspace, EDGES)
    width = peek(workspace, WIDTH)
    while True:
        index = peek(workspace, DONE)
        if index == peek(workspace, LAYER_END):
            return FINISHED if index == peek(workspace, STATES) else LAYER
        if edges + width > peek(workspace, EDGE_ROOM) or peek(workspace, STATES) + width > peek(workspace, STATE_ROOM):
            return FULL
        if budget <= 0:
            return SLICE
        budget -= 1
        state = decode(game, index, workspace, keys)
        player = game.player(state)
        degree = 0
        for move in game.moves(state):
            if degree == width:
                return TOO_WIDE
            word = encode(game, game.least_state(game.same_state(game.play(state, move))), workspace)
            if word >= 0:
                poke(workspace, WORD_BAD, word)
                poke(workspace, WORD_VALUE, peek(workspace, ROOT_STATE + word))
                return MISFIT
            child = number_of(workspace, keys, table, heads)
            edge = edges + degree
            poke32(nexts, edge, peek32(heads, child))
            poke32(heads, child, edge)
            if edge & (1 << BLOCK) - 1 == 0:
                poke32(blocks, 2 * (edge >> BLOCK), index)
                poke32(blocks, 2 * (edge >> BLOCK) + 1, edges)
            degree += 1
        poke16(degrees, index, degree if player == MAX else degree | PLAYER_BIT)
        edges += degree
        poke(workspace, EDGES, edges)
        poke(workspace, DONE, index + 1)
