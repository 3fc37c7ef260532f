"""Who works beside a search, and who keeps it for the next question: what the driver asks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from elagage.game import Game
from elagage.result import Info, Result

if TYPE_CHECKING:
    from elagage.search.compiled.driver import Engine

__all__ = ["Companion", "EngineKeeper"]


class Companion(Protocol):
    """Who works beside a search: it may know the answer between two rounds, or more than a search that has ended."""

    def look(self, engine: Engine, news: Info[Any]) -> Result[Any] | None:
        """The answer, if it is known after a round that told these news."""

    def complete(self, engine: Engine, result: Result[Any]) -> Result[Any]:
        """A proven result, with the scores of more moves proven."""


class EngineKeeper:
    """The engine of the last question, with what its table knows, for the next question about the same game: making one
    takes as long as thousands of positions.
    """

    def __init__(self) -> None:
        self.engine: Engine | None = None
        self.asked: tuple[Any, ...] = ()

    def knows(self, game: Game[Any, Any]) -> bool:
        """Is there an engine for this very game?"""
        return self.engine is not None and self.engine.game is game

    def take(self, *asked: Any) -> Engine | None:
        """The engine that was made for the same; who takes it gives it back if nothing went wrong."""
        engine, self.engine = self.engine, None
        same = len(asked) == len(self.asked) and all(a is b or a == b for a, b in zip(asked, self.asked, strict=True))
        self.asked = asked
        return engine if same else None
