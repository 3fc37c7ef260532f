"""A notebook for each page of the course: whole, and its cells give what they show with plain Python alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

import pytest
from notebooks import COURSE, make_notebook, write_notebooks

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(COURSE.rglob("[0-9]*.md"))
BARE = ("click", "rich", "markdown-it-py", "mdurl", "pygments")
"""What a notebook in a browser has beside Élagage: the packages that its first cell installs."""
RUN = """
import ast, asyncio, io, json, sys
from contextlib import redirect_stdout
sys.path[:0] = json.loads(sys.argv[1])
def show(value):
    if value is not None:
        print(repr(value))
sys.displayhook = show
names = {"__name__": "__main__"}
for cell in json.load(sys.stdin):
    source = compile(cell["source"], "cell", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\\n")
    with redirect_stdout(printed):
        for statement in source.body:
            shown = isinstance(statement, ast.Expr)
            block = ast.Interactive([statement]) if shown else ast.Module([statement], [])
            code = compile(block, "cell", "single" if shown else "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            waiting = eval(code, names)
            if waiting is not None:
                asyncio.run(waiting)
    printed.flush()
    print(json.dumps(printed.buffer.getvalue().decode()))
assert not {"numpy", "numba", "llvmlite", "starlette"} & set(sys.modules)
"""


def packages(folder):
    """A folder with the packages of ``BARE`` alone."""
    for name in BARE:
        for file in files(name):
            if file.suffix == ".py" and not str(file).startswith(".."):
                path = folder / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(file.locate().read_bytes())
    return folder


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    return packages(tmp_path_factory.mktemp("bare"))


def outputs_of(cell):
    return "".join(shown.get("text") or shown["data"]["text/plain"] for shown in cell["outputs"])


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, id=str(page.relative_to(COURSE)), marks=[pytest.mark.slow] if page.parent.name == "fr" else []
        )
        for page in PAGES
    ],
)
def test_the_cells_give_what_they_show(page, bare):
    cells = [cell for cell in make_notebook(page)["cells"] if cell["cell_type"] == "code"]
    words = [sys.executable, "-I", "-S", "-X", "utf8", "-c", RUN, json.dumps([str(ROOT / "src"), str(bare)])]
    done = subprocess.run(words, input=json.dumps(cells), capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    for cell, text in zip(cells[1:], printed[1:], strict=True):
        if cell["outputs"] and "+ELLIPSIS" not in cell["source"] and "..." not in outputs_of(cell):
            assert plain(text) == plain(outputs_of(cell)), cell["source"]


def plain(text):
    """The words of a text, line by line: how a terminal sets a table does not matter."""
    lines = (" ".join(line.replace("─", " ").split()) for line in text.splitlines())
    return [line for line in lines if line and line != "<BLANKLINE>"]


def test_every_page_has_a_notebook_with_its_figures_inside(tmp_path):
    written = write_notebooks(tmp_path)
    assert len(written) == len(PAGES) >= 32
    for path in written:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
        idents = [cell["id"] for cell in notebook["cells"]]
        assert len(idents) == len(set(idents))
        for cell in notebook["cells"]:
            assert cell["source"]
            assert ".svg)" not in cell["source"] or "attachments" in cell
            assert not re.search(r"\]\([^):]*(figures/[^)]*\.svg|\.md)", cell["source"])
    runnable = [
        path.name
        for path in written
        if sum(c["cell_type"] == "code" for c in json.loads(path.read_text())["cells"]) > 1
    ]
    assert len(runnable) >= 24
