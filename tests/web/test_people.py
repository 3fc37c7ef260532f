"""Several people on one server: what each keeps is their own, and what the host shares is everybody's to read."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from web_server import COOKIE, HERE, SAVED, both, keep, names_of, sit_at, visit

from elagage.web import people, saved_games
from elagage.web.app import make_app
from elagage.web.http_errors import Refusal
from elagage.web.names import MOST_NAME, check_name
from elagage.web.people import HOST, PERSON, person_of
from elagage.web.saved_games import Store
from elagage.web.store_schema import checksum_of

pytest_plugins = ["web_server"]
"""Its fixtures: context, client, port and app."""

# What is one's own


def test_nobody_reads_replaces_or_deletes_the_game_of_another(app):
    first, second, host = visit(app, "Ada"), visit(app, "Blaise"), sit_at(app)
    ident = keep(first)
    missing = first.get("/api/saved/0123456789abcdef")
    for other in (second, host):
        assert other.get("/api/saved").json() == []
        answers = [
            other.get(f"/api/saved/{ident}"),
            other.post("/api/saved", json={**SAVED, "id": ident}),
            other.delete(f"/api/saved/{ident}"),
            other.get(f"/api/shelf/{ident}"),
        ]
        assert [(answer.status_code, answer.json()) for answer in answers] == [(404, missing.json())] * 4
        assert other.get("/api/export").json()["games"] == []
    assert host.put(f"/api/shelf/{ident}").status_code == 404
    assert names_of(first) == ["first"]
    assert [game["id"] for game in first.get("/api/export").json()["games"]] == [ident]


def test_settings_are_ones_own(app):
    first, second, host = visit(app, "Ada"), visit(app, "Blaise"), sit_at(app)
    for visitor, theme in ((first, "dark"), (second, "light"), (host, "")):
        assert visitor.post("/api/settings", json={"theme": theme}).json() == {"theme": theme}
    assert [each.get("/api/settings").json()["theme"] for each in (first, second, host)] == ["dark", "light", ""]
    first.post("/api/settings", json={"theme": None})
    assert [each.get("/api/settings").json() for each in (first, second)] == [{}, {"theme": "light"}]
    assert second.get("/api/export").json()["settings"] == {"theme": "light"}


def test_without_a_name_one_plays_and_keeps_nothing(app):
    keep(sit_at(app))
    nobody = visit(app)
    assert nobody.get("/api/me").json() == {"host": False, "name": None, "others": True}
    assert (nobody.get("/api/saved").json(), nobody.get("/api/settings").json()) == ([], {})
    refused = [
        nobody.post("/api/saved", json=SAVED),
        nobody.post("/api/settings", json={"a": 1}),
        nobody.delete("/api/saved/0123456789abcdef"),
        nobody.get("/api/export"),
    ]
    assert [answer.status_code for answer in refused] == [403] * 4
    assert all("name" in both(answer) for answer in refused)
    assert nobody.post("/api/game", json={"game": "nim"}).status_code == 200


def test_alone_at_the_machine_nothing_is_asked(client):
    assert client.get("/api/me").json() == {"host": True, "name": None, "others": False}
    assert "set-cookie" not in client.get("/api/me").headers
    keep(client)
    assert names_of(client) == ["first"]
    assert client.post("/api/me", json={"name": "Ada"}).status_code == 400


def test_the_hosts_own_token_makes_the_host(app):
    keep(sit_at(app))
    host = TestClient(app, base_url="http://192.168.1.5:8462", client=("192.168.1.5", 1))
    assert host.get("/?token=mine").status_code == 200
    assert host.get("/api/me").json()["host"]
    assert names_of(host) == ["first"]
    assert not visit(app).get("/api/me").json()["host"]


def test_an_empty_token_opens_nothing(context):
    app = make_app(context, host="0.0.0.0")
    away = TestClient(app, base_url="http://192.168.1.5:8462", client=("192.168.1.9", 1))
    assert away.get("/api/me").status_code == 401
    assert away.get("/api/me?token=").status_code == 401


# Names


def test_two_people_of_the_same_name_are_two_people(app):
    first, second, third = visit(app, "Ada"), visit(app), visit(app)
    keep(first)
    answer = second.post("/api/me", json={"name": " ADA "}).json()
    assert answer["name"] == "ADA (2)"
    assert "ADA (2)" in answer["told"]["en"]
    assert set(answer["told"]) == {"en", "fr"}
    assert third.post("/api/me", json={"name": "ada (2)"}).json()["name"] == "ada (2) (2)"
    assert names_of(second) == []
    assert first.post("/api/me", json={"name": "Ada"}).json()["told"] is None


def test_a_name_can_be_changed_and_all_is_kept(app):
    visitor, other = visit(app, "Ada"), visit(app, "Blaise")
    keep(visitor)
    assert visitor.post("/api/me", json={"name": "Augusta"}).json()["name"] == "Augusta"
    assert visitor.get("/api/me").json()["name"] == "Augusta"
    assert names_of(visitor) == ["first"]
    assert other.post("/api/me", json={"name": "Ada"}).json()["told"] is None  # it is free again


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * (MOST_NAME + 1), "a\x00b", "a\nb", "a\u202eb", "\u200d\u200d", "a\ufeffb", "\x7f", 5, None,
     "é" * 2000],
)  # fmt: skip
def test_what_is_no_name(app, name):
    visitor = visit(app)
    answer = visitor.post("/api/me", json={"name": name})
    assert answer.status_code == 400
    both(answer)
    assert "set-cookie" not in answer.headers
    assert visitor.get("/api/me").json()["name"] is None


@given(st.text(max_size=60))
def test_a_name_is_refused_or_can_be_seen(text):
    try:
        name = check_name(text)
    except Refusal:
        return
    assert 1 <= len(name) <= MOST_NAME
    assert name == check_name(name)
    assert name.isprintable() or any(sign in name for sign in "\u200c\u200d")


def test_a_name_is_a_text_and_no_header(app):
    visitor = visit(app)
    odd = '<b>;x=1, "é" 😀'
    answer = visitor.post("/api/me", json={"name": odd})
    assert answer.json()["name"] == odd
    value, *rules = answer.headers["set-cookie"].split("; ")
    assert rules == ["Max-Age=15552000", "HttpOnly", "SameSite=Lax", "Path=/"]
    assert value.isascii()
    assert visitor.get("/api/me").json()["name"] == odd


# The shelf


def test_the_shelf_is_filled_by_the_host_and_read_by_everybody(app):
    host, guest, nobody = sit_at(app), visit(app, "Ada"), visit(app)
    shared, own = keep(host, name="shared"), keep(host, name="own")
    assert names_of(guest, "shelf") == []
    assert host.put(f"/api/shelf/{shared}").status_code == 200
    assert {game["name"]: game["shared"] for game in host.get("/api/saved").json()} == {"shared": True, "own": False}
    for visitor in (guest, nobody, host):
        assert names_of(visitor, "shelf") == ["shared"]
        assert visitor.get(f"/api/shelf/{shared}").json()["record"] == SAVED["record"]
        assert visitor.get(f"/api/shelf/{own}").status_code == 404
    for visitor in (guest, nobody):
        mine = keep(guest)
        for ident in (shared, own, mine, "0123456789abcdef"):
            assert visitor.put(f"/api/shelf/{ident}").status_code == 403
            assert visitor.delete(f"/api/shelf/{ident}").status_code == 403
        assert visitor.get(f"/api/saved/{shared}").status_code == 404
        assert visitor.delete(f"/api/saved/{shared}").status_code in (403, 404)
        assert visitor.post("/api/saved", json={**SAVED, "id": shared}).status_code in (403, 404)
    assert names_of(nobody, "shelf") == ["shared"]
    keep(host, name="another state", id=shared)
    assert names_of(guest, "shelf") == ["another state"]
    assert host.delete(f"/api/shelf/{shared}").status_code == 200
    assert names_of(guest, "shelf") == []
    assert sorted(names_of(host)) == ["another state", "own"]


def test_the_host_sees_who_keeps_games_and_can_forget_them(app):
    host, first, second = sit_at(app), visit(app, "Ada"), visit(app, "Blaise")
    keep(first), keep(first), keep(second)
    listed = {person["name"]: person for person in host.get("/api/people").json()}
    assert {name: person["games"] for name, person in listed.items()} == {"Ada": 2, "Blaise": 1}
    assert all(person["bytes"] > 0 for person in listed.values())
    for visitor in (first, visit(app)):
        assert visitor.get("/api/people").status_code == 403
        assert visitor.delete(f"/api/people/{listed['Blaise']['id']}").status_code == 403
    assert host.delete(f"/api/people/{listed['Ada']['id']}").status_code == 200
    assert [host.delete(f"/api/people/{ident}").status_code for ident in (listed["Ada"]["id"], "host")] == [404, 404]
    assert (names_of(first), names_of(second)) == ([], ["first"])
    assert [person["name"] for person in host.get("/api/people").json()] == ["Blaise"]


# Quotas


def test_everybody_has_a_quota_of_games(app, monkeypatch):
    monkeypatch.setattr(saved_games, "MOST_OF_GUEST", 2)
    first, second = visit(app, "Ada"), visit(app, "Blaise")
    ident = keep(first), keep(first)
    full = first.post("/api/saved", json=SAVED)
    assert full.status_code == 409
    assert "2 games" in both(full)
    assert len(names_of(first)) == 2
    keep(first, id=ident[0])  # another state of one that is there
    keep(second)
    first.delete(f"/api/saved/{ident[0]}")
    keep(first)


def test_everybody_has_a_quota_of_bytes(app, monkeypatch):
    monkeypatch.setattr(saved_games, "MOST_BYTES", 1 << 20)
    visitor, host = visit(app, "Ada"), sit_at(app)
    large = {"notes": "x" * 200_000}
    idents = [keep(visitor, record=large) for _each in range(5)]
    for what, body in (("saved", {**SAVED, "record": large}), ("settings", {"a": "x" * 200_000})):
        full = visitor.post(f"/api/{what}", json=body)
        assert full.status_code == 409
        assert "1 MB" in both(full)
    assert len(names_of(visitor)) == 5
    assert visitor.get("/api/settings").json() == {}
    visitor.delete(f"/api/saved/{idents[0]}")
    keep(visitor, record=large)
    for _each in range(6):
        keep(host, record=large)


def test_all_guests_together_have_a_quota(app, monkeypatch):
    monkeypatch.setattr(saved_games, "MOST_OF_GUESTS", 1 << 20)
    large = {"notes": "x" * 200_000}
    for number in range(5):
        keep(visit(app, f"Ada {number}"), record=large)
    full = visit(app, "Blaise").post("/api/saved", json={**SAVED, "record": large})
    assert full.status_code == 409
    assert "host" in both(full)
    keep(sit_at(app), record=large)


def test_a_name_that_keeps_nothing_makes_room_for_another(app, monkeypatch):
    monkeypatch.setattr(saved_games, "MOST_PEOPLE", 2)
    first, second = visit(app, "Ada"), visit(app, "Blaise")
    keep(second)
    third = visit(app, "Charles")
    keep(third)
    assert names_of(second) == ["first"]
    full = visit(app).post("/api/me", json={"name": "Emmy"})
    assert full.status_code == 409
    both(full)
    assert first.get("/api/info").status_code == 200


def test_an_address_brings_so_many_people_an_hour(app, monkeypatch):
    monkeypatch.setattr(people, "MOST_NEWCOMERS", 2)
    first = visit(app, "Ada")
    visit(app, "Blaise")
    full = visit(app).post("/api/me", json={"name": "Charles"})
    assert full.status_code == 429
    both(full)
    assert first.post("/api/me", json={"name": "Augusta"}).status_code == 200  # no new person
    visit(app, "Charles", address="192.168.1.10")
    now = people.time.monotonic()
    monkeypatch.setattr(people.time, "monotonic", lambda: now + 3601)
    visit(app, "Emmy")


# Searches, and older files


def test_searches_are_queued_by_person(app, monkeypatch):
    seen = []

    async def inner(scope, _receive, send):
        seen.append(person_of(scope))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    first, second, nobody, host = visit(app, "Ada"), visit(app, "Blaise"), visit(app), sit_at(app)
    monkeypatch.setattr(app, "app", inner)
    for visitor in (first, first, second, nobody, host):
        visitor.get("/")
    assert seen[0] == seen[1]
    assert len({*seen}) == 4
    assert seen[3:] == ["192.168.1.9", "127.0.0.1"]
    assert person_of({PERSON: HOST, "client": HERE}) == "127.0.0.1"


def test_a_socket_knows_who_opened_it(app, monkeypatch):
    seen = []
    monkeypatch.setattr("elagage.web.live_socket.person_of", lambda scope: seen.append(person_of(scope)) or seen[-1])
    visitor = visit(app, "Ada")
    ident = app.signer.read(visitor.cookies.get(COOKIE)).id
    with visitor.websocket_connect("ws://192.168.1.5:8462/ws") as ws:
        ws.send_json({"id": 1, "do": "ping"})
        assert ws.receive_json()["event"] == "pong"
    assert seen == [ident]


VERSION_1 = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, record TEXT NOT NULL, changed REAL NOT NULL
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO games VALUES ('0123456789abcdef', 'été', 'nim', '{"moves": ["a1"], "note": "\\u00e9"}', 5.25);
INSERT INTO games VALUES ('fedcba9876543210', 'b', 'othello', '{}', 7.5);
INSERT INTO settings VALUES ('theme', '"dark"');
INSERT INTO settings VALUES ('players', '["human", 3]');
PRAGMA user_version=1;
"""


