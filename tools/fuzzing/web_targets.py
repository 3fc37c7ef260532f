"""The parsers of the web app: bodies of every route, messages of the WebSocket, headers, addresses.

The app is called as its server calls it (ASGI), in this process. What it answers is below 500, JSON where it refuses,
bounded in size, and no header of it holds the end of a line.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from urllib.parse import unquote_to_bytes

from elagage.errors import ElagageError
from elagage.web.answers import figure_answers
from elagage.web.answers.tasks import Desk
from elagage.web.app import make_app, make_context
from elagage.web.request_fields import parse_object
from elagage.web.saved_games import Store
from elagage.web.workers.frames import read_frame, write_frame
from elagage.web.workers.pieces import Piece, work
from elagage.web.workers.supervisor import Searches
from fuzzing.file_targets import GRAPHS, Folder
from fuzzing.guarded_runs import Different, Target
from fuzzing.hostile_texts import to_bytes

__all__ = ["call_app", "make_targets"]

HOST = "127.0.0.1:8462"
TOKEN = "a-token-of-the-attack"
MOST_BYTES = 20_000_000
TREE = "tree:((5 6) (7 (4 1) 5))"
LINE: dict[str, Any] = {"game": TREE, "moves": ["1"], "lang": "fr"}
PICTURE = ["S.#.", "....", "#..G"]
BODIES: dict[str, list[dict[str, Any]]] = {
    "/api/game": [{"game": "nim:3,4"}, {"game": TREE}, {"game": "connect4:6x5"}],
    "/api/position": [LINE, {"game": "nim:1,2", "position": "1,1 min", "moves": ["a1"], "heuristic": None}],
    "/api/read": [{"game": "othello:4", "text": "c1 c2"}, {"game": "tictactoe", "text": "X.O/.X./..O"}],
    "/api/tree": [{**LINE, "algorithm": "pvs", "depth": 2, "options": {"boards": True, "form": "negamax", "hard": 1}}],
    "/api/compare": [{**LINE, "depth": 2}],
    "/api/explain": [{"game": "othello:4", "moves": [], "heuristic": "weights"}],
    "/api/literal": [
        {"text": "((5 6) 7)", "format": "svg"},
        {"text": "a=(1 b=(2 3))", "format": "tex", "algorithm": "mcts", "options": {"playouts": 5, "seed": 2}},
        {"text": "((1 2) (3 4))", "format": "page", "lang": "fr"},
    ],
    "/api/path": [
        {"rows": PICTURE, "algorithm": "astar", "ways": 8},
        {"rows": ["SG"], "ways": 4, "algorithm": "greedy"},
    ],
    "/api/graph": [{"text": text, "target": "a", "player": "max", "page": True} for text in GRAPHS[:2]],
    "/api/saved": [{"name": "game 1", "game": "nim", "record": {"moves": ["a1"], "notes": [1, 2]}, "id": None}],
    "/api/settings": [{"theme": "dark", "level": 3, "old": None}],
    "/api/me": [{"name": "Ada"}],
}
"""A valid body or two for every route that takes one."""
MESSAGES = (
    *(
        {"id": "1", "do": "analyse", "seconds": 0.01, "depth": 1, **LINE},
        {"id": 2, "do": "play", "level": 1, "seed": 5, **LINE},
    ),
    *(
        {"id": "r", "do": "review", "seconds": 0.01, **LINE},
        {"id": "s", "do": "stop", "search": "1"},
        {"id": "p", "do": "ping"},
    ),
)
HEADERS = (
    "host: 127.0.0.1:8462\norigin: http://127.0.0.1:8462\nsec-fetch-site: same-origin\ncontent-length: 2",
    "host: [::1]:8462\ncookie: a=b; elagage_token_8462=x; c\ncontent-type: application/json; charset=utf-8",
    "host: 127.0.0.1:8462\ncookie: elagage_token_8462=" + TOKEN + "; elagage_person_8462=WzEsImEiLCJBIiwxXQ==.0a",
    'host: localhost\nif-none-match: "x"\naccept-encoding: gzip\nrange: bytes=0-5\ncookie: elagage_token_8462=' + TOKEN,
)
ADDRESSES = (
    *(
        "/?token=" + TOKEN,
        "/api/info?x=1",
        "/static/main.js",
        "/static/../app.py",
        "/static/page/step.js",
        "/api/saved/0123456789abcdef",
    ),
    *(
        "/%2e%2e/x?token=" + TOKEN,
        "//host/%0d%0aset-cookie:%20x=1?token=" + TOKEN,
        "/%09/host?token=" + TOKEN,
        "/api/export",
        "/api/shelf/0123456789abcdef",
        "/api/people",
    ),
)


async def call_app(app: Any, scope: dict[str, Any], frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the app sends when it is called with these frames; it is told of a disconnection after the last one."""
    sent: list[dict[str, Any]] = []
    waiting = iter(frames)
    end = "http.disconnect" if scope["type"] == "http" else "websocket.disconnect"

    async def receive() -> dict[str, Any]:
        frame = next(waiting, None)
        if frame is None and scope["type"] == "websocket":
            for _turn in range(20):  # what it has to say is said before it hears of the end
                await asyncio.sleep(0)
        elif frame is None:
            await asyncio.sleep(3600)
        return {"type": end, "code": 1000} if frame is None else frame

    async def send(frame: dict[str, Any]) -> None:
        sent.append(frame)

    await app(scope, receive, send)
    return sent


