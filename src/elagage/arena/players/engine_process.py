"""Another program: started by the command that the user wrote, spoken to by lines, and ended for certain.

No shell is involved. The program's lines are read by a thread of their own, so that waiting for one has an end. It is
in a process group of its own: Ctrl-C does not reach it, and it goes with all that it started. On Linux it also goes
when the thread that started it goes.
"""

from __future__ import annotations

import atexit
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from elagage.arena.players.player_types import Failure
from elagage.errors import refuse_in_browser
from elagage.i18n import Message

__all__ = ["EngineProcess", "end_all"]

LONGEST = 1 << 16
"""A line that is longer is cut."""
WAITING = 10_000
"""Lines that are kept while nobody reads them."""
PARENT_DEATH = 1
"""prctl's number for the signal that comes when the parent goes."""

RUNNING: weakref.WeakSet[EngineProcess] = weakref.WeakSet()


def end_all() -> None:
    """End every program that this process has started."""
    for program in list(RUNNING):
        program.end()


atexit.register(end_all)


def goes_with_parent() -> Callable[[], None] | None:
    """What a new process calls first so that it does not outlive this one; None where the system has no such thing."""
    if sys.platform != "linux":
        return None
    import ctypes

    prctl = ctypes.CDLL(None, use_errno=True).prctl
    return lambda: prctl(PARENT_DEATH, signal.SIGKILL)


class EngineProcess:
    """A program that reads and writes lines."""

    def __init__(self, command: str) -> None:
        refuse_in_browser(Message("Another program as a player"))
        self.command = command
        options: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {}
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                preexec_fn=goes_with_parent(), **options,  # noqa: PLW1509  (one call of the system, and no other way)
            )  # fmt: skip
        except OSError as error:
            raise Failure(
                "crash", Message("{command} can't be started: {problem}.", command=command, problem=error.strerror)
            ) from None
        self.lines: queue.Queue[str | None] = queue.Queue(WAITING)
        self.reader = threading.Thread(target=self.read_lines, daemon=True)
        self.reader.start()
        RUNNING.add(self)

    def read_lines(self) -> None:
        """Put the program's lines where they are waited for; None is its end."""
        assert self.process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self.process.stdout.readline(LONGEST):
                self.lines.put(line.decode("utf-8", "replace").strip())
        self.lines.put(None)

    def write(self, *lines: str) -> None:
        """Write lines; Failure if the program has ended."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines).encode())
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self.crash() from None

    def read_line(self, seconds: float) -> str | None:
        """The next line; None if there is none in time, Failure if the program has ended."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            self.lines.put(None)
            raise self.crash()
        return line

    def crash(self) -> Failure:
        """The failure of a program that has ended."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        return Failure(
            "crash", Message("{command} ended with code {code}.", command=self.command, code=self.process.poll())
        )

    def end(self, last: str = "") -> None:
        """End the program: by its own word for it, and by force if it does not listen at once."""
        RUNNING.discard(self)
        if last and self.process.poll() is None:
            with suppress(Failure):
                self.write(last)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.2)
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.close()
