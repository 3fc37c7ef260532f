"""What a request holds, read with care: the page is trusted no more than any other program."""

from __future__ import annotations

import json
from typing import Any

from elagage.web.http_errors import Refusal

__all__ = [
    "FILE",
    "MOST_DEPTH",
    "MOST_REVIEW",
    "MOST_SECONDS",
    "TREES",
    "choice",
    "number",
    "parse_object",
    "read_integer",
    "text",
]

FILE = "file"
"""What the page calls the game of the command line's file."""
TREES = (
    "minimax",
    "negamax",
    "alphabeta",
    "pvs",
    "mtdf",
    "memoised",
    "deepening",
    "quiescence",
    "and_or",
    "probcut",
    "mcts",
)
"""The algorithms whose trees can be asked for."""
MOST_SECONDS = 60.0
MOST_REVIEW = 600.0
"""Seconds that a review takes at most, all its positions together."""
MOST_DEPTH = 200
DEEPEST_JSON = 100


def parse_object(content: str | bytes) -> dict[str, Any]:
    """An object from JSON."""
    try:
        found = json.loads(content)
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()  # no number without end, no half of a sign
        if depth_of(found) > DEEPEST_JSON:
            raise ValueError
    except (ValueError, RecursionError):
        raise Refusal("This is no JSON text: send an object such as {example}.", example="{}") from None
    if not isinstance(found, dict):
        raise Refusal("This is no JSON object: send one such as {example}.", example="{}")
    return found


def depth_of(value: Any) -> int:
    """How deep lists and objects lie in each other."""
    level, depth = [value], 0
    while level:
        level = [
            each
            for outer in level
            if isinstance(outer, dict | list)
            for each in (outer.values() if isinstance(outer, dict) else outer)
        ]
        depth += 1
    return depth


def text(request: dict[str, Any], name: str, default: str | None = None, most: int = 20_000) -> str:
    """A text of the request."""
    value = request.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or len(value) > most:
        raise Refusal("'{name}' must be a text of at most {most} characters.", name=name, most=most)
    return value


def read_integer(request: dict[str, Any], name: str, default: int | None, least: int, most: int) -> int | None:
    """A whole number of the request; None only if that is the default."""
    value = request.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refusal("'{name}' must be a whole number from {least} to {most}.", name=name, least=least, most=most)
    return value


def number(request: dict[str, Any], name: str, default: float, most: float) -> float:
    """A number of the request, above 0."""
    value = request.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
        raise Refusal("'{name}' must be a number above 0, {most} at most.", name=name, most=f"{most:g}")
    return float(value)


def choice(request: dict[str, Any], name: str, choices: tuple[str, ...], default: str) -> str:
    """One of some words."""
    value = request.get(name)
    if value is None:
        return default
    if value not in choices:
        raise Refusal("'{name}' must be one of: {choices}", name=name, choices=", ".join(choices))
    return str(value)
