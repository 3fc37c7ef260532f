"""Who may talk to the server: a known host, our own pages, and from elsewhere only whoever has the token.

An ASGI layer around the app, which also finds out who it is that talks.
"""

from __future__ import annotations

import ipaddress
import json
import secrets
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from elagage.web.http_errors import Refusal
from elagage.web.people import HOST, PERSON, Person, Signer, cookie_name, find_cookie

__all__ = ["COOKIE", "HEADERS", "MOST_BODY", "MOST_MESSAGE", "Guard", "is_loopback"]

Scope = MutableMapping[str, Any]
Frame = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Frame]]
Send = Callable[[Frame], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "elagage_token"
MOST_BODY = 256 * 1024
MOST_MESSAGE = 64 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def is_loopback(name: str) -> bool:
    """Is this a name or an address of this very machine, reachable from it alone?

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.1.2")
    (True, True, True, False)
    """
    if name.casefold() == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def is_address(name: str) -> bool:
    """Is this a number and no name? Nobody can make a foreign page's name mean us then."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Guard:
    """Checks each request before the app sees it.

    ``host`` is the address that the server listens on, ``token`` what others must show; ``own`` is a token by which
    the host is known where they can't come by a loopback address, and ``signer`` knows the others.
    """

    def __init__(self, app: App, host: str, token: str, own: str = "", signer: Signer | None = None) -> None:
        self.app, self.token, self.own, self.signer = app, token, own, signer or Signer()
        self.open = not is_loopback(host)
        self.names = {host.casefold(), *((socket.gethostname().casefold(),) if self.open else ())}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            shown = self.check(scope, headers)
        except Refusal as refusal:
            await refuse(scope, receive, send, refusal)
            return
        if shown:
            await redirect(scope, send, shown)
            return
        scope[PERSON] = self.find_person(scope, headers)

        async def send_guarded(message: Frame) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _value in message["headers"]}
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(pair for pair in extra if pair[0] not in present)]
            await send(message)

        await self.app(scope, receive, send_guarded)

    def check(self, scope: Scope, headers: dict[str, str]) -> str:
        """Refusal if the request may not be answered; the token if the request shows it in its address, else empty."""
        host = headers.get("host", "")
        name = host_name(host)
        known = is_loopback(name) or name in self.names or (self.open and is_address(name))
        if not name or not known:
            raise Refusal(
                "This server doesn't go by that name: open the address that elagage serve has printed.", status=400
            )
        if not scope.get("query_string", b"").isascii():
            raise Refusal("There is nothing of that name here.", status=400)
        method = scope.get("method", "GET")
        if scope["type"] == "websocket" or method not in ("GET", "HEAD"):
            origin = headers.get("origin")
            site = headers.get("sec-fetch-site", "same-origin")
            foreign = origin is not None and place_of(origin) != host.casefold()
            if foreign or site not in ("same-origin", "none"):
                raise Refusal("Only this server's own pages may ask for that: open its address itself.", status=403)
        if int_of(headers.get("content-length", "0")) > MOST_BODY:
            raise too_large()
        if is_here(scope, headers):
            return ""
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        shown = self.find_token(query.get("token", [""])[0])
        if scope["type"] == "http" and shown:
            return shown
        if not self.find_token(token_of(scope, headers)):
            raise Refusal(
                "From another machine the whole address is needed, with the token that was printed.", status=401
            )
        return ""

    def find_token(self, given: str) -> str:
        """What was given, if it is a token of ours, else empty."""
        return given if any(token and same(given, token) for token in (self.token, self.own)) else ""

    def find_person(self, scope: Scope, headers: dict[str, str]) -> Person | None:
        """Who asks, once they may: the host, somebody whose cookie we signed, or nobody yet."""
        if is_here(scope, headers) or (self.own and same(token_of(scope, headers), self.own)):
            return HOST
        return self.signer.find(scope, headers.get("cookie", ""))


def is_here(scope: Scope, headers: dict[str, str]) -> bool:
    """Does it come from this very machine, by an address that no other one has?"""
    client = (scope.get("client") or ("", 0))[0]
    return is_loopback(client) and is_loopback(host_name(headers.get("host", "")))


def token_of(scope: Scope, headers: dict[str, str]) -> str:
    """The token that a request carries in its cookie."""
    return find_cookie(headers.get("cookie", ""), cookie_name(COOKIE, scope))


def host_name(host: str) -> str:
    """The name in a Host header, without the port.

    >>> host_name("localhost:8000"), host_name("[::1]:80"), host_name("a@b"), host_name("")
    ('localhost', '::1', '', '')
    """
    try:
        parts = urlsplit(f"//{host}")
        odd = parts.username is not None or parts.path or parts.query or parts.fragment
        return "" if odd else (parts.hostname or "")
    except ValueError:
        return ""


def same(given: str, token: str) -> bool:
    """Is it the token? Compared in constant time."""
    return secrets.compare_digest(given.encode(), token.encode())


def place_of(origin: str) -> str:
    """Host and port of an Origin header; empty if it can't be read."""
    try:
        return urlsplit(origin).netloc.casefold()
    except ValueError:
        return ""


def int_of(text: str) -> int:
    """A length; what is no number is too long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else MOST_BODY + 1


def too_large() -> Refusal:
    """A body or a message that nobody needs."""
    return Refusal("This is too large: {most} kB at most.", most=MOST_BODY // 1024, status=413)


async def redirect(scope: Scope, send: Send, token: str) -> None:
    """Keep the token in a cookie, and go on without it in the address."""
    path = "/" + quote(scope["path"].lstrip("/\\"), errors="replace")  # no end of a line, no name of another server
    headers = [
        (b"location", path.encode()),
        (b"set-cookie", f"{cookie_name(COOKIE, scope)}={token}; HttpOnly; SameSite=Lax; Path=/".encode()),
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer"),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    """Say no, over HTTP; a WebSocket is refused before it is opened."""
    body = json.dumps(refusal.body, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *((name.encode(), value.encode()) for name, value in HEADERS.items()),
    ]
    kind = "http"
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        kind = "websocket.http"
    await send({"type": f"{kind}.response.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})
