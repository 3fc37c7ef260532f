"""Statistical cuts, compiled: what a shallow search has to answer for a deep one to be probably out of the window.

A model says of each phase and depth that the value v of the deep search is slope x + intercept + error, where x is the
value of a shallow one (the check) and the error has the deviation sigma. So v is probably at least beta if x is at
least (beta + t sigma - intercept) / slope, and probably at most alpha if x is at most (alpha - t sigma - intercept) /
slope. In words, by phase and depth:

    0  depth of the check, plus 1; 0: no cut      1  65536 / slope
    2  (t sigma - intercept) / slope              3  (t sigma + intercept) / slope
    4  how far the estimate of the position may be from what the check has to say for the check to be worth its work

It is the twin of ``search/probcut.py`` inside the compiled search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elagage.compiler.kernel import kernel
from elagage.compiler.memory import peek
from elagage.search.compiled.features import LIMIT
from elagage.search.compiled.workspace import CUT_DEPTHS, CUT_PHASES, CUT_WORDS, SHARED_CUTS

if TYPE_CHECKING:
    from elagage.evaluation.cut_models import CutModel

__all__ = ["bar_above", "bar_below", "depth_of_check", "find_cut_row", "write_cut_words"]

ONE = 1 << 16


@kernel
def find_cut_row(phase: int, depth: int) -> int:
    """Where the words of a phase and a depth are."""
    return SHARED_CUTS + (min(max(phase, 0), CUT_PHASES - 1) * CUT_DEPTHS + min(depth, CUT_DEPTHS - 1)) * CUT_WORDS


@kernel
def depth_of_check(row: int, shared: Any) -> int:
    """How deep the check is; -1 if there is none."""
    return peek(shared, row) - 1


@kernel
def bar_above(row: int, beta: int, shared: Any) -> int:
    """What the check has to reach."""
    return (beta * peek(shared, row + 1) >> 16) + peek(shared, row + 2)


@kernel
def bar_below(row: int, alpha: int, shared: Any) -> int:
    """What the check must not exceed."""
    return (alpha * peek(shared, row + 1) >> 16) - peek(shared, row + 3)


def write_cut_words(model: CutModel, scale: int, shared: Any) -> None:
    """Put a model into the memory that threads share, in the engine's numbers."""
    for phase in range(CUT_PHASES):
        rows = model.rows[min(phase, len(model.rows) - 1)]
        for row in rows:
            if row.depth >= CUT_DEPTHS or row.slope <= 0:
                continue
            at = SHARED_CUTS + (phase * CUT_DEPTHS + row.depth) * CUT_WORDS
            margin = model.sure * row.sigma
            words = (
                row.check + 1,
                round(ONE / row.slope),
                to_engine((margin - row.intercept) / row.slope, scale),
                to_engine((margin + row.intercept) / row.slope, scale),
                to_engine(row.doubt, scale),
            )
            for place, word in enumerate(words):
                shared[at + place] = word


def to_engine(number: float, scale: int) -> int:
    """A number of the heuristic's in the engine's."""
    return round(max(-LIMIT, min(LIMIT, number * scale)))
