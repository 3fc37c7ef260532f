"""The routes of the interface over HTTP. What takes time is done outside the event loop."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import elagage
from elagage.game import heuristic_names, read_state
from elagage.games import ENTRIES as GAMES
from elagage.i18n import LANGUAGES, translate_both
from elagage.levels import LEVELS, NAMES
from elagage.paths import ALGORITHMS as PATHS
from elagage.paths.problems import ENTRIES as PROBLEMS
from elagage.web.analysis_jobs import Analyst
from elagage.web.http_errors import Refusal, guard_work
from elagage.web.job_queue import Searches
from elagage.web.move_list import FILE, Line, Shelf
from elagage.web.position_json import heuristic_json, position_json
from elagage.web.request_fields import parse_object, text
from elagage.web.saved_games import Store
from elagage.web.security import MOST_BODY, too_large

__all__ = ["AppContext", "routes"]

Answer = Callable[["AppContext", dict[str, Any]], Any]


@dataclass
class AppContext:
    """What the routes work with."""

    shelf: Shelf
    store: Store
    start: str
    language: str = "en"
    searches: Searches = field(default_factory=lambda: Searches(2, 64))
    """Searches of the WebSocket."""
    figures: Searches = field(default_factory=lambda: Searches(2, 32))
    """Trees, comparisons and paths."""
    quick: Searches = field(default_factory=lambda: Searches(2, 256))
    """Positions, and what is kept."""
    sockets: int = 0
    analyst: Analyst = field(init=False)

    def __post_init__(self) -> None:
        self.analyst = Analyst(self.shelf)

    def close(self) -> None:
        """Ask everything to end."""
        for searches in (self.searches, self.figures, self.quick):
            searches.close()


# What the answers are


def info(context: AppContext, _request: dict[str, Any]) -> dict[str, Any]:
    """What the page begins with."""
    from elagage.web.figure_routes import TREES

    own = context.shelf.own
    games: list[dict[str, Any]] = [
        {
            "id": entry.name,
            "title": translate_both(entry.title),
            "parameters": [entry.parameters] if entry.parameters else [],
        }
        for entry in GAMES
    ]
    if own is not None:
        games.insert(0, {"id": FILE, "title": own_title(own), "parameters": []})
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


def own_title(own: Any) -> dict[str, str]:
    """The game of the command line's file, by its class."""
    return translate_both(type(own).__name__)


