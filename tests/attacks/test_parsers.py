"""A small count of hostile texts for every parser; ``make attack`` has a million."""

from __future__ import annotations

from attacks import parsers
from fuzzing import file_targets


def test_every_parser_accepts_or_refuses():
    rows = list(parsers.attack(count=1500, seed=20))
    assert sum(row.tried for row in rows) >= 1500
    assert [failure for row in rows for failure in row.failures] == []


def test_the_samples_of_states_are_states():
    """What hostile texts are made of gets past the first glance of the parser."""
    targets = [target for target in file_targets.make_targets() if target.name.startswith("state of ")]
    assert len(targets) == 6
    for target in targets:
        for sample in target.samples:
            target.call(sample)
