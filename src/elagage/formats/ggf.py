r"""GGF, the format of the servers and programs of Othello: games in brackets, one after the other.

    (;GM[Othello]PB[Rose]PW[Tamenori]RE[+4]BO[8 ---------------------------O*------*O--------------------------- *]
    B[F5/0.5/1.2]W[D6]...;)

After a move stand what its player thought of it and the seconds that it took. A pass is ``PA``; ``\]`` is a bracket.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from elagage.errors import NotationError
from elagage.formats.written_games import PASS, PASS_NAMES, WrittenGame, WrittenMove

__all__ = ["is_ggf", "read_ggf", "read_ggf_move", "write_ggf", "write_ggf_game"]

TAG = re.compile(r"\s*([A-Za-z]{1,20})\s*\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
BEGIN = re.compile(r"\(\s*;")
END = re.compile(r"\s*;?\s*\)")
MARKS = str.maketrans("*.Xx", "X-XX")
LARGEST_SIZE = 26


def is_ggf(text: str) -> bool:
    """Does a text hold a game in this format, and not a line of moves or a board?"""
    return BEGIN.search(text) is not None


def read_ggf(text: str) -> Iterator[WrittenGame]:
    """The games of a text, one after the other; NotationError says what is wrong with one."""
    place = 0
    while (begin := BEGIN.search(text, place)) is not None:
        tags: list[tuple[str, str]] = []
        place = begin.end()
        while (tag := TAG.match(text, place)) is not None:
            tags.append((tag[1].upper(), re.sub(r"\\(.)", r"\1", tag[2], flags=re.DOTALL)))
            place = tag.end()
        end = END.match(text, place)
        if end is None:
            raise NotationError("A game in GGF is not whole after '{text}'.", text=text[max(0, place - 20) : place])
        place = end.end()
        yield make_game(tags)


def make_game(tags: list[tuple[str, str]]) -> WrittenGame:
    """The game that the tags of one pair of brackets say."""
    known = dict(reversed(tags))
    if known.get("GM", "Othello").strip().casefold() not in ("othello", "reversi"):
        raise NotationError("A game in GGF is of {game}, not of Othello.", game=known["GM"][:40])
    size, start = read_board_tag(known["BO"]) if "BO" in known else (8, "")
    moves = [read_ggf_move(value) for name, value in tags if name in ("B", "W")]
    return WrittenGame(
        start, tuple(moves), size, known.get("PB", ""), known.get("PW", ""), known.get("PC", ""), known.get("DT", ""),
        read_number(known.get("RE", "").partition(":")[0]),
    )  # fmt: skip


def read_board_tag(text: str) -> tuple[int, str]:
    """The size and the first position of ``8 ---...--- *``; the usual position is empty."""
    size, _space, rest = text.strip().partition(" ")
    marks = "".join(rest.split())
    if not (re.fullmatch("[0-9]{1,2}", size) and int(size) <= LARGEST_SIZE and len(marks) == int(size) ** 2 + 1):
        raise NotationError("'{text}' is no board of GGF: write its size, its squares and who moves.", text=text[:80])
    board, mover = marks[:-1].translate(MARKS), marks[-1].translate(MARKS)
    start = f"{board} {mover}"
    return int(size), "" if start == usual_start(int(size)) else start


def usual_start(size: int) -> str:
    """How a game begins, as a board."""
    rows = [["-"] * size for _row in range(size)]
    half = size // 2
    rows[half - 1][half - 1 : half + 1] = "OX"
    rows[half][half - 1 : half + 1] = "XO"
    return "".join(map("".join, rows)) + " X"


def read_ggf_move(text: str) -> WrittenMove:
    """A move with what stands after it: ``F5/0.5/1.2``, ``f5``, ``PA//3``."""
    name, _slash, rest = text.strip().partition("/")
    value, _slash, seconds = rest.partition("/")
    name = name.strip().casefold()
    return WrittenMove(PASS if name in PASS_NAMES else name, read_number(value), read_number(seconds))


def read_number(text: str) -> float | None:
    """A number, if it is one."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def write_ggf(games: list[WrittenGame]) -> str:
    """Games as a file of this format has them, one a line."""
    return "".join(write_ggf_game(game) + "\n" for game in games)


def write_ggf_game(game: WrittenGame) -> str:
    """A game on one line. Passes are to be among its moves."""
    start = game.start or usual_start(game.size)
    mover = start[-1]
    tags = [
        ("GM", "Othello"), ("PC", game.place or "Elagage"), ("DT", game.date), ("PB", game.black), ("PW", game.white),
        ("RE", "?" if game.result is None else format_number(game.result, "+")), ("TI", "0"), ("TY", str(game.size)),
        ("BO", f"{game.size} {start.replace('X', '*')}"),
    ]  # fmt: skip
    for move in game.moves:
        tags.append(("B" if mover == "X" else "W", format_move(move)))
        mover = "O" if mover == "X" else "X"
    texts = [f"{name}[{escape(value)}]" for name, value in tags if value or name in ("PB", "PW")]
    return f"(;{''.join(texts)};)"


def format_move(move: WrittenMove) -> str:
    """A move with what is known of it."""
    parts = ["PA" if move.name == PASS else move.name.upper()]
    parts += ["" if number is None else format_number(number) for number in (move.value, move.seconds)]
    return "/".join(parts).rstrip("/")


def format_number(number: float, sign: str = "") -> str:
    """A number that is read back as it is."""
    return format(number, f"{sign}.0f") if number == int(number) else format(number, f"{sign}")


def escape(text: str) -> str:
    """A text inside brackets, on one line."""
    return re.sub(r"[\]\\]", lambda found: "\\" + found[0], " ".join(text.split()))
