"""The one door to native code: threads that run it and own what it works on, and a caller that hears Ctrl-C meanwhile.

    caller                                   worker
    starts a job              ── job ──>     runs it without the interpreter's lock
    waits, a moment at a time                holds the job, and so its arguments, until it has ended
    Ctrl-C: sets the halt word  ......>      the kernel sees the word and returns
    waits for that, then raises  <── end     gives back what it held

Native code is given addresses, and an exception may leave the caller's frames between any two of their steps, again
and again. So no memory depends on them: a kernel's arrays belong to its job, which the worker lets go when the kernel
has returned. Waiting for that end is a courtesy (what was interrupted doesn't go on unseen); a kernel that does not
come back is left alone with its memory.

Compilation takes no halt word. Whoever waits for it may leave at any moment; it goes on to its end by itself, and
neither keeps a process from ending nor holds a lock of the caller's. Only workers call the code generator, whose own
lock an interrupted caller would keep for ever.
"""

from __future__ import annotations

import _imp
import _thread
import atexit
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from types import FrameType
from typing import Any, TypeVar

__all__ = [
    "MOMENT",
    "Abandoned",
    "Halt",
    "Job",
    "await_end",
    "check_stop",
    "heed_stop",
    "hold_interrupts",
    "is_deep",
    "new_bell",
    "run_compilation",
    "run_job",
    "run_race",
]

Answer = TypeVar("Answer")
Halt = tuple[Any, int]
"""A memory and the index of the word in it that tells a kernel to end."""

STACK = 256 << 20
"""Bytes of addresses for a worker, since rules may call themselves many times; memory is taken as it is used."""
MOMENT = 0.02
"""Seconds of waiting after which a caller looks whether somebody wants something else."""
COURTESY = 2.0
"""Seconds that an interrupted caller waits for its kernel to end."""
LAST_MOMENT = 0.5
"""The same when the process ends."""
LONGEST_GOODBYE = 10.0
"""Seconds that a compilation is waited for then, where it must be."""
MOST_IDLE = 4
"""Workers that are kept for the next jobs."""


class Abandoned(BaseException):
    """Somebody asked to stop before the rules were compiled.

    It says nothing about them, so that no ``except Exception`` may take it for an answer.
    """


class Job:
    """A piece of work for a worker, with everything that must live until it has ended."""

    __slots__ = ("__weakref__", "answer", "arguments", "bell", "ended", "error", "halt", "held", "started", "work")

    def __init__(
        self,
        work: Callable[..., Any],
        arguments: tuple[Any, ...] = (),
        halt: Halt | None = None,
        held: Any = None,
        bell: Any = None,
    ) -> None:
        self.work, self.arguments, self.halt, self.held = work, arguments, halt, held
        self.bell = new_bell() if bell is None else bell
        """Rings when the job has ended; several jobs may share one."""
        self.started = self.ended = False
        self.answer: Any = None
        self.error: BaseException | None = None

    def start(self) -> None:
        """Give it to a worker."""
        if CLOSING:
            leave_quickly()
        free_imports()
        try:
            inbox = IDLE.pop()
        except IndexError:
            begin_worker(self)
            return
        self.started = True  # no call stands between these two, so that no exception can
        inbox.put(self)

    def run(self, inbox: SimpleQueue[Job]) -> None:
        """Do it, in a worker, which is idle again before the caller hears of the end."""
        RUNNING.add(self)
        try:
            self.answer = self.work(*self.arguments)
        except BaseException as error:
            self.error = error
        RUNNING.discard(self)
        del self.work, self.arguments, self.halt, self.held
        if len(IDLE) < MOST_IDLE:
            IDLE.append(inbox)
        else:
            inbox.put(LAST)
        self.ended = True
        self.ring()

    def ring(self) -> None:
        """Wake whoever waits."""
        with suppress(RuntimeError):  # it rings already
            self.bell.release()

    def is_over(self) -> bool:
        """Is nobody working at it (any more)?"""
        return self.ended or not self.started

    def wait(self, seconds: float = MOMENT) -> bool:
        """Wait a moment for the bell, which may be that of another job; has this one ended?"""
        if not self.ended:
            self.bell.acquire(True, seconds)
        return self.ended

    def result(self) -> Any:
        """What it gave; what it raised is raised."""
        if self.error is not None:
            try:
                raise self.error
            finally:
                self.error = None  # which holds this very frame
        return self.answer


