"""Where a heuristic's number comes from: its parts, and for some games what each square contributes. All for Max."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from elagage.game import Game, heuristic_names
from elagage.games.connect4 import Connect4
from elagage.games.hexapawn import Hexapawn
from elagage.games.kalah import Kalah
from elagage.games.mnk import Mnk
from elagage.games.othello import Othello
from elagage.i18n import _, translate_both
from elagage.result import Number
from elagage.web.move_list import Line

__all__ = ["explain_json"]

Parts = Iterator[tuple[Callable[[], str], list[tuple[int, int, Number]]]]


def explain_json(line: Line) -> dict[str, Any]:
    """The heuristic's value, its parts (which add up to it), and what the game's other heuristics say."""
    game, state = line.game, line.state
    total = game.heuristic(state)
    parts = [
        {
            "name": translate_both(name),
            "value": sum(value for _row, _column, value in squares),
            "squares": [{"row": row, "column": column, "value": value} for row, column, value in squares if value],
        }
        for name, squares in own_parts(game, state)
    ]
    if sum(part["value"] for part in parts) != total:  # type: ignore[misc]
        parts = [{"name": translate_both(lambda: _("The whole position")), "value": total, "squares": []}]
    docs = (type(game).heuristic.__doc__ or "").strip().split("\n")[0]
    return {
        "key": line.key,
        "parts": parts,
        "total": total,
        "about": docs,
        "others": [
            {"name": name, "value": getattr(game, "heuristic_" + name)(state)} for name in heuristic_names(game)
        ],
    }


def own_parts(game: Game[Any, Any], state: Any) -> Parts:
    """The parts of the heuristics that are known here, where the game still uses its own one."""
    for cls, parts in ((Othello, othello), (Connect4, connect4), (Hexapawn, hexapawn), (Mnk, mnk), (Kalah, kalah)):
        if isinstance(game, cls) and type(game).heuristic is cls.heuristic:
            yield from parts(game, state)


def delay_words(words: Callable[[Number], str], value: Number) -> Callable[[], str]:
    """Words about a number, to be said later."""
    return lambda: words(value)


def othello(game: Any, state: Any) -> Parts:
    """Each square's weight, for whoever has it."""
    for weight, squares in game.weights:
        found = []
        for square in range(game.squares):
            if squares >> square & 1:
                owner = (state.black >> square & 1) - (state.white >> square & 1)
                found.append((square // game.size, square % game.size, weight * owner))
        yield delay_words(lambda value: _("Squares that weigh {weight}").format(weight=value), weight), found


def connect4(game: Any, state: Any) -> Parts:
    """Threats, then discs near the middle."""
    sign = 1 if state.ply & 1 == 0 else -1
    other = state.own ^ state.mask
    own_threats, their_threats = game.threats(state.own, state.mask), game.threats(other, state.mask)

    def cells(value: Callable[[int, int], Number]) -> list[tuple[int, int, Number]]:
        return [
            (game.height - 1 - height, column, sign * value(column * game.stride + height, column))
            for column in range(game.width)
            for height in range(game.height)
        ]

    yield (
        lambda: _("Ten for each empty cell that would complete four"),
        cells(lambda bit, _column: 10 * ((own_threats >> bit & 1) - (their_threats >> bit & 1))),
    )
    yield (
        lambda: _("One for each cell nearer to the middle"),
        cells(lambda bit, column: min(column, game.width - 1 - column) * ((state.own >> bit & 1) - (other >> bit & 1))),
    )


def hexapawn(game: Any, state: Any) -> Parts:
    """Pawns, then how far they have come."""
    pawns: list[tuple[int, int, Number]] = []
    ahead: list[tuple[int, int, Number]] = []
    for square in range(game.rows * game.columns):
        row, column = divmod(square, game.columns)
        x, o = state.x >> square & 1, state.o >> square & 1
        pawns.append((row, column, 10 * (x - o)))
        ahead.append((row, column, (game.rows - 1 - row) * x - row * o))
    yield lambda: _("Ten for each pawn"), pawns
    yield lambda: _("One for each row that a pawn has advanced"), ahead


def mnk(game: Any, state: Any) -> Parts:
    """Open rows of k, each counted on one of its marks; by how many marks they have."""
    found: dict[int, dict[int, Number]] = {}
    for line in game.lines:
        x, o = state.x & line, state.o & line
        marks = x or o
        if marks and not (x and o):
            count = marks.bit_count()
            value = 10 ** min(count - 1, 6) * (1 if x else -1)
            square = (marks & -marks).bit_length() - 1
            of_count = found.setdefault(count, {})
            of_count[square] = of_count.get(square, 0) + value
    for count, squares in sorted(found.items()):
        name = delay_words(lambda value: _("Marks on an open row: {count}").format(count=value), count)
        yield name, [(square // game.m, square % game.m, value) for square, value in squares.items()]


def kalah(game: Any, state: Any) -> Parts:
    """The two stores."""
    grid = game.grid(state)
    yield lambda: _("Seeds in S's store"), [(1, len(grid[1]) - 1, int(grid[1][-1]))]
    yield lambda: _("Seeds in N's store"), [(0, 0, -int(grid[0][0]))]
