"""The parts that views in a notebook are made of: tables, pictures, a frame to step in; styled by themselves alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from elagage.figures.scene.shapes import Scene
from elagage.figures.scene.svg import scene_svg

__all__ = ["beside", "fold", "frame", "heading", "paragraph", "picture", "table"]

CELL = "padding:.15em .7em;border-bottom:1px solid #8886;vertical-align:top"
FRAME_HEIGHT = 620


def heading(text: str) -> str:
    """The sentence that says what was found."""
    return f'<p style="margin:.2em 0;font-weight:600">{escape(text)}</p>'


def paragraph(text: str) -> str:
    """A smaller remark."""
    return f'<p style="margin:.2em 0;opacity:.8">{escape(text)}</p>' if text else ""


def table(rows: Iterable[Sequence[str]], header: bool = True, text_columns: int = 1) -> str:
    """A table whose first row is its header; the first columns are texts, the others numbers."""
    lines = []
    for number, row in enumerate(rows):
        tag = "th" if header and number == 0 else "td"
        cells = "".join(
            f'<{tag} style="{CELL};text-align:{"left" if column < text_columns else "right"}">{escape(cell)}</{tag}>'
            for column, cell in enumerate(row)
        )
        lines.append(f"<tr>{cells}</tr>")
    return f'<table style="border-collapse:collapse;margin:.3em 0">{"".join(lines)}</table>'


def picture(scene: Scene) -> str:
    """A scene, as wide as it is drawn or as there is room."""
    return scene_svg(scene).replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def beside(*parts: str) -> str:
    """Parts beside each other, below each other where there is no room."""
    inner = "".join(f"<div>{part}</div>" for part in parts if part)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1.2em;align-items:flex-start">{inner}</div>'


def frame(page: str) -> str:
    """A page that stands alone, inside the notebook: its scripts see nothing of what is around it."""
    style = f"width:100%;height:{FRAME_HEIGHT}px;border:1px solid #8886;background:#fff"
    return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escape(page)}"></iframe>'


def fold(summary: str, inner: str) -> str:
    """What is seen when it is asked for."""
    return f'<details style="margin:.3em 0"><summary>{escape(summary)}</summary>{inner}</details>'
