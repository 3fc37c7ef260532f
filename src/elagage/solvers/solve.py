"""``solve``: the true value of a position by the method that suits the game.

alphabeta    to the end with a table: games in which play can't go round; the usual choice
proof        proof numbers: who wins, and no more; safe where play goes round
retrograde   every position that can be reached, from the ends back: where play goes round, or where all positions are wanted
"""

from __future__ import annotations

import hashlib
import time as clock_time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from elagage.analysis import find_engine
from elagage.errors import ElagageWarning, FileError, LimitsError, SearchError, Stopped
from elagage.folders import cache_folder
from elagage.game import Game, read_state
from elagage.i18n import _
from elagage.loading import load
from elagage.result import MAX, WIN, Info, MoveScore, Result, Score
from elagage.search import alphabeta
from elagage.solvers.array_files import read_arrays, refuse_foreign, write_arrays
from elagage.solvers.proof.proof_search import prove
from elagage.solvers.retrograde.retrograde_analysis import find_values, tallies
from elagage.solvers.retrograde.solved_positions import ENDLESS, LEVEL_SHIFT, Code, StatePositions, StoredPositions
from elagage.solvers.solution import Facts, Solution, open_solution

__all__ = ["METHODS", "Stopped", "default_checkpoint", "solve", "solver"]

METHODS = ("alphabeta", "proof", "retrograde")
CHECKPOINT = "checkpoint 1"
ALL_MEMORY, TABLE_MEMORY = 1000.0, 256.0
"""Megabytes, unless told."""
PATIENCE = 30_000_000
"""Positions that alpha-beta looks at before it is asked whether the game has few."""
SHARE = 20
"""A snapshot is taken when the time since the last is this many times what it took."""

Progress = Callable[[str, int, float], None]
Answer = Callable[..., Result[Any]]
"""From a state, and maybe a number of nodes that must do, to its result."""


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
) -> Solution:
    """The true value of a position (the game's beginning if None), with its best moves and a player that never errs.

    ``method`` is one of METHODS; unless told, retrograde analysis where play can go round and alpha-beta elsewhere. ``every_move`` has
    alpha-beta score the moves that are not best too. ``symmetric`` keeps one of the positions that are images of each other. ``memory`` is in
    megabytes, 1000 for all positions and 256 for the table of the other methods unless told. A long retrograde analysis leaves a
    ``checkpoint`` ``every`` so many seconds and when it is stopped; with ``resume`` it goes on from there. The checkpoint goes when the
    solution is saved.

    >>> solution = solve("nim:1,2,3", plain=True)
    >>> solution.value, solution.distance, solution.method
    (-1, 6, 'alphabeta')
    """
    played = load(game)
    position = read_state(played, state) if isinstance(state, str) else state
    chosen, engine = choose_method(played, method, plain, memory)
    writer = CheckpointWriter(checkpoint, every, stop)

    def all_positions() -> Solution:
        most = ALL_MEMORY if memory is None else memory
        return by_retrograde(played, position, engine, symmetric, most, on_progress, on_wait, writer, resume)

    if chosen == "retrograde":
        return all_positions()
    root = played.start() if position is None else position
    answer = answerer(played, chosen, engine, every_move, threads, memory, nodes, on_info, on_wait, stop)
    if method is None and engine is not None:
        try:
            return Solution(played, root, chosen, answer(root, PATIENCE), answer=answer)
        except engine.OutOfNodes:
            with suppress(LimitsError, SearchError, FileError):
                return all_positions()
    return Solution(played, root, chosen, answer(root), answer=answer)


def choose_method(game: Game[Any, Any], method: str | None, plain: bool, memory: float | None) -> tuple[str, Any]:
    """The method that suits the game, and the engine if it is to be used; LimitsError if what was asked for makes no sense."""
    if method is not None and method not in METHODS:
        raise LimitsError(
            _("There is no method '{method}': choose one of {methods}.").format(
                method=method, methods=", ".join(METHODS)
            )
        )
    if memory is not None and not 1 <= memory <= 1 << 20:
        raise LimitsError(_("{memory} MB of memory can't be had: give 1 or more.").format(memory=memory))
    if game.cycles and method == "alphabeta":
        raise LimitsError(
            _(
                "Play can go round in this game, so alpha-beta has no end to search to: solve it by retrograde or by proof."
            )
        )
    chosen = method or ("retrograde" if game.cycles else "alphabeta")
    return chosen, None if plain or not game.compiles else find_engine()


