"""``solve``: the true value of a position by the method that suits the game.

alphabeta    to the end with a table: games in which play cannot cycle; the usual choice
proof        proof numbers: who wins, and no more; safe where play cycles
retrograde   every position that can be reached, from the ends back: where play cycles, or where all are wanted
"""

from __future__ import annotations

import os
import time as clock_time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import disk_usage
from tempfile import gettempdir, mkdtemp
from typing import Any, Literal, overload

from elagage.analysis import Recall, as_game_has_it, ask
from elagage.compiler import prefer_compiled
from elagage.compiler.workers import Abandoned
from elagage.errors import FileError, LimitsError, OutOfNodes, SearchError, TooManyStates
from elagage.game import Game, Move, State, read_state
from elagage.loading import load
from elagage.question import Question, Wishes
from elagage.result import Info, Limits, Result, Score
from elagage.solvers.book.book_file import NO_BOOK, Book
from elagage.solvers.checkpoints import CheckpointWriter, check_target, read_checkpoint, read_secret
from elagage.solvers.exact_answers import TABLE_MEMORY
from elagage.solvers.retrograde.retrograde_analysis import find_values, tallies
from elagage.solvers.retrograde.solved_positions import ENDLESS, LEVEL_SHIFT, Code, StatePositions, StoredPositions
from elagage.solvers.retrograde.tiers import ShareJobs, folder_beside, tells_tiers
from elagage.solvers.solution import Facts, Solution, open_solution

__all__ = ["METHODS", "solve", "solve_scores", "solver"]

METHODS = ("alphabeta", "proof", "retrograde")
ALL_MEMORY = 1000.0
"""Megabytes for all positions, by default."""
PATIENCE = 30_000_000
"""Positions that alpha-beta looks at before it is asked whether the game has few."""

Progress = Callable[[str, int, float], None]


