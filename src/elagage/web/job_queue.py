"""Work outside the event loop: a few threads, a queue of bounded length, and a way to stop each piece of work.

A thread is started when there is something to do, and ends when there is nothing more: what rests takes no memory.
"""

from __future__ import annotations

import asyncio
import threading
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from elagage.web.http_errors import Refusal

__all__ = ["Job", "Searches"]


class Job:
    """A piece of work: ``work`` is called with the job itself, whose ``is_stopped`` it asks now and then."""

    def __init__(self, work: Callable[[Job], None]) -> None:
        self.work = work
        self.wish = threading.Event()
        self.ended = threading.Event()

    def stop(self) -> None:
        """Ask it to end; if it waits, it is never begun."""
        self.wish.set()

    def is_stopped(self) -> bool:
        """Has somebody asked it to end?"""
        return self.wish.is_set()


class Searches:
    """At most ``most`` pieces of work at a time, and ``room`` that wait; more are refused."""

    def __init__(self, most: int = 2, room: int = 64) -> None:
        self.most, self.room = most, room
        self.lock = threading.Lock()
        self.queue: deque[Job] = deque()
        self.running: set[Job] = set()
        self.begun = 0
        self.ended = 0
        self.closed = False

    @property
    def waiting(self) -> int:
        """How many have not begun."""
        return len(self.queue)

    def submit(self, work: Callable[[Job], None]) -> Job:
        """Do something soon; Refusal if too much waits already."""
        job = Job(work)
        with self.lock:
            self.drop_stopped()
            if self.closed or len(self.queue) >= self.room + max(0, self.most - len(self.running)):
                room = self.room
                raise Refusal(
                    "Too many searches: {room} are waiting already; stop some of them, or try again later.",
                    room=room,
                    status=429,
                )
            self.queue.append(job)
            if len(self.running) < self.most:
                self.next_thread()
        return job

    def drop_stopped(self) -> None:
        """Whoever was stopped while waiting leaves the queue."""
        for job in [job for job in self.queue if job.is_stopped()]:
            self.queue.remove(job)
            job.ended.set()

    def next_thread(self) -> None:
        """Begin the first of the queue in a thread of its own, which then goes on with the others."""
        job = self.queue.popleft()
        self.running.add(job)
        threading.Thread(target=self.run, args=(job,), name="elagage search", daemon=True).start()

    def run(self, job: Job | None) -> None:
        """What a thread does."""
        while job is not None:
            with self.lock:
                self.begun += 1
            try:
                if not job.is_stopped():
                    job.work(job)
            except Exception:  # a fault of ours: it is told on the terminal, and the others are not to suffer from it
                traceback.print_exc()
            finally:
                with self.lock:
                    self.running.discard(job)
                    self.ended += 1
                    self.drop_stopped()
                    job.ended.set()
                    job = self.queue.popleft() if self.queue else None
                    if job is not None:
                        self.running.add(job)

    def close(self) -> None:
        """Ask everybody to end, and take nothing more."""
        with self.lock:
            self.closed = True
            for job in (*self.queue, *self.running):
                job.stop()
            self.drop_stopped()

    async def result(self, work: Callable[[], Any]) -> Any:
        """What some work gives, without keeping the event loop waiting."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()

        def settle(found: Any, error: BaseException | None) -> None:
            if not future.done():
                if error is None:
                    future.set_result(found)
                else:
                    future.set_exception(error)

        def run(_job: Job) -> None:
            found, error = None, None
            try:
                found = work()
            except Exception as problem:
                error = problem
            with suppress(RuntimeError):  # the loop has ended in the meantime
                loop.call_soon_threadsafe(settle, found, error)

        job = self.submit(run)
        try:
            return await future
        except asyncio.CancelledError:
            job.stop()
            raise
