"""Waiting in tests: for something that happens, never for a time to pass. No test depends on the machine's speed."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds after which a test that would wait for ever is given up; nothing that works comes near them."""


def until(
    condition: Callable[[], object], what: object = "waited in vain", pause: Callable[[float], None] = time.sleep
) -> None:
    """Wait for the condition; ``pause`` is how."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what() if callable(what) else what
        pause(0.02)
