"""A small count of hostile texts for every parser; ``make attack`` has a million."""

from __future__ import annotations

from attacks import parsers


def test_every_parser_accepts_or_refuses():
    rows = list(parsers.attack(count=3000, seed=20))
    assert sum(row.tried for row in rows) >= 3000
    assert [failure for row in rows for failure in row.failures] == []
