"""The report of learning as a page that stands alone: the picture, and its generations as a table."""

from __future__ import annotations

from html import escape

from elagage.figures.plots.learning_report import format_elo, learning_scene
from elagage.figures.scene.svg import scene_svg
from elagage.i18n import _, current_language
from elagage.learn.report_values import LearningReport

__all__ = ["report_page"]

CSS = """
body{font:16px/1.45 "DejaVu Sans",Arial,sans-serif;color:#222;background:#fff;margin:1.5rem auto;max-width:60rem;
padding:0 1rem}
svg{width:100%;height:auto}table{border-collapse:collapse;margin:1rem 0}
th,td{padding:.25rem .8rem;border-bottom:1px solid #d5dae1;text-align:right}
caption{text-align:left;font-weight:bold;padding:.3rem 0}
"""


def report_page(report: LearningReport) -> str:
    """The page, in the current language."""
    scene = learning_scene(report)
    heads = (_("generation"), "Elo", _("from"), _("to"), _("error"), _("kept"))
    rows = [
        (str(one.number), format_elo(one.value), format_elo(one.low), format_elo(one.high), f"{one.error:.3f}",
         _("yes") if one.kept else _("no"))
        for one in report.generations
    ]  # fmt: skip
    table = ""
    if rows:
        head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        table = (
            f"<table><caption>{escape(_('Elo over no heuristic, with its interval'))}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )
    return (
        f'<!doctype html>\n<html lang="{current_language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(scene.title)}</title><style>{CSS}</style></head>\n"
        f"<body><main><h1>{escape(scene.title)}</h1>\n{scene_svg(scene)}{table}</main></body></html>\n"
    )
