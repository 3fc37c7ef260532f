"""``elagage perft``: how many lines of play there are, depth by depth."""

from __future__ import annotations

import json
import time

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["perft"]


@click.command(help=_("Count the lines of play, length by length."))
@options.game
@click.argument("depth", type=int, metavar=_("DEPTH"))
@options.position
@click.option("--divide", is_flag=True, help=_("Split the count of the last depth by first move."))
@options.plain
@options.json_output
@options.lang
def perft(game: str, depth: int, position: str | None, divide: bool, plain: bool, as_json: bool) -> None:  # noqa: ARG001  (plain)
    """Print the counts."""
    from elagage import search
    from elagage.cli.output import table
    from elagage.loading import load
    from elagage.result import checked_depth

    checked_depth(depth)
    played = load(game)
    state = played.start() if position is None else played.parse_state(position)
    if divide:
        if depth == 0:
            raise click.UsageError(_("A depth of 0 looks at no move: give 1 or more."))
        parts = {played.move_name(state, move): count for move, count in search.divide(played, state, depth).items()}
        if as_json:
            click.echo(json.dumps({"game": played.spec, "depth": depth, "count": sum(parts.values()), "divide": parts}))
        else:
            table(
                [
                    (_("move"), _("count")),
                    *((name, str(count)) for name, count in parts.items()),
                    (_("total"), str(sum(parts.values()))),
                ]
            )
        return
    rows = [(_("depth"), _("count"), _("seconds"))]
    counts = []
    for plies in range(1, depth + 1) if depth else range(1):
        started = time.perf_counter()
        counts.append(search.perft(played, state, plies))
        rows.append((str(plies), str(counts[-1]), f"{time.perf_counter() - started:.3f}"))
    if as_json:
        click.echo(json.dumps({"game": played.spec, "depth": depth, "count": counts[-1], "counts": counts}))
    else:
        table(rows)
