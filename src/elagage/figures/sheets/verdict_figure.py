"""The tree on which a student's function errs, as a figure: what is wrong in words,
and below it the tree as the algorithm solves it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from elagage.exercises.solved_exercise import Exercise
from elagage.figures.pages.tree_page import tree_page
from elagage.figures.scene.scene_files import write_scene
from elagage.figures.scene.shapes import Disc, Polygon, Rect, Scene, Style, Text
from elagage.figures.sheets.exercise_trees import solution_tree, tree_scene
from elagage.figures.sheets.page_writer import wrap_text
from elagage.i18n import _, use_language
from elagage.record import write_file

__all__ = ["verdict_scene", "write_verdict"]

WIDE, SIZE, EDGE = 420.0, 10.0, 14.0
RING = Style(stroke="#B3261E", width=1.6, dash=(4.0, 2.0))


def verdict_scene(exercise: Exercise, sentences: Sequence[str], visited: Collection[str] = ()) -> Scene:
    """The figure; the nodes named in ``visited`` have a dashed ring."""
    trace, nodes = solution_tree(exercise)
    tree = tree_scene((trace, nodes), False)
    lines = [line for text in sentences for line in wrap_text(text, SIZE, max(WIDE, tree.width - 2 * EDGE))]
    head = EDGE + len(lines) * SIZE * 1.45
    scene = Scene(max(tree.width, WIDE + 2 * EDGE), head + tree.height, _("The tree on which the function errs"))
    for number, line in enumerate(lines, 1):
        scene.add(
            Text(EDGE, EDGE + (number * 1.45 - 0.4) * SIZE, line, SIZE, "start", bold=number == 1 and len(lines) == 1)
        )
    ringed = {
        ("s" if node.skipped else "n") + node.name for node in nodes if exercise.labels[node.state.node] in visited
    }
    scene.place(tree, (scene.width - tree.width) / 2, head)
    for shape in list(scene.shapes):
        if isinstance(shape, Polygon | Rect) and shape.id in ringed:
            scene.add(ring(shape))
    return scene


def ring(shape: Polygon | Rect) -> Disc:
    points = (
        ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
        if isinstance(shape, Rect)
        else shape.points
    )
    left, right = min(x for x, _y in points), max(x for x, _y in points)
    top, bottom = min(y for _x, y in points), max(y for _x, y in points)
    return Disc((left + right) / 2, (top + bottom) / 2, max(right - left, bottom - top) / 2 + 4, style=RING)


def write_verdict(
    path: Path, exercise: Exercise, sentences: Sequence[str], visited: Collection[str] = (), *, lang: str
) -> None:
    """Write the figure (.svg, .png, .pdf, .tex), or the search as a page that is stepped through (.html)."""
    with use_language(lang):
        if path.suffix.lower() == ".html":
            write_file(path, tree_page(exercise.trace, lang=lang, leaves=True).encode())
        else:
            title = _("The tree on which the function errs")
            write_scene(path, verdict_scene(exercise, sentences, visited), title=title, lang=lang)
