"""Where people look at the same thing: who watches, and how they hear of what changes. What is told in one room is
heard in no other.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from elagage.web.http_errors import Refusal
from elagage.web.people import Person

__all__ = ["Room", "Watcher"]

MOST_WATCHERS = 300


@dataclass(eq=False)
class Watcher:
    """A page that watches: who sits before it, if that is known, and how it is told something."""

    person: Person | None
    tell: Callable[[dict[str, Any]], None]


class Room(ABC):
    """A room and its watchers. What changes it takes the lock, so that one thing happens after another."""

    def __init__(self) -> None:
        self.watchers: list[Watcher] = []
        self.lock = asyncio.Lock()

    def enter(self, watcher: Watcher) -> None:
        """Somebody watches from now on, and is told what there is; Refusal if there is no room."""
        if len(self.watchers) >= MOST_WATCHERS:
            raise Refusal("{most} pages watch this already: there is no room for more.", most=MOST_WATCHERS, status=409)
        self.watchers.append(watcher)
        self.tell_everybody()

    def leave(self, watcher: Watcher) -> None:
        """Somebody watches no longer."""
        if watcher in self.watchers:
            self.watchers.remove(watcher)
            self.tell_everybody()

    def tell_everybody(self) -> None:
        """Everybody gets what they may see."""
        for watcher in self.watchers:
            watcher.tell(self.view(watcher))

    @property
    def people(self) -> set[str]:
        """The ids of those who are here and have a name."""
        return {each.person.id for each in self.watchers if each.person is not None}

    @abstractmethod
    def view(self, watcher: Watcher) -> dict[str, Any]:
        """What somebody may see of it now."""

    @property
    @abstractmethod
    def idle(self) -> bool:
        """Can it be forgotten until somebody comes?"""
