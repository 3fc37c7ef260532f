"""``elagage exercise``: an exercise made to measure, and its solution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.exercises.posed import Posed

__all__ = ["exercise", "make_asked", "read_asked_exercise"]

ENDINGS = (".json", ".txt", ".pdf", ".tex", ".html", ".svg", ".png")
"""Of the names of files that an exercise can be written to."""
KINDS = (
    "minimax", "negamax", "memoised", "alphabeta", "and_or", "heuristic", "attractor", "nim", "grundy", "dijkstra",
    "astar",
)  # fmt: skip


@click.command(help=_("Make an exercise, with its solution."))
@click.option(
    "--kind",
    "--algorithm",
    "kind",
    type=click.Choice(KINDS),
    default="alphabeta",
    show_default=True,
    help=_("What it is about."),
)
@click.option("--depth", type=options.INTEGER, metavar="N", show_default="3", help=_("Trees: plies to the leaves."))
@click.option(
    "--branching", metavar="N|N-M", show_default="2-3", help=_("Trees: branches a node; from N to M if irregular.")
)
@click.option(
    "--values", metavar="A-B", show_default="0-20", help=_("Trees: leaves from A to B; -9:9 if A is negative.")
)
@click.option("--cuts", type=options.INTEGER, metavar="N", help=_("Alpha-beta: so many cuts in all."))
@click.option("--alpha-cuts", type=options.INTEGER, metavar="N", help=_("Alpha-beta: so many α cuts."))
@click.option("--beta-cuts", type=options.INTEGER, metavar="N", help=_("Alpha-beta: so many β cuts."))
@click.option("--deep", is_flag=True, help=_("Alpha-beta: at least one deep cut."))
@click.option("--no-ties", is_flag=True, help=_("Trees: all leaves different."))
@click.option("--strict", is_flag=True, help=_("Alpha-beta: cut on α > β and not yet on α = β."))
@click.option("--hard", is_flag=True, help=_("Alpha-beta: clamp answers to the window (fail-hard)."))
@click.option("--min-first", is_flag=True, help=_("Trees: Min moves at the root."))
@click.option("--shared", type=options.INTEGER, metavar="N", help=_("Memoised: so many positions are met again."))
@click.option("--game", metavar=_("GAME"), help=_("Heuristic: of which game (tictactoe, othello:6 ...)."))
@click.option("--moves", type=options.INTEGER, metavar="N", help=_("Heuristic: a position after N moves."))
@click.option("--vertices", type=options.INTEGER, metavar="N", help=_("Graphs: how many vertices."))
@click.option("--player", type=click.Choice(("max", "min")), help=_("Attractor: whose."))
@click.option("--rank", type=options.INTEGER, metavar="N", help=_("Attractor: ranks up to N or more."))
@click.option("--piles", type=options.INTEGER, metavar="N", help=_("Nim: how many piles."))
@click.option("--most", type=options.INTEGER, metavar="N", help=_("Nim: so many matches in a pile at most."))
@click.option("--limit", type=options.INTEGER, metavar="N", help=_("Nim: so many matches are taken at most."))
@click.option("--winner", type=click.Choice(("first", "second", "any")), help=_("Nim: who wins."))
@click.option("--largest", type=options.INTEGER, metavar="N", help=_("Grundy: values up to N or more."))
@click.option("--directed", is_flag=True, help=_("Dijkstra, A*: arcs go one way."))
@click.option("--heuristic", type=click.Choice(("any", "admissible", "inadmissible")), help=_("A*: what h is like."))
@options.seed
@click.option("--statement", is_flag=True, help=_("Without the solution."))
@click.option("--answers", is_flag=True, help=_("The solution alone."))
@click.option("--fragment", is_flag=True, help=_("A .tex file without a preamble, for \\input."))
@options.output(_("Write to a file; the ending says how: .pdf, .tex, .html, .svg, .png, .txt, .json."))
@options.json_output
@options.lang
def exercise(
    kind: str,
    seed: int | None,
    statement: bool,
    answers: bool,
    fragment: bool,
    output: Path | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Make the exercise, and print it or write it."""
    from random import randrange

    from elagage.cli.output import can_draw
    from elagage.errors import FileError
    from elagage.figures.sheets.exercise_text import exercise_lines
    from elagage.figures.trees.trace_text import to_ascii
    from elagage.record import write_file

    if output is not None and output.suffix not in ENDINGS:
        raise FileError(
            "{path} can't be written: only files that end with {endings} can.", path=output, endings=", ".join(ENDINGS)
        )
    refuse_together(statement, answers, fragment, output)
    made = make_asked(kind, asked, randrange(1_000_000) if seed is None else seed)
    if as_json:
        click.echo(as_file(made).decode(), nl=False)
    if output is None:
        if not as_json:
            text = "\n".join(exercise_lines(made, asked=not answers, solution=not statement))
            click.echo(text if can_draw() else to_ascii(text))
    elif output.suffix == ".json":
        write_file(output, as_file(made))
    elif output.suffix == ".txt":
        lines = exercise_lines(made, asked=not answers, solution=not statement)
        write_file(output, ("\n".join(lines) + "\n").encode())
    else:
        from elagage.figures.sheets.exercise_files import write_exercise
        from elagage.i18n import current_language

        write_exercise(
            output, made, lang=current_language(), solution=not statement, statement=not answers, fragment=fragment
        )


def refuse_together(statement: bool, answers: bool, fragment: bool, output: Path | None) -> None:
    """Options that leave nothing, or would be passed over in silence."""
    if statement and answers:
        raise click.UsageError(_("--statement and --answers leave nothing: give one of them, or none for both."))
    if fragment and (output is None or output.suffix != ".tex"):
        raise click.UsageError(_("--fragment is for a file that ends with .tex: give its name with -o."))


def make_asked(kind: str, asked: dict[str, Any], seed: int) -> Posed:
    """The exercise that the options of the command line ask for; a flag that is not set asks for nothing."""
    from elagage.exercises.kinds import find_kind

    return find_kind(kind).make({name: value for name, value in asked.items() if value not in (None, False)}, seed)


def as_file(made: Posed) -> bytes:
    """The JSON of an exercise; a tree's has its nodes."""
    from elagage.exercises.posed import TreeMaterial, exercise_file
    from elagage.exercises.solution_text import solution_json
    from elagage.exercises.solved_exercise import exercise_json

    if isinstance(made.material, TreeMaterial) and not made.material.letters:
        return exercise_json(made.material.exercise, solution_json(made.material.exercise))
    return exercise_file(made)


def read_asked_exercise(text: str) -> Posed:
    """The exercise that a text names: a .json file, or the options that made it (``alphabeta --seed 7 --cuts 3``)."""
    import shlex

    from elagage.errors import LimitsError
    from elagage.exercises.posed import read_posed

    if text.strip().endswith(".json"):
        return read_posed(Path(text.strip()))
    try:
        words = shlex.split(text)
    except ValueError:
        words = [text]
    if words and not words[0].startswith("-"):
        words = ["--kind", *words]
    asked = exercise.make_context("exercise", words).params
    if asked["seed"] is None:
        raise LimitsError("Give the seed of the exercise too, as in --exercise 'alphabeta --seed 7'.")
    ours = {parameter.name for parameter in exercise.params} - {
        "kind", "seed", "statement", "answers", "fragment", "output", "as_json", "lang",
    }  # fmt: skip
    return make_asked(asked["kind"], {name: asked[name] for name in ours if name in asked}, asked["seed"])
