"""A wait with an end: code that takes too long is interrupted, if it is Python or waits for something.

In a process's main thread a timer's signal does it; in another thread, as on a cluster, an exception is thrown into it
from outside.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time as clock_time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from elagage.errors import IN_BROWSER

__all__ = ["Overtime", "limit_time"]


class Overtime(BaseException):
    """The time is up; no ``except Exception`` of a player's holds it."""


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Inside, Overtime is raised after so many seconds."""
    if IN_BROWSER:  # nobody is there who could interrupt
        yield
        return
    main = threading.current_thread() is threading.main_thread()
    with limit_by_signal(seconds) if main and hasattr(signal, "setitimer") else limit_by_thread(seconds):
        yield


@contextmanager
def limit_by_signal(seconds: float) -> Iterator[None]:
    """The way of the main thread."""

    def ring(_number: int, _frame: Any) -> None:
        raise Overtime

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


@contextmanager
def limit_by_thread(seconds: float) -> Iterator[None]:
    """The way of other threads: whoever throws and whoever leaves agree on which of them was first."""
    lock, identity = threading.Lock(), threading.get_ident()
    left = thrown = False

    def throw() -> None:
        nonlocal thrown
        with lock:
            if not left:
                thrown = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(identity), ctypes.py_object(Overtime))

    timer = threading.Timer(seconds, throw)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            left = True
        timer.cancel()
        if thrown:
            for _moment in range(100):  # an exception that is on its way arrives here and nowhere else
                clock_time.sleep(0.001)
