"""What is worked out for a visitor, from a request to an answer; it runs in worker processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.web.answers.tasks import TASKS, Desk

__all__ = ["TASKS", "Desk"]

export_lazily(__name__, {"TASKS": "tasks", "Desk": "tasks"})
