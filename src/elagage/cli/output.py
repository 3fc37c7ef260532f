"""Tables, boards and moves on a terminal, and Ctrl-C turned into a wish to stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from elagage.game import Game
from elagage.i18n import _
from elagage.result import Result

__all__ = ["board", "can_draw", "describe", "line_names", "result_json", "stoppable", "table"]


def can_draw() -> bool:
    """Can the terminal show more than ASCII?"""
    return (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16")


def table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows, the first of them a header; plain tabs where no person is looking."""
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(row))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=box.SIMPLE if can_draw() else box.ASCII2, header_style="bold")
    for number, title in enumerate(rows[0]):
        grid.add_column(title, justify="right" if all(is_number(row[number]) for row in rows[1:]) else "left")
    for row in rows[1:]:
        grid.add_row(*row)
    Console(highlight=False).print(grid)


def is_number(text: str) -> bool:
    """Does a cell hold a number, or nothing?"""
    return not text or text.lstrip("+-").replace(".", "", 1).replace(" ", "").isdigit()


def board(game: Game[Any, Any], state: Any) -> str:
    """The board as text, the marks of the two sides in their colours on a terminal that has them."""
    text = game.text(state)
    if not sys.stdout.isatty():
        return text
    colours = {"X": "bright_blue", "O": "bright_red"}
    lines = text.split("\n")
    return "\n".join(
        "".join(click.style(c, fg=colours[c], bold=True) if c in colours else c for c in line) for line in lines
    )


def line_names(game: Game[Any, Any], state: Any, line: Sequence[Any]) -> list[str]:
    """The names of the moves of a line."""
    names = []
    for move in line:
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    return names


def describe(game: Game[Any, Any], result: Result[Any]) -> str:
    """A score in words, and how far it can be trusted."""
    trust = _("exact") if result.exact else _("depth {depth}").format(depth=result.depth)
    return f"{result.score.text(game.players)} ({trust})"


def result_json(game: Game[Any, Any], state: Any, result: Result[Any]) -> dict[str, Any]:
    """What ``analyse --json`` prints."""
    moves = [
        {"move": game.move_name(state, entry.move), **entry.score.as_json(), "exact": entry.exact}
        for entry in result.moves
    ]
    return {
        "game": game.spec,
        "position": game.state_name(state),
        "player": game.player(state),
        "move": None if result.move is None else game.move_name(state, result.move),
        **result.score.as_json(),
        "exact": result.exact,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "line": line_names(game, state, result.line),
        "moves": moves,
    }


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
