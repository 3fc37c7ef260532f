"""A game that is kept: which game, from which position, which moves. Saved as JSON with a checksum.

A file is written under a temporary name and then put in place, so a crash leaves either the old file or the new one.
What is read back is replayed move by move with the rules; nothing in a file is trusted. A saved game may name a file of
rules, which is a program: it is run only if the user names that file too.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from elagage.errors import ElagageError, FileError
from elagage.formats.game_files import is_game_file, read_games, write_games
from elagage.formats.written_games import WrittenGame, WrittenMove
from elagage.game import Game, read_move, read_state
from elagage.loading import load, split_path

__all__ = ["Record", "check_target", "load_record", "parse_json", "save_record", "write_file"]

FORMAT = "elagage game 1"
RESULTS = ("", "max resigned", "min resigned")


@dataclass(frozen=True)
class Record:
    """A game as played: ``game`` as ``load`` takes it, ``start`` as ``parse_state`` does ('' for the first position),
    ``moves`` by name.
    """

    game: str
    start: str
    moves: tuple[str, ...]
    result: str = ""
    """How it ended, if otherwise than on the board: 'max resigned', 'min resigned', or nothing."""

    @classmethod
    def of(cls, game: Game[Any, Any], start: Any, moves: list[Any], result: str = "") -> Record:
        """The record of moves made from a position."""
        names, state = [], start
        for move in moves:
            names.append(game.move_name(state, move))
            state = game.play(state, move)
        return cls(game.spec, "" if start == game.start() else game.state_name(start), tuple(names), result)

    def replay(self, game: Game[Any, Any]) -> tuple[Any, list[Any]]:
        """The first position and the moves, read with the game's rules."""
        start = state = read_state(game, self.start) if self.start else game.start()
        moves = []
        for name in self.moves:
            move = read_move(game, state, name)
            moves.append(move)
            state = game.play(state, move)
        return start, moves


def checksum(record: Record) -> str:
    """What a changed byte would change."""
    return hashlib.sha256(json.dumps(asdict(record), sort_keys=True).encode()).hexdigest()


def save_record(record: Record, path: Path) -> None:
    """Write the record; an older saved game is replaced in one step, any other file is left alone."""
    check_target(path)
    if is_game_file(path):
        for place, content in write_games(path, load(record.game), [write_record(record)]).items():
            write_file(place, content)
        return
    document = {"format": FORMAT, **asdict(record), "sha256": checksum(record)}
    write_file(path, (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode())


def write_record(record: Record) -> WrittenGame:
    """A record as the formats of other programs hold it; FileError if the game is not Othello."""
    game = load(record.game)
    if game.board_kind != "felt":
        raise FileError("The formats of other programs are for Othello: save {game} as .json.", game=record.game)
    moves = tuple(WrittenMove(name) for name in record.moves)
    return WrittenGame(record.start, moves, size=len(game.grid(game.start())))


def read_written(path: Path) -> Record:
    """The only game of a file in a format of other programs."""
    games = read_games(path)
    if len(games) != 1:
        raise FileError(
            "{path} holds {count} games: a file of one game can be gone on with.", path=path, count=len(games)
        )
    written = games[0]
    return Record("othello" if written.size == 8 else f"othello:{written.size}", written.start, written.names)


def check_target(path: Path) -> None:
    """FileError if a game can't be saved there since the place is taken by something else."""
    try:
        refuse_special(path)
        with path.open("rb") as file:
            begins = rb"\s*\(\s*;" if path.suffix.casefold() == ".ggf" else rb'\s*\{\s*"format"\s*:\s*"elagage game '
            ours = re.match(begins, file.read(200))
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise make_write_error(path, error) from None
    if not ours:
        raise FileError("{path} exists and is not a saved game: choose another name.", path=path)


def refuse_special(path: Path) -> None:
    """FileError if there is a folder, a link or a device of that name."""
    if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
        raise FileError("{path} is not an ordinary file, so it is not replaced: choose another name.", path=path)


def make_write_error(path: Path, error: Exception) -> FileError:
    """The error for a file that can't be written."""
    problem = getattr(error, "strerror", None) or error
    return FileError(
        "{path} can't be written: {problem}.", path=repr(str(path)) if "\0" in str(path) else path, problem=problem
    )


def write_file(path: Path, content: bytes | Iterable[Any]) -> None:
    """Write a file, given whole or piece by piece, under a temporary name beside it, then put it in place;
    only an ordinary file is replaced.
    """
    temporary = None
    try:
        refuse_special(path)
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            pieces: Iterable[Any] = (content,) if isinstance(content, bytes) else content
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~current_umask())
        os.replace(temporary, path)
    except (OSError, ValueError) as error:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        raise make_write_error(path, error) from None


def current_umask() -> int:
    """The permissions that new files don't get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def load_record(path: Path, named: str | None = None) -> tuple[Record, Game[Any, Any]]:
    """The record in a file, and its game; FileError says what is wrong with the file.

    ``named`` is the game that the user named, as ``load`` takes it: a game of a user's file is read with the rules of
    that very file.
    """
    record = read_record(path)
    trusted = load_trusted_game(path, record.game, named)
    try:
        game = load(trusted)
        record.replay(game)
    except ElagageError as error:
        raise FileError("{path} does not fit the rules: {problem}", path=path, problem=error) from None
    return record, game


def load_trusted_game(path: Path, saved: str, named: str | None) -> str:
    """What to load for a saved game: a game of the package as it is written,
    a user's file only if the user named it.
    """
    file, class_name = split_path(saved.strip())
    if file is None:
        return saved
    own_file, own_class = (None, "") if named is None else split_path(named.strip())
    if own_file is None or own_file.name != file.name or (class_name and own_class and class_name != own_class):
        raise FileError(
            "{path} is played by the rules in {file}, which are a program: if you trust it, name it too, as in "
            "elagage play {name} --load FILE.",
            path=path,
            file=saved,
            name=file.name,
        )
    return f"{own_file}:{class_name}" if class_name else str(named)


def parse_json(text: str | bytes) -> Any:
    """What a text in JSON says; ValueError (or RecursionError) if it is none,
    or holds half of a sign, which no file could hold again.
    """
    found = json.loads(text)
    json.dumps(found, ensure_ascii=False).encode()
    return found


def read_record(path: Path) -> Record:
    """The record in a file, not yet tried with the rules."""
    if is_game_file(path):
        return read_written(path)
    try:
        document = parse_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileError("There is no file {path}.", path=path) from None
    except OSError as error:
        raise FileError("{path} can't be read: {problem}.", path=path, problem=error.strerror) from None
    except (ValueError, RecursionError):  # a name with a null byte in it is a ValueError too
        raise FileError("{path} is not a saved game: it is not JSON text, or it was cut short.", path=path) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileError("{path} is not a saved game of Élagage.", path=path)
    fields = [document.get(name) for name in ("game", "start", "result")]
    moves = document.get("moves")
    if (
        not all(isinstance(field, str) for field in fields)
        or not isinstance(moves, list)
        or not all(isinstance(name, str) for name in moves)
        or fields[2] not in RESULTS
    ):
        raise FileError("{path} is damaged: what a saved game holds is missing from it.", path=path)
    record = Record(str(fields[0]), str(fields[1]), tuple(moves), str(fields[2]))
    if checksum(record) != document.get("sha256"):
        raise FileError("{path} is damaged: its checksum does not match its content.", path=path)
    return record
