"""Is a student's program right? It is tried on hundreds of worlds, and the smallest on which it errs is shown.

Functions: ``minimax``, ``min_max``, ``negamax``, ``alphabeta``, ``elagage`` ... Parameters by their names:

    minimax(arbre)  minimax(noeud, joueur_max)                       nested lists or tuples, a number is a leaf
    minimax(noeud, profondeur, joueur_max)  alphabeta(node, depth, alpha, beta, maximizing)
    negamax(noeud, profondeur, couleur)  negamax(noeud)              without a colour: leaves are the mover's
    minimax(position, profondeur)                                    with coups_possibles, joueur_courant, heuristique
    min_max(situation, profondeur, joueur)                           with PROGRAMME, ADVERSAIRE, eval, coeff
    minimax(p, s, H, L)  minimax_alphabeta(p, s, H, L, alpha, beta)  with the score's and heuristic's functions
    minimax(arbre, noeud, joueur_max)                                a dict of successors, {"n0": ["n1", "n2"], "n1": 5}
    negamax(profondeur)  alphabeta(profondeur, alpha, beta)          with jouer(coup) and annuler(coup)
    minimax(plateau, profondeur, joueur)                             with jouer(plateau, coup, joueur)

The functions and constants of a game need not be defined; methods of a class will do as well. Max is at the root. An
answer is a value, a move, or both in either order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from time import monotonic
from typing import Any

from elagage.exercises.examiner.misconceptions import Misconception, agree, name_misconceptions
from elagage.exercises.examiner.readings import Reading, learn
from elagage.exercises.examiner.references import (
    Outcome,
    best_places,
    most_expansions,
    possible_values,
    right_value,
    visit_right,
)
from elagage.exercises.examiner.student_process import Transcript, run_student
from elagage.exercises.examiner.worlds import World, shared_worlds, small_worlds, smaller_worlds, tree_worlds

__all__ = ["Examination", "Failed", "Options"]

MOST_SHRINKS = 120
BATCH = 40


@dataclass(frozen=True)
class Options:
    """What is wanted of an examination."""

    function: str = ""
    style: str = "auto"
    strict: bool = False
    trees: int = 300
    seed: int = 0
    limit: float = 2.0
    """Seconds a case."""
    seconds: float = 30.0
    """Seconds all in all."""
    memory: int = 1024
    """Megabytes."""
    ways: tuple[str, ...] = ("namespaces", "landlock", "subreaper")
    """How the program is confined."""


@dataclass(frozen=True)
class Failed:
    """What went wrong on a world."""

    world: Any
    problem: str
    """'value', 'move', 'memory', 'visits', 'early', 'type', 'exception', 'recursion', 'timeout', 'crash' ..."""
    got: str = ""
    nodes: tuple[int, ...] = ()
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass
class Examination:
    """One program and what is known of it."""

    source: str
    path: str
    folder: str
    options: Options
    stopped: Callable[[], bool] = lambda: False
    end: float = 0.0
    found: dict[str, Any] = field(default_factory=dict)
    reading: Reading = field(default_factory=Reading)
    had: tuple[str, ...] | None = None
    printed: bool = False
    spoken: bool = False
    """Was the answer printed instead of returned?"""
    followed: bool = True
    """Could it be seen which nodes are visited?"""
    late: bool = False
    strange: bool = False
    per_visit: int = 0
    """How often a visit asks for a position's moves."""
    visits: int = 0
    hits: int = 0
    failed: Failed | None = None
    misconception: Misconception | None = None
    worlds: list[World] = field(default_factory=list)
    """Those that it was tried on."""
    untried: int = 0
    """How many cases were left when the time was up."""

    def ask(self, jobs: Sequence[dict[str, Any]], variant: int | None, least: float = 0.0) -> Transcript:
        """The answers for some cases; fewer if the process had to be ended, but not before ``least`` seconds."""
        options = self.options
        order = {
            "source": self.source, "path": self.path, "folder": self.folder, "function": options.function,
            "style": options.style, "limit": options.limit, "variant": variant, "jobs": list(jobs),
        }  # fmt: skip
        patience = max(self.end - monotonic(), options.limit, least)
        transcript = run_student(order, options.memory, patience, options.ways, self.stopped)
        if self.stopped():
            raise KeyboardInterrupt
        self.had = transcript.had if self.had is None else self.had
        self.printed = self.printed or transcript.printed
        self.late, self.strange = transcript.late, transcript.strange
        unusable = "strange" if self.strange else "import_timeout" if self.late else "crash"
        self.found = self.found or transcript.found or {"problem": unusable}
        return transcript

    def ask_in_order(self, jobs: Sequence[dict[str, Any]], variant: int, least: float = 0.0) -> list[dict[str, Any]]:
        """The answers in order, up to the first that is missing."""
        given = self.ask(jobs, variant, least).answers
        answers = (given.get((number, variant)) for number in range(len(jobs)))
        return list(takewhile(lambda answer: answer is not None, answers))  # type: ignore[arg-type]

    def ask_all(self, jobs: Sequence[dict[str, Any]], variant: int) -> list[dict[str, Any]]:
        """The answers in order; where they end early, the last one says why, or ``untried`` how many cases are left.

        When the time is up the next case is asked by itself: if it is answered, the program is slow, or the machine
        is, and nothing is held against it. That case has the time that the process itself gives to one.
        """
        answers = self.ask_in_order(jobs, variant)
        if len(answers) == len(jobs) or (answers and answers[-1].get("problem") == "timeout"):
            return answers
        if self.late and not self.strange:
            alone = self.ask_in_order([jobs[len(answers)]], variant, 10 * self.options.limit)
            if alone:
                answers += alone
                self.untried = len(jobs) - len(answers)
                return answers
        return [*answers, {"problem": "strange" if self.strange else "timeout" if self.late else "crash"}]

    def run(self) -> None:
        """All of it: find the function, learn its conventions, try the worlds, shrink the first that fails."""
        self.end = monotonic() + self.options.seconds
        small = small_worlds(self.options.seed)
        first = self.ask([world.job(False) for world in small], None)
        if "name" not in self.found or self.found.get("kind") not in ("minimax", "negamax", "alphabeta"):
            return
        self.reading = learn(small, first.answers, int(self.found["variants"]))
        worlds = self.make_worlds()
        answers = self.ask_all(self.jobs(worlds), self.reading.variant)
        self.worlds = worlds[: len(answers)]
        self.failed = self.first_failure(self.worlds, answers)
        if self.failed is None:
            return
        if self.failed.problem in ("value", "move", "visits"):
            self.misconception = self.explain(self.worlds, answers, self.failed.problem)
        self.failed = self.shrink(self.failed)

    def make_worlds(self) -> list[World]:
        """Trees, and shared graphs if the style has them."""
        count, seed = self.options.trees, self.options.seed
        shared = count // (2 if self.found["remembers"] else 3) if self.found["shares"] else 0
        worlds = [*tree_worlds(count - shared, seed), *shared_worlds(shared, seed)]
        return worlds if self.found["depth"] else [world.at_full_depth() for world in worlds]

    def jobs(self, worlds: Sequence[World]) -> list[dict[str, Any]]:
        """The worlds as questions; where alpha-beta's visits are compared, they are noted."""
        visits = self.found["kind"] == "alphabeta"
        return [world.job(visits and world.tree is not None) for world in worlds]

    def answers(self, worlds: Sequence[World]) -> list[dict[str, Any]]:
        """The answers in order, as many as there are."""
        return self.ask_in_order(self.jobs(worlds), self.reading.variant)

    def first_failure(self, worlds: Sequence[World], answers: Sequence[dict[str, Any]]) -> Failed | None:
        """The first world of these on which the program errs: an end before a wrong value, that before a wrong move,
        that before too much work.
        """
        self.count_work(worlds, answers)
        judged = [self.judge(world, answer) for world, answer in zip(worlds, answers)]
        failures = [failed for failed in judged if failed is not None]
        ranks = {"value": 1, "move": 2, "memory": 3, "visits": 4, "early": 4}
        return min(failures, key=lambda failed: ranks.get(failed.problem, 0), default=None)

    def count_work(self, worlds: Sequence[World], answers: Sequence[dict[str, Any]]) -> None:
        """How often a visit asks for a position's moves, in trees, where each is visited once; then the visits and the
        hits of a memory on the shared graphs that are searched to their leaves.
        """
        trees = [counts for world, answer in zip(worlds, answers)
                 if world.tree is not None and (counts := counts_in(answer, "expanded", world))]  # fmt: skip
        self.per_visit = max((max(counts) for counts in trees), default=0)
        if not self.per_visit or not self.found["remembers"]:
            return
        for world, answer in zip(worlds, answers):
            counts = counts_in(answer, "expanded", world)
            if world.tree is None and counts and world.depth >= world.height():
                visits = [count // self.per_visit if row else 0 for count, row in zip(counts, world.below)]
                reached = sum(
                    visits[node] for node, row in enumerate(world.below) for child in row if world.below[child]
                )
                self.visits += sum(visits)
                self.hits += max(0, 1 + reached - sum(visits))

    def judge(self, world: World, answer: dict[str, Any]) -> Failed | None:
        """What is wrong with an answer, if anything."""
        if "problem" in answer:
            return Failed(world, str(answer["problem"]), detail=answer)
        self.spoken = self.spoken or bool(answer.get("spoken"))
        value = self.reading.value(answer)
        possible = possible_values(world)[0, world.depth]
        if self.reading.place is not None:
            if value is None:
                return Failed(world, "type", detail={"text": show(answer.get("answer"))})
            if value not in possible:
                return Failed(world, "value", show_number(value))
        if answer.get("balanced") is False:
            return Failed(world, "left")
        move = self.reading.move(world, answer)
        if move is not None:
            best = {place for v in (possible if value is None else [value]) for place in best_places(world, v)}
            if move not in best:
                return Failed(world, "move", str(move + 1), (move,))
        return self.judge_work(world, answer)

    def judge_work(self, world: World, answer: dict[str, Any]) -> Failed | None:
        """Too many positions worked out again, or nodes visited that alpha-beta skips."""
        if self.found["kind"] != "alphabeta":
            counts = counts_in(answer, "expanded", world)
            if world.tree is None and self.found["remembers"] and counts and self.per_visit:
                allowed = most_expansions(world)
                for node in world.order():
                    if world.below[node] and counts[node] > allowed[node] * self.per_visit:
                        return Failed(world, "memory", str(counts[node] // self.per_visit), (node,))
            return None
        if world.tree is None:
            return None
        visited = answer.get("visited")
        if visited is None or not proves(world, set(visited)):
            self.followed = False
            return None
        ours = visit_right(world, self.options.strict).visited
        extra = sorted(set(visited) - ours)
        if extra:
            return Failed(world, "visits", "", tuple(extra))
        missing = sorted(ours - set(visited))
        if missing and self.options.strict:
            return Failed(world, "early", "", tuple(missing))
        return None

    def explain(self, worlds: Sequence[World], answers: Sequence[dict[str, Any]], part: str) -> Misconception | None:
        """The typical error that explains all answers."""
        tried: list[tuple[World, Outcome]] = []
        right: list[Outcome] = []
        for world, answer in zip(worlds, answers):
            value, move = self.reading.value(answer), self.reading.move(world, answer)
            if value is None or "problem" in answer or (part == "move" and move is None):
                return None
            if part == "visits" and world.tree is None:
                continue
            visited = answer.get("visited")
            if part == "visits" and visited is None:
                return None
            tried.append((world, Outcome(value, -1 if move is None else move, frozenset(visited or ()))))
            if part == "value":
                right.append(Outcome(right_value(world)))
            elif part == "visits":
                right.append(visit_right(world, self.options.strict))
            else:
                places = best_places(world, value)
                right.append(Outcome(value, move if move in places else places[0]))  # any best move is right
        found = name_misconceptions(self.found["kind"], part, bool(self.found["relative"]), tried, right)
        if part == "visits" and len(found) > 1 and self.found["windowed"]:
            found = self.tell_apart(found)
        return found[0][0] if found else None

    def tell_apart(self, found: list[tuple[Misconception, str]]) -> list[tuple[Misconception, str]]:
        """Of errors that visit the same nodes, those that do so with narrower windows at the root too."""
        worlds = [
            replace(world, window=window)
            for world in self.worlds[20:60]
            if world.tree is not None
            for window in ((-2, 3), (0, 5))
        ]
        answers = self.answers(worlds)
        seen = [Outcome(0, 0, frozenset(answer.get("visited") or ())) for answer in answers]
        return [
            (each, error)
            for each, error in found
            if all(agree("visits", each.run(world, error), outcome) for world, outcome in zip(worlds, seen))
        ] or found

    def shrink(self, failed: Failed) -> Failed:
        """The same failure on a smaller world: branches are removed and values brought to 0 while it lasts."""
        slow = failed.problem in ("timeout", "crash", "strange")
        for _round in range(4 if slow else MOST_SHRINKS):
            again = self.find_smaller(failed, 8 if slow else 400)
            if again is None:
                break
            failed = again
        return failed

    def find_smaller(self, failed: Failed, most: int) -> Failed | None:
        """A smaller world with the same failure."""
        worlds = smaller_worlds(failed.world)[:most]
        if not self.found["depth"]:
            worlds = [world.at_full_depth() for world in worlds]
        worlds = [world for world in worlds if world.weight() < failed.world.weight()]
        for batch in (worlds[:BATCH], worlds[BATCH:]):
            if monotonic() > self.end or not batch:
                return None
            answers = self.answers(batch)
            for world, answer in zip(batch, answers):
                other = self.judge(world, answer)
                if other is not None and other.problem == failed.problem:
                    return other
            if len(answers) < len(batch) and failed.problem in ("crash", "timeout", "strange"):
                return Failed(batch[len(answers)], failed.problem)
        return None


def counts_in(answer: dict[str, Any], key: str, world: World) -> list[int]:
    """Counts a node, if they are there as they should be."""
    counts = answer.get(key)
    return counts if isinstance(counts, list) and len(counts) == len(world.below) else []


def proves(world: World, visited: set[int]) -> bool:
    """Are these nodes enough to know the value? What was not visited may be anything."""

    def bounds(node: int, depth: int) -> tuple[float, float]:
        if node not in visited:
            return float("-inf"), float("inf")
        if not world.below[node] or depth == 0:
            return world.values[node], world.values[node]
        below = [bounds(child, depth - 1) for child in world.below[node]]
        best = min if world.players[node] else max
        return best(low for low, _high in below), best(high for _low, high in below)

    low, high = bounds(0, world.depth)
    return low == high


def show_number(value: float) -> str:
    """A number as Python writes it."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)


def show(encoded: Any) -> str:
    """An encoded answer for a person."""
    if not isinstance(encoded, dict):
        return "?"
    if "t" in encoded and isinstance(encoded["t"], list):
        return "(" + ", ".join(map(show, encoded["t"][:4])) + ")"
    for key in ("n", "s", "o", "p", "m"):
        if key in encoded:
            return " ".join(str(encoded[key]).split())[:60]
    return "None" if "z" in encoded else "?"
