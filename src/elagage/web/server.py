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

import uvicorn

from elagage.errors import LimitsError
from elagage.i18n import current_language
from elagage.web.app import make_app, make_context
from elagage.web.connections import MOST_CONNECTIONS, Connection
from elagage.web.http_errors import Refusal
from elagage.web.routes import AppContext
from elagage.web.saved_games import Store
from elagage.web.security import MOST_MESSAGE, is_loopback
from elagage.web.together.invitations import find_reachable_name
from elagage.web.workers.kinds import PLAY

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
    say_own: Callable[[str], None] = print,
    store: Store | None = None,
    with_class: bool = False,
) -> None:
    """Serve the page until somebody ends it; ``say`` is told the address, and ``say_own`` the host's own one where
    others can come. ``with_class``: there is a board that the host steers for everybody.
    """
    host = host.strip("[]")
    listener = listen(host, port)
    try:
        context = make_context(game, solution=solution, store=store, language=current_language(), with_class=with_class)
    except BaseException:
        listener.close()
        raise
    context.searches.start()
    token, own = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    address, own_address = make_addresses(host, listener.getsockname()[1], token, own)
    say(address)
    if own_address != address:
        say_own(own_address)
    server = make_server(context, host, token, own)
    threading.Thread(target=begin_well, args=(server, context, own_address if browser else None), daemon=True).start()
    try:
        server.run(sockets=[listener])
    finally:
        context.close()
        listener.close()


def make_addresses(host: str, port: int, token: str, own: str) -> tuple[str, str]:
    """The address for everybody, and the one by which the host is known.

    >>> make_addresses("127.0.0.1", 8462, "t", "o")
    ('http://127.0.0.1:8462/', 'http://127.0.0.1:8462/')
    >>> make_addresses("10.0.0.7", 8462, "t", "o")
    ('http://10.0.0.7:8462/?token=t', 'http://10.0.0.7:8462/?token=o')
    """
    shown = f"[{host}]" if ":" in host else host
    if is_loopback(host):
        return f"http://{shown}:{port}/", f"http://{shown}:{port}/"
    if host in ("0.0.0.0", "::"):
        here = "127.0.0.1" if host == "0.0.0.0" else "[::1]"
        return f"http://{find_reachable_name()}:{port}/?token={token}", f"http://{here}:{port}/"
    return f"http://{shown}:{port}/?token={token}", f"http://{shown}:{port}/?token={own}"


def make_server(context: AppContext, host: str, token: str, own: str = "") -> Server:
    """A server for a context, with its limits."""
    logging.getLogger("uvicorn.error").addFilter(is_news)
    allow_connections()
    config = uvicorn.Config(
        make_app(context, host=host, token=token, own=own), log_level="warning", access_log=False, server_header=False,
        lifespan="off",
        ws="websockets-sansio", ws_max_size=MOST_MESSAGE, ws_ping_interval=30.0, ws_ping_timeout=30.0,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1, h11_max_incomplete_event_size=64 * 1024,
        proxy_headers=False, http=Connection,
    )  # fmt: skip
    return Server(config)


def is_news(record: logging.LogRecord) -> bool:
    """A WebSocket that was refused and bytes that are no request are worth no line: anybody could fill the terminal."""
    said = record.getMessage()
    return "without completing handshake" not in said and "Invalid HTTP request" not in said


def begin_well(server: uvicorn.Server, context: AppContext, address: str | None) -> None:
    """Open the page as soon as it can be served, and have the game compiled that it opens with meanwhile."""
    for _try in range(1000):
        if server.started:
            break
        time.sleep(0.02)
    if address is not None:
        webbrowser.open(address)
    context.searches.start()  # the first one is for the page
    with suppress(Refusal):
        context.searches.submit(PLAY, "", "warm", {"game": context.start}, lambda _header, _body: None)


def allow_connections() -> None:
    """Ask the system for as many open files as there may be connections, and some more."""
    if os.name != "posix":
        return
    import resource

    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + 256
    if least != resource.RLIM_INFINITY and least < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if most < 0 else min(wanted, most), most))
