"""The certificate, compiled: every position's value against its successors'.

It shares no step with the analysis but the keys.

A position is decided with a distance, and distances fall along best play, so values that agree with their successors
everywhere are the true ones: there is nothing that could be wrong together. A drawn position is one whose mover has no
winning successor and a drawn one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.link import compile_kernel, link
from elagage.compiler.memory import peek, peek32, poke
from elagage.game import Game
from elagage.result import MAX, Number
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.enumeration_kernel import decode
from elagage.solvers.retrograde.key_table_kernel import find_key, rebuild_table
from elagage.solvers.retrograde.retrograde_workspace import (
    BUDGET,
    DONE,
    EDGES,
    ENDLESS,
    FIELDS,
    FINISHED,
    INDEX_BITS,
    KEY,
    KEYS,
    LEVELS,
    MARGINS,
    SLICE,
    SLOTS,
    STATES,
    WORDS,
)
from elagage.solvers.retrograde.state_keys import FIELD_STEP, Field
from elagage.solvers.retrograde.value_kernel import end_score

__all__ = ["check_values", "hold_levels", "word_fields"]

WRONG, MISSING = 10, 11
PLIES = (1 << retro.LEVEL_SHIFT) - 1


@kernel
def score_value(value: int, workspace: Any) -> int:
    """A value's score, for Max."""
    if value in (ENDLESS, 0):
        return 0
    size = peek(workspace, LEVELS + (abs(value) >> retro.LEVEL_SHIFT))
    return size if value > 0 else -size


@entry
def check_slice(game: Any, workspace: Any, keys: Any, table: Any, values: Any) -> int:
    """Some more positions; WRONG or MISSING at the first whose value, or one of whose successors, is."""
    budget = peek(workspace, BUDGET)
    edges = peek(workspace, EDGES)
    status = FINISHED
    index = peek(workspace, DONE)
    while index < peek(workspace, STATES):
        if budget <= 0:
            status = SLICE
            break
        budget -= 1
        state = decode(game, index, workspace, keys)
        sign = 1 if game.player(state) == MAX else -1
        value = peek32(values, index)
        found = False
        best = 0
        plies = 0
        endless = True
        for move in game.moves(state):
            edges += 1
            next_state = game.least_state(game.same_state(game.play(state, move)))
            if game.pack_key(next_state, workspace, FIELDS, workspace, KEY) >= 0:
                status = MISSING
                break
            child = find_key(workspace, KEY, workspace, keys, table)
            if child < 0:
                status = MISSING
                break
            other = peek32(values, child)
            score = sign * score_value(other, workspace)
            way = abs(other) & PLIES
            if not found or score > best:
                best = score
                plies = way
                endless = other == ENDLESS
            elif score == best:
                if (score > 0 and way < plies) or (score < 0 and way > plies):
                    plies = way
                endless = endless and other == ENDLESS
            found = True
        if status == MISSING:
            break
        claimed = score_value(value, workspace)
        if not found:
            right = claimed == end_score(game, index, workspace, keys) and (value == 0 or abs(value) & PLIES == 1)
        elif best == 0:
            right = claimed == 0 and (value == ENDLESS) == endless
        else:
            right = claimed == sign * best and abs(value) & PLIES == plies + 1
        if not right:
            status = WRONG
            break
        index += 1
    poke(workspace, DONE, index)
    poke(workspace, EDGES, edges)
    return status


def check_values(
    game: Game[Any, Any],
    fields: list[list[Any]],
    widths: list[int],
    levels: list[Number],
    stored_keys: Any,
    stored_values: Any,
    small: bool,
    *,
    symmetric: bool,
    on_progress: Callable[[str, int, float], None] | None = None,
    on_wait: Callable[[], None] | None = None,
) -> tuple[int, int, int]:
    """Check all positions of a solution: how many were right, how many moves were followed,
    and -1 or the number of the first wrong one.
    """
    linked = link(game, symmetric=symmetric)
    assert linked.layout is not None
    places = [Field(low, bits, key, shift) for _path, low, bits, key, shift in word_fields(linked.layout, fields)]
    states = len(stored_values) // (2 if small else 4)
    workspace = np.zeros(retro.WORKSPACE, dtype=np.int64)
    workspace[WORDS], workspace[KEYS], workspace[STATES] = linked.words, len(widths), states
    workspace[MARGINS] = int(game.margins or game.payoffs)
    workspace[LEVELS : LEVELS + len(levels)] = hold_levels(levels, linked.scale)
    for number, field in enumerate(places):
        at = retro.FIELDS + number * FIELD_STEP
        workspace[at : at + FIELD_STEP] = field.low, field.mask, field.key, field.shift
    keys = np.zeros((states, len(widths)), dtype=np.int64)
    rows = np.frombuffer(stored_keys, dtype=np.uint8).reshape(states, sum(widths))
    at = 0
    for number, width in enumerate(widths):
        for byte in range(width):
            keys[:, number] |= rows[:, at + byte].astype(np.int64) << (8 * (width - 1 - byte))
        at += width
    values = np.frombuffer(stored_values, dtype="<i2" if small else "<i4").astype(np.int32)
    if small:
        values[values == (1 << 15) - 1] = ENDLESS
    table = np.full(int(states / 0.7) + 16, -1, dtype=np.int32)
    workspace[SLOTS], workspace[INDEX_BITS] = len(table), len(table).bit_length()
    rebuild_table(workspace, keys, table)
    arguments = (linked.handle, workspace, keys, table, values)
    compile_kernel(linked, check_slice, arguments, on_wait)
    status = SLICE
    while status == SLICE:
        workspace[BUDGET] = 200_000
        status = check_slice(*arguments)
        if on_progress is not None:
            on_progress("verify", int(workspace[DONE]), float(states))
    return int(workspace[DONE]), int(workspace[EDGES]), -1 if status == FINISHED else int(workspace[DONE])


def hold_levels(levels: list[Number], scale: int) -> list[int]:
    """The sizes of scores in whole numbers, as kernels compare them; OverflowError if one is not held exactly."""
    held = [round(level * scale) for level in levels]
    if any(number / scale != level for number, level in zip(held, levels, strict=True)):
        raise OverflowError  # compiled, they would be mistaken for others
    return held


def word_fields(layout: Any, fields: list[list[Any]]) -> list[list[Any]]:
    """The fields of a file as those of the state's words: cells that were packed into a word are one field again."""
    rows = []
    place = 0
    for leaf in layout.leaves:
        if leaf.kind != "packed":
            rows.append(fields[place])
            place += 1
            continue
        per_word = 64 // leaf.bits
        for start in range(0, leaf.count, per_word):
            cells = fields[place + start : place + min(leaf.count, start + per_word)]
            rows.append([cells[0][0], 0, leaf.bits * len(cells), cells[0][3], cells[0][4]])
        place += leaf.count
    return rows
