"""Files of games by the endings of their names: transcripts (.txt), GGF (.ggf), OBF (.obf) and WTHOR (.wtb).

What is read is replayed with the rules, so that what is written is whole: passes shown where a format shows them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from elagage.errors import ElagageError, FileError, NotationError
from elagage.formats.ggf import read_ggf, write_ggf
from elagage.formats.obf import read_obf, write_obf_line
from elagage.formats.transcripts import read_transcripts, write_transcript
from elagage.formats.written_games import PASS, WrittenGame, WrittenMove, replay_written
from elagage.formats.wthor import PLAYER, TOURNAMENT, Names, read_names, read_wthor, write_names, write_wthor
from elagage.game import Game

__all__ = ["ENDINGS", "complete_game", "is_game_file", "read_games", "write_games"]

ENDINGS = (".txt", ".ggf", ".obf", ".wtb")
LARGEST = 1 << 26
"""Bytes that a file may have."""
PLAYERS, TOURNAMENTS = "WTH.JOU", "WTH.TRN"


def is_game_file(path: Path) -> bool:
    """Does its ending say that a file is of one of these formats, and not plain lines?"""
    return path.suffix.casefold() in ENDINGS[1:]


def read_games(path: Path) -> list[WrittenGame]:
    """The games of a file, not replayed yet; FileError says what is wrong with it."""
    ending = path.suffix.casefold()
    check_ending(path, ending)
    data = read_bytes(path)
    try:
        if ending == ".wtb":
            return read_wthor(data, Names(read_list(path, PLAYERS, PLAYER), read_list(path, TOURNAMENTS, TOURNAMENT)))
        text = decode(data)
        games = list(read_ggf(text)) if ending == ".ggf" else (read_obf if ending == ".obf" else read_transcripts)(text)
    except NotationError as error:
        raise FileError("{path} can't be read: {problem}", path=path, problem=error) from None
    return games


def check_ending(path: Path, ending: str) -> None:
    """FileError unless the ending says what a file holds."""
    if ending not in ENDINGS:
        raise FileError(
            "{path} does not say what it holds: end its name with one of {endings}.",
            path=path,
            endings=", ".join(ENDINGS),
        )


def read_bytes(path: Path) -> bytes:
    """What a file holds, if it is not too much."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise FileError("There is no file {path}.", path=path) from None
    except (OSError, ValueError) as error:
        raise FileError(
            "{path} can't be read: {problem}.", path=path, problem=getattr(error, "strerror", None) or error
        ) from None
    if len(data) > LARGEST:
        raise FileError("{path} is larger than {most} MB: split it.", path=path, most=LARGEST >> 20)
    return data


def decode(data: bytes) -> str:
    """A text in UTF-8, or else in Latin 1, as archives of long ago are."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_list(path: Path, name: str, width: int) -> tuple[str, ...]:
    """The names in a list that lies beside an archive; none if it is not there."""
    for candidate in (path.with_name(name), path.with_name(name.lower())):
        if candidate.is_file():
            try:
                return read_names(read_bytes(candidate), width)
            except NotationError as error:
                raise FileError("{path} can't be read: {problem}", path=candidate, problem=error) from None
    return ()


def complete_game(game: Game[Any, Any], written: WrittenGame) -> WrittenGame:
    """The same game with its passes, and its result where it was played to the end; NotationError names a wrong
    move.
    """
    _start, names, last = replay_written(game, written)
    given = list(reversed(written.moves))
    moves = []
    for name in names:
        is_told = name != PASS or given[-1].name == PASS
        moves.append(replace(given.pop(), name=name) if is_told else WrittenMove(PASS))
    result = float(game.score(last)) if game.over(last) else written.result
    return replace(written, moves=tuple(moves), result=result)


def write_games(path: Path, game: Game[Any, Any], games: Iterable[WrittenGame]) -> dict[Path, bytes]:
    """What is to be written where for games to be in a file of that ending; FileError says which can't be.

    An archive of WTHOR has its lists of names beside it; lists that are there keep their names.
    """
    ending = path.suffix.casefold()
    check_ending(path, ending)
    whole = []
    for number, written in enumerate(games, 1):
        try:
            whole.append(complete_game(game, written))
            if ending == ".txt" and written.start:
                raise NotationError("A transcript begins with the usual position: write .ggf or .obf.")
        except ElagageError as error:
            raise FileError(
                "Game {number} can't be written to {path}: {problem}", number=number, path=path, problem=error
            ) from None
    if ending == ".wtb":
        try:
            known = Names(read_list(path, PLAYERS, PLAYER), read_list(path, TOURNAMENTS, TOURNAMENT))
            data, names = write_wthor(whole, known)
        except NotationError as error:
            raise FileError("{path} can't be written: {problem}", path=path, problem=error) from None
        return {
            path.with_name(PLAYERS): write_names(names.players, PLAYER),
            path.with_name(TOURNAMENTS): write_names(names.tournaments, TOURNAMENT),
            path: data,
        }
    if ending == ".ggf":
        return {path: write_ggf(whole).encode()}
    if ending == ".txt":
        return {path: "".join(write_transcript(each.names) + "\n" for each in whole).encode()}
    lines = [write_obf_line(game.state_name(replay_written(game, each)[2]), each.scores) for each in whole]
    return {path: "".join(line + "\n" for line in lines).encode()}
