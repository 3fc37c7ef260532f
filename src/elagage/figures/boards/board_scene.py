"""The picture of a position, of any game: from ``grid(state)``,
drawn as the game's ``board_kind`` and ``piece_looks`` say.

The kinds: ``squares`` (a plain board, and what is drawn by default), ``lines`` (only those between the squares),
``checkers``, ``felt`` (green), ``columns`` (an upright board with holes), ``bar`` (of chocolate), ``dominoes``,
``points`` and ``crossed points`` (men on the crossings of lines), ``boxes``, ``piles``, ``pits``, ``node`` (of a tree)
and ``text``. A game that writes its own ``text`` but no ``grid`` is shown by its text. Names of rows and columns are
those that the game's text prints around the board. Cell ``grid[r][c]`` is the shape ``q{r}-{c}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from elagage.errors import RulesError
from elagage.figures.boards.board_kinds import boxes, dominoes, node, piles, pits, points, text
from elagage.figures.boards.board_labels import EMPTY, Reading, last_cell, read_labels
from elagage.figures.boards.board_pieces import looks_of
from elagage.figures.boards.board_sheet import CELL, Position, Sheet
from elagage.figures.scene.shapes import Disc, Rect, Scene, Style
from elagage.figures.scene.text_metrics import text_width
from elagage.game import Game
from elagage.games.spoken import read_line_won, read_sides
from elagage.i18n import Message

__all__ = ["KINDS", "blank_board_scene", "board_scene", "describe_board"]

THUMBNAIL = 40.0
"""How wide or high a small picture is, whichever is more."""
THINNEST = 0.3
LARGEST_CELL = 140.0


def describe_board(game: Game[Any, Any], state: Any) -> Message:
    """What a picture of a position shows, for those who don't see it."""
    name = game.spec or type(game).__name__
    if game.over(state):
        return Message("A position of {game}; the game is over.", game=name)
    return Message(
        "A position of {game}; {player} to move.", game=name, player=read_sides(game)[game.player(state)].name
    )


def board_scene(
    game: Game[Any, Any],
    state: Any,
    *,
    last: Any = None,
    labels: bool = True,
    small: bool = False,
    owners: Mapping[tuple[int, int], int] | None = None,
) -> Scene:
    """The picture of a position.

    ``last`` is the move that led to it, whose square is marked; ``labels`` asks for the names of rows and columns;
    ``small`` makes a thumbnail about 40 points wide, without names; ``owners`` says which player has which cell, where
    the state doesn't. A row that won is marked.
    """
    kind = choose_kind(game)
    board = Reading(())
    if kind not in ("text", "node"):
        rows = [[str(cell) for cell in row] for row in game.grid(state)]
        if not rows or (kind != "piles" and not any(rows)):
            kind = "text"
        else:
            kind = kind if has_shape(kind, rows) else "squares"
            board = read_labels(rows, game.text(state), "points" in kind)
    title = describe_board(game, state).text()
    marked = None if last is None else last_cell(game, state, board, last)
    won = read_line_won(game, state) if board.rows else ()
    position = Position(game, state, board, looks_of(game), marked, labels and not small, title, won, owners or {})
    scene = KINDS[kind](position)
    return thumbnail(scene) if small else scene


def blank_board_scene(
    game: Game[Any, Any], shown: Mapping[tuple[int, int], str], *, labels: bool = True, title: str = ""
) -> Scene:
    """The board of a game with nothing on it but what is ``shown`` in its cells; plain squares where the game draws no
    board of cells, or one that these cells do not fit on.
    """
    state = game.start()
    kind = choose_kind(game)
    rows = [[str(cell) for cell in row] for row in game.grid(state)]
    outside = any(row >= len(rows) or column >= len(rows[row]) for row, column in shown)
    if kind in ("text", "node", "piles") or outside or not has_shape(kind, rows):
        kind = "squares"
    if outside:
        rows = [[""] * (1 + max(column for _row, column in shown)) for _row in range(1 + max(row for row, _c in shown))]
    board = read_labels(rows, "" if outside else game.text(state), "points" in kind)
    cells = tuple(tuple(shown.get((row, c), "") for c in range(len(line))) for row, line in enumerate(rows))
    position = Position(
        game, state, replace(board, rows=cells, captions=()), looks_of(game), None, labels, title, (), {}
    )
    return KINDS[kind](position)


def choose_kind(game: Game[Any, Any]) -> str:
    """How to draw a game's board; RulesError if it asks for a kind that there is not."""
    if not game.board_kind:
        bare = type(game).grid is Game.grid and type(game).text is not Game.text
        return "text" if bare else "squares"
    if game.board_kind not in KINDS:
        raise RulesError(
            "There is no board_kind '{kind}'; the kinds are: {kinds}.",
            kind=game.board_kind,
            kinds=", ".join(KINDS),
            rule="board_kind",
        )
    return game.board_kind


