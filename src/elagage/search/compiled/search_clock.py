"""The clock of a compiled search: when its time is up, and whether somebody asks it to stop."""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable

from elagage.compiler.workers import MOMENT
from elagage.result import Limits

__all__ = ["SearchClock"]


class SearchClock:
    """The clock of a search, and whoever may stop it."""

    def __init__(self, limits: Limits, started: float, stop: Callable[[], bool] | None) -> None:
        self.deadline = None if limits.time is None else started + limits.time
        self.stop = stop

    def is_over(self) -> bool:
        """Is the time up, or has somebody asked to stop?"""
        return (self.deadline is not None and clock_time.perf_counter() >= self.deadline) or (
            self.stop is not None and self.stop()
        )

    def patience(self) -> float:
        """How long to wait before looking again."""
        if self.deadline is None:
            return MOMENT
        return min(MOMENT, max(0.0005, self.deadline - clock_time.perf_counter()))