def game(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    spec = text(request, "game")
    found = context.shelf.game(spec)
    name = spec.partition(":")[0].casefold()
    title = next((entry.title for entry in GAMES if entry.name == name), None)
    return {
        "game": spec,
        "title": own_title(found) if title is None else translate_both(title),
        "heuristics": list(heuristic_names(found)),
        "players": list(found.players),
        "payoffs": found.payoffs,
        "margins": found.margins,
        "solved": context.shelf.find_solution(spec, found) is not None,
    }


def position(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    """The position at the end of a line."""
    return position_json(context.shelf.line(request), language_of(context, request))


def read(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    """A position, or a line of moves, as somebody typed it."""
    spec, written = text(request, "game"), text(request, "text")
    played = context.shelf.game(spec)
    state = read_state(played, written.strip())
    line = line_of(context, spec, written, state) or context.shelf.line(
        {"game": spec, "position": played.state_name(state), "moves": []}
    )
    return {"line": line.as_json(), "position": position_json(line, language_of(context, request))}


def line_of(context: AppContext, spec: str, written: str, state: Any) -> Line | None:
    """The line that a text is, if its moves can be told apart: with spaces or commas,
    or one letter or square a move.
    """
    played = context.shelf.game(spec)
    words = written.replace(",", " ").split()
    if len(words) == 1:
        words = pieces(played, words[0])
    try:
        line = context.shelf.line({"game": spec, "position": None, "moves": words})
    except (elagage.ElagageError, Refusal):
        return None
    return line if line.state == state else None


def pieces(played: Any, written: str) -> list[str]:
    """A line without spaces, cut into the names of legal moves, the longest first."""
    found: list[str] = []
    state, rest = played.start(), written
    while rest and len(found) < 400 and not played.over(state):
        names = {played.move_name(state, move): move for move in played.moves(state)}
        name = max((name for name in names if rest.casefold().startswith(name.casefold())), key=len, default=None)
        if name is None:
            break
        found.append(name)
        state, rest = played.play(state, names[name]), rest[len(name) :]
    return [*found, rest] if rest else found


def tree(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    from elagage.web.figure_routes import tree_json

    line = context.shelf.line(request)
    return {"key": line.key, **tree_json(line, request, language_of(context, request))}


def compare(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    from elagage.web.figure_routes import compare_json

    line = context.shelf.line(request)
    return compare_json(line, request, context.analyst.scale(line))


def explain(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    return heuristic_json(context.shelf.line(request))


def literal(context: AppContext, request: dict[str, Any]) -> Any:
    """A literal tree, as a page's data or as a file."""
    from elagage.web.figure_routes import literal_file, literal_json

    language = language_of(context, request)
    if request.get("format", "page") == "page":
        return literal_json(request, language)
    content, kind, name = literal_file(request, language)
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def path(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    from elagage.web.figure_routes import path_json

    return path_json(request, language_of(context, request))


def graph(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
    from elagage.web.figure_routes import graph_json

    return graph_json(request, language_of(context, request))


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
        "begun": searches.begun, "ended": searches.ended,
    }  # fmt: skip


# How they are asked for


async def body_of(request: Request) -> dict[str, Any]:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal("The request must be JSON: say so in its Content-Type.")
    content = bytearray()
    async for piece in request.stream():
        content += piece
        if len(content) > MOST_BODY:
            raise too_large()
    return parse_object(bytes(content))


def make_route(
    context: AppContext, work: Answer, pool: str, with_body: bool = True
) -> Callable[[Request], Awaitable[Response]]:
    """A route: read the request, do the work in a thread, and send what it gives."""

    async def answer(request: Request) -> Response:
        try:
            given = await body_of(request) if with_body else {}
            if "ident" in request.path_params:
                given = {**given, "ident": request.path_params["ident"]}

            def encode_response() -> Response:
                found = guard_work(lambda: work(context, given))
                return found if isinstance(found, Response) else reply(found)

            response = await getattr(context, pool).result(encode_response)
        except Refusal as refusal:
            return reply(refusal.body, refusal.status)
        assert isinstance(response, Response)
        return response

    return answer


def reply(content: Any, status: int = 200) -> Response:
    """JSON that nobody keeps; infinite numbers are written as texts."""
    try:
        body = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        body = json.dumps(replace_infinities(content), ensure_ascii=False, separators=(",", ":"))
    return Response(body, status, {"cache-control": "no-store"}, "application/json")


def replace_infinities(value: Any) -> Any:
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, dict):
        return {name: replace_infinities(part) for name, part in value.items()}
    return [replace_infinities(part) for part in value] if isinstance(value, list | tuple) else value


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
        return Route(where, make_route(context, work, "quick", with_body=False), methods=["GET"])

    def post(where: str, work: Answer, pool: str = "quick") -> Route:
        return Route(where, make_route(context, work, pool), methods=["POST"])

    def delete_saved(context: AppContext, request: dict[str, Any]) -> dict[str, Any]:
        context.store.delete(request["ident"])
        return {}

    return [
        get("/api/info", info),
        get("/api/health", health),
        post("/api/game", game),
        post("/api/position", position),
        post("/api/read", read),
        post("/api/tree", tree, "figures"),
        post("/api/compare", compare, "figures"),
        post("/api/explain", explain),
        post("/api/literal", literal, "figures"),
        post("/api/path", path, "figures"),
        post("/api/graph", graph, "figures"),
        get("/api/saved", lambda context, _request: context.store.list_saved()),
        post("/api/saved", save),
        get("/api/saved/{ident}", lambda context, request: context.store.get(request["ident"])),
        Route("/api/saved/{ident}", make_route(context, delete_saved, "quick", with_body=False), methods=["DELETE"]),
        get("/api/settings", lambda context, _request: context.store.settings()),
        post("/api/settings", lambda context, request: context.store.change_settings(request)),
        get("/api/export", export_all),
    ]
