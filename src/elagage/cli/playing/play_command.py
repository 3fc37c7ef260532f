"""``elagage play``: a game in the terminal, between people and any players of the arena."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.arena.players.player_specs import PlayerSpec
    from elagage.game import Game

__all__ = ["play"]


@click.command(help=_("Play in the terminal, against a player or a person."), epilog=options.players_help())
@click.argument("game", metavar=_("[GAME]"), required=False)
@options.level
@click.option(
    "--max", "max_player", metavar=_("WHO"), help=_("Who plays Max: human, a level from 1 to 10, or a player.")
)
@click.option(
    "--min", "min_player", metavar=_("WHO"), help=_("Who plays Min: human, a level from 1 to 10, or a player.")
)
@options.position
@click.option("--load", "saved", type=click.Path(path_type=Path), metavar=_("FILE"), help=_("Go on with a saved game."))
@click.option(
    "--save",
    "keep",
    type=click.Path(path_type=Path),
    metavar=_("FILE"),
    help=_("Save the game there when it ends or is left."),
)
@options.solution
@options.seed
@options.plain
@options.power
@options.lang
@click.pass_context
def play(
    context: click.Context,
    game: str | None,
    level: int | None,
    max_player: str | None,
    min_player: str | None,
    position: str | None,
    saved: Path | None,
    keep: Path | None,
    solution: Path | None,
    seed: int | None,
    plain: bool,
    threads: int,
    memory: float,
) -> None:
    """Set up the players and the position, then play."""
    from elagage.cli.playing.terminal_session import Session
    from elagage.game import read_state
    from elagage.loading import split_path
    from elagage.record import check_target, load_record
    from elagage.solvers import load_solution

    if keep is not None:
        check_target(keep)
    result = ""
    if saved is not None:
        if position is not None or (game is not None and split_path(game.strip())[0] is None):
            raise click.UsageError(_("A saved game has its own game and position: give --load without them."))
        record, played = load_record(saved, game)
        if game is not None and split_path(record.game)[0] is None:
            raise click.UsageError(
                _("{path} is a game of {game}: give --load alone.").format(path=saved, game=record.game)
            )
        start, moves = record.replay(played)
        result = record.result
    else:
        played = options.load_game("connect4" if game is None else game)
        start, moves = (played.start() if position is None else read_state(played, position)), []
    who = choose_sides(max_player, min_player, 3 if level is None else level)
    power = {"plain": plain, "threads": threads, "memory": memory}
    again = format_options(
        {
            "--max": max_player, "--min": min_player, "--level": level, "--lang": context.meta.get(options.LANGUAGE),
            "--solution": None if solution is None else str(solution),
        }
    )  # fmt: skip
    if plain:
        again.append("--plain")
    known = None if solution is None else load_solution(solution, played)
    opening = None if position is None else opening_names(played, position, start)
    Session(played, start, moves, who, seed, power, result, again, known, opening).run(keep)


def format_options(given: dict[str, str | int | None]) -> list[str]:
    """The options that were given, as they are typed."""
    return [word for name, value in given.items() if value is not None for word in (name, str(value))]


def opening_names(game: Game[Any, Any], position: str, start: Any) -> tuple[str, ...] | None:
    """The moves that lead to a position, if it was given by moves."""
    from elagage.errors import ElagageError

    names = tuple(position.replace(",", " ").split())
    try:
        return names if game.play_line(game.start(), names) == start else None
    except ElagageError:
        return None


def choose_sides(first: str | None, second: str | None, level: int) -> tuple[PlayerSpec | None, PlayerSpec | None]:
    """Who plays Max and Min, None for a person.

    A side that is not given is the natural opponent of the other: a person's is the level, any other player's a person.
    """
    from elagage.cli.playing.terminal_session import player_of

    opponent = player_of(f"level:{level}")
    if first is None:
        maximiser = None if second is None or player_of(second) is not None else opponent
    else:
        maximiser = player_of(first)
    if second is None:
        return maximiser, opponent if maximiser is None else None
    return maximiser, player_of(second)
