"""The programs of a class: one verdict each, some at a time; what happens to one costs no other its verdict."""

from __future__ import annotations

import contextvars
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from threading import Event
from typing import Any

from elagage.errors import ElagageError, refuse_in_browser
from elagage.exercises.csv_files import csv_bytes
from elagage.exercises.examiner import Verdict, verify_file
from elagage.i18n import Message, _

__all__ = ["COLUMNS", "verdicts_csv", "verify_many"]

COLUMNS = (
    Message("file"), Message("function"), Message("algorithm"), Message("verdict"), Message("sentence"),
    Message("tree"), Message("expected"), Message("got"), Message("misconception"), Message("notes"),
)  # fmt: skip
"""The first line of a file of verdicts, in whichever language it is written."""


def verify_many(
    paths: Sequence[Path],
    *,
    workers: int | None = None,
    on_progress: Callable[[int, Path, Verdict], None] | None = None,
    **options: Any,
) -> list[tuple[Path, Verdict]]:
    """The verdicts in the order of the paths; ``on_progress`` is told how many are done, as they are.

    Ctrl-C ends the programs that run, and is raised again when all verdicts that were found are told. At most two
    programs run at a time unless more ``workers`` are asked for.
    """
    refuse_in_browser(Message("The examiner of students' programs"))
    count = workers or min(2, os.cpu_count() or 1)
    stop = Event()
    found: dict[int, Verdict] = {}
    with ThreadPoolExecutor(count) as pool:
        futures = {
            pool.submit(contextvars.copy_context().run, verify_safely, path, stop, options): number
            for number, path in enumerate(paths)
        }

        def take(done: int, future: Future[Verdict]) -> None:
            number, verdict = futures[future], future.result()
            if on_progress is not None:
                on_progress(done, paths[number], verdict)
            found[number] = verdict

        try:
            for done, future in enumerate(as_completed(futures), 1):
                take(done, future)
        except BaseException as error:
            stop.set()
            pool.shutdown(cancel_futures=True)
            if isinstance(error, KeyboardInterrupt):
                for future, number in futures.items():
                    if number not in found and not future.cancelled() and future.exception() is None:
                        take(len(found) + 1, future)
            raise
    return [(path, found[number]) for number, path in enumerate(paths)]


def verify_safely(path: Path, stop: Event, options: dict[str, Any]) -> Verdict:
    """A verdict whatever happens."""
    try:
        return verify_file(path, stopped=stop.is_set, **options)
    except ElagageError as error:
        return Verdict("unreadable", str(error))
    except Exception as error:
        text = _("{path} could not be examined: {problem}. Please report it.")
        return Verdict("unexamined", text.format(path=path, problem=f"{type(error).__name__}: {error}"[:200]))


def verdicts_csv(verdicts: Sequence[tuple[Path, Verdict]]) -> bytes:
    """A line a program."""
    rows: list[Sequence[Any]] = []
    for path, verdict in verdicts:
        expected = "" if verdict.expected is None else verdict.expected
        rows.append((
            str(path), verdict.function, verdict.algorithm, verdict.verdict, verdict.sentence, verdict.tree, expected,
            verdict.got, verdict.explanation, " ".join(verdict.notes),
        ))  # fmt: skip
    return csv_bytes(COLUMNS, rows)
