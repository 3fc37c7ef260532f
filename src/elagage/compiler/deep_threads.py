"""Threads with room for deep recursion, in which native code runs: rules may call themselves many times."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

__all__ = ["DeepPool", "is_deep", "run_deep"]

Answer = TypeVar("Answer")
STACK = 256 << 20
"""Bytes of addresses; memory is taken as it is used."""
HERE = threading.local()


def is_deep() -> bool:
    """Has this thread room for deep recursion?"""
    return getattr(HERE, "deep", False)


def begin_deep() -> None:
    """Remember that this thread has room."""
    HERE.deep = True


class DeepPool(ThreadPoolExecutor):
    """A pool of such threads."""

    def __init__(self, threads: int) -> None:
        super().__init__(threads, initializer=begin_deep)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Have something done; a thread is started for it if none is free."""
        before = threading.stack_size(STACK)
        try:
            return super().submit(function, *arguments, **named)
        finally:
            threading.stack_size(before)


def run_deep(work: Callable[[], Answer]) -> Answer:
    """What a piece of work gives, done in such a thread; Ctrl-C is heard meanwhile."""
    if is_deep():
        return work()
    with DeepPool(1) as pool:
        future = pool.submit(work)
        while not future.done():
            try:
                return future.result(0.05)
            except TimeoutError:
                if future.done():
                    raise
        return future.result()