@overload
def solve(
    game: Game[State, Move],
    state: State | str | None = None,
    *,
    method: str | None = None,
    every_move: bool = False,
    symmetric: bool = False,
    plain: bool = False,
    threads: int = 1,
    memory: float | None = None,
    nodes: int | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    every: float = 30.0,
    on_progress: Progress | None = None,
    on_info: Callable[[Info[Move]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    share: ShareJobs | None = None,
    book: Book | Literal["none"] | None = None,
) -> Solution[State, Move]: ...


@overload
def solve(
    game: str,
    state: Any = None,
    *,
    method: str | None = None,
    every_move: bool = False,
    symmetric: bool = False,
    plain: bool = False,
    threads: int = 1,
    memory: float | None = None,
    nodes: int | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    every: float = 30.0,
    on_progress: Progress | None = None,
    on_info: Callable[[Info[Any]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    share: ShareJobs | None = None,
    book: Book | Literal["none"] | None = None,
) -> Solution[Any, Any]: ...


def solve(
    game: str | Game[Any, Any],
    state: Any = None,
    *,
    method: str | None = None,
    every_move: bool = False,
    symmetric: bool = False,
    plain: bool = False,
    threads: int = 1,
    memory: float | None = None,
    nodes: int | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    every: float = 30.0,
    on_progress: Progress | None = None,
    on_info: Callable[[Info[Any]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    share: ShareJobs | None = None,
    book: Book | Literal["none"] | None = None,
) -> Solution[Any, Any]:
    """The true value of a position (the game's beginning if None), with its best moves and a player that never errs.

    ``method`` is one of METHODS; by default retrograde analysis where play can cycle and alpha-beta elsewhere.
    ``every_move`` has alpha-beta score the moves that are not best too. ``symmetric`` keeps one of the positions that
    are images of each other. ``memory`` is in megabytes, by default 1000 for all positions and 256 for the table of the
    other methods, and ``nodes`` bounds proof numbers. A long retrograde analysis leaves a ``checkpoint`` ``every`` so
    many seconds and when it is stopped; with ``resume`` it goes on from there. The checkpoint goes when the solution is
    saved. Where the positions of a game that tells its ``tier`` take more than the memory, they are solved tier by
    tier, in slices on disk; ``share`` has these of any game done by others (``elagage.arena.slice_jobs``). Alpha-beta
    asks a ``book`` of first plies first; by default the one that comes with the package, if there is one, ``"none"`` is
    none.

    >>> solution = solve("nim:1,2,3", plain=True)
    >>> solution.value, solution.distance, solution.method
    (-1, 6, 'alphabeta')
    """
    played = load(game)
    position = read_state(played, state) if isinstance(state, str) else as_game_has_it(played, state)
    chosen = choose_method(played, method, memory, nodes)
    writer = CheckpointWriter(checkpoint, every, stop)

    def solve_all(slices: bool) -> Solution[Any, Any]:
        most = ALL_MEMORY if memory is None else memory
        return solve_by_retrograde(
            played, position, symmetric, plain, most, on_progress, on_wait, writer, resume, share, slices
        )

    if chosen == "retrograde":
        return solve_all(slices=True)
    root = played.start() if position is None else position
    wishes = Wishes("value", every_move, plain, threads, memory, book=book != NO_BOOK, method=chosen)
    question = Question(played, root, Limits(nodes=nodes), wishes)
    recall = Recall(book if isinstance(book, Book) else None)

    def answer(asked: Any) -> Result[Any]:
        return ask(replace(question, position=asked), on_info=on_info, on_wait=on_wait, stop=stop, recall=recall)

    if method is None and not plain and played.compiles:
        patient, began = replace(question, limits=Limits(nodes=PATIENCE)), clock_time.perf_counter()
        try:
            result = ask(patient, on_info=on_info, on_wait=on_wait, stop=stop, recall=recall)
        except OutOfNodes as error:
            with suppress(LimitsError, SearchError, FileError):
                return solve_all(slices=False)
            result = answer(root)
            seconds = clock_time.perf_counter() - began
            result = replace(result, nodes=error.nodes + result.nodes, seconds=seconds)
        return Solution(played, root, chosen, result, answer=answer)
    return Solution(played, root, chosen, answer(root), answer=answer)


def choose_method(game: Game[Any, Any], method: str | None, memory: float | None, nodes: int | None = None) -> str:
    """The method that suits the game; LimitsError if what was asked for makes no sense."""
    if method is not None and method not in METHODS:
        raise LimitsError(
            "There is no method '{method}': choose one of {methods}.", method=method, methods=", ".join(METHODS)
        )
    if memory is not None and not 1 <= memory <= 1 << 20:
        raise LimitsError("{memory} MB of memory is not available: give 1 or more.", memory=memory)
    if game.cycles and method == "alphabeta":
        raise LimitsError(
            "Play can cycle in this game, so alpha-beta has no end to search to: solve it by retrograde or by proof."
        )
    chosen = method or ("retrograde" if game.cycles else "alphabeta")
    if nodes is not None and chosen != "proof":
        raise LimitsError("A number of positions bounds proof numbers only: choose the method proof, or give none.")
    return chosen


def solver(game: str | Game[Any, Any], **options: Any) -> Callable[[Any], Result[Any]]:
    """A function that solves positions one after the other and keeps what it learns; options are those of ``solve``,
    and ``book``, a book of first plies that is asked first.

    >>> answer = solver("nim:1,2,3", plain=True)
    >>> [answer(load("nim:1,2,3").parse_state(text)).score.value for text in ("1,2,3", "1,2,2", "0,0,1 min")]
    [-1, 1, -1]
    """
    played = load(game)
    memory = options.get("memory")
    nodes = options.get("nodes")
    chosen = choose_method(played, options.get("method"), memory, nodes)
    if chosen == "retrograde":
        return solve(played, **options).result_of
    given = {name: options[name] for name in ("every_move", "plain", "threads") if name in options}
    book = options.get("book")
    wishes = Wishes("value", memory=memory, book=book != NO_BOOK, method=chosen, **given)
    limits = Limits(nodes=nodes)
    watching = {name: options[name] for name in ("on_wait", "stop") if name in options}
    recall = Recall(book if isinstance(book, Book) else None)

    def answer(state: Any) -> Result[Any]:
        return ask(Question(played, state, limits, wishes), recall=recall, **watching)

    return answer


def solve_scores(
    game: str | Game[State, Move], states: Sequence[State], *, plain: bool = False, memory: float | None = None
) -> list[Score]:
    """The exact scores of many positions, and nothing else of them: in one native call, where they take little work.

    >>> nim = load("nim:1,2,3")
    >>> [score.value for score in solve_scores(nim, [nim.start(), nim.parse_state("1,2,2")], plain=True)]
    [-1, 1]
    """
    played: Game[State, Move] = load(game)
    method = choose_method(played, None, memory)

    def run_compiled() -> list[Score]:
        from elagage.solvers.exact import Exact

        return Exact(played, memory=memory or TABLE_MEMORY).scores(states)

    def run_one_by_one() -> list[Score]:
        answer = solver(played, plain=plain, memory=memory)
        return [answer(state).score for state in states]

    return prefer_compiled(played, run_compiled, run_one_by_one, wanted=method == "alphabeta" and not plain)


def solve_by_retrograde(
    game: Game[State, Move],
    state: State | None,
    symmetric: bool,
    plain: bool,
    memory: float,
    on_progress: Progress | None,
    on_wait: Callable[[], None] | None,
    writer: CheckpointWriter,
    resume: bool,
    share: ShareJobs | None = None,
    slices: bool = True,
) -> Solution[State, Move]:
    """All positions that can be reached, compiled if it can be; in ``slices`` if the memory doesn't hold them."""
    begins = "" if state is None or state == game.start() else game.state_name(state)

    def run_compiled() -> Solution[State, Move]:
        kept = writer.path
        folder = None if kept is None else folder_beside(kept)
        if share is None and not (resume and folder is not None and folder.is_dir()):
            try:
                return run_in_memory()
            except TooManyStates as error:
                free = disk_usage(gettempdir() if folder is None else folder.parent).free
                if not slices or not tells_tiers(game) or error.size > free:
                    raise
                if kept is not None:
                    kept.unlink(missing_ok=True)
        return run_by_tiers(folder)

    def run_by_tiers(folder: Path | None) -> Solution[State, Move]:
        from elagage.solvers.retrograde.tiers.tier_solver import TierSolver

        place = Path(mkdtemp(prefix="elagage-")) if folder is None else folder
        secret = os.urandom(32) if folder is None else read_secret(folder)
        run = TierSolver(
            game, state, place, secret, symmetric=symmetric, memory=memory, share=share, on_progress=on_progress,
            on_wait=on_wait, stop=writer.stop,
        )  # fmt: skip
        try:
            solution = make_compiled_solution(game, state, run.run(resume), symmetric, begins)
        except BaseException:
            if folder is None:
                run.slices.empty()
            raise
        if folder is None:
            weakref.finalize(solution.positions, run.slices.empty)
        return replace(solution, checkpoint=place)

    def run_in_memory() -> Solution[State, Move]:
        solved = compute_compiled_values(game, state, symmetric, memory, on_progress, on_wait, writer, resume)
        return replace(make_compiled_solution(game, state, solved, symmetric, begins), checkpoint=writer.path)

    def run_plain() -> Solution[State, Move]:
        roots = list(game.starts()) if state is None else [state]
        found = find_values(game, roots, symmetric=symmetric, memory=memory, on_progress=on_progress, stop=writer.stop)
        positions = StatePositions(game, found.levels, symmetric, found.values)
        far = max(found.values, key=lambda place: ways(found.values[place]), default=None)
        longest = far if far is not None and ways(found.values[far]) else None
        facts = Facts(len(found.values), found.edges, *tallies(game, found), longest)
        return open_solution(game, positions, facts, begins, state)

    return prefer_compiled(game, run_compiled, run_plain, wanted=not plain, stop=writer.stop)


def ways(value: int) -> int:
    """How far a decided end is, plus one; 0 for a draw."""
    return 0 if value == ENDLESS else abs(value) & (1 << LEVEL_SHIFT) - 1


def compute_compiled_values(
    game: Game[Any, Any],
    state: Any,
    symmetric: bool,
    memory: float,
    on_progress: Progress | None,
    on_wait: Callable[[], None] | None,
    writer: CheckpointWriter,
    resume: bool,
) -> Any:
    """The compiled analysis, from a checkpoint if there is one and it is wanted."""
    from elagage.solvers.retrograde.retrograde_driver import Retrograde

    run = Retrograde(game, state, symmetric=symmetric, memory=memory, on_wait=on_wait)
    path = writer.path
    if path is not None:
        check_target(path)
    if resume and path is not None and path.exists():
        facts, arrays = read_checkpoint(path)
        try:
            fits = run.restore(facts, arrays)
        except (KeyError, TypeError, ValueError):
            fits = False
        if not fits:
            raise FileError(
                "{path} is a checkpoint of other rules, another position or another version: begin again "
                "without resuming.",
                path=path,
            )
    try:
        run.run(on_progress, writer)
    except Abandoned:
        writer.leave(run)
    except KeyboardInterrupt:
        if path is not None:
            writer.take(run)
        raise
    return run.collect_solved()


def make_compiled_solution(
    game: Game[State, Move], state: State | None, solved: Any, symmetric: bool, begins: str
) -> Solution[State, Move]:
    code = Code(solved.fields, solved.widths, game.start())
    positions = StoredPositions(game, solved.levels, symmetric, code, solved.keys, solved.values, solved.small)
    longest = positions.state_at(solved.longest) if solved.longest >= 0 else None
    facts = Facts(solved.states, solved.edges, solved.by_ply, solved.by_distance, longest)
    return open_solution(game, positions, facts, begins, state)
