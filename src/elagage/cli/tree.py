"""``elagage tree``: the tree that an algorithm walks."""

from __future__ import annotations

from pathlib import Path

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["tree"]

ALGORITHMS = ("minimax", "memoised", "negamax", "alphabeta", "deepening", "quiescence", "and_or", "pvs", "mtdf", "mcts")


@click.command(help=_("Show the tree that an algorithm walks."))
@click.argument("game", metavar=_("GAME_OR_TREE"))
@click.option(
    "--algorithm", type=click.Choice(ALGORITHMS), default="alphabeta", show_default=True, help=_("Which algorithm.")
)
@options.depth
@options.position
@click.option("--form", type=click.Choice(("minimax", "negamax")), default="minimax", help=_("Alpha-beta's form."))
@click.option("--hard", is_flag=True, help=_("Alpha-beta: clamp answers to the window (fail-hard)."))
@click.option("--strict", is_flag=True, help=_("Alpha-beta: cut on α > β and not yet on α = β."))
@click.option(
    "--playouts",
    type=options.INTEGER,
    metavar="N",
    default=100,
    show_default=True,
    help=_("Monte Carlo: how many random games."),
)
@options.seed
@click.option(
    "--limit",
    type=options.INTEGER,
    metavar="N",
    default=1500,
    show_default=True,
    help=_("Show at most this many lines."),
)
@click.option("--ascii", "ascii_only", is_flag=True, help=_("Draw with plain characters."))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=_("Write to a file (.txt)."))
@options.lang
def tree(
    game: str,
    algorithm: str,
    depth: int | None,
    position: str | None,
    form: str,
    hard: bool,
    strict: bool,
    playouts: int,
    seed: int | None,
    limit: int,
    ascii_only: bool,
    output: Path | None,
) -> None:
    """Trace a search and print the trace as a tree."""
    from elagage import search
    from elagage.cli.output import can_draw
    from elagage.errors import FileError, LimitsError
    from elagage.game import read_state
    from elagage.loading import load
    from elagage.record import write_file
    from elagage.trace import Trace
    from elagage.view import trace_text

    if output is not None and output.suffix != ".txt":
        raise FileError(_("{path} can't be written: only files that end with .txt can, for now.").format(path=output))
    if limit < 1 or playouts < 1:
        raise LimitsError(_("--limit and --playouts must be 1 or more."))
    played = load(game)
    state = played.start() if position is None else read_state(played, position)
    if depth is None and not played.payoffs:
        depth = 2
    trace = Trace()
    if algorithm == "mcts":
        search.mcts(played, state, playouts, seed=seed or 0, trace=trace)
    elif algorithm == "alphabeta":
        search.alphabeta(
            played,
            state,
            depth,
            form="negamax" if form == "negamax" else "minimax",
            soft=not hard,
            strict=strict,
            trace=trace,
        )
    elif algorithm == "quiescence":
        search.quiescence(played, state, depth, trace=trace)
    else:
        getattr(search, algorithm)(played, state, depth, trace=trace)
    text = trace_text(trace, limit, ascii_only or (output is None and not can_draw()))
    if output is None:
        click.echo(text)
    else:
        write_file(output, (text + "\n").encode())
