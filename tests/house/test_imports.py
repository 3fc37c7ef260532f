"""Modules can be imported in any order: where folders use each other both ways, each one first."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import importlib, pkgutil, sys
import elagage.figures
names = [module.name for module in pkgutil.walk_packages(elagage.figures.__path__, "elagage.figures.")]
for name in names:
    for known in [known for known in sys.modules if known.split(".")[0] == "elagage"]:
        del sys.modules[known]
    importlib.import_module(name)
print(len(names))
"""


def test_each_module_of_the_figures_can_be_the_first():
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT / "src", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 30
