"""The attacks of ``make attack``, one a module: ``attack(count, seed)`` gives its rows, ``FULL`` is its full count.

The same count and seed are the same attack. A row counts what was tried; a failure is one line that a maintainer
can reproduce it by.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["KEPT", "Row"]

KEPT = 5
"""How many failures of a row are told; the others are counted."""


@dataclass
class Row:
    """What one part of an attack came to: refused is good and so is nothing; the other counts must stay 0."""

    name: str
    tried: int = 0
    refused: int = 0
    """Answered with one of our own errors."""
    crashed: int = 0
    """A death, an error that is not ours, or a bound on time, memory or output overstepped."""
    lost: int = 0
    """What was whole before and is not any more."""
    wrong: int = 0
    """An answer that is not true."""
    failures: list[str] = field(default_factory=list)
    """The first few, each with what it takes to see it again."""

    def fail(self, kind: str, text: str) -> None:
        """Count a failure (``crashed``, ``lost`` or ``wrong``), and keep the first few."""
        setattr(self, kind, getattr(self, kind) + 1)
        if len(self.failures) < KEPT:
            self.failures.append(f"{kind}: {text}")

    @property
    def failed(self) -> bool:
        """Is there anything that must not be?"""
        return bool(self.crashed or self.lost or self.wrong)
