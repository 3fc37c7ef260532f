"""Who does the work: a pool of processes that outlives its workers, the caller itself, a cluster; any ``Executor``.

A worker may die (a crash of native code, too much memory, somebody's kill). The pool is then made anew, and what was
going on is tried once more, a job at a time in a process of its own: a job that dies there too is the guilty one and
ends with ``WorkerDied``. A worker whose parent is gone goes at once, with every program that it started.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import Any, TypeVar

from elagage.arena.execution.cluster import cluster_executor
from elagage.errors import ElagageError, LimitsError, refuse_in_browser
from elagage.i18n import Message

__all__ = ["Inline", "LocalPool", "WorkerDied", "executor_for"]

Answer = TypeVar("Answer")
Job = tuple["Future[Any]", Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class WorkerDied(ElagageError):
    """A job's worker died, and when the job was tried by itself that one died too."""


def start_worker() -> None:
    """What a worker does first: leave Ctrl-C to its parent, and watch whether that is still there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform not in ("linux", "win32"):  # there programs don't go by themselves with whoever started them
        signal.signal(signal.SIGTERM, lambda _number, _frame: leave())
    threading.Thread(target=watch_parent, daemon=True).start()


def watch_parent() -> None:
    """Wait for the parent's end, then go."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    wait([parent.sentinel])
    leave()


def leave() -> None:
    """End the programs that this worker started, and the worker."""
    programs = sys.modules.get("elagage.arena.players.engine_process")  # not imported: none was started
    if programs is not None:
        with suppress(Exception):
            programs.end_all()
    os._exit(1)


def check_workers(workers: int) -> int:
    """The number, if there can be so many workers."""
    if not 1 <= workers <= 1024:
        raise LimitsError("{workers} workers are not available: give 1 to 1024.", workers=workers)
    return workers


class LocalPool(Executor):
    """A pool of processes that survives the death of a worker."""

    def __init__(self, workers: int) -> None:
        refuse_in_browser(Message("A second process"))
        self.workers = check_workers(workers)
        self.lock = threading.RLock()
        self.pool: ProcessPoolExecutor | None = None
        self.suspects: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.trial: threading.Thread | None = None
        self.single: ProcessPoolExecutor | None = None
        self.closed = False

    def submit(self, function: Callable[..., Answer], /, *arguments: Any, **named: Any) -> Future[Answer]:
        """Have a function called in a worker."""
        answer: Future[Answer] = Future()
        job: Job = (answer, function, arguments, named)
        with self.lock:
            if self.closed:
                raise RuntimeError("The pool is closed.")
            try:
                inner = self.ensure_pool().submit(function, *arguments, **named)
            except BrokenExecutor:
                self.pool = None
                inner = self.ensure_pool().submit(function, *arguments, **named)
        inner.add_done_callback(lambda done: self.pass_on(done, job))
        answer.add_done_callback(lambda done: inner.cancel() if done.cancelled() else None)
        return answer

    def ensure_pool(self) -> ProcessPoolExecutor:
        """The pool, made if there is none."""
        if self.pool is None:
            self.pool = new_pool(self.workers)
        return self.pool

    def pass_on(self, done: Future[Any], job: Job) -> None:
        """Give the answer of the inner pool to whoever waits for ours; a job whose worker died is tried again."""
        answer = job[0]
        if done.cancelled() or answer.cancelled():
            answer.cancel()
            return
        error = done.exception()
        if isinstance(error, BrokenExecutor) and not self.closed:
            with self.lock:
                self.pool = None
                if self.trial is None:
                    self.trial = threading.Thread(target=self.try_suspects, daemon=True)
                    self.trial.start()
            self.suspects.put(job)
        else:
            settle(answer, error, None if error is not None else done.result())

    def try_suspects(self) -> None:
        """Try the jobs whose pool broke, each by itself."""
        while (job := self.suspects.get()) is not None:
            answer, function, arguments, named = job
            for last in (False, True):  # twice: the job may not even have begun when the pool broke
                try:
                    with self.lock:
                        if self.closed:
                            answer.cancel()
                            break
                        if self.single is None:
                            self.single = new_pool(1)
                        inner = self.single.submit(function, *arguments, **named)
                    settle(answer, None, inner.result())
                    break
                except BrokenExecutor:
                    self.single = None
                    if last:
                        settle(answer, WorkerDied("A worker died again and again over the same job."), None)
                except BaseException as error:  # whatever the job raises is its answer
                    settle(answer, error, None)
                    break

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers; without ``wait`` at once, whatever they are doing."""
        with self.lock:
            self.closed = True
        self.suspects.put(None)
        for pool in (self.pool, self.single):
            if pool is None:
                continue
            workers = list((getattr(pool, "_processes", None) or {}).values())
            if not wait:
                for worker in workers:
                    worker.terminate()
            pool.shutdown(wait=True, cancel_futures=cancel_futures)
        if self.trial is not None:
            self.trial.join(5)


def settle(answer: Future[Any], error: BaseException | None, result: Any) -> None:
    """Give an answer, unless nobody wants it any more."""
    with suppress(InvalidStateError):
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)


def new_pool(workers: int) -> ProcessPoolExecutor:
    """Processes that know nothing of this one's threads and files."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), start_worker)


class Inline(Executor):
    """The caller itself: a job is done when it is submitted."""

    def submit(self, function: Callable[..., Answer], /, *arguments: Any, **named: Any) -> Future[Answer]:
        """Call a function now."""
        answer: Future[Answer] = Future()
        try:
            answer.set_result(function(*arguments, **named))
        except Exception as error:
            answer.set_exception(error)
        return answer


@contextmanager
def executor_for(workers: int | None = None, cluster: str | None = None) -> Iterator[tuple[Executor, int]]:
    """An executor and its number of workers: a pool here, or (``cluster``) a Dask cluster, by address or ``local``."""
    count = os.cpu_count() or 1 if workers is None else check_workers(workers)
    if cluster is not None:
        with cluster_executor(cluster, count) as found:
            yield found
        return
    pool = LocalPool(count)
    try:
        yield pool, count
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown(wait=False, cancel_futures=True)
