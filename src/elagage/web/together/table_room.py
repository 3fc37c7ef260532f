"""A table with those who sit and those who watch: what somebody does there, and what everybody hears of it."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from starlette.concurrency import run_in_threadpool

from elagage.i18n import Message
from elagage.web.http_errors import Refusal
from elagage.web.people import HOST, Person
from elagage.web.request_fields import choice, read_integer, text
from elagage.web.together.referee import referee_line
from elagage.web.together.rooms import Room, Watcher
from elagage.web.together.shared_game import SharedGame, check_person
from elagage.web.together.table_store import TableStore
from elagage.web.workers.supervisor import Searches

__all__ = ["TableRoom", "keep_for_both", "seat_json"]

ACTS = ("sit", "move", "resign", "draw", "decline", "rematch")
MOST_MOVES = 1000


class TableRoom(Room):
    """A table that somebody looks at. Each change is in the store before anybody hears of it."""

    def __init__(self, game: SharedGame, tables: TableStore, searches: Searches, language: str) -> None:
        super().__init__()
        self.game, self.tables, self.searches, self.language = game, tables, searches, language
        self.timer: asyncio.TimerHandle | None = None
        self.flagging: asyncio.Task[None] | None = None
        self.set_timer()

    @property
    def idle(self) -> bool:
        return not self.watchers and not self.lock.locked() and self.timer is None

    def view(self, watcher: Watcher) -> dict[str, Any]:
        seated = {seat.id for seat in self.game.seats if seat is not None}
        watching = {
            id(each) if each.person is None else each.person.id
            for each in self.watchers
            if each.person is None or each.person.id not in seated
        }
        return {
            "event": "table",
            **self.game.as_json(time.monotonic()),
            "seats": [None if seat is None else seat_json(seat, self.people) for seat in self.game.seats],
            "you": self.game.side_of(watcher.person),
            "watching": len(watching),
        }

    async def act(self, person: Person | None, place: str, request: dict[str, Any]) -> None:
        """Do what somebody asks for, and tell everybody; ``place`` is whose turn the referee's work is."""
        now = time.monotonic()
        act = choice(request, "act", ACTS, "")
        async with self.lock:
            game = self.game
            if game.expire(now):
                await self.note()
            if act == "sit":
                if not game.sit(check_person(person)):
                    return
            elif act == "move":
                if not await self.try_move(person, place, request, now):
                    return
            elif act == "resign":
                game.resign(person, now)
            elif act == "draw":
                game.offer_draw(person, now)
            elif act == "decline":
                game.decline(person)
            elif act == "rematch":
                game.ask_rematch(person)
            else:
                raise Refusal("'{name}' must be one of: {choices}", name="act", choices=", ".join(ACTS))
            await self.note()

    async def try_move(self, person: Person | None, place: str, request: dict[str, Any], now: float) -> bool:
        """Make a move if it is one; whether it was made just now."""
        ply = read_integer(request, "ply", 0, 0, MOST_MOVES) or 0
        name = text(request, "move", most=200)
        if not self.game.check_move(person, ply, name):
            return False
        line = self.game.line()
        found = await referee_line(self.searches, place, {**line, "moves": [*line["moves"], name]})
        self.game.make_move(found, now)
        return True

    async def note(self) -> None:
        """Keep what there is now, and tell everybody."""
        self.set_timer()
        if self.game.ended and not self.game.saved:
            self.game.saved = True
            await run_in_threadpool(keep_for_both, self.tables, self.game, self.language)
        await run_in_threadpool(self.tables.keep, self.game)
        self.tell_everybody()

    # The clock

    def set_timer(self) -> None:
        """Look again when whoever is to move would have run out of time."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        clock = self.game.clock
        if clock is not None and clock.running is not None and not self.game.ended:
            left = clock.read(time.monotonic())[clock.running]
            self.timer = asyncio.get_running_loop().call_later(left + 0.01, self.ring)

    def ring(self) -> None:
        """Somebody may have run out of time."""
        self.timer = None
        self.flagging = asyncio.ensure_future(self.flag())

    async def flag(self) -> None:
        """If so, that is the end."""
        async with self.lock:
            if self.game.expire(time.monotonic()):
                await self.note()
            else:
                self.set_timer()


def seat_json(seat: Person, here: set[str]) -> dict[str, Any]:
    """What others are told of somebody: a name, and whether they are there."""
    return {"name": seat.name, "host": seat == HOST, "here": seat.id in here}


def keep_for_both(tables: TableStore, game: SharedGame, language: str) -> None:
    """An ended game is one of both people's games; whoever has no room for it has it at the table still."""
    if len(game.moves) <= len(game.opening):
        return
    names = " – ".join(name_seat(seat, language) for seat in game.seats)
    for seat in game.seats:
        if seat is not None:
            with suppress(Refusal):
                tables.store.save(names, game.game, game.saved_record(), None, seat.id)


def name_seat(seat: Person | None, language: str) -> str:
    """What somebody is called in a list of games."""
    return "?" if seat is None else seat.name or Message("the host").text(language)
