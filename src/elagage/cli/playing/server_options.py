"""The options that the servers of protocols share, and what they make of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from elagage.cli import options
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.game import Game
    from elagage.result import Limits

__all__ = ["judge", "read_limits", "server_options"]

Command = TypeVar("Command", bound=Callable[..., Any])


def server_options(function: Command) -> Command:
    """``--depth``, ``--time``, ``--nodes``, ``--level``, ``--heuristic`` and the engine's power."""
    for option in (options.lang, options.power, options.plain, options.seed):
        function = option(function)
    function = click.option(
        "--heuristic", metavar=_("NAME"),
        help=_("Judge by the game's heuristic of this name (learned weights, if they are shipped)."),
    )(function)  # fmt: skip
    return options.limits(options.level(function))


def judge(game: Game[Any, Any], heuristic: str | None, level: int | None) -> Game[Any, Any]:
    """The game with the heuristic that was asked for; without a wish and a level, with shipped weights if it has
    them.
    """
    from elagage.evaluation.heuristics import judge_best, with_heuristic

    if heuristic is not None:
        return with_heuristic(game, heuristic)
    return judge_best(game) if level is None else game


def read_limits(depth: int | None, time: float | None, nodes: int | None, level: int | None) -> Limits:
    """The limits that were given; LimitsError if they, or the level, make no sense."""
    from elagage.levels import check_level
    from elagage.result import Limits

    if depth == 0:
        raise click.UsageError(_("A depth of 0 looks at no move: give 1 or more."))
    if level is not None:
        check_level(level)
    return Limits(depth, time, nodes)
