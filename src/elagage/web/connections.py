"""Connections that are worth their place: headers have a time limit, and nobody holds too many of them.

The layer below the guard: whoever half sends a request never gets as far as a token. When an address has too many
connections, or the server has, whoever has been silent for longest makes room; a request that is sent is never ended
for another one.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from elagage.web.people import address_of

__all__ = ["MOST_CONNECTIONS", "MOST_OF_ADDRESS", "Connection"]

HEADERS = 10.0
"""Seconds for the headers of a request, from its first byte or from the connection's beginning."""
REQUEST = 300.0
"""Seconds from a request's headers to the last byte of its answer."""
MOST_OF_ADDRESS = 200
MOST_CONNECTIONS = 1000


class Connection(H11Protocol):
    """A connection over HTTP, from its first byte to its end or until it becomes a WebSocket."""

    limit: asyncio.TimerHandle | None = None
    silent_since: float | None = None
    """Since when a request is awaited, or a part of one; None while one is answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and others may have to make room."""
        super().connection_made(transport)
        self.await_request()
        everybody: list[Any] = [each for each in self.connections if not each.transport.is_closing()]
        place = address_of(self.client)
        neighbours = [each for each in everybody if address_of(each.client) == place]
        if len(neighbours) > MOST_OF_ADDRESS:
            end_silent(neighbours)
        elif len(everybody) > MOST_CONNECTIONS:
            end_silent(everybody)

    def data_received(self, data: bytes) -> None:
        """A part of a request."""
        if self.silent_since is not None and self.timeout_keep_alive_task is not None:
            self.await_request()  # the first bytes of another request
        super().data_received(data)
        self.note_request()

    def on_response_complete(self) -> None:
        """An answer is sent."""
        self.await_request()
        if self.limit is not None:
            self.limit.cancel()  # the wait for another request has a limit of its own
        super().on_response_complete()
        self.note_request()  # one that was sent together with the last

    def note_request(self) -> None:
        """If a request is there, its answer has a time limit from now on."""
        if self.silent_since is not None and self.cycle is not None and not self.cycle.response_complete:
            self.silent_since = None
            self.set_limit(REQUEST)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on it is a WebSocket, with limits of its own."""
        self.set_limit(None)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self.set_limit(None)
        super().connection_lost(exc)

    def await_request(self) -> None:
        """From now on somebody is to send a request, soon."""
        self.silent_since = self.loop.time()
        self.set_limit(HEADERS)

    def set_limit(self, seconds: float | None) -> None:
        """End the connection after so many seconds, unless another limit is set."""
        if self.limit is not None:
            self.limit.cancel()
        self.limit = None if seconds is None else self.loop.call_later(seconds, self.end)

    def end(self) -> None:
        """Close it, whatever it is doing."""
        self.set_limit(None)
        if not self.transport.is_closing():
            self.transport.abort()


def end_silent(connections: list[Any]) -> None:
    """End the connection that has been silent for longest; the newest, if none is."""
    silent = [each for each in connections if getattr(each, "silent_since", None) is not None]
    oldest = min(silent, key=lambda each: each.silent_since, default=None)
    if oldest is not None:
        oldest.end()
