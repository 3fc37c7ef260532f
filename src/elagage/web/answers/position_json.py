"""A position as the page gets it."""

from __future__ import annotations

import math
from typing import Any

from elagage.figures.boards.board_kinds import box_owners
from elagage.figures.boards.board_labels import Reading, read_labels
from elagage.figures.boards.board_scene import board_scene, choose_kind, describe_board, has_shape
from elagage.figures.scene.svg import scene_svg
from elagage.game import Game, final_value, heuristic_names
from elagage.games.openings import name_opening
from elagage.games.spoken import read_line_won, read_tally, tell_score
from elagage.i18n import Message, current_language, translate_both, use_language
from elagage.result import Score
from elagage.web.answers.move_list import Line
from elagage.web.answers.move_squares import move_squares, told_json

__all__ = ["end_score", "heuristic_json", "position_json"]


def position_json(line: Line, language: str | None = None) -> dict[str, Any]:
    """The position at the end of a line."""
    game, state = line.game, line.state
    over = bool(game.over(state))
    kind, board = board_of(game, state)
    moves = move_squares(game, state, board, kind)
    ended = end_score(game, state) if over else None
    opening = name_opening(game, line.states)
    owners = box_owners(game, line.states) if kind == "boxes" else {}
    with use_language(language or current_language()):
        scene = board_scene(game, state, last=line.moves[-1] if line.moves else None, owners=owners)
    return {
        "key": line.key,
        "ply": len(line.moves),
        "player": game.player(state),
        "over": over,
        "result": None if ended is None else translate_both(tell_score(game, ended)),
        "score": float(game.score(state)) if over else None,
        "tally": read_tally(game, state),
        "won": read_line_won(game, state) if board.rows else (),
        "movers": [game.player(before) for before in line.states[:-1]],
        "told": {
            ply: told
            for ply, (before, move) in enumerate(zip(line.states[:-1], line.moves, strict=True), 1)
            if (told := told_json(game, before, move)) is not None
        },
        "notation": game.state_name(state),
        "text": game.text(state),
        "opening": None if opening is None else translate_both(opening),
        "board": {
            "kind": kind,
            "title": translate_both(describe_board(game, state)),
            "svg": scene_svg(scene),
            "rows": len(board.rows),
            "columns": board.columns,
            "cells": [
                {
                    "row": row,
                    "column": column,
                    "name": board.name(row, column),
                    "text": cell,
                    "owner": owners.get((row, column)),
                }
                for row, cells in enumerate(board.rows)
                for column, cell in enumerate(cells)
            ]
            or [
                {"row": row, "column": column, "name": move["name"], "text": move["name"]}
                for move in moves
                for row, column in move["cells"]
            ],
        },
        "moves": moves,
    }


def board_of(game: Game[Any, Any], state: Any) -> tuple[str, Reading]:
    """How the board is drawn, and its cells with their names."""
    kind = choose_kind(game)
    if kind in ("text", "node"):
        return kind, Reading(())
    rows = [[str(cell) for cell in row] for row in game.grid(state)]
    if not rows or (kind != "piles" and not any(rows)):
        return "text", Reading(())
    kind = kind if has_shape(kind, rows) else "squares"
    return kind, read_labels(rows, game.text(state), "points" in kind)


def end_score(game: Game[Any, Any], state: Any) -> Score:
    """The score of an ended game, for people."""
    return Score.of_value(final_value(game, state), exact=True, margins=game.margins, payoffs=game.payoffs)


def heuristic_json(line: Line) -> dict[str, Any]:
    """The heuristic of the position: its value, the terms that the game tells, what its other heuristics say."""
    game, state = line.game, line.state
    total = game.heuristic(state)
    parts = terms_json(game, state)
    if not math.isclose(sum(part["value"] for part in parts), total, abs_tol=1e-9) or not parts:
        parts = [{"name": translate_both(Message("The whole position")), "value": total, "squares": []}]
    about = (type(game).heuristic.__doc__ or "").strip().split("\n")[0]
    others = [{"name": name, "value": getattr(game, "heuristic_" + name)(state)} for name in heuristic_names(game)]
    return {"key": line.key, "parts": parts, "total": total, "about": about, "others": others}


def terms_json(game: Game[Any, Any], state: Any) -> list[dict[str, Any]]:
    """The terms of a heuristic, each with its name in every language."""
    return [
        {
            "name": translate_both(term.name),
            "value": term.value,
            "squares": [
                {"row": row, "column": column, "value": value} for (row, column), value in term.cells.items() if value
            ],
        }
        for term in game.explain(state)
    ]
