"""``elagage levels``: what each level of a game does."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["levels"]


@click.command(help=_("Show what each level of a game does."))
@options.game
@options.json_output
@options.lang
def levels(game: str, as_json: bool) -> None:
    """Print the table."""
    from elagage.cli.output import table
    from elagage.levels import level_name, levels_of
    from elagage.loading import load

    rows = levels_of(load(game))
    if as_json:
        click.echo(json.dumps([asdict(level) for level in rows]))
        return
    head = (_("level"), _("name"), _("plies"), _("temperature"), _("overlooks"), _("seconds a move"))
    told = []
    for level in rows:
        depth = _("as many as the time allows") if level.depth is None else str(level.depth)
        errors = (f"{level.temperature:g}", f"{100 * level.inattention:.0f} %")
        told.append((str(level.number), level_name(level.number), depth, *errors, f"{level.time:g}"))
    table([head, *told])
