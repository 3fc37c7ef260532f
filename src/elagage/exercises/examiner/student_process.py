"""The process that a student's program runs in, seen from ours: an order goes in, and what comes out is data.

Nothing that comes out is trusted: its size is bounded, its lines are read as JSON of a known shape, and the first that
is anything else ends the reading. Expected answers are never sent.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

from elagage.errors import refuse_in_browser
from elagage.exercises.examiner.inside import PACKAGE
from elagage.i18n import Message

__all__ = ["WAYS", "Transcript", "run_student"]

WAYS = ("namespaces", "landlock", "subreaper")
"""How a process is confined, where the system can."""
INSIDE = Path(__file__).resolve().parent / "inside"
MODULES = (
    "game_words", "file_glances", "tree_styles", "graph_styles", "answer_codes", "student_files", "confinement",
    "student_runner",
)  # fmt: skip
KINDS = ("minimax", "negamax", "alphabeta", "attractor", "winning", "dijkstra", "astar", "heuristic")
UNUSABLE = ("missing", "signature", "graph_signature", "syntax", "import", "import_timeout")
PROBLEMS = ("exception", "recursion", "timeout", "illegal")
MOST_VARIANTS = 64
MOST_OUTPUT = 16 << 20
LONGEST_LINE = 1 << 18
GLANCE = 0.2
"""Seconds between two looks whether somebody wants it to stop."""


@dataclass
class Transcript:
    """What came out."""

    had: tuple[str, ...] = ()
    """What could be had of a confinement."""
    found: dict[str, Any] = field(default_factory=dict)
    answers: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    """By case and variant."""
    printed: bool = False
    late: bool = False
    """Had the process to be ended?"""
    strange: bool = False
    """Was there something that the runner doesn't write?"""


@cache
def shipped_modules() -> list[tuple[str, str]]:
    """The modules that run in the student's process, those that others need first."""
    parts = PACKAGE.split(".")
    packages = [(".".join(parts[:count]), "") for count in range(1, len(parts) + 1)]
    return packages + [(f"{PACKAGE}.{name}", (INSIDE / f"{name}.py").read_text(encoding="utf-8")) for name in MODULES]


def run_student(
    order: dict[str, Any],
    memory: int,
    patience: float,
    ways: Sequence[str] = WAYS,
    stopped: Callable[[], bool] = lambda: False,
) -> Transcript:
    """Run an order in a new process, at most so many seconds, or until somebody wants it to stop."""
    refuse_in_browser(Message("The examiner of students' programs"))
    folder = os.path.realpath(tempfile.mkdtemp(prefix="elagage-"))
    here = Path(__file__).resolve().parents[2]
    given = {
        "modules": shipped_modules(),
        "package": PACKAGE,
        "settings": {"ways": list(ways), "folder": folder, "hide": [str(here)], "memory": memory, "seconds": patience},
        "order": order,
    }
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    boot = (INSIDE / "boot.py").read_text(encoding="utf-8")
    try:
        process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-B", "-X", "utf8", "-c", boot],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**kept, "TMPDIR": folder, "HOME": folder, "PYTHONHASHSEED": "0"}, start_new_session=True, cwd=folder,
        )  # fmt: skip
        try:
            output, late = exchange(process, json.dumps(given).encode(), monotonic() + patience, stopped)
        finally:
            end(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    transcript = read_transcript(output)
    transcript.late = late
    return transcript


def exchange(
    process: subprocess.Popen[bytes], data: bytes, end_time: float, stopped: Callable[[], bool]
) -> tuple[bytes, bool]:
    """Write and read at the same time, until the pipe is closed, the time is over or it is too much;
    was the time over?
    """
    assert process.stdin is not None
    assert process.stdout is not None
    if sys.platform == "win32":
        try:
            return process.communicate(data, timeout=max(end_time - monotonic(), 0.1))[0][:MOST_OUTPUT], False
        except subprocess.TimeoutExpired as error:
            process.kill()
            return error.output or process.communicate()[0], True
    os.set_blocking(process.stdin.fileno(), False)
    chunks: list[bytes] = []
    size = 0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdin, selectors.EVENT_WRITE)
        selector.register(process.stdout, selectors.EVENT_READ)
        while size < MOST_OUTPUT:
            left = end_time - monotonic()
            if left <= 0 or stopped():
                return b"".join(chunks), True
            for key, _events in selector.select(min(left, GLANCE)):
                if key.fileobj is process.stdin:
                    try:
                        data = data[os.write(process.stdin.fileno(), data) :]
                    except BrokenPipeError:
                        data = b""
                    if not data:
                        selector.unregister(process.stdin)
                        process.stdin.close()
                else:
                    chunk = os.read(process.stdout.fileno(), 1 << 16)
                    if not chunk:
                        return b"".join(chunks), False
                    chunks.append(chunk)
                    size += len(chunk)
    return b"".join(chunks), False