def has_shape(kind: str, rows: list[list[str]]) -> bool:
    """Can a grid of these rows be drawn so?

    Boxes have edges all around, and pits lie in two rows between two stores.
    """
    widths = {len(row) for row in rows}
    if kind == "boxes":
        return len(widths) == 1 and len(rows) % 2 == 1 and len(rows[0]) % 2 == 1
    if kind == "pits":
        return len(widths) == 1 and len(rows) == 2 and len(rows[0]) >= 3
    return True


def thumbnail(scene: Scene) -> Scene:
    """The scene, small, its lines thin but visible."""
    scale = THUMBNAIL / max(scene.width, scene.height)
    small = Scene(scene.width * scale, scene.height * scale, scene.title)
    small.place(scene, 0.0, 0.0, scale)
    small.shapes = [
        replace(shape, style=replace(shape.style, width=max(shape.style.width, THINNEST))) for shape in small.shapes
    ]
    return small


def cell_width(position: Position) -> float:
    """How wide cells must be for the texts in them."""
    plain = {cell for row in position.board.rows for cell in row if cell not in position.looks}
    widest = max((text_width(cell, 0.44 * CELL) for cell in plain), default=0.0)
    return min(max(CELL, widest + 12.0), LARGEST_CELL)


def draw_filled_board(position: Position, light: str, dark: str, line: str) -> Scene:
    """A board of squares in one colour or two, with pieces on them."""
    sheet = Sheet(position, cell_width(position))
    for row, cells in enumerate(position.board.rows):
        for column in range(len(cells)):
            fill = dark if (row + column) % 2 else light
            sheet.square(row, column, Style(fill=fill, stroke=line, width=0.8 if line else 0.0))
    if len({len(cells) for cells in position.board.rows}) == 1:
        sheet.frame(Style(width=1.2))
    sheet.mark()
    sheet.pieces()
    sheet.mark_won()
    return sheet.scene


def squares(position: Position) -> Scene:
    return draw_filled_board(position, "#fbfaf6", "#fbfaf6", "#8f8a7c")


def checkers(position: Position) -> Scene:
    """A board of light and dark squares; the upper left one is light."""
    return draw_filled_board(position, "#f5ead6", "#c8a27a", "")


def draw_felt_board(position: Position) -> Scene:
    return draw_filled_board(position, "#5ba67c", "#5ba67c", "#1d4a33")


def lines(position: Position) -> Scene:
    """The lines between squares alone, as one draws them by hand."""
    sheet = Sheet(position, cell_width(position))
    for row, cells in enumerate(position.board.rows):
        for column in range(len(cells)):
            sheet.square(row, column, Style(fill="#ffffff", stroke=""))
    stroke = Style(width=1.6)
    for row in range(1, sheet.rows):
        sheet.segment((row, 0.05), (row, sheet.columns - 0.05), stroke)
    for column in range(1, sheet.columns):
        sheet.segment((0.05, column), (sheet.rows - 0.05, column), stroke)
    if sheet.rows == 1 or sheet.columns == 1:
        sheet.frame(stroke)
    sheet.mark()
    sheet.pieces()
    sheet.mark_won()
    return sheet.scene


def columns(position: Position) -> Scene:
    """An upright board with holes, through which discs are seen."""
    sheet = Sheet(position, rim=4.0)
    blue = Style(fill="#2a66ad", stroke="#17406f", width=1.2)
    wide, tall = sheet.columns * CELL + 8.0, sheet.rows * CELL + 8.0
    sheet.scene.add(Rect(sheet.left - 4.0, sheet.top - 4.0, wide, tall, 6.0, style=blue))
    for row, cells in enumerate(position.board.rows):
        for column in range(len(cells)):
            x, y = sheet.centre(row, column)
            hole = Style(fill="#ffffff", stroke="#17406f", width=0.8)
            name = position.board.name(row, column)
            sheet.scene.add(Disc(x, y, 0.42 * CELL, style=hole, id=f"q{row}-{column}", hint=name))
    sheet.pieces()
    sheet.mark(0.44 * CELL)
    sheet.mark_won()
    return sheet.scene


def bar(position: Position) -> Scene:
    """A bar of chocolate; what was eaten leaves a trace."""
    sheet = Sheet(position)
    for row, cells in enumerate(position.board.rows):
        for column, cell in enumerate(cells):
            trace = Style(stroke="#c4b8ab", width=0.7, dash=(2.0, 2.0)) if cell in EMPTY else Style(stroke="")
            sheet.square(row, column, replace(trace, fill="#ffffff"))
    sheet.pieces()
    sheet.mark()
    return sheet.scene


KINDS: dict[str, Callable[[Position], Scene]] = {
    "squares": squares,
    "lines": lines,
    "checkers": checkers,
    "felt": draw_felt_board,
    "columns": columns,
    "bar": bar,
    "dominoes": dominoes,
    "points": points,
    "crossed points": points,
    "boxes": boxes,
    "piles": piles,
    "pits": pits,
    "node": node,
    "text": text,
}
"""How each kind is drawn."""
