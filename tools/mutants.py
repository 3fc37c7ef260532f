"""Mutants of the core: small faults are put into one module at a time, and its tests must notice.

    make mutants                          a sample of each module, the same each time
    python tools/mutants.py --each 0      all of them
    python tools/mutants.py search/pvs.py --each 40 --seed 2

Each mutant is a process forked from one that has imported the libraries. It imports the package with the fault and
runs the module's tests, interpreted, until the first failure. A mutant that uses up its seconds of computing has been
noticed too. Survivors are printed as they are found; what is printed last is how many of how many died.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # read when numba is imported: nothing is compiled here

import hypothesis
import numba
import numpy
import pytest
import starlette.testclient

__all__ = ["MODULES", "main", "mutants_of"]

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "elagage"
LIBRARIES = (hypothesis, numba, numpy, starlette.testclient)
"""Imported once, before the mutants are forked."""
RULES = ("games/test_transcripts.py", "games/test_perft.py", "games/test_games.py", "games/test_every_game.py")
CHECKS = ("games/test_check.py", "games/test_check_notes.py")
SEARCHES = ("search/test_search.py", "search/test_search_edges.py", "search/test_courses.py")
KERNELS = ("interpreted/test_engine_kernels.py", "search/test_compiled_search.py")
MODULES: dict[str, tuple[str, ...]] = {
    "game.py": ("games/test_check.py", "games/test_games.py", "games/test_every_game.py"),
    "result.py": ("house/test_result.py",),
    "trace.py": ("search/test_search.py", "figures/test_trace_text.py"),
    "check/contract.py": CHECKS,
    "check/suspicions.py": CHECKS,
    "record.py": ("house/test_record.py",),
    "web/security.py": ("web/test_guard.py", "web/test_web_abuse.py"),
    "solvers/graph/attractors.py": ("solvers/test_graph.py",),
    "solvers/proof/proof_search.py": ("interpreted/test_proof_kernels.py",),
    "solvers/proof/proof_kernel.py": ("interpreted/test_proof_kernels.py",),
    "solvers/proof/proof_driver.py": ("interpreted/test_proof_kernels.py",),
    **{
        f"search/{name}.py": SEARCHES
        for name in ("minimax", "negamax", "memoised", "alphabeta", "deepening", "quiescence", "and_or", "pvs", "mtdf")
    },
    **{f"search/{name}.py": SEARCHES for name in ("search_common", "perft", "playouts", "mcts", "compare")},
    **{
        f"search/compiled/{name}.py": KERNELS
        for name in ("pvs", "quiescence", "ordering", "transposition_table", "alphabeta", "driver")
    },
    **{
        f"games/{name}.py": RULES
        for name in ("mnk", "connect4", "othello", "nim", "hexapawn", "kalah", "dots_and_boxes", "morris", "endings")
    },
}
"""What is mutated, and the tests that must notice, those that do so soonest first."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


def changes_of(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may become."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                changed = copy.deepcopy(node)
                changed.ops[place] = other()
                yield changed
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATIONS:
        changed_operation = copy.deepcopy(node)
        changed_operation.op = OPERATIONS[type(node.op)]()
        yield changed_operation
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Return) and node.value is not None and not is_as_good_as_none(node.value):
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Break):
        yield ast.Pass()


def is_as_good_as_none(value: ast.expr) -> bool:
    """Is this False, an empty text or None? Who asks whether it is true sees no difference."""
    return isinstance(value, ast.Constant) and (value.value is False or value.value is None or value.value == "")


def places_of(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Every place in a tree where something may be changed: not in annotations, in errors and in ``__all__``."""
    if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_comment", "slice") and not (
            field == "slice" and isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
        ):
            continue
        children = value if isinstance(value, list) else [value]
        for place, child in enumerate(children):
            if isinstance(node, ast.Compare) and isinstance(child, ast.Constant):
                continue  # the edge of a comparison is moved by its operator
            if isinstance(child, ast.AST):
                yield node, field, place if isinstance(value, list) else None
                yield from places_of(child)


def mutants_of(source: str) -> Iterator[tuple[int, str, str]]:
    """The mutants of a module: the line, what was there and became what, and the whole source."""
    tree = ast.parse(source)
    for node, field, place in list(places_of(tree)):
        holder = getattr(node, field)
        child = holder if place is None else holder[place]
        for changed in changes_of(child):
            ast.copy_location(changed, child)
            if place is None:
                setattr(node, field, changed)
            else:
                holder[place] = changed
            told = f"{ast.unparse(child)} -> {ast.unparse(changed)}"
            yield child.lineno, told, ast.unparse(ast.fix_missing_locations(tree))
            if place is None:
                setattr(node, field, child)
            else:
                holder[place] = child


class Loader(importlib.abc.Loader, importlib.abc.MetaPathFinder):
    """Imports one module from a source of ours."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self.name, self.path, self.source = name, path, source

    def find_spec(self, fullname: str, _path: Any, _target: Any = None) -> Any:
        """The module's place, if it is the one."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def exec_module(self, module: Any) -> None:
        """Run the source."""
        exec(compile(self.source, str(self.path), "exec"), module.__dict__)


def run(module: str, source: str | None, tests: tuple[str, ...], seconds: float) -> int:
    """Fork, run the tests with that source in the module's place; the process's number."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        quiet = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(quiet, descriptor)
        if source is not None:
            name = "elagage." + module.removesuffix(".py").replace("/", ".")
            sys.meta_path.insert(0, Loader(name, PACKAGE / module, source))
        words = [str(ROOT / "tests" / test) for test in tests]
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--hypothesis-profile=mutants"]
        twin = "twin and " if tests[0].startswith("interpreted") else ""
        code = int(pytest.main([*words, *options, "-m", f"{twin}not slow"]))
    finally:
        os._exit(code)


def finish(child: int, deadline: float) -> tuple[bool, float]:
    """Wait for a process: did its tests pass, and the seconds of computing that it took."""
    while True:
        done, status, usage = os.wait4(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > deadline:
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.02)
    return os.waitstatus_to_exitcode(status) == 0, usage.ru_utime + usage.ru_stime


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
    total = dead = 0
    for module in wanted.modules or MODULES:
        tests = MODULES[module]
        passed, usual = finish(run(module, None, tests, 3600), time.monotonic() + 3600)
        if not passed:
            sys.exit(f"{module}: its tests fail without any mutant; run {' '.join(tests)} with NUMBA_DISABLE_JIT=1")
        found = list(mutants_of((PACKAGE / module).read_text(encoding="utf-8")))
        if wanted.each and wanted.each < len(found):
            found = sorted(random.Random(f"{wanted.seed} {module}").sample(found, wanted.each))
        running: dict[Any, Any] = {}
        waiting, alive = found[::-1], 0
        while waiting or running:
            while waiting and len(running) < wanted.processes:
                mutant = waiting.pop()
                running[run(module, mutant[2], tests, 20 + 5 * usual)] = mutant, time.monotonic() + 1800 + 100 * usual
            for child in list(running):
                mutant, deadline = running.pop(child)
                survived, _seconds = finish(child, deadline)
                if survived:
                    alive += 1
                    print(f"  survives: {module}:{mutant[0]}: {mutant[1]}", flush=True)
                break
        total, dead = total + len(found), dead + len(found) - alive
        print(f"{module}: {len(found) - alive} of {len(found)} died ({usual:.0f} s a survivor)", flush=True)
    share = 100 * dead / max(1, total)
    print(f"{dead} of {total} mutants died: {share:.1f} %")
    sys.exit(share < wanted.at_least)


if __name__ == "__main__":
    main()
