"""``elagage exercise``: a tree made to measure, and its solution."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.exercises import Exercise, Wanted

__all__ = ["exercise", "read_asked_exercise", "read_wanted"]

ENDINGS = (".json", ".txt", ".pdf", ".tex", ".html", ".svg")
"""Of the names of files that an exercise can be written to."""


@click.command(help=_("Make an exercise on a tree, with its solution."))
@click.option(
    "--algorithm",
    type=click.Choice(("minimax", "negamax", "alphabeta")),
    default="alphabeta",
    show_default=True,
    help=_("Which algorithm."),
)
@click.option(
    "--depth", type=options.INTEGER, metavar="N", default=3, show_default=True, help=_("Plies to the leaves.")
)
@click.option(
    "--branching",
    metavar="N|N-M",
    default="2-3",
    show_default=True,
    help=_("Branches a node; from N to M if irregular."),
)
@click.option(
    "--values", metavar="A-B", default="0-20", show_default=True, help=_("Leaves from A to B; -9:9 if A is negative.")
)
@click.option("--cuts", type=options.INTEGER, metavar="N", help=_("So many cuts in all."))
@click.option("--alpha-cuts", type=options.INTEGER, metavar="N", help=_("So many α cuts."))
@click.option("--beta-cuts", type=options.INTEGER, metavar="N", help=_("So many β cuts."))
@click.option("--deep", is_flag=True, help=_("At least one deep cut."))
@click.option("--no-ties", is_flag=True, help=_("All leaves different."))
@click.option("--strict", is_flag=True, help=_("Alpha-beta: cut on α > β and not yet on α = β."))
@click.option("--hard", is_flag=True, help=_("Alpha-beta: clamp answers to the window (fail-hard)."))
@click.option("--min-first", is_flag=True, help=_("Min moves at the root."))
@options.seed
@click.option("--statement", is_flag=True, help=_("Without the solution."))
@options.output(_("Write to a file; the ending says how: .pdf, .tex, .html, .svg, .txt, .json."))
@options.json_output
@options.lang
def exercise(seed: int | None, statement: bool, output: Path | None, as_json: bool, **asked: Any) -> None:
    """Make the exercise, and print it or write it."""
    from random import randrange

    from elagage.cli.output import can_draw
    from elagage.errors import FileError
    from elagage.exercises import generate
    from elagage.exercises.solution_text import solution_json
    from elagage.exercises.solved_exercise import exercise_json
    from elagage.figures.trees.trace_text import to_ascii
    from elagage.record import write_file

    if output is not None and output.suffix not in ENDINGS:
        raise FileError(
            "{path} can't be written: only files that end with {endings} can.", path=output, endings=", ".join(ENDINGS)
        )
    made = generate(read_wanted(asked), randrange(1_000_000) if seed is None else seed)
    if as_json:
        click.echo(exercise_json(made, solution_json(made)).decode(), nl=False)
    if output is None:
        if not as_json:
            text = "\n".join(lines(made, not statement))
            click.echo(text if can_draw() else to_ascii(text))
    elif output.suffix == ".json":
        write_file(output, exercise_json(made, solution_json(made)))
    elif output.suffix == ".txt":
        write_file(output, ("\n".join(lines(made, not statement)) + "\n").encode())
    else:
        draw(output, made, not statement)


def draw(path: Path, made: Exercise, solution: bool) -> None:
    from elagage.figures.sheets.exercise_files import write_exercise
    from elagage.i18n import current_language

    write_exercise(path, made, lang=current_language(), solution=solution)


def lines(made: Exercise, solution: bool) -> list[str]:
    from elagage.exercises.answers import cut_edges
    from elagage.exercises.solution_text import statement
    from elagage.figures import trace_text
    from elagage.figures.trees.step_table import whole_table

    heading = _("Exercise") if made.seed is None else _("Exercise {seed}").format(seed=made.seed)
    text = [heading, "", *statement(made)]
    if not solution:
        return text
    text += ["", _("Solution"), "", *trace_text(made.trace).split("\n"), ""]
    if made.wanted.algorithm == "alphabeta":
        counts = _("Cuts: {alpha} α, {beta} β, {deep} of them deep; edges: {edges}").format(
            alpha=made.alpha_cuts,
            beta=made.beta_cuts,
            deep=made.deep_cuts,
            edges=" ".join("-".join(edge) for edge in cut_edges(made)) or "-",
        )
        text += [counts, ""]
    rows = [tuple(map(str, row)) for row in whole_table(made.trace)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return text + [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def read_wanted(asked: dict[str, Any]) -> Wanted:
    """What the options ask for."""
    from elagage.errors import LimitsError
    from elagage.exercises import Wanted
    from elagage.result import MAX, MIN

    branching = re.fullmatch(r"\s*(\d{1,3})\s*(?:(?:-|:|\.\.)\s*(\d{1,3}))?\s*", asked["branching"])
    values = re.fullmatch(r"\s*(-?\d{1,9})\s*(?:-|:|\.\.)\s*(-?\d{1,9})\s*", asked["values"])
    if branching is None:
        raise LimitsError("--branching is a number or a range, such as 2 or 2-3.")
    if values is None:
        raise LimitsError("--values is a range of whole numbers, such as 0-20 or -9:9.")
    fewest, most = int(branching[1]), int(branching[2] or branching[1])
    return Wanted(
        asked["algorithm"],
        asked["depth"],
        fewest if fewest == most else (fewest, most),
        int(values[1]),
        int(values[2]),
        asked["cuts"],
        asked["alpha_cuts"],
        asked["beta_cuts"],
        asked["deep"],
        not asked["no_ties"],
        asked["strict"],
        not asked["hard"],
        MIN if asked["min_first"] else MAX,
    )


def read_asked_exercise(text: str) -> Exercise:
    """The exercise that a text names: a .json file, or the options that made it (``alphabeta --seed 7 --cuts 3``)."""
    import shlex

    from elagage.errors import LimitsError
    from elagage.exercises import generate, read_exercise

    if text.strip().endswith(".json"):
        return read_exercise(Path(text.strip()))
    try:
        words = shlex.split(text)
    except ValueError:
        words = [text]
    if words and not words[0].startswith("-"):
        words = ["--algorithm", *words]
    asked = exercise.make_context("exercise", words).params
    if asked["seed"] is None:
        raise LimitsError("Give the seed of the exercise too, as in --exercise 'alphabeta --seed 7'.")
    return generate(read_wanted(asked), asked["seed"])
