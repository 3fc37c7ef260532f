"""The routes of the interface over HTTP. What runs rules of a game is done by workers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import elagage
from elagage.games import ENTRIES as GAMES
from elagage.i18n import LANGUAGES, translate_both
from elagage.levels import LEVELS, NAMES
from elagage.paths import ALGORITHMS as PATHS
from elagage.paths.problems import ENTRIES as PROBLEMS
from elagage.web.http_errors import Refusal, guard_work
from elagage.web.people import person_of
from elagage.web.request_fields import FILE, TREES, parse_object, text
from elagage.web.saved_games import Store
from elagage.web.security import MOST_BODY, too_large
from elagage.web.workers.kinds import FIGURE, QUICK
from elagage.web.workers.supervisor import Searches

__all__ = ["AppContext", "routes"]

Answer = Callable[["AppContext", dict[str, Any]], Any]
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

    def close(self) -> None:
        """End everything."""
        self.searches.close()


# What the answers are


def info(context: AppContext, _request: dict[str, Any]) -> dict[str, Any]:
    """What the page begins with."""
    games: list[dict[str, Any]] = [
        {
            "id": entry.name,
            "title": translate_both(entry.title),
            "parameters": [entry.parameters] if entry.parameters else [],
        }
        for entry in GAMES
    ]
    if context.own is not None:
        games.insert(0, {"id": FILE, "title": context.own, "parameters": []})
    return {
        "version": elagage.__version__,
        "language": context.language,
        "start": context.start,
        "games": games,
        "levels": [
            {"number": each.number, "name": translate_both(name)} for each, name in zip(LEVELS, NAMES, strict=True)
        ],
        "algorithms": list(TREES),
        "paths": list(PATHS),
        "problems": [{"id": entry.name, "title": translate_both(entry.title)} for entry in PROBLEMS],
    }


def save(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    if request.get("record") is None:
        raise Refusal("'{name}' is missing from the request.", name="record")
    ident = None if request.get("id") is None else text(request, "id", most=64)
    return context.store.save(text(request, "name", most=200), text(request, "game"), request["record"], ident)


def language_of(context: AppContext, request: dict[str, Any]) -> str:
    """The language of pictures: what the page asks for in ``lang``, else the server's."""
    wish = request.get("lang")
    return wish if wish in LANGUAGES else context.language


def health(context: AppContext, _request: dict[str, Any]) -> dict[str, Any]:
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
            if "ident" in request.path_params:
                given = {**given, "ident": request.path_params["ident"]}
            found = await run_in_threadpool(guard_work, lambda: work(context, given))
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


def export_all(context: AppContext, _request: dict[str, Any]) -> Response:
    content = json.dumps(context.store.export(), ensure_ascii=False, indent=1)
    return Response(
        content,
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="elagage.json"', "cache-control": "no-store"},
    )


def routes(context: AppContext) -> list[Route]:
    """All of them."""

    def get(where: str, work: Answer) -> Route:
        return Route(where, make_route(context, work, with_body=False), methods=["GET"])

    def post(where: str, work: Answer) -> Route:
        return Route(where, make_route(context, work), methods=["POST"])

    def post_work(task: str, kind: str) -> Route:
        return Route(f"/api/{task}", make_work_route(context, kind, task), methods=["POST"])

    def delete_saved(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
        context.store.delete(request["ident"])
        return {}

    return [
        get("/api/info", info),
        get("/api/health", health),
        *(post_work(task, QUICK) for task in ("game", "position", "read", "explain")),
        *(post_work(task, FIGURE) for task in ("tree", "compare", "literal", "path", "graph")),
        get("/api/saved", lambda context, _request: context.store.list_saved()),
        post("/api/saved", save),
        get("/api/saved/{ident}", lambda context, request: context.store.get(request["ident"])),
        Route("/api/saved/{ident}", make_route(context, delete_saved, with_body=False), methods=["DELETE"]),
        get("/api/settings", lambda context, _request: context.store.settings()),
        post("/api/settings", lambda context, request: context.store.change_settings(request)),
        get("/api/export", export_all),
    ]
