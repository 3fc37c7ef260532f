"""A worker as the server sees it: a process, two pipes, and a thread for each of them.

The server never waits for a worker: what is sent to one is written by a thread, and what it says is read by another.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from elagage.web.workers.frames import Frame, read_frame, write_frame
from elagage.web.workers.process_facts import cpu_seconds, resident_bytes

__all__ = ["WorkerProcess"]

COMMAND = ("-m", "elagage.web.workers.worker_main")
PAUSE = 0.05 if sys.platform == "linux" else 2.0
"""Seconds between two looks at its memory; where a program must be asked, it is asked less often."""


class WorkerProcess:
    """A process that answers one question at a time; ``on_frame`` hears what it says, ``on_end`` that it is gone."""

    def __init__(
        self,
        setup: dict[str, Any],
        on_frame: Callable[[WorkerProcess, dict[str, Any], bytes], None],
        on_end: Callable[[WorkerProcess], None],
    ) -> None:
        self.games: set[str] = set()
        """What it has loaded."""
        self.rested = 0.0
        """When it was last given something, or ended it."""
        self.measured, self.occupied = 0.0, 0
        flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) if setup.get("low_priority") else 0
        self.process = subprocess.Popen(
            [sys.executable, *COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=flags
        )
        self.on_frame, self.on_end = on_frame, on_end
        self.outgoing: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        self.send({"do": "begin"}, json.dumps(setup).encode())
        for work in (self.write_all, self.read_all):
            threading.Thread(target=work, name="elagage worker", daemon=True).start()

    @property
    def pid(self) -> int:
        """Its number."""
        return self.process.pid

    def send(self, header: dict[str, Any], body: bytes = b"") -> None:
        """Say something to it, soon."""
        self.outgoing.put((header, body))

    def write_all(self) -> None:
        """What the writing thread does."""
        assert self.process.stdin is not None
        with suppress(OSError, ValueError):  # it is gone: the reading thread sees it too
            while (frame := self.outgoing.get()) is not None:
                write_frame(self.process.stdin, *frame)
        with suppress(OSError, ValueError):
            self.process.stdin.close()

    def read_all(self) -> None:
        """What the reading thread does."""
        assert self.process.stdout is not None
        while (frame := read_frame(self.process.stdout)) is not None:
            self.on_frame(self, *frame)
        self.kill()  # whoever closes the pipe or writes nonsense into it is of no use any more
        self.process.wait()
        self.outgoing.put(None)
        self.process.stdout.close()
        self.on_end(self)

    def retire(self) -> None:
        """Let it go: it ends when it has nothing to do."""
        self.outgoing.put(None)

    def kill(self) -> None:
        """End it now."""
        with suppress(OSError):
            self.process.kill()

    def wait(self, seconds: float) -> None:
        """Wait until it is gone."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)

    def memory(self) -> int:
        """The bytes that it occupies, as of the last moment; 0 where the system doesn't tell."""
        now = time.monotonic()
        if now - self.measured > PAUSE:
            self.measured, self.occupied = now, resident_bytes(self.pid) or 0
        return self.occupied

    def cpu(self) -> float:
        """The seconds that it has computed; 0 where the system doesn't tell."""
        return cpu_seconds(self.pid) or 0.0
