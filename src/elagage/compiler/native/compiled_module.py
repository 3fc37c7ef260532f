"""What is known of a module of native code, and the codes by which it fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from elagage.compiler.native.value_types import Type

__all__ = ["OUT_OF_MEMORY", "OVERFLOW", "Compiled", "TooNarrow"]

OVERFLOW, OUT_OF_MEMORY = 32, 33


class TooNarrow(Exception):
    """Integers of 64 bits are not enough."""


@dataclass
class Compiled:
    """The text of a game's rules and of a kernel over them, and what its states and moves are."""

    text: str
    state: Type
    move: Type
    bits: int
    words: bool
    """Are its ints words, which wrap?"""
    rules: tuple[str, ...]
    """The adapters of its rules."""
    shared: bool = False
    """Do its rules fill tables that last? Then one thread at a time may run them."""
    memos: list[tuple[str, list[tuple[Any, Any]], Type, Type]] = field(default_factory=list)
    memo_objects: list[Any] = field(default_factory=list)
