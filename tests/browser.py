"""A real browser for the tests of pages: the machine's Chromium, which is installed if there is none. Without it a test fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    """The browser's program, or None for the one that playwright has brought itself."""
    found = installed()
    if found or own():
        return found
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        for words in (("install", "-y", "chromium"), ("update",), ("install", "-y", "chromium")):
            done = subprocess.run(["apt-get", *words], capture_output=True, check=False)
            if words[0] == "install" and done.returncode == 0:
                break
        found = installed()
        if found:
            return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True, check=False)
    if own():
        return None
    raise AssertionError("These tests need Chromium, and it could neither be found nor installed: install it.")


def installed() -> str | None:
    """A browser of the machine."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def own() -> bool:
    """Has playwright a browser of its own?"""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return os.path.exists(playwright.chromium.executable_path)


@contextmanager
def browser() -> Iterator[Any]:
    """The running browser."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program) if program else playwright.chromium.launch()
        try:
            yield running
        finally:
            running.close()
