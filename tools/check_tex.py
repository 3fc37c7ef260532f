"""Do our LaTeX outputs compile? Writes figures and an exercise as TikZ and as forest source, and runs pdflatex on each.

make check-tex        needs Debian's texlive-latex-extra and texlive-pictures, so it is not part of make test
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TREE = "a=(b=(d=(1 4) e=(5 6)) c=(f=(2 1) g=(1 0)))"
WON = "(p=(p1=(V V) p2=(V V)) q=(c=(a=(D V D) b=(V V)) d=(V V)) r=(e=(x=(V D) y=(D D)) z=(V D)))"
OUTPUTS: dict[str, tuple[str, ...]] = {
    **{
        f"{algorithm}{ending}": ("tree", WON if algorithm == "and_or" else TREE, "--algorithm", algorithm)
        for algorithm in ("minimax", "memoised", "negamax", "alphabeta", "deepening", "and_or", "pvs", "mtdf")
        for ending in (".tex", ".forest.tex")
    },
    "quiescence.tex": ("tree", "othello", "--algorithm", "quiescence", "--depth", "1"),
    "mcts.tex": ("tree", "tictactoe", "--algorithm", "mcts", "--playouts", "60", "--limit", "30"),
    "boards.tex": ("tree", "tictactoe", "--position", "b2a1a2c2", "--depth", "1", "--boards"),
    "board.tex": ("board", "krk"),
    "grid.tex": ("path", "maze:21x15#3"),
    "exercise.tex": ("exercise", "--seed", "7", "--cuts", "3"),
}


def main() -> int:
    """Compile everything in both languages; the first lines of what pdflatex complains of are printed."""
    if shutil.which("pdflatex") is None:
        print("pdflatex was not found: apt-get install texlive-latex-extra texlive-pictures", file=sys.stderr)
        return 2
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for language in ("en", "fr"):
            for name, command in OUTPUTS.items():
                path = Path(folder) / language / name
                path.parent.mkdir(exist_ok=True)
                elagage = [sys.executable, "-m", "elagage", *command, "-o", str(path), "--lang", language]
                subprocess.run(elagage, check=True, capture_output=True)
                latex = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", path.name]
                done = subprocess.run(
                    latex, check=False, cwd=path.parent, capture_output=True, text=True, errors="replace"
                )
                good = done.returncode == 0
                failed += not good
                print(f"{language} {name:<24} {'compiles' if good else 'FAILS'}", flush=True)
                if not good:
                    complaints = [line for line in done.stdout.splitlines() if line.startswith(("!", "l."))]
                    print("   " + "\n   ".join(complaints[:4]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