def make_scope(kind: str, method: str, address: str, headers: list[tuple[bytes, bytes]], client: str) -> dict[str, Any]:
    """A request as a server describes it."""
    path, _mark, query = address.partition("?")
    return {
        "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": unquote_to_bytes(to_bytes(path)).decode("utf-8", "replace"), "raw_path": to_bytes(path),
        "root_path": "", "query_string": to_bytes(query), "headers": headers, "client": (client, 50000),
        "server": ("127.0.0.1", 8462), "subprotocols": [],
    }  # fmt: skip


def check_answer(sent: list[dict[str, Any]]) -> None:
    """Look at an answer over HTTP; a refusal is raised as one."""
    starts = [frame for frame in sent if frame["type"] == "http.response.start"]
    body = b"".join(frame.get("body", b"") for frame in sent if frame["type"] == "http.response.body")
    if len(starts) != 1 or starts[0]["status"] >= 500:
        raise Different(f"answered with {[frame.get('status') for frame in starts]}: {body[:300]!r}")
    if len(body) > MOST_BYTES:
        raise Different(f"{len(body)} bytes")
    for name, value in starts[0]["headers"]:
        if re.search(rb"[\r\n\0]", name + value):
            raise Different(f"the header {name!r} is {value!r}")
        if name == b"location" and not re.fullmatch(rb"(?:http://127\.0\.0\.1:8462)?/(?:[!-.0-\[\]-~][!-~]*)?", value):
            raise Different(f"it sends people to {value!r}")
    if starts[0]["status"] >= 400:
        told = json.loads(body)["error"]
        if set(told) != {"en", "fr"} or told["en"].startswith("This fails:"):
            raise Different(f"refused by {told}")
        raise ElagageError("{told}", told=told["en"])


class AtOnce(Searches):
    """Does in this process, at once, what workers do: an exception of theirs is seen here."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk({})

    def dispatch(self) -> None:
        """Do all that waits."""
        for queue in self.queues.values():
            while (job := queue.take()) is not None:
                stream = io.BytesIO()
                work(self.desk, job.task, Piece(job.number, json.loads(job.encode()), partial(write_frame, stream)))
                stream.seek(0)
                while (frame := read_frame(stream)) is not None:
                    job.hear(*frame)


class Hostile:
    """The app, made in the child that calls it, with a store of its own; its own searches are kept short."""

    def __init__(self) -> None:
        self.folder = Folder()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.app: Any = None

    def run(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do something in the event loop of this process."""
        if self.loop is None:
            figure_answers.PLAYS = 3000
            self.loop = asyncio.new_event_loop()
            store = Store(self.folder.path / "kept.sqlite3")
            self.app = make_app(make_context(store=store, language="en", searches=AtOnce()), token=TOKEN)
        return self.loop.run_until_complete(asyncio.wait_for(work(), 60))

    def post(self, route: str) -> Callable[[str], None]:
        """Sends a body to a route."""

        def send_body(text: str) -> None:
            content = to_bytes(text)
            headers = [(b"host", HOST.encode()), (b"content-type", b"application/json")]
            scope = make_scope("http", "POST", route, headers, "127.0.0.1")
            check_answer(self.run(lambda: call_app(self.app, scope, [{"type": "http.request", "body": content}])))

        return send_body

    def talk(self, text: str) -> None:
        """Sends a message over the WebSocket."""
        scope = make_scope("websocket", "GET", "/ws", [(b"host", HOST.encode())], "127.0.0.1")
        content = to_bytes(text)
        try:
            message: dict[str, Any] = {"text": content.decode()}
        except UnicodeDecodeError:
            message = {"bytes": content}
        frames = [{"type": "websocket.connect"}, {"type": "websocket.receive", **message}]
        for frame in self.run(lambda: call_app(self.app, scope, frames)):
            if frame["type"] == "websocket.send" and json.loads(frame["text"]).get("status", 0) >= 500:
                raise Different(frame["text"][:300])

    def ask(self, text: str) -> None:
        """Asks with hostile headers, from this machine and from another one."""
        headers = [
            (name.strip().casefold().encode("latin-1", "replace"), value.strip().encode("latin-1", "replace"))
            for name, _colon, value in (line.partition(":") for line in text.split("\n"))
        ]
        for client, method in (("127.0.0.1", "GET"), ("192.0.2.7", "POST")):
            self.answer(make_scope("http", method, "/api/info", headers, client))

    def visit(self, text: str) -> None:
        """Asks for a hostile address."""
        for client in ("127.0.0.1", "192.0.2.7"):
            self.answer(make_scope("http", "GET", "/" + text.lstrip("/"), [(b"host", HOST.encode())], client))
            self.answer(make_scope("http", "GET", text, [(b"host", HOST.encode())], client))

    def answer(self, scope: dict[str, Any]) -> None:
        try:
            check_answer(self.run(lambda: call_app(self.app, scope, [{"type": "http.request", "body": b""}])))
        except ElagageError:
            return


def make_targets() -> list[Target]:
    """The parsers of the web app."""
    hostile = Hostile()
    posts = [
        Target(f"body of {route}", [json.dumps(body) for body in bodies], hostile.post(route), cost=60)
        for route, bodies in BODIES.items()
    ]
    every = [json.dumps(body) for bodies in BODIES.values() for body in bodies]
    return [
        *posts,
        Target("JSON objects", every, parse_object, cost=4),
        Target("messages of the socket", [json.dumps(message) for message in MESSAGES], hostile.talk, cost=60),
        Target("headers", HEADERS, hostile.ask, cost=30),
        Target("addresses", ADDRESSES, hostile.visit, cost=60),
    ]
