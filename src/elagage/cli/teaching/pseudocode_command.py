"""``elagage pseudocode``: an algorithm in ten to fifteen lines, as the course and the step pages have it."""

from __future__ import annotations

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["pseudocode"]


@click.command(help=_("Print an algorithm as pseudo-code; alone, list the algorithms."))
@click.argument("name", metavar=_("ALGORITHM"), required=False)
@click.option("--form", type=click.Choice(("minimax", "negamax")), default="minimax", help=_("Alpha-beta's form."))
@click.option("--hard", is_flag=True, help=_("Alpha-beta: clamp answers to the window (fail-hard)."))
@click.option("--strict", is_flag=True, help=_("Alpha-beta: cut on α > β and not yet on α = β."))
@options.lang
def pseudocode(name: str | None, form: str, hard: bool, strict: bool) -> None:
    """Print the lines that the pages show."""
    from elagage.cli.output import table
    from elagage.figures.pages.pseudocode import NAMES, find_code, format_code
    from elagage.i18n import current_language
    from elagage.trace import Conventions

    language = current_language()
    if name is None:
        table([(_("algorithm"), _("what it is")), *((each, find_code(each).title[language]) for each in NAMES)])
        return
    if name not in NAMES:
        raise click.UsageError(
            _("There is no algorithm {name}; the algorithms are {names}.").format(name=name, names=", ".join(NAMES))
        )
    if name != "alphabeta" and (form != "minimax" or hard or strict):
        raise click.UsageError(_("--form, --hard and --strict are alpha-beta's."))
    click.echo(format_code(find_code(name, Conventions(form == "negamax", not hard, strict)), language))
