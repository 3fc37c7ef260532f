"""``elagage learn --cuts``: a model of statistical cuts for a game and one of its heuristics."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from elagage.cli import options
from elagage.cli.contests.contest_options import INTERRUPTED
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.evaluation.cut_models import CutModel
    from elagage.learn.fit_cuts import CutLesson

__all__ = ["learn_cuts"]


def learn_cuts(game: str, heuristic: str | None, path: Path, lesson: CutLesson, as_json: bool) -> None:
    """Fit the model, keep it, and say what it is like."""
    from elagage.cli.output import stoppable
    from elagage.evaluation import with_heuristic
    from elagage.evaluation.cut_models import CUTS_SUFFIX, write_cuts
    from elagage.learn.fit_cuts import fit_cuts
    from elagage.loading import load

    if path.suffix != CUTS_SUFFIX:
        raise click.UsageError(_("{path} must end with {suffix}.").format(path=path, suffix=CUTS_SUFFIX))
    options.check_folder(path)
    if path.exists():
        raise click.UsageError(_("{path} exists: give another name.").format(path=path))
    lesson.check()
    played = load(game)
    if heuristic is not None:
        played = with_heuristic(played, heuristic)

    def show(count: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{count} / {lesson.positions}", nl=False, err=True)

    with stoppable() as stop:
        model = fit_cuts(played, lesson, on_sample=show, stop=stop)
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    if model is None:
        raise click.exceptions.Exit(INTERRUPTED)
    write_cuts(path, model)
    if as_json:
        click.echo(json.dumps({**asdict(model), "file": str(path)}, ensure_ascii=False))
        return
    print_model(model)
    click.echo(_("The model is in {path}.").format(path=path), err=True)


def print_model(model: CutModel) -> None:
    """The rows that were measured, of each phase."""
    from elagage.cli.output import table

    rows: list[tuple[str, ...]] = [(_("phase"), _("depth"), _("check"), _("slope"), _("intercept"), _("deviation"))]
    for phase, (measured, known) in enumerate(zip(model.facts["measured"], model.rows, strict=True)):
        rows += [
            (str(phase), str(row.depth), str(row.check), *(f"{x:.2f}" for x in (row.slope, row.intercept, row.sigma)))
            for row in known
            if row.depth <= measured
        ]
    table(rows)
