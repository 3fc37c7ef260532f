"""A text that somebody pasted as a position: a game in GGF, or a transcript."""

from __future__ import annotations

from elagage.errors import NotationError
from elagage.formats.ggf import is_ggf, read_ggf
from elagage.formats.transcripts import read_transcript
from elagage.formats.written_games import WrittenGame, replay_written
from elagage.game import Game, Move, State

__all__ = ["play_pasted", "read_pasted"]


def read_pasted(game: Game[State, Move], text: str) -> WrittenGame:
    """The one game that a text holds; NotationError if it is none on this board, or several."""
    if not is_ggf(text):
        return read_transcript(text)
    games = list(read_ggf(text))
    if len(games) != 1 or games[0].size != len(game.grid(game.start())):
        raise NotationError("This text holds no game of this board, or several: give one game in GGF.")
    return games[0]


def play_pasted(game: Game[State, Move], text: str) -> State:
    """The position at the end of the game that a text holds."""
    last: State = replay_written(game, read_pasted(game, text))[2]
    return last