def solver(game: str | Game[Any, Any], **options: Any) -> Callable[[Any], Result[Any]]:
    """A function that solves positions one after the other and keeps what it learns; options are those of ``solve``.

    >>> answer = solver("nim:1,2,3", plain=True)
    >>> [answer(load("nim:1,2,3").parse_state(text)).score.value for text in ("1,2,3", "1,2,2", "0,0,1 min")]
    [-1, 1, -1]
    """
    played = load(game)
    method, plain, memory = options.get("method"), options.get("plain", False), options.get("memory")
    chosen, engine = choose_method(played, method, plain, memory)
    if chosen == "retrograde":
        return solve(played, **options).result_of
    return answerer(
        played, chosen, engine, options.get("every_move", False), options.get("threads", 1), memory, options.get("nodes"),
        None, options.get("on_wait"), options.get("stop"),
    )  # fmt: skip


def answerer(
    game: Game[Any, Any],
    method: str,
    engine: Any,
    every_move: bool,
    threads: int,
    memory: float | None,
    nodes: int | None,
    on_info: Callable[[Info[Any]], None] | None,
    on_wait: Callable[[], None] | None,
    stop: Callable[[], bool] | None,
) -> Answer:
    """How a method that takes one position at a time answers."""
    table = TABLE_MEMORY if memory is None else memory
    if method == "proof":
        return by_proof(game, engine, nodes, table, on_wait, stop)
    return by_alphabeta(game, engine, every_move, threads, table, on_info, on_wait, stop)


def by_alphabeta(
    game: Game[Any, Any],
    engine: Any,
    every_move: bool,
    threads: int,
    memory: float,
    on_info: Callable[[Info[Any]], None] | None,
    on_wait: Callable[[], None] | None,
    stop: Callable[[], bool] | None,
) -> Answer:
    """How alpha-beta answers for a position: compiled if it can be."""
    exact = None if engine is None else engine.Exact(game, threads=threads, memory=memory, on_wait=on_wait)

    def answer(state: Any, most: int | None = None) -> Result[Any]:
        nonlocal exact
        if exact is not None:
            try:
                found: Result[Any] = exact.solve(state, every_move=every_move, nodes=most, on_info=on_info, stop=stop)
                return found
            except engine.CannotCompile:
                exact = None
        return plain_alphabeta(game, state, memory, stop)

    return answer


def plain_alphabeta(game: Game[Any, Any], state: Any, memory: float, stop: Callable[[], bool] | None) -> Result[Any]:
    """The value by plain retrograde analysis, which gives distances too, or for pay-offs by plain alpha-beta."""
    if game.payoffs:
        result = alphabeta(game, state)
        entries = []
        for move in () if game.over(state) else game.moves(state):
            child = alphabeta(game, game.play(state, move))
            entries.append(MoveScore(move, child.score, True, child.value))
        entries.sort(key=lambda entry: entry.score, reverse=game.player(state) == MAX)
        return replace(result, moves=tuple(entries), depth=None)
    began = clock_time.perf_counter()
    found = find_values(game, [state], memory=memory, stop=stop)
    positions = StatePositions(game, found.levels, False, found.values)
    facts = Facts(len(found.values), found.edges, *tallies(game, found))
    result = open_solution(game, positions, facts, "", state).result
    return replace(result, algorithm="alphabeta", nodes=len(found.values), seconds=clock_time.perf_counter() - began)


def by_proof(
    game: Game[Any, Any],
    engine: Any,
    nodes: int | None,
    memory: float,
    on_wait: Callable[[], None] | None,
    stop: Callable[[], bool] | None,
) -> Answer:
    """How proof numbers answer for a position."""

    def ask(state: Any, winner: int, most: int | None) -> Any:
        if engine is not None:
            try:
                return engine.prove(game, state, winner, nodes=most, memory=memory, on_wait=on_wait, stop=stop)
            except engine.CannotCompile:
                pass
        return prove(game, state, winner, nodes=most, stop=stop)

    def answer(state: Any, most: int | None = nodes) -> Result[Any]:
        started = clock_time.perf_counter()
        player = game.player(state)
        looked, move, score = 0, None, Score.draw()
        for winner in (player, 1 - player):
            proof = ask(state, winner, most)
            looked += proof.nodes
            if proof.won is None and stop is not None and stop():
                raise Stopped(_("The solver was stopped before it had an answer."))
            if proof.won is None:
                raise SearchError(
                    _("After {nodes} positions nothing was proven: allow more, or solve by another method.").format(
                        nodes=looked
                    )
                )
            if proof.won or winner != player:
                move = proof.move
            if proof.won:
                score = Score.win() if winner == MAX else Score.loss()
                break
        entry = () if move is None else (MoveScore(move, score, True, score.value * WIN),)
        line = () if move is None else (move,)
        return Result(
            move, score, score.value * WIN, line, None, looked, seconds=clock_time.perf_counter() - started, exact=True,
            moves=entry, algorithm="proof",
        )  # fmt: skip

    return answer


