"""``elagage book``: a book of first plies, for a player that never errs and need not think for long."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _, ngettext

if TYPE_CHECKING:
    from elagage.game import Game
    from elagage.solvers.book.book_making import BookProgress

__all__ = ["book"]

TABLE = 256.0
"""Megabytes of the table of a search for a book of estimates, at most."""


@click.command(help=_("Make a book of first plies: exact answers where solving takes long, or with --depth estimates."))
@options.game
@options.output(_("The book to write (game.book)."))
@click.option("--plies", type=options.INTEGER, metavar="N", help=_("Solve the first N plies at most."))
@click.option(
    "--depth",
    type=options.INTEGER,
    metavar="N",
    help=_("Keep what a search of N plies says, instead of exact answers."),
)
@click.option("--heuristic", metavar=_("NAME"), help=_("With --depth: judge by the game's heuristic of this name."))
@click.option(
    "--margin", type=options.NUMBER, default=4, metavar="N", show_default=True,
    help=_("With --depth: end where a reply gives away more than N points."),
)  # fmt: skip
@click.option(
    "--nodes", type=options.INTEGER, default=5_000_000, metavar="N", show_default=True,
    help=_("End where a position is solved with N others looked at, which takes about a second."),
)  # fmt: skip
@click.option(
    "--memory", type=options.NUMBER, default=1000, metavar="MB", show_default=True,
    help=_("Size of each worker's table, in megabytes."),
)  # fmt: skip
@options.workers
@options.cluster
@click.option("--resume", is_flag=True, help=_("Go on from where the same command was stopped."))
@options.lang
def book(
    game: str,
    output: Path | None,
    plies: int | None,
    depth: int | None,
    heuristic: str | None,
    margin: float,
    nodes: int,
    memory: float,
    workers: int | None,
    cluster: str | None,
    resume: bool,
) -> None:
    """Make the book, ply by ply; Ctrl-C keeps what there is and says how to go on."""
    from elagage.arena.book_jobs import share_book
    from elagage.arena.execution.executor import executor_for
    from elagage.cli.output import stoppable
    from elagage.errors import Stopped
    from elagage.solvers.book.book_making import make_book

    played = options.load_game(game)
    path = Path(f"{played.spec.replace(':', '-')}.book") if output is None else output
    options.check_folder(path)
    judged_by = choose_heuristic(played, heuristic) if depth is not None else ""
    settings: dict[str, Any] = {"nodes": nodes, "memory": memory}
    if depth is not None:
        settings = {"depth": depth, "heuristic": judged_by, "margin": margin, "memory": min(memory, TABLE)}
    try:
        with stoppable() as stop, executor_for(workers, cluster) as (executor, count):
            made = make_book(
                played, path, share_book(played, executor, count, **settings), nodes=nodes, depth=depth,
                heuristic=judged_by, plies=plies, resume=resume, on_progress=show_progress, stop=stop,
            )  # fmt: skip
    except Stopped as error:
        click.echo(str(error), err=True)
        words = [word for word in sys.argv[1:] if word != "--resume"]
        click.echo(
            _("To go on: {command}").format(command=" ".join(map(shlex.quote, ["elagage", *words, "--resume"]))),
            err=True,
        )
        raise click.exceptions.Exit(130) from None
    text = ngettext(
        "{n} position up to ply {plies} is in {path}.", "{n} positions up to ply {plies} are in {path}.",
        len(made.entries),
    )  # fmt: skip
    click.echo(text.format(n=len(made.entries), plies=made.plies, path=path))


def choose_heuristic(game: Game[Any, Any], wish: str | None) -> str:
    """What a book of estimates judges by: what was asked for, else shipped weights, else what the game has."""
    from elagage.evaluation.heuristics import LEARNED, find_shipped, with_heuristic

    if wish is not None:
        with_heuristic(game, wish)
        return wish
    return LEARNED if find_shipped(game) is not None else ""


def show_progress(progress: BookProgress) -> None:
    """A line for each position on a terminal, overwritten; in a file one for each ply."""
    ends = progress.done == progress.total
    if not ends and not sys.stderr.isatty():
        return
    text = _("ply {ply}: {done} of {total} positions in {seconds:.0f} s, about {left:.0f} s left in this ply").format(
        ply=progress.ply, done=progress.done, total=progress.total, seconds=progress.seconds, left=progress.left or 0
    )
    click.echo(f"\r\x1b[K{text}" if sys.stderr.isatty() else text, nl=ends or not sys.stderr.isatty(), err=True)
