"""The server: find a port, say the address, open the browser, and end at once when asked to."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from elagage.analysis import can_compile
from elagage.errors import LimitsError
from elagage.i18n import current_language
from elagage.loading import load, split_path
from elagage.solvers import Solution, load_solution
from elagage.web.app import make_app, make_context
from elagage.web.move_list import FILE
from elagage.web.routes import AppContext
from elagage.web.saved_games import Store
from elagage.web.security import MOST_MESSAGE, is_loopback

__all__ = ["PORT", "listen", "make_server", "serve"]

PORT = 8462
TRIES = 40
"""Ports that are tried before the system chooses one."""


class Server(uvicorn.Server):
    """A server that ends at the first Ctrl-C, whatever goes on."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self.should_exit = self.force_exit = True


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; LimitsError if the port that was asked for cannot be opened."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wishes = [port] if port is not None else [*range(PORT, PORT + TRIES), 0]
    for wish in wishes:
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((host, wish))
            found.listen(256)
            return found
        except (OSError, OverflowError) as error:
            found.close()
            problem = getattr(error, "strerror", None) or str(error)
            if isinstance(error, socket.gaierror):
                break
    if port is None:
        raise LimitsError(
            "The server can't listen on {host}: {problem}; give another --host.", host=host, problem=problem
        )
    raise LimitsError(
        "Port {port} of {host} cannot be opened: {problem}; give another --port, or none.",
        port=port,
        host=host,
        problem=problem,
    )


def serve(
    game: str | None = None,
    *,
    port: int | None = None,
    host: str = "127.0.0.1",
    browser: bool = True,
    solution: Path | None = None,
    say: Callable[[str], None] = print,
    store: Store | None = None,
) -> None:
    """Serve the page until somebody ends it; ``say`` is told the address."""
    host = host.strip("[]")
    listener = listen(host, port)
    try:
        own, start, known = choose_game(game, solution)
    except BaseException:
        listener.close()
        raise
    token = secrets.token_urlsafe(24)
    shown = f"[{host}]" if ":" in host else host
    number = listener.getsockname()[1]
    if host in ("0.0.0.0", "::"):
        shown = socket.gethostname()
    address = f"http://{shown}:{number}/"
    if not is_loopback(host):
        address += f"?token={token}"
    say(address)
    context = make_context(own, start=start, solution=known, store=store, language=current_language())
    server = make_server(context, host, token)
    if browser:
        threading.Thread(target=show, args=(server, address), daemon=True).start()
    threading.Thread(target=warm_up, args=(own, start), daemon=True).start()
    try:
        server.run(sockets=[listener])
    finally:
        context.close()
        listener.close()


def make_server(context: AppContext, host: str, token: str) -> Server:
    """A server for a context, with its limits."""
    logging.getLogger("uvicorn.error").addFilter(is_news)
    config = uvicorn.Config(
        make_app(context, host=host, token=token), log_level="warning", access_log=False, server_header=False,
        lifespan="off",
        ws="websockets-sansio", ws_max_size=MOST_MESSAGE, ws_ping_interval=30.0, ws_ping_timeout=30.0,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1, limit_concurrency=600, h11_max_incomplete_event_size=64 * 1024,
        proxy_headers=False,
    )  # fmt: skip
    return Server(config)


def is_news(record: logging.LogRecord) -> bool:
    """A WebSocket that was refused is not worth a line on the terminal: any foreign page could fill it."""
    return "without completing handshake" not in record.getMessage()


def choose_game(game: str | None, solution: Path | None) -> tuple[Any, str, Solution[Any, Any] | None]:
    """The game of a file (None if it is one of the catalogue), what the page opens, and the solution."""
    own, start, known = None, "othello", None
    if game is not None:
        played = load(game)
        start = played.spec or game
        if split_path(game.strip())[0] is not None:
            own, start = played, FILE
        if solution is not None:
            known = load_solution(solution, played)
    elif solution is not None:
        known = load_solution(solution)
        start = known.game.spec
    return own, start, known


def warm_up(own: Any, start: str) -> None:
    """Compile the game that the page opens with, while a person looks at it."""
    with suppress(Exception):  # the first search will say what is wrong
        can_compile(load(start) if own is None else own)


def show(server: uvicorn.Server, address: str) -> None:
    """Open the page as soon as it can be served."""
    for _try in range(200):
        if server.started:
            webbrowser.open(address)
            return
        time.sleep(0.02)
