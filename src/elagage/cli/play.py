"""``elagage play``: a game in the terminal, against a level, between two people, or two levels to watch."""

from __future__ import annotations

from pathlib import Path

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["play"]


@click.command(help=_("Play in the terminal: against a level, with another person, or watch two levels."))
@click.argument("game", metavar="GAME", required=False)
@options.level
@click.option("--max", "max_player", metavar="WHO", help=_("Who plays first: human, or a level from 1 to 10."))
@click.option("--min", "min_player", metavar="WHO", help=_("Who plays second: human, or a level from 1 to 10."))
@options.position
@click.option("--load", "saved", type=click.Path(path_type=Path), metavar="FILE", help=_("Go on with a saved game."))
@click.option(
    "--save",
    "keep",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=_("Save the game there when it ends or is left."),
)
@options.seed
@options.plain
@options.lang
def play(
    game: str | None,
    level: int | None,
    max_player: str | None,
    min_player: str | None,
    position: str | None,
    saved: Path | None,
    keep: Path | None,
    seed: int | None,
    plain: bool,  # noqa: ARG001  (everything is interpreted for now)
) -> None:
    """Set up the players and the position, then play."""
    from elagage.cli.session import Session, player_of
    from elagage.loading import load
    from elagage.record import load_record

    if saved is not None:
        if game is not None or position is not None:
            raise click.UsageError(_("A saved game has its own game and position: give --load alone."))
        record, played = load_record(saved)
        start, moves = record.replay(played)
    else:
        played = load("connect4" if game is None else game)
        start, moves = (played.start() if position is None else played.parse_state(position)), []
    default = str(3 if level is None else level)
    # With one side given the other is its natural opponent: a level against a person, a person against a level.
    first = player_of(max_player or ("human" if min_player != "human" or level is None else default))
    second = player_of(min_player or ("human" if max_player == "human" and level is None else default))
    if max_player is None and min_player == "human":
        first = player_of(default)
    session = Session(played, start, moves, (first, second), seed)
    session.run(keep)
