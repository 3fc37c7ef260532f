"""Who answers in a page without a server: Python in a Web Worker, which does one thing after another.

It takes what the server's processes take, and gives the same answers. It can't listen while it works; but a page can
take away a thing of its own that the worker looks for now and then, which means that it is to end.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from elagage.i18n import LANGUAGES
from elagage.web.answers.app_info import describe_app
from elagage.web.answers.tasks import Desk
from elagage.web.http_errors import Refusal
from elagage.web.request_fields import parse_object
from elagage.web.search_requests import SEARCHES, read_search
from elagage.web.workers.kinds import ROUTES
from elagage.web.workers.pieces import Piece, work

__all__ = ["PageWorker"]

LOOK = 0.08
"""Seconds between two looks whether it is still wanted: each takes about a thousandth."""
START = "tictactoe"
"""The game that a page begins with: small enough to be searched to its end by plain Python."""


class PagePiece(Piece):
    """A piece of work that is to end when it is not ``wanted`` any more."""

    def __init__(
        self,
        number: int,
        given: dict[str, Any],
        say: Callable[[dict[str, Any], bytes], None],
        wanted: Callable[[], bool],
    ) -> None:
        super().__init__(number, given, say)
        self.wanted, self.looked = wanted, time.monotonic()

    def is_stopped(self) -> bool:
        """Is it to end? An analysis that is wanted later goes on from what it had found: the page knows."""
        now = time.monotonic()
        if not self.wish and now - self.looked > LOOK:
            self.looked = now
            self.wish = "" if self.wanted() else "yield"
        return super().is_stopped()


class PageWorker:
    """Does what the page asks for; ``say`` is told of it: a header, as JSON, and a text or the bytes of a file."""

    def __init__(self, say: Callable[[str, str | bytes], None]) -> None:
        self.desk = Desk({})
        self.tell = say

    def say(self, header: dict[str, Any], body: bytes) -> None:
        """Tell the page."""
        self.tell(json.dumps(header), body if "type" in header else body.decode())

    def do(self, number: int, name: str, asked: str, earlier: str, wanted: Callable[[], bool]) -> None:
        """Answer a request, or do a turn of a search.

        ``asked`` is the JSON that a server would get, ``earlier`` what earlier turns left: the seconds, ``spent``, and
        what they found, ``carry``.
        """
        given = {"request": {}, "id": None, **json.loads(earlier)}
        piece = PagePiece(number, given, self.say, wanted)
        try:
            request = parse_object(asked)
            if name in SEARCHES:
                piece.ident = str(request.get("id"))
                search = read_search(request)
                piece.request, piece.seconds = search.request, max(0.05, search.seconds - piece.spent)
            else:
                piece.request = request
            if name == "info":
                found = {**describe_app(language_of(request), START), "class": False}
                piece.send({"event": "result", "last": True}, piece.encode(found))
            elif name in SEARCHES or name in ROUTES:
                work(self.desk, name, piece)
            else:
                raise Refusal("There is nothing of that name here.", status=404)
        except Refusal as refusal:
            piece.refuse(refusal)


def language_of(request: dict[str, Any]) -> str:
    """The page's language."""
    return str(request["lang"]) if request.get("lang") in LANGUAGES else "en"
