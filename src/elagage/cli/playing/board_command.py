"""``elagage board``: a position, as text or as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["board"]


@click.command(help=_("Show a position, or draw it in a file."))
@options.game
@options.position
@click.option(
    "--moves", metavar=_("TEXT"), help=_("Play these moves first, with spaces or commas between them; mark the last.")
)
@click.option("--ascii", "ascii_only", is_flag=True, help=_("Draw with plain characters."))
@options.output(_("Write to a file (.txt, .svg, .png, .pdf or .tex)."))
@options.lang
def board(game: str, position: str | None, moves: str | None, ascii_only: bool, output: Path | None) -> None:
    """Find the position, then print it or write it."""
    from elagage.cli.output import can_draw
    from elagage.errors import FileError
    from elagage.figures.boards.board_labels import position_text
    from elagage.figures.boards.board_scene import board_scene
    from elagage.figures.scene.scene_files import ENDINGS, write_scene
    from elagage.game import read_move, read_state
    from elagage.i18n import current_language
    from elagage.loading import load
    from elagage.record import write_file

    endings = (".txt", *ENDINGS)
    if output is not None and output.suffix.lower() not in endings:
        raise FileError(
            "{path} does not say what kind of picture to write: end its name with one of {endings}.",
            path=output,
            endings=", ".join(endings),
        )
    played = load(game)
    state = played.start() if position is None else read_state(played, position)
    last = None
    names = (moves or "").replace(",", " ").split()
    if names:
        before, state = played.play_line(state, names[:-1]), played.play_line(state, names)
        last = read_move(played, before, names[-1])
    if output is None:
        click.echo(position_text(played, state, ascii_only=ascii_only or not can_draw()))
    elif output.suffix.lower() == ".txt":
        write_file(output, (position_text(played, state, ascii_only=ascii_only) + "\n").encode())
    else:
        scene = board_scene(played, state, last=last)
        write_scene(output, scene, title=scene.title, lang=current_language())
