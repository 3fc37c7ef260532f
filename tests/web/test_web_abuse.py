"""The web app: everything that somebody may send to harm it."""

from __future__ import annotations

import sqlite3

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from web_server import WS, both

from elagage.web.app import make_app

pytest_plugins = ["web_server"]
"""Its fixtures: context, client and port."""


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8462", "127.0.0.1.evil.example", "a@127.0.0.1", ""])
def test_a_foreign_host(client, host):
    answer = client.get("/api/info", headers={"host": host})
    assert answer.status_code == 400
    both(answer)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8462"])
def test_a_foreign_origin(client, origin):
    answer = client.post("/api/position", json={"game": "nim", "moves": []}, headers={"origin": origin})
    assert answer.status_code == 403
    both(answer)
    assert client.delete("/api/saved/0123456789abcdef", headers={"origin": origin}).status_code == 403
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect(WS, headers={"origin": origin}):
        pass
    assert refused.value.status_code == 403


def test_our_own_origin(client):
    answer = client.post("/api/game", json={"game": "nim"}, headers={"origin": "http://127.0.0.1:8462"})
    assert answer.status_code == 200
    cross = client.post("/api/game", json={"game": "nim"}, headers={"sec-fetch-site": "cross-site"})
    assert cross.status_code == 403


def test_from_elsewhere_the_token_is_needed(context):
    app = make_app(context, host="0.0.0.0", token="secret")
    away = TestClient(app, base_url="http://192.168.1.5:8462", client=("192.168.1.9", 1), follow_redirects=False)
    assert away.get("/").status_code == 401
    both(away.get("/api/info"))
    assert away.get("/?token=wrong").status_code == 401
    with pytest.raises(WebSocketDenialResponse), away.websocket_connect("ws://192.168.1.5:8462/ws"):
        pass
    opened = away.get("/?token=secret")
    assert opened.status_code == 303
    assert opened.headers["location"] == "/"
    assert "HttpOnly" in opened.headers["set-cookie"]
    assert "SameSite=Lax" in opened.headers["set-cookie"]
    assert away.get("/").status_code == 200
    assert away.get("/api/info").status_code == 200
    assert away.get("/", headers={"host": "evil.example"}).status_code == 400
    closed = TestClient(make_app(context, token="secret"), base_url="http://127.0.0.1", client=("10.0.0.1", 1))
    assert closed.get("/api/info").status_code == 401


def test_foreign_cookies_and_odd_origins_are_no_way_in_and_none_out(context, client):
    app = make_app(context, host="0.0.0.0", token="secret")
    away = TestClient(app, base_url="http://192.168.1.5:8462", client=("192.168.1.9", 1), follow_redirects=False)
    name = away.get("/?token=secret").headers["set-cookie"].partition("=")[0]
    assert name.endswith("_8462")
    for foreign in ('prefs={"a":1}', "a[b]=1", "n=x y"):
        away.cookies.clear()
        assert away.get("/api/info", headers={"cookie": f"{foreign}; {name}=secret"}).status_code == 200
    answer = client.post("/api/game", json={"game": "nim"}, headers={"origin": "http://["})
    assert answer.status_code == 403
    both(answer)
    assert client.get("/api/info", headers={"host": "localhost#x"}).status_code == 400


@pytest.mark.parametrize("cookie", ["wrong", "secret2", "ecret", "SECRET", "x", ""])
def test_a_cookie_with_another_token_is_no_way_in(context, cookie):
    app = make_app(context, host="0.0.0.0", token="secret")
    away = TestClient(app, base_url="http://192.168.1.5:8462", client=("192.168.1.9", 1), follow_redirects=False)
    name = away.get("/?token=secret").headers["set-cookie"].partition("=")[0]
    away.cookies.clear()
    headers = {"cookie": f"{name}={cookie}"}
    assert away.get("/api/info", headers={"cookie": f"{name}=secret"}).status_code == 200
    assert away.get("/api/info", headers=headers).status_code == 401
    assert away.get("/api/info", headers={"cookie": f"other={cookie}"}).status_code == 401
    assert away.get(f"/?token={cookie}").status_code == 401
    with pytest.raises(WebSocketDenialResponse), away.websocket_connect("ws://192.168.1.5:8462/ws", headers=headers):
        pass


