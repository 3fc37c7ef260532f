"""A scene as a PNG picture, by the package resvg-py.

No font is taken from the machine, so the picture is the same everywhere.
"""

from __future__ import annotations

import math

from elagage.errors import IN_BROWSER, FileError, LimitsError
from elagage.figures.scene.shapes import Scene
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.text_metrics import FONT_FILES

__all__ = ["MOST_PIXELS", "make_package_error", "scene_png"]

MOST_PIXELS = 100_000_000
"""A larger picture is refused: it would take 400 MB to paint, and most programs would not show it."""


def scene_png(scene: Scene, scale: float = 2.0) -> bytes:
    """The picture, with ``scale`` pixels to the point; its sides are whole points."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise make_package_error() from None
    whole = Scene(math.ceil(scene.width) or 1, math.ceil(scene.height) or 1, scene.title, scene.shapes)
    width, height = round(whole.width * scale), round(whole.height * scale)
    if width * height > MOST_PIXELS:
        raise LimitsError(
            "The picture would be {width} × {height} pixels large, which is too much: write it as .svg or .pdf.",
            width=width,
            height=height,
        )
    picture = svg_to_bytes(
        svg_string=scene_svg(whole),
        skip_system_fonts=True,
        zoom=scale,
        font_files=[str(path) for path in FONT_FILES.values()],
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
    return bytes(picture)


def make_package_error() -> FileError:
    """The error for a picture that needs packages which are not there."""
    return FileError(
        "PNG and PDF files can't be made inside a browser: write the figure as .svg or .tex."
        if IN_BROWSER
        else "PNG and PDF files need the packages resvg-py and fpdf2: pip install resvg-py fpdf2."
    )
