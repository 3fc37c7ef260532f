"""Compiling on time: find a kernel's native code on disk or make it, and tell a person who waits why."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.kernel import prepare
from elagage.compiler.link import Linked

__all__ = ["compile_kernel"]

PATIENCE = 0.7
"""Seconds after which a person is told why they wait."""
FAILED: dict[str, CannotCompile] = {}
"""The games that were found not to compile, by fingerprint."""


def compile_kernel(linked: Linked, kernel: Any, arguments: tuple[Any, ...], on_wait: Callable[[], None] | None) -> None:
    """Compile a kernel for a game, or find it on disk; tell a person who waits why."""
    if linked.mark in FAILED:
        raise FAILED[linked.mark]
    timer = threading.Timer(PATIENCE, on_wait) if on_wait is not None else None
    if timer is not None:
        timer.start()
    try:
        prepare(kernel, arguments)
    except CannotCompile as error:
        FAILED[linked.mark] = error
        raise
    except Exception as error:
        from elagage.compiler.numba_backend.diagnose import find_fault
        from elagage.compiler.numba_backend.numba_kernels import REFUSALS

        if not isinstance(error, REFUSALS):
            raise
        FAILED[linked.mark] = find_fault(linked, error)
        raise FAILED[linked.mark] from None
    finally:
        if timer is not None:
            timer.cancel()
