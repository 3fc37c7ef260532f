"""Mutants of the core: small faults are put into one module at a time, and its tests must notice.

    make mutants                          a sample of each module, the same each time
    python tools/mutants.py --each 0      all of them
    python tools/mutants.py search/pvs.py --each 40 --seed 2

A module's tests are run once, interpreted, to learn which of them come to which line and how long each takes. Each
mutant is then a process forked from one that has imported the libraries: it imports the package with the fault and runs
the tests that come to the line of the fault until one fails: first those that have noticed another fault of the module,
then the quickest. A test that computes far longer than without the fault has noticed it too; a fault on a line that no
test comes to survives. Survivors are printed as they are found; what is printed last is how many of how many died.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import importlib.abc
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # read when numba is imported: nothing is compiled here
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

import hypothesis
import numba
import numpy
import pytest
import starlette.testclient
from faults import Fault, faults_of, put_fault, put_probes

__all__ = ["MODULES", "main"]

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "elagage"
LIBRARIES = (hypothesis, numba, numpy, starlette.testclient)
"""Imported once, before the mutants are forked."""
MOST_SECONDS = 10.0
"""A test that computes longer than this, interpreted, is left out."""
RULES = (
    "games/test_transcripts.py",
    "games/test_perft.py::test_plain_counts",
    "games/test_parameters.py",
    "games/test_games.py",
    "games/test_solved_games.py",
    "games/test_cyclic_games.py",
    "games/test_explain.py",
    "games/test_every_game.py",
)
CHECKS = ("games/test_check.py", "games/test_check_notes.py")
SEARCHES = (
    "search/test_search.py",
    "search/test_probcut.py",
    "search/test_search_edges.py",
    "search/test_search_identities.py",
    "search/test_random_games.py",
    "search/test_courses.py",
)
KERNELS = ("interpreted/test_engine_kernels.py", "search/test_compiled_search.py", "search/test_node_counts.py")
MODULES: dict[str, tuple[str, ...]] = {
    "game.py": (
        "games/test_defaults.py",
        "search/test_exact.py",
        "games/test_check.py",
        "games/test_games.py",
        "games/test_every_game.py",
    ),
    "result.py": ("house/test_result.py",),
    "trace.py": (*SEARCHES, "figures/test_trace_text.py"),
    "check/contract.py": CHECKS,
    "check/suspicions.py": CHECKS,
    "record.py": ("house/test_record.py",),
    "web/security.py": ("web/test_guard.py", "web/test_web_abuse.py"),
    "web/request_fields.py": ("web/test_request_fields.py",),
    "solvers/graph/attractors.py": ("solvers/test_graph.py",),
    "solvers/exact/exact_kernel.py": ("interpreted/test_exact_kernels.py",),
    "solvers/exact/exact_driver.py": ("interpreted/test_exact_kernels.py",),
    "solvers/exact/exact_core.py": ("interpreted/test_exact_kernels.py",),
    "solvers/exact/exact_moves.py": ("interpreted/test_exact_kernels.py",),
    "solvers/exact/exact_values.py": ("interpreted/test_exact_kernels.py",),
    "solvers/exact_answers.py": ("solvers/test_exact_answers.py",),
    "solvers/proof/proof_search.py": ("interpreted/test_proof_kernels.py",),
    "solvers/proof/proof_kernel.py": ("interpreted/test_proof_kernels.py",),
    "solvers/proof/proof_driver.py": ("interpreted/test_proof_kernels.py",),
    **{
        f"search/{name}.py": SEARCHES
        for name in (
            "minimax",
            "negamax",
            "memoised",
            "alphabeta",
            "deepening",
            "quiescence",
            "and_or",
            "pvs",
            "mtdf",
            "probcut",
        )
    },
    **{f"search/{name}.py": SEARCHES for name in ("search_common", "perft", "playouts", "mcts", "compare")},
    **{f"search/compiled/{name}.py": KERNELS for name in ("pvs", "quiescence", "alphabeta", "driver")},
    "search/compiled/transposition_table.py": ("interpreted/test_transposition_table.py",),
    "search/compiled/ordering.py": ("interpreted/test_move_order.py",),
    **{
        f"games/{name}.py": RULES
        for name in ("mnk", "connect4", "othello", "nim", "hexapawn", "kalah", "dots_and_boxes", "morris", "endings")
    },
}
"""What is mutated, and the tests that must notice."""


class Loader(importlib.abc.Loader, importlib.abc.MetaPathFinder):
    """Imports one module after a change to it, with names that the change needs."""

    def __init__(self, module: str, change: Callable[[ast.Module], None], **names: Any) -> None:
        self.name, self.path, self.change, self.names = name_of(module), PACKAGE / module, change, names

    def find_spec(self, fullname: str, _path: Any, _target: Any = None) -> Any:
        """The module's place, if it is the one."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def exec_module(self, module: Any) -> None:
        """Change the source, and run it."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        self.change(tree)
        vars(module).update(self.names)
        exec(compile(tree, str(self.path), "exec"), vars(module))


def name_of(module: str) -> str:
    """``search/pvs.py`` as it is imported."""
    return "elagage." + module.removesuffix(".py").replace("/", ".")


def end_test(_number: int, _frame: Any) -> None:
    """A test has used up its time."""
    raise TimeoutError


@contextmanager
def limit_computing(seconds: float) -> Iterator[None]:
    """End with an error what computes longer."""
    signal.signal(signal.SIGPROF, end_test)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Watch:
    """A plugin of pytest that notes which lines of some modules each test comes to, and how long it takes."""

    def __init__(self, modules: list[str], notes: Path) -> None:
        self.touched: dict[str, set[int]] = {module: set() for module in modules}
        self.notes = notes
        self.tests: dict[str, tuple[float, dict[str, list[int]]]] = {}
        self.useless: set[str] = set()

    def prepare(self) -> None:
        """Import the modules: what runs then belongs to every test, and is noted as that of the test ''."""
        for module, lines in self.touched.items():
            sys.meta_path.insert(0, Loader(module, put_probes, __touch__=lines.add))
        for module in self.touched:
            importlib.import_module(name_of(module))
        self.note("", 0.0)

    def note(self, test: str, seconds: float) -> None:
        """Note what was touched since the last time as a test's."""
        self.tests[test] = seconds, {module: sorted(lines) for module, lines in self.touched.items()}
        for lines in self.touched.values():
            lines.clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Any:
        """Watch one test, its fixtures included."""
        before = sum(os.times()[:4])
        result = yield
        self.note(item.nodeid, sum(os.times()[:4]) - before)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Any:
        """End what takes long."""
        with limit_computing(MOST_SECONDS):
            return (yield)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A test that fails without any fault, since it needs the compiler, or too long without it, notices none."""
        if not report.passed:
            self.useless.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Hand the notes to the process that asked for them."""
        notes = {test: seen for test, seen in self.tests.items() if test not in self.useless}
        self.notes.write_text(json.dumps(notes), encoding="utf-8")


