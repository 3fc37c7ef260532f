"""What a student's function returns, as data of a bounded size."""

from __future__ import annotations

import math
import re
from typing import Any

from elagage.exercises.examiner.inside.tree_styles import Move

__all__ = ["encode_answer", "encode_text", "safe_text"]

MOST_ITEMS = 8
MOST_VERTICES = 400
HUGE = 10**30
NUMBER = re.compile(r"[-+]?\d+(\.\d+)?|[-+]?inf")


def safe_text(thing: Any, length: int = 60) -> str:
    """The beginning of what an object says of itself, whatever it does when asked."""
    try:
        text = repr(thing)
    except BaseException:
        return f"<{type(thing).__name__}>"
    return " ".join(text[: 2 * length].split())[:length]


def encode_number(thing: Any) -> Any:
    """A number as JSON has it; None if it is none."""
    if isinstance(thing, int):  # also one of ours, and bool
        return int(thing) if abs(thing) < HUGE else {"o": "huge"}
    if isinstance(thing, float):
        return "nan" if math.isnan(thing) else ("inf" if thing > 0 else "-inf") if math.isinf(thing) else float(thing)
    return None


def encode_answer(thing: Any, number: Any, level: int = 0) -> dict[str, Any]:
    """Numbers are {"n"}, nodes {"p"}, moves {"m"}, texts {"s"}, several things {"t"}, None {"z"}, and all else {"o"};
    ``number`` says which node an object is.
    """
    if not isinstance(thing, str) and (found := number(thing)) is not None:
        return {"p": found}
    if thing is None:
        return {"z": 1}
    if isinstance(thing, Move):
        return {"m": [thing.parent, thing.place]}
    if isinstance(thing, str):
        found = number(thing)
        return {"s": thing[:40]} if found is None else {"p": found}
    if isinstance(thing, bool):
        return {"o": str(thing)}
    if not isinstance(thing, int | float | tuple | list | dict | set | frozenset) and hasattr(thing, "item"):
        try:
            thing = thing.item()  # a number of NumPy's
        except Exception:
            return {"o": safe_text(thing)}
    value = encode_number(thing)
    if value is not None:
        return value if isinstance(value, dict) else {"n": value}
    if level < 2 and isinstance(thing, tuple | list):
        return {"t": [encode_answer(item, number, level + 1) for item in thing[:MOST_ITEMS]]}
    if level < 2 and isinstance(thing, dict | set | frozenset):
        items = list(thing)[:MOST_VERTICES]
        if isinstance(thing, dict):
            row = [[encode_answer(key, number, 3), encode_answer(thing[key], number, 1)] for key in items]
            return {"d": row}
        return {"e": [encode_answer(item, number, 3) for item in items]}
    return {"o": safe_text(thing)}


def encode_text(text: str) -> dict[str, Any] | None:
    """The numbers in the last line that was printed, if there are any."""
    lines = text.strip().splitlines()
    found = [match.group() for match in NUMBER.finditer(lines[-1])] if lines else []
    if not found or len(found) > 4:
        return None
    numbers = [{"n": word if "inf" in word else float(word) if "." in word else int(word)} for word in found]
    return numbers[0] if len(numbers) == 1 else {"t": numbers}
