"""What the page keeps on this machine: games and settings, in one SQLite file in the user's data folder.

Each call opens the file, does one transaction and closes it, so that several servers and a crash at any moment do no
harm. A file that is damaged, locked or of a later version is left as it is, and one sentence says so. Each row has its
checksum: what is damaged in a row alone costs that row, which is listed and refused when it is asked for.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from elagage.folders import data_folder
from elagage.web.http_errors import Refusal

__all__ = ["Store"]

VERSION = 2
MOST = 5000
"""Saved games."""
WAIT = 3.0
"""Seconds to wait for somebody else's lock."""
ID = re.compile(r"[0-9a-f]{16}")
SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, record TEXT NOT NULL, changed REAL NOT NULL,
    checksum TEXT NOT NULL
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum TEXT NOT NULL);
"""
GAME = ", ".join(("id", "name", "game", "record", "changed"))
SETTING = ", ".join(("name", "value"))


class Store:
    """The file. It is made when something is kept for the first time."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "elagage.sqlite3"

    @contextmanager
    def open_database(self) -> Iterator[sqlite3.Connection]:
        """The file, ready to be used; Refusal says what is wrong with it (in both languages at once:
        what is kept is never tried twice).
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)) as base:
                base.text_factory = lambda content: content.decode("utf-8", "replace")
                base.execute("PRAGMA journal_mode=WAL")
                base.execute("PRAGMA synchronous=FULL")
                base.execute("BEGIN IMMEDIATE")
                self.prepare(base)
                yield base
                base.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise Refusal(
                    "{path} is in use by another program: close that program, then try again.", path=self.path
                ) from None
            raise make_file_error(self.path, str(error)) from None
        except (sqlite3.DatabaseError, UnicodeDecodeError):  # the latter in what SQLite says of a damaged name
            raise Refusal(
                "{path} is damaged, so it is left as it is: move it elsewhere, and a new one is made.", path=self.path
            ) from None
        except OSError as error:
            raise make_file_error(self.path, error.strerror or str(error)) from None

    def prepare(self, base: sqlite3.Connection) -> None:
        """Make the tables of a new file; Refusal for a file of a later version."""
        version = int(base.execute("PRAGMA user_version").fetchone()[0])
        if version > VERSION:
            raise Refusal(
                "{path} was written by a later version of Élagage: use that version, or move the file away.",
                path=self.path,
            )
        if version == 0:
            for statement in SCHEMA.strip().split(";\n"):
                base.execute(statement)
        elif version == 1:
            for table, fields in (("games", GAME), ("settings", SETTING)):
                base.execute(f"ALTER TABLE {table} ADD COLUMN checksum TEXT NOT NULL DEFAULT ''")
                for row in base.execute(f"SELECT {fields} FROM {table}").fetchall():
                    keep_row(base, table, row)
        if version < VERSION:
            base.execute(f"PRAGMA user_version={VERSION}")

    def list_saved(self) -> list[dict[str, Any]]:
        """The saved games without their records, the latest first."""
        with self.open_database() as base:
            rows = base.execute(f"SELECT {GAME}, checksum FROM games ORDER BY changed DESC").fetchall()
        return [
            {"id": row[0], "name": row[1], "game": row[2], "changed": row[4]}
            if is_whole(row)
            else {"id": str(row[0]), "name": str(row[1]), "game": str(row[2]), "changed": 0.0, "damaged": True}
            for row in rows
        ]

    def get(self, ident: str) -> dict[str, Any]:
        """A saved game; Refusal if there is none of that id."""
        with self.open_database() as base:
            row = base.execute(f"SELECT {GAME}, checksum FROM games WHERE id = ?", (check_ident(ident),)).fetchone()
        if row is None:
            raise make_missing_error()
        if not is_whole(row):
            raise Refusal("This saved game is damaged: delete it, and take it from an export if you have one.")
        return game_json(row)

    def save(self, name: str, game: str, record: Any, ident: str | None = None) -> dict[str, Any]:
        """Keep a game, a new one or another state of one that was kept."""
        key = secrets.token_hex(8) if ident is None else check_ident(ident)
        changed = time.time()
        with self.open_database() as base:
            known = base.execute("SELECT 1 FROM games WHERE id = ?", (key,)).fetchone()
            if ident is not None and known is None:
                raise make_missing_error()
            if known is None and base.execute("SELECT COUNT(*) FROM games").fetchone()[0] >= MOST:
                raise Refusal("{most} games are kept already: delete some of them.", most=MOST)
            keep_row(base, "games", (key, name, game, json.dumps(record), changed))
        return {"id": key, "name": name, "game": game, "changed": changed}

    def delete(self, ident: str) -> None:
        """Forget a saved game; Refusal if there is none of that id."""
        with self.open_database() as base:
            if base.execute("DELETE FROM games WHERE id = ?", (check_ident(ident),)).rowcount == 0:
                raise make_missing_error()

    def settings(self) -> dict[str, Any]:
        """The page's settings."""
        with self.open_database() as base:
            rows = base.execute(f"SELECT {SETTING}, checksum FROM settings").fetchall()
        return {row[0]: json.loads(row[1]) for row in rows if is_whole(row)}

    def change_settings(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Keep some settings; None forgets one. All of them are given back."""
        with self.open_database() as base:
            for name, value in changes.items():
                if value is None:
                    base.execute("DELETE FROM settings WHERE name = ?", (name,))
                else:
                    keep_row(base, "settings", (name, json.dumps(value)))
            if base.execute("SELECT COUNT(*) FROM settings").fetchone()[0] > 500:
                raise Refusal("There are too many settings: {most} at most.", most=500)
        return self.settings()

    def export(self) -> dict[str, Any]:
        """Everything that is whole, in one object."""
        with self.open_database() as base:
            games = base.execute(f"SELECT {GAME}, checksum FROM games ORDER BY changed").fetchall()
        return {
            "format": "elagage export 1",
            "games": [game_json(row) for row in games if is_whole(row)],
            "settings": self.settings(),
        }


def checksum_of(values: Sequence[Any]) -> str:
    """What a flipped bit of a row would change."""
    return hashlib.sha256(repr(tuple(values)).encode("utf-8", "replace")).hexdigest()[:16]


def is_whole(row: Sequence[Any]) -> bool:
    """Is a row, its checksum last, as it was written?"""
    return bool(row[-1] == checksum_of(row[:-1]))


def keep_row(base: sqlite3.Connection, table: str, values: Sequence[Any]) -> None:
    """Write a row with its checksum, in place of an older one of the same key."""
    places = ", ".join("?" * (len(values) + 1))
    base.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", (*values, checksum_of(values)))


def game_json(row: Sequence[Any]) -> dict[str, Any]:
    """A row of the games as the page gets it."""
    return {"id": row[0], "name": row[1], "game": row[2], "record": json.loads(row[3]), "changed": row[4]}


def check_ident(ident: str) -> str:
    """An id of ours; anything else names nothing."""
    if not ID.fullmatch(ident):
        raise make_missing_error()
    return ident


def make_file_error(path: Path, problem: str) -> Refusal:
    return Refusal("{path} can't be used: {problem}.", path=path, problem=problem)


def make_missing_error() -> Refusal:
    """There is no saved game of that id."""
    return Refusal("There is no saved game of that name: it may have been deleted.", status=404)
