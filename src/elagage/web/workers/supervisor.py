"""Work in other processes: who wants what, whose turn it is, and what is done about work that goes wrong.

Everything here happens under one lock, in whichever thread brings news: the event loop's, those that read what workers
say, and one that looks every now and then whether somebody takes too long or too much. A worker that dies costs the
piece of work that it had, which is tried once more on another one; one that takes too much is killed.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from elagage.web.http_errors import Refusal
from elagage.web.workers.crew import Crew
from elagage.web.workers.fair_queue import FairQueue
from elagage.web.workers.jobs import Hear, Job, died_again, too_busy, too_long, too_much_memory
from elagage.web.workers.kinds import ANALYSE, KINDS, Kind, Lane, usual_lanes
from elagage.web.workers.worker_process import WorkerProcess

__all__ = ["Searches", "refuse_more"]

LOOK = 0.1
"""Seconds between two looks at the workers."""
SLICE = 1.0
"""Seconds that an analysis computes in its first turn, if others wait; each turn is twice as long as the one before."""
SLOW = 8.0
"""How much longer a turn may take by the clock, on a machine that has other things to do."""
MOST_MEMORY = 640_000_000
"""Bytes that a worker may occupy."""
DEAF = 20.0
"""Seconds within which a worker must end what nobody wants any more."""
GONE = 5.0
"""Seconds that a killed process may take to be gone."""


class Searches:
    """Takes work, and sees to it that it is done; ``setup`` is what each worker is told at first."""

    def __init__(
        self,
        setup: dict[str, Any] | None = None,
        lanes: tuple[Lane, ...] | None = None,
        kinds: dict[str, Kind] | None = None,
    ) -> None:
        self.lock = threading.RLock()
        self.kinds = kinds or KINDS
        self.crews = [Crew(lane, setup or {}, self.hear, self.mourn) for lane in lanes or usual_lanes()]
        self.queues: dict[str, FairQueue[Job]] = {kind: FairQueue() for kind in self.kinds}
        self.active: Counter[tuple[str, str]] = Counter()
        """How many pieces of each kind are worked on, by person."""
        self.numbers = itertools.count(1)
        self.begun = 0
        self.ended = 0
        self.deaths = 0
        """Workers that ended otherwise than they were asked to."""
        self.closed = False
        self.watch: threading.Thread | None = None
        self.wake = threading.Event()

    # What the server asks for

    @property
    def running(self) -> list[Job]:
        """What is worked on."""
        with self.lock:
            return [job for crew in self.crews for job in crew.busy.values()]

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        with self.lock:
            return sum(map(len, self.queues.values()))

    @property
    def workers(self) -> list[WorkerProcess]:
        """The processes."""
        with self.lock:
            return [worker for crew in self.crews for worker in crew.workers]

    def start(self) -> None:
        """Have a worker ready before anything is asked."""
        with self.lock:
            if not self.closed:
                self.crews[0].start()
                self.watch_over()

    def submit(
        self,
        kind: str,
        person: str,
        task: str,
        request: dict[str, Any],
        hear: Hear,
        *,
        ident: str | None = None,
        seconds: float = 0.0,
    ) -> Job:
        """Have something done soon; Refusal if that person, or everybody, has too much waiting already."""
        bounds = self.kinds[kind]
        job = Job(kind, bounds, person, task, request, hear, ident, seconds, next(self.numbers))
        with self.lock:
            queue = self.queues[kind]
            room = max(0, bounds.running - self.active[kind, person])
            if self.closed or queue.count(person) >= bounds.waiting + room:
                raise refuse_more(bounds.waiting)
            if len(queue) >= bounds.room:
                raise too_busy()
            queue.put(person, job)
            self.dispatch()
            self.watch_over()
        return job

    def stop(self, job: Job) -> None:
        """Nobody wants it any more: it says nothing from now on."""
        with self.lock:
            if job.stopped or job.over:
                return
            job.stopped = True
            if job.worker is None:
                self.drop(job)
            else:
                self.ask_to_end(job, "stop")

    def hurry(self, job: Job) -> None:
        """Somebody waits for it: it answers with what it has found, or finds as soon as it begins."""
        with self.lock:
            if not (job.hurried or job.stopped or job.over):
                job.hurried = True
                if job.worker is not None:
                    job.worker.send({"do": "stop", "job": job.number})

    async def result(
        self, kind: str, person: str, task: str, request: dict[str, Any], seconds: float = 0.0
    ) -> tuple[dict[str, Any], bytes]:
        """The last answer to something, without keeping the event loop waiting."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[tuple[dict[str, Any], bytes]] = loop.create_future()

        def settle(header: dict[str, Any], body: bytes) -> None:
            if not future.done():
                future.set_result((header, body))

        def hear(header: dict[str, Any], body: bytes) -> None:
            if header.get("last"):
                with suppress(RuntimeError):  # the loop has ended in the meantime
                    loop.call_soon_threadsafe(settle, header, body)

        job = self.submit(kind, person, task, request, hear, seconds=seconds)
        try:
            return await future
        except asyncio.CancelledError:
            self.stop(job)
            raise

    def rest(self) -> None:
        """Nobody listens any more: let those go that keep tables and solutions."""
        with self.lock:
            for crew in self.crews[1:]:
                crew.rest(0, 0.0)

    def close(self) -> None:
        """End everything now, and take nothing more."""
        with self.lock:
            self.closed = True
            workers = self.workers
            for queue in self.queues.values():
                for job in list(queue):
                    job.stopped = True
                    self.drop(job)
            for job in self.running:
                job.stopped = True
            for worker in workers:
                worker.kill()
        self.wake.set()
        for worker in workers:
            worker.wait(GONE)

    # Whose turn it is

    def dispatch(self) -> None:
        """Begin what can be begun."""
        for crew in self.crews:
            while not self.closed and (job := self.next_job(crew)) is not None:
                if job.stopped:
                    continue
                if job.turns == 0 and job.deaths == 0:
                    self.begun += 1
                self.active[job.kind, job.person] += 1
                try:
                    crew.begin(job)
                except OSError:  # the system has no room for another process
                    self.release(job)
                    self.finish(job)
                    job.refuse(too_busy())

    def next_job(self, crew: Crew) -> Job | None:
        """What a crew is to begin next; None if there is nothing, or no room."""
        for kind in crew.lane.kinds:
            if crew.may_begin(kind) and (job := self.queues[kind].take(self.may_have(kind))) is not None:
                return job
        return None

    def may_have(self, kind: str) -> Callable[[str], bool]:
        """Who may have another piece of this kind begun."""
        return lambda person: self.active[kind, person] < self.kinds[kind].running

    def somebody_waits(self, crew: Crew) -> bool:
        """Is there something that a crew would begin if it had room?"""
        return any(self.queues[kind].next_person(self.may_have(kind)) is not None for kind in crew.lane.kinds)

    # What workers say, and what becomes of them

    def hear(self, worker: WorkerProcess, header: dict[str, Any], body: bytes) -> None:
        """A worker has said something."""
        with self.lock:
            crew, job = self.find(worker)
            if crew is None or job is None or header.get("job") != job.number:
                return
            if header.get("carry"):
                job.carry = body
            if not header.get("last"):
                if not job.stopped:
                    job.hear(header, body)
                return
            crew.end(worker)
            self.release(job)
            job.spent += time.monotonic() - job.begun
            job.turns += 1
            if header.get("event") == "later" and not job.stopped:
                job.carry = body
                self.queues[job.kind].put(job.person, job)
            else:
                self.finish(job)
                if not job.stopped:
                    job.hear(header, body)
            self.dispatch()

    def mourn(self, worker: WorkerProcess) -> None:
        """A worker is gone: what it was doing is tried once more, unless that was why."""
        with self.lock:
            crew = next((crew for crew in self.crews if worker in crew.workers), None)
            if crew is None:
                return
            self.deaths += worker not in crew.leaving
            job = crew.lose(worker)
            if job is not None:
                self.release(job)
                job.deaths += 1
                if job.stopped or self.closed:
                    self.finish(job)
                elif job.verdict is not None or job.deaths > 1:
                    self.finish(job)
                    job.refuse(job.verdict or died_again())
                else:
                    self.queues[job.kind].put(job.person, job, first=True)
            self.dispatch()

    def find(self, worker: WorkerProcess) -> tuple[Crew | None, Job | None]:
        """Whose worker this is, and what it does."""
        return next(((crew, crew.busy[worker]) for crew in self.crews if worker in crew.busy), (None, None))

    def release(self, job: Job) -> None:
        """A turn is over."""
        job.worker = None
        self.active[job.kind, job.person] -= 1
        if not self.active[job.kind, job.person]:
            del self.active[job.kind, job.person]

    def finish(self, job: Job) -> None:
        """A piece of work has had its last answer."""
        job.over = True
        self.ended += 1

    def drop(self, job: Job) -> None:
        """Let a piece of work go that waits; it may have had turns."""
        self.queues[job.kind].remove(job.person, job)
        job.over = True
        self.ended += bool(job.turns or job.deaths)

    def ask_to_end(self, job: Job, how: str) -> None:
        """Tell the worker of a piece of work that it is to end, or to give way."""
        if job.worker is not None:
            job.asked = time.monotonic()
            job.worker.send({"do": how, "job": job.number})

    # Looking after them

    def watch_over(self) -> None:
        """See to it that somebody looks."""
        if self.watch is None and not self.closed:
            self.watch = threading.Thread(target=self.look_after, name="elagage watch", daemon=True)
            self.watch.start()

    def look_after(self) -> None:
        """What the watching thread does, for as long as there are workers."""
        while True:
            self.wake.wait(LOOK if self.running else 10 * LOOK)
            with self.lock:
                if self.closed or not self.workers:
                    self.watch = None
                    return
                for number, crew in enumerate(self.crews):
                    for worker, job in list(crew.busy.items()):
                        self.judge(crew, worker, job)
                    crew.rest(1 if number == 0 else 0)

    def judge(self, crew: Crew, worker: WorkerProcess, job: Job) -> None:
        """Kill whoever takes too long or too much, and let an analysis give way whose turn is over."""
        now = time.monotonic()
        taken, computed = now - job.begun, worker.cpu() - job.cpu
        if worker.memory() > MOST_MEMORY:
            job.verdict = too_much_memory()
        elif taken > job.most_time or computed > job.most_cpu:
            job.verdict = too_long()
        if job.verdict is not None or (job.stopped and now - job.asked > DEAF):
            worker.kill()
        elif job.kind == ANALYSE and not job.asked and max(computed, taken / SLOW) > SLICE * 2**job.turns:
            if self.somebody_waits(crew):
                self.ask_to_end(job, "yield")


def refuse_more(room: int) -> Refusal:
    """A person has too much waiting."""
    return Refusal(
        "Too many searches: {room} of yours are waiting already; stop some of them, or try again later.",
        room=room,
        status=429,
    )
