"""Does the web app hold?

Many sockets and searches at once, how long a ping takes meanwhile, and how soon the first page is there.

    make bench-web
    python benchmarks/web.py --sockets 40 --searches 10      a quick look

A server is started as ``elagage serve`` starts it. Then so many sockets are opened, and so many searches asked for at
once: positions of Connect 4 from random games, to a fixed depth, each of which must give the very value that the engine
gives by itself. None may be lost, the process must stay under 1 GB, and when all sockets are closed no search, no
thread of one and no socket may be left. The caches are warmed before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import elagage

GAME = "connect4"
DEPTH = 7


class Server:
    """``elagage serve`` in a process of its own."""

    def __init__(self, data: Path, *more: str) -> None:
        began = time.perf_counter()
        environment = {**os.environ, "ELAGAGE_DATA": str(data), "PYTHONUNBUFFERED": "1"}
        words = [sys.executable, "-m", "elagage", "serve", "--no-browser", "--port", "0", *more]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http")).rstrip("/")
        self.printed = time.perf_counter() - began
        while True:
            try:
                self.get("/")
                break
            except OSError:
                time.sleep(0.01)
        self.page = time.perf_counter() - began

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return bytes(answer.read())

    def health(self) -> dict[str, int]:
        return dict(json.loads(self.get("/api/health")))

    def status(self, name: str) -> int:
        """A number of /proc/PID/status; 0 where there is no such file."""
        try:
            lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) for line in lines if line.startswith(name + ":")), 0)

    def memory(self) -> tuple[float, int]:
        """Megabytes of the server and its workers, what they share counted once, and how many workers there are."""
        pids, total = [self.process.pid], 0.0
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            pids += [int(word) for word in task.read_text().split()]
        for pid in pids:
            try:
                lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            except OSError:
                continue
            total += next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)
        return total, len(pids) - 1

    @property
    def socket(self) -> str:
        return self.address.replace("http", "ws", 1) + "/ws"

    def end(self) -> float:
        began = time.perf_counter()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)
        return time.perf_counter() - began


def positions(count: int) -> list[tuple[list[str], Any]]:
    """Lines of Connect 4, and what the engine gives for where they end."""
    game = elagage.load(GAME)
    chooser = random.Random(1)
    found: list[tuple[list[str], Any]] = []
    while len(found) < count:
        state, names = game.start(), []
        for _ply in range(chooser.randrange(2, 12)):
            move = chooser.choice(list(game.moves(state)))
            names.append(game.move_name(state, move))
            state = game.play(state, move)
            if game.over(state):
                break
        if not game.over(state):
            result = elagage.analyse(game, state, depth=DEPTH, every_move=True, memory=16)
            found.append((names, result.score.text(game.players)))
    return found


def place_of(number: int) -> tuple[str, int]:
    """An address for each person: on Linux all of 127.0.0.0/8 is this machine."""
    return (f"127.0.{number // 250}.{2 + number % 250}" if sys.platform == "linux" else "127.0.0.1"), 0


async def result(socket: ClientConnection, ident: str) -> dict[str, Any]:
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), 180))
        if message["id"] == ident and message["event"] in ("result", "error"):
            return dict(message)


async def run_crowd(server: Server, sockets: int, lines: list[tuple[list[str], Any]]) -> tuple[int, int, float]:
    """How many answers were lost, how many wrong, and the seconds it took."""
    async with AsyncExitStack() as stack:
        opened = [
            await stack.enter_async_context(connect(server.socket, local_addr=place_of(number)))
            for number in range(sockets)
        ]
        began = time.perf_counter()
        for number, (names, _score) in enumerate(lines):
            request = {"id": "s", "do": "analyse", "game": GAME, "moves": names, "depth": DEPTH, "seconds": 60}
            await opened[number].send(json.dumps(request))
        found = await asyncio.gather(
            *(result(opened[number], "s") for number in range(len(lines))), return_exceptions=True
        )
        seconds = time.perf_counter() - began
        assert server.health()["sockets"] == sockets
    answers = [answer for answer in found if isinstance(answer, dict) and answer["event"] == "result"]
    good = sum(
        isinstance(answer, dict) and answer.get("score", {}).get("en") == score
        for answer, (_names, score) in zip(found, lines, strict=True)
    )
    return len(lines) - len(answers), len(answers) - good, seconds


async def time_pings(server: Server, count: int) -> list[float]:
    """How long pings take while two searches run."""
    delays = []
    async with connect(server.socket) as busy, connect(server.socket) as quick:
        for number in range(2):
            request = {"id": f"{number}", "do": "analyse", "game": GAME, "moves": [], "seconds": 60}
            await busy.send(json.dumps(request))
        await asyncio.sleep(1.0)
        for number in range(count):
            began = time.perf_counter()
            await quick.send(json.dumps({"id": number, "do": "ping"}))
            await quick.recv()
            delays.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(0.01)
    return sorted(delays)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--searches", type=int, default=50)
    parser.add_argument("--pings", type=int, default=300)
    parser.add_argument("--starts", type=int, default=3)
    options = parser.parse_args()
    lines = positions(options.searches)
    rows: list[tuple[str, str, str, bool]] = []

    def row(name: str, value: str, bar: str, good: bool) -> None:
        rows.append((name, value, bar, good))

    with tempfile.TemporaryDirectory() as folder:
        starts = []
        for _start in range(options.starts):
            server = Server(Path(folder))
            starts.append((server.printed, server.page))
            server.end()
        address, page = (median(column) for column in zip(*starts, strict=True))
        row("from start to the address", f"{address:.2f} s", "", True)
        row("from start to the first page", f"{page:.2f} s", "2 s", page < 2)

        server = Server(Path(folder))
        asyncio.run(run_crowd(server, 2, lines[:2]))  # the engine is imported and its code loaded
        time.sleep(0.5)
        threads = server.status("Threads") - 2 * server.memory()[1]
        lost, wrong, seconds = asyncio.run(run_crowd(server, options.sockets, lines))
        row(f"{options.sockets} sockets, {options.searches} searches: seconds", f"{seconds:.1f} s", "", True)
        row("lost", f"{lost}", "0", lost == 0)
        row("wrong", f"{wrong}", "0", wrong == 0)
        peak, workers = server.memory()
        row(f"memory, with {workers} workers", f"{peak / 1000:.2f} GB", "1 GB", peak < 1000)
        delays = asyncio.run(time_pings(server, options.pings))
        row("ping during two searches, p50", f"{delays[len(delays) // 2]:.1f} ms", "", True)
        p99 = delays[int(0.99 * (len(delays) - 1))]
        row("ping during two searches, p99", f"{p99:.1f} ms", "100 ms", p99 < 100)
        time.sleep(1.0)
        health = server.health()
        left = health["sockets"] + health["running"] + health["waiting"] + health["begun"] - health["ended"]
        row("sockets and searches left", f"{left}", "0", left == 0)
        more = server.status("Threads") - 2 * server.memory()[1] - threads
        row("threads more than before, beside two a worker", f"{more}", "0", more <= 0)
        ended = server.end()
        row("from Ctrl-C to the end", f"{ended:.2f} s", "1 s", ended < 1)

    for name, value, bar, good in rows:
        print(f"{name:44}{value:>12}   {bar:8}{'' if not bar else 'ok' if good else 'MISSED'}")
    return 0 if all(good for _name, _value, _bar, good in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
