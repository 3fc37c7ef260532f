"""The memory of a retrograde analysis: its registers, what a kernel says when it returns, and how values look."""

from __future__ import annotations

from elagage.solvers.retrograde.solved_positions import MOST_LEVELS

__all__ = [
    "BATCH", "BATCH_END", "BATCH_ROOM", "BUDGET", "DECIDED", "DEGREE", "DEGREES_FROM", "DIRECT", "DONE", "EDGES",
    "EDGE_ROOM", "ENDLESS", "FIELDS", "FINISHED", "FULL", "INDEX_BITS", "KEEPS", "KEY", "KEYS", "KEY_BYTES",
    "LAYER", "LAYERS", "LAYER_END", "LEVELS", "LEVEL_COUNT", "LEVEL_SHIFT", "MARGINS", "MISFIT", "MOST_LAYERS",
    "MOST_LEVELS", "MOST_PLIES", "PLAYER_BIT", "QUEUE_HEAD", "QUEUE_ROOM", "QUEUE_TAIL", "ROOT_STATE", "SLICE",
    "SLOTS", "SPILLED", "STARTS", "STATES", "STATE_ROOM", "SWEEP", "TOO_FAR", "TOO_MANY_LEVELS", "TOO_WIDE",
    "TURNED", "UNDECIDED", "UNHELD", "WAVE", "WAVE_END", "WIDTH", "WORDS", "WORD_BAD", "WORD_VALUE", "WORKSPACE",
]  # fmt: skip

# Registers of the workspace.
(
    STATES, DONE, EDGES, STATE_ROOM, EDGE_ROOM, SLOTS, WORDS, KEYS, LAYER_END, BUDGET, WORD_BAD, WORD_VALUE,
    QUEUE_HEAD, QUEUE_TAIL, SWEEP, MARGINS, LEVEL_COUNT, WIDTH, INDEX_BITS, STARTS, LAYERS, KEEPS, BATCH, BATCH_END,
    BATCH_ROOM, TURNED, DIRECT, KEY_BYTES, DEGREES_FROM, QUEUE_ROOM, WAVE, WAVE_END, SPILLED, DECIDED,
) = range(34)  # fmt: skip
ROOT_STATE = 40
"""The words of a state on their way in or out."""
KEY = 64
"""The key of that state."""
FIELDS = 96
"""Where each word's field begins."""
LEVELS = 256
"""The sizes of final scores."""
WORKSPACE = LEVELS + MOST_LEVELS

# What a kernel says when it returns.
FINISHED, SLICE, FULL, LAYER, MISFIT, TOO_WIDE, TOO_MANY_LEVELS, TOO_FAR, UNHELD = range(9)

PLAYER_BIT = 1 << 15
DEGREE = PLAYER_BIT - 1
MOST_LAYERS = 1 << 10
"""How many sizes of layers a kernel notes before it returns."""
UNDECIDED = 1 << 30
ENDLESS = UNDECIDED
LEVEL_SHIFT = 20
MOST_PLIES = (1 << LEVEL_SHIFT) - 2
