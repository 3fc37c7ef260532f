"""Plans of the arena played in a test, and what their stores answer."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from elagage.arena.execution.executor import Inline
from elagage.arena.game_store import Store
from elagage.arena.plan_runner import run_plan


def played(plan, path=None, executor=None, workers=1):
    with Store(path, plan) as store:
        return run_plan(plan, store, executor or Inline(), workers)


def asked(path, question):
    """What a file answers, read as it is; whoever was killed over it may have left a transaction to be undone."""
    with closing(sqlite3.connect(path)) as base:
        if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return [(0,)]
        return base.execute(question).fetchall()


def count_games(path):
    return asked(path, "SELECT count(*) FROM games")[0][0]
