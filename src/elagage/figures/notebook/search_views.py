"""What searches found and did: a result with its board, algorithms side by side, a trace to step through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elagage.errors import LimitsError
from elagage.figures.boards.board_scene import board_scene
from elagage.figures.notebook.html_parts import beside, fold, frame, heading, paragraph, picture, table
from elagage.figures.pages.tree_page import tree_page
from elagage.figures.scene.svg import scene_svg
from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes
from elagage.games.spoken import line_names, tell_score
from elagage.i18n import Message, _, current_language
from elagage.question import Position

if TYPE_CHECKING:
    from elagage.result import Result, Score
    from elagage.trace import Trace

__all__ = ["draw_comparison", "draw_result", "draw_solution", "draw_trace", "draw_trace_svg"]


def draw_result(result: Result[Any]) -> str:
    """The score in words, best play, every move that was scored; with the board, if it is known which."""
    asked = result.asked

    def name(move: Any) -> str:
        return str(move) if asked is None else asked.game.move_name(asked.state, move)

    def tell(score: Score) -> str:
        return str(score) if asked is None else tell_score(asked.game, score).text()

    line = [str(move) for move in result.line] if asked is None else line_names(asked.game, asked.state, result.line)
    told = tell(result.score) + (f" ({_('exact')})" if result.exact else "")
    parts = [heading(told if result.move is None else f"{name(result.move)}: {told}")]
    if line:
        parts.append(paragraph(_("Line: {line}").format(line=" ".join(line))))
    if result.moves:
        rows = [(name(entry.move), tell(entry.score) + (" ✓" if entry.exact else "")) for entry in result.moves]
        parts.append(table([(_("move"), _("score")), *rows], text_columns=2))
        if any(entry.exact for entry in result.moves):
            parts.append(paragraph(_("✓: the true value")))
    parts.append(paragraph(describe_work(result)))
    board = "" if asked is None else picture(board_scene(asked.game, asked.state))
    return beside(board, "".join(parts))


def describe_work(result: Result[Any]) -> str:
    """How deep a search went, how many positions it saw, how long it took."""
    depth = [] if result.depth is None else [Message("depth {depth}", depth=result.depth).text()]
    nodes = Message("{nodes} node", "{nodes} nodes", count=result.nodes, nodes=result.nodes).text()
    return ", ".join([part for part in (result.algorithm, *depth, nodes, f"{result.seconds:.3f} s") if part])


def draw_comparison(comparison: Any) -> str:
    """The table of the algorithms."""
    return table(comparison.rows(), text_columns=2)


def draw_solution(solution: Any) -> str:
    """The answer for the position that was asked about, and how many positions were solved."""
    facts = solution.facts
    states = 0 if facts is None else facts.states
    told = Message("{n} position solved", "{n} positions solved", count=states, n=states).text() if states else ""
    result = solution.result
    asked = Position(solution.game, solution.state)
    return draw_result(result if result.asked else result.about(asked)) + paragraph(told)


def draw_trace(trace: Trace) -> str | None:
    """The tree that a search walked, and below it the page that steps through it."""
    if not trace.events:
        return None
    tree = picture(stack_scenes(tree_scenes(trace)))
    try:
        page = tree_page(trace, lang=current_language())
    except LimitsError:  # too much to step through
        return tree
    return tree + fold(_("Step by step"), frame(page))


def draw_trace_svg(trace: Trace) -> str | None:
    """The same tree alone, for what prints notebooks."""
    return scene_svg(stack_scenes(tree_scenes(trace))) if trace.events else None
