"""A notebook for each page of the course, for Basthon, JupyterLite, Capytale and Jupyter.

    python tools/notebooks.py FOLDER

The page's Python becomes cells that can be run, with the answers that the page shows; the short commands on trees,
graphs and paths become cells too, which call the command line as a function; figures are inside. Whatever a page folds
away, solutions for the most part, stays folded and is not run. The first cell installs Élagage where that is needed.
"""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["make_notebook", "write_notebooks"]

ROOT = Path(__file__).resolve().parents[1]
COURSE = ROOT / "docs" / "course"
FOLDED = re.compile(r"^<details>.*?^</details>\n", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
PAGE = re.compile(r"\]\(([\w-]+)\.md(#[\w-]+)?\)")
OTHER = re.compile(r"(?<!!)\[([^\]]*)\]\((?![\w+]+:)[^)]*\.(?!ipynb)\w+(?:#[\w-]+)?\)")
"""A link to a file that a notebook has not beside it."""
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+\.svg)\)")
LIVE = ("board", "games", "graph", "path", "tree")
"""Commands that plain Python answers at once."""
WRITES = ("-o", "--output")
INSTALL = {
    "en": "Run this cell first: in a browser (Basthon, JupyterLite) it installs Élagage.",
    "fr": "Exécutez d'abord cette cellule : dans un navigateur (Basthon, JupyterLite), elle installe Élagage.",
}
SETUP = """import shlex
import sys

if sys.platform == "emscripten":
    import micropip

    await micropip.install(["elagage", "click", "rich"])


def elagage(line):
    \"\"\"Run a command of Élagage.\"\"\"
    from elagage.cli import main

    try:
        main([*shlex.split(line), "--lang", "LANGUAGE"])
    except SystemExit:
        pass
"""


def make_notebook(page: Path) -> dict[str, Any]:
    """The notebook of a page, as nbformat 4.5 has it."""
    language = "fr" if page.parent.name == "fr" else "en"
    text = page.read_text(encoding="utf-8")
    title, _line, rest = text.partition("\n")
    cells = [make_text(title, page), make_text(INSTALL[language], page)]
    cells.append(make_code(SETUP.replace("LANGUAGE", language)))
    start = 0
    for found in FOLDED.finditer(rest):
        cells += [*cut(rest[start : found.start()], page), make_text(found[0], page)]
        start = found.end()
    cells += cut(rest[start:], page)
    kept = [cell for cell in cells if cell["source"].strip()]
    for number, cell in enumerate(kept):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": kept, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def cut(text: str, page: Path) -> Iterator[dict[str, Any]]:
    """The cells of a part of a page that is not folded."""
    start = 0
    for found in BLOCK.finditer(text):
        cells = list(read_block(found[1], found[2]))
        if cells:
            yield make_text(text[start : found.start()], page)
            yield from cells
            start = found.end()
    yield make_text(text[start:], page)


def read_block(kind: str, content: str) -> Iterator[dict[str, Any]]:
    """The cells of a block; none if nothing of it can be run."""
    if kind in ("python", "pycon") and content.startswith(">>> "):
        yield from read_examples(content)
    elif kind == "python" and is_whole(content):
        yield make_code(content)
    elif content.startswith("$ elagage ") and all(is_live(command) for command, _output in read_commands(content)):
        for command, output in read_commands(content):
            shown = [{"output_type": "stream", "name": "stdout", "text": output + "\n"}] if output else []
            yield make_code(f"elagage({command.removeprefix('elagage ')!r})", shown)


def is_whole(content: str) -> bool:
    """Is it Python by itself, and not some lines out of the middle?"""
    try:
        compile(content, "block", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError:
        return False
    return True


def read_examples(content: str) -> Iterator[dict[str, Any]]:
    """What one would type, up to each answer."""
    typed: list[str] = []
    for example in doctest.DocTestParser().get_examples(content):
        typed.append(example.source)
        if example.want:
            data = {"text/plain": example.want.rstrip("\n")}
            printed = re.match(r"print\(|for |while |if ", example.source)
            shown: dict[str, Any] = (
                {"output_type": "stream", "name": "stdout", "text": example.want}
                if printed
                else {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None}
            )
            yield make_code("".join(typed), [shown])
            typed = []
    if typed:
        yield make_code("".join(typed))


def read_commands(content: str) -> Iterator[tuple[str, str]]:
    """Each command of a block and what it prints."""
    for part in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
        command, _line, output = part.partition("\n")
        yield command.partition("  #")[0].strip(), output.strip("\n")


def is_live(command: str) -> bool:
    """Can it be run where there is plain Python alone, and no file?"""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    named = [word for word in words[2:] if re.fullmatch(r"[\w/.-]+\.\w+", word)]
    return (
        words[0] == "elagage" and words[1] in LIVE and not named and not set(WRITES) & set(words) and "|" not in words
    )


def make_text(text: str, page: Path) -> dict[str, Any]:
    """A cell of text, whose figures are inside it, and whose links lead to the other notebooks or nowhere."""
    cell: dict[str, Any] = {"cell_type": "markdown", "metadata": {}, "source": ""}
    figures: dict[str, dict[str, str]] = {}

    def attach(found: re.Match[str]) -> str:
        file = (page.parent / found[2]).resolve()
        figures[file.name] = {"image/svg+xml": b64encode(file.read_bytes()).decode()}
        return f"![{found[1]}](attachment:{file.name})"

    linked = OTHER.sub(r"\1", PAGE.sub(r"](\1.ipynb)", PICTURE.sub(attach, text)))
    cell["source"] = linked.strip("\n")
    if figures:
        cell["attachments"] = figures
    return cell


def make_code(source: str, outputs: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """A cell of Python, with what it gives."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": outputs or [],
        "source": source.rstrip("\n"),
    }


def write_notebooks(folder: Path) -> list[Path]:
    """Write them all, the French ones into a folder of their own."""
    written = []
    for page in sorted(COURSE.rglob("[0-9]*.md")):
        path = folder / page.relative_to(COURSE).with_suffix(".ipynb")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(make_notebook(page), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    print(len(write_notebooks(Path(sys.argv[1]))), "notebooks")
