"""The web app as people start it: ``elagage serve`` in a process of its own, on a port of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from patience import PATIENCE, until

ROOT = Path(__file__).parents[3]


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@contextmanager
def serving(port, data, game=str(ROOT / "examples" / "matches.py")):
    """A server of its own on that port."""
    words = [sys.executable, "-m", "elagage", "--lang", "en", "serve", game, "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        words, env={**os.environ, "ELAGAGE_DATA": str(data)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until(lambda: answers(port))
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def answers(port):
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/api/info", timeout=PATIENCE).status == 200
    except OSError:
        return False


def post(address, path, body):
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)
