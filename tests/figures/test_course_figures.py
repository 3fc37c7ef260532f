"""The figures of the course are what the searches draw now, byte for byte, and the pages show them all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from course_figures import FOLDER, draw_figures

COURSE = FOLDER.parent
FIGURES = dict(draw_figures())


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_a_figure_is_what_the_search_draws_now(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FIGURES[path], "run python tools/course_figures.py"


def test_the_pages_show_every_figure_and_no_other() -> None:
    shown = {
        (page.parent / name).resolve()
        for page in COURSE.rglob("*.md")
        for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    assert all(path.exists() for path in shown)
    assert {path.name for path in FIGURES} <= {path.name for path in shown}
