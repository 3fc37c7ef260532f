"""A parser and its hostile texts, tried in children that are forked: one that dies or hangs costs itself alone.

Each input is bounded in computing time by a timer of the system and in memory by a limit; what a child is at stands in
memory that its parent shares, so that the input which killed it is known, and the next child goes on behind it.
"""

from __future__ import annotations

import faulthandler
import mmap
import os
import random
import resource
import signal
import struct
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from attacks import Row

from elagage.errors import MessageException
from fuzzing.hostile_texts import make_hostile

__all__ = ["Different", "Target", "make_input", "run_target"]

SECONDS = 10.0
"""Of computing, for one input: a refusal takes milliseconds, so this is far from what any machine needs."""
MEMORY = 1 << 30
"""How much more than before a child may map."""
BATCH = 20_000
"""Inputs of cost 1 a child: what a parser keeps in so many of them fits into the memory that it may take."""
COUNTERS = struct.Struct("=qqqq")
"""The number of the input, how many were refused, crashed and wrong."""


class Different(Exception):
    """What was accepted and printed does not read back as the same."""


@dataclass(frozen=True)
class Target:
    """A parser: valid texts, and what is done with a hostile one, which may raise one of our errors or nothing."""

    name: str
    samples: Sequence[str]
    call: Callable[[str], object]
    cost: int = 1
    """How many times as long as a plain parser it takes: it gets that many times fewer inputs."""
    refusals: tuple[type[BaseException], ...] = field(default=())
    """Errors beside ours that are a refusal here."""


def make_input(target: Target, seed: int, number: int) -> str:
    """The input of that number: the same wherever it is asked for."""
    return make_hostile(random.Random(f"{target.name}/{seed}/{number}"), target.samples)


def run_target(target: Target, count: int, seed: int) -> Row:
    """Try so many inputs of a target."""
    row = Row(target.name)
    shared = mmap.mmap(-1, COUNTERS.size)
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "failures"
        done = 0
        while done < count:
            notes.write_text("")
            COUNTERS.pack_into(shared, 0, done, 0, 0, 0)
            child = fork_child(target, seed, done, min(count, done + max(1, BATCH // target.cost)), shared, notes)
            _pid, status = os.waitpid(child, 0)
            at, refused, crashed, wrong = COUNTERS.unpack_from(shared)
            told = notes.read_text(encoding="utf-8", errors="replace")
            failures = [part for part in told.split("\f") if part.startswith(("crashed", "wrong"))]
            for kind, number in (("crashed", crashed), ("wrong", wrong)):
                told_of_kind = [part.partition(": ")[2] for part in failures if part.startswith(kind)]
                for place in range(number):
                    row.fail(kind, told_of_kind[place] if place < len(told_of_kind) else "")
            row.refused += refused
            if status != 0:
                row.fail("crashed", describe_death(target, seed, at, status, told.rpartition("\f")[2]))
                at += 1
            row.tried += at - done
            done = at
    shared.close()
    return row


def fork_child(target: Target, seed: int, first: int, last: int, shared: mmap.mmap, notes: Path) -> int:
    """A child that tries the inputs from ``first`` to before ``last``; its process number."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        with notes.open("a", encoding="utf-8", errors="backslashreplace") as file:
            bound_child(file.fileno())
            try_inputs(
                target, seed, range(first, last), shared, lambda text: print(text, end="\f", file=file, flush=True)
            )
        code = 0
    finally:
        os._exit(code)


def bound_child(notes: int) -> None:
    """Limits on memory and files, silence, and a death by the timer that says where it struck."""
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    if pages:
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    faulthandler.register(signal.SIGPROF, file=notes, all_threads=False, chain=True)
    faulthandler.enable(file=notes, all_threads=False)


def try_inputs(target: Target, seed: int, numbers: range, shared: mmap.mmap, tell: Callable[[str], None]) -> None:
    """Try inputs one after the other, and count in the shared memory."""
    refused = crashed = wrong = 0
    for number in numbers:
        COUNTERS.pack_into(shared, 0, number, refused, crashed, wrong)
        text = make_input(target, seed, number)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            target.call(text)
        except MessageException:
            refused += 1
        except target.refusals:
            refused += 1
        except Different as error:
            wrong += 1
            tell(f"wrong: {name_input(target, seed, number, text)}: {error}")
        except BaseException as error:
            crashed += 1
            tell(f"crashed: {name_input(target, seed, number, text)}: {describe_error(error)}")
        signal.setitimer(signal.ITIMER_PROF, 0)
    COUNTERS.pack_into(shared, 0, numbers.stop, refused, crashed, wrong)


def describe_error(error: BaseException) -> str:
    """The error, and the last lines of ours that it came through."""
    places = traceback.extract_tb(error.__traceback__)[1:]
    shown = [f"{Path(place.filename).name}:{place.lineno}" for place in places[-4:]]
    return f"{type(error).__name__}: {str(error)[:120]} at {' '.join(shown)}"


def describe_death(target: Target, seed: int, number: int, status: int, told: str) -> str:
    """What killed a child, and where, if the system said."""
    cause = (
        signal.Signals(os.WTERMSIG(status)).name
        if os.WIFSIGNALED(status)
        else f"exit {os.waitstatus_to_exitcode(status)}"
    )
    lines = [line.strip() for line in told.splitlines() if line.strip().startswith("File")]
    text = make_input(target, seed, number)
    return f"{name_input(target, seed, number, text)}: {cause} at {' < '.join(lines[:6])}"


def name_input(target: Target, seed: int, number: int, text: str) -> str:
    """The input as a maintainer asks for it again, and its beginning."""
    shown = ascii(text) if len(text) <= 200 else f"{text[:150]!a}... ({len(text)} characters)"
    return f"{target.name} {number} (seed {seed}) {shown}"
