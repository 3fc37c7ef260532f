"""Where games are kept: a SQLite file with one row a game, which counts once it is committed, so that none is lost.

The file holds the plan too: the same command goes on where it was stopped, another one is refused. One process writes
at a time. Each game carries a checksum, since a flipped bit may well leave a game that makes sense.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from elagage.arena.schedule import Plan
from elagage.errors import FileError
from elagage.record import refuse_special

__all__ = ["GameRow", "Store"]

APPLICATION = 0x456C6167
"""Elag: what marks a file as ours."""
FORMAT = "elagage arena 2"
FIELDS = (
    "number", "outcome", "reason", "failed", "moves", "plies", "nodes_max", "nodes_min", "seconds_max", "seconds_min",
    "turns_max",
    "turns_min", "checksum",
)  # fmt: skip
TABLES = (
    "CREATE TABLE plan (format TEXT NOT NULL, text TEXT NOT NULL)",
    "CREATE TABLE games (number INTEGER PRIMARY KEY, outcome INTEGER, reason TEXT NOT NULL, failed INTEGER, "
    "moves TEXT NOT NULL, plies INTEGER NOT NULL, nodes_max INTEGER NOT NULL, nodes_min INTEGER NOT NULL, "
    "seconds_max REAL NOT NULL, seconds_min REAL NOT NULL, "
    "turns_max INTEGER NOT NULL, turns_min INTEGER NOT NULL, checksum TEXT NOT NULL)",
)


class GameRow(NamedTuple):
    """A game that was played; see ``game_jobs.py`` for what the fields mean."""

    number: int
    outcome: int | None
    reason: str
    failed: int | None
    moves: str
    plies: int
    nodes: tuple[int, int]
    seconds: tuple[float, float]
    turns: tuple[int, int]


class Store:
    """The games of a plan. Without a path they are kept in memory."""

    def __init__(self, path: Path | None, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.rows: dict[int, GameRow] = {}
        try:
            if path is not None:
                refuse_special(path)
            self.database = sqlite3.connect(
                ":memory:" if path is None else str(path), timeout=1.0, isolation_level=None
            )
            try:
                self.database.execute("PRAGMA locking_mode = EXCLUSIVE")
                self.database.execute("PRAGMA synchronous = FULL")
                self.open()
            except BaseException:
                self.database.close()
                raise
        except (sqlite3.Error, ValueError, TypeError, OSError) as error:
            raise self.make_error(error) from None

    def open(self) -> None:
        """Make the tables, or read what is there."""
        base = self.database
        base.execute("BEGIN EXCLUSIVE")
        try:
            if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for table in TABLES:
                    base.execute(table)
                base.execute(f"PRAGMA application_id = {APPLICATION}")
                base.execute("INSERT INTO plan VALUES (?, ?)", (FORMAT, self.plan.text()))
            elif base.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                raise FileError("{path} exists and holds no games of ours: choose another name.", path=self.path)
            elif base.execute("SELECT format, text FROM plan").fetchall() != [(FORMAT, self.plan.text())]:
                raise FileError(
                    "{path} holds the games of another command, or its rules have changed: "
                    "choose another name, or give that command again.",
                    path=self.path,
                )
            base.execute("COMMIT")
            if base.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise FileError("{path} is damaged: its checksum does not match its content.", path=self.path)
        except BaseException:
            with suppress(sqlite3.Error):
                base.execute("ROLLBACK")
            raise
        for found in base.execute(f"SELECT {', '.join(FIELDS)} FROM games"):
            row = read_row(found)
            if row is None or not 0 <= row.number < self.plan.total:
                raise FileError("{path} is damaged: a game in it makes no sense.", path=self.path)
            self.rows[row.number] = row

    def add(self, rows: Iterable[dict[str, Any]]) -> list[GameRow]:
        """Commit games, then count them; one that is there already is left as it is."""
        fresh = [row for row in rows if row["number"] not in self.rows]
        packed = [
            with_checksum(
                row["number"], row["outcome"], row["reason"], row["failed"], row["moves"], row["plies"],
                *row["nodes"], *map(float, row["seconds"]),
                *row["turns"],
            )
            for row in fresh
        ]  # fmt: skip
        places = ", ".join("?" * len(FIELDS))
        try:
            self.database.execute("BEGIN")
            self.database.executemany(f"INSERT INTO games VALUES ({places})", packed)
            self.database.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            with suppress(sqlite3.Error):
                self.database.execute("ROLLBACK")
            raise self.make_error(error) from None
        added = [row for row in map(read_row, packed) if row is not None]
        self.rows.update((row.number, row) for row in added)
        return added

    def make_error(self, error: Exception) -> FileError:
        """What is wrong with the file, in one sentence."""
        text = str(error)
        if "full" in text or "disk I/O" in text or "No space" in text:
            return FileError(
                "{path} can't be written, the disk is full: "
                "make room and give the same command again; {count} games are kept.",
                path=self.path,
                count=len(self.rows),
            )
        if "locked" in text:
            return FileError(
                "{path} is in use by another process: wait for it, or choose another name.", path=self.path
            )
        if "not a database" in text:
            return FileError("{path} exists and holds no games of ours: choose another name.", path=self.path)
        return FileError("{path} can't be used: {problem}.", path=self.path, problem=text)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_rest: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self.database.close()


def with_checksum(*values: Any) -> tuple[Any, ...]:
    """What a row holds, and the checksum of it."""
    return (*values, hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16])


def read_row(found: Sequence[Any]) -> GameRow | None:
    """A row of the file, if it is as it was written and makes sense."""
    if any(isinstance(value, bytes) for value in found) or with_checksum(*found[:-1]) != tuple(found):
        return None
    number, outcome, reason, failed, moves, plies, *rest = found[:-1]
    whole = (number, plies, *rest[:2], *rest[4:])
    if (
        not all(isinstance(value, int) and value >= 0 for value in whole)
        or not all(isinstance(value, int | float) for value in rest[2:4])
        or not (isinstance(reason, str) and isinstance(moves, str))
        or outcome not in (None, -1, 0, 1)
        or failed not in (None, 0, 1)
    ):
        return None
    return GameRow(
        number, outcome, reason, failed, moves, plies, (rest[0], rest[1]), (float(rest[2]), float(rest[3])),
        (rest[4], rest[5])
    )  # fmt: skip
