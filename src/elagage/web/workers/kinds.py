"""The kinds of work, who does them, and how much of each a person may have.

Two lanes of processes. The prompt one answers what a person waits for at the board: positions, then moves of levels,
then moves of those that think for seconds. The patient one runs at a low priority, so that it takes for the most part
what the others leave: figures, then analyses. In each lane a kind leaves a process to every kind before it, so that
none of these waits for work that is longer than its own.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

__all__ = [
    "ANALYSE",
    "FIGURE",
    "KINDS",
    "PATIENT",
    "PLAY",
    "PROMPT",
    "QUICK",
    "ROUTES",
    "SWIFT",
    "THINK",
    "Kind",
    "Lane",
    "usual_lanes",
]

QUICK, PLAY, THINK, FIGURE, ANALYSE = "quick", "play", "think", "figure", "analyse"
PROMPT, PATIENT = "prompt", "patient"

ROUTES = {
    **dict.fromkeys(("game", "position", "read", "explain"), QUICK),
    **dict.fromkeys(("tree", "compare", "literal", "path", "graph", "exercise"), FIGURE),
}
"""What is asked for by one request, ``POST /api/NAME``, and of which kind each is; the task has the same name."""
SWIFT = 7
"""The highest level that thinks for a moment only."""


@dataclass(frozen=True)
class Kind:
    """How much of one kind of work there may be, and how long a piece of it may take."""

    running: int
    """Pieces of one person that are worked on at a time."""
    waiting: int
    """Pieces of one person that wait."""
    room: int
    """Pieces of all persons that wait."""
    seconds: float
    """Computing time of a piece, beside what it asks for itself."""


KINDS = {
    QUICK: Kind(2, 48, 512, 6.0),
    PLAY: Kind(4, 64, 512, 30.0),
    THINK: Kind(2, 14, 256, 60.0),
    FIGURE: Kind(2, 16, 128, 12.0),
    ANALYSE: Kind(2, 14, 256, 20.0),
}


@dataclass(frozen=True)
class Lane:
    """Processes that do some kinds of work, the first of them first."""

    name: str
    kinds: tuple[str, ...]
    processes: int
    low_priority: bool = False


def usual_lanes(cores: int | None = None) -> tuple[Lane, ...]:
    """The lanes of a machine with so many cores."""
    count = cores or os.cpu_count() or 1
    return (
        Lane(PROMPT, (QUICK, PLAY, THINK), 2 * count + 1),
        Lane(PATIENT, (FIGURE, ANALYSE), max(2, 2 * count), low_priority=True),
    )
