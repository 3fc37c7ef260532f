"""What is kept on this machine: games and settings of each person, in one SQLite file in the user's data folder.

Each call opens the file, does one transaction and closes it, so that several servers and a crash at any moment do no
harm. A file that is damaged, locked or of a later version is left as it is, and one sentence says so. Each row has its
checksum: what is damaged in a row alone costs that row, which is listed and refused when it is asked for.

Everybody sees and changes what is their own. A game that the host shares is on the shelf, which everybody reads.
"""

from __future__ import annotations

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
from elagage.web.names import key_of_name, number_name
from elagage.web.people import DAYS, HOST, Person
from elagage.web.store_schema import VERSION, count_text, is_whole, keep_row, make_tables, migrate

__all__ = ["Store"]

MOST = 5000
"""Games of the host."""
MOST_OF_GUEST = 200
"""Games of anybody else."""
MOST_BYTES = 4 << 20
"""Bytes of what one of them keeps."""
MOST_OF_GUESTS = 256 << 20
"""Bytes of what all of them keep together."""
MOST_PEOPLE = 2000
MOST_SETTINGS = 500
WAIT = 3.0
"""Seconds to wait for somebody else's lock."""
ID = re.compile(r"[0-9a-f]{16}")
SHELF = "owner = ? AND shared"
"""Of the host's games, those that everybody reads."""


