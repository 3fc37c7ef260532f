"""WTHOR, the archive of tournaments of Othello: numbers in bytes, little end first.

    header    16 bytes: day of making (century, year, month, day), games (4), names (2), year of the games (2),
              board (1: 0 or 8, or 10), solitaires (1), depth of the theoretical score (1), nothing (1)
    game      68 bytes: tournament, Black and White (2 each, places in lists of names), Black's discs (1), Black's discs
              with best play from that depth on (1), 60 moves (1 each, 10 times the row plus the column, 0 for none)

Names are in WTH.TRN (26 bytes each) and WTH.JOU (20 bytes each) after a header of the same form, in Latin 1, ended by a
null. Passes are left out.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from elagage.errors import NotationError
from elagage.formats.written_games import PASS, WrittenGame, WrittenMove

__all__ = ["Names", "read_names", "read_wthor", "write_names", "write_wthor"]

HEADER = struct.Struct("<4BiHHBBBB")
GAME = struct.Struct("<HHHBB60s")
PLAYER, TOURNAMENT = 20, 26
"""Bytes of a name."""
SIZE = 8


class Names(NamedTuple):
    """The names that games refer to by number."""

    players: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()


def read_header(data: bytes) -> tuple[int, int, int, int]:
    """Games, names, year and size of the board, as a header says."""
    if len(data) < HEADER.size:
        raise NotationError("It has no header: it was cut short, or is no file of WTHOR.")
    *_day, games, names, year, size, _solitaires, _depth, _nothing = HEADER.unpack_from(data)
    return games, names, year, size or SIZE


def read_names(data: bytes, width: int) -> tuple[str, ...]:
    """The names of a list."""
    count = read_header(data)[1]
    if len(data) < HEADER.size + count * width:
        raise NotationError("It was cut short: {count} names are announced.", count=count)
    places = range(HEADER.size, HEADER.size + count * width, width)
    return tuple(data[place : place + width].split(b"\0")[0].decode("latin-1").strip() for place in places)


def read_wthor(data: bytes, names: Names | None = None) -> list[WrittenGame]:
    """The games of an archive; who played is known if the lists of names are given."""
    count, _names, year, size = read_header(data)
    if size != SIZE:
        raise NotationError("Its games are on {size} x {size} squares; those on 8 x 8 are read.", size=size)
    if count < 0 or len(data) != HEADER.size + count * GAME.size:
        raise NotationError("It announces {count} games, which its length does not fit.", count=count)
    known = names or Names()
    games = []
    for place in range(HEADER.size, len(data), GAME.size):
        tournament, black, white, discs, _best, moves = GAME.unpack_from(data, place)
        games.append(
            WrittenGame(
                moves=tuple(WrittenMove(square_of(byte)) for byte in moves.split(b"\0")[0]),
                black=name_at(known.players, black), white=name_at(known.players, white),
                place=name_at(known.tournaments, tournament), date=str(year) if year else "",
                result=2.0 * discs - SIZE * SIZE,
            )
        )  # fmt: skip
    return games


def name_at(names: tuple[str, ...], number: int) -> str:
    """The name of that number; empty if the list does not have it."""
    return names[number] if number < len(names) else ""


def square_of(byte: int) -> str:
    """The square that a byte stands for."""
    row, column = divmod(byte, 10)
    if not (1 <= row <= SIZE and 1 <= column <= SIZE):
        raise NotationError("The byte {byte} stands for no square.", byte=byte)
    return f"{'abcdefgh'[column - 1]}{row}"


def write_wthor(games: list[WrittenGame], known: Names | None = None) -> tuple[bytes, Names]:
    """Games as an archive, and the names that it refers to: those that are known already, and more; games begin as
    usual, and one whose result is not known counts as a draw.
    """
    players = list(known.players if known else ())
    tournaments = list(known.tournaments if known else ())
    numbers: dict[tuple[int, str], int] = {}
    pieces = []
    years = {game.date[:4] for game in games if game.date[:4].isdigit()}
    for game in games:
        if game.start or game.size != SIZE:
            raise NotationError("WTHOR holds games from the usual position on 8 x 8 squares, and no others.")
        moves = bytes(byte_of(name) for name in game.names if name != PASS)
        discs = round((SIZE * SIZE + (game.result or 0.0)) / 2)
        black, white = (number_name(numbers, players, name, PLAYER) for name in (game.black, game.white))
        tournament = number_name(numbers, tournaments, game.place, TOURNAMENT)
        if max(len(players), len(tournaments)) > 0xFFFF:
            raise NotationError("WTHOR has room for {most} names.", most=0xFFFF)
        pieces.append(GAME.pack(tournament, black, white, discs, discs, moves.ljust(60, b"\0")))
    year = int(years.pop()) if len(years) == 1 else 0
    data = HEADER.pack(20, 0, 1, 1, len(games), 0, year, SIZE, 0, 0, 0) + b"".join(pieces)
    return data, Names(tuple(players), tuple(tournaments))


def number_name(numbers: dict[tuple[int, str], int], names: list[str], name: str, width: int) -> int:
    """The place of a name in a list, at its end if it was not there; ``numbers`` remembers it by width and name."""
    short = name.encode("latin-1", "replace")[: width - 1].decode("latin-1").strip()
    if (width, short) not in numbers:
        if short not in names:
            names.append(short)
        numbers[width, short] = names.index(short)
    return numbers[width, short]


def byte_of(name: str) -> int:
    """The byte that stands for a square."""
    return int(name[1]) * 10 + "abcdefgh".index(name[0]) + 1


def write_names(names: tuple[str, ...], width: int) -> bytes:
    """A list of names."""
    encoded = [name.encode("latin-1", "replace")[: width - 1].ljust(width, b"\0") for name in names]
    return HEADER.pack(20, 0, 1, 1, 0, len(names), 0, 0, 0, 0, 0) + b"".join(encoded)
