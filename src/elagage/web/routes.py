"""The routes of the interface over HTTP. What runs rules of a game is done by workers; what is kept has routes of its
own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from elagage.i18n import LANGUAGES
from elagage.web.answers.app_info import describe_app
from elagage.web.http_errors import Refusal, guard_work
from elagage.web.people import Newcomers, Person, Signer, person_of, visitor_of
from elagage.web.request_fields import parse_object
from elagage.web.saved_games import Store
from elagage.web.security import MOST_BODY, too_large
from elagage.web.together.hall import Hall
from elagage.web.workers.kinds import ROUTES
from elagage.web.workers.supervisor import Searches

__all__ = ["AppContext", "Asked", "body_of", "make_route", "refuse", "reply", "routes"]

Answer = Callable[["AppContext", "Asked"], Any]
BODY = 15.0
"""Seconds for the body of a request."""


@dataclass
class AppContext:
    """What the routes work with."""

    store: Store
    start: str
    language: str = "en"
    own: dict[str, str] | None = None
    """What the game of the command line's file is called."""
    searches: Searches = field(default_factory=Searches)
    """All that runs rules of games: in other processes."""
    sockets: int = 0
    open: bool = False
    """Can other machines come?"""
    newcomers: Newcomers = field(default_factory=Newcomers)
    token: str = ""
    """What others must show."""
    with_class: bool = False
    """Is there a board that the host steers for everybody?"""

    @cached_property
    def hall(self) -> Hall:
        """Where people play and look at the same thing."""
        return Hall(self.store, self.searches, self.language, self.with_class)

    @cached_property
    def signer(self) -> Signer:
        """Who signs the cookies of people: its key lies beside what they keep."""
        return Signer(self.store.path.parent)

    def close(self) -> None:
        """End everything."""
        self.searches.close()


@dataclass(frozen=True)
class Asked:
    """A request as the answers see it: its fields, the id in its address, who asks, and what the server knows of it."""

    fields: dict[str, Any]
    ident: str
    person: Person | None
    scope: Mapping[str, Any]


# What the answers are


def info(context: AppContext, _asked: Asked) -> dict[str, Any]:
    """What the page begins with."""
    return {**describe_app(context.language, context.start, context.own), "class": context.with_class}


def language_of(context: AppContext, request: dict[str, Any]) -> str:
    """The language of pictures: what the page asks for in ``lang``, else the server's."""
    wish = request.get("lang")
    return wish if wish in LANGUAGES else context.language


def health(context: AppContext, _asked: Asked) -> dict[str, Any]:
    searches = context.searches
    return {
        "sockets": context.sockets, "running": len(searches.running), "waiting": searches.waiting,
        "begun": searches.begun, "ended": searches.ended, "workers": len(searches.workers), "deaths": searches.deaths,
    }  # fmt: skip


# How they are asked for


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON of a request, which must come within its time."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal("The request must be JSON: say so in its Content-Type.")
    content = bytearray()
    try:
        async with asyncio.timeout(BODY):
            async for piece in request.stream():
                content += piece
                if len(content) > MOST_BODY:
                    raise too_large()
    except TimeoutError:
        raise Refusal("The request was not sent within {seconds} seconds.", seconds=round(BODY), status=408) from None
    return parse_object(bytes(content))


def make_work_route(context: AppContext, kind: str, task: str) -> Callable[[Request], Awaitable[Response]]:
    """A route whose answer a worker gives."""

    async def answer(request: Request) -> Response:
        try:
            given = await body_of(request)
            given["lang"] = language_of(context, given)
            header, body = await ask_while_connected(request, context.searches, kind, task, given)
        except Refusal as refusal:
            return refuse(refusal)
        headers = {"cache-control": "no-store"}
        if "name" in header:
            headers = {"content-disposition": f'attachment; filename="{header["name"]}"'}
        return Response(body, header.get("status", 200), headers, header.get("type", "application/json"))

    return answer


async def ask_while_connected(
    request: Request, searches: Searches, kind: str, task: str, given: dict[str, Any]
) -> tuple[dict[str, Any], bytes]:
    """What a worker answers; nothing goes on for somebody who has left."""
    work = asyncio.ensure_future(searches.result(kind, person_of(request.scope), task, given))
    leaving = asyncio.ensure_future(wait_for_end(request))
    try:
        await asyncio.wait((work, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refusal("Nobody waits for this any more.", status=499)
        return work.result()
    finally:
        for each in (work, leaving):
            each.cancel()


async def wait_for_end(request: Request) -> None:
    """Wait until the other side has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def make_route(context: AppContext, work: Answer, with_body: bool = True) -> Callable[[Request], Awaitable[Response]]:
    """A route that needs no worker: read the request, do the work in a thread, and send what it gives."""

    async def answer(request: Request) -> Response:
        try:
            given = await body_of(request) if with_body else {}
            asked = Asked(given, request.path_params.get("ident", ""), visitor_of(request.scope), request.scope)
            found = await run_in_threadpool(guard_work, lambda: work(context, asked))
        except Refusal as refusal:
            return refuse(refusal)
        return found if isinstance(found, Response) else reply(found)

    return answer


def refuse(refusal: Refusal) -> Response:
    """Say no; whoever was too slow is not listened to any longer."""
    response = reply(refusal.body, refusal.status)
    if refusal.status == 408:
        response.headers["connection"] = "close"
    return response


def reply(content: Any, status: int = 200) -> Response:
    """JSON that nobody keeps."""
    body = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def routes(context: AppContext) -> list[Route]:
    """All of them, but those of what is kept."""

    def get(where: str, work: Answer) -> Route:
        return Route(where, make_route(context, work, with_body=False), methods=["GET"])

    def post_work(task: str, kind: str) -> Route:
        return Route(f"/api/{task}", make_work_route(context, kind, task), methods=["POST"])

    return [
        get("/api/info", info),
        get("/api/health", health),
        *(post_work(task, kind) for task, kind in ROUTES.items()),
    ]
