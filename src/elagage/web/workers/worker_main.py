"""A worker: reads questions from its standard input, answers on what was its standard output, ends with its server.

Questions are answered one at a time in the main thread, while another thread listens for the wish to stop or to give
way. What rules print goes to the standard error.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import traceback
from contextlib import suppress
from typing import IO, Any

from elagage.web.http_errors import Refusal, guard_work, make_internal_error
from elagage.web.workers.frames import MOST_BYTES, read_frame, write_frame

__all__ = ["main"]

POLITE = 10
"""How much a worker of low priority gives way: enough for moves to be quick, not so much that it never gets on."""
MEMORY = 2 << 30
"""Bytes of data that the system lets a worker have, stacks of threads included; its server is stricter."""


class Piece:
    """A piece of work: what is asked, what an earlier turn had found, how to tell of it, and whether to end."""

    def __init__(self, number: int, given: dict[str, Any], answers: IO[bytes]) -> None:
        self.number, self.answers = number, answers
        self.request: dict[str, Any] = given["request"]
        self.ident: str | None = given.get("id")
        self.seconds: float = given.get("seconds") or 0.0
        """How long an analysis may still take."""
        self.spent: float = given.get("spent") or 0.0
        """How long earlier turns took."""
        self.carry: Any = given.get("carry")
        """What the last turn left."""
        self.wish = ""

    def is_stopped(self) -> bool:
        """Is it to end, for good or for now?"""
        return bool(self.wish)

    def gives_way(self) -> bool:
        """Is it to go on later?"""
        return self.wish == "yield"

    def tell(self, event: dict[str, Any], carry: bool = False) -> None:
        """Tell of it on the way; ``carry``: the next turn is to know."""
        self.send({"event": event["event"], "carry": carry}, self.encode(event))

    def encode(self, found: Any) -> bytes:
        """JSON; infinite numbers are written as texts."""
        if self.ident is not None:
            found = {"id": self.ident, **found}
        try:
            text = json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        except ValueError:
            text = json.dumps(replace_infinities(found), ensure_ascii=False, separators=(",", ":"))
        return text.encode()

    def send(self, header: dict[str, Any], body: bytes) -> None:
        write_frame(self.answers, {"job": self.number, **header}, body)

    def refuse(self, refusal: Refusal) -> None:
        """The last answer: it can't be done."""
        self.send({"event": "error", "status": refusal.status, "last": True}, self.encode_refusal(refusal))

    def encode_refusal(self, refusal: Refusal) -> bytes:
        event = {"event": "error", "status": refusal.status} if self.ident is not None else {}
        return self.encode({**event, **refusal.body})


def replace_infinities(value: Any) -> Any:
    """The same with texts for numbers without end."""
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, dict):
        return {name: replace_infinities(part) for name, part in value.items()}
    return [replace_infinities(part) for part in value] if isinstance(value, list | tuple) else value


def main() -> None:
    """Work until the server has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    commands, answers = take_pipes()
    first = read_frame(commands)
    if first is None:
        return
    setup = json.loads(first[1])
    limit_process(bool(setup.get("low_priority")))
    from elagage.web.answers.tasks import Desk

    desk = Desk(setup)
    pieces: queue.SimpleQueue[tuple[str, Piece]] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(commands, answers, pieces), daemon=True).start()
    while True:
        work(desk, *pieces.get())


def take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the server; from now on nobody else's reading and printing gets into them."""
    commands, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return commands, answers


def limit_process(low_priority: bool) -> None:
    """What the system is to see to: little data, and for some that all others go first."""
    if os.name != "posix":
        return
    import resource

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if low_priority:
        with suppress(OSError):
            os.nice(POLITE)


def listen(commands: IO[bytes], answers: IO[bytes], pieces: queue.SimpleQueue[tuple[str, Piece]]) -> None:
    """What the server says; when it says nothing more, this process is over."""
    current: Piece | None = None
    try:
        while (frame := read_frame(commands)) is not None:
            header, body = frame
            if header.get("do") == "work":
                current = Piece(header["job"], json.loads(body), answers)
                pieces.put((header["task"], current))
            elif header.get("do") in ("stop", "yield") and current is not None and current.number == header["job"]:
                current.wish = header["do"]
    finally:
        os._exit(0)


def work(desk: Any, task: str, piece: Piece) -> None:
    """One piece of work, to its last answer."""
    from elagage.web.answers.tasks import TASKS, File, Later

    try:
        found = guard_work(lambda: TASKS[task](desk, piece), desk.comes_from_rules)
        if isinstance(found, Later):
            piece.send({"event": "later", "last": True}, json.dumps(found.carry).encode())
            return
        header: dict[str, Any] = {"event": "result", "last": True}
        if isinstance(found, File):
            body = found.content
            header |= {"type": found.kind, "name": found.name}
        else:
            body = piece.encode(found)
        if len(body) > MOST_BYTES:
            raise Refusal("The answer is too large for a page: give a smaller depth, or a smaller game.")
        piece.send(header, body)
    except Refusal as refusal:
        piece.refuse(refusal)
    except Exception:  # a fault of ours: it is told on the terminal
        traceback.print_exc()
        piece.refuse(make_internal_error())


if __name__ == "__main__":
    main()
