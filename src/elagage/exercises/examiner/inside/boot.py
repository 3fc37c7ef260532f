"""The first words of the student's process: our modules from standard input, the confinement, then the program.

This text itself is given to Python on its command line.
"""

from __future__ import annotations

import json
import os
import sys
import types
from typing import Any

__all__ = ["Refusal", "start"]


class Refusal:
    """Imports of the package find nothing: the program stands on its own feet."""

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> None:
        """Refuse the package, leave all else to others."""
        if name.partition(".")[0] == "elagage":
            raise ModuleNotFoundError(name, name=name)


def start() -> None:
    """Read what is to be run, and run it."""
    given = json.loads(sys.stdin.buffer.read())
    for name, text in given["modules"]:
        module = types.ModuleType(name)
        module.__path__ = []
        sys.modules[name] = module
        exec(compile(text, f"<{name}>", "exec"), vars(module))
    package = given["package"]
    confinement, runner = (sys.modules[f"{package}.{name}"] for name in ("confinement", "student_runner"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "elagage"]:
        del sys.modules[name]
    sys.meta_path.insert(0, Refusal())
    had, enter = confinement.enclose(given["settings"])
    channel = os.dup(1)
    os.write(channel, (json.dumps({"had": had}) + "\n").encode())
    enter()
    os.chdir(given["settings"]["folder"])
    confinement.limit_resources(given["settings"]["memory"], given["settings"]["seconds"])
    runner.main(given["order"], channel)


if __name__ == "__main__":
    start()
