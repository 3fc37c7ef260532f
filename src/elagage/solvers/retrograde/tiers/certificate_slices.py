"""The certificate, slice by slice: every position's value against its successors', with a slice in memory at a time.

The keys and values of a solution stay where they are, mapped from its file; a successor is found by halving. A value
becomes a rank for whoever moves there, so that the best successor is the one of the highest rank:

    a win, sooner or of a larger score ... > drawn > drawn without end > a loss, later or of a smaller score ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from elagage.compiler.link import link
from elagage.game import Game
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.certificate_kernel import hold_levels, word_fields
from elagage.solvers.retrograde.solved_positions import ENDLESS_SMALL, StoredPositions
from elagage.solvers.retrograde.tiers.sorted_keys import find_sorted
from elagage.solvers.retrograde.tiers.tier_jobs import Plan, PlanTooNarrow, TierRules
from elagage.solvers.retrograde.value_tables import written_keys

__all__ = ["check_by_slices"]

PART = 1 << 16
WIDTH = 1 << 10
"""How many moves a position may have."""
TOP = 1 << 40
"""Above the rank of every value."""


def check_by_slices(
    game: Game[Any, Any],
    positions: StoredPositions,
    on_progress: Callable[[str, int, float], None] | None = None,
    part: int = PART,
) -> tuple[int, int, int]:
    """Check all positions of a solution: how many were right, how many moves were followed, and -1 or the number of the
    first wrong one. OverflowError if a position does not fit what the solution says of them.
    """
    linked = link(game, symmetric=positions.symmetric)
    assert linked.layout is not None
    ranges = [(low, bits) for _path, low, bits, _key, _shift in word_fields(linked.layout, positions.code.fields)]
    plan = Plan(linked.mark, None, positions.symmetric, ranges, 1, WIDTH, part)
    rules = TierRules(game, plan)
    levels = np.array(hold_levels(positions.levels, linked.scale), dtype=np.int64)
    width, states = positions.code.width, len(positions)
    rows = np.frombuffer(positions.key_bytes, dtype=f"S{width}")
    values = np.frombuffer(positions.value_bytes, dtype="<i2" if positions.small else "<i4")
    edges = 0
    for first in range(0, states, part):
        last = min(states, first + part)
        held = read_values(values[first:last], positions.small)
        followed, wrong = check_slice(rules, positions, rows, values, held, first, levels)
        edges += followed
        if wrong >= 0:
            return first + wrong, edges, first + wrong
        if on_progress is not None:
            on_progress("verify", last, float(states))
    return states, edges, -1


def read_values(stored: Any, small: bool) -> Any:
    """Values of a solution as numbers of 64 bits."""
    numbers = stored.astype(np.int64)
    return np.where(numbers == ENDLESS_SMALL, retro.ENDLESS, numbers) if small else numbers


def check_slice(
    rules: TierRules, positions: StoredPositions, rows: Any, values: Any, held: Any, first: int, levels: Any
) -> tuple[int, int]:
    """How many moves some positions have, and -1 or the first of them whose value is not what it must be."""
    widths, count = positions.code.widths, len(held)
    words = read_words(rows[first : first + count], widths)
    degrees = np.zeros(count, dtype=np.uint16)
    wanted = held.copy()
    edges = 0
    try:
        for begin, end, children, _tiers in rules.batches(words, degrees):
            edges += len(children)
            lengths = (degrees[begin:end] & retro.DEGREE).astype(np.int64)
            sources = np.repeat(np.arange(begin, end), lengths)
            packed = children.view(">u8" if rules.size > 1 else "<u8").reshape(len(children), rules.size)
            places = find_sorted(rows, written_keys(packed, widths).reshape(-1).view(rows.dtype))
            if len(places) and int(places.min()) < 0:
                wanted[sources[places < 0][0]] += 1  # a successor is not among the positions
                places = np.maximum(places, 0)
            worth = read_values(values[places], positions.small)
            signs = np.where(degrees[sources] & retro.PLAYER_BIT, -1, 1)
            ranks = rank_values(worth, signs)
            going = np.flatnonzero(lengths)
            if len(going):
                starts = (np.cumsum(lengths) - lengths)[going]
                best = np.maximum.reduceat(ranks, starts)
                found = going + begin
                missing = wanted[found] != held[found]
                made = value_before(best, np.where(degrees[found] & retro.PLAYER_BIT, -1, 1))
                wanted[found] = np.where(missing, wanted[found], made)
    except PlanTooNarrow:
        raise OverflowError from None
    scores, ended = rules.end_scores(words, degrees).astype(np.int64), degrees & retro.DEGREE == 0
    if len(levels):
        place = np.minimum(np.searchsorted(-levels, -np.abs(scores)), len(levels) - 1)
        known = levels[place] == np.abs(scores)
        codes = np.where(known, np.sign(scores) * ((place << retro.LEVEL_SHIFT) + 1), TOP)
    else:
        codes = np.full(count, TOP)
    wanted[ended] = np.where(scores == 0, 0, codes)[ended]
    wrong = np.flatnonzero(wanted != held)
    return edges, int(wrong[0]) if len(wrong) else -1


def rank_values(worth: Any, signs: Any) -> Any:
    """The ranks of values for movers: 1 for Max, -1 for Min."""
    good = worth * signs
    ranks = np.where(good > 0, TOP - np.abs(worth), np.abs(worth) - TOP)
    return np.where(worth == 0, 1, np.where(worth == retro.ENDLESS, 0, ranks))


def value_before(ranks: Any, signs: Any) -> Any:
    """The values of positions whose best successors have these ranks."""
    decided = signs * np.where(ranks > 0, TOP - ranks + 1, -(TOP + ranks + 1))
    return np.where(ranks == 1, 0, np.where(ranks == 0, retro.ENDLESS, decided))


def read_words(rows: Any, widths: list[int]) -> Any:
    """Keys as they are written, as kernels read them."""
    octets = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), sum(widths))
    words = np.zeros((len(rows), len(widths)), dtype=np.int64)
    at = 0
    for number, width in enumerate(widths):
        for byte in range(width):
            words[:, number] |= octets[:, at + byte].astype(np.int64) << (8 * (width - 1 - byte))
        at += width
    return words.reshape(-1)
