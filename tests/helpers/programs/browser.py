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

LOOKS = [
    (375, False),
    (1280, True),
    pytest.param(1280, False, marks=pytest.mark.slow),
    pytest.param(375, True, marks=pytest.mark.slow),
]
"""The width of a page and whether it is dark: each of both at least once, and all of them in the longer run."""
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


def check_accessibility(page: Any, width: int, touched: str = "button, select, summary, input") -> None:
    """No fault that axe-core knows of, nothing wider than the page,
    nothing of what is ``touched`` too small for a finger.
    """
    from axe_playwright_python.sync_playwright import Axe

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    results = Axe().run(
        page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    )
    assert results.violations_count == 0, results.generate_report()
    small = page.evaluate(
        "touched => [...document.querySelectorAll(touched)].filter(e => e.offsetParent)"
        ".map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])"
        ".filter(([, r]) => r.width < 24 || r.height < 24).map(([text]) => text)",
        touched,
    )
    assert small == []
