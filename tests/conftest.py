"""Shared by the tests: everything speaks English unless a test says otherwise, and hypothesis takes no account of the clock."""

from __future__ import annotations

import os
from pathlib import Path

# Native code of the tests is kept in the repository's own folder, so that a second run does not compile anew.
os.environ.setdefault("ELAGAGE_CACHE", str(Path(__file__).resolve().parent.parent / ".pytest_cache" / "native"))

import pytest
from hypothesis import settings

from elagage.cli import main
from elagage.i18n import set_language

settings.register_profile("elagage", deadline=None)
settings.load_profile("elagage")


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """English before each test, whatever the one before did."""
    monkeypatch.setenv("ELAGAGE_LANG", "en")
    set_language("en")


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command line; its exit code, what it printed and what it complained of."""

    def call(*words, typed=""):
        import io

        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as leave:
            main(list(words))
        printed = capsys.readouterr()
        return leave.value.code, printed.out, printed.err

    return call
