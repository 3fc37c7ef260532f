"""The pages of the course: what each opens with, that both languages say the same, and that links lead somewhere."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest

from elagage.figures.pages.pseudocode import NAMES, find_code, format_code
from elagage.figures.trees.tree_pseudocode import LISTINGS

ROOT = Path(__file__).resolve().parents[2]
COURSE = ROOT / "docs" / "course"
NUMBERED = sorted(path.name for path in COURSE.glob("[0-9]*.md"))
PAGES = [COURSE / name for name in NUMBERED] + [COURSE / "fr" / name for name in NUMBERED]
DOCUMENTS = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "README.fr.md"])
FENCE = re.compile(r"^(```+).*?^\1$", re.MULTILINE | re.DOTALL)
FUNCTIONS = re.compile(r"^```python\n(?!# \w+\.\w+\n)(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE_COMMAND = re.compile(r"^\$ elagage pseudocode (\w+)$", re.MULTILINE)


def page_id(path):
    return str(path.relative_to(ROOT))


def slugs(text):
    """The anchors of a page's headings, as GitHub makes them."""
    found = []
    for line in FENCE.sub("", text).splitlines():
        if heading := re.fullmatch(r"#+ (.*)", line):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).casefold()
            slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            found.append(slug if slug not in found else f"{slug}-{found.count(slug)}")
    return found


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_a_page_opens_with_pseudo_code_and_then_plain_functions(path):
    text = path.read_text(encoding="utf-8")
    opening = text.partition("\n## ")[2].partition("\n## ")[0]
    names = CODE_COMMAND.findall(opening)
    assert names
    language = "fr" if path.parent.name == "fr" else "en"
    for name in names:
        lines = format_code(find_code(name), language).replace("\u00a0", " ").splitlines()
        assert 8 <= len(lines) <= 17, name
        shown = [line.rstrip() for line in opening.replace("\u00a0", " ").splitlines()]
        start = shown.index(lines[0])
        assert shown[start : start + len(lines)] == lines
    block = opening.index("```text")
    functions = FUNCTIONS.search(opening, block)
    assert functions
    assert any(isinstance(node, ast.FunctionDef) for node in ast.parse(functions[1]).body)
    assert ">>> " in opening[functions.end() :]


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_plain_functions_need_the_standard_library_alone(path):
    for block in FUNCTIONS.findall(path.read_text(encoding="utf-8")):
        for node in ast.walk(ast.parse(block)):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            assert not [name for name in names if name.startswith("elagage")]


@pytest.mark.parametrize("name", NUMBERED)
def test_both_languages_have_the_same_parts(name):
    english, french = ((folder / name).read_text(encoding="utf-8") for folder in (COURSE, COURSE / "fr"))
    for part in (r"^## ", r"^```\w*$", r"^\*\*\d+\.\*\*", r"^\$ elagage (\w+)", r"^!\[", r"^\| ---"):
        assert len(re.findall(part, english, re.MULTILINE)) == len(re.findall(part, french, re.MULTILINE)), part
    shown = (re.findall(r"^!\[[^\]]+\]\(([^)]+)\)", text, re.MULTILINE) for text in (english, french))
    figures = [sorted(Path(name).name.replace(".fr.svg", ".svg") for name in names) for names in shown]
    assert figures[0] == figures[1]


def test_every_search_that_is_drawn_is_printed():
    assert {*LISTINGS, "alphabeta", "astar", "attractor"} <= set(NAMES)


@pytest.mark.parametrize("path", DOCUMENTS, ids=page_id)
def test_links_lead_to_files_and_headings_that_are_there(path):
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    for target in re.findall(r"(?<!\\)\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _hash, anchor = target.partition("#")
        page = (path.parent / name).resolve() if name else path
        assert page.exists(), target
        if anchor and page.suffix == ".md":
            assert anchor in slugs(page.read_text(encoding="utf-8")), target


@pytest.mark.parametrize("name", ["nothing", "minimax --strict"])
def test_a_name_that_is_no_algorithm_is_refused_in_a_sentence(name, run):
    code, _said, complaint = run("pseudocode", *name.split())
    assert code == 2
    assert complaint.strip()


ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| \[[^\]]+\]\(([^)]+)\) \| (?:`(.+)`)? \|$", re.MULTILINE)
SEEDS = {
    folder.name: ROW.findall((folder / "seeds.md").read_text(encoding="utf-8")) for folder in (COURSE, COURSE / "fr")
}
TRIED = sorted({command for row in SEEDS["course"] if (command := row[3])})


def test_the_table_of_the_five_documents_has_the_same_rows_in_both_languages():
    english, french = SEEDS["course"], SEEDS["fr"]
    assert len(english) >= 51
    assert [row[0] for row in english] == [str(number) for number in range(1, len(english) + 1)]
    assert [(row[0], row[2].partition("#")[0], row[3]) for row in english] == [
        (row[0], row[2].partition("#")[0], row[3]) for row in french
    ]
    for folder in (COURSE, COURSE / "fr"):  # every row of a table was read
        text = (folder / "seeds.md").read_text(encoding="utf-8")
        assert len(re.findall(r"^\| \d+ \|", text, re.MULTILINE)) == len(english)


def test_every_algorithm_of_the_course_is_in_the_table():
    pages = {row[2].partition("#")[0] for row in SEEDS["course"]}
    asked = ("01", "02", "03", "04", "05", "06", "07", "08", "09", "12", "13", "15", "16")
    assert {name for name in NUMBERED if name[:2] in asked} <= pages


@pytest.mark.parametrize("command", TRIED)
def test_a_command_of_the_table_runs(command, run):
    code, said, complaint = run(*shlex.split(command.replace("\\|", "|"))[1:])
    assert code == 0, complaint
    assert said.strip()
