"""A few damaged stores of each kind; ``make attack`` has two hundred."""

from __future__ import annotations

import os

import pytest
from attacks import Row, stores


def test_a_damaged_store_is_refused_or_as_it_was():
    rows = list(stores.attack(count=24, seed=11))
    assert sum(row.tried for row in rows) >= 24
    assert sum(row.refused for row in rows) >= 8
    assert [failure for row in rows for failure in row.failures] == []


def read_trusting(path):
    """A reader that believes every byte."""
    return {"text": path.read_bytes()}


def write_in_place(path):
    """A writer that spoils what was there before it has anything new."""
    path.write_bytes(b"")
    path.write_bytes(b"long enough for a disk that is full" * 200)


@pytest.mark.parametrize(("write", "lost"), [(write_in_place, 1), (lambda path: path.write_bytes(b"short"), 0)])
def test_a_store_that_believes_and_spoils_is_found_out(monkeypatch, write, lost):
    kind = stores.Kind("careless", write, read_trusting)
    monkeypatch.setattr(stores, "make_kinds", lambda: [kind])
    (row,) = stores.attack(count=16, seed=2)
    assert row.wrong > 8
    assert (row.lost, row.crashed) == (lost, lost)  # its writer dies of the full disk too


def test_how_a_child_ends_is_told_apart():
    row = Row("children")
    for code in (0, 3, 4, 1):
        stores.judge(row, stores.run_child(lambda code=code: os._exit(code)), "child")
    assert (row.tried, row.refused, row.wrong, row.crashed) == (4, 1, 1, 1)
