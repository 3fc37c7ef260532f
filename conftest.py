"""For every test, doctests of the sources and of all pages included: the page's language or English,
and one folder of native code.
"""

from __future__ import annotations

import os
from pathlib import Path

# Native code of the tests is kept in the repository's own folder, so that a second run does not compile anew.
os.environ.setdefault("ELAGAGE_CACHE", str(Path(__file__).resolve().parent / ".pytest_cache" / "elagage"))

import pytest
from _pytest.doctest import DoctestItem

from elagage.i18n import set_language


def pytest_collection_modifyitems(items):
    """A page in French whose examples and answers are those of the English one has been tried with it: it is slow."""
    pages = {item.path: examples_of(item) for item in items if isinstance(item, DoctestItem)}
    for item in items:
        if item.path in pages and item.path.parent.name == "fr":
            if pages[item.path] == pages.get(item.path.parents[1] / item.path.name):
                item.add_marker(pytest.mark.slow)


def examples_of(item):
    return [(example.source, example.want) for example in item.dtest.examples]


@pytest.fixture(autouse=True)
def language(request, monkeypatch):
    """English before each test, whatever the one before did; French for the pages in French."""
    spoken = "fr" if request.node.path.parent.name == "fr" else "en"
    monkeypatch.setenv("ELAGAGE_LANG", spoken)
    set_language(spoken)
