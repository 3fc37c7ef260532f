"""Floods and kills against the web app, on this machine alone: in the middle of each, and after it, others are served.

A server is started as ``elagage serve`` starts it. Every row harms it in one way, again and again; a try is refused
where the server says no in our words or closes the connection, lost where somebody else is not served meanwhile or
afterwards, and crashed where the server or its memory is.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from attacks import Row

__all__ = ["FULL", "attack"]

FULL = 2000
PATIENCE = 120.0
"""Seconds within which others must be served, on a machine that has much to do."""
MOST_MEMORY = 1_500_000_000
"""Bytes of the server and all its workers together."""
HOSTILE = """
from elagage.games.mnk import Mnk


class Hog(Mnk):
    compiles = False

    def __init__(self):
        super().__init__(3, 3, 3)

    def play(self, state, move):
        name, kept = self.move_name(state, move), []
        while name == "a1":
            kept.append(bytearray(b"x" * 1_000_000))
        while name == "b1":
            pass
        return super().play(state, move)
"""


class Server:
    """``elagage serve`` in a process of its own, with a game whose rules take all memory and time."""

    def __init__(self, folder: Path) -> None:
        (folder / "hog.py").write_text(HOSTILE)
        environment = {**os.environ, "ELAGAGE_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
        words = [sys.executable, "-m", "elagage", "serve", str(folder / "hog.py"), "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http")).rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    def ask(self, path: str, content: dict[str, Any] | None = None) -> tuple[int, Any]:
        """The status of an answer, and its JSON."""
        body = None if content is None else json.dumps(content).encode()
        asked = urllib.request.Request(self.address + path, body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return int(answer.status), json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def open(self) -> socket.socket:
        """A connection on which nothing is said yet."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    @property
    def workers(self) -> list[int]:
        """The numbers of its processes."""
        found: list[int] = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with suppress(OSError):
                found += [int(word) for word in task.read_text().split()]
        return found

    def memory(self) -> int:
        """Bytes of all of them; 0 where the system doesn't tell."""
        total = 0
        for pid in (self.process.pid, *self.workers):
            with suppress(OSError, ValueError, IndexError):
                total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return total

    def serves(self) -> bool:
        """Is somebody else served: the page, a position, a level's move?"""
        try:
            status, _info = self.ask("/api/info")
            shown, _position = self.ask("/api/position", {"game": "nim", "moves": []})
            return status == shown == 200 and asyncio.run(self.plays())
        except (OSError, ValueError, ConnectionClosed, InvalidStatus, InvalidMessage):
            return False

    async def plays(self) -> bool:
        """Does a level answer?"""
        async with connect(self.address.replace("http", "ws", 1) + "/ws", open_timeout=PATIENCE) as ws:
            await ws.send(json.dumps({"id": "p", "do": "play", "game": "tictactoe", "level": 5, "seed": 2}))
            while (answer := json.loads(await asyncio.wait_for(ws.recv(), PATIENCE)))["event"] not in (
                "result",
                "error",
            ):
                pass
            return bool(answer["event"] == "result")

    def look(self, row: Row, what: str) -> None:
        """After a piece of an attack: is everything as it should be?"""
        if self.process.poll() is not None:
            row.fail("crashed", f"{what}: the server ended with {self.process.returncode}")
        elif self.memory() > MOST_MEMORY:
            row.fail("crashed", f"{what}: {self.memory() / 1e6:.0f} MB")
        elif not self.serves():
            row.fail("lost", f"{what}: others are not served")

    def end(self) -> None:
        """Stop it."""
        self.process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        try:
            self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


Harm = Callable[[Server, Row, int, random.Random], None]


def half_send(server: Server, row: Row, count: int, chooser: random.Random) -> None:
    """Requests that stop in their headers, several hundred at once."""
    head = "POST /api/position HTTP/1.1|Host: 127.0.0.1|Content-Type: application/json|Content-Length: 9999||{"
    whole = head.replace("|", "\r\n").encode()
    with ExitStack() as stack:
        for _number in range(count):
            line = stack.enter_context(server.open())
            with suppress(OSError):
                line.sendall(whole[: chooser.randrange(len(whole))])
            row.tried += 1
        server.look(row, f"{count} half-sent requests")


def open_many(server: Server, row: Row, count: int, _chooser: random.Random) -> None:
    """Connections on which nothing is said."""
    with ExitStack() as stack:
        for _number in range(count):
            stack.enter_context(closing(server.open()))
            row.tried += 1
        server.look(row, f"{count} silent connections")


def send_nonsense(server: Server, row: Row, count: int, chooser: random.Random) -> None:
    """Bytes that are no request, and headers without end."""
    for number in range(count):
        row.tried += 1
        with server.open() as line:
            try:
                line.sendall(
                    chooser.choice((b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000, b"\0" + chooser.randbytes(400)))
                )
                line.sendall(b"\r\n\r\n")
                answer = line.recv(100)
            except ConnectionError:
                answer = b""
        row.refused += not answer or b" 400 " in answer
        if number % 100 == 99:
            server.look(row, f"nonsense {number}")


