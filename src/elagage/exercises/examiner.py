"""Is a student's minimax, negamax or alpha-beta right?

It is run on hundreds of trees, and the smallest on which it errs is shown.

The file is run by ``student_runner.py`` in a process of its own, with limits of time and memory; JSON goes through
pipes, nothing is unpickled.

Functions: ``minimax``, ``min_max``, ``negamax``, ``alphabeta``, ``alpha_beta``, ``elagage`` ... The first parameter is
the node:

    minimax(arbre)  minimax(noeud, joueur_max)                       nested lists, a number is a leaf
    minimax(noeud, profondeur, joueur_max)  alphabeta(node, depth, alpha, beta, maximizing)
    negamax(noeud, profondeur, couleur)  negamax(noeud)              without a colour: leaves are the mover's
    minimax(position, profondeur)                                    with coups_possibles, joueur_courant, heuristique
    min_max(situation, profondeur, joueur)                           with PROGRAMME, ADVERSAIRE, eval, coeff
    minimax(p, s, H, L)  minimax_alphabeta(p, s, H, L, alpha, beta)  with the score's and heuristic's functions
    minimax(arbre, noeud, joueur_max)                                a dict of successors, {"n0": ["n1", "n2"], "n1": 5}

The functions and constants of a game (coups_possibles, eval(situation, joueur) ...) need not be defined.

Max is at the root. An answer is a number, or a pair with a number in it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from elagage.errors import LoadError
from elagage.exercises.solved_exercise import Exercise, Wanted, format_named_tree, make_exercise
from elagage.exercises.trial_trees import (
    Case,
    cases,
    estimates,
    height_of,
    literal,
    smaller_cases,
    truncate_tree,
    weight,
)
from elagage.i18n import _
from elagage.result import Number
from elagage.search.alphabeta import alphabeta
from elagage.search.minimax import minimax
from elagage.trace import Enter, Trace

__all__ = ["Verdict", "verify_file"]

BOOT = """
import sys, types
for name, folder in (("elagage", sys.argv[1]), ("elagage.exercises", sys.argv[2])):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [folder]
from elagage.exercises.student_runner import main
for name in [name for name in sys.modules if name.startswith("elagage")]:
    del sys.modules[name]
main()
"""
STYLES = ("auto", "lists", "game", "dict")
MOST_SHRINKS = 200


@dataclass(frozen=True)
class Failed:
    """What went wrong on a tree."""

    case: Case
    problem: str
    """'value', 'visits', 'early', 'type', 'exception', 'recursion', 'timeout' or 'crash'."""
    got: str = ""
    extra: tuple[int, ...] = ()
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """What is to be said of a student's file; ``verdict`` is 'right' or the kind of problem."""

    verdict: str
    sentence: str
    function: str = ""
    algorithm: str = ""
    style: str = ""
    trees: int = 0
    """How many trees were tried."""
    tree: str = ""
    """The smallest tree found on which the function errs."""
    depth: int | None = None
    expected: Number | None = None
    got: str = ""
    visited: tuple[str, ...] = ()
    """Nodes that were visited and should not have been (or the other way round if the verdict is 'early')."""
    notes: tuple[str, ...] = ()
    drawn: str = ""
    """The tree as it was searched: where the depth ends, the heuristic's value is a leaf."""

    @property
    def right(self) -> bool:
        """Is there nothing to say against it?"""
        return self.verdict == "right"

    def exercise(self, strict: bool = False) -> Exercise | None:
        """The tree found, solved by the algorithm, to be drawn."""
        if not self.tree:
            return None
        return make_exercise(self.drawn or self.tree, Wanted(self.algorithm or "minimax", strict=strict))


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
) -> Verdict:
    """Run a student's function against ours.

    ``limit`` is in seconds a tree, ``seconds`` all in all, ``memory`` in megabytes; ``strict``: cuts are asked for on α
    > β only.
    """
    file = Path(path)
    try:
        file.read_bytes()
    except FileNotFoundError:
        raise LoadError("There is no file {path}.", path=file) from None
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise LoadError("{path} can't be read: {problem}.", path=repr(str(file)), problem=problem) from None
    if style not in STYLES:
        raise LoadError("There is no style '{style}': choose one of {styles}.", style=style, styles=", ".join(STYLES))
    trial = Trial(file, function, style, strict, limit, memory, monotonic() + seconds)
    return trial.verdict(list(cases(trees, seed)))


