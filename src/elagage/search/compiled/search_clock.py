"""The clock of a compiled search: when its time is up, whether somebody asks it to stop, and the threads it runs in."""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable

from elagage.compiler.kernel import DeepPool
from elagage.result import Limits

__all__ = ["SearchClock"]


class SearchClock:
    """The clock of a search, whoever may stop it, and the threads it runs in."""

    def __init__(self, limits: Limits, started: float, stop: Callable[[], bool] | None, threads: int) -> None:
        self.deadline = None if limits.time is None else started + limits.time
        self.stop = stop
        self.pool = DeepPool(threads)

    def __enter__(self) -> SearchClock:
        return self

    def __exit__(self, *_rest: object) -> None:
        self.pool.shutdown()

    def is_over(self) -> bool:
        """Is the time up, or has somebody asked to stop?"""
        return (self.deadline is not None and clock_time.perf_counter() >= self.deadline) or (
            self.stop is not None and self.stop()
        )

    def patience(self) -> float:
        """How long to wait before looking again."""
        if self.deadline is None:
            return 0.02
        return min(0.02, max(0.0005, self.deadline - clock_time.perf_counter()))
