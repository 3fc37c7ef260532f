"""The tables of what is kept and their rows, and how a file of an earlier version becomes one of this version, with all
it holds.

Everything has an owner: the id of a person, or the host's. Each row has a checksum of all its values, the last of them:
what is damaged in a row alone costs that row.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from typing import Any

from elagage.web.people import HOST

__all__ = ["VERSION", "checksum_of", "count_text", "is_whole", "keep_row", "make_tables", "migrate"]

VERSION = 4
GAMES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, shared INTEGER NOT NULL, bytes INTEGER NOT NULL, name TEXT NOT NULL,
    game TEXT NOT NULL, record TEXT NOT NULL, changed REAL NOT NULL, checksum TEXT NOT NULL
)
"""
SETTINGS = """
CREATE TABLE settings (
    owner TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, bytes INTEGER NOT NULL, checksum TEXT NOT NULL,
    PRIMARY KEY (owner, name)
)
"""
PEOPLE = """
CREATE TABLE people (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, seen REAL NOT NULL, checksum TEXT NOT NULL
)
"""
TABLES = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL, record TEXT NOT NULL, changed REAL NOT NULL,
    checksum TEXT NOT NULL
)
"""
INDEX = "CREATE INDEX games_of_owner ON games (owner, changed)"


def make_tables(base: sqlite3.Connection) -> None:
    """The tables of a new file."""
    for statement in (GAMES, SETTINGS, PEOPLE, TABLES, INDEX):
        base.execute(statement)
    base.execute(f"PRAGMA user_version={VERSION}")


def migrate(base: sqlite3.Connection, version: int) -> None:
    """Make a file of an earlier version one of this version. Versions 1 and 2 knew no people: all they hold is the
    host's. Version 3 knew no tables.

    Rows of version 1 have no checksum and are taken as they are; a damaged row of version 2 stays a damaged one.
    """
    if version == 3:
        base.execute(TABLES)
        base.execute(f"PRAGMA user_version={VERSION}")
        return
    tables = {"games": ("id", "name", "game", "record", "changed"), "settings": ("name", "value")}
    for table in tables:
        base.execute(f"ALTER TABLE {table} RENAME TO former_{table}")
    make_tables(base)
    for table, columns in tables.items():
        wanted = columns if version == 1 else (*columns, "checksum")
        rows = base.execute(f"SELECT {', '.join(wanted)} FROM former_{table}").fetchall()
        for row in sorted(rows, key=lambda row: version > 1 and not is_whole(row)):  # the damaged ones at last
            whole, values = version == 1 or is_whole(row), row[: len(columns)]
            keep_row(base, table, place_row(table, values if whole else [str(each) for each in values]), whole)
        base.execute(f"DROP TABLE former_{table}")


def place_row(table: str, values: Sequence[Any]) -> tuple[Any, ...]:
    """A row without an owner, as a row of the host's."""
    if table == "games":
        ident, name, game, record, changed = values
        return ident, HOST.id, 0, count_text(name, game, record), name, game, record, changed
    name, value = values
    return HOST.id, name, value, count_text(name, value)


def count_text(*texts: str) -> int:
    """How many bytes some texts take."""
    return sum(len(text.encode("utf-8", "replace")) for text in texts)


def checksum_of(values: Sequence[Any]) -> str:
    """What a flipped bit of a row would change."""
    return hashlib.sha256(repr(tuple(values)).encode("utf-8", "replace")).hexdigest()[:16]


def is_whole(row: Sequence[Any]) -> bool:
    """Is a row, its checksum last, as it was written?"""
    return bool(row[-1] == checksum_of(row[:-1]))


def keep_row(base: sqlite3.Connection, table: str, values: Sequence[Any], whole: bool = True) -> None:
    """Write a row with its checksum, in place of an older one of the same key; a damaged one gets no checksum, and
    takes nobody's place.
    """
    places = ", ".join("?" * (len(values) + 1))
    how = "REPLACE" if whole else "IGNORE"
    base.execute(f"INSERT OR {how} INTO {table} VALUES ({places})", (*values, checksum_of(values) if whole else ""))
