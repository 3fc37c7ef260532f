"""``elagage bench``: a number that changes only when behaviour does, and the speed on this machine."""

from __future__ import annotations

import json
import time

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["POSITIONS", "bench", "fingerprint"]

POSITIONS = (
    ("tictactoe", "", 9, 9),
    ("connect4", "", 6, 12),
    ("connect4", "444433", 6, 12),
    ("othello", "", 4, 8),
    ("othello", "f5d6c3d3c4f4f6", 4, 8),
    ("nim:3,4,5", "", 12, 12),
)
"""What is searched: a game, a position, the depth of the plain searches and the engine's."""


def fingerprint(plain: bool) -> list[tuple[str, int, float]]:
    """For each position, the nodes that the engine (or alpha-beta and deepening, if plain) visits,
    and the seconds that took.
    """
    from elagage.analysis import analyse
    from elagage.loading import load
    from elagage.search import alphabeta

    rows = []
    for spec, position, shallow, deep in POSITIONS:
        game = load(spec)
        state = game.parse_state(position)
        if not plain:
            analyse(game, state, depth=1)  # compiled, or found on disk, before the clock starts
        started = time.process_time()
        nodes = analyse(game, state, depth=shallow if plain else deep, plain=plain).nodes
        if plain:
            nodes += alphabeta(game, state, shallow).nodes
        rows.append((f"{spec} {position}".strip(), nodes, time.process_time() - started))
    return rows


@click.command(help=_("Print a fingerprint of behaviour, and the speed here."))
@options.plain
@options.json_output
@options.lang
def bench(plain: bool, as_json: bool) -> None:
    """Search fixed positions and print the nodes and the speed."""
    from elagage.cli.output import table

    rows = fingerprint(plain)
    nodes, seconds = sum(row[1] for row in rows), sum(row[2] for row in rows)
    if as_json:
        click.echo(
            json.dumps({"nodes": nodes, "seconds": round(seconds, 3), "nodes_per_second": round(nodes / seconds)})
        )
        return
    body = [(name, str(count), f"{spent:.2f}", str(round(count / max(spent, 1e-9)))) for name, count, spent in rows]
    total = (_("total"), str(nodes), f"{seconds:.2f}", str(round(nodes / seconds)))
    table([(_("position"), _("nodes"), _("seconds"), _("nodes/s")), *body, total])
    click.echo(_("Bench: {nodes}").format(nodes=nodes))
