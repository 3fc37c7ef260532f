"""A real browser for the tests of pages: the machine's Chromium, which is installed if there is none.

Without it a test fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from patience import PATIENCE
from system_packages import install_package

EVERY_LOOK = [(375, False), (1280, True), (1280, False), (375, True)]
"""The width of a page and whether it is dark."""
LOOKS = [*EVERY_LOOK[:2], *(pytest.param(*look, marks=pytest.mark.slow) for look in EVERY_LOOK[2:])]
"""Each of both at least once, and all of them in the longer run."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    """The browser's program, or None for the one that playwright has brought itself."""
    found = find_browser()
    if found or own():
        return found
    install_package("chromium")
    found = find_browser()
    if found:
        return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True, check=False)
    if own():
        return None
    raise AssertionError("These tests need Chromium, and it could neither be found nor installed: install it.")


def find_browser() -> str | None:
    """A browser of the machine."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def own() -> bool:
    """Has playwright a browser of its own?"""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return os.path.exists(playwright.chromium.executable_path)


class Patient:
    """The browser, whose pages wait for what is to come without looking at the clock."""

    def __init__(self, running: Any) -> None:
        self.running = running

    def new_context(self, **options: Any) -> Any:
        context = self.running.new_context(**options)
        context.set_default_timeout(1000 * PATIENCE)
        return context

    def new_page(self, **options: Any) -> Any:
        page = self.running.new_page(**options)
        page.set_default_timeout(1000 * PATIENCE)
        return page


def pause_of(page: Any) -> Callable[[float], None]:
    """How to wait without keeping the page's news from coming."""
    return lambda seconds: page.wait_for_timeout(1000 * seconds)


def drawn(page: Any) -> None:
    """Wait until the page has been drawn twice: what was clicked has then taken effect."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


@contextmanager
def browser() -> Iterator[Any]:
    """The running browser."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program) if program else playwright.chromium.launch()
        try:
            yield Patient(running)
        finally:
            running.close()


@contextmanager
def pages(chrome: Any, folder: Any, first: str, motion: str = "reduce") -> Iterator[Any]:
    """A function that opens a page of a folder; what pages ask
    of the network and what they complain of must be nothing.
    """
    contexts, asked, errors = [], [], []

    def call(name: str = first, width: int = 1280, dark: bool = False, hash: str = "", motion: str = motion) -> Any:
        context = chrome.new_context(
            viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light", reduced_motion=motion
        )
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.goto((folder / f"{name}.html").as_uri() + hash)
        return page

    yield call
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith("file://")] == []
    assert errors == []


TOUCHED = "button, select, summary, input"


def check_accessibility(page: Any, width: int, touched: str = TOUCHED) -> None:
    """No fault that axe-core knows of, and room enough.

    It looks at each element with all others in mind: a page of hundreds takes seconds.
    """
    from axe_playwright_python.sync_playwright import Axe

    check_room(page, width, touched)
    results = Axe().run(
        page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    )
    assert results.violations_count == 0, results.generate_report()


def check_room(page: Any, width: int, touched: str = TOUCHED) -> None:
    """Nothing is wider than the page, nothing of what is ``touched`` too small for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "touched => [...document.querySelectorAll(touched)].filter(e => e.offsetParent)"
        ".map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])"
        ".filter(([, r]) => r.width < 24 || r.height < 24).map(([text]) => text)",
        touched,
    )
    assert small == []
