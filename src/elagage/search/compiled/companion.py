"""Who works beside a search: what the driver asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from elagage.result import Info, Result

if TYPE_CHECKING:
    from elagage.search.compiled.driver import Engine

__all__ = ["Companion"]


class Companion(Protocol):
    """Who works beside a search: it may know the answer between two rounds, or more than a search that has ended."""

    def look(self, engine: Engine, news: Info[Any]) -> Result[Any] | None:
        """The answer, if it is known after a round that told these news."""

    def complete(self, engine: Engine, result: Result[Any]) -> Result[Any]:
        """A proven result, with the scores of more moves proven."""
