"""How much of a test's material ``make test`` takes: the rest is marked slow, and left to ``make test-all``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

__all__ = ["one_in"]


def one_in(share: int, cases: Iterable[Any], ids: Sequence[str] = ()) -> list[Any]:
    """All cases, of which one in so many is not slow: more of the same."""
    names = list(ids)
    rows = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        pytest.param(*row, id=names[at] if names else None, marks=[pytest.mark.slow] if at % share else [])
        for at, row in enumerate(rows)
    ]
