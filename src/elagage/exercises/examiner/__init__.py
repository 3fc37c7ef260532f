"""Students' programs examined: run in a confined process, compared with right answers and with typical errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from elagage.errors import LoadError
from elagage.exercises.examiner.program_files import read_program
from elagage.exercises.examiner.program_trial import Examination, Options
from elagage.exercises.examiner.verdicts import Verdict

__all__ = ["STYLES", "Verdict", "verify_file"]

STYLES = ("auto", "lists", "game", "dict")


def verify_file(
    path: Path | str,
    *,
    function: str = "",
    style: str = "auto",
    strict: bool = False,
    trees: int = 300,
    seed: int = 0,
    limit: float = 2.0,
    seconds: float = 30.0,
    memory: int = 1024,
    ways: tuple[str, ...] = Options.ways,
    stopped: Callable[[], bool] = lambda: False,
) -> Verdict:
    """Run a student's function against ours.

    ``limit`` is in seconds a case, ``seconds`` all in all, ``memory`` in megabytes; ``strict``: cuts on α > β only.
    ``ways`` says how the program is confined, where the system can; ``stopped`` whether it is to stop.
    """
    from elagage.exercises.examiner.graph_trials import examine_graphs
    from elagage.exercises.examiner.heuristic_trial import examine_heuristic
    from elagage.exercises.examiner.reports import report_search, report_unusable

    if style not in STYLES:
        raise LoadError("There is no style '{style}': choose one of {styles}.", style=style, styles=", ".join(STYLES))
    file = Path(path)
    options = Options(function, style, strict, trees, seed, limit, seconds, memory, tuple(ways))
    exam = Examination(read_program(file), str(file), str(file.resolve().parent), options, stopped)
    exam.run()
    if "name" not in exam.found:
        return report_unusable(exam)
    if exam.found.get("kind") in ("minimax", "negamax", "alphabeta"):
        return report_search(exam)
    return examine_heuristic(exam) if exam.found.get("kind") == "heuristic" else examine_graphs(exam)
