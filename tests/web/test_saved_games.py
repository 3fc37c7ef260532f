"""What the page keeps, damaged: it is told or as it was; and a file of an earlier version is taken over whole."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from elagage.web.http_errors import Refusal
from elagage.web.saved_games import Store


@pytest.fixture
def store(tmp_path):
    found = Store(tmp_path / "kept.sqlite3")
    for number in range(6):
        found.save(f"game {number}", "nim:3,4,5", {"moves": ["a1", "b2"], "notes": {"0": "é" * number}})
    found.change_settings({"theme": "dark", "level": 3, "names": ["Ada", None]})
    with closing(sqlite3.connect(found.path)) as base:
        base.execute("PRAGMA journal_mode=DELETE")
    return found


def read_all(store):
    """Every way to read what is kept, as far as it can be read."""
    found = {}
    for name, read in (("list", store.list_saved), ("settings", store.settings), ("export", store.export)):
        try:
            found[name] = read()
        except Refusal:
            found[name] = None
    for game in found["list"] or []:
        try:
            found[game["id"]] = store.get(game["id"])
        except Refusal:
            found[game["id"]] = None
    return found


def test_a_flipped_bit_is_told_or_changes_nothing(store):
    whole = read_all(store)
    kept = {game["id"]: game for game in whole["list"]}
    good = store.path.read_bytes()
    chooser = random.Random(3)
    told = 0
    for place in chooser.sample([place for place, byte in enumerate(good) if byte], 300):
        store.path.write_bytes(good[:place] + bytes([good[place] ^ (1 << chooser.randrange(8))]) + good[place + 1 :])
        found = read_all(store)
        told += None in found.values() or len(found) < len(whole)
        for name, value in found.items():
            if value is None:
                continue
            if name == "list":
                assert all(game.get("damaged") or kept[game["id"]] == game for game in value)
            elif name == "export":
                assert all(game in whole["export"]["games"] for game in value["games"])
                assert value["settings"].items() <= whole["settings"].items()
            elif name == "settings":
                assert value.items() <= whole["settings"].items()
            else:
                assert value == whole[name]
    assert told > 100


def test_a_file_of_the_first_version_is_taken_over(tmp_path):
    path = tmp_path / "kept.sqlite3"
    with closing(sqlite3.connect(path)) as base:
        base.executescript("""
            CREATE TABLE games (
                id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, record TEXT NOT NULL, changed REAL NOT NULL
            );
            CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
            INSERT INTO games VALUES ('0123456789abcdef', 'old', 'nim', '{"moves": ["a1"]}', 17.5);
            INSERT INTO settings VALUES ('theme', '"dark"');
            PRAGMA user_version=1;
        """)
    store = Store(path)
    for _time in range(2):
        assert store.get("0123456789abcdef")["record"] == {"moves": ["a1"]}
        assert store.settings() == {"theme": "dark"}
        assert [game["changed"] for game in store.list_saved()] == [17.5]
    store.save("new", "nim", {})
    assert len(store.export()["games"]) == 2