class Store:
    """The file. It is made when something is kept for the first time. What no ``owner`` is given for is the host's."""

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
        """Make the tables of a new file, or bring those of an earlier one up to date; Refusal for a file of a later
        version.
        """
        version = int(base.execute("PRAGMA user_version").fetchone()[0])
        if version > VERSION:
            raise Refusal(
                "{path} was written by a later version of Élagage: use that version, or move the file away.",
                path=self.path,
            )
        if version == 0:
            make_tables(base)
        elif version < VERSION:
            migrate(base, version)

    # Games

    def list_saved(self, owner: str = HOST.id) -> list[dict[str, Any]]:
        """Somebody's games without their records, the latest first."""
        with self.open_database() as base:
            rows = read_games(base, "owner = ? ORDER BY changed DESC", owner)
        return [make_entry(row) for row in rows]

    def list_shelf(self) -> list[dict[str, Any]]:
        """The games that the host shares, likewise."""
        with self.open_database() as base:
            rows = read_games(base, f"{SHELF} ORDER BY changed DESC", HOST.id)
        return [make_entry(row) for row in rows if is_whole(row)]

    def get(self, ident: str, owner: str = HOST.id) -> dict[str, Any]:
        """A game of somebody; Refusal if they have none of that id."""
        with self.open_database() as base:
            return make_game(read_game(base, ident, "owner = ?", owner))

    def get_shared(self, ident: str) -> dict[str, Any]:
        """A game of the shelf; Refusal if there is none of that id."""
        with self.open_database() as base:
            return make_game(read_game(base, ident, SHELF, HOST.id))

    def save(self, name: str, game: str, record: Any, ident: str | None = None, owner: str = HOST.id) -> dict[str, Any]:
        """Keep a game, a new one or another state of one that was kept."""
        key = secrets.token_hex(8) if ident is None else check_ident(ident)
        changed, text, shared = time.time(), json.dumps(record), 0
        with self.open_database() as base:
            if ident is not None:
                former = find_game(base, key, "owner = ?", owner)
                shared = former[2] if is_whole(former) else 0
            keep_row(base, "games", (key, owner, shared, count_text(name, game, text), name, game, text, changed))
            check_quota(base, owner)
        return {"id": key, "name": name, "game": game, "changed": changed}

    def delete(self, ident: str, owner: str = HOST.id) -> None:
        """Forget a game of somebody; Refusal if they have none of that id."""
        with self.open_database() as base:
            found = base.execute("DELETE FROM games WHERE id = ? AND owner = ?", (check_ident(ident), owner))
            if found.rowcount == 0:
                raise make_missing_error()

    def share(self, ident: str, shared: bool) -> None:
        """Put a game of the host on the shelf, or take it off; Refusal if there is none of that id."""
        with self.open_database() as base:
            ident, owner, _shared, *rest, _checksum = read_game(base, ident, "owner = ?", HOST.id)
            keep_row(base, "games", (ident, owner, int(shared), *rest))

    # Settings

    def settings(self, owner: str = HOST.id) -> dict[str, Any]:
        """The page's settings of somebody."""
        with self.open_database() as base:
            return read_settings(base, owner)

    def change_settings(self, changes: dict[str, Any], owner: str = HOST.id) -> dict[str, Any]:
        """Keep some settings; None forgets one. All of them are given back."""
        with self.open_database() as base:
            for name, value in changes.items():
                if value is None:
                    base.execute("DELETE FROM settings WHERE owner = ? AND name = ?", (owner, name))
                else:
                    text = json.dumps(value)
                    keep_row(base, "settings", (owner, name, text, count_text(name, text)))
            if count(base, "settings", owner) > MOST_SETTINGS:
                raise Refusal("There are too many settings: {most} at most.", most=MOST_SETTINGS)
            check_quota(base, owner)
            return read_settings(base, owner)

    def export(self, owner: str = HOST.id) -> dict[str, Any]:
        """Everything that somebody keeps and that is whole, in one object."""
        with self.open_database() as base:
            games = read_games(base, "owner = ? ORDER BY changed", owner)
            settings = read_settings(base, owner)
        return {
            "format": "elagage export 1",
            "games": [make_game(row) for row in games if is_whole(row)],
            "settings": settings,
        }

    # People

    def remember(self, person: Person) -> Person:
        """Somebody is here, under a name that is theirs alone: it gets a number if another has it.

        What belongs to people whose cookies have all expired can be reached by nobody, and is forgotten.
        """
        now = time.time()
        with self.open_database() as base:
            forget_people(base, now - (DAYS + 1) * 86400)
            known = base.execute("SELECT 1 FROM people WHERE id = ?", (person.id,)).fetchone()
            if known is None and base.execute("SELECT COUNT(*) FROM people").fetchone()[0] >= MOST_PEOPLE:
                make_room(base)
            taken = {key for (key,) in base.execute("SELECT key FROM people WHERE id != ?", (person.id,))}
            name = number_name(person.name, taken)
            keep_row(base, "people", (person.id, name, key_of_name(name), now))
        return Person(person.id, name)

    def list_people(self) -> list[dict[str, Any]]:
        """Everybody but the host, the latest first, with the number of their games and the bytes of all they keep."""
        with self.open_database() as base:
            rows = base.execute("SELECT * FROM people ORDER BY seen DESC").fetchall()
            games = dict(base.execute("SELECT owner, COUNT(*) FROM games GROUP BY owner").fetchall())
            sizes = dict(
                base.execute(
                    "SELECT owner, SUM(bytes) FROM (SELECT owner, bytes FROM games UNION ALL"
                    " SELECT owner, bytes FROM settings) GROUP BY owner"
                ).fetchall()
            )
        return [
            {"id": key, "name": name, "seen": seen, "games": games.get(key, 0), "bytes": sizes.get(key, 0)}
            for key, name, _key, seen, _checksum in filter(is_whole, rows)
        ]

    def forget(self, ident: str) -> None:
        """Forget somebody, with all they kept; Refusal if there is nobody of that id."""
        with self.open_database() as base:
            if base.execute("SELECT 1 FROM people WHERE id = ?", (ident,)).fetchone() is None:
                raise Refusal("There is nobody of that name: they may have been forgotten already.", status=404)
            forget_person(base, ident)


def read_games(base: sqlite3.Connection, condition: str, owner: str) -> list[tuple[Any, ...]]:
    """The rows of games for which a condition holds."""
    return base.execute(f"SELECT * FROM games WHERE {condition}", (owner,)).fetchall()


def find_game(base: sqlite3.Connection, ident: str, condition: str, owner: str) -> tuple[Any, ...]:
    """The row of an id for which a condition holds, damaged or not; Refusal if there is none."""
    row = base.execute(f"SELECT * FROM games WHERE id = ? AND {condition}", (check_ident(ident), owner)).fetchone()
    if row is None:
        raise make_missing_error()
    return tuple(row)


def read_game(base: sqlite3.Connection, ident: str, condition: str, owner: str) -> tuple[Any, ...]:
    """The row of an id for which a condition holds; Refusal if there is none, or if it is damaged."""
    row = find_game(base, ident, condition, owner)
    if not is_whole(row):
        raise Refusal("This saved game is damaged: delete it, and take it from an export if you have one.")
    return row