@pytest.mark.parametrize(
    ("value", "status"),
    [
        ("1.5", 200), ('"\\u00e9"', 200), ("NaN", 400), ("Infinity", 400), ("1e999", 400), ('"\\ud800"', 400),
        ("[" * 98 + "]" * 98, 200), ("[" * 99 + "]" * 99, 400), ('{"a":' * 97 + "1" + "}" * 97, 200),
        ('{"a":' * 98 + "1" + "}" * 98, 400), ("[" * 200 + "]" * 200, 400),
    ],
    ids=lambda value: str(value)[:8],
)  # fmt: skip
def test_json_that_could_not_be_given_back(client, value, status):
    """Everything else of the request is right: it is refused for this value alone, and nothing is saved then."""
    body = f'{{"name": "x", "game": "nim", "record": {{"a": {value}}}}}'
    answer = client.post("/api/saved", content=body.encode(), headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert len(client.get("/api/saved").json()) == (status == 200)
    if status == 400:
        assert "no JSON text" in both(answer)


def test_what_would_take_too_long_is_refused_at_once(client):
    both(client.post("/api/literal", json={"text": "2^19"}))
    asked = {"game": "mnk:26,26,5", "algorithm": "alphabeta", "depth": 1, "options": {"boards": True}}
    answer = client.post("/api/tree", json=asked)
    assert answer.status_code == 400
    both(answer)


def test_a_save_that_is_refused_has_saved_nothing(context, client, monkeypatch):
    calls = []

    def full(*_arguments, **_named):
        calls.append(1)
        raise sqlite3.OperationalError("database is locked")

    monkeypatch.setattr(context.store, "prepare", full)
    answer = client.post("/api/saved", json={"name": "x", "game": "nim", "record": {}})
    assert answer.status_code == 400
    assert "in use by another program" in both(answer)
    assert len(calls) == 1


def test_a_huge_body(client):
    answer = client.post(
        "/api/position", content=b"x" * 10_000_000, headers={"content-type": "application/json"}
    )  # fmt: skip
    assert answer.status_code == 413
    both(answer)

    def pieces():
        for _piece in range(100):
            yield b"x" * 10_000

    unknown = client.post("/api/position", content=pieces(), headers={"content-type": "application/json"})
    assert unknown.status_code == 413


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"game": 5}', b'{"game": "nim", "moves": 3}']
)
def test_malformed_json(client, content):
    answer = client.post("/api/position", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    both(answer)


def test_a_form_is_no_json(client):
    answer = client.post("/api/game", content=b'{"game": "nim"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "name",
    [
        "chess", "../../etc/passwd", "/etc/passwd", "examples/x.py", "x.py:Game", "file", "", "nim:999,999,999,999",
        "tree:9^9",
        "connect4:999x999", "tree:((5", "nim:" + "1," * 4000, "othello\0",
    ],
)  # fmt: skip
def test_unknown_and_impossible_games(client, name):
    answer = client.post("/api/position", json={"game": name, "moves": []})
    assert answer.status_code == 400
    both(answer)


@pytest.mark.parametrize(
    "path",
    ["../kept.sqlite3", "..%2f..%2fetc%2fpasswd", "%00", "' OR 1=1 --", "0123456789abcdeg", "x" * 3000],
)
def test_ids_are_no_paths(client, path):
    client.post("/api/saved", json={"name": "x", "game": "nim", "record": {}})
    assert client.get(f"/api/saved/{path}").status_code == 404
    assert client.delete(f"/api/saved/{path}").status_code == 404
    assert len(client.get("/api/saved").json()) == 1


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static//etc/passwd"]
)
def test_static_files_end_at_their_folder(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        {"depth": 10**9}, {"depth": -1}, {"depth": "3"}, {"depth": True}, {"seconds": 1e9}, {"seconds": -1},
        {"do": "dance"},
        {"game": "chess"}, {"moves": ["z9"]}, {"moves": ["a1"] * 5000}, {"id": None}, {"id": "x" * 100},
        {"position": "???"},
        {"do": "play", "level": 99}, {"do": "play", "moves": ["a1", "b1", "a2", "b2", "a3"]},
    ],
    ids=str,
)  # fmt: skip
def test_searches_that_make_no_sense(client, change):
    with client.websocket_connect(WS) as ws:
        ws.send_json({"id": "1", "do": "analyse", "game": "tictactoe", "moves": [], **change})
        answer = ws.receive_json()
        assert answer["event"] == "error"
        assert answer["status"] == 400
        assert set(answer["error"]) == {"en", "fr"}
        ws.send_json({"id": 2, "do": "ping"})
        assert ws.receive_json() == {"id": "2", "event": "pong"}


@pytest.mark.parametrize("content", ["", "{", "[]", "x" * 100_000, "[" * 50_000])
def test_messages_that_make_no_sense(client, content):
    with client.websocket_connect(WS) as ws:
        ws.send_text(content)
        assert ws.receive_json()["status"] in (400, 413)


def test_too_deep_a_tree_and_too_many_steps(client):
    deep = client.post("/api/literal", json={"text": "(" * 3000 + "1" + ")" * 3000})
    assert deep.status_code in (200, 400)
    many = client.post("/api/tree", json={"game": "othello", "moves": [], "depth": 8, "algorithm": "minimax"})
    assert many.status_code == 400
    both(many)
    assert client.post("/api/tree", json={"game": "othello", "depth": 10**9}).status_code == 400
