"""Names that look like HTML, scripts or TeX: pages, figures and sheets show them as they are, and nothing runs."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree

import pypdf
import pytest

from elagage import search
from elagage.exercises import Wanted, make_exercise
from elagage.figures.graphs.graph_page import graph_page
from elagage.figures.graphs.graph_scene import graph_scene
from elagage.figures.pages.quiz_page import quiz_page
from elagage.figures.pages.tree_page import tree_page
from elagage.figures.paths.path_steps import path_page
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.tikz import scene_tikz
from elagage.figures.sheets.exercise_files import exercise_tex
from elagage.figures.trees.tree_forest import tree_forest
from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes
from elagage.games.tree import Tree
from elagage.paths import PathTrace, astar
from elagage.paths.problems.roads import Network, Roads
from elagage.solvers.graph.graph_files import GameGraph
from elagage.solvers.graph.graph_regions import graph_regions
from elagage.trace import Trace

NAMES = (
    "<img/src=x/onerror=pwn``>",
    "</script><script>pwn``</script>",
    "<svg/onload=pwn``>",
    "javascript:pwn``",
    "\"'`&amp;]]>--><!--",
    "{name}%s{{0.x}}",
    "\\input{x}%#_^~$&",
)
"""Without spaces and brackets, so that every notation takes them; a name may be called like a function all the same."""
WATCH = "window.ran = 0; window.pwn = () => { window.ran += 1; }; window.alert = window.pwn;"


def hostile_tree():
    return Tree({"root": list(NAMES), **{name: [number, -number] for number, name in enumerate(NAMES)}})


def hostile_trace():
    trace = Trace()
    search.alphabeta(hostile_tree(), None, None, trace=trace)
    return trace


def hostile_graph():
    arcs = {name: [*NAMES[:number], "won"] for number, name in enumerate(NAMES)} | {"won": []}
    owner = {name: number % 2 for number, name in enumerate(NAMES)}
    return graph_regions(GameGraph(arcs, owner, {"won": 1}, {}), None, None)


def hostile_path():
    arcs = [(number, number + 1, 1.0) for number in range(len(NAMES) - 1)]
    problem = Roads(Network(NAMES, tuple(arcs), {}))
    problem.spec = f"roads:{NAMES[0]}"
    trace = PathTrace()
    return path_page(problem, trace, astar(problem, trace=trace))


def hostile_exercise():
    names = [name for name in NAMES if "=" not in name]
    text = " ".join(f"{name}=({number} {number + 3})" for number, name in enumerate(names))
    return make_exercise(f"root=({text})", Wanted())


PAGES = {
    "tree": lambda: tree_page(hostile_trace(), title=NAMES[1]),
    "graph": lambda: graph_page(*hostile_graph()),
    "path": hostile_path,
    "quiz": lambda: quiz_page(hostile_exercise(), lang="fr"),
    "svg": lambda: scene_svg(stack_scenes(tree_scenes(hostile_trace()))),
    "graph svg": lambda: scene_svg(graph_scene(*hostile_graph())),
}


@pytest.mark.parametrize("kind", PAGES)
def test_nothing_runs_and_names_are_shown_as_they_are(chrome, tmp_path, kind):
    path = tmp_path / ("figure.svg" if kind.endswith("svg") else "page.html")
    path.write_text(PAGES[kind](), encoding="utf-8")
    context = chrome.new_context()
    asked, errors = [], []
    try:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        page.goto(path.as_uri())
        for _step in range(12):
            page.keyboard.press("ArrowRight")
        assert page.evaluate("window.ran") == 0
        assert page.evaluate("document.querySelectorAll('img, [onerror], [onload], iframe').length") == 0
        shown = page.evaluate("document.documentElement.textContent")
    finally:
        context.close()
    assert (errors, asked) == ([], [path.as_uri()])
    names = [name for name in NAMES if kind != "quiz" or "=" not in name]
    for name in names:
        assert name in shown


def test_an_svg_holds_the_names_as_text_alone():
    for kind in ("svg", "graph svg"):
        root = ElementTree.fromstring(PAGES[kind]())
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert not tags & {"script", "img", "image", "foreignObject", "a"}
        assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]


def test_tex_runs_none_of_the_names():
    exercise = hostile_exercise()
    for source in (
        scene_tikz(stack_scenes(tree_scenes(hostile_trace()))),
        scene_tikz(graph_scene(*hostile_graph())),
        tree_forest(hostile_trace()),
        exercise_tex(exercise, True),
    ):
        assert "\\input" not in source
        written = re.sub(r"\\[a-zA-Z@]+|\\.", "", source)
        assert "{x}%#" not in written


def test_a_pdf_shows_the_names():
    content = scenes_pdf([stack_scenes(tree_scenes(hostile_trace()))], title=NAMES[0], lang="en")
    read = pypdf.PdfReader(io.BytesIO(content))
    text = "".join(page.extract_text() for page in read.pages).replace("\n", "")
    for name in NAMES:
        assert name in text
    assert not [part for page in read.pages for part in (page.get("/Annots") or [])]
    assert "/JavaScript" not in str(read.trailer)