def new_bell() -> Any:
    """A bell that does not ring yet."""
    bell = _thread.allocate_lock()
    bell.acquire()
    return bell


# Workers -------------------------------------------------------------------------------------------------------------

HERE = threading.local()
IDLE: list[SimpleQueue[Job]] = []
"""The inboxes of workers without work."""
RUNNING: set[Job] = set()
CLOSING: list[bool] = []
"""Is the process ending?"""
LAST = Job(int)
"""After it a worker goes home."""


def is_deep() -> bool:
    """Is this thread a worker, with room for deep recursion?"""
    return getattr(HERE, "deep", False)


def begin_worker(job: Job) -> None:
    """Start a worker with its first job."""
    before = threading.stack_size(STACK)
    try:
        job.started = True
        _thread.start_new_thread(serve, (job,))
    except RuntimeError:  # there is no room for another thread
        job.started = False
        raise
    finally:
        threading.stack_size(before)


def free_imports() -> None:
    """Give back the lock of all imports, should this thread hold it.

    Python holds it during a few steps of its own, from which nobody can call us. But Ctrl-C between two of them leaves
    it taken for ever, and a worker that has to import something would wait as long.
    """
    with suppress(RuntimeError):  # another thread's, which gives it back
        while _imp.lock_held():
            _imp.release_lock()


def serve(job: Job) -> None:
    """A worker's life."""
    HERE.deep = True
    inbox: SimpleQueue[Job] = SimpleQueue()
    while job is not LAST:
        job.run(inbox)
        del job
        job = inbox.get()


def forget_workers() -> None:
    """A process that was made by fork has this one thread only."""
    IDLE.clear()
    for job in list(RUNNING):
        job.error, job.ended = RuntimeError("its thread stayed in the parent process"), True
    RUNNING.clear()


def halt_all() -> None:
    """Tell all kernels to end, and give them a moment: the process does."""
    CLOSING.append(True)
    until = time.monotonic() + LAST_MOMENT
    halted = [job for job in list(RUNNING) if set_halt(job)]
    while any(not job.ended for job in halted) and time.monotonic() < until:
        time.sleep(0.001)
    if RUNNING:
        leave_quickly()


def leave_quickly() -> None:
    """See to it that the process ends without taking down LLVM, whose destructors crash while a worker is inside of it.

    Python itself ends as usual, and the exit code stays. Where the system has no such way, the work is waited for.
    """
    import ctypes

    library: Any = ctypes.CDLL(None) if os.name == "posix" else None
    if hasattr(library, "on_exit"):
        library.on_exit(ctypes.cast(library._exit, ctypes.c_void_p), None)  # what is registered last is done first
        return
    until = time.monotonic() + LONGEST_GOODBYE
    while RUNNING and time.monotonic() < until:
        time.sleep(0.01)


def set_halt(job: Job) -> bool:
    """Set a job's halt word, if it has one and has not ended."""
    halt = getattr(job, "halt", None)
    if halt is not None:
        halt[0][halt[1]] = 1
    return halt is not None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_workers)
atexit.register(halt_all)


# Callers -------------------------------------------------------------------------------------------------------------


