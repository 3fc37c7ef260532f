"""``elagage games``: what there is to play."""

from __future__ import annotations

import json

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["games"]


@click.command(help=_("List the games and how to write their moves."))
@options.json_output
@options.lang
def games(as_json: bool) -> None:
    """Print the list."""
    from elagage.cli.output import table
    from elagage.games import listings

    rows = listings()
    if as_json:
        click.echo(json.dumps([row._asdict() for row in rows], ensure_ascii=False))
        return
    header = (_("game"), _("what it is"), _("with parameters"), _("notation"), _("known"))
    table([header, *rows])
