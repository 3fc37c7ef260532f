"""The program that is interrupted: it makes the calls that it reads, a name a line, and tells how each ended.

    ready            before the call
    answer 5         it was left in peace, or had ended before Ctrl-C came
    interrupted 12   KeyboardInterrupt, with the clock when it was out of the call
    error ...        anything else

Outside of a call Ctrl-C is not heard, so that it never stops the program itself.
"""

from __future__ import annotations

import random
import signal
import sys
import time
import traceback
from pathlib import Path

import numpy  # noqa: F401 (a user's own import is a user's own)

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from interrupting.calls import CALLS

__all__ = ["main"]

INSIDE: list[str] = []


def hear(_number: int, _frame: object) -> None:
    """What Python does on Ctrl-C, inside of a call."""
    if INSIDE:
        raise KeyboardInterrupt


def make_call(name: str, chooser: random.Random) -> str:
    """Make a call; how it ended."""
    try:
        INSIDE.append(name)
        answer = CALLS[name][0](chooser)
        INSIDE.clear()
        return f"answer {answer}"
    except KeyboardInterrupt:
        INSIDE.clear()
        return f"interrupted {time.monotonic()}"
    except BaseException as error:
        INSIDE.clear()
        lines = traceback.format_exc().strip().splitlines()
        return f"error {type(error).__name__}: {error} | {' | '.join(line.strip() for line in lines[-7:-1])}"


def main() -> None:
    """Make the calls."""
    signal.signal(signal.SIGINT, hear)
    chooser = random.Random(int(sys.argv[1]))
    for line in sys.stdin:
        print("ready", flush=True)
        print(make_call(line.strip(), chooser), flush=True)


if __name__ == "__main__":
    main()
