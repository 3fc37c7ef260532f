"""The WebSocket: searches are asked for and told of.

What a slow reader has not taken yet is replaced by what is newer.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from elagage.web.http_errors import Refusal
from elagage.web.people import person_of, visitor_of
from elagage.web.request_fields import parse_object
from elagage.web.search_requests import Search, read_search
from elagage.web.security import MOST_MESSAGE, too_large
from elagage.web.together.guest import DOINGS as DOINGS_TOGETHER
from elagage.web.together.guest import Guest
from elagage.web.together.hall import Hall
from elagage.web.workers.jobs import Job
from elagage.web.workers.supervisor import Searches, refuse_more

__all__ = ["Conversation"]

PAUSE = 0.125
"""Seconds between two pieces of news of one search."""
MOST_UNREAD = 2000
"""Messages that nobody takes; then the socket is closed."""
PATIENCE = 30.0
"""Seconds that a message may wait to be taken."""
MOST_SEARCHES = 16
"""Searches of one socket that have not ended."""


@dataclass(frozen=True)
class Due:
    """It is time for the newest news of a search, whatever they are when they are sent."""

    ident: str


class Conversation:
    """One socket, from its opening to its end: its searches, and what is to be sent."""

    def __init__(self, socket: WebSocket, searches: Searches, hall: Hall) -> None:
        self.socket, self.searches = socket, searches
        self.person = person_of(socket.scope)
        self.guest = Guest(hall, visitor_of(socket.scope), self.person, self.post)
        self.loop = asyncio.get_running_loop()
        self.jobs: dict[str, Job] = {}
        self.outgoing: deque[str | Due] = deque()
        self.news: dict[str, str] = {}
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.times: dict[str, float] = {}
        self.wake = asyncio.Event()
        self.over = False

    async def run(self) -> None:
        """Listen until the socket goes; then everything that it has asked for ends."""
        await self.socket.accept()
        sender = asyncio.create_task(self.send_all())
        try:
            while not sender.done():
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                self.hear(message.get("text") or message.get("bytes") or "")
                if len(self.outgoing) > MOST_UNREAD:
                    await self.end()
                    break
                await asyncio.sleep(0)  # whoever sends many messages at once is not to keep the others waiting
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.over = True
            self.guest.leave()
            for job in self.jobs.values():
                self.searches.stop(job)
            for timer in self.timers.values():
                timer.cancel()
            sender.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await sender
            self.jobs.clear()

    # What comes in

    def hear(self, content: str | bytes) -> None:
        """A message of the page."""
        ident = ""
        try:
            if len(content) > MOST_MESSAGE:
                raise too_large()
            request = parse_object(content)
            ident = request_id(request)
            self.answer(ident, request)
        except Refusal as refusal:
            self.post({"id": ident, "event": "error", "status": refusal.status, **refusal.body})

    def answer(self, ident: str, request: dict[str, Any]) -> None:
        """Begin what is asked for."""
        what = request.get("do")
        if what == "ping":
            self.post({"id": ident, "event": "pong"})
        elif what == "stop":
            name = str(request.get("search"))
            self.guest.stop(name)
            if name in self.jobs:
                self.searches.stop(self.jobs[name])
                self.forget(name)
            self.post({"id": ident, "event": "stopped", "search": name})
        elif what == "now":
            name = str(request.get("search"))
            if name in self.jobs and self.jobs[name].task == "play":
                self.searches.hurry(self.jobs[name])
            self.post({"id": ident, "event": "hurried", "search": name})
        elif what in DOINGS_TOGETHER:
            self.guest.hear(ident, str(what), request)
        else:
            self.begin(ident, read_search(request))

    def begin(self, ident: str, search: Search) -> None:
        """Have a worker search; what it says comes back to the event loop."""
        if ident in self.jobs:
            raise Refusal("There is a search of that id already: choose another id, or stop it first.")
        if len(self.jobs) >= MOST_SEARCHES:
            raise refuse_more(MOST_SEARCHES)

        def hear(header: dict[str, Any], body: bytes) -> None:
            with suppress(RuntimeError):  # the loop has ended in the meantime
                self.loop.call_soon_threadsafe(self.tell_event, ident, header["event"], body.decode(errors="replace"))

        self.jobs[ident] = self.searches.submit(
            search.kind, self.person, search.task, search.request, hear, ident=ident, seconds=search.seconds
        )

    # What goes out

    def tell_event(self, ident: str, event: str, text: str) -> None:
        """Send what a search says: infos now and then and the newest only, everything else as it comes."""
        if self.over or ident not in self.jobs:
            return
        if event == "info":
            self.news[ident] = text
            if ident not in self.timers:
                wait = max(0.0, self.times.get(ident, 0.0) + PAUSE - self.loop.time())
                self.timers[ident] = self.loop.call_later(wait, self.send_due, ident)
            return
        if event in ("result", "error"):
            self.forget(ident)
        self.post(text)

    def forget(self, ident: str) -> None:
        """A search is over."""
        self.jobs.pop(ident, None)
        self.news.pop(ident, None)
        self.times.pop(ident, None)
        timer = self.timers.pop(ident, None)
        if timer is not None:
            timer.cancel()

    def send_due(self, ident: str) -> None:
        """It is time for the news of a search."""
        self.times[ident] = self.loop.time()
        self.post(Due(ident))

    def post(self, message: str | dict[str, Any] | Due) -> None:
        """Put something into the queue."""
        self.outgoing.append(json.dumps(message, ensure_ascii=False) if isinstance(message, dict) else message)
        self.wake.set()

    async def send_all(self) -> None:
        """Send what is in the queue, for as long as somebody reads."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.outgoing:
                message = self.outgoing.popleft()
                if isinstance(message, Due):
                    self.timers.pop(message.ident, None)
                    if message.ident not in self.news:
                        continue
                    message = self.news.pop(message.ident)
                try:
                    await asyncio.wait_for(self.socket.send_text(message), PATIENCE)
                except (TimeoutError, WebSocketDisconnect, RuntimeError):
                    await self.end()
                    return

    async def end(self) -> None:
        """Close a socket that nobody reads, and end its searches."""
        for job in self.jobs.values():
            self.searches.stop(job)
        with suppress(Exception):
            if self.socket.application_state == WebSocketState.CONNECTED:
                await asyncio.wait_for(self.socket.close(1008), 1.0)


def request_id(request: dict[str, Any]) -> str:
    """The id that the page gives to a request."""
    ident = request.get("id")
    if isinstance(ident, bool) or not isinstance(ident, str | int) or not 0 < len(str(ident)) <= 64:
        raise Refusal("'{name}' must be a text of at most {most} characters.", name="id", most=64)
    return str(ident)
