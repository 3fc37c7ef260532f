"""Processes that work for the server: it hands them questions and reads answers, and runs no rules of a game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.web.workers.supervisor import Searches

__all__ = ["Searches"]

export_lazily(__name__, {"Searches": "supervisor"})