class CheckpointWriter:
    """Takes snapshots of a compiled analysis: now and then, and when it is stopped."""

    def __init__(self, path: Path | None, every: float, stop: Callable[[], bool] | None) -> None:
        self.path, self.every, self.stop = path, every, stop
        self.last = clock_time.monotonic()
        self.cost = 0.0

    def __call__(self, run: Any) -> None:
        """Between two slices."""
        if self.stop is not None and self.stop():
            self.leave(run)
        waited = clock_time.monotonic() - self.last
        if self.path is not None and waited >= max(self.every, SHARE * self.cost):
            try:
                self.take(run)
            except FileError as error:  # a checkpoint that can't be kept is no reason to lose the work
                warnings.warn(str(error), ElagageWarning, stacklevel=2)
                self.path = None

    def take(self, run: Any) -> None:
        """A snapshot now."""
        assert self.path is not None
        began = clock_time.monotonic()
        write_arrays(self.path, CHECKPOINT, run.facts(), run.arrays())
        self.last = clock_time.monotonic()
        self.cost = self.last - began

    def leave(self, run: Any) -> None:
        """A last snapshot."""
        if self.path is None:
            raise Stopped(_("The solver was stopped before it had an answer."))
        self.take(run)
        raise Stopped(_("The solver was stopped; what it found is kept in {path}.").format(path=self.path), self.path)


def by_retrograde(
    game: Game[Any, Any],
    state: Any,
    engine: Any,
    symmetric: bool,
    memory: float,
    on_progress: Progress | None,
    on_wait: Callable[[], None] | None,
    writer: CheckpointWriter,
    resume: bool,
) -> Solution:
    """All positions that can be reached, compiled if it can be."""
    begins = "" if state is None or state == game.start() else game.state_name(state)
    if engine is not None:
        try:
            solved = compute_compiled_values(
                game, state, engine, symmetric, memory, on_progress, on_wait, writer, resume
            )
            return replace(of_compiled(game, state, solved, symmetric, begins), checkpoint=writer.path)
        except engine.CannotCompile:
            pass
    roots = list(game.starts()) if state is None else [state]
    found = find_values(game, roots, symmetric=symmetric, memory=memory, on_progress=on_progress, stop=writer.stop)
    positions = StatePositions(game, found.levels, symmetric, found.values)
    far = max(found.values, key=lambda place: ways(found.values[place]), default=None)
    longest = far if far is not None and ways(found.values[far]) else None
    facts = Facts(len(found.values), found.edges, *tallies(game, found), longest)
    return open_solution(game, positions, facts, begins, state)


def ways(value: int) -> int:
    """How far a decided end is, plus one; 0 for a draw."""
    return 0 if value == ENDLESS else abs(value) & (1 << LEVEL_SHIFT) - 1


def compute_compiled_values(
    game: Game[Any, Any],
    state: Any,
    engine: Any,
    symmetric: bool,
    memory: float,
    on_progress: Progress | None,
    on_wait: Callable[[], None] | None,
    writer: CheckpointWriter,
    resume: bool,
) -> Any:
    """The compiled analysis, from a checkpoint if there is one and it is wanted."""
    run = engine.Retrograde(game, state, symmetric=symmetric, memory=memory, on_wait=on_wait)
    path = writer.path
    if path is not None:
        refuse_foreign(path, CHECKPOINT, _("a checkpoint of a solver"))
    if resume and path is not None and path.exists():
        facts, arrays = read_arrays(path, CHECKPOINT, _("a checkpoint of a solver"))
        try:
            fits = run.restore(facts, arrays)
        except (KeyError, TypeError, ValueError):
            fits = False
        if not fits:
            raise FileError(
                _(
                    "{path} is a checkpoint of other rules, another position or another version: begin again without resuming."
                ).format(path=path)
            )
    try:
        run.run(on_progress, writer)
    except KeyboardInterrupt:
        writer.leave(run)
    return run.collect_solved()


def of_compiled(game: Game[Any, Any], state: Any, solved: Any, symmetric: bool, begins: str) -> Solution:
    """The solution of a compiled analysis."""
    code = Code(solved.fields, solved.widths, game.start())
    positions = StoredPositions(game, solved.levels, symmetric, code, solved.keys, solved.values, solved.small)
    longest = positions.state_at(solved.longest) if solved.longest >= 0 else None
    facts = Facts(solved.states, solved.edges, solved.by_ply, solved.by_distance, longest)
    return open_solution(game, positions, facts, begins, state)


def default_checkpoint(game: Game[Any, Any], state: Any, symmetric: bool) -> Path | None:
    """Where a checkpoint is kept if no place is named; None if the user's cache folder can't be written."""
    text = f"{game.spec} {'' if state is None else game.state_name(state)} {symmetric}"
    folder = cache_folder("solve")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.part"
