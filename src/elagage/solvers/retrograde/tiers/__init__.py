"""State spaces past memory: solved tier by tier from the last one back, in slices on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from elagage.game import Game

__all__ = ["ShareJobs", "folder_beside", "tells_tiers"]

ShareJobs = Callable[[list[dict[str, Any]]], Iterable[dict[str, Any] | None]]
"""Has jobs done, and gives what ``do_slice_job`` does for each, in their order."""


def tells_tiers(game: Game[Any, Any]) -> bool:
    """Does the game say which tier a state belongs to?"""
    return type(game).tier is not Game.tier


def folder_beside(checkpoint: Path) -> Path:
    """The folder of slices that belongs to a checkpoint."""
    return checkpoint.with_name(checkpoint.name + ".tiers")
