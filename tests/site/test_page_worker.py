"""What answers in a page without a server gives what the server gives; here both are asked by the same Python."""

from __future__ import annotations

import json

import pytest

from elagage.web.site.page_worker import PageWorker
from elagage.web.workers.kinds import ROUTES

pytest_plugins = ["web_server"]
"""Its fixture: client."""
ASKED = {
    "game": {"game": "othello:4"},
    "position": {"game": "tictactoe", "moves": ["b2", "a1"], "lang": "fr"},
    "read": {"game": "connect4", "text": "4453"},
    "explain": {"game": "othello:4"},
    "tree": {"game": "tictactoe", "depth": 1, "lang": "en"},
    "literal": {"text": "((3 5) (2 9))", "lang": "fr"},
    "path": {"rows": ["S.#", "..G"], "algorithm": "astar", "lang": "en"},
    "graph": {"text": "a max: b c\nb min: a\nc: +1", "lang": "en", "page": True},
    "exercise": {"kind": "grundy", "seed": 5, "lang": "fr"},
}
WRONG = {"game": {"game": "ludo"}, "position": {"game": 3}, "path": {"rows": []}}


@pytest.fixture
def worker():
    """A worker as the page has it, and all that it says."""
    said = []
    return PageWorker(lambda header, content: said.append((json.loads(header), content))), said


def ask(worker, name, request, earlier="{}", wanted=lambda: True):
    worker[0].do(7, name, json.dumps(request), earlier, wanted)
    return worker[1][-1]


@pytest.mark.parametrize("name", ASKED)
def test_it_answers_as_the_server_does(worker, client, name):
    header, content = ask(worker, name, ASKED[name])
    assert header == {"job": 7, "event": "result", "last": True}
    assert json.loads(content) == client.post(f"/api/{name}", json=ASKED[name]).json()


@pytest.mark.parametrize("name", WRONG)
def test_it_refuses_as_the_server_does(worker, client, name):
    header, content = ask(worker, name, WRONG[name])
    answer = client.post(f"/api/{name}", json=WRONG[name])
    assert (header["status"], json.loads(content)) == (answer.status_code, answer.json())


def test_every_route_of_the_server_is_asked_above():
    assert ROUTES.keys() - ASKED.keys() == {"compare"}  # which tells seconds


def test_the_page_begins_with_the_same_games(worker, client):
    _header, content = ask(worker, "info", {"lang": "en"})
    assert json.loads(content) | {"start": ""} == client.get("/api/info").json() | {"start": ""}


def test_files_come_as_bytes(worker):
    header, content = ask(worker, "literal", {"text": "(1 2)", "format": "svg"})
    assert (header["type"], header["name"]) == ("image/svg+xml", "tree.svg")
    assert content.startswith(b"<svg")


def test_a_level_moves_and_an_unknown_wish_is_refused(worker):
    header, content = ask(worker, "play", {"id": "s1", "do": "play", "game": "tictactoe", "moves": ["b2"], "level": 2})
    assert header["last"]
    assert json.loads(content)["id"] == "s1"
    assert json.loads(content)["move"]
    header, content = ask(worker, "play", {"id": "s2", "do": "play", "game": "tictactoe", "level": 11})
    assert json.loads(content)["event"] == "error"
    assert ask(worker, "nothing", {})[0]["status"] == 404


def test_an_analysis_that_is_not_wanted_gives_way_and_goes_on_later(worker):
    """The page takes the token back: the work ends, and what it had found is where the next turn begins."""
    request = {"id": "s1", "do": "analyse", "game": "othello", "moves": [], "seconds": 30.0}
    header, carry = ask(
        worker, "analyse", request, wanted=lambda: all(header["event"] != "info" for header, _content in worker[1])
    )
    assert header["event"] == "later"
    assert json.loads(carry)["depth"] >= 1
    header, content = ask(worker, "analyse", request, f'{{"spent": 29.9, "carry": {carry}}}')
    assert header["event"] == "result"
    assert json.loads(content)["depth"] >= json.loads(carry)["depth"]
