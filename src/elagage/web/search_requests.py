"""What a page asks for by name and hears of while it goes on: analyses, moves of levels, reviews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from elagage.web.http_errors import Refusal
from elagage.web.request_fields import MOST_DEPTH, MOST_REVIEW, MOST_SECONDS, number, read_integer
from elagage.web.workers.kinds import ANALYSE, PLAY, SWIFT, THINK

__all__ = ["SEARCHES", "Search", "read_search"]

SEARCHES = ("analyse", "play", "review")


@dataclass(frozen=True)
class Search:
    """A search that is asked for: its task, what its worker is given, and how long it asks to take (0: not said)."""

    kind: str
    task: str
    request: dict[str, Any]
    seconds: float = 0.0


def read_search(request: dict[str, Any]) -> Search:
    """The search of a message; Refusal if there is none of that name, or a number makes no sense."""
    what = request.get("do")
    asked = {name: value for name, value in request.items() if name not in ("id", "do")}
    if what == "analyse":
        read_integer(request, "depth", None, 1, MOST_DEPTH)
        return Search(ANALYSE, what, asked, number(request, "seconds", 5.0, MOST_SECONDS))
    if what == "play":
        level = read_integer(request, "level", 3, 1, 10) or 3
        read_integer(request, "seed", None, -(1 << 53), 1 << 53)
        return Search(PLAY if level <= SWIFT else THINK, what, {**asked, "level": level})
    if what == "review":
        moves = request.get("moves")
        seconds = number(request, "seconds", 0.3, 10.0)
        whole = min(MOST_REVIEW, seconds * (1 + len(moves) if isinstance(moves, list) else 1))
        return Search(ANALYSE, what, {**asked, "seconds": seconds}, whole)
    choices = ", ".join((*SEARCHES, "now", "stop", "ping"))
    raise Refusal("'{name}' must be one of: {choices}", name="do", choices=choices)
