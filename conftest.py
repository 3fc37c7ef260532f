"""For every test, doctests of the sources and of the README included: English unless a test says otherwise, and one folder of native code."""

from __future__ import annotations

import os
from pathlib import Path

# Native code of the tests is kept in the repository's own folder, so that a second run does not compile anew.
os.environ.setdefault("ELAGAGE_CACHE", str(Path(__file__).resolve().parent / ".pytest_cache" / "elagage"))

import pytest

from elagage.i18n import set_language


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """English before each test, whatever the one before did."""
    monkeypatch.setenv("ELAGAGE_LANG", "en")
    set_language("en")
