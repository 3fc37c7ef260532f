"""All the rooms of a server: found by their ids, made and forgotten, each person's pace held."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import OrderedDict
from typing import Any

from starlette.concurrency import run_in_threadpool

from elagage.web.http_errors import Refusal
from elagage.web.people import Person
from elagage.web.request_fields import read_integer
from elagage.web.saved_games import Store
from elagage.web.together.game_clock import GameClock
from elagage.web.together.lesson import Lesson
from elagage.web.together.referee import referee_line
from elagage.web.together.rooms import Room
from elagage.web.together.shared_game import SharedGame, check_person
from elagage.web.together.table_room import TableRoom, keep_for_both, seat_json
from elagage.web.together.table_store import CLASS, TableStore
from elagage.web.workers.supervisor import Searches

__all__ = ["Hall"]

ID = re.compile(r"[a-z2-7]{12}")
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
QUICK_ACTS = 30
"""Acts that one person may do at once."""
PACE = 5.0
"""Acts a second, after that."""
MOST_PACES = 4000
LONGEST_CLOCK = 6 * 3600


class Hall:
    """Tables and the class's board. All of it is one event loop's."""

    def __init__(self, store: Store, searches: Searches, language: str = "en", with_class: bool = False) -> None:
        self.tables, self.searches, self.language, self.with_class = TableStore(store), searches, language, with_class
        self.rooms: dict[str, Room] = {}
        self.paces: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.finding = asyncio.Lock()

    async def find(self, ident: str) -> Room:
        """The room of an id; Refusal if there is none."""
        async with self.finding:  # two who come at once come into one room
            if ident in self.rooms:
                return self.rooms[ident]
            room: Room | None = None
            if ident == CLASS and self.with_class:
                room = await self.find_lesson()
            elif ID.fullmatch(ident):
                game = await run_in_threadpool(self.tables.find, ident)
                room = None if game is None else TableRoom(game, self.tables, self.searches, self.language)
            if room is None:
                raise Refusal("There is no such table: it may have been left for too long.", status=404)
            self.rooms[ident] = room
            return room

    async def find_lesson(self) -> Lesson:
        """The class's board, as it was left."""
        lesson = Lesson(self.tables, self.searches)
        record = await run_in_threadpool(self.tables.find_record, CLASS)
        if record is not None:
            lesson.take(record, "")
        return lesson

    def tidy(self, ident: str) -> None:
        """Forget a room that nobody is in; the store has it."""
        if ident in self.rooms and self.rooms[ident].idle:
            del self.rooms[ident]

    async def make_table(self, person: Person | None, place: str, request: dict[str, Any]) -> str:
        """A new table, at which somebody takes a place; its id."""
        self.check_pace(place)
        owner = check_person(person)
        side = read_integer(request, "side", None, 0, 1)
        seconds = read_integer(request, "seconds", None, 10, LONGEST_CLOCK)
        more = read_integer(request, "more", 0, 0, 600) or 0
        line = {name: request.get(name) for name in ("game", "position", "moves")}
        line["moves"] = [] if line["moves"] is None else line["moves"]
        found = await referee_line(self.searches, place, line)
        if found["over"]:
            raise Refusal("This game has ended: begin at a position in which a move can be made.")
        seats: list[Person | None] = [None, None]
        seats[secrets.randbelow(2) if side is None else side] = owner
        game = SharedGame(
            ident="".join(secrets.choice(LETTERS) for _letter in range(12)),
            game=str(line["game"]),
            position=line["position"],
            opening=found["moves"],
            seats=seats,
            moves=list(found["moves"]),
            player=found["player"],
            clock=None if seconds is None else GameClock(seconds, more, [seconds, seconds]),
        )
        gone = await run_in_threadpool(self.tables.add, game, owner)
        for each in gone:
            self.rooms.pop(each.ident, None)
            if not each.ended:
                await run_in_threadpool(keep_for_both, self.tables, each, self.language)
        return game.ident

    async def list_tables(self, person: Person | None) -> list[dict[str, Any]]:
        """The tables at which somebody sits, for a list."""
        games = [] if person is None else await run_in_threadpool(self.tables.list_of, person)
        return [describe_table(game, game.side_of(person)) for game in games]

    async def close_table(self, person: Person | None, ident: str) -> None:
        """Take away a table at which one sits alone; Refusal for any other."""
        room = await self.find(ident)
        if not isinstance(room, TableRoom):
            raise Refusal("There is no such table: it may have been left for too long.", status=404)
        async with room.lock:
            room.game.check_seat(person)
            if room.game.begun:
                raise Refusal("Two people play at this table: resign, or leave it to them.", status=409)
            await run_in_threadpool(self.tables.remove, ident)
            for watcher in room.watchers:
                watcher.tell({"event": "gone", "table": ident})
            room.watchers.clear()
            self.rooms.pop(ident, None)

    def check_pace(self, place: str) -> None:
        """Refusal for somebody who does too much at once."""
        now = time.monotonic()
        left, since = self.paces.pop(place, (float(QUICK_ACTS), now))
        left = min(float(QUICK_ACTS), left + PACE * (now - since))
        self.paces[place] = (max(0.0, left - 1.0), now)
        while len(self.paces) > MOST_PACES:
            self.paces.popitem(last=False)
        if left < 1.0:
            raise Refusal("That is too much at once: wait for some seconds.", status=429)


def describe_table(game: SharedGame, side: int | None) -> dict[str, Any]:
    """What a list says of a table to whoever sits at it."""
    other = None if side is None else game.seats[1 - side]
    return {
        "table": game.ident, "game": game.game, "moves": len(game.moves) - len(game.opening),
        "other": None if other is None else seat_json(other, set()), "ended": game.ended,
        "turn": game.begun and not game.ended and game.player == side,
    }  # fmt: skip
