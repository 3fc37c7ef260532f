"""A few interruptions, a damaged cache and a kill; ``make attack`` has 1,000, 200 and 200."""

from __future__ import annotations

import pytest
from attacks import caches, interrupts, kills
from game_list import one_in

from elagage.compiler.kernel import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is native")


@pytest.mark.parametrize(("module", "count"), one_in(3, [(interrupts, 15), (caches, 1), (kills, 1)]))
def test_nothing_falls(module, count):
    rows = list(module.attack(count=count, seed=3))
    assert sum(row.tried for row in rows) >= count
    assert [failure for row in rows for failure in row.failures] == []