class Trial:
    """A plugin of pytest that puts a fault in and runs some tests only, in the order given, until one fails."""

    def __init__(self, loader: Loader, tests: dict[str, float], notes: Path) -> None:
        self.loader, self.notes, self.seconds = loader, notes, tests
        self.order = {test: place for place, test in enumerate(tests)}

    def prepare(self) -> None:
        """Have the module imported with its fault."""
        sys.meta_path.insert(0, self.loader)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Choose and sort."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order), key=lambda item: self.order[item.nodeid]
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: Any) -> Any:
        """A test that takes far longer than without the fault has noticed it."""
        with limit_computing(2 + 5 * self.seconds[item.nodeid]):
            return (yield)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Tell which test has noticed the fault."""
        if report.failed:
            self.notes.write_text(report.nodeid, encoding="utf-8")


def run(words: list[str], plugin: Watch | Trial, seconds: float) -> int:
    """Fork a process that runs tests; its number."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        signal.alarm(int(1800 + 20 * seconds))  # ends what waits and never computes
        quiet = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(quiet, descriptor)
        plugin.prepare()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # which is off in the background, and tests use it
        options = ["-q", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--hypothesis-profile=mutants"]
        code = int(pytest.main([*words, *options], plugins=[plugin]))
    finally:
        os._exit(code)


def wait() -> tuple[int, bool]:
    """Wait until a process ends, and end what it left behind: its number, and did its tests pass."""
    child, status = os.wait()
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return child, os.waitstatus_to_exitcode(status) == 0


@functools.cache
def watch(tests: tuple[str, ...]) -> dict[str, tuple[float, dict[str, list[int]]]]:
    """Run the tests of one or more modules: the seconds of each, and the lines of those modules that it came to."""
    modules = [module for module, wanted in MODULES.items() if wanted == tests]
    marked = "twin and not slow" if tests[0].startswith("interpreted") else "not slow"
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes.json"
        run([*(f"tests/{test}" for test in tests), "-m", marked], Watch(modules, notes), 3600)
        wait()
        if not notes.exists():
            sys.exit(f"{' '.join(tests)}: they can't be run interpreted; try them with NUMBA_DISABLE_JIT=1")
        return dict(json.loads(notes.read_text(encoding="utf-8")))


def survivors(module: str, faults: list[tuple[int, Fault]], processes: int) -> Iterator[tuple[Fault, str]]:
    """Run the mutants of a module that have these numbers: those that no test notices, and why."""
    tests = watch(MODULES[module])
    imported = tests[""][1][module]
    noticed: Counter[str] = Counter()
    running: dict[int, tuple[Fault, Path]] = {}
    waiting = faults[::-1]
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < processes:
                number, fault = waiting.pop()
                chosen = [test for test, (_time, seen) in tests.items() if fault.line in (*imported, *seen[module])]
                chosen = sorted(filter(None, chosen), key=lambda test: (-noticed[test], tests[test][0]))
                if not chosen:
                    yield fault, "never run"
                    continue
                files = sorted({test.partition("::")[0] for test in chosen})
                usual = {test: tests[test][0] for test in chosen}
                seconds = 20 + 5 * sum(usual.values())
                notes = Path(folder) / str(number)
                trial = Trial(Loader(module, functools.partial(put_fault, number=number)), usual, notes)
                running[run([*files, "-x"], trial, seconds)] = fault, notes
            if running:
                child, passed = wait()
                fault, notes = running.pop(child)
                noticed.update([notes.read_text(encoding="utf-8")] if notes.exists() else [])
                if passed:
                    yield fault, "survives"


def main() -> None:
    """Sample, run, tell."""
    parser = argparse.ArgumentParser(description="Mutants of the core: how many die?")
    parser.add_argument("modules", nargs="*", help="files below src/elagage; all of the core if none is named")
    parser.add_argument("--each", type=int, default=12, help="how many mutants of a module; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--at-least", type=float, default=85.0, help="fail if fewer per cent die")
    wanted = parser.parse_args()
    sys.path[:0] = [str(ROOT / "src")]
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        sys.pycache_prefix, sys.dont_write_bytecode = folder, False  # what has no fault is parsed once
        gc.freeze()  # and what was imported is looked through by no mutant
        share = run_all(wanted)
    sys.exit(share < wanted.at_least)


def run_all(wanted: argparse.Namespace) -> float:
    """Run the mutants of all modules that are wanted: how many per cent died."""
    total = dead = 0
    for module in wanted.modules or MODULES:
        faults = list(enumerate(faults_of(ast.parse((PACKAGE / module).read_text(encoding="utf-8")))))
        if wanted.each and wanted.each < len(faults):
            faults = sorted(random.Random(f"{wanted.seed} {module}").sample(faults, wanted.each))
        alive = 0
        for fault, why in survivors(module, faults, wanted.processes):
            alive += 1
            print(f"  {why}: {module}:{fault.line}: {fault.change}", flush=True)
        total, dead = total + len(faults), dead + len(faults) - alive
        print(f"{module}: {len(faults) - alive} of {len(faults)} died", flush=True)
    share = 100 * dead / max(1, total)
    print(f"{dead} of {total} mutants died: {share:.1f} %")
    return share


if __name__ == "__main__":
    main()
