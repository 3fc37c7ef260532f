"""``elagage perft``: how many lines of play there are, depth by depth."""

from __future__ import annotations

import json
import time

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["perft"]

WIDTHS = (10, 20, 12)
"""Of the columns: each row is printed as soon as it is counted, so the rows to come are not known."""


@click.command(help=_("Count the lines of play, length by length."))
@options.game
@click.argument("depth", type=options.INTEGER, metavar=_("DEPTH"))
@options.position
@click.option("--divide", is_flag=True, help=_("Split the count of the last depth by first move."))
@click.option("--ended", is_flag=True, help=_("Count a game that ends sooner once, as Othello players do."))
@options.plain
@options.json_output
@options.lang
def perft(game: str, depth: int, position: str | None, divide: bool, ended: bool, plain: bool, as_json: bool) -> None:
    """Print the counts."""
    from elagage.analysis import count
    from elagage.cli.output import line, say_compiling, table
    from elagage.game import read_state
    from elagage.result import check_depth

    check_depth(depth)
    played = options.load_game(game)
    state = played.start() if position is None else read_state(played, position)
    if divide:
        if depth == 0:
            raise click.UsageError(_("A depth of 0 looks at no move: give 1 or more."))
        started = time.perf_counter()
        counted = count(played, state, depth, split=True, ended=ended, plain=plain, on_wait=say_compiling)
        parts = {played.move_name(state, move): number for move, number in counted.items()}
        if as_json:
            answer = {"game": played.spec, "depth": depth, "count": sum(parts.values()), "divide": parts}
            click.echo(json.dumps({**answer, "seconds": round(time.perf_counter() - started, 6)}))
        else:
            body = [(name, str(number)) for name, number in parts.items()]
            table([(_("move"), _("count")), *body, (_("total"), str(sum(parts.values())))])
        return
    counts: list[int] = []
    seconds: list[float] = []
    if not as_json:
        line((_("depth"), _("count"), _("seconds")), WIDTHS)
    for plies in range(1, depth + 1) if depth else range(1):
        started = time.perf_counter()
        counts.append(count(played, state, plies, ended=ended, plain=plain, on_wait=say_compiling)[None])
        seconds.append(round(time.perf_counter() - started, 6))
        if not as_json:
            line((str(plies), str(counts[-1]), f"{seconds[-1]:.3f}"), WIDTHS)
    if as_json:
        answer = {"game": played.spec, "depth": depth, "count": counts[-1], "counts": counts}
        click.echo(json.dumps({**answer, "seconds": seconds}))
