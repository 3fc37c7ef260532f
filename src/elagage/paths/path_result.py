"""What a path search gives back, and the events that it can be watched by: values that compute nothing."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from elagage.errors import SearchError
from elagage.i18n import Message
from elagage.result import Number

__all__ = ["Expanded", "NoPath", "Opened", "PathResult", "PathTrace", "Reached", "State"]


State = TypeVar("State", bound=Hashable)


class NoPath(SearchError):
    """No goal can be reached; ``expanded`` states were gone through."""

    def __init__(self, message: str | Message, /, *, expanded: int, **arguments: Any) -> None:
        super().__init__(message, **arguments)
        self.expanded = expanded


@dataclass(frozen=True)
class PathResult(Generic[State]):
    """A path to a goal, and the work it took."""

    path: tuple[State, ...]
    """The states from the start to the goal."""
    cost: Number
    expanded: int
    """States whose successors were looked at, each time counted."""
    generated: int
    """Successors that were looked at."""
    reopened: int = 0
    """States that were found again at a lower cost after they had been expanded."""
    frontier: int = 0
    """The most states that were waiting at one time."""
    bound: float | None = 1.0
    """The cost is at most this many times the least one; 1 if it is the least, None if nothing is promised."""
    seconds: float = 0.0
    algorithm: str = ""

    @property
    def optimal(self) -> bool:
        """Is the cost the least there is, by what the algorithm promises for an admissible heuristic?"""
        return self.bound == 1.0


class Opened(NamedTuple):
    """A state was found, or found again at a lower cost: it waits with cost so far ``g`` and priority ``f``;
    ``side`` as in ``Expanded``.
    """

    state: Any
    parent: Any
    g: Number
    f: Number
    again: bool
    side: int = 0


class Expanded(NamedTuple):
    """A state's successors are looked at; ``side`` is 1 in the
    half of a bidirectional search that comes from the goal.
    """

    state: Any
    g: Number
    f: Number
    side: int = 0


class Reached(NamedTuple):
    """A goal was reached by this path."""

    path: tuple[Any, ...]
    cost: Number


@dataclass
class PathTrace:
    """Give one to a path search and it holds what happened, in order; at most ``limit`` events."""

    limit: int = 1_000_000
    events: list[Any] = field(default_factory=list)

    def add(self, event: Any) -> None:
        """Note an event."""
        if len(self.events) >= self.limit:
            raise SearchError("The trace is full after {limit} events: trace a smaller problem.", limit=self.limit)
        self.events.append(event)
