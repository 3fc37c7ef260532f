"""``elagage check``: is my game sound?"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _, ngettext

if TYPE_CHECKING:
    from elagage.advice import Advice
    from elagage.check import Report
    from elagage.game import Game

__all__ = ["check"]


@click.command(help=_("Check a game (a FILE or a name) on random games."))
@click.argument("game", metavar=_("FILE"))
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    metavar="N",
    default=30,
    show_default=True,
    help=_("How many random games."),
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.1, 100_000),
    metavar=_("SECONDS"),
    default=20.0,
    show_default=True,
    help=_("Seconds at most."),
)
@click.option(
    "--explain", is_flag=True, help=_("Show the line that stands in the way of compilation, and a rewrite beside it.")
)
@options.seed
@options.json_output
@options.lang
def check(game: str, games: int, seconds: float, explain: bool, seed: int | None, as_json: bool) -> None:
    """Print what was seen; a broken clause is an error that names it."""
    from elagage.advice import explain_refusal, find_difference
    from elagage.check import check_game
    from elagage.levels import levels_of
    from elagage.loading import load

    played = load(game)
    levels_of(played)
    watched = sys.stderr.isatty() and not as_json
    samples: list[tuple[Any, Any]] = []

    def show(done: int, all_games: int, positions: int) -> None:
        if watched:
            text = _("game {done} of {games}, {positions} positions").format(
                done=done, games=all_games, positions=positions
            )
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)

    try:
        report = check_game(
            played,
            games,
            seed or 0,
            seconds=seconds * 0.6,
            on_progress=show,
            on_state=lambda state, move: samples.append((state, move)),
        )
        advice = explain_refusal(played)
        compared = 0
        if advice is None:
            left = max(0.5, min(5.0, seconds - report.seconds))
            compared, difference = find_difference(played, samples, left)
            if difference is not None:
                advice = explain_refusal(played, lambda _game: difference)
    finally:
        if watched:
            click.echo("\r\x1b[K", nl=False, err=True)
    if as_json:
        print_json(played, report, advice, compared, explain)
        return
    print_report(played, report, games)
    if advice is None:
        click.echo(_("It compiles: searches run as native code."))
        if compared:
            text = ngettext(
                "Each rule says the same compiled and interpreted, on {n} state.",
                "Each rule says the same compiled and interpreted, on {n} states.",
                compared,
            )
            click.echo(text.format(n=compared))
    else:
        print_advice(advice, explain)


def print_json(game: Game[Any, Any], report: Report, advice: Advice | None, compared: int, explain: bool) -> None:
    """What was seen, for programs."""
    told = {
        "game": game.spec,
        "sound": True,
        "compiles": advice is None,
        "problem": "" if advice is None else advice.sentence.text(),
        "games": report.games,
        "positions": report.positions,
        "longest": report.longest,
        "ended": report.ended,
        "most_moves": report.most_moves,
        "complete": report.complete,
        "compared": compared,
        "seconds": round(report.seconds, 3),
        "notes": [note.text() for note in report.notes],
    }
    if explain and advice is not None:
        told["explanation"] = advice.as_json()
    click.echo(json.dumps(told, ensure_ascii=False))


def print_report(game: Game[Any, Any], report: Report, wanted: int) -> None:
    """What was seen, what is odd, and where the knowledge ends."""
    click.echo(
        _(
            "{name} is sound: {games} random games, {positions} positions, at most {plies} plies and {moves} moves "
            "in a position."
        ).format(
            name=type(game).__name__,
            games=report.games,
            positions=report.positions,
            plies=report.longest,
            moves=report.most_moves,
        )
    )
    if report.complete:
        click.echo(_("These are all the positions that can be reached."))
    elif report.games < wanted:
        click.echo(
            _(
                "It was a sample, and time was up after {games} of {wanted} games: other positions were not seen."
            ).format(games=report.games, wanted=wanted)
        )
    else:
        click.echo(_("It was a sample: positions that these games did not come to were not seen."))
    for note in report.notes:
        click.echo(_("Note: {note}").format(note=note.text()))


def print_advice(advice: Advice, explain: bool) -> None:
    """Why the game is interpreted, and if it is asked for the line and the rewrite."""
    import os

    click.echo(advice.sentence.text())
    if not explain:
        click.echo(_("elagage check --explain shows what to write instead."))
        return
    if advice.source and advice.line:
        click.echo()
        click.echo(f"{os.path.relpath(advice.path)}:{advice.line}: {advice.source}")
    rewrite = advice.rewrite
    if rewrite is None:
        return
    click.echo()
    click.echo(rewrite.advice.text())
    if rewrite.before:
        for title, code in ((_("instead of"), rewrite.before), (_("write"), rewrite.after)):
            click.echo(f"\n  {title}\n")
            click.echo("\n".join(f"    {line}" for line in code.splitlines()))