def make_entry(row: Sequence[Any]) -> dict[str, Any]:
    """What a list says of a game."""
    ident, _owner, shared, _bytes, name, game, _record, changed, _checksum = row
    if is_whole(row):
        return {"id": ident, "name": name, "game": game, "changed": changed, "shared": bool(shared)}
    return {"id": str(ident), "name": str(name), "game": str(game), "changed": 0.0, "shared": False, "damaged": True}


def make_game(row: Sequence[Any]) -> dict[str, Any]:
    """A row of the games as the page gets it."""
    return {**make_entry(row), "record": json.loads(row[6])}


def read_settings(base: sqlite3.Connection, owner: str) -> dict[str, Any]:
    """The settings of somebody."""
    rows = base.execute("SELECT * FROM settings WHERE owner = ?", (owner,)).fetchall()
    return {row[1]: json.loads(row[2]) for row in rows if is_whole(row)}


def count(base: sqlite3.Connection, table: str, owner: str) -> int:
    """How many rows of a table are somebody's."""
    return int(base.execute(f"SELECT COUNT(*) FROM {table} WHERE owner = ?", (owner,)).fetchone()[0])


def check_quota(base: sqlite3.Connection, owner: str) -> None:
    """Refusal, which undoes what was done, if somebody keeps more than their share."""
    most = MOST if owner == HOST.id else MOST_OF_GUEST
    if count(base, "games", owner) > most:
        raise Refusal("{most} games are kept already: delete some of them.", most=most, status=409)
    if owner == HOST.id:
        return
    if count_bytes(base, "owner = ?", owner) > MOST_BYTES:
        raise Refusal(
            "Your games and settings would take more than {most} MB: delete some games.",
            most=MOST_BYTES >> 20,
            status=409,
        )
    if count_bytes(base, "owner != ?", HOST.id) > MOST_OF_GUESTS:
        raise Refusal(
            "Everybody's games together would take more than {most} MB: delete some games, or ask the host.",
            most=MOST_OF_GUESTS >> 20,
            status=409,
        )


def count_bytes(base: sqlite3.Connection, condition: str, owner: str) -> int:
    """How many bytes the games and settings take for which a condition holds."""
    sums = (f"SELECT COALESCE(SUM(bytes), 0) FROM {table} WHERE {condition}" for table in ("games", "settings"))
    return sum(int(base.execute(each, (owner,)).fetchone()[0]) for each in sums)


def forget_people(base: sqlite3.Connection, before: float) -> None:
    """Forget whoever was not seen since then, with all they kept."""
    for (ident,) in base.execute("SELECT id FROM people WHERE seen < ?", (before,)).fetchall():
        forget_person(base, ident)


def forget_person(base: sqlite3.Connection, ident: str) -> None:
    """Forget somebody, with all they kept."""
    for table in ("games", "settings"):
        base.execute(f"DELETE FROM {table} WHERE owner = ?", (ident,))
    base.execute("DELETE FROM tables WHERE ? IN (first, second)", (ident,))
    base.execute("DELETE FROM people WHERE id = ?", (ident,))


def make_room(base: sqlite3.Connection) -> None:
    """Forget the name that was not seen for longest of those who keep nothing; Refusal if everybody keeps something."""
    found = base.execute(
        "DELETE FROM people WHERE id = (SELECT id FROM people WHERE id NOT IN (SELECT owner FROM games)"
        " AND id NOT IN (SELECT owner FROM settings) ORDER BY seen LIMIT 1)"
    )
    if found.rowcount == 0:
        raise Refusal("{most} people have games here already: ask the host.", most=MOST_PEOPLE, status=409)


def check_ident(ident: str) -> str:
    """An id of ours; anything else names nothing."""
    if not ID.fullmatch(ident):
        raise make_missing_error()
    return ident


def make_file_error(path: Path, problem: str) -> Refusal:
    """The file can't be used."""
    return Refusal("{path} can't be used: {problem}.", path=path, problem=problem)


def make_missing_error() -> Refusal:
    """There is no saved game of that id."""
    return Refusal("There is no saved game of that name: it may have been deleted.", status=404)
