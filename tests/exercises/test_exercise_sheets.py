"""Exercises as files: the sheet has a blank tree and then a solved one, and the quiz knows what ``check`` says."""

from __future__ import annotations

import base64
import json
import math
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from io import BytesIO

import pytest
from patience import PATIENCE
from pypdf import PdfReader

from elagage.errors import FileError, LimitsError
from elagage.exercises import Wanted, generate, make_exercise
from elagage.exercises.answers import cut_edges, model
from elagage.exercises.mistakes import Submitted, check
from elagage.figures.pages.quiz_page import quiz_page
from elagage.figures.scene.shapes import Line, Text
from elagage.figures.sheets.exercise_files import write_exercise
from elagage.figures.sheets.exercise_pages import sheet_pages
from elagage.figures.sheets.exercise_tex import exercise_tex
from elagage.figures.sheets.exercise_trees import LEAST, blank_tree, parts, solution_tree, tree_scene
from elagage.figures.trees.step_table import whole_table
from elagage.result import format_number

ASKED = {
    "alphabeta": Wanted(depth=3, branching=2, cuts=2),
    "deep": Wanted(depth=4, branching=2, deep=True),
    "hard": Wanted(depth=3, branching=3, soft=False, cuts=4),
    "strict": Wanted(depth=3, branching=2, strict=True, cuts=1, first=1),
    "negamax": Wanted("negamax", depth=3, branching=(2, 3), low=-9, high=9),
    "minimax": Wanted("minimax", depth=3, branching=(2, 3)),
}


@pytest.fixture(scope="module", params=list(ASKED))
def exercise(request):
    return generate(ASKED[request.param], 7)


def texts(scene):
    return {shape.id: shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.text}


def written(tmp_path, exercise, ending, **options):
    path = tmp_path / f"sheet{ending}"
    write_exercise(path, exercise, lang=options.pop("lang", "en"), **options)
    return path.read_bytes()


# The trees


def test_the_blank_tree_has_every_node_and_no_answer(exercise):
    tree = blank_tree(exercise)
    scene = tree_scene(tree, True)
    found = texts(scene)
    assert len(tree[1]) == len(exercise.tree.children)
    for node in tree[1]:
        number, label = node.state.node, exercise.labels[node.state.node]
        assert found[f"m{node.name}"] == label
        if exercise.tree.children[number]:
            assert f"v{node.name}" not in found
        else:
            assert found[f"v{node.name}"] == format_number(exercise.tree.values[number])
        window = re.sub(r"\s", "", found.get(f"w{node.name}", ""))
        asked = exercise.wanted.algorithm == "alphabeta" and exercise.tree.children[number]
        assert window == ("[;]" if asked else "")
    assert not any(shape.id.startswith("k") for shape in scene.shapes)
    assert len({shape.style for shape in scene.shapes if isinstance(shape, Line)}) == 1


def test_the_solved_tree_has_values_bounds_windows_and_cuts(exercise):
    tree = solution_tree(exercise)
    scene = tree_scene(tree, False)
    found = texts(scene)
    answers = model(exercise)
    assert len(tree[1]) == len(answers)
    for node in tree[1]:
        answer = answers[exercise.labels[node.state.node]]
        assert node.skipped != answer.visited
        if answer.visited:
            sign = {"exact": "", "lower": "≥ ", "upper": "≤ "}[answer.bound]
            assert found[f"v{node.name}"] == sign + format_number(answer.value)
            if exercise.wanted.algorithm == "alphabeta" and not answer.leaf:
                assert found[f"w{node.name}"] == f"[{format_number(answer.alpha)} ; {format_number(answer.beta)}]"
    marks = [shape for shape in scene.shapes if isinstance(shape, Line) and shape.id.startswith("k")]
    assert len(marks) == len(cut_edges(exercise))


def test_a_wide_tree_comes_in_parts_that_hold_each_node():
    exercise = generate(Wanted(depth=4, branching=3), 3)
    trace, nodes = blank_tree(exercise)

    def fits(part):
        return tree_scene((trace, part), True).width * LEAST <= 758

    assert not fits(nodes)
    found = parts(nodes, fits)
    assert len(found) == 4
    roots = [exercise.labels[part[0].state.node] for part in found]
    assert roots == ["a", "b", "c", "d"]
    assert {node.state.node for part in found for node in part} == set(range(len(nodes)))
    for part in found:
        assert part[0].parent == -1
        for number, node in enumerate(part):
            assert all(part[child].parent == number and part[child].row == node.row + 1 for child in node.children)
    with pytest.raises(LimitsError, match="too wide"):
        parts(nodes, lambda part: False)


# The files


