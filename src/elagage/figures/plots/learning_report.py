"""The report of learning as a picture: Elo and error by generation, the worth of the cells, the patterns that weigh
most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from elagage.figures.boards.board_pieces import looks_of, piece
from elagage.figures.boards.board_scene import blank_board_scene
from elagage.figures.plots.arena_plots import (
    AXIS,
    GRID,
    INFINITE,
    QUIET,
    Axis,
    clip_name,
    format_short,
    ticks,
)
from elagage.figures.plots.heat_maps import digits_for, draw_scale, format_worth, heat_map
from elagage.figures.scene.shapes import INK, Disc, Line, Polygon, Rect, Scene, Shape, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.game import Game
from elagage.i18n import _
from elagage.learn.report_values import ANY, LearningReport, Motif, Progress, Worth

__all__ = ["format_elo", "learning_scene"]

WIDTH, EDGE, GAP = 720.0, 18.0, 16.0
TITLE, HEAD, LABEL, SMALL = 15.0, 11.5, 10.0, 9.0
PLOT = 168.0
"""The height of a plot."""
TALLEST_BOARD, WIDEST_BOARD = 230.0, 300.0
FRAME = "#d55e00"
VEIL = Style(fill="#ffffff", stroke="", opacity=0.72)
MOTIFS = 4
"""Patterns beside each other."""
GREY = Style(fill=QUIET, stroke="")


def learning_scene(report: LearningReport) -> Scene:
    """The whole report."""
    name = Path(report.game.spec).name or type(report.game).__name__
    title = _("What was learned of {game}") if report.generations else _("What the heuristic says of {game}")
    parts = [heading(title.format(game=name), learned_how(report), TITLE)]
    if report.generations:
        parts.append(draw_progress(report))
    if report.worth.maps:
        parts.append(draw_worth(report))
    if report.motifs:
        parts.append(draw_motifs(report))
    whole = Scene(WIDTH, 2 * EDGE + sum(part.height for part in parts) + GAP * (len(parts) - 1), parts[0].title)
    top = EDGE
    for number, part in enumerate(parts):
        whole.place(part, EDGE, top, prefix=f"p{number}-")
        top += part.height + GAP
    return whole


def learned_how(report: LearningReport) -> str:
    """How it was learned, in a sentence."""
    facts = report.facts
    if not report.generations:
        return ""
    sentence = _("Generations: {n}; positions of each: {positions}; plies ahead: {depth}; seed: {seed}")
    return sentence.format(
        n=len(report.generations), positions=facts["positions"], depth=facts["depth"], seed=facts["seed"]
    )


def heading(title: str, below: str = "", size: float = HEAD) -> Scene:
    """A title, and a quieter line below it."""
    wide = WIDTH - 2 * EDGE
    scene = Scene(wide, size + (LABEL + 6 if below else 4), title)
    scene.add(Text(0.0, size, clip_name(title, wide, size, True), size, "start", bold=True))
    if below:
        scene.add(Text(0.0, size + LABEL + 4, clip_name(below, wide, LABEL), LABEL, "start", style=GREY))
    return scene


def draw_progress(report: LearningReport) -> Scene:
    """Elo by generation beside the error."""
    wide = (WIDTH - 2 * EDGE - 2 * GAP) / 2
    unit = _("bits") if report.logistic else _("points")
    scene = Scene(WIDTH - 2 * EDGE, PLOT + 52)
    scene.place(draw_elo(report.generations, wide), 0.0, 0.0)
    errors = [generation.error for generation in report.generations]
    scene.place(draw_errors(errors, wide, unit), wide + 2 * GAP, 0.0)
    return scene


def frame(wide: float, title: str, marks: Sequence[float], count: int, first: int) -> tuple[Scene, Axis, Axis]:
    """A plot with a place for each generation from ``first`` on, and its two axes."""
    labels = [format_short(mark) for mark in marks]
    left = max(text_width(label, SMALL) for label in labels) + 8
    scene = Scene(wide, PLOT + 52)
    scene.add(Text(0.0, HEAD, clip_name(title, wide, HEAD, True), HEAD, "start", bold=True))
    up = Axis(marks[0], marks[-1], PLOT + 14, 36.0)
    along = Axis(first - 0.4, count + 0.6, left, wide)
    for mark, label in zip(marks, labels, strict=True):
        y = up.at(mark)
        scene.add(Line(((left, y), (wide, y)), style=Style(stroke=AXIS if not mark else GRID, width=0.8)))
        scene.add(Text(left - 5, y + 3.2, label, SMALL, "end"))
    for number in range(first, count + 1, max(1, -(-count // 12))):
        scene.add(Text(along.at(number), up.start + 15, str(number), SMALL))
    scene.add(Text((left + wide) / 2, up.start + 30, _("generation"), SMALL, style=GREY))
    return scene, along, up


def draw_elo(generations: Sequence[Progress], wide: float) -> Scene:
    """The Elo of each generation over weights of 0, with its interval; a ring is what was not kept."""
    ends = [end for one in generations for end in (one.value, one.low, one.high) if abs(end) < INFINITE]
    marks = ticks(min([0.0, *ends]), max([*ends, 50.0]), 5)
    title = _("Elo over no heuristic, with its interval")
    scene, along, up = frame(wide, title, marks, len(generations), 0)
    kept = [(along.at(0.0), up.at(0.0))]
    for one in generations:
        x = along.at(one.number)
        low, high = up.at(one.low), up.at(one.high)
        scene.add(Line(((x, low), (x, high)), style=Style(width=1.4)))
        for y, end, away in ((low, one.low, 1.0), (high, one.high, -1.0)):
            if abs(end) < INFINITE:
                scene.add(Line(((x - 4, y), (x + 4, y)), style=Style(width=1.4)))
            else:
                tip = ((x, y + 2 * away), (x - 4, y - 6 * away), (x + 4, y - 6 * away))
                scene.add(Polygon(tip, style=Style(fill=INK, stroke="")))
        if one.kept:
            kept.append((x, up.at(one.value)))
    scene.add(Line(tuple(kept), style=Style(stroke="#1f5fa8", width=1.8)))
    for one in generations:
        fill, edge = (INK, "#ffffff") if one.kept else ("#ffffff", INK)
        text = ("≥ " if abs(one.high) >= INFINITE and one.low == one.value else "") + format_elo(one.value)
        x = along.at(one.number)
        scene.add(Disc(x, up.at(one.value), 4.2, style=Style(fill=fill, stroke=edge, width=1.2)))
        wide = text_width(text, SMALL) + 4
        scene.add(Rect(x + 7, up.at(one.value) - 6, wide, 12.0, style=Style(fill="#ffffff", stroke="", opacity=0.8)))
        scene.add(Text(x + 9, up.at(one.value) + 3.2, text, SMALL, "start"))
    if any(not one.kept for one in generations):
        y = up.start + 30
        scene.add(Disc(along.start + 4, y - 3, 3.4, style=Style(fill="#ffffff", width=1.2)))
        scene.add(Text(along.start + 12, y, _("not kept"), SMALL, "start", style=GREY))
    return scene


def format_elo(value: float) -> str:
    """An Elo as a whole number, with a true minus."""
    return format_short(round(value) if abs(value) < INFINITE else value)


def draw_errors(errors: Sequence[float], wide: float, unit: str) -> Scene:
    """The error of each generation on positions that were left out."""
    marks = ticks(0.0, max([*errors, 1e-3]), 5)
    title = _("Error on positions left out, in {unit}").format(unit=unit)
    scene, along, up = frame(wide, title, marks, len(errors), 1)
    points = tuple((along.at(number), up.at(error)) for number, error in enumerate(errors, 1))
    scene.add(Line(points, style=Style(stroke="#1f5fa8", width=1.8)))
    digits = 3 if marks[-1] < 2 else 2
    for (x, y), error in zip(points, errors, strict=True):
        scene.add(Disc(x, y, 4.2, style=Style(fill=INK, stroke="#ffffff", width=1.2)))
        scene.add(Text(x + 5, y - 7, f"{error:.{digits}f}", SMALL, "start"))
    return scene


def draw_worth(report: LearningReport) -> Scene:
    """The board for each kind of piece and each part of a game."""
    worth, game = report.worth, report.game
    wide = WIDTH - 2 * EDGE
    most = round_up(max((abs(value) for one in worth.maps for value in one.values.values()), default=1.0))
    pieces = sorted({one.piece for one in worth.maps}, key=lambda kind: (kind != game.players[0], kind))
    periods = sorted({one.period for one in worth.maps})
    sentence = _("The sum over cells that comes nearest explains {part} % of the variance, in random games.")
    title = heading(worth_title(game, worth), sentence.format(part=round(100 * worth.explained)))
    unit = _("in logarithms of the odds") if report.logistic else _("in points")
    scale = draw_scale(most, wide, unit if report.generations else _("as the heuristic counts"))
    boards = {(one.piece, one.period): heat_map(game, one.values, most) for one in worth.maps}
    beside = len(periods) == 1  # then pieces stand beside each other, and not parts of a game
    columns: list[Any] = list(pieces) if beside else list(periods)
    side = 40.0 if not beside and any(kind.strip() for kind in pieces) else 0.0
    column = (wide - side) / len(columns)
    tallest = max(board.height for board in boards.values())
    widest = max(board.width for board in boards.values())
    fit = min(min(column - GAP, WIDEST_BOARD) / widest, TALLEST_BOARD / tallest, 1.6)
    above = (42.0 if any(kind.strip() for kind in pieces) else 0.0) if beside else 16.0
    row = tallest * fit + 10
    head = title.height + 6 + 24 + above
    scene = Scene(wide, head + row * (1 if beside else len(pieces)))
    scene.place(title, 0.0, 0.0)
    scene.place(scale, 0.0, title.height + 6)
    for (kind, period), board in boards.items():
        place, line = (pieces.index(kind), 0) if beside else (periods.index(period), pieces.index(kind))
        left = side + (place + 0.5) * column - board.width * fit / 2
        scene.place(board, left, head + line * row, fit, f"w{line}-{place}-")
    for place, name in enumerate([] if beside else period_names(len(periods))):
        scene.add(Text(side + (place + 0.5) * column, head - 4, name, LABEL, style=GREY))
    for place, kind in enumerate(pieces):
        if beside:
            draw_piece(scene, game, kind, (place + 0.5) * column, head - 24)
        else:
            draw_piece(scene, game, kind, side / 2 - 4, head + (place + 0.5) * row - 5)
    return scene


def draw_piece(scene: Scene, game: Game[Any, Any], kind: str, x: float, y: float) -> None:
    """A piece as it stands on the board, with what the grid writes for it."""
    if not kind.strip():
        return
    look = looks_of(game).get(kind, kind)
    scene.add(*piece(look, x, y, 30.0, 30.0))
    if look != kind:
        scene.add(Text(x, y + 26, kind, SMALL, style=GREY))


def worth_title(game: Game[Any, Any], worth: Worth) -> str:
    """Whose worth it is, and of what."""
    if worth.mover:
        whose = _("the player to move")
    else:
        whose = game.players[0]
    if all(not one.piece for one in worth.maps):
        return _("What one more in a place is worth to {player}").format(player=whose)
    if all(one.piece == ANY for one in worth.maps):
        return _("What a place that is taken is worth to {player}").format(player=whose)
    return _("What a piece on a cell is worth to {player}").format(player=whose)


def period_names(count: int) -> list[str]:
    return [_("early"), _("in the middle"), _("late")] if count == 3 else [_("early"), _("late")][:count]


def round_up(value: float) -> float:
    """The next of 1, 2, 4, 6 and 10 times a power of ten, whose halves are round too."""
    if value < 1e-6:
        return 1.0
    power = 1.0
    while power < value:
        power *= 10
    while power > value:
        power /= 10
    return next((step * power for step in (1, 2, 4, 6, 10) if step * power >= value), value)


def draw_motifs(report: LearningReport) -> Scene:
    """The patterns that weigh most, each on the board."""
    wide = WIDTH - 2 * EDGE
    sentence = _("Each table's contents that make most of the difference between positions, with how often they occur.")
    title = heading(_("What weighs most"), sentence)
    boards = [draw_motif(report.game, motif) for motif in report.motifs]
    column = wide / MOTIFS
    fit = min((column - GAP) / max(board.width for board in boards), 1.0)
    row = max(board.height for board in boards) * fit + 26
    scene = Scene(wide, title.height + 4 + row * -(-len(boards) // MOTIFS))
    scene.place(title, 0.0, 0.0)
    digits = digits_for(max(abs(motif.value) for motif in report.motifs))
    for number, (board, motif) in enumerate(zip(boards, report.motifs, strict=True)):
        line, place = divmod(number, MOTIFS)
        middle, top = (place + 0.5) * column, title.height + 4 + line * row
        scene.place(board, middle - board.width * fit / 2, top, fit, f"m{number}-")
        base = top + board.height * fit + 11
        words = f"{format_worth(motif.value, max(1, digits))}   {share_text(motif.share)}"
        scene.add(Text(middle, base, words, LABEL))
    return scene


def share_text(share: float) -> str:
    """How often something is seen in a position."""
    if share >= 1:
        return _("{times} times in a position").format(times=f"{share:.1f}")
    return _("in {part} % of positions").format(part=f"{100 * share:.1f}" if share < 0.1 else round(100 * share))


def draw_motif(game: Game[Any, Any], motif: Motif) -> Scene:
    """The board with the cells of a pattern alone, those framed, the others grey."""
    board = blank_board_scene(game, motif.shown, labels=False)
    names = {f"q{row}-{column}" for row, column in motif.shown}
    squares = all(isinstance(shape, Rect) for shape in board.shapes if shape.id in names)
    frames: list[Shape] = []
    for shape in board.shapes:
        match shape:
            case Rect() if shape.id in names:
                inside = (shape.x + 1, shape.y + 1, shape.width - 2, shape.height - 2)
                frames.append(Rect(*inside, style=Style(stroke=FRAME, width=2.2)))
            case Rect() if shape.id and squares:
                frames.append(Rect(shape.x, shape.y, shape.width, shape.height, style=VEIL))
            case Disc() if shape.id in names:
                frames.append(Disc(shape.x, shape.y, max(shape.radius, 14.0), style=Style(stroke=FRAME, width=2.2)))
            case Line() if shape.id in names:
                halo = Style(stroke=FRAME, width=10.0, opacity=0.3)
                frames += [Line(shape.points, style=halo), replace(shape, id="")]
    return Scene(board.width, board.height, board.title, board.shapes + frames)
