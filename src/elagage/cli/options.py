"""The options that several commands share, so that they are written once and mean the same everywhere; and a game as
commands take it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from elagage.errors import FileError
from elagage.i18n import LANGUAGES, _

if TYPE_CHECKING:
    from elagage.game import Game

__all__ = [
    "INTEGER",
    "LANGUAGE",
    "NUMBER",
    "check_folder",
    "cluster",
    "depth",
    "game",
    "json_output",
    "lang",
    "level",
    "limits",
    "load_game",
    "output",
    "plain",
    "players_help",
    "position",
    "positions",
    "power",
    "seed",
    "solution",
    "threads",
    "workers",
]

Command = TypeVar("Command", bound=Callable[..., Any])

INTEGER = click.types.IntParamType()
INTEGER.name = _("integer")
NUMBER = click.types.FloatParamType()
NUMBER.name = _("number")
LANGUAGE = "elagage.language"
"""Where a command finds the language that was asked for, among what its context knows."""


def players_help() -> str:
    """What a player is, for the end of a command's help."""
    return _(
        "A player is level:5, 'engine depth=6 heuristic=weights', 'alphabeta depth=4', 'mcts playouts=1000', random, "
        "first, greedy, beginner, 'perfect solution=FILE', uci:COMMAND, nboard:COMMAND or gtp:COMMAND."
    )


def lang(function: Command) -> Command:
    """``--lang``; it was read before the commands were built, so its value is only noted."""

    def note(context: click.Context, _option: click.Parameter, value: str | None) -> None:
        if value is not None:
            context.meta[LANGUAGE] = value

    return click.option(
        "--lang", type=click.Choice(LANGUAGES), expose_value=False, callback=note, help=_("Language: fr or en.")
    )(function)


def game(function: Command) -> Command:
    """The game: a name with parameters, a literal tree, or a file."""
    return click.argument("game", metavar=_("GAME"))(function)


def load_game(text: str) -> Game[Any, Any]:
    """The game that a text names; one in a user's file is glanced at first, so that a mistake in it is named at once.

    RulesError if a random game shows that its rules break the contract.
    """
    from elagage import loading

    found = loading.load(text)
    if loading.is_user_module(type(found).__module__):
        from elagage.check import glance

        glance(found)
    return found


def position(function: Command) -> Command:
    """``--position``: a position other than the first."""
    return click.option(
        "--position", metavar=_("TEXT"), help=_("Start from this position, in the game's own notation.")
    )(function)


def positions(function: Command) -> Command:
    """``--positions``: a file of positions."""
    return click.option(
        "--positions",
        type=click.Path(path_type=Path, allow_dash=True),
        metavar=_("FILE"),
        help=_("Read positions from FILE (- for standard input), one a line, and print one JSON object a line."),
    )(function)


def workers(function: Command) -> Command:
    """``--workers``: processes that share the work."""
    text = _("Work with N processes (for games, by default, one a processor).")
    return click.option("--workers", type=INTEGER, metavar="N", help=text)(function)


def cluster(function: Command) -> Command:
    """``--cluster``: a Dask cluster that shares the work."""
    text = _("Work on this Dask cluster; local starts one here.")
    return click.option("--cluster", metavar=_("ADDRESS"), help=text)(function)


def check_folder(path: Path) -> None:
    """FileError if a file can't be written because its folder is missing, before any work is done for it."""
    if not path.parent.is_dir():
        raise FileError("{path} can't be written: there is no folder {folder}.", path=path, folder=path.parent)


def output(text: str) -> Callable[[Command], Command]:
    """``-o``, ``--output``: the file to write; ``text`` says what, and which endings there are."""
    return click.option("-o", "--output", type=click.Path(path_type=Path), help=text)


def depth(function: Command) -> Command:
    """``--depth``: plies."""
    return click.option("--depth", type=INTEGER, metavar="N", help=_("Look N plies ahead."))(function)


def limits(function: Command) -> Command:
    """``--depth``, ``--time``, ``--nodes``: how long a search may go on."""
    function = click.option("--nodes", type=INTEGER, metavar="N", help=_("Look at N positions at most."))(function)
    function = click.option("--time", type=NUMBER, metavar="S", help=_("Think for S seconds at most."))(function)
    return depth(function)


def level(function: Command) -> Command:
    """``--level``: from 1 to 10."""
    return click.option(
        "--level", type=INTEGER, metavar="1-10", help=_("Strength, from 1 (first steps) to 10 (best).")
    )(function)


def plain(function: Command) -> Command:
    """``--plain``: the interpreted algorithms."""
    return click.option("--plain", is_flag=True, help=_("Run interpreted, by the plain algorithms."))(function)


def power(function: Command) -> Command:
    """``--threads`` and ``--memory``: what the engine may use."""
    function = click.option(
        "--memory", type=NUMBER, default=64, metavar="MB", show_default=True, help=_("Size of the table, in megabytes.")
    )(function)
    return threads(function)


def threads(function: Command) -> Command:
    """``--threads``."""
    return click.option(
        "--threads", type=INTEGER, default=1, metavar="N", show_default=True, help=_("Search with N threads.")
    )(function)


def solution(function: Command) -> Command:
    """``--solution``: a saved solution to answer from."""
    return click.option(
        "--solution",
        type=click.Path(path_type=Path),
        metavar=_("FILE"),
        help=_("Answer from this solution, which solve --save made."),
    )(function)


def seed(function: Command) -> Command:
    """``--seed``: for whatever is drawn at random."""
    return click.option(
        "--seed", type=INTEGER, metavar="N", help=_("Seed of what is drawn at random, to play the same again.")
    )(function)


def json_output(function: Command) -> Command:
    """``--json``: for programs."""
    return click.option("--json", "as_json", is_flag=True, help=_("Print one JSON object."))(function)
