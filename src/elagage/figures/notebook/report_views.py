"""What checks and contests came to, and pictures themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elagage.figures.notebook.html_parts import heading, paragraph, picture, table
from elagage.i18n import Message, _

if TYPE_CHECKING:
    from elagage.figures.scene.shapes import Scene

__all__ = ["draw_check", "draw_match", "draw_scene", "draw_tournament"]


def draw_check(report: Any) -> str:
    """What a sound game was seen to do, and what is odd."""
    games = Message("{n} game played, sound", "{n} games played, sound", count=report.games, n=report.games).text()
    rows = [
        (_("positions"), str(report.positions)),
        (_("games that ended"), str(report.ended)),
        (_("plies of the longest game"), str(report.longest)),
        (_("most moves in a position"), str(report.most_moves)),
        (_("every position looked at"), _("yes") if report.complete else _("no")),
    ]
    return heading(games) + table(rows, header=False) + "".join(paragraph(note.text()) for note in report.notes)


def draw_match(report: Any) -> str:
    """The figures of a match."""
    return heading(report.title) + table(report.rows(), header=False, text_columns=2)


def draw_tournament(report: Any) -> str:
    """The ratings and the cross table."""
    return table(report.standings(), text_columns=2) + table(report.cross())


def draw_scene(scene: Scene) -> str:
    """The picture."""
    return picture(scene)
