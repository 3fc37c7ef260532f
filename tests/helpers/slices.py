"""Stopping a solver after some of its slices, however often it asks."""

from __future__ import annotations

from typing import Any


def stop_after(slices: int) -> dict[str, Any]:
    """The options of ``solve`` that stop it when so many slices are done."""
    done = []
    return {"on_progress": lambda *_news: done.append(1), "stop": lambda: len(done) >= slices}
