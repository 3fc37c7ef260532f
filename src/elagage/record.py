"""A game that is kept: which game, from which position, which moves. Saved as JSON with a checksum.

A file is written under a temporary name and then put in place, so a crash leaves either the old file or the new one. What is
read back is replayed move by move with the rules; nothing in a file is trusted.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from elagage.errors import ElagageError, FileError
from elagage.game import Game
from elagage.i18n import _
from elagage.loading import load

__all__ = ["Record", "load_record", "save_record", "write_file"]

FORMAT = "elagage game 1"


@dataclass(frozen=True)
class Record:
    """A game as played: ``game`` as ``load`` takes it, ``start`` as ``parse_state`` does ('' for the first position), ``moves`` by name."""

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
        start = state = game.parse_state(self.start)
        moves = []
        for name in self.moves:
            move = game.parse_move(state, name)
            moves.append(move)
            state = game.play(state, move)
        return start, moves


def checksum(record: Record) -> str:
    """What a changed byte would change."""
    return hashlib.sha256(json.dumps(asdict(record), sort_keys=True).encode()).hexdigest()


def save_record(record: Record, path: Path) -> None:
    """Write the record; an existing file is replaced in one step."""
    document = {"format": FORMAT, **asdict(record), "sha256": checksum(record)}
    write_file(path, (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode())


def write_file(path: Path, content: bytes) -> None:
    """Write a file under a temporary name beside it, then put it in place."""
    temporary = None
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~current_umask())
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        raise FileError(_("{path} can't be written: {problem}.").format(path=path, problem=error.strerror)) from None


def current_umask() -> int:
    """The permissions that new files don't get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def load_record(path: Path) -> tuple[Record, Game[Any, Any]]:
    """The record in a file, and its game; FileError says what is wrong with the file."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileError(_("There is no file {path}.").format(path=path)) from None
    except OSError as error:
        raise FileError(_("{path} can't be read: {problem}.").format(path=path, problem=error.strerror)) from None
    except (ValueError, RecursionError):
        raise FileError(
            _("{path} is not a saved game: it is not JSON text, or it was cut short.").format(path=path)
        ) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileError(_("{path} is not a saved game of Élagage.").format(path=path))
    fields = [document.get(name) for name in ("game", "start", "result")]
    moves = document.get("moves")
    if (
        not all(isinstance(field, str) for field in fields)
        or not isinstance(moves, list)
        or not all(isinstance(name, str) for name in moves)
    ):
        raise FileError(_("{path} is damaged: what a saved game holds is missing from it.").format(path=path))
    record = Record(str(fields[0]), str(fields[1]), tuple(moves), str(fields[2]))
    if checksum(record) != document.get("sha256"):
        raise FileError(_("{path} is damaged: its checksum does not match its content.").format(path=path))
    try:
        game = load(record.game)
        record.replay(game)
    except ElagageError as error:
        raise FileError(_("{path} does not fit the rules: {problem}").format(path=path, problem=error)) from None
    return record, game
