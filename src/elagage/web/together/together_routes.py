"""The routes of tables over HTTP: making one, one's own, and taking one away. What happens at one is told over the
WebSocket.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from elagage.web.http_errors import Refusal
from elagage.web.people import person_of, visitor_of
from elagage.web.routes import AppContext, body_of, refuse, reply
from elagage.web.together.invitations import make_invitation

__all__ = ["together_routes"]


def together_routes(context: AppContext) -> list[Route]:
    """All of them."""

    def make_route(work: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                return reply(await work(request))
            except Refusal as refusal:
                return refuse(refusal)

        return answer

    async def make_table(request: Request) -> dict[str, Any]:
        if not context.open:
            raise Refusal("Only this machine can come to this server: start it with elagage serve --class.")
        given, scope = await body_of(request), request.scope
        ident = await context.hall.make_table(visitor_of(scope), person_of(scope), given)
        return {"table": ident, "invitation": make_invitation(scope, context.token)}

    async def list_tables(request: Request) -> dict[str, Any]:
        tables = await context.hall.list_tables(visitor_of(request.scope))
        invitation = make_invitation(request.scope, context.token) if context.open else None
        return {"tables": tables, "invitation": invitation}

    async def close_table(request: Request) -> dict[str, Any]:
        context.hall.check_pace(person_of(request.scope))
        await context.hall.close_table(visitor_of(request.scope), request.path_params["ident"])
        return {}

    return [
        Route("/api/tables", make_route(make_table), methods=["POST"]),
        Route("/api/tables", make_route(list_tables), methods=["GET"]),
        Route("/api/tables/{ident}", make_route(close_table), methods=["DELETE"]),
    ]