def test_pdf(exercise, tmp_path):
    content = written(tmp_path, exercise, ".pdf")
    pdf = PdfReader(BytesIO(content))
    asked = PdfReader(BytesIO(written(tmp_path, exercise, ".pdf", solution=False)))
    assert len(asked.pages) == 1
    assert 2 <= len(pdf.pages) <= 4
    sizes = {tuple(round(float(side)) for side in page.mediabox[2:]) for page in pdf.pages}
    assert sizes in ({(595, 842)}, {(842, 595)})
    first, rest = pdf.pages[0].extract_text(), "\n".join(page.extract_text() for page in pdf.pages[1:])
    assert "Exercise 7" in first
    assert "Name:" in first
    assert "Solution" not in first
    assert "Solution" in rest
    assert asked.pages[0].extract_text().split("\n")[:4] == first.split("\n")[:4]
    for row in whole_table(exercise.trace)[1:]:
        assert str(row[2]) in rest
    for edge in cut_edges(exercise):
        assert "-".join(edge) in rest
    for page in pdf.pages:
        for font in page["/Resources"]["/Font"].values():
            kinds = font.get_object()["/DescendantFonts"]
            assert all("/FontFile2" in kind.get_object()["/FontDescriptor"] for kind in kinds)
    assert content == written(tmp_path, exercise, ".pdf")


def test_letters_are_large_enough_and_on_the_page(exercise):
    for page in sheet_pages(exercise, True):
        for shape in page.shapes:
            if isinstance(shape, Text) and shape.text.strip():
                assert shape.size >= 5.99
                assert 0 < shape.x < page.width
                assert 0 < shape.y < page.height - 20
    assert len(sheet_pages(exercise, True, endless=True)) == 2


def test_svg(exercise, tmp_path):
    root = ET.fromstring(written(tmp_path, exercise, ".svg"))
    names = [item.get("id") for item in root.iter() if item.get("id")]
    assert len(names) == len(set(names))
    assert any(name.startswith("answer-n") for name in names)
    shown = "".join(root.itertext())
    assert "Exercise 7" in shown
    assert "Solution" in shown
    assert "Solution" not in written(tmp_path, exercise, ".svg", solution=False).decode()


def test_tex(exercise, tmp_path):
    text = written(tmp_path, exercise, ".tex").decode()
    assert text.count("{") - text.count("\\{") == text.count("}") - text.count("\\}")
    begun, ended = re.findall(r"\\begin\{(\w+)\}", text), re.findall(r"\\end\{(\w+)\}", text)
    assert sorted(begun) == sorted(ended)
    assert begun.count("tikzpicture") == 2
    table = text[text.index(r"\begin{longtable}") : text.index(r"\end{longtable}")]
    assert table.count(r"\\") == len(whole_table(exercise.trace))
    assert "longtable}{" not in exercise_tex(exercise, False)
    if shutil.which("pdflatex") and exercise.wanted.deep:
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"],
            cwd=tmp_path, capture_output=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-2000:]
        assert b"Overfull" not in done.stdout


def test_french_and_odd_files(tmp_path):
    exercise = generate(ASKED["alphabeta"], 7)
    pages = PdfReader(BytesIO(written(tmp_path, exercise, ".pdf", lang="fr"))).pages
    assert "Exercice 7" in pages[0].extract_text()
    assert "Corrigé" in pages[1].extract_text()
    with pytest.raises(FileError, match="end its name"):
        write_exercise(tmp_path / "sheet.doc", exercise, lang="en")
    small = make_exercise("5", Wanted("minimax"))
    for ending in (".pdf", ".svg", ".tex", ".html"):
        assert written(tmp_path, small, ending)
    infinite = make_exercise("a=(b=(inf -inf) c=(2.5 3))", Wanted())
    for ending in (".pdf", ".svg", ".tex", ".html"):
        assert written(tmp_path, infinite, ending)