@dataclass
class Trial:
    """One student's file and what is known of it."""

    path: Path
    asked: str
    style: str
    strict: bool
    limit: float
    memory: int
    end: float
    found: dict[str, Any] = field(default_factory=dict)
    player: int = 0
    place: int = 0
    """Where the value stands if the answer is a pair."""
    printed: bool = False
    killed: bool = False
    """Had a process to be ended?"""
    followed: bool = True
    """Could it be seen which nodes are visited?"""

    def verdict(self, trees: list[Case]) -> Verdict:
        """All of it: find the function, learn its conventions, try the trees, shrink the first that fails."""
        self.ask([])
        if "name" not in self.found:
            return self.report_unusable()
        if not self.found["depth"]:
            trees = [Case(case.tree, height_of(case.tree)) for case in trees]
        self.learn(trees[:40])
        failed = self.first_failure(trees)
        if failed is None:
            return self.praise(len(trees))
        return self.blame(self.shrink(failed), len(trees))

    def ask(self, trees: list[Case], player: int | None = None) -> list[dict[str, Any]]:
        """The answers for some trees, in order; fewer if the process had to be ended."""
        order = {
            "path": str(self.path.resolve()),
            "function": self.asked,
            "style": self.style,
            "limit": self.limit,
            "memory": self.memory,
            "player": self.player if player is None else player,
            "jobs": [
                {
                    "tree": case.tree,
                    "depth": case.depth,
                    "estimates": estimates(case.tree),
                    "visits": self.found.get("kind") == "alphabeta",
                }
                for case in trees
            ],
        }
        here = Path(__file__).resolve().parent
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ}
        process = subprocess.Popen(
            [sys.executable, "-I", "-B", "-X", "utf8", "-c", BOOT, str(here.parent), str(here)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=kept,
            start_new_session=True,
        )
        try:
            patience = min(max(self.end - monotonic(), 1.0), 4 * self.limit + 0.05 * len(trees) + 5)
            output = process.communicate(json.dumps(order).encode(), timeout=patience)[0]
        except subprocess.TimeoutExpired:
            self.killed = True
            output = end(process)
        except BaseException:
            end(process)
            raise
        answers = []
        for line in output.decode("utf-8", "replace").splitlines():
            try:
                answers.append(json.loads(line))
            except ValueError:
                break
        if not answers:
            answers = [{"problem": "crash"}]
        if not self.found:
            self.found = answers[0]
        if len(answers) > 1 and "printed" in answers[-1]:
            self.printed = self.printed or bool(answers.pop()["printed"])
        return answers[1:]

    def learn(self, trees: list[Case]) -> None:
        """Who is Max, and where the value stands in a pair: what agrees with ours most often."""
        known = [self.compute_answer(case) for case in trees]
        best = -1
        for player in range(self.found["players"]):
            answers = self.ask(trees, player)
            for place in range(2):
                right = sum(number_at(answer, place) == value for answer, value in zip(answers, known))
                if right > best:
                    best, self.player, self.place = right, player, place

    def compute_answer(self, case: Case) -> Number:
        return minimax(literal(case), depth=case.depth).value

    def first_failure(self, trees: list[Case]) -> Failed | None:
        """The first tree of these on which the function errs; a wrong value comes before a node too many."""
        self.killed = False
        answers = self.ask(trees)
        failures = [failed for case, answer in zip(trees, answers) if (failed := self.judge(case, answer)) is not None]
        if len(answers) < len(trees):
            failures.append(Failed(trees[len(answers)], "timeout" if self.killed else "crash"))
        soft = ("visits", "early")
        return next((failed for failed in failures if failed.problem not in soft), next(iter(failures), None))

    def judge(self, case: Case, answer: dict[str, Any]) -> Failed | None:
        if "problem" in answer:
            return Failed(case, str(answer["problem"]), detail=answer)
        value = number_at(answer, self.place)
        if value != self.compute_answer(case):
            return Failed(case, "value", str(value))
        if self.found["kind"] == "alphabeta" and answer.get("visited") is None:
            self.followed = False
        elif answer.get("visited") is not None:
            trace = Trace()
            alphabeta(literal(case), depth=case.depth, strict=self.strict, trace=trace)
            ours = {event.state.node for event in trace.events if isinstance(event, Enter)}
            extra = sorted(set(answer["visited"]) - ours)
            if extra:
                return Failed(case, "visits", str(value), tuple(extra))
            missing = sorted(ours - set(answer["visited"]))
            if missing and self.strict:
                return Failed(case, "early", str(value), tuple(missing))
        return None

    def shrink(self, failed: Failed) -> Failed:
        """The same failure on a smaller tree: branches are removed and values brought to 0 while it lasts."""
        rounds = 4 if failed.problem == "timeout" else MOST_SHRINKS
        self.limit = min(self.limit, 0.5)
        for _round in range(rounds):
            if monotonic() > self.end:
                break
            trees = smaller_cases(failed.case)[: 8 if failed.problem == "timeout" else 400]
            if not self.found["depth"]:
                trees = [Case(case.tree, height_of(case.tree)) for case in trees]
            answers = self.ask(trees)
            judged = (self.judge(case, answer) for case, answer in zip(trees, answers))
            again = next((other for other in judged if other is not None and other.problem == failed.problem), None)
            if again is None or weight(again.case) >= weight(failed.case):
                break
            failed = again
        return failed

    # In words

    def report_unusable(self) -> Verdict:
        """The file can't be run, or has no function for us."""
        found = self.found
        words = {key: found.get(key) for key in ("text", "line")}
        words |= {"path": self.path, "name": self.asked, "problem": exception_text(found)}
        texts: dict[str, str] = {
            "missing": _(
                "{path} has no function named minimax, negamax or alphabeta: give your function one of these names."
            ),
            "signature": _(
                "The parameter '{text}' of your function is unknown: use noeud, profondeur, alpha, beta, "
                "joueur_max, couleur, or node, depth, color."
            ),
            "syntax": _("{path} is not valid Python: {text} on line {line}."),
            "import": _("{path} fails when it is run, on line {line}: {problem}."),
            "import_timeout": _(
                "{path} does not end when it is run: put what follows the functions under if __name__ == '__main__'."
            ),
            "crash": _("{path} ends Python when it is run: look for an exit, or too much memory."),
        }
        if found.get("line") is None:
            texts["syntax"] = _("{path} is not valid Python: {text}.")
            texts["import"] = _("{path} fails when it is run: {problem}.")
        if found["problem"] == "missing" and self.asked:
            texts["missing"] = _("{path} has no function {name}: write it, or ask for another one.")
        return Verdict(found["problem"], texts[found["problem"]].format(**words))

    def notes(self) -> tuple[str, ...]:
        """What is worth telling besides."""
        return (_("The function prints while it runs; that is not needed."),) if self.printed else ()

    def praise(self, count: int) -> Verdict:
        """All trees were answered as they should be."""
        name, kind = self.found["name"], self.found["kind"]
        if kind == "alphabeta" and self.followed:
            text = _("{name} is right on all {count} trees, and visits no node that alpha-beta skips.")
        elif kind == "alphabeta":
            text = _("{name} is right on all {count} trees; which nodes it visits could not be followed.")
        else:
            text = _("{name} is right on all {count} trees.")
        return Verdict(
            "right", text.format(name=name, count=count), name, kind, self.found["style"], count, notes=self.notes()
        )

    def blame(self, failed: Failed, count: int) -> Verdict:
        tree = format_named_tree(failed.case.tree)
        labels = literal(failed.case).labels
        nodes = tuple(labels[number] for number in failed.extra)
        expected = self.compute_answer(failed.case)
        words = {
            "name": self.found["name"],
            "tree": tree,
            "expected": expected,
            "got": failed.got,
            "depth": failed.case.depth,
            "nodes": ", ".join(nodes),
            "seconds": f"{self.limit:g}",
            "text": failed.detail.get("text"),
            "line": failed.detail.get("line"),
            "problem": exception_text(failed.detail),
        }
        texts: dict[str, Callable[[], str]] = {
            "value": lambda: _("On {tree}, {name} gives {got} and the value is {expected}."),
            "visits": lambda: _("On {tree}, {name} gives the right value but visits {nodes}, which alpha-beta skips."),
            "early": lambda: _(
                "On {tree}, {name} gives the right value but skips {nodes}, which is not cut when α = β."
            ),
            "type": lambda: _("On {tree}, {name} gives {text}, which is no number: return the value."),
            "exception": lambda: _("On {tree}, {name} fails on line {line}: {problem}."),
            "recursion": lambda: _("On {tree}, {name} calls itself without end: stop at the leaves."),
            "timeout": lambda: _("On {tree}, {name} does not end within {seconds} s: look for a loop without end."),
            "crash": lambda: _("On {tree}, {name} ends Python itself: look for an exit, or too much memory."),
        }
        if failed.problem == "value" and failed.case.depth < height_of(failed.case.tree):
            guesses = zip((name for name in literal(failed.case).names if name), estimates(failed.case.tree))
            words["guesses"] = ", ".join(f"{name}: {guess}" for name, guess in list(guesses)[1:9])
            text = _(
                "On {tree} searched to depth {depth}, where the heuristic gives {guesses}, {name} gives {got} and "
                "the value is {expected}."
            )
        else:
            text = texts[failed.problem]()
            if failed.problem == "exception" and failed.detail.get("line") is None:
                text = _("On {tree}, {name} fails: {problem}.")
        return Verdict(
            failed.problem, text.format(**words), self.found["name"], self.found["kind"], self.found["style"], count,
            tree,
            failed.case.depth, expected, failed.got or str(failed.detail.get("text") or ""), nodes, self.notes(),
            format_named_tree(truncate_tree(failed.case.tree, failed.case.depth)),
        )  # fmt: skip


def end(process: subprocess.Popen[bytes]) -> bytes:
    """End the student's process and what it started; what it had written."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError, PermissionError):
        process.kill()
    try:
        return process.communicate(timeout=2)[0]
    except subprocess.TimeoutExpired as error:  # something of it has run away with the pipe
        return error.output or b""


def exception_text(detail: dict[str, Any]) -> str:
    """An exception and its words, if it has any."""
    return ": ".join(str(detail[key]) for key in ("kind", "text") if detail.get(key))


def number_at(answer: dict[str, Any], place: int) -> Any:
    """The number in an answer, at that place if there are several; None if there is none."""
    numbers = answer.get("numbers")
    if not isinstance(numbers, list):
        return None
    real = [number for number in numbers if isinstance(number, int | float)]
    return real[min(place, len(real) - 1)] if real else None
