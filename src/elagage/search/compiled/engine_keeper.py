"""What is kept of a search for the next question about the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elagage.game import Game

if TYPE_CHECKING:
    from elagage.search.compiled.driver import Engine

__all__ = ["EngineKeeper"]


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
