"""The clock of a shared game, kept by the server: what is left to each side, and whose time runs since when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["GameClock", "read_clock"]


@dataclass
class GameClock:
    """Seconds for each side, and ``more`` of them for each move; times are those of one clock that is passed in.

    >>> clock = GameClock(60.0, 2.0, [60.0, 60.0])
    >>> clock.run(0, 100.0)
    >>> clock.read(110.0)
    [50.0, 60.0]
    >>> clock.step(1, 110.0)
    >>> clock.read(115.0), clock.running
    ([52.0, 55.0], 1)
    """

    seconds: float
    more: float
    left: list[float]
    running: int | None = None
    since: float = 0.0

    def read(self, now: float) -> list[float]:
        """What is left to each side."""
        return [
            max(0.0, left - (now - self.since)) if side == self.running else left for side, left in enumerate(self.left)
        ]

    def stop(self, now: float) -> None:
        """Nobody's time runs."""
        self.left, self.running = self.read(now), None

    def run(self, side: int, now: float) -> None:
        """The time of a side runs from now on."""
        self.stop(now)
        self.running, self.since = side, now

    def step(self, side: int, now: float) -> None:
        """A move was made, and ``side`` is to move: whoever made it gets what a move is worth."""
        mover = self.running
        self.run(side, now)
        if mover is not None:
            self.left[mover] += self.more

    def reset(self) -> None:
        """All of the time for both again."""
        self.left, self.running = [self.seconds, self.seconds], None

    def as_json(self, now: float) -> dict[str, Any]:
        """As pages and the store have it."""
        left = [round(each, 2) for each in self.read(now)]
        return {"seconds": self.seconds, "more": self.more, "left": left, "running": self.running}


def read_clock(record: dict[str, Any] | None, now: float) -> GameClock | None:
    """A clock out of the store: what went by while no server ran is nobody's time."""
    if record is None:
        return None
    return GameClock(record["seconds"], record["more"], list(record["left"]), record["running"], now)
