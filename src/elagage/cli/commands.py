"""The group of all commands. A command's module is light: what it needs to run it imports when it runs."""

from __future__ import annotations

import sys

import click

from elagage.cli import options
from elagage.cli.answers import analyse, check, graph, path, perft, solve
from elagage.cli.contests import compare_heuristics, match, tournament
from elagage.cli.playing import board, games, levels, play, serve
from elagage.cli.playing.serve_command import run as run_server
from elagage.cli.teaching import exercise, grade, tree, verify
from elagage.cli.upkeep import bench, warm_up
from elagage.i18n import _

__all__ = ["elagage"]


@click.group(
    invoke_without_command=True,
    subcommand_metavar=_("[COMMAND] [ARGS]..."),
    help=_("Write the rules of a game in plain Python. Élagage plays it, analyses it and shows how it thinks."),
    epilog=_(
        "GAME is a name with parameters (connect4:6x5, nim:3,4,5), a literal tree '((5 6) (7 4 5))', or a file (my_game.py)."
    ),
)
@click.version_option(package_name="elagage", message="elagage %(version)s", help=_("Print the version."))
@options.lang
@click.pass_context
def elagage(context: click.Context) -> None:
    """All that the package can do."""
    if context.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            run_server()
            return
        click.echo(context.get_help())
        click.echo()
        click.echo(_("To begin: elagage play connect4"))


for command in (
    serve, games, levels, play, analyse, solve, board, tree, graph, path, perft, check, exercise, grade, verify, match, tournament,
    compare_heuristics, bench, warm_up,
):  # fmt: skip
    elagage.add_command(command)