def command(*words):
    return subprocess.run(
        [sys.executable, "-m", "elagage", *map(str, words), "--lang", "en"],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip


def test_the_commands_write_them(tmp_path):
    for ending in ("pdf", "svg", "tex", "html"):
        path = tmp_path / f"e.{ending}"
        done = command("exercise", "--seed", 7, "--cuts", 2, "-o", path)
        assert (done.returncode, done.stderr) == (0, "")
        assert path.stat().st_size > 5000


WRONG = """
def minimax(tree, maximise):
    if not isinstance(tree, list):
        return tree
    return max(minimax(branch, not maximise) for branch in tree)
"""


def test_the_tree_on_which_a_function_errs_is_drawn(tmp_path):
    program = tmp_path / "mine.py"
    program.write_text(WRONG)
    for ending in ("svg", "pdf", "tex", "html", "txt"):
        path = tmp_path / f"v.{ending}"
        done = command("verify", program, "-o", path)
        assert done.returncode == 1, done.stderr
        assert path.stat().st_size > 100
    shown = "".join(ET.fromstring((tmp_path / "v.svg").read_bytes()).itertext())
    assert "minimax gives" in shown


def test_nodes_that_should_not_be_visited_are_ringed():
    from elagage.figures.scene.shapes import Disc
    from elagage.figures.sheets.verdict_figure import verdict_scene

    exercise = make_exercise("a=(0 b=(0 0))", Wanted())
    rings = [shape for shape in verdict_scene(exercise, ["It errs."], ["b.2"]).shapes if isinstance(shape, Disc)]
    assert len(rings) == 1
    assert not [shape for shape in verdict_scene(exercise, ["It errs."]).shapes if isinstance(shape, Disc)]


# The quiz: its own rules in Python, on what the page holds


def held(exercise, lang="en"):
    page = quiz_page(exercise, lang=lang)
    data = json.loads(re.search(r'id="q-data">(.*?)</script>', page, re.S)[1])
    return data, json.loads(base64.b64decode(data["kept"]))


def number(text):
    return {"+∞": math.inf, "-∞": -math.inf}.get(text) or float(text) if "∞" in text else float(text)


def first_error(known, submitted, bounds):
    """What the page's program does."""
    tables = {"alpha": submitted.alphas, "beta": submitted.betas, "value": submitted.values}
    for one in known["checks"]:
        kind, label = one["kind"], one["node"]
        if kind in tables:
            wrong = tables[kind].get(label) != number(one["right"])
        elif kind == "bound":
            wrong = bounds.get(label, "=") not in (one["right"], one.get("also"))
        elif kind == "never":
            wrong = label in tables[one["part"]]
        else:
            wrong = ((label, one["branch"]) in submitted.cuts) != (kind == "cut")
        if wrong:
            return one
    return None


def right_answers(exercise):
    answers = [answer for answer in model(exercise).values() if not answer.leaf and answer.visited]
    windowed = exercise.wanted.algorithm == "alphabeta"
    submitted = Submitted(
        {answer.label: answer.value for answer in answers},
        {answer.label: answer.alpha for answer in answers} if windowed else None,
        {answer.label: answer.beta for answer in answers} if windowed else None,
        set(cut_edges(exercise)) if windowed else None,
    )
    signs = {"exact": "=", "lower": "≥", "upper": "≤"}
    return submitted, {answer.label: signs[answer.bound] for answer in answers}


def changes(exercise, submitted):
    """The right answers with one thing changed."""
    for name in ("values", "alphas", "betas"):
        table = getattr(submitted, name)
        for label in table or ():
            other = 3 if math.isinf(table[label]) else table[label] + 1
            yield replace(submitted, **{name: {**table, label: other}})
    for answer in model(exercise).values():
        if not answer.leaf and not answer.visited:
            yield replace(submitted, values={**submitted.values, answer.label: 0})
            yield replace(submitted, alphas={**submitted.alphas, answer.label: 0})
            yield replace(submitted, betas={**submitted.betas, answer.label: 0})
        if answer.parent is not None and submitted.cuts is not None:
            yield replace(submitted, cuts=submitted.cuts ^ {(answer.parent, answer.label)})


def test_the_quiz_takes_the_solution_and_explains_each_change(exercise):
    _data, known = held(exercise)
    submitted, bounds = right_answers(exercise)
    assert check(exercise, submitted) == []
    assert first_error(known, submitted, bounds) is None
    seen = 0
    for changed in changes(exercise, submitted):
        mistakes = check(exercise, changed)
        error = first_error(known, changed, bounds)
        assert (error and error["en"]) == (mistakes[0].sentence if mistakes else None)
        seen += bool(mistakes)
    assert seen >= len(bounds)


def test_the_quiz_explains_bounds_in_both_languages():
    exercise = generate(ASKED["alphabeta"], 7)
    _data, known = held(exercise)
    submitted, bounds = right_answers(exercise)
    assert set(bounds.values()) > {"="}
    for label, sign in bounds.items():
        if label == "a":
            continue
        error = first_error(known, submitted, {**bounds, label: "≤" if sign != "≤" else "≥"})
        assert error["kind"] == "bound"
        assert f"Node {label}: write {sign} {format_number(submitted.values[label])}" in error["en"]
        assert error["fr"]


def test_the_quiz_hides_its_answers_and_needs_nothing(exercise):
    page = quiz_page(exercise, lang="fr")
    data, known = held(exercise, "fr")
    assert data["lang"] == "fr"
    assert '<html lang="fr">' in page
    assert "default-src 'none'" in page
    assert not re.search(r'(src|href)="', page)
    for one in known["checks"]:
        assert one["en"] not in page
        assert one["fr"] not in page
    assert known["steps"]["en"][0][0] == "step"
    assert known["steps"]["fr"][0][0] == "étape"
    labels = {node["label"] for node in data["nodes"]}
    assert labels == {answer.label for answer in model(exercise).values() if not answer.leaf}
    for node in data["nodes"]:
        assert f'id="n{node["name"]}"' in page
        assert f'id="v{node["name"]}"' in page
        for _branch, name in node["branches"]:
            assert f'id="e{name}"' in page
            assert (f'id="k{name}"' in page) == data["windowed"]
