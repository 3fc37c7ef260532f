"""The guard of the web app alone, around an app of one word: who gets in, at which size, and with which headers."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from urllib.parse import urljoin

import pytest

from elagage.web.security import HEADERS, MOST_BODY, MOST_MESSAGE, Guard, is_loopback

AWAY = ("192.168.1.9", 1)


async def app(_scope, _receive, send):
    own = [(b"content-type", b"text/plain"), (b"referrer-policy", b"origin")]
    await send({"type": "http.response.start", "status": 200, "headers": own})
    await send({"type": "http.response.body", "body": b"in"})


def ask(host="127.0.0.1", kind="http", method="GET", client=("127.0.0.1", 1), query="", path="/", **headers):
    """What is sent in answer to a request; ``headers`` have _ for -."""
    headers.setdefault("host", f"{host}:8462" if ":" not in host else host)
    scope = {
        "type": kind, "method": method, "path": path, "query_string": query.encode(), "server": (host, 8462),
        "client": client, "headers": [(n.replace("_", "-").encode(), v.encode("latin-1")) for n, v in headers.items()],
    }  # fmt: skip
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "websocket.connect"}

    listens = "0.0.0.0" if client == AWAY or not is_loopback(host) else "127.0.0.1"
    asyncio.run(Guard(app, listens, "secret")(scope, receive, send))
    return sent


def status(*given, **named):
    return ask(*given, **named)[0]["status"]


def test_whoever_gets_in_gets_our_headers_beside_the_apps_own():
    start, body = ask()
    assert (start["status"], body["body"]) == (200, b"in")
    found = dict(start["headers"])
    assert len(start["headers"]) == len(found)  # each once
    assert found[b"referrer-policy"] == b"origin"
    assert {name for name, _value in start["headers"]} == {b"content-type", *(name.encode() for name in HEADERS)}


def test_a_refusal_is_a_whole_answer():
    start, body = ask(host="evil.example")
    words = json.loads(body["body"])
    headers = dict(start["headers"])
    assert (start["status"], set(words["error"])) == (400, {"en", "fr"})
    assert headers[b"content-length"] == str(len(body["body"])).encode()
    assert {name.encode() for name in HEADERS} <= set(headers)


@pytest.mark.parametrize(
    ("length", "wanted"),
    [("0", 200), ("262144", 200), ("262145", 413), ("9" * 15, 413), ("9" * 16, 413), ("-1", 413), ("many", 413),
     ("", 413), ("²", 413)],
)  # fmt: skip
def test_a_body_has_at_most_256_kilobytes(length, wanted):
    assert status(method="POST", content_length=length) == wanted
    assert status(content_length=length) == wanted
    if wanted == 413:
        told = json.loads(ask(content_length=length)[1]["body"])["error"]["en"]
        assert "256 kB" in told


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ({}, 200), ({"origin": "http://127.0.0.1:8462"}, 200), ({"origin": "http://127.0.0.1:8463"}, 403),
        ({"origin": "null"}, 403), ({"origin": "http://["}, 403), ({"sec_fetch_site": "none"}, 200),
        ({"sec_fetch_site": "same-origin"}, 200), ({"sec_fetch_site": "same-site"}, 403),
        ({"origin": "http://127.0.0.1:8462", "sec_fetch_site": "cross-site"}, 403),
        ({"origin": "HTTP://LOCALHOST:8462", "host": "LocalHost:8462"}, 200),
    ],
)  # fmt: skip
def test_what_changes_something_comes_from_our_own_pages(headers, wanted):
    assert status(method="POST", **headers) == wanted
    assert status(method="DELETE", **headers) == wanted
    assert status(method="GET", **headers) == 200  # to look is free
    assert status(method="HEAD", **headers) == 200
    sent = ask(kind="websocket", **headers)
    assert (sent[0].get("status") == 200) == (wanted == 200)
    if wanted == 403:
        assert sent == [{"type": "websocket.close", "code": 1008}]


def test_other_things_than_requests_pass_by():
    assert ask(kind="lifespan", host="evil.example")[0]["status"] == 200


def test_names_that_are_ours():
    own = socket.gethostname().casefold()
    assert [status(host=name) for name in ("localhost", "127.0.0.1", "[::1]:8462")] == [200, 200, 200]
    assert [status(host=name) for name in ("", "evil.example", "a@127.0.0.1")] == [400, 400, 400]
    assert status(host="10.0.0.7", client=("127.0.0.1", 1), query="token=secret") == 303
    assert status(host=f"{own}.example", client=AWAY) == 400
    assert status(host=own, client=AWAY) == 401  # known, and without the token


@pytest.mark.parametrize(
    ("named", "wanted"),
    [
        ({}, 401), ({"query": "token=secret"}, 303), ({"query": "token=wrong"}, 401), ({"query": "token="}, 401),
        ({"query": "token=secret&token=wrong"}, 303), ({"query": "token=wrong&token=secret"}, 401),
        ({"cookie": "elagage_token_8462=secret"}, 200), ({"cookie": "a=1; elagage_token_8462=secret; b=2"}, 200),
        ({"cookie": "elagage_token_8463=secret"}, 401), ({"cookie": "elagage_token=secret"}, 401),
        ({"cookie": "elagage_token_8462=wrong"}, 401), ({"cookie": "elagage_token_8462="}, 401),
    ],
)  # fmt: skip
def test_from_elsewhere_the_token_opens_and_nothing_else(named, wanted):
    sent = ask(host="192.168.1.5", client=AWAY, **named)
    assert sent[0]["status"] == wanted
    if wanted == 303:
        headers = dict(sent[0]["headers"])
        assert headers[b"location"] == b"/"
        assert headers[b"set-cookie"] == b"elagage_token_8462=secret; HttpOnly; SameSite=Lax; Path=/"
        assert sent[1]["body"] == b""
    wire = ask(host="192.168.1.5", client=AWAY, kind="websocket", **named)
    assert (wire[0].get("status") == 200) == (wanted == 200)  # a socket needs the cookie


def test_a_query_that_is_no_address_is_refused():
    for client in (("127.0.0.1", 1), AWAY):
        assert status(client=client, query="é") == 400
    assert status(query="x=%C3%A9") == 200


def test_a_redirect_stays_on_this_server():
    sent = ask(host="192.168.1.5", client=AWAY, query="token=secret", path="//evil.example/\\x")
    assert dict(sent[0]["headers"])[b"location"] == b"/evil.example/%5Cx"


def test_nobody_is_here_who_is_not():
    assert status(client=None, host="192.168.1.5") == 401
    assert status(host="127.0.0.1", client=AWAY) == 401


def test_the_sizes_are_those_of_the_reference_page():
    assert (MOST_BODY, MOST_MESSAGE) == (256 * 1024, 64 * 1024)


@pytest.mark.parametrize(
    "path", ["/", "/x y", "/\r\nset-cookie: a=b", "//evil.example", "/\\evil.example", "/\t/evil.example", "/é"]
)
def test_the_token_leads_to_a_place_here_and_to_one_header(path):
    start = ask(host="10.0.0.7", client=AWAY, query="token=secret", path=path)[0]
    location = dict(start["headers"])[b"location"].decode()
    assert re.fullmatch(r"/(?:[\w.~%-][\w/.~%-]*)?", location, re.ASCII)
    assert urljoin("http://here/", location).startswith("http://here/")
