"""Tables, boards and moves on a terminal, and Ctrl-C turned into a wish to stop."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from elagage.errors import FileError
from elagage.game import Game
from elagage.games.spoken import label_side, tell_score
from elagage.i18n import _
from elagage.result import Result

__all__ = [
    "announce_wait",
    "board",
    "can_draw",
    "describe",
    "has_colours",
    "line",
    "paint_marks",
    "paint_side",
    "position_lines",
    "print_answers",
    "say_compiling",
    "stoppable",
    "table",
]


def can_draw() -> bool:
    """Can the terminal show more than ASCII?"""
    return (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16")


def has_colours() -> bool:
    """Does a person look, on a terminal that has colours and is allowed to show them?"""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def line(row: Sequence[str], widths: Sequence[int]) -> None:
    """Print a row at once: in columns for a person, else with plain tabs."""
    if not sys.stdout.isatty():
        click.echo("\t".join(row))
    else:
        click.echo("".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows, the first of them a header; plain tabs where no person is looking."""
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(row))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=box.SIMPLE if can_draw() else box.ASCII2, header_style="bold")
    for number, title in enumerate(rows[0]):
        numbers = all(is_number(row[number]) for row in rows[1:])
        grid.add_column(Text(title), justify="right" if numbers else "left", overflow="fold", no_wrap=number == 0)
    for row in rows[1:]:
        grid.add_row(*map(Text, row))  # as they are: brackets in them are no mark-up
    Console(highlight=False).print(grid)


def is_number(text: str) -> bool:
    """Does a cell hold a number, or nothing?"""
    return not text or text.lstrip("+-").replace(".", "", 1).replace(" ", "").isdigit()


def board(game: Game[Any, Any], state: Any) -> str:
    """The board as text, the marks of the two sides in their colours on a terminal that has them."""
    return paint_marks(game, game.text(state))


def paint_marks(game: Game[Any, Any], text: str) -> str:
    """A text with the marks of the two sides in their colours, on a terminal that has them."""
    marks = {mark: player for player, mark in enumerate(game.players) if len(mark) == 1}
    if not has_colours() or not marks:
        return text
    return "".join(paint(game, marks[letter], letter) if letter in marks else letter for letter in text)


def paint_side(game: Game[Any, Any], player: int) -> str:
    """A side's name with its mark, in its colour on a terminal that has them."""
    label = str(label_side(game, player))
    return paint(game, player, label) if has_colours() else label


def paint(game: Game[Any, Any], player: int, text: str) -> str:
    """A text in the colour of a side: the nearest one that shows on dark and on light; black and white are bold."""
    from elagage.figures.boards.board_pieces import side_colours

    colour = side_colours(game)[player]
    if not colour:
        return click.style(text, fg=("bright_blue", "bright_red")[player], bold=True)
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    if max(red, green, blue) - min(red, green, blue) < 40:
        return click.style(text, bold=True)
    if blue >= max(red, green):
        return click.style(text, fg="bright_blue", bold=True)
    if green > red:
        return click.style(text, fg="green", bold=True)
    return click.style(text, fg="bright_red" if green < 0.6 * red else "yellow", bold=True)


def describe(game: Game[Any, Any], result: Result[Any]) -> str:
    """A score in words, and how far it can be trusted."""
    trust = _("exact") if result.exact else _("depth {depth}").format(depth=result.depth)
    return f"{tell_score(game, result.score)} ({trust})"


def position_lines(path: Path) -> Iterator[str]:
    """The lines of a file of positions (``-``: standard input), each as soon as it is there;
    an empty one is the first position. Of a file in a format of other programs, the last position of each game.
    """
    from elagage.formats.game_files import is_game_file, read_games
    from elagage.formats.ggf import write_ggf_game

    if is_game_file(path):
        for game in read_games(path):
            yield write_ggf_game(game) if game.moves else game.start
        return
    try:
        with click.open_file(str(path), encoding="utf-8") as file:
            for text in file:
                yield text.strip()
    except OSError as error:
        raise FileError("{path} can't be read: {problem}.", path=path, problem=error.strerror) from None
    except UnicodeDecodeError:
        raise FileError("{path} is not text in UTF-8.", path=path) from None


def print_answers(answers: Iterable[dict[str, Any]]) -> int:
    """Print a line of JSON for each position; the exit code is 2 if one of them has an ``error``."""
    code = 0
    for answer in answers:
        code = 2 if "error" in answer else code
        click.echo(json.dumps(answer, ensure_ascii=False))
    return code


def say_compiling() -> None:
    """Why a person waits."""
    click.echo(_("Compiling the rules, this once..."), err=True)


@contextmanager
def announce_wait(delay: float = 1.0) -> Iterator[None]:
    """Inside, a person at a terminal who has waited for ``delay`` seconds is told why;
    the line goes away when the wait is over.
    """
    if not sys.stderr.isatty():
        yield
        return
    told = threading.Event()

    def tell() -> None:
        told.set()
        click.echo(_("thinking..."), nl=False, err=True)

    timer = threading.Timer(delay, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if told.is_set():
            click.echo("\n" if os.environ.get("TERM") == "dumb" else "\r\x1b[K", nl=False, err=True)


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Inside, Ctrl-C is a wish that the search hears of; a second one interrupts as usual."""
    wishes: list[int] = []

    def note(number: int, _frame: Any) -> None:
        if wishes:
            raise KeyboardInterrupt
        wishes.append(number)

    previous: Any = None
    with suppress(ValueError):  # not in the main thread: Ctrl-C is somebody else's
        previous = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(wishes)
    finally:
        if previous is not None:
            signal.signal(signal.SIGINT, previous)
