"""A web space for the tests of pages without a server: plain files, no special header."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

MICROPIP = ("micropip==0.11.1", "packaging==26.1")
"""Pyodide's installer, as the version of Pyodide that we use has it."""


TYPES = {"": "application/octet-stream", ".html": "text/html", ".js": "text/javascript", ".css": "text/css"}


class PlainFiles(SimpleHTTPRequestHandler):
    """Files as a school's old server gives them: it knows neither .mjs nor .wasm."""

    extensions_map = TYPES

    def log_message(self, format: str, *_arguments: Any) -> None:
        """Say nothing."""


@contextmanager
def web_space(folder: Path) -> Iterator[str]:
    """The address of a folder, for as long as it is needed."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: PlainFiles(*given, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def fetch_micropip(folder: Path) -> Path:
    """A folder with Pyodide's installer, fetched by pip or uv where it is not there yet; without them a test fails."""
    if not (folder / "micropip").is_dir():
        bare = ["install", "--quiet", "--no-deps", "--target", str(folder), *MICROPIP]
        ways = [
            [sys.executable, "-m", "pip", *bare, "--ignore-requires-python", "--disable-pip-version-check"],
            ["uv", "pip", *bare, "--python-version", "3.14", "--only-binary", ":all:"],
        ]
        told = []
        for words in ways:
            if shutil.which(words[0]):
                told.append(subprocess.run(words, capture_output=True, text=True, check=False).stderr)
                if (folder / "micropip").is_dir():
                    break
        else:
            raise AssertionError(f"These tests need micropip, and it could not be fetched: {told}")
    return folder
