"""Transcripts: the moves of a game of Othello one after the other, ``f5d6c3`` or ``1. F5 d6 2. C3``; one game a line.

Passes may be shown or left out; ``#`` begins a comment.
"""

from __future__ import annotations

import re

from elagage.formats.written_games import PASS, PASS_NAMES, WrittenGame, WrittenMove

__all__ = ["read_transcript", "read_transcripts", "split_transcript", "write_transcript"]

NUMBER = re.compile(r"(?<![a-z0-9])[0-9]{1,3}\s*[.):]+")
WORD = re.compile(r"[a-z][0-9]{1,2}|[^\s,a-z0-9]+|[a-z]+|[0-9]+")


def split_transcript(text: str) -> list[str]:
    """The moves of a line, without the numbers that count them: squares, and whatever else stands between them.

    >>> split_transcript("1. F5 d6 2.C3--d3")
    ['f5', 'd6', 'c3', '--', 'd3']
    """
    return WORD.findall(NUMBER.sub(" ", text.casefold()))


def read_transcript(text: str) -> WrittenGame:
    """The game of a line."""
    names = split_transcript(text)
    return WrittenGame(moves=tuple(WrittenMove(PASS if name in PASS_NAMES else name) for name in names))


def read_transcripts(text: str) -> list[WrittenGame]:
    """The games of a text, one a line."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [read_transcript(line) for line in lines if line]


def write_transcript(names: tuple[str, ...]) -> str:
    """The moves of a game on one line; passes are left out, but for those at the end.

    >>> write_transcript(("f5", "--", "d6", "--"))
    'f5d6--'
    """
    last = max((number for number, name in enumerate(names) if name != PASS), default=-1)
    return "".join(name for number, name in enumerate(names) if name != PASS or number > last)
