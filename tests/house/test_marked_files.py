"""Native code that is kept is found again only if every file that it was made of is as it was."""

from __future__ import annotations

import ast
from pathlib import Path

from elagage.compiler.native.rules_mark import list_marked_files

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "elagage"


def test_every_kernel_and_every_constant_that_it_reads_is_in_the_mark():
    marked = set(list_marked_files())
    sources = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    kernels = [path for path, text in sources.items() if "\n@kernel" in text or "\n@entry" in text]
    assert len(kernels) > 20
    needed = set(kernels)
    for path in kernels:
        for node in ast.walk(ast.parse(sources[path])):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("elagage."):
                if any(name.name.isupper() for name in node.names):
                    needed.add((PACKAGE / "/".join(str(node.module).split(".")[1:])).with_suffix(".py"))
    assert sorted(needed - marked) == []
