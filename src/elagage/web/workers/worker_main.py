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
from contextlib import suppress
from functools import partial
from typing import IO

from elagage.web.workers.frames import read_frame, write_frame
from elagage.web.workers.pieces import Piece, work

__all__ = ["main"]

POLITE = 10
"""How much a worker of low priority gives way: enough for moves to be quick, not so much that it never gets on."""
MEMORY = 2 << 30
"""Bytes of data that the system lets a worker have, stacks of threads included; its server is stricter."""


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
                current = Piece(header["job"], json.loads(body), partial(write_frame, answers))
                pieces.put((header["task"], current))
            elif header.get("do") in ("stop", "yield") and current is not None and current.number == header["job"]:
                current.wish = header["do"]
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
