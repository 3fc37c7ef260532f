"""Runs a student's file in a process of its own, which knows nothing of the rest of the package.

It reads one JSON object from standard input and writes one a line: first what it found in the file, then an answer a
tree. What the student's program prints goes nowhere.
"""

from __future__ import annotations

import io
import json
import math
import os
import signal
import sys
import traceback
from typing import Any

from elagage.exercises.student_files import MissingError, SignatureError, Student
from elagage.exercises.tree_styles import VALUE, Node

__all__ = ["main"]


class Timeout(BaseException):
    """A tree takes too long."""


def numbers_of(answer: Any) -> list[Any] | None:
    """The numbers in an answer, in their places; None if there is none."""
    items = list(answer) if isinstance(answer, tuple | list) and not isinstance(answer, Node) else [answer]
    found = [
        item if isinstance(item, int | float) and not isinstance(item, bool) and not math.isnan(item) else None
        for item in items[:4]
    ]
    return found if any(item is not None for item in found) else None


def run_job(student: Student, job: dict[str, Any], player: Any, limit: float) -> dict[str, Any]:
    """The answer for one tree, or what went wrong."""
    try:
        set_timers(limit)
        answer = student.call(job, player, False)
        numbers = numbers_of(answer)
        if numbers is None:
            return {"problem": "type", "text": repr(answer)[:60]}
        result: dict[str, Any] = {"numbers": numbers, "visited": None}
        if job["visits"]:
            again = numbers_of(student.call(job, player, True)) if student.style == "lists" else numbers
            result["visited"] = student.list_visited() if again == numbers else None
        return result
    except Timeout:
        return {"problem": "timeout"}
    except RecursionError:
        return {"problem": "recursion"}
    except BaseException as error:
        return failure("exception", error, student.module.__file__)
    finally:
        set_timers(0)


def set_timers(limit: float) -> None:
    """Ring after so many seconds of computing, whatever else the machine does, or ten times as many of sleeping.

    0: never.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.setitimer(signal.ITIMER_REAL, 10 * limit)


def failure(problem: str, error: BaseException, path: str | None) -> dict[str, Any]:
    """An exception in a few words, with the line of the student's file."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return {"problem": problem, "kind": type(error).__name__, "text": " ".join(text.split())[:160], "line": line}


def limit_memory(megabytes: int) -> None:
    """Where the system can: no more memory than that, no large files."""
    try:
        import resource

        size = megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    except (ImportError, OSError, ValueError):
        pass


class Counter(io.TextIOBase):
    """Where prints go: they are counted."""

    count = 0

    def write(self, text: str) -> int:
        """Forget the text."""
        self.count += len(text)
        return len(text)


def main() -> None:
    """Read the order, run the student's function, write the answers."""
    order = json.loads(sys.stdin.buffer.read())
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    printed = Counter()
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), printed, Counter()

    def tell(answer: dict[str, Any]) -> None:
        channel.write(json.dumps(answer) + "\n")
        channel.flush()

    def ring(*_arguments: Any) -> None:
        raise Timeout

    limit_memory(order["memory"])
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, ring)
        signal.signal(signal.SIGPROF, ring)
    set_timers(order["limit"] * 3)
    path = order["path"]
    try:
        student = Student(path, order["function"], order["style"])
    except MissingError as error:
        tell({"problem": "missing", "text": str(error)})
        return
    except SignatureError as error:
        tell({"problem": "signature", "text": str(error)})
        return
    except Timeout:
        tell({"problem": "import_timeout"})
        return
    except SyntaxError as error:
        tell(failure("syntax", error, path))
        return
    except BaseException as error:
        tell(failure("import", error, path))
        return
    players = student.players() if any(role == "player" for role, _name in student.roles) else [None]
    helped = bool(student.used & VALUE) or student.has("value") or student.style == "game"
    tell({
        "name": student.name, "kind": student.kind, "style": student.style,
        "relative": student.relative, "players": len(players), "depth": student.has("depth") and helped,
    })  # fmt: skip
    for job in order["jobs"]:
        answer = run_job(student, job, players[order["player"] % len(players)], order["limit"])
        tell(answer)
        if answer.get("problem") == "timeout":
            break  # there may be many of them
    tell({"printed": printed.count})
