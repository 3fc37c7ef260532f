"""``elagage tree``: the tree that an algorithm walks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.game import Game
    from elagage.trace import Trace

__all__ = ["tree"]

ALGORITHMS = (
    "minimax", "memoised", "negamax", "alphabeta", "deepening", "quiescence", "and_or", "pvs", "mtdf", "probcut",
    "mcts",
)  # fmt: skip
ENDINGS = (".txt", ".svg", ".png", ".pdf", ".tex", ".html")
FOREST = ".forest.tex"
STEPS = 300_000
"""A search of more steps is not drawn: it would take long, and only its top would be seen."""


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
    "--margin", type=float, metavar="X", default=2, show_default=True,
    help=_("ProbCut: by how much a check must clear a bound."),
)  # fmt: skip
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
    help=_("Show at most this many lines, or nodes of a figure."),
)
@click.option("--players", metavar="MAX,MIN", help=_("What the players are called, such as Noir,Blanc or J_max,J_min."))
@click.option("--numbers", is_flag=True, help=_("Number the nodes of a literal tree, level by level from 0."))
@click.option("--ascii", "ascii_only", is_flag=True, help=_("Draw with plain characters."))
@click.option("--boards", is_flag=True, help=_("In figures, show the position at each node."))
@click.option("--merged", is_flag=True, help=_("In figures, draw equal positions once."))
@click.option("--slides", is_flag=True, help=_("Write a .pdf with a page for each step."))
@click.option("--forest", is_flag=True, help=_("Write a .tex for LaTeX's package forest, to be changed by hand."))
@options.output(
    _("Write to a file; the ending says what: .svg, .png, .pdf, .tex (TikZ), .forest.tex, .html (step by step), .txt.")
)
@options.lang
def tree(
    game: str,
    algorithm: str,
    depth: int | None,
    position: str | None,
    form: str,
    hard: bool,
    strict: bool,
    margin: float,
    playouts: int,
    seed: int | None,
    limit: int,
    players: str | None,
    numbers: bool,
    ascii_only: bool,
    boards: bool,
    merged: bool,
    slides: bool,
    forest: bool,
    output: Path | None,
) -> None:
    """Trace a search, and print the trace as a tree or draw it."""
    from elagage import search
    from elagage.cli.output import can_draw
    from elagage.errors import LimitsError
    from elagage.figures import trace_text
    from elagage.game import read_state
    from elagage.i18n import use_players
    from elagage.record import write_file
    from elagage.trace import Trace

    check_output(output, boards=boards, merged=merged, slides=slides, forest=forest)
    if limit < 1 or playouts < 1:
        raise LimitsError("--limit and --playouts must be 1 or more.")
    if not margin >= 0:
        raise LimitsError("--margin must be 0 or more.")
    if algorithm == "alphabeta" and strict and hard:
        raise click.UsageError(
            _(
                "A clamped answer never exceeds the window, so --strict with --hard cuts next to nothing: choose "
                "one of them."
            )
        )
    names = None if players is None else read_players(players)
    played = options.load_game(game)
    if numbers:
        played = number_nodes(played)
    state = played.start() if position is None else read_state(played, position)
    if depth is None and not played.payoffs:
        depth = 2
    drawn = output is not None and output.suffix.casefold() != ".txt"
    trace = Trace(STEPS) if drawn else Trace()
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
    elif algorithm == "probcut":
        whole = int(margin) if margin.is_integer() else margin
        search.probcut(played, state, depth, margin=whole, trace=trace)
    else:
        getattr(search, algorithm)(played, state, depth, trace=trace)
    with use_players(names):
        if output is not None and drawn:
            draw(trace, output, limit, boards=boards, merged=merged, slides=slides, forest=forest)
            return
        text = trace_text(trace, limit, ascii_only or (output is None and not can_draw()))
    if output is None:
        click.echo(text)
    else:
        write_file(output, (text + "\n").encode())


def read_players(text: str) -> tuple[str, str]:
    """Two names, with a comma between them."""
    names = [name.strip() for name in text.split(",")]
    readable = all(name and name.isprintable() and not {"{", "}"} & set(name) for name in names)
    if len(names) != 2 or not readable or names[0] == names[1]:
        raise click.UsageError(_("--players takes two different names with a comma between them, as in J_max,J_min."))
    return names[0], names[1]


def number_nodes(game: Game[Any, Any]) -> Game[Any, Any]:
    """A literal tree with numbers for names."""
    from elagage.games.tree import Tree

    if not isinstance(game, Tree):
        raise click.UsageError(_("--numbers is for literal trees, such as ((5 6) (7 4 5))."))
    return game.number_nodes()


def check_output(output: Path | None, *, boards: bool, merged: bool, slides: bool, forest: bool) -> None:
    """Do the file's name and the options go together? Asked before the search."""
    from elagage.errors import FileError

    ending = "" if output is None else output.suffix.casefold()
    if output is not None and ending not in ENDINGS:
        raise FileError(
            "{path} can't be written: its name must end with one of {endings}.", path=output, endings=", ".join(ENDINGS)
        )
    if slides and ending != ".pdf":
        raise click.UsageError(_("--slides makes a .pdf: name it with -o, as in -o slides.pdf."))
    if forest and ending != ".tex":
        raise click.UsageError(_("--forest makes a .tex: name it with -o, as in -o tree.tex."))
    if (boards or merged) and ending in ("", ".txt"):
        raise click.UsageError(_("--boards and --merged are for figures: name one with -o, as in -o tree.svg."))
    if merged and (ending == ".html" or slides or forest):
        raise click.UsageError(_("--merged is for single figures, which end with .svg, .png, .pdf or .tex."))


def draw(
    trace: Trace,
    output: Path,
    limit: int,
    *,
    boards: bool,
    merged: bool,
    slides: bool,
    forest: bool,
) -> None:
    """Write a figure, or a page that is stepped through."""
    from elagage.figures.scene.scene_files import write_scene
    from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes
    from elagage.i18n import current_language
    from elagage.record import write_file

    ending, language = output.suffix.casefold(), current_language()
    title = _("Search tree of {algorithm}").format(algorithm=trace.algorithm)
    if ending == ".html":
        from elagage.figures.pages.tree_page import tree_page

        write_file(output, tree_page(trace, lang=language, boards=boards, limit=limit).encode())
    elif forest or output.name.casefold().endswith(FOREST):
        from elagage.figures.trees.tree_forest import tree_forest

        write_file(output, tree_forest(trace, limit=limit).encode())
    elif slides:
        from elagage.figures.pages.tree_page import slides as slide_scenes

        pages = slide_scenes(trace, lang=language, boards=boards, limit=limit)
        write_scene(output, pages, title=title, lang=language)
    else:
        scenes = tree_scenes(trace, limit=limit, boards=boards, merged=merged)
        write_scene(output, scenes if ending == ".pdf" else stack_scenes(scenes), title=title, lang=language)
    click.echo(_("The drawing is in {path}.").format(path=output), err=True)
