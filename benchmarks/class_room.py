"""Does one server do for a class?

Some people analyse without end while others play, each from an address of its own: how long the players wait for a
level's move, and whether some of them wait much longer than others.

    make bench-class
    python benchmarks/class_room.py --analysts 2 --players 5 --seconds 10 --crowd 0      a quick look

A server is started as ``elagage serve FILE`` starts it, FILE being a game of a user's. Each player plays all the games
in turn, at random, against the level: a position is shown, a move is asked for, the position after it is shown, and
after a moment's thought it begins again. Each analyst asks for 60 seconds of analysis of positions from random games,
again and again. Then a crowd of players is alone with the server. What is measured begins after a while, when code has
been loaded. Medians of persons below 0.1 s count as 0.1 s where they are compared: nobody notices less.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from web import Server, place_of
from websockets.asyncio.client import ClientConnection, connect

import elagage

OWN = Path(__file__).resolve().parent.parent / "examples" / "connect_four.py"
GAMES = ("connect4", "othello", "kalah", "tictactoe", "file")
ANALYSED = ("othello", "connect4", "kalah", "connect4:6x5", "othello:6")
NOTICED = 0.1
"""Seconds that a person does not notice."""


@dataclass
class Person:
    """Somebody with an address, and what happened to them."""

    number: int
    answers: list[float] = field(default_factory=list)
    positions: list[float] = field(default_factory=list)
    refusals: int = 0
    errors: int = 0
    infos: int = 0
    first: list[float] = field(default_factory=list)

    @property
    def address(self) -> tuple[str, int]:
        """Where they are."""
        return place_of(self.number)


class Wire:
    """A connection over HTTP that is kept."""

    def __init__(self, server: Server, person: Person) -> None:
        self.host, self.port = "127.0.0.1", int(server.address.rpartition(":")[2])
        self.person = person
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, question: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The status and the JSON of an answer; a connection that was closed meanwhile is opened again."""
        body = json.dumps(question).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
        for attempt in range(2):
            try:
                if self.streams is None:
                    self.streams = await asyncio.open_connection(self.host, self.port, local_addr=self.person.address)
                reader, writer = self.streams
                writer.write(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
                lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                size = next(int(line.partition(":")[2]) for line in lines if line.lower().startswith("content-length"))
                status, content = int(lines[0].split()[1]), await reader.readexactly(size)
                return status, json.loads(content) if status == 200 else {}
            except (OSError, asyncio.IncompleteReadError):
                self.streams = None
                if attempt:
                    raise
        raise AssertionError

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


async def hear(socket: ClientConnection, ident: str, person: Person, began: float) -> dict[str, Any]:
    """The last answer to a question."""
    told = False
    while True:
        message = dict(json.loads(await socket.recv()))
        if message["id"] != ident:
            continue
        if message["event"] in ("result", "error"):
            return message
        if message["event"] == "info":
            person.infos += 1
            if not told:
                told = True
                person.first.append(time.perf_counter() - began)


def count_failure(person: Person, status: int) -> None:
    """A refusal for want of room, or an error."""
    if status == 429:
        person.refusals += 1
    else:
        person.errors += 1


async def play_on(server: Server, person: Person, level: int, think: float, begin: float, end: float) -> None:
    """Play games, one after the other."""
    chooser = random.Random(person.number)
    wire, count = Wire(server, person), 0
    async with connect(server.socket, local_addr=person.address, max_size=None) as socket:
        await asyncio.sleep(chooser.uniform(0, think))
        while time.perf_counter() < end:
            game = GAMES[(person.number + count) % len(GAMES)]
            count += 1
            moves: list[str] = []
            while time.perf_counter() < end:
                asked = time.perf_counter()
                status, position = await wire.post("/api/position", {"game": game, "moves": moves})
                if status != 200:
                    count_failure(person, status)
                    await asyncio.sleep(think)
                    break
                if asked >= begin:
                    person.positions.append(time.perf_counter() - asked)
                if position["over"]:
                    break
                if len(moves) % 2 == 0:  # their own move
                    await asyncio.sleep(chooser.uniform(0.5 * think, 1.5 * think))
                    moves.append(chooser.choice(position["moves"])["name"])
                    continue
                ident, asked = f"p{count}-{len(moves)}", time.perf_counter()
                request = {"id": ident, "do": "play", "game": game, "moves": moves, "level": level}
                await socket.send(json.dumps(request))
                answer = await hear(socket, ident, person, asked)
                if answer["event"] == "error":
                    count_failure(person, answer["status"])
                    break
                if asked >= begin:
                    person.answers.append(time.perf_counter() - asked)
                moves.append(answer["move"])
    wire.close()


def random_line(chooser: random.Random, spec: str) -> list[str]:
    """The first moves of a random game."""
    game = elagage.load(spec)
    state, names = game.start(), []
    for _ply in range(chooser.randrange(2, 10)):
        move = chooser.choice(list(game.moves(state)))
        names.append(game.move_name(state, move))
        state = game.play(state, move)
        if game.over(state):
            return names[:-1]
    return names


async def analyse_on(server: Server, person: Person, end: float) -> None:
    """Ask for one analysis after the other, until it is over."""
    chooser, count = random.Random(person.number), 0
    async with connect(server.socket, local_addr=person.address, max_size=None) as socket:
        while (now := time.perf_counter()) < end:
            spec, count = chooser.choice(ANALYSED), count + 1
            request = {"id": f"a{count}", "do": "analyse", "game": spec, "moves": random_line(chooser, spec)}
            await socket.send(json.dumps({**request, "seconds": 60}))
            try:
                answer = await asyncio.wait_for(hear(socket, f"a{count}", person, now), end - now)
            except TimeoutError:
                return
            if answer["event"] == "error":
                count_failure(person, answer["status"])


async def run_class(
    server: Server, players: list[Person], analysts: list[Person], options: argparse.Namespace
) -> tuple[float, int]:
    """A lesson; the most memory that was taken, and the most workers."""
    begin = time.perf_counter() + options.warm
    end = begin + options.seconds
    most = (0.0, 0)

    async def look() -> None:
        nonlocal most
        while True:
            now = await asyncio.to_thread(server.memory)
            most = max(most[0], now[0]), max(most[1], now[1])
            await asyncio.sleep(2)

    looking = asyncio.create_task(look())
    await asyncio.gather(
        *(play_on(server, person, options.level, options.think, begin, end) for person in players),
        *(analyse_on(server, person, end) for person in analysts),
    )
    looking.cancel()
    return most


def describe(players: list[Person], analysts: list[Person], most: tuple[float, int], deaths: int) -> bool:
    """Print what happened; was it good?"""
    answers = sorted(each for person in players for each in person.answers)
    positions = sorted(each for person in players for each in person.positions)
    if not answers:
        print("nobody was answered")
        return False
    medians = sorted(max(NOTICED, median(person.answers)) for person in players if person.answers)
    silent = sum(not person.answers for person in players)
    middle, late = median(answers), answers[int(0.99 * (len(answers) - 1))]
    ratio = medians[-1] / medians[0]
    refusals = sum(person.refusals for person in (*players, *analysts))
    errors = sum(person.errors for person in (*players, *analysts))
    rows = [
        ("moves answered", f"{len(answers)}", "", True),
        ("a move, median", f"{middle:.3f} s", "0.5 s", middle <= 0.5),
        ("a move, p99", f"{late:.3f} s", "2 s", late <= 2.0),
        ("a move, longest", f"{answers[-1]:.3f} s", "", True),
        ("persons' medians", f"{medians[0]:.2f} to {medians[-1]:.2f} s", "", True),
        ("the longest median by the shortest", f"{ratio:.2f}", "3", ratio <= 3.0),
        ("players without an answer", f"{silent}", "0", silent == 0),
        ("a position, median and p99", f"{median(positions):.3f}, {positions[int(0.99 * (len(positions) - 1))]:.3f} s",
         "", True),
        ("refused", f"{refusals}", "0", refusals == 0),
        ("errors", f"{errors}", "0", errors == 0),
        ("workers that died", f"{deaths}", "0", deaths == 0),
        ("most memory, and workers", f"{most[0]:.0f} MB, {most[1]}", "", True),
    ]  # fmt: skip
    if analysts:
        first = sorted(each for person in analysts for each in person.first)
        infos = sorted(person.infos for person in analysts)
        waits = f"{median(first):.1f}, {first[-1]:.1f} s" if first else "none"
        rows.append(("first news of an analysis, median, longest", waits, "", True))
        rows.append(("news that analysts got", f"{infos[0]} to {infos[-1]}", "", infos[0] > 0))
    for name, value, bar, good in rows:
        print(f"{name:44}{value:>18}   {bar:8}{'' if good and not bar else 'ok' if good else 'MISSED'}")
    return all(good for _name, _value, _bar, good in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--analysts", type=int, default=10)
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--crowd", type=int, default=300, help="players without analysis, in a second lesson")
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--think", type=float, default=3.0, help="seconds of a person's thought, on average")
    parser.add_argument("--calm", type=float, default=10.0, help="the same in the crowd")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=20.0, help="seconds before anything is measured")
    options = parser.parse_args()
    good = True
    lessons = ((options.players, options.analysts, options.think), (options.crowd, 0, options.calm))
    for players, analysts, think in lessons:
        if not players:
            continue
        options.think = think
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), str(OWN))
            people = [Person(number) for number in range(players + analysts)]
            try:
                most = asyncio.run(run_class(server, people[:players], people[players:], options))
                deaths = server.health().get("deaths", 0)
            finally:
                server.end()
        print(f"\n{players} play, level {options.level}; {analysts} analyse")
        good = describe(people[:players], people[players:], most, deaths) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
