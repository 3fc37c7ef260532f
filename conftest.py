"""For every test, doctests of the sources and of all pages included: the page's language or English,
and one folder of native code.
"""

from __future__ import annotations

import gc
import os
import re
import signal
from pathlib import Path

# Native code of the tests is kept in the repository's own folder, so that a second run does not compile anew.
os.environ.setdefault("ELAGAGE_CACHE", str(Path(__file__).resolve().parent / ".pytest_cache" / "elagage"))

# A shell lets what it runs in the background ignore Ctrl-C, and tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest
from _pytest.doctest import DoctestItem

from elagage.i18n import set_language

LONGEST = (
    "test_find_path.py", "test_styles.py", "test_views_browser.py", "test_solvers.py", "test_find_path_edges.py",
    "test_tiers.py", "test_exact_core.py", "test_compiled_search.py", "test_arena_failures.py",
    "test_student_programs.py", "test_native_attacks.py", "test_app_browser.py", "test_workers.py",
    "test_verify_file.py", "test_exact.py", "test_compiler.py", "test_ways.py", "test_path_proofs.py",
    "test_solver_edges.py", "test_confinement.py", "test_people_browser.py", "test_every_game.py", "test_search.py",
    "test_onward.py", "test_quiz_browser.py", "test_solutions.py", "test_page_browser.py", "test_cyclic_games.py",
    "test_commands.py", "test_arena.py", "test_translations.py", "test_tree_page_browser.py", "test_web_server.py",
)  # fmt: skip
"""The files that take longest begin first: a file is one process's, and all processes are to end together."""


def pytest_collection_modifyitems(items):
    """A page in French whose examples and answers are those of the English one has been tried with it: it is slow."""
    pages = {item.path: examples_of(item) for item in items if isinstance(item, DoctestItem)}
    for item in items:
        if item.path in pages and item.path.parent.name == "fr":
            if pages[item.path] == pages.get(item.path.parents[1] / item.path.name):
                item.add_marker(pytest.mark.slow)

    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))


def pytest_xdist_auto_num_workers():
    """One process more than there are cores: those that watch a browser wait most of the time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish():
    """What was collected stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def examples_of(item):
    return [(example.source, example.want) for example in item.dtest.examples]


BLOCK = re.compile(r"^```python\n(?!# \w+\.\w+\n)(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block of Python that is no file."""


@pytest.fixture(autouse=True)
def functions(request, language):  # noqa: ARG001  # the page's language is set first
    """The plain functions that a page of the course opens with are there for its examples."""
    page = request.node.path
    if isinstance(request.node, DoctestItem) and page.suffix == ".md" and "course" in page.parts:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            exec(compile(block, str(page), "exec"), request.node.dtest.globs)


@pytest.fixture(autouse=True)
def language(request, monkeypatch):
    """English before each test, whatever the one before did; French for the pages in French."""
    spoken = "fr" if request.node.path.parent.name == "fr" else "en"
    monkeypatch.setenv("ELAGAGE_LANG", spoken)
    set_language(spoken)
