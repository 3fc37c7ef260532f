"""Ctrl-C at random moments of random calls, one to five times within milliseconds: no process is ever lost.

Library: one process makes call after call and is interrupted in most of them; it must go on, and every call that is
left in peace must give its right answer. Command line: each command is a process, which must end with its answer or
with 130, and say nothing of our insides (what Python says where Ctrl-C meets its own beginning is Python's).
"""

from __future__ import annotations

import os
import random
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from interrupting.calls import CALLS

from attacks import Row

__all__ = ["FULL", "attack"]

FULL = 1000
PATIENCE = 600.0
"""Seconds after which a process that says nothing is lost."""
CALM = 6
"""One call in so many is left in peace."""
LONGEST = 0.6
"""Seconds after which Ctrl-C comes at the latest, if the call still goes on."""
COMMANDS = (
    ("analyse", "othello", "--depth", "12"),
    ("analyse", "connect4", "--time", "2"),
    ("solve", "connect4:5x4"),
    ("solve", "tictactoe", "--method", "retrograde"),
    ("solve", "connect4:4x4", "--method", "proof"),
    ("perft", "othello", "9"),
    ("path", "npuzzle:8#7"),
    ("check", "tictactoe"),
    ("bench",),
)
CHILD = Path(__file__).resolve().parent.parent / "interrupting" / "child.py"


class Caller:
    """The process that makes calls."""

    def __init__(self, seed: int, cache: str) -> None:
        words = [sys.executable, str(CHILD), str(seed)]
        environment = {**os.environ, "ELAGAGE_CACHE": cache}
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, bufsize=0
        )
        self.held = b""

    def read_line(self, seconds: float = PATIENCE) -> str | None:
        """The next line; None if none comes in so many seconds, empty if the process has ended."""
        assert self.process.stdout is not None
        until = time.monotonic() + seconds
        while b"\n" not in self.held:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            got = os.read(self.process.stdout.fileno(), 1 << 16)
            if not got:
                return ""
            self.held += got
        line, self.held = self.held.split(b"\n", 1)
        return line.decode()

    def call(self, name: str, delays: list[float]) -> tuple[str | None, float | None]:
        """Make a call and interrupt it after these delays; how it ended, and when it was first interrupted."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{name}\n".encode())
        line = self.read_line()
        if line != "ready":
            return line, None
        first = None
        for delay in delays:
            line = self.read_line(delay)
            if line is not None:
                return line, first
            first = first or time.monotonic()
            self.process.send_signal(signal.SIGINT)
        return self.read_line(), first

    def end(self) -> str:
        """Let it go; what it complained of at last."""
        self.process.kill()
        _out, complaint = self.process.communicate()
        return complaint.decode(errors="replace").strip()[-300:]


def attack(count: int, seed: int) -> Iterator[Row]:
    """Two rows, for the library and for the command line; ``count`` interruptions together."""
    with tempfile.TemporaryDirectory() as folder:
        cache = os.environ.get("ELAGAGE_CACHE", f"{folder}/cache")
        yield attack_library(count * 4 // 5, seed, folder, cache)
        yield attack_commands(count - count * 4 // 5, seed, cache)


def make_delays(chooser: random.Random) -> list[float]:
    """When Ctrl-C comes, and how often."""
    first = LONGEST * chooser.random() ** 2
    return [first, *(chooser.random() * 0.004 for _number in range(chooser.choice((0, 0, 1, 2, 4))))]


def attack_library(count: int, seed: int, folder: str, cache: str) -> Row:
    """One process that is interrupted again and again; a new one now and then, with an empty cache every other time."""
    chooser = random.Random(seed)
    row, waits = Row("interrupts, library"), list[float]()
    caller, calls = Caller(seed, cache), 0
    while row.tried < count:
        calls += 1
        name = chooser.choice(list(CALLS))
        delays = [] if calls % CALM == 0 else make_delays(chooser)
        line, first = caller.call(name, delays)
        row.tried += first is not None
        if line and line.startswith("interrupted ") and first is not None:
            row.refused += 1
            waits.append(float(line.split()[1]) - first)
        elif line and line.startswith("answer "):
            if line.removeprefix("answer ") != CALLS[name][1]:
                row.fail("wrong", f"seed {seed}, call {calls} ({name}): {line}")
        else:
            problem = "no answer" if line is None else line or f"dead, {caller.process.poll()}"
            row.fail("crashed", f"seed {seed}, call {calls} ({name}, {delays}): {problem} {caller.end()}")
        if caller.process.poll() is not None or calls % 40 == 0:
            caller.end()
            caller = Caller(seed + calls, f"{folder}/{calls}" if calls % 80 == 0 else cache)
    caller.end()
    if waits:
        row.name += f" ({1000 * statistics.median(waits):.0f} ms, at most {1000 * max(waits):.0f})"
    return row


def attack_commands(count: int, seed: int, cache: str) -> Row:
    """Each command in a process of its own."""
    chooser = random.Random(seed)
    row, waits = Row("interrupts, commands"), list[float]()
    environment = {**os.environ, "ELAGAGE_CACHE": cache}
    while row.tried < count:
        words = chooser.choice(COMMANDS)
        command = [sys.executable, "-m", "elagage", *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        time.sleep(2 * chooser.random())
        delays = make_delays(chooser)[1:]
        first = time.monotonic()
        process.send_signal(signal.SIGINT)
        row.tried += 1
        for delay in delays:
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
        try:
            _out, complaint = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            row.fail("crashed", f"seed {seed}, try {row.tried}: {' '.join(words)} went on")
            continue
        waits.append(time.monotonic() - first)
        text = complaint.decode(errors="replace").strip()
        early = (text.endswith("KeyboardInterrupt") and "cli/__init__.py" not in text) or (
            process.returncode == -signal.SIGINT and not text
        )
        row.refused += early or process.returncode in (2, 130)
        if not early and (process.returncode not in (0, 2, 130) or "Traceback" in text):
            text = text[-300:]
            row.fail("crashed", f"seed {seed}, try {row.tried}: {' '.join(words)}: {process.returncode} {text}")
    if waits:
        row.name += f" ({1000 * statistics.median(waits):.0f} ms, at most {1000 * max(waits):.0f})"
    return row
