"""Hostile texts for every parser: each is accepted or refused in one of our sentences, within its bounds.

What is accepted and can be printed reads back as the same. The targets are in ``tools/fuzzing``, by their area; an
input is named by its target, its number and the seed, and ``make_input`` gives it again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from fuzzing import file_targets, game_targets, protocol_targets, text_targets, web_targets
from fuzzing.guarded_runs import Target, run_target

from attacks import Row

__all__ = ["FULL", "attack", "find_targets"]

FULL = 1_000_000
AREAS = (game_targets, file_targets, text_targets, protocol_targets, web_targets)


def find_targets() -> list[Target]:
    """Every parser."""
    return [target for area in AREAS for target in area.make_targets()]


def attack(count: int, seed: int) -> Iterator[Row]:
    """A row for each parser; together at least ``count`` inputs, fewer for a parser that is slower."""
    targets = find_targets()
    share = count / sum(1 / target.cost for target in targets)
    for target in targets:
        yield run_target(target, math.ceil(share / target.cost), seed)
