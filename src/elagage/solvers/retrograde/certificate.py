"""Verification: is every value of a solution what its successors' values make it?

An independent pass over all positions, and a certificate.

Why that is a proof: a decided position carries its distance to the end, which falls by one along best play, so no
circle of wrong values can hold itself up. A drawn position has a drawn successor to go to and no winning one, so
neither player can be forced.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from elagage.compiler import prefer_compiled
from elagage.errors import SearchError
from elagage.games.spoken import tell_score
from elagage.solvers.retrograde.solved_positions import StatePositions, StoredPositions
from elagage.solvers.solution import Solution, agrees_with_end, score_moves, store_positions

__all__ = ["Certificate", "verify"]


CHECKED_BYTES = 10
"""What a position takes in memory while all are checked, beside its key: its value and its place in a table."""


@dataclass(frozen=True)
class Certificate:
    """What a verification found: all is right if ``wrong`` is None,
    else that position's value is not what its successors make it.
    """

    game: str
    states: int
    edges: int
    digest: str
    """Of the keys and values that were checked."""
    score: str
    wrong: Any = None

    @property
    def valid(self) -> bool:
        """Was every position right?"""
        return self.wrong is None


def verify(
    solution: Solution[Any, Any],
    *,
    plain: bool = False,
    memory: float = 1000,
    on_progress: Callable[[str, int, float], None] | None = None,
    on_wait: Callable[[], None] | None = None,
) -> Certificate:
    """Check every position of a solution against its successors; SearchError if it does not know all positions.

    Where they take more than ``memory`` megabytes, they stay in their file and are checked slice by slice.
    """
    positions = solution.positions
    if positions is None:
        raise SearchError("Only a solution of all positions can be verified: solve by retrograde analysis.")
    if isinstance(positions, StatePositions):
        positions = store_positions(positions)
    assert isinstance(positions, StoredPositions)
    digest = hashlib.sha256(positions.key_bytes)
    digest.update(positions.value_bytes)
    game = solution.game

    def run_compiled() -> tuple[int, int, int]:
        from elagage.solvers.retrograde.certificate_kernel import check_values

        if len(positions) * (CHECKED_BYTES + 8 * len(positions.code.widths)) > memory * 1e6:
            return run_by_slices()
        try:
            return check_values(
                game, positions.code.fields, positions.code.widths, positions.levels, positions.key_bytes,
                positions.value_bytes,
                positions.small, symmetric=positions.symmetric, on_progress=on_progress, on_wait=on_wait,
            )  # fmt: skip
        except (OverflowError, IndexError):  # the keys hold what the compiled rules can't
            return run_plain()

    def run_by_slices() -> tuple[int, int, int]:
        from elagage.solvers.retrograde.tiers.certificate_slices import check_by_slices

        try:
            return check_by_slices(game, positions, on_progress)
        except (OverflowError, IndexError):
            return run_plain()

    def run_plain() -> tuple[int, int, int]:
        return plain_check(solution, positions, on_progress)

    outcome = prefer_compiled(game, run_compiled, run_plain, wanted=not plain)
    states, edges, wrong = outcome
    return Certificate(
        game.spec, states, edges, digest.hexdigest(), tell_score(game, solution.score).text(),
        None if wrong < 0 else positions.state_at(wrong),
    )  # fmt: skip


def plain_check(
    solution: Solution[Any, Any], positions: StoredPositions, on_progress: Callable[[str, int, float], None] | None
) -> tuple[int, int, int]:
    """The same in plain Python: how many positions were right, how many moves were followed,
    and -1 or the number of the first wrong one.
    """
    game, edges = solution.game, 0
    for number in range(len(positions)):
        state = positions.state_at(number)
        score = positions.score_of_value(positions.value_at(number))
        try:
            entries = score_moves(game, positions, state)
        except SearchError:
            return number, edges, number
        edges += len(entries)
        right = entries[0].score == score if entries else agrees_with_end(game, state, score)
        if right and entries and score.plies is not None:
            right = entries[0].score.plies == score.plies
        if not right:
            return number, edges, number
        if on_progress is not None and number % 1000 == 0:
            on_progress("verify", number, float(len(positions)))
    return len(positions), edges, -1
