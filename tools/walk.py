"""The walk of one command through the package: which modules it touches, in the order in which it comes to them.

    python tools/walk.py analyse othello --depth 8

A module is touched when code of its own runs beyond the bare statements of the file: a function, a method or the body
of a class. Native code is not seen; the kernels that it came from are in the folders ``compiled``.
"""

from __future__ import annotations

import contextlib
import io
import sys
import threading
from types import FrameType
from typing import Any

__all__ = ["walk"]

PACKAGE = "elagage"


def walk(words: list[str]) -> list[str]:
    """The modules that a command line touches, in order."""
    touched: dict[str, None] = {}

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.split(".")[0] == PACKAGE and frame.f_code.co_name != "<module>":
            touched.setdefault(name)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        from elagage.cli import main

        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            main(words)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return list(touched)


if __name__ == "__main__":
    modules = walk(sys.argv[1:])
    for number, module in enumerate(modules, 1):
        print(f"{number:3} {module}")