def end(process: subprocess.Popen[bytes]) -> None:
    """End the process and what it started: the supervisor first, which ends the others, then its group."""
    if process.poll() is None:
        with contextlib.suppress(OSError):
            process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2)
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def read_transcript(output: bytes) -> Transcript:
    """The lines in their shapes; reading ends at the first that has none."""
    transcript = Transcript()
    lines = output.split(b"\n")
    if lines and lines[-1]:
        lines.pop()  # a line that was not finished
    for number, line in enumerate(lines):
        if not line and number == len(lines) - 1:
            break
        thing = read_line(line)
        if thing is None or not take(transcript, thing, number):
            transcript.strange = True
            break
    return transcript


def read_line(line: bytes) -> dict[str, Any] | None:
    """A line as a JSON object, if it is one of a bearable size."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        thing = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return thing if isinstance(thing, dict) else None


def take(transcript: Transcript, thing: dict[str, Any], number: int) -> bool:
    """Put a line into its place; False if it has none."""
    if number == 0:
        had = thing.get("had")
        if isinstance(had, list):
            transcript.had = tuple(str(word) for word in had)
        return isinstance(had, list)
    if number == 1:
        transcript.found = thing if is_finding(thing) else {}
        return is_finding(thing)
    if set(thing) == {"printed"}:
        transcript.printed = bool(thing["printed"])
        return True
    match thing.get("id"):
        case [int(case), int(variant)] if (case, variant) not in transcript.answers and is_answer(thing):
            transcript.answers[case, variant] = thing
            return True
    return False


def is_finding(thing: dict[str, Any]) -> bool:
    """Does this line say what was found in a file?"""
    if "problem" in thing:
        return thing["problem"] in UNUSABLE and is_telling(thing)
    return (
        all(isinstance(thing.get(key), str) and len(thing[key]) <= 100 for key in ("name", "kind", "style"))
        and thing["kind"] in KINDS
        and type(thing.get("variants")) is int
        and 0 < thing["variants"] <= MOST_VARIANTS
        and all(isinstance(thing.get(key), bool) for key in ("depth", "remembers", "shares", "windowed", "relative"))
    )


def is_answer(thing: dict[str, Any]) -> bool:
    """Is this line an answer, or a problem that an answer may have?"""
    if "problem" in thing:
        return thing["problem"] in PROBLEMS and is_telling(thing)
    lists = all(thing.get(key) is None or is_numbers(thing[key]) for key in ("visited", "expanded"))
    return lists and (isinstance(thing.get("answer"), dict) or isinstance(thing.get("table"), dict))


def is_telling(thing: dict[str, Any]) -> bool:
    """Are the words of a problem words, and the line a line?"""
    words = (thing.get(key, "") for key in ("text", "kind"))
    line = thing.get("line")
    return all(isinstance(word, str) and len(word) <= 400 for word in words) and (line is None or type(line) is int)


def is_numbers(thing: Any) -> bool:
    """Is this a list of whole numbers?"""
    return isinstance(thing, list) and all(type(item) is int for item in thing)
