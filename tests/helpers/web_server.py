"""Shared by the tests of the web app: a context with a store of its own, a client that is on this machine,
and a real server.
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


def both(answer):
    """The sentence of a refusal, which must be there in both languages."""
    words = answer.json()["error"]
    assert set(words) == {"en", "fr"}
    assert all(len(text) > 10 for text in words.values())
    return words["en"]


@contextmanager
def run_web_server(context):
    """A server in a thread; its port."""
    listener = listen("127.0.0.1", 0)
    server = make_server(context, "127.0.0.1", "secret")
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
