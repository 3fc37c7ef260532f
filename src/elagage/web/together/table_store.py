"""Tables in the file of what is kept, so that a server which is started again has them all."""

from __future__ import annotations

import json
import time
from typing import Any

from elagage.web.http_errors import Refusal
from elagage.web.people import Person
from elagage.web.saved_games import Store
from elagage.web.store_schema import is_whole, keep_row
from elagage.web.together.shared_game import SharedGame, read_game

__all__ = ["CLASS", "IDLE", "MOST_OF_PERSON", "MOST_TABLES", "TableStore"]

IDLE = 7 * 86400.0
"""Seconds without a change after which a table goes."""
MOST_TABLES = 500
MOST_OF_PERSON = 20
"""Tables at which one person sits."""
CLASS = "class"
"""Under which id the class's board is kept."""


class TableStore:
    """The tables of a store. Times of clocks are those of this process."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(self, game: SharedGame, person: Person) -> list[SharedGame]:
        """A new table; Refusal if there are too many. Those that go because nobody comes to them are given back."""
        with self.store.open_database() as base:
            before = time.time() - IDLE
            rows = base.execute("SELECT * FROM tables WHERE changed < ? AND id != ?", (before, CLASS)).fetchall()
            base.execute("DELETE FROM tables WHERE changed < ? AND id != ?", (before, CLASS))
            mine = base.execute("SELECT COUNT(*) FROM tables WHERE ? IN (first, second)", (person.id,)).fetchone()[0]
            if mine >= MOST_OF_PERSON:
                self.make_room(base, person)
            if base.execute("SELECT COUNT(*) FROM tables").fetchone()[0] >= MOST_TABLES:
                raise Refusal("There are {most} tables already: try again tomorrow.", most=MOST_TABLES, status=409)
            write(base, game)
        return [read_game(json.loads(row[3]), time.monotonic()) for row in rows if is_whole(row)]

    def make_room(self, base: Any, person: Person) -> None:
        """Forget a table of somebody's whose game has ended, or that nobody joined; Refusal if all are played at."""
        rows = base.execute("SELECT * FROM tables WHERE ? IN (first, second) ORDER BY changed", (person.id,)).fetchall()
        for row in rows:
            game = read_game(json.loads(row[3]), 0.0) if is_whole(row) else None
            if game is None or game.ended or not game.begun:
                base.execute("DELETE FROM tables WHERE id = ?", (row[0],))
                return
        raise Refusal("You sit at {most} tables already: end some of those games.", most=MOST_OF_PERSON, status=409)

    def keep(self, game: SharedGame) -> None:
        """Another state of a table."""
        with self.store.open_database() as base:
            write(base, game)

    def find(self, ident: str) -> SharedGame | None:
        """A table; None if there is none of that id, or if it is damaged."""
        record = self.find_record(ident)
        return None if record is None else read_game(record, time.monotonic())

    def find_record(self, ident: str) -> dict[str, Any] | None:
        """What is kept under an id."""
        with self.store.open_database() as base:
            row = base.execute("SELECT * FROM tables WHERE id = ?", (ident,)).fetchone()
        return json.loads(row[3]) if row is not None and is_whole(row) else None

    def keep_record(self, ident: str, record: dict[str, Any]) -> None:
        """Keep something that is no table."""
        with self.store.open_database() as base:
            keep_row(base, "tables", (ident, "", "", json.dumps(record), time.time()))

    def remove(self, ident: str) -> None:
        """Forget a table."""
        with self.store.open_database() as base:
            base.execute("DELETE FROM tables WHERE id = ?", (ident,))

    def list_of(self, person: Person) -> list[SharedGame]:
        """The tables at which somebody sits, the latest first."""
        with self.store.open_database() as base:
            rows = base.execute("SELECT * FROM tables WHERE ? IN (first, second) ORDER BY changed DESC", (person.id,))
            return [read_game(json.loads(row[3]), time.monotonic()) for row in rows.fetchall() if is_whole(row)]


def write(base: Any, game: SharedGame) -> None:
    """Write a table into its row."""
    first, second = ("" if seat is None else seat.id for seat in game.seats)
    record = json.dumps(game.as_record(time.monotonic()))
    keep_row(base, "tables", (game.ident, first, second, record, time.time()))
