"""Shared by the tests of shared tables: people on other machines with a real server between them, each by a socket."""

from __future__ import annotations

import asyncio
import itertools
import json
from contextlib import asynccontextmanager

import httpx
from patience import PATIENCE
from websockets.asyncio.client import connect

from elagage.web.together.invitations import find_reachable_name


class Player:
    """Somebody before a page: what they ask over HTTP, and one socket that hears of rooms."""

    def __init__(self, port, name=None, host=False):
        place = "127.0.0.1" if host else find_reachable_name()
        self.place = f"{place}:{port}"
        self.http = httpx.Client(base_url=f"http://{self.place}", follow_redirects=True, timeout=PATIENCE)
        if not host:
            assert self.http.get("/?token=secret").status_code == 200
        if name is not None:
            assert self.http.post("/api/me", json={"name": name}).status_code == 200
        self.numbers = itertools.count(1)
        self.wire = None
        self.seen, self.unread = [], []

    @asynccontextmanager
    async def online(self):
        """Have the socket open for a while."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        async with connect(f"ws://{self.place}/ws", additional_headers={"Cookie": cookies}) as self.wire:
            yield self

    async def send(self, **message):
        """Send something; its id."""
        ident = f"m{next(self.numbers)}"
        await self.wire.send(json.dumps({"id": ident, **message}))
        return ident

    async def hear(self, wanted):
        """The first message that was not looked at yet for which a condition holds; all that came are in ``seen``."""
        while True:
            for number, message in enumerate(self.unread):
                if wanted(message):
                    del self.unread[: number + 1]
                    return message
            await self.receive()

    async def receive(self):
        """Take what comes next."""
        message = json.loads(await asyncio.wait_for(self.wire.recv(), PATIENCE))
        self.seen.append(message)
        self.unread.append(message)
        return message

    async def watch(self, table):
        """Watch a room: what there is to see."""
        ident = await self.send(do="watch", table=table)
        return await self.hear(lambda message: message["id"] == ident)

    async def act(self, table, act, **more):
        """Do something: the answer, a result or an error."""
        ident = await self.send(do="act", table=table, act=act, **more)
        while True:  # what is told of the room meanwhile stays unread
            message = await self.receive()
            if message["id"] == ident:
                self.unread.remove(message)
                return message

    async def see(self, **wanted):
        """Wait for a view of a room in which these fields have these values."""
        return await self.hear(
            lambda message: (
                message["event"] in ("table", "class")
                and all(message.get(name) == value for name, value in wanted.items())
            )
        )

    def make_table(self, game="tictactoe", **more):
        """The id of a new table."""
        answer = self.http.post("/api/tables", json={"game": game, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()["table"]
