"""The cookie that says who somebody is: signed here, lately, or it is nobody's."""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import stat
import threading
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from web_server import COOKIE, keep, names_of, sit_at, visit

from elagage.web import people
from elagage.web.app import make_app
from elagage.web.people import Person, Signer

pytest_plugins = ["web_server"]
"""Its fixtures: context, client, port and app."""


def test_the_key_is_for_its_owner_and_stays(app, context):
    visitor = visit(app, "Ada")
    key = context.store.path.parent / "people.key"
    if os.name == "posix":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    cookie = visitor.cookies.get(COOKIE)
    later = make_app(context, host="0.0.0.0", token="secret")  # another run of the server
    later.signer = Signer(context.store.path.parent)
    assert visit(later, cookie=cookie).get("/api/me").json()["name"] == "Ada"
    key.write_bytes(key.read_bytes()[:-1])
    later.signer = Signer(context.store.path.parent)
    assert visit(later, cookie=cookie).get("/api/me").json()["name"] is None  # a new key was made
    assert people.read_key(key) == later.signer.key
    assert [path.name for path in key.parent.glob("people*")] == ["people.key"]


def test_servers_that_start_at_once_share_one_key(tmp_path):
    signers, begin = [Signer(tmp_path) for _each in range(8)], threading.Barrier(8)

    def look(signer):
        begin.wait()
        assert signer.key

    threads = [threading.Thread(target=look, args=(signer,)) for signer in signers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {signer.key for signer in signers} == {people.read_key(tmp_path / "people.key")}


def test_where_no_key_can_be_kept_it_lasts_for_the_run(tmp_path):
    (tmp_path / "file").write_text("x")
    signer = Signer(tmp_path / "file")
    assert signer.read(signer.sign(Person("a" * 32, "Ada"))) == Person("a" * 32, "Ada")


SIGNER = Signer()
SIGNED = SIGNER.sign(Person("0" * 32, "Ada"))


@given(st.integers(0, len(SIGNED) - 1), st.integers(0, 6))
def test_a_cookie_with_one_bit_changed_is_nobodys(place, bit):
    changed = SIGNED[:place] + chr(ord(SIGNED[place]) ^ 1 << bit) + SIGNED[place + 1 :]
    assert SIGNER.read(SIGNED) == Person("0" * 32, "Ada")
    assert SIGNER.read(changed) is None


@given(st.one_of(st.text(), st.text(st.characters(max_codepoint=255)).map(lambda text: f"{SIGNED}{text}.")))
def test_any_text_is_nobodys_cookie(text):
    assert SIGNER.read(text) is None


def forge(fields, key=b""):
    """A cookie with these fields, signed with another key."""
    signer = Signer()
    signer.__dict__["key"] = key
    payload = base64.urlsafe_b64encode(json.dumps(fields).encode()).decode()
    return f"{payload}.{signer.seal(payload)}"


@pytest.mark.parametrize("cookie", [forge([1, "host", "x", 2e9]), forge([]), SIGNED, "", ".", "é", "a" * 5000, "x.y.z"])
def test_a_forged_cookie_is_a_new_visitor_and_no_error(app, cookie):
    keep(sit_at(app))
    visitor = visit(app)
    headers = {"cookie": f"elagage_token_8462=secret; {COOKIE}={cookie}".encode()}
    answer = visitor.get("/api/me", headers=headers)
    assert (answer.status_code, answer.json()["name"], answer.json()["host"]) == (200, None, False)
    assert visitor.get("/", headers=headers).status_code == 200
    assert visitor.get("/api/saved", headers=headers).json() == []


def test_a_cookie_of_another_version_or_of_long_ago_is_nobodys(monkeypatch):
    key = SIGNER.key
    now = int(people.time.time())
    assert SIGNER.read(forge([1, "a", "Ada", now], key)) == Person("a", "Ada")
    for fields in (
        [2, "a", "Ada", now],
        [1, "a", "Ada"],
        {},
        [1, "a", "Ada", now - 181 * 86400],
        [1, "a", "A", now * 2],
    ):
        assert SIGNER.read(forge(fields, key)) is None


def test_a_visit_keeps_a_name_for_another_while(app, monkeypatch):
    visitor = visit(app, "Ada")
    keep(visitor)
    day = people.time.time()
    for visits in range(1, 4):
        monkeypatch.setattr(people.time, "time", lambda later=visits: day + later * 150 * 86400)
        assert visitor.get("/api/me").json()["name"] == "Ada"
    assert names_of(visitor) == ["first"]


def test_whose_cookies_have_expired_is_forgotten(app, context, monkeypatch):
    keep(visit(app, "Ada"))
    keep(sit_at(app))
    day = people.time.time()
    monkeypatch.setattr(people.time, "time", lambda: day + 182 * 86400)
    assert visit(app).post("/api/me", json={"name": "Ada"}).json()["told"] is None
    with closing(sqlite3.connect(context.store.path)) as base:
        assert base.execute("SELECT owner FROM games").fetchall() == [("host",)]
