"""Shared by the tests of the web app: a context with a store of its own, a client that is on this machine,
people who visit from others, and a real server.
"""

from __future__ import annotations

import asyncio
import atexit
import functools
import json
import threading
from contextlib import contextmanager

import pytest
from patience import PATIENCE, until
from starlette.testclient import TestClient

from elagage.games import CATALOGUE
from elagage.web.app import make_app, make_context
from elagage.web.saved_games import Store
from elagage.web.server import listen, make_server
from elagage.web.workers.supervisor import Searches

HERE = ("127.0.0.1", 50000)
WS = "ws://127.0.0.1:8462/ws"
SAVED = {"name": "first", "game": "nim", "record": {"moves": []}}
COOKIE = "elagage_person_8462"
GAMES = [name for name in CATALOGUE if name != "tree"] + ["tree:((5 6) (7 4 5))"]


@functools.cache
def shared_searches():
    """The workers of all tests that need nothing of their own: a process takes a while to start."""
    found = Searches()
    atexit.register(found.close)
    return found


@pytest.fixture
def context(tmp_path):
    return make_context(store=Store(tmp_path / "kept.sqlite3"), language="en", searches=shared_searches())


@pytest.fixture
def client(context):
    return TestClient(make_app(context, token="secret"), base_url="http://127.0.0.1:8462", client=HERE)


@pytest.fixture
def app(context):
    """An application that other machines can reach."""
    return make_app(context, host="0.0.0.0", token="secret", own="mine")


def visit(app, name=None, address="192.168.1.9", cookie=None):
    """Somebody on another machine, who has the token and perhaps says a name or brings a cookie."""
    found = TestClient(app, base_url="http://192.168.1.5:8462", client=(address, 1))
    assert found.get("/?token=secret").status_code == 200
    if cookie is not None:
        found.cookies.set(COOKIE, cookie)
    if name is not None:
        assert found.post("/api/me", json={"name": name}).status_code == 200
    return found


def sit_at(app):
    """Whoever is at the machine itself."""
    return TestClient(app, base_url="http://127.0.0.1:8462", client=HERE)


def keep(visitor, **changes):
    """The id of a game that somebody saves."""
    answer = visitor.post("/api/saved", json={**SAVED, **changes})
    assert answer.status_code == 200
    return answer.json()["id"]


def names_of(visitor, where="saved"):
    return [game["name"] for game in visitor.get(f"/api/{where}").json()]


def both(answer):
    """The sentence of a refusal, which must be there in both languages."""
    words = answer.json()["error"]
    assert set(words) == {"en", "fr"}
    assert all(len(text) > 10 for text in words.values())
    return words["en"]


@contextmanager
def run_web_server(context, host="127.0.0.1"):
    """A server in a thread; its port."""
    listener = listen(host, 0)
    server = make_server(context, host, "secret")
    thread = threading.Thread(target=lambda: server.run(sockets=[listener]), daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.fixture
def port(context):
    with run_web_server(context) as number:
        yield number


def wait_until_idle(context):
    """Wait until all searches have ended; is every one that began accounted for?"""
    until(lambda: not context.searches.running and not context.searches.waiting)
    return context.searches.begun == context.searches.ended


async def last(ws, ident=None):
    """The result or the error of a search, and how many messages came before it."""
    count = 0
    while True:
        message = json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))
        if message["event"] in ("result", "error") and (ident is None or message["id"] == ident):
            return message, count
        count += 1
