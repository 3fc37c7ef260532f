"""``elagage convert``: games and positions of Othello from one format of other programs to another."""

from __future__ import annotations

from pathlib import Path

import click

from elagage.cli import options
from elagage.i18n import _, ngettext

__all__ = ["convert"]


@click.command(
    help=_(
        "Convert games of Othello between transcripts (.txt), GGF (.ggf), OBF (.obf: the last position of each game) "
        "and WTHOR (.wtb)."
    )
)
@click.argument("source", metavar=_("FILE"), type=click.Path(path_type=Path))
@options.output(_("The file to write (.txt, .ggf, .obf or .wtb); without it, transcripts are printed."))
@click.option(
    "--game", default=None, metavar=_("GAME"), help=_("The game, if its board has another size than the file says.")
)
@options.lang
def convert(source: Path, output: Path | None, game: str | None) -> None:
    """Read the games, replay them with the rules, then write them."""
    from elagage.errors import FileError
    from elagage.formats.game_files import read_games, write_games
    from elagage.loading import load
    from elagage.record import write_file

    games = read_games(source)
    sizes = {each.size for each in games}
    if game is None and len(sizes) > 1:
        raise FileError("{path} holds games on boards of several sizes: split it.", path=source)
    size = sizes.pop() if sizes else 8
    played = load(("othello" if size == 8 else f"othello:{size}") if game is None else game)
    if played.board_kind != "felt":
        raise click.UsageError(_("These formats are for Othello, not for {game}.").format(game=played.spec))
    target = Path("games.txt") if output is None else output
    contents = write_games(target, played, games)
    if output is None:
        click.echo(contents[target].decode(), nl=False)
        return
    options.check_folder(output)
    for path, content in contents.items():
        write_file(path, content)
    text = ngettext("{n} game is in {path}.", "{n} games are in {path}.", len(games))
    click.echo(text.format(n=len(games), path=output))
