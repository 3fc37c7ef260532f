"""The WebSocket: searches are asked for and told of.

What a slow reader has not taken yet is replaced by what is newer.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from elagage.web.analysis_jobs import Analyst
from elagage.web.http_errors import Refusal, guard_work
from elagage.web.job_queue import Job, Searches
from elagage.web.request_fields import MOST_DEPTH, MOST_SECONDS, number, parse_object, read_integer
from elagage.web.security import MOST_MESSAGE, too_large

__all__ = ["Conversation"]

PAUSE = 0.125
"""Seconds between two pieces of news of one search."""
MOST_UNREAD = 2000
"""Messages that nobody takes; then the socket is closed."""
PATIENCE = 30.0
"""Seconds that a message may wait to be taken."""

Work = Callable[[Callable[[dict[str, Any]], None], Callable[[], bool]], dict[str, Any]]


class Conversation:
    """One socket, from its opening to its end: its searches, and what is to be sent."""

    def __init__(self, socket: WebSocket, analyst: Analyst, searches: Searches) -> None:
        self.socket, self.analyst, self.searches = socket, analyst, searches
        self.loop = asyncio.get_running_loop()
        self.jobs: dict[str, Job] = {}
        self.outgoing: deque[dict[str, Any]] = deque()
        self.news: dict[str, dict[str, Any]] = {}
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
            for job in self.jobs.values():
                job.stop()
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
            job = self.jobs.get(str(request.get("search")))
            if job is not None:
                job.stop()
                self.forget(str(request.get("search")))
            self.post({"id": ident, "event": "stopped", "search": str(request.get("search"))})
        elif what == "analyse":
            seconds = number(request, "seconds", 5.0, MOST_SECONDS)
            depth = read_integer(request, "depth", None, 1, MOST_DEPTH)
            self.begin(
                ident,
                lambda tell, stop: self.analyst.analyse(self.line(request), seconds, depth, tell, stop),
            )
        elif what == "play":
            level = read_integer(request, "level", 3, 1, 10) or 3
            seed = read_integer(request, "seed", None, -(1 << 53), 1 << 53)
            self.begin(ident, lambda tell, stop: self.play(request, level, seed, tell, stop))
        elif what == "review":
            seconds = number(request, "seconds", 0.3, 10.0)
            self.begin(ident, lambda tell, stop: self.analyst.review(self.line(request), seconds, tell, stop))
        else:
            raise Refusal("'{name}' must be one of: {choices}", name="do", choices=", ".join(DOINGS))

    def line(self, request: dict[str, Any]) -> Any:
        """The position of a request."""
        return self.analyst.shelf.line(request)

    def play(self, request: dict[str, Any], level: int, seed: int | None, tell: Any, stop: Any) -> dict[str, Any]:
        """A level's move; Refusal where there is none to make."""
        line = self.line(request)
        if line.game.over(line.state):
            raise Refusal("There is no move to make: the game is over.")
        return self.analyst.play(line, level, seed, tell, stop)

    def begin(self, ident: str, work: Work) -> None:
        """Search in a thread; what it says comes back to the event loop."""
        if ident in self.jobs:
            raise Refusal("There is a search of that id already: choose another id, or stop it first.")

        def run(job: Job) -> None:
            def tell(event: dict[str, Any]) -> None:
                if not job.is_stopped():
                    self.tell_from_thread(ident, event)

            last: dict[str, Any]
            try:
                last = guard_work(lambda: work(tell, job.is_stopped))
            except Refusal as refusal:
                last = {"event": "error", "status": refusal.status, **refusal.body}
            except BaseException:
                last = {"event": "error", "status": 500, **make_internal_error().body}
                raise
            finally:
                if not job.is_stopped():
                    self.tell_from_thread(ident, last)

        self.jobs[ident] = self.searches.submit(run)

    def tell_from_thread(self, ident: str, event: dict[str, Any]) -> None:
        """News of a search."""
        with suppress(RuntimeError):  # the loop has ended in the meantime
            self.loop.call_soon_threadsafe(self.tell_event, ident, event)

    # What goes out

    def tell_event(self, ident: str, event: dict[str, Any]) -> None:
        """Send what a search says: infos now and then and the newest only, everything else as it comes."""
        if self.over or ident not in self.jobs:
            return
        if event["event"] == "info":
            self.news[ident] = event
            if ident not in self.timers:
                wait = max(0.0, self.times.get(ident, 0.0) + PAUSE - self.loop.time())
                self.timers[ident] = self.loop.call_later(wait, self.send_due, ident)
            return
        if event["event"] in ("result", "error"):
            self.forget(ident)
        self.post({"id": ident, **event})

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
        self.post({"id": ident, "event": "info"})

    def post(self, message: dict[str, Any]) -> None:
        """Put something into the queue."""
        self.outgoing.append(message)
        self.wake.set()

    async def send_all(self) -> None:
        """Send what is in the queue, for as long as somebody reads."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.outgoing:
                message = self.outgoing.popleft()
                if message["event"] == "info":
                    ident = message["id"]
                    self.timers.pop(ident, None)
                    newest = self.news.pop(ident, None)
                    if newest is None:
                        continue
                    message = {"id": ident, **newest}
                content = json.dumps(message, ensure_ascii=False)
                try:
                    await asyncio.wait_for(self.socket.send_text(content), PATIENCE)
                except (TimeoutError, WebSocketDisconnect, RuntimeError):
                    await self.end()
                    return

    async def end(self) -> None:
        """Close a socket that nobody reads, and end its searches."""
        for job in self.jobs.values():
            job.stop()
        with suppress(Exception):
            if self.socket.application_state == WebSocketState.CONNECTED:
                await asyncio.wait_for(self.socket.close(1008), 1.0)


DOINGS = ("analyse", "play", "review", "stop", "ping")


def request_id(request: dict[str, Any]) -> str:
    """The id that the page gives to a request."""
    ident = request.get("id")
    if isinstance(ident, bool) or not isinstance(ident, str | int) or not 0 < len(str(ident)) <= 64:
        raise Refusal("'{name}' must be a text of at most {most} characters.", name="id", most=64)
    return str(ident)


def make_internal_error() -> Refusal:
    return Refusal("Something went wrong in the server: its terminal says what.", status=500)
