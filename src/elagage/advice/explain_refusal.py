"""What stands in the way of native code, by the author's own line and with a rewrite beside it.

A reason is a ``CannotCompile``: why, in which rule, on which line. ``explain_refusal`` finds the line and the rewrite
for any of them, wherever it comes from; ``find_difference`` compares compiled rules with the same ones interpreted.
"""

from __future__ import annotations

import ast
import linecache
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from elagage.advice.rewrites import Rewrite, find_rewrite
from elagage.analysis import find_reason
from elagage.compiler import CannotCompile
from elagage.game import Game
from elagage.i18n import Message
from elagage.ways import game_as_written

__all__ = ["Advice", "explain_refusal", "find_difference"]


@dataclass(frozen=True)
class Advice:
    """Why a game is interpreted, where, and what to write instead."""

    sentence: Message
    path: str = ""
    line: int | None = None
    source: str = ""
    """The author's own line."""
    rewrite: Rewrite | None = None

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        rewrite = self.rewrite
        return {
            "reason": self.sentence.text(),
            "path": self.path,
            "line": self.line,
            "source": self.source,
            "advice": "" if rewrite is None else rewrite.advice.text(),
            "before": "" if rewrite is None else rewrite.before,
            "after": "" if rewrite is None else rewrite.after,
        }


def explain_refusal(
    game: Game[Any, Any], find: Callable[[Game[Any, Any]], CannotCompile | None] = find_reason
) -> Advice | None:
    """Why a game can only be interpreted, with the line and a rewrite; None if it compiles.

    ``find`` says the reason.
    """
    reason = find(game)
    if reason is None:
        return None
    path, line = find_place(game_as_written(game) or game, reason)
    source = linecache.getline(path, line).strip() if path and line else ""
    return Advice(reason.sentence(), path, line, source, find_rewrite(reason.message))


def find_place(game: Game[Any, Any], reason: CannotCompile) -> tuple[str, int | None]:
    """The author's file, and the line of a reason or the beginning of its rule; no line if it is not in that file."""
    path = getattr(reason, "path", "") or getattr(sys.modules.get(type(game).__module__), "__file__", "") or ""
    try:
        tree = ast.parse("".join(linecache.getlines(path)))
    except (SyntaxError, ValueError):
        return path, None
    rule = getattr(getattr(game, "written_" + reason.rule, None), "__name__", reason.rule)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == rule:
            if reason.line is None:
                return path, node.lineno
            if node.lineno <= reason.line <= (node.end_lineno or node.lineno):
                return path, reason.line
    return path, None


def find_difference(
    game: Game[Any, Any], samples: Sequence[tuple[Any, Any]], seconds: float = 5.0
) -> tuple[int, CannotCompile | None]:
    """On how many states each compiled rule was compared with the interpreted one, and where they differ first."""
    until = time.perf_counter() + seconds
    for widen in (1, 4):
        try:
            return compare_samples(game, samples, widen, until), None
        except CannotCompile as error:
            return 0, error
        except OverflowError:
            continue
    return 0, None


def compare_samples(game: Game[Any, Any], samples: Sequence[tuple[Any, Any]], widen: int, until: float) -> int:
    """How many states were compared; CannotCompile at the first difference, OverflowError if ints must be wider."""
    from elagage.compiler.link import link_rules, rules_as_written, state_as_written
    from elagage.compiler.native.compare_rules import compare_state
    from elagage.compiler.native.native_game import TooNarrow
    from elagage.compiler.workers import run_job
    from elagage.search.compiled.perft import perft_root

    native: Any = link_rules(game, widen).handle
    if not hasattr(native, "codes"):  # linked otherwise
        return 0
    written, halt = rules_as_written(game), [0]

    def compare_all() -> int:
        native.prepare_kernel(perft_root.function)
        code, desk = next(iter(native.codes.values())), native.take_desk()
        try:
            for number, (state, move) in enumerate(samples):
                if halt[0] or time.perf_counter() > until:
                    return number
                given = None if move is None else state_as_written(game, move)
                compare_state(written, code, desk, state_as_written(game, state), given)
        except TooNarrow:
            raise OverflowError from None
        finally:
            native.desks.append(desk)
        return len(samples)

    return run_job(compare_all, (), (halt, 0))
