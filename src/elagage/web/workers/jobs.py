"""A piece of work as the server sees it: who wants it, who hears of it, how far it has come."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from elagage.web.http_errors import Refusal
from elagage.web.workers.kinds import Kind
from elagage.web.workers.worker_process import WorkerProcess

__all__ = ["Hear", "Job", "died_again", "too_busy", "too_long", "too_much_memory"]

Hear = Callable[[dict[str, Any], bytes], None]
"""Is told what a worker says: its header, and JSON or a file. It is called from other threads."""


@dataclass(eq=False)
class Job:
    """A question of a person, until its last answer."""

    kind: str
    bounds: Kind
    person: str
    task: str
    request: dict[str, Any]
    hear: Hear
    ident: str | None = None
    """The name that the person has given it; answers carry it."""
    seconds: float = 0.0
    """How long it asks to take; 0 if it doesn't say."""
    number: int = 0
    worker: WorkerProcess | None = None
    stopped: bool = False
    over: bool = False
    """Has it had its last answer?"""
    carry: bytes = b"null"
    """What was found so far, for the next turn."""
    spent: float = 0.0
    turns: int = 0
    deaths: int = 0
    begun: float = 0.0
    """When its turn began, and how much its worker had computed by then."""
    cpu: float = 0.0
    asked: float = 0.0
    """When its worker was asked to end it; 0 if it was not."""
    hurried: bool = False
    """Is it to answer at once, with what it has found?"""
    verdict: Refusal | None = None
    """Why its worker is killed."""

    @property
    def game(self) -> str:
        """The game that it is about, with what it is judged by; empty if there is none."""
        name = self.request.get("game")
        return f"{name} {self.request.get('heuristic') or ''}" if isinstance(name, str) else ""

    @property
    def most_cpu(self) -> float:
        """How long a turn may compute."""
        return self.seconds + self.bounds.seconds

    @property
    def most_time(self) -> float:
        """How long a turn may take, on a machine that has other things to do."""
        return 4 * self.most_cpu + 30

    def encode(self) -> bytes:
        """What its worker is given."""
        head = {"request": self.request, "id": self.ident, "seconds": max(0.05, self.seconds - self.spent)}
        text = json.dumps({**head, "spent": self.spent})
        return text[:-1].encode() + b', "carry": ' + self.carry + b"}"

    def refuse(self, refusal: Refusal) -> None:
        """The last answer: it can't be done."""
        names = {} if self.ident is None else {"id": self.ident, "event": "error", "status": refusal.status}
        body = json.dumps({**names, **refusal.body}, ensure_ascii=False).encode()
        self.hear({"event": "error", "status": refusal.status, "last": True}, body)


def too_busy() -> Refusal:
    """There is no room for more."""
    return Refusal("Too many people ask for something: try again in a moment.", status=429)


def too_long() -> Refusal:
    """It has computed for longer than it may."""
    return Refusal("This takes too long for a page: give a smaller depth, or a smaller game.")


def too_much_memory() -> Refusal:
    """It has taken more memory than it may."""
    return Refusal("This takes too much memory for a page: give a smaller depth, or a smaller game.")


def died_again() -> Refusal:
    """Two workers died over it."""
    return Refusal(
        "The process that worked on this ended by itself, twice: ask for something smaller, and report it if you can.",
        status=500,
    )