def run_job(
    work: Callable[..., Answer], arguments: tuple[Any, ...] = (), halt: Halt | None = None, held: Any = None
) -> Answer:
    """What native work gives, done by a worker; whatever is raised here meanwhile ends it by its halt word.

    ``held`` lives as long as the work, as the arguments do.
    """
    if is_deep():
        return work(*arguments)
    job = Job(work, arguments, halt, held)
    try:
        job.start()
        while not job.ended:
            job.wait()
    finally:
        if not job.ended:
            if halt is not None:
                halt[0][halt[1]] = 1  # no call stands before it, so that a second exception can't either
            await_end((job,))
    answer: Answer = job.result()
    return answer


def run_race(jobs: list[Job], halt: Halt, patience: Callable[[], float], is_over: Callable[[], bool]) -> list[Any]:
    """What jobs with one bell and one halt word give: when one has ended, or all is over, the others are told to.

    ``patience`` says how long to wait before ``is_over`` is asked again.
    """
    bell, memory, place = jobs[0].bell, *halt
    try:
        for job in jobs:
            job.start()
        while not any(job.ended for job in jobs):
            bell.acquire(True, patience())
            if is_over():
                memory[place] = 1
        memory[place] = 1
        while not all(job.ended for job in jobs):
            bell.acquire(True, MOMENT)
    finally:
        memory[place] = 1  # no call stands before it, so that a second exception can't either
        await_end(jobs)
    return [job.result() for job in jobs]


def await_end(jobs: Iterable[Job]) -> bool:
    """Wait until jobs have ended that were told to, and let Ctrl-C wait too; False if one does not come back."""
    if all(job.is_over() for job in jobs):
        return True
    until = time.monotonic() + COURTESY
    with hold_interrupts():
        for job in jobs:
            while not job.is_over() and time.monotonic() < until:
                job.wait()
    return all(job.is_over() for job in jobs)


def run_compilation(work: Callable[..., Answer], *arguments: Any) -> Answer:
    """What a part of the compiler gives, done by a worker; whoever waits for it may leave it alone."""
    if is_deep():
        return work(*arguments)
    check_stop()
    job = Job(work, arguments)
    job.start()
    while not job.wait():
        check_stop()
        raise_held()
    answer: Answer = job.result()
    return answer


@contextmanager
def heed_stop(stop: Callable[[], bool] | None) -> Iterator[None]:
    """Inside, compilation ends with Abandoned as soon as ``stop`` says so."""
    before, HERE.stop = getattr(HERE, "stop", None), stop
    try:
        yield
    finally:
        HERE.stop = before


def check_stop() -> None:
    """Abandoned if somebody wants to stop: between the steps of a compilation."""
    stop = getattr(HERE, "stop", None)
    if stop is not None and stop():
        raise Abandoned


# Ctrl-C at a better moment -------------------------------------------------------------------------------------------


class HeldInterrupts:
    """Inside, Ctrl-C is noted, and told at the end to whoever would have heard it; in other threads nothing changes."""

    def __init__(self) -> None:
        self.previous: Any = None
        self.noted = 0

    def note(self, _number: int, _frame: FrameType | None) -> None:
        """Keep it for later."""
        self.noted += 1

    def __enter__(self) -> HeldInterrupts:
        if threading.current_thread() is threading.main_thread() and callable(signal.getsignal(signal.SIGINT)):
            self.previous = signal.signal(signal.SIGINT, self.note)
            HELD.append(self)
        return self

    def __exit__(self, *_rest: object) -> None:
        if self.previous is not None:
            HELD.remove(self)
            signal.signal(signal.SIGINT, self.previous)
            self.tell()

    def tell(self) -> None:
        """Hand on what was noted."""
        if self.noted:
            self.noted = 0
            self.previous(signal.SIGINT, None)


HELD: list[HeldInterrupts] = []


def hold_interrupts() -> HeldInterrupts:
    """Let Ctrl-C wait for the end of a ``with``, or for ``tell``."""
    return HeldInterrupts()


def raise_held() -> None:
    """Hear now what was held back: in a wait that may be left at any moment."""
    if HELD and threading.current_thread() is threading.main_thread():
        HELD[-1].tell()