def test_a_file_of_the_first_version_is_the_hosts_with_all_it_holds(app, context, client):
    with closing(sqlite3.connect(context.store.path)) as base:
        base.executescript(VERSION_1)
    expected = {
        "format": "elagage export 1",
        "games": [
            {"id": "0123456789abcdef", "name": "été", "game": "nim", "record": {"moves": ["a1"], "note": "é"},
             "changed": 5.25, "shared": False},
            {"id": "fedcba9876543210", "name": "b", "game": "othello", "record": {}, "changed": 7.5, "shared": False},
        ],
        "settings": {"theme": "dark", "players": ["human", 3]},
    }  # fmt: skip
    assert client.get("/api/export").json() == expected
    assert client.get("/api/export").json() == expected  # and once more, from the new tables
    assert visit(app, "Ada").get("/api/saved").json() == []
    assert client.get("/api/saved/0123456789abcdef").json()["record"]["note"] == "é"
    with closing(sqlite3.connect(context.store.path)) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (saved_games.VERSION,)
        tables = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {"games", "settings", "people", "tables"}


def test_a_damaged_row_of_the_second_version_stays_damaged_and_takes_nobodys_place(tmp_path):
    path = tmp_path / "kept.sqlite3"
    rows = [("0123456789abcdef", "whole", "nim", "{}", 5.25), ("fedcba9876543210", "other", "nim", "{}", 7.5)]
    with closing(sqlite3.connect(path)) as base:
        base.executescript("""
            CREATE TABLE games (id TEXT, name TEXT, game TEXT, record TEXT, changed REAL, checksum TEXT);
            CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum TEXT NOT NULL);
            PRAGMA user_version=2;
        """)
        for row in rows:
            base.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", (*row, checksum_of(row)))
        base.execute("UPDATE games SET name = 'changed' WHERE id = 'fedcba9876543210'")
        base.execute("INSERT INTO games VALUES ('0123456789abcdef', NULL, 5, 'x', 'y', 'z')")
        base.execute("INSERT INTO settings VALUES ('a', '1', ?)", (checksum_of(("a", "1")),))
        base.execute("INSERT INTO settings VALUES ('b', '1', 'x')")
        base.commit()
    store = Store(path)
    for _time in range(2):
        listed = {game["name"]: "damaged" in game for game in store.list_saved()}
        assert listed == {"whole": False, "changed": True}
        assert store.get("0123456789abcdef")["name"] == "whole"
        assert store.settings() == {"a": 1}
        for work in (store.get, lambda ident: store.share(ident, True)):
            with pytest.raises(Refusal, match="damaged"):
                work("fedcba9876543210")


def test_a_flipped_bit_shares_nothing(app, context):
    host, guest = sit_at(app), visit(app, "Ada")
    own, hers = keep(host), keep(guest)
    with closing(sqlite3.connect(context.store.path)) as base:
        base.execute("UPDATE games SET shared = 1, owner = 'host'")
        base.commit()
    assert guest.get("/api/shelf").json() == []
    assert [guest.get(f"/api/shelf/{ident}").status_code for ident in (own, hers)] == [400, 400]
    assert [host.get(f"/api/saved/{ident}").status_code for ident in (own, hers)] == [400, 400]


def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch):
    path = tmp_path / "kept.sqlite3"
    with closing(sqlite3.connect(path)) as base:
        base.executescript(VERSION_1)

    def fail(base, version):
        migrate(base, version)
        raise sqlite3.OperationalError("disk full")

    migrate = saved_games.migrate
    monkeypatch.setattr(saved_games, "migrate", fail)
    with pytest.raises(Refusal):
        Store(path).list_saved()
    monkeypatch.undo()
    assert [game["name"] for game in Store(path).list_saved()] == ["b", "été"]
