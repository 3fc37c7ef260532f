"""Pictures read values and compute nothing: what figures/ may import, and that drawing an exercise searches nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import elagage
from elagage import figures
from elagage.exercises.generate import generate
from elagage.exercises.solved_exercise import ALGORITHMS, Wanted
from elagage.figures.sheets.exercise_trees import blank_tree, solution_tree
from elagage.trace import Enter, Trace

FIGURES = Path(elagage.__file__).parent / "figures"
VALUES = (
    "elagage.figures", "elagage.trace", "elagage.result", "elagage.game", "elagage.games.tree", "elagage.games.spoken",
    "elagage.i18n", "elagage.learn.report_values", "elagage.question",
    "elagage.errors", "elagage.lazy", "elagage.record", "elagage.paths.problem", "elagage.paths.problems",
    "elagage.paths.path_result", "elagage.exercises.solved_exercise", "elagage.exercises.answers",
    "elagage.exercises.solution_text", "elagage.exercises.mistakes", "elagage.exercises.papers",
    "elagage.exercises.posed", "elagage.exercises.question_json", "elagage.exercises.questions",
)  # fmt: skip
"""The rooms and modules that hold what is drawn, and the writing of files."""


def imported(path: Path) -> set[str]:
    """The modules of ours that a file imports, at its head or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(str(node.module))
        elif isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
    return {name for name in found if name.split(".")[0] == "elagage"}


@pytest.mark.parametrize("path", sorted(FIGURES.rglob("*.py")), ids=lambda path: path.name)
def test_figures_import_values_alone(path):
    strange = {name for name in imported(path) if not any(f"{name}.".startswith(f"{value}.") for value in VALUES)}
    assert strange == set()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_exercise_holds_all_that_its_pictures_show(algorithm, monkeypatch):
    exercise = generate(Wanted(algorithm, depth=3, branching=3), seed=4)
    visited = [event.state for event in exercise.walk.events if isinstance(event, Enter)]
    assert len(set(visited)) == len(visited) == len(exercise.tree.children)

    def searched(*_words):
        raise AssertionError("a picture searches")

    monkeypatch.setattr(Trace, "_add", searched)  # every search with a trace goes through it
    blank, solved = blank_tree(exercise)[1], solution_tree(exercise)[1]
    assert len(blank) == len(exercise.tree.children)
    assert len(solved) >= exercise.nodes


def test_every_name_of_the_room_is_there_and_documented():
    page = (Path(__file__).parents[2] / "docs/reference/library.md").read_text(encoding="utf-8")
    section = page.split("## `elagage.figures`")[1].split("\n## ")[0]
    for name in figures.__all__:
        value = getattr(figures, name)
        assert callable(value)
        assert value.__module__.startswith("elagage.figures")
        assert name in section, name
    assert set(figures.__all__) <= set(dir(figures))
    with pytest.raises(AttributeError):
        getattr(figures, "nothing")  # noqa: B009


def test_the_room_is_opened_without_what_is_heavy():
    heavy = ("fpdf", "resvg_py", "elagage.figures.pages", "elagage.figures.scene.pdf", "elagage.exercises", "numpy")
    words = f"import sys, elagage.figures; print([name for name in {heavy!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


@pytest.mark.parametrize(("ending", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("tex", b"")])
def test_a_script_writes_a_picture_in_two_lines(tmp_path, ending, start):
    trace = Trace()
    elagage.search.alphabeta(elagage.load("((5 6) (7 4 5) (3))"), trace=trace)
    figures.write_scene(f"{tmp_path}/tree.{ending}", figures.tree_scenes(trace))
    assert (tmp_path / f"tree.{ending}").read_bytes().startswith(start)
