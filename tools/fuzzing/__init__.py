"""What ``attacks/parsers.py`` is made of: hostile texts, children that may die of them, every parser by area."""

from __future__ import annotations

__all__: list[str] = []
