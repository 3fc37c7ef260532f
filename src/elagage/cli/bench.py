"""``elagage bench``: a number that changes only when behaviour does, and the speed on this machine."""

from __future__ import annotations

import json
import time

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["POSITIONS", "bench", "fingerprint"]

POSITIONS = (
    ("tictactoe", "", 9),
    ("mnk:4,4,4", "b2c3", 3),
    ("connect4", "", 6),
    ("connect4", "444433", 6),
    ("othello", "", 4),
    ("othello:6", "", 4),
    ("nim:3,4,5", "", 12),
    ("tree:3^6", "", 6),
)
"""What is searched: a game, a position, a depth."""


def fingerprint() -> list[tuple[str, int, float]]:
    """For each position, the nodes that alpha-beta and deepening visit together, and the seconds that took."""
    from elagage.loading import load
    from elagage.search import alphabeta, deepening

    rows = []
    for spec, position, depth in POSITIONS:
        game = load(spec)
        state = game.parse_state(position)
        started = time.process_time()
        nodes = alphabeta(game, state, depth).nodes + deepening(game, state, depth).nodes
        rows.append((f"{spec} {position}".strip(), nodes, time.process_time() - started))
    return rows


@click.command(help=_("Print a fingerprint of behaviour, and the speed here."))
@options.plain
@options.json_output
@options.lang
def bench(plain: bool, as_json: bool) -> None:  # noqa: ARG001  (everything is interpreted for now)
    """Search fixed positions and print the nodes and the speed."""
    from elagage.cli.output import table

    rows = fingerprint()
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