def send_trees(server: Server, row: Row, count: int, chooser: random.Random) -> None:
    """Deep, wide and unclosed trees, to every route that takes one."""
    for number in range(count):
        size = chooser.randrange(100, 9900)
        text = chooser.choice(("(" * size + "1" + ")" * size, "(" * size, "(" + "1 " * size + ")", ")" * size))
        route = chooser.choice(("position", "tree", "literal", "compare", "explain", "read"))
        status, _answer = server.ask(f"/api/{route}", {"game": f"tree:{text}", "text": text, "moves": []})
        row.tried += 1
        row.refused += status in (400, 413, 429)
        if status >= 500:
            row.fail("crashed", f"{route} {text[:20]}… ({size}): {status}")
        if number % 50 == 49:
            server.look(row, f"tree {number}")


def send_variants(server: Server, row: Row, count: int, chooser: random.Random) -> None:
    """Variants of games, each of which has code of its own."""
    for number in range(count):
        name = chooser.choice(("othello:{}", "mnk:{},{},4", "connect4:{}x{}", "chomp:{}x{}"))
        sizes = chooser.randrange(2, 27), chooser.randrange(2, 27)
        request = {"game": name.format(*sizes), "depth": chooser.randrange(1, 5), "moves": []}
        status, _answer = server.ask(chooser.choice(("/api/tree", "/api/compare", "/api/position")), request)
        row.tried += 1
        row.refused += status in (400, 429)
        if status >= 500:
            row.fail("crashed", f"{request}: {status}")
        if number % 20 == 19:
            server.look(row, f"variant {number}")


def search_much(server: Server, row: Row, count: int, chooser: random.Random) -> None:
    """Sockets that ask for as many searches as they can, and for messages that are too long."""

    async def flood() -> None:
        address = server.address.replace("http", "ws", 1) + "/ws"
        left = count
        while left > 0:
            async with connect(address, max_size=None, open_timeout=PATIENCE) as ws:
                for _number in range(min(70, left)):
                    what = chooser.choice(("analyse", "analyse", "play", "review"))
                    game = chooser.choice(("connect4", "othello", "kalah", "file"))
                    ident = f"{chooser.random()}"
                    await ws.send(json.dumps({"id": ident, "do": what, "game": game, "seconds": 10, "level": 10}))
                    row.tried += 1
                with suppress(TimeoutError):
                    async with asyncio.timeout(2):
                        while True:
                            message = json.loads(await ws.recv())
                            row.refused += message["event"] == "error" and message["status"] in (400, 429)
                await asyncio.to_thread(server.look, row, "seventy searches of a socket")
                with suppress(ConnectionClosed):
                    await ws.send("x" * 10_000_000)
                    await asyncio.wait_for(ws.recv(), PATIENCE)
            left -= 70

    asyncio.run(flood())


def kill_workers(server: Server, row: Row, count: int, chooser: random.Random) -> None:
    """Workers killed in the middle of an analysis, which goes on."""

    async def analyse_through() -> str:
        async with connect(server.address.replace("http", "ws", 1) + "/ws", open_timeout=PATIENCE) as ws:
            await ws.send(json.dumps({"id": "a", "do": "analyse", "game": "connect4", "seconds": 1.5}))
            await asyncio.sleep(chooser.uniform(0, 1.5))
            victims = server.workers
            if victims:
                with suppress(OSError):
                    os.kill(chooser.choice(victims), signal.SIGKILL)
            while True:
                message = json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))
                if message["event"] in ("result", "error"):
                    return str(message["event"])

    for number in range(count):
        row.tried += 1
        if asyncio.run(analyse_through()) != "result":
            row.fail("lost", f"kill {number}: an analysis that one worker died over")
        if number % 10 == 9:
            server.look(row, f"kill {number}")


def take_all(server: Server, row: Row, count: int, chooser: random.Random) -> None:
    """Rules that take all memory, or all time."""
    for number in range(count):
        move, word = chooser.choice((("a1", "memory"), ("b1", "long")))
        status, answer = server.ask("/api/position", {"game": "file", "moves": [move]})
        row.tried += 1
        row.refused += status == 400
        if status != 400 or word not in answer["error"]["en"]:
            row.fail("wrong", f"{move}: {status} {answer}")
        server.look(row, f"rules that take all {number}")


HARMS: tuple[tuple[str, Harm, float], ...] = (
    ("half-sent requests", half_send, 0.35),
    ("silent connections", open_many, 0.5),
    ("bytes that are no request", send_nonsense, 0.2),
    ("hostile trees", send_trees, 0.1),
    ("variants of games", send_variants, 0.03),
    ("seventy searches of a socket", search_much, 0.1),
    ("workers killed", kill_workers, 0.02),
    ("rules that take all", take_all, 0.003),
)
"""Each with its share of the count."""


def attack(count: int, seed: int) -> Iterator[Row]:
    """A row for each kind of harm, all against one server, and one for what is left of it."""
    chooser = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for name, harm, share in HARMS:
                row = Row(name)
                harm(server, row, max(1, round(count * share)), chooser)
                yield row
            row = Row("a server after all that", 1)
            server.look(row, "at last")
            end = time.monotonic() + PATIENCE
            while (left := server.ask("/api/health")[1])["running"] + left["waiting"] and time.monotonic() < end:
                time.sleep(0.5)
            if left["running"] + left["waiting"]:
                row.fail("lost", f"searches that nobody wants: {left}")
            yield row
        finally:
            server.end()
