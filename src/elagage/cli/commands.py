"""The group of all commands. A command's module is light: what it needs to run it imports when it runs."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["elagage"]


ROOMS = {
    "answers": (
        "analyse",
        "book",
        "check",
        "graph",
        "path",
        "perft",
        "solve",
    ),
    "contests": (
        "compare-heuristics",
        "learn",
        "match",
        "tournament",
    ),
    "playing": (
        "board",
        "convert",
        "games",
        "gtp",
        "levels",
        "nboard",
        "play",
        "serve",
        "site",
        "uci",
    ),
    "teaching": (
        "exercise",
        "grade",
        "pseudocode",
        "sheet",
        "tree",
        "verify",
    ),
    "upkeep": (
        "bench",
        "warm-up",
    ),
}
"""The commands, by the folder that their files are in."""


class Commands(click.Group):
    """A group that imports a command's file when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for names in ROOMS.values() for name in names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for room, names in ROOMS.items():
            if cmd_name in names:
                name = cmd_name.replace("-", "_")
                command: click.Command = getattr(import_module(f"elagage.cli.{room}.{name}_command"), name)
                return command
        return None


@click.group(
    cls=Commands,
    invoke_without_command=True,
    subcommand_metavar=_("[COMMAND] [ARGS]..."),
    help=_("Write the rules of a game in plain Python. Élagage plays it, analyses it and shows how it thinks."),
    epilog=_(
        "GAME is a name with parameters (connect4:6x5, nim:3,4,5), a literal tree '((5 6) (7 4 5))', or a file "
        "(my_game.py)."
    ),
)
@click.version_option(package_name="elagage", message="elagage %(version)s", help=_("Print the version."))
@options.lang
@click.pass_context
def elagage(context: click.Context) -> None:
    """All that the package can do."""
    if context.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            from elagage.cli.playing.serve_command import run

            run()
            return
        click.echo(context.get_help())
        click.echo()
        click.echo(_("To begin: elagage play connect4"))
