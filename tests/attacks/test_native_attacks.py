"""A few interruptions, damaged caches and kills; ``make attack`` has 1,000, 200 and 200."""

from __future__ import annotations

import pytest
from attacks import caches, interrupts, kills

from elagage.compiler.kernel import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is native")


@pytest.mark.parametrize(("module", "count"), [(interrupts, 15), (caches, 2), (kills, 2)])
def test_nothing_falls(module, count):
    rows = list(module.attack(count=count, seed=3))
    assert sum(row.tried for row in rows) >= count
    assert [failure for row in rows for failure in row.failures] == []
