"""The walk of one call through the rooms: it stays short, and the design page tells it as it is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ["analyse", "othello", "--depth", "8"]
MOST = 33
"""About half of the 63 modules that the walk touched before the rooms were sorted."""


def test_the_design_page_names_the_modules_of_an_analysis_in_order():
    for _time in range(2):  # the first may compile
        done = subprocess.run(
            [sys.executable, "tools/walk.py", *COMMAND], cwd=ROOT, capture_output=True, text=True, check=True
        )
    walked = [line.split()[1] for line in done.stdout.splitlines()]
    assert walked[-1].startswith("elagage.")
    assert len(walked) <= MOST
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    section = page[page.index("## The walk of one call") :]
    section = section[: section.index("\n## ", 10)]
    named = re.findall(r"^\d+\. `([\w/]+)(?:\.py)?`", section, re.MULTILINE)
    assert [name.replace("/", ".") for name in named] == [name.removeprefix("elagage.") for name in walked]
