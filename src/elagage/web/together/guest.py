"""One socket in the hall: the rooms that its page watches, and what it does there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from elagage.web.http_errors import Refusal, make_internal_error
from elagage.web.people import Person
from elagage.web.request_fields import text
from elagage.web.together.hall import Hall
from elagage.web.together.lesson import Lesson
from elagage.web.together.rooms import Room, Watcher
from elagage.web.together.table_room import TableRoom

__all__ = ["DOINGS", "Guest"]

DOINGS = ("watch", "act")
MOST_WATCHED = 6
"""Rooms that one socket watches."""
MOST_PENDING = 16
"""Acts of one socket that are not done yet."""


class Guest:
    """What a socket has to do with rooms; ``post`` sends something to its page."""

    def __init__(self, hall: Hall, person: Person | None, place: str, post: Callable[[dict[str, Any]], None]) -> None:
        self.hall, self.person, self.place, self.post = hall, person, place, post
        self.watched: dict[str, tuple[str, Room, Watcher]] = {}
        """By the id that the page has given: which room, and as whom."""
        self.pending: set[asyncio.Task[None]] = set()
        self.gone = False

    def hear(self, ident: str, what: str, request: dict[str, Any]) -> None:
        """Begin what the page asks for."""
        self.hall.check_pace(self.place)
        if len(self.pending) >= MOST_PENDING:
            raise Refusal("That is too much at once: wait for some seconds.", status=429)
        name = text(request, "table", most=64)
        doing = self.watch(ident, name) if what == "watch" else self.act(ident, name, request)
        task = asyncio.create_task(self.answer(ident, doing))
        self.pending.add(task)
        task.add_done_callback(self.pending.discard)

    async def answer(self, ident: str, doing: Coroutine[Any, Any, None]) -> None:
        """Do something; a refusal is told."""
        try:
            await doing
        except Refusal as refusal:
            self.refuse(ident, refusal)
        except Exception:  # a fault of ours: it is told on the terminal
            self.refuse(ident, make_internal_error())
            raise

    def refuse(self, ident: str, refusal: Refusal) -> None:
        """Say that something can't be done."""
        self.post({"id": ident, "event": "error", "status": refusal.status, **refusal.body})

    async def watch(self, ident: str, name: str) -> None:
        """Hear of a room from now on."""
        if ident in self.watched or len(self.watched) >= MOST_WATCHED:
            raise Refusal("A page watches {most} tables at most.", most=MOST_WATCHED, status=429)
        room = await self.hall.find(name)
        if self.gone:
            return
        watcher = Watcher(self.person, lambda told: self.post({"id": ident, **told}))
        room.enter(watcher)
        self.watched[ident] = (name, room, watcher)

    async def act(self, ident: str, name: str, request: dict[str, Any]) -> None:
        """Do something in a room."""
        room = await self.hall.find(name)
        if isinstance(room, TableRoom | Lesson):
            await room.act(self.person, self.place, request)
        self.hall.tidy(name)
        self.post({"id": ident, "event": "result"})

    def stop(self, ident: str) -> None:
        """Hear no more of a room."""
        if ident in self.watched:
            name, room, watcher = self.watched.pop(ident)
            room.leave(watcher)
            self.hall.tidy(name)

    def leave(self) -> None:
        """The socket is gone; what it was about to do is done all the same."""
        self.gone = True
        for ident in list(self.watched):
            self.stop(ident)
