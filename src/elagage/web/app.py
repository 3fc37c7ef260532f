"""The application: routes, the WebSocket and the files of the page, behind the guard."""

from __future__ import annotations

import mimetypes
import traceback
from hashlib import sha256
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from elagage.i18n import current_language, translate_both
from elagage.loading import load, split_path
from elagage.solvers import load_solution
from elagage.web.answers.course_pages import course_routes
from elagage.web.http_errors import Refusal, make_internal_error
from elagage.web.kept_routes import kept_routes
from elagage.web.live_socket import Conversation
from elagage.web.page_words import STATIC, make_french_module, make_index
from elagage.web.request_fields import FILE
from elagage.web.routes import AppContext, reply, routes
from elagage.web.saved_games import Store
from elagage.web.security import Guard, is_loopback
from elagage.web.together.together_routes import together_routes
from elagage.web.workers.supervisor import Searches

__all__ = ["make_app", "make_context"]

FIGURES = Path(__file__).parent.parent / "figures" / "pages" / "assets"
"""The program of figures that are stepped through, which the page shares with the files that hold them."""
TYPES = {
    ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2", ".webmanifest": "application/manifest+json",
}  # fmt: skip


class Files(StaticFiles):
    """Files that a browser asks for anew when they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


def make_context(
    game: str | None = None,
    *,
    solution: Path | None = None,
    store: Store | None = None,
    language: str | None = None,
    searches: Searches | None = None,
    with_class: bool = False,
) -> AppContext:
    """What the application works with: the game and the solution that the command line names, where things are kept,
    and who searches. An error says what is wrong with the game or the solution.
    """
    start, own = "othello", None
    played = None if game is None else load(game)
    if solution is not None:
        start = load_solution(solution, played).game.spec
    if game is not None and played is not None:
        start = played.spec or game
        if split_path(game.strip())[0] is not None:
            start, own = FILE, translate_both(type(played).__name__)
    setup = {"game": game, "own": own is not None, "solution": None if solution is None else str(solution)}
    found = AppContext(store or Store(), start, language or current_language(), own, searches or Searches(setup))
    found.with_class = with_class
    return found


def make_app(context: AppContext, *, host: str = "127.0.0.1", token: str = "", own: str = "") -> Guard:
    """The application for a server that listens on ``host``; from other machines one needs the ``token``, and ``own``
    is the token of whoever is at this one.
    """
    context.open = not is_loopback(host)
    context.token = token
    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)

    async def index(_request: Request) -> Response:
        return HTMLResponse(make_index(), headers={"cache-control": "no-cache"})

    async def french(request: Request) -> Response:
        module = make_french_module().encode()
        tag = f'"{sha256(module).hexdigest()[:16]}"'
        headers = {"cache-control": "no-cache", "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(module, headers=headers, media_type="text/javascript")

    async def talk(socket: WebSocket) -> None:
        context.sockets += 1
        try:
            await Conversation(socket, context.searches, context.hall).run()
        finally:
            context.sockets -= 1
            if not context.sockets:
                context.searches.rest()

    async def answer_missing(_request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        return reply(Refusal("There is nothing of that name here.", status=status).body, status)

    async def answer_failure(_request: Request, error: Exception) -> Response:
        traceback.print_exception(error)
        return reply(make_internal_error().body, 500)

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/static/french.js", french),
            *routes(context),
            *kept_routes(context),
            *together_routes(context),
            *course_routes(context.language),
            WebSocketRoute("/ws", talk),
            Mount("/static/page", Files(directory=FIGURES)),
            Mount("/static", Files(directory=STATIC)),
        ],
        exception_handlers={404: answer_missing, 405: answer_missing, 500: answer_failure},
    )
    app.state.context = context
    return Guard(app, host, token, own, context.signer)
