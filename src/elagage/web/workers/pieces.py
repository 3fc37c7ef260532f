"""A piece of work where it is done, in a process of its own or in a browser: what is asked, and how it is told of."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from typing import Any

from elagage.web.http_errors import Refusal, guard_work, make_internal_error
from elagage.web.workers.frames import MOST_BYTES

__all__ = ["Piece", "work"]


class Piece:
    """A piece of work: what is asked, what an earlier turn had found, how to tell of it, and whether to end."""

    def __init__(self, number: int, given: dict[str, Any], say: Callable[[dict[str, Any], bytes], None]) -> None:
        self.number, self.say = number, say
        self.request: dict[str, Any] = given["request"]
        self.ident: str | None = given.get("id")
        self.seconds: float = given.get("seconds") or 0.0
        """How long an analysis may still take."""
        self.spent: float = given.get("spent") or 0.0
        """How long earlier turns took."""
        self.carry: Any = given.get("carry")
        """What the last turn left."""
        self.wish = ""

    def is_stopped(self) -> bool:
        """Is it to end, for good or for now?"""
        return bool(self.wish)

    def gives_way(self) -> bool:
        """Is it to go on later?"""
        return self.wish == "yield"

    def tell(self, event: dict[str, Any], carry: bool = False) -> None:
        """Tell of it on the way; ``carry``: the next turn is to know."""
        self.send({"event": event["event"], "carry": carry}, self.encode(event))

    def encode(self, found: Any) -> bytes:
        """JSON; infinite numbers are written as texts."""
        if self.ident is not None:
            found = {"id": self.ident, **found}
        try:
            text = json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        except ValueError:
            text = json.dumps(replace_infinities(found), ensure_ascii=False, separators=(",", ":"))
        return text.encode()

    def send(self, header: dict[str, Any], body: bytes) -> None:
        """Say something of it."""
        self.say({"job": self.number, **header}, body)

    def refuse(self, refusal: Refusal) -> None:
        """The last answer: it can't be done."""
        self.send({"event": "error", "status": refusal.status, "last": True}, self.encode_refusal(refusal))

    def encode_refusal(self, refusal: Refusal) -> bytes:
        """JSON of why it can't be done."""
        event = {"event": "error", "status": refusal.status} if self.ident is not None else {}
        return self.encode({**event, **refusal.body})


def replace_infinities(value: Any) -> Any:
    """The same with texts for numbers without end."""
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, dict):
        return {name: replace_infinities(part) for name, part in value.items()}
    return [replace_infinities(part) for part in value] if isinstance(value, list | tuple) else value


def work(desk: Any, task: str, piece: Piece) -> None:
    """One piece of work, to its last answer."""
    from elagage.web.answers.tasks import TASKS, File, Later

    try:
        found = guard_work(lambda: TASKS[task](desk, piece), desk.comes_from_rules)
        if isinstance(found, Later):
            piece.send({"event": "later", "last": True}, json.dumps(found.carry).encode())
            return
        header: dict[str, Any] = {"event": "result", "last": True}
        if isinstance(found, File):
            body = found.content
            header |= {"type": found.kind, "name": found.name}
        else:
            body = piece.encode(found)
        if len(body) > MOST_BYTES:
            raise Refusal("The answer is too large for a page: give a smaller depth, or a smaller game.")
        piece.send(header, body)
    except Refusal as refusal:
        piece.refuse(refusal)
    except Exception:  # a fault of ours: it is told on the terminal
        traceback.print_exc()
        piece.refuse(make_internal_error())
