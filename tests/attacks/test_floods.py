"""A small flood of each kind, against a real server."""

from __future__ import annotations

import sys

import pytest
from attacks import floods


@pytest.mark.slow  # tests/web/test_web_floods.py and test_workers.py do each of these to a server of their own
@pytest.mark.skipif(sys.platform != "linux", reason="the processes of a server are found in /proc")
def test_a_small_flood_of_each_kind():
    rows = list(floods.attack(20, seed=1))
    assert [row.name for row in rows if row.failed] == [], [row.failures for row in rows]
    assert all(row.tried for row in rows)
    assert {row.name for row in rows if row.refused} >= {"hostile trees", "rules that take all"}
