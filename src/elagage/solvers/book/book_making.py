"""Making a book of first plies: ply by ply, each position that a perfect player of either side can come to.

For each side in turn: where it moves, the position is solved, and play goes on with one best move; where the other side
moves, play goes on with every move. A position that an empty table solves within the book's ``nodes`` is an end: what
follows is left to the solver. What a book holds depends on the game and these numbers alone, not on who solved what.
"""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from elagage.compiler import prefer_compiled
from elagage.errors import FileError, LimitsError, OutOfNodes, Stopped
from elagage.game import Game, canonical, read_move, read_state
from elagage.result import MAX, MIN, Result, Score
from elagage.solvers.book.book_file import Book, Entry, check_book_target, load_book, name_of, save_book
from elagage.solvers.exact import Exact
from elagage.solvers.exact_answers import find_plain_value

__all__ = ["BookProgress", "BookSolver", "SolveJobs", "Wanted", "make_book", "missing_positions"]

EASY_MEMORY = 256.0
"""Megabytes of the table with which a position is found to be easy, as many as ``solve`` takes by default."""
KEEP_EVERY = 30.0
"""Seconds between two times that the file is written."""


class Wanted(NamedTuple):
    """A position that a book lacks."""

    name: str
    least: tuple[int | None, int | float, int | None] | None
    """A score, as a tuple, that the mover is known to reach; None if nothing is known."""


@dataclass(frozen=True)
class BookProgress:
    """How far a book is."""

    ply: int
    done: int
    total: int
    """Positions of this ply."""
    seconds: float
    """That this ply has taken in this run."""
    left: float | None
    """Seconds that the rest of this ply will take, at the same pace; None before anything is known of it."""


SolveJobs = Callable[[list[Wanted]], Iterator[tuple[str, Entry] | None]]
"""Solves positions, in any order; None now and then while it waits."""


def make_book(
    game: Game[Any, Any],
    path: Path,
    solve_jobs: SolveJobs,
    *,
    nodes: int,
    depth: int | None = None,
    heuristic: str = "",
    plies: int | None = None,
    resume: bool = False,
    on_progress: Callable[[BookProgress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Book:
    """Make a book in a file, which is a book at any time; Stopped if ``stop`` says so. With a ``depth`` it is one of
    estimates, judged by the ``heuristic``.
    """
    if game.cycles or game.payoffs:
        raise LimitsError("A book of first plies is for games whose play can't cycle and in which somebody wins.")
    if nodes < 1 or (plies is not None and plies < 1):
        raise LimitsError("A book needs one ply and one position at least.")
    check_book_target(path)
    book = Book(game.spec, nodes, depth=depth, heuristic=heuristic)
    if resume and path.exists():
        wanted_book, book = book, load_book(path, exact=False)
        if replace(book, entries={}, plies=0, finished=False) != replace(wanted_book, entries={}):
            raise FileError(
                "{path} is a book of another game or another number of positions: begin again without resuming.",
                path=path,
            )
    kept = clock_time.monotonic()
    while True:
        ply, wanted = missing_positions(game, book, plies)
        book = replace(book, plies=ply, finished=not wanted and plies is None)
        if not wanted:
            save_book(book, path)
            return book
        began, done = clock_time.monotonic(), 0
        for found in solve_jobs(wanted):
            now = clock_time.monotonic()
            if found is not None:
                book.entries[found[0]] = found[1]
                done += 1
                if on_progress is not None:
                    left = (now - began) / done * (len(wanted) - done)
                    on_progress(BookProgress(ply, done, len(wanted), now - began, left))
            if now - kept > KEEP_EVERY and found is not None:
                save_book(book, path)
                kept = clock_time.monotonic()
            if stop is not None and stop():
                save_book(book, path)
                raise Stopped("The making of the book was stopped; what it has is kept in {path}.", path=path)
        save_book(book, path)


def missing_positions(game: Game[Any, Any], book: Book, plies: int | None) -> tuple[int, list[Wanted]]:
    """The first ply of which a book lacks positions, and these; if it lacks none, how many plies it has."""
    levels: dict[int, dict[str, tuple[Any, Score | None]]] = {
        side: {name_of(game, game.start()): (canonical(game, game.start()), None)} for side in (MAX, MIN)
    }
    ply = 0
    while any(levels.values()) and (plies is None or ply < plies):
        missing: dict[str, Wanted] = {}
        followers: dict[int, dict[str, tuple[Any, Score | None]]] = {MAX: {}, MIN: {}}
        for side, level in levels.items():
            for name, (state, least) in level.items():
                if game.over(state):
                    continue
                moves, known = game.moves(state), least
                if game.player(state) == side:
                    entry = book.entries.get(name)
                    if entry is None:
                        missing[name] = Wanted(
                            name, None if least is None else (least.outcome, least.value, least.plies)
                        )
                        continue
                    if not entry.goes_on:
                        continue
                    moves, known = [read_move(game, state, entry.moves[0])], entry.score
                for move in moves:
                    child = canonical(game, game.play(state, move))
                    followers[side][name_of(game, child)] = child, nearer(known)
        if missing:
            return ply, list(missing.values())
        levels = followers
        ply += 1
    return ply, []


def nearer(score: Score | None) -> Score | None:
    """A score seen one ply later."""
    return score if score is None or score.plies is None else replace(score, plies=score.plies - 1)


class BookSolver:
    """Solves positions for a book: the easy ones with an empty table, to tell that they are; the others with a large
    one that is kept.
    """

    def __init__(self, game: Game[Any, Any], nodes: int, memory: float, threads: int = 1) -> None:
        self.game, self.nodes, self.memory = game, nodes, memory
        self.quick = Exact(game, memory=EASY_MEMORY)
        self.thorough = Exact(game, threads=threads, memory=memory)

    def solve(self, wanted: Wanted, stop: Callable[[], bool] | None = None) -> Entry:
        """What the book says of a position."""
        game, state = self.game, read_state(self.game, wanted.name)
        easy = []

        def run_compiled() -> Result[Any]:
            try:
                self.quick.forget()
                result = self.quick.solve(state, nodes=self.nodes, stop=stop)
                easy.append(True)
            except OutOfNodes:
                least = None if wanted.least is None else Score(*wanted.least)
                result = self.thorough.solve(state, least=least, stop=stop)
            return result

        def run_plain() -> Result[Any]:
            result = find_plain_value(game, state, self.memory, stop)
            if result.nodes <= self.nodes:
                easy.append(True)
            return result

        result = prefer_compiled(game, run_compiled, run_plain, wanted=game.compiles, stop=stop)
        best = [entry.move for entry in result.moves if entry.score == result.score]
        best.sort(key=lambda move: game.solver_order(state, move), reverse=True)
        return Entry(result.score, tuple(game.move_name(state, move) for move in best), not easy)
