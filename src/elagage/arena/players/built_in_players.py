"""The players of the arena, made from their texts: levels, searches, Monte Carlo, solutions, and other programs."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from elagage.analysis import TIME, Recall, analyse, ask, may_be_solved
from elagage.arena.players.engine_player import EnginePlayer
from elagage.arena.players.player_specs import PlayerSpec
from elagage.arena.players.player_types import Choice, Player, Resources, Turn
from elagage.compiler import is_available
from elagage.errors import ElagageError, LoadError
from elagage.evaluation import with_heuristic
from elagage.evaluation.near_wins import loses_at_once, wins_at_once
from elagage.game import Game, estimate_value, final_value
from elagage.lazy import once_a_game
from elagage.levels import LEVELS, judge_as
from elagage.levels import choose as choose_level
from elagage.protocols import CLOCK_SHARE
from elagage.question import Question, Wishes
from elagage.result import MAX, Limits, Result
from elagage.search import ALGORITHMS, mcts, probcut, quiescence
from elagage.solvers import load_solution, solve, solver
from elagage.solvers.book import NO_BOOK, choose_book, load_book, shipped_book

__all__ = ["FunctionPlayer", "compile_rules", "make_player"]

TABLE = 16.0
"""Megabytes of the engine's table by default."""
SMALL_TABLE = 2.0
"""The same for the shallow levels."""
SOLVED_MEMORY = 200.0
"""Megabytes that solving a small game at once may take."""
BEGINNER_ERROR = 0.2
"""How often a beginner's move is any legal one."""
UNLIMITED_PLAYOUTS = 10_000_000
"""Random games where a time is the limit."""

INEXACT: dict[str, Callable[..., Result[Any]]] = {"quiescence": quiescence, "probcut": probcut}
"""Plain searches that have values of their own."""

Function = Callable[[Turn, random.Random], Choice]


class FunctionPlayer(Player):
    """A player that is a function of the turn and a source of chance."""

    def __init__(self, function: Function, warm_up: Callable[[], None] | None = None) -> None:
        self.function = function
        self.warm_up = warm_up

    def prepare(self, patience: float) -> None:  # noqa: ARG002  (the clock waits)
        """See to it that the rules are compiled; if that fails, so will the first move, which says more."""
        if self.warm_up is not None:
            with suppress(Exception):
                self.warm_up()
            self.warm_up = None

    def choose(self, turn: Turn) -> Choice:
        """Its move."""
        return self.function(turn, turn.chooser())


def make_player(spec: PlayerSpec, game: Game[Any, Any], resources: Resources | None = None) -> Player:
    """The player, ready to play this game; LoadError says why it can't."""
    if spec.is_program:
        return EnginePlayer(spec, game)
    uses = Resources() if resources is None else resources
    heuristic = spec.get("heuristic")
    judged = game if heuristic is None else get_judged_game(game, heuristic)
    if spec.kind == "level":
        level = int(spec.target)
        return FunctionPlayer(
            make_level(game, spec, uses), lambda: compile_rules(judge_as(game, level), level == len(LEVELS))
        )
    if spec.kind == "perfect":
        return FunctionPlayer(make_perfect(game, spec.get("solution"), spec.get("book")))
    if spec.kind == "random":
        return FunctionPlayer(lambda turn, chooser: Choice(chooser.choice(list(game.moves(turn.state)))))
    if spec.kind == "first":
        return FunctionPlayer(lambda turn, _chooser: Choice(next(iter(game.moves(turn.state)))))
    if spec.kind == "greedy":
        return FunctionPlayer(make_greedy(judged))
    if spec.kind == "beginner":
        return FunctionPlayer(make_beginner(judged, spec.get("error", BEGINNER_ERROR)))
    if spec.kind == "mcts":
        return FunctionPlayer(make_monte_carlo(game, spec), lambda: compile_playouts(game, spec))
    if spec.kind == "engine":
        plays_on = not {"depth", "nodes"} & limits_of(spec).keys()
        return FunctionPlayer(make_engine(judged, spec, uses), lambda: compile_rules(judged, plays_on))
    return FunctionPlayer(make_search(judged, spec))


@once_a_game(32)
def get_judged_game(game: Game[Any, Any], heuristic: str) -> Game[Any, Any]:
    """The game with one of its heuristics, the same each time, so that it is compiled once."""
    return with_heuristic(game, heuristic)


@once_a_game(32)
def compile_rules(game: Game[Any, Any], solver: bool = False) -> None:
    """Compile the rules, if they can be, and the solver beside a search; they are linked once for all games."""
    if game.compiles and is_available():
        from elagage.compiler.link import keep_linked

        keep_linked(game)
    analyse(game, depth=1, memory=1)
    if solver and may_be_solved(Question(game, game.start())) and game.compiles and is_available():
        from elagage.solvers.exact import Exact

        Exact(game, memory=1).ask_core(lambda _core: None)


@once_a_game(32)
def compile_playouts(game: Game[Any, Any], spec: PlayerSpec) -> None:
    """Compile the random games, if that was asked for."""
    if spec.get("compiled") == "yes":
        state = game.start()
        one = PlayerSpec("mcts", options=(("playouts", 1), ("compiled", "yes")))
        make_monte_carlo(game, one)(Turn(state, state, (), (), 0), random.Random(0))


def result_choice(game: Game[Any, Any], state: Any, result: Result[Any]) -> Choice:
    """The move of a result; the first legal one where a search had no time to find any."""
    move = next(iter(game.moves(state))) if result.move is None else result.move
    return Choice(move, result.nodes, result)


def make_level(game: Game[Any, Any], spec: PlayerSpec, uses: Resources) -> Function:
    """A level: by the game's clock or its own, whichever is shorter; the first, without a clock, by depth alone."""
    number, by_depth = int(spec.target), spec.reproducible and not uses.timed_levels

    def choose(turn: Turn, chooser: random.Random) -> Choice:
        time = None if turn.clock is None else CLOCK_SHARE * turn.clock
        timeless = by_depth and time is None
        memory = uses.memory if uses.memory is not None else SMALL_TABLE if timeless else TABLE
        move, result = choose_level(
            game, turn.state, number, chooser, time=time, timeless=timeless, stop=turn.stop, on_wait=turn.on_wait,
            plain=uses.plain, threads=uses.threads, memory=memory,
        )  # fmt: skip
        return Choice(move, 0 if result is None else result.nodes, result)

    return choose


def make_greedy(game: Game[Any, Any]) -> Function:
    """The move whose position looks best; one of them at random if there are several."""
    return lambda turn, chooser: look_best(game, turn.state, list(game.moves(turn.state)), chooser)


def look_best(game: Game[Any, Any], state: Any, moves: list[Any], chooser: random.Random) -> Choice:
    """The one of some moves whose position looks best."""
    sign = 1 if game.player(state) == MAX else -1
    worths = []
    for move in moves:
        child = game.play(state, move)
        worth = final_value(game, child) if game.over(child) else estimate_value(game, child)
        worths.append((sign * worth, move))
    best = max(worth for worth, _move in worths)
    return Choice(chooser.choice([move for worth, move in worths if worth == best]), len(worths))


def make_beginner(game: Game[Any, Any], error: float) -> Function:
    """A person who knows the rules: wins at once, does not let the other side win at once, and else takes what looks
    best after one ply; but now and then makes any move.
    """

    def choose(turn: Turn, chooser: random.Random) -> Choice:
        state, moves = turn.state, list(game.moves(turn.state))
        if chooser.random() < error:
            return Choice(chooser.choice(moves))
        wins = [move for move in moves if wins_at_once(game, state, move)]
        safe = wins or [move for move in moves if not loses_at_once(game, state, move)]
        return look_best(game, state, safe or moves, chooser)

    return choose


def make_monte_carlo(game: Game[Any, Any], spec: PlayerSpec) -> Function:
    """Monte Carlo tree search, compiled if it was asked for."""
    time = spec.get("time")
    options: dict[str, Any] = {"time": time}
    if spec.get("exploration") is not None:
        options["exploration"] = spec.get("exploration")
    playouts = spec.get("playouts", 1000 if time is None else UNLIMITED_PLAYOUTS)
    search: Callable[..., Result[Any]] = mcts
    if spec.get("compiled") == "yes" and game.compiles and is_available():
        from elagage.search.compiled.mcts import mcts as search

    def choose(turn: Turn, chooser: random.Random) -> Choice:
        found = search(game, turn.state, playouts, seed=chooser.getrandbits(31), stop=turn.stop, **options)
        return result_choice(game, turn.state, found)

    return choose


def limits_of(spec: PlayerSpec) -> dict[str, Any]:
    """What limits a search, of depth, time and nodes."""
    return {name: spec.get(name) for name in ("depth", "time", "nodes") if spec.get(name) is not None}


def make_engine(game: Game[Any, Any], spec: PlayerSpec, uses: Resources) -> Function:
    limits = Limits(**limits_of(spec) or {"time": TIME})
    memory = spec.get("memory", TABLE if uses.memory is None else uses.memory)
    without = tuple(filter(None, spec.get("without", "").split(",")))
    cuts = spec.get("cuts")
    book = choose_book(game, spec.get("book"), limits)
    wishes = Wishes(
        plain=uses.plain, threads=uses.threads, memory=memory, cuts=cuts, without=without,
        book=spec.get("book") != NO_BOOK,
    )  # fmt: skip
    recall = Recall() if limits.depth is None and limits.nodes is None else None

    def choose(turn: Turn, _chooser: random.Random) -> Choice:
        known = None if book is None else book.result_of(game, turn.state)
        if known is not None:
            return Choice(known.move, known.nodes, known)
        question = Question(game, turn.state, limits, wishes)
        found = ask(question, stop=turn.stop, on_wait=turn.on_wait, recall=recall)
        return result_choice(game, turn.state, found)

    return choose


def make_search(game: Game[Any, Any], spec: PlayerSpec) -> Function:
    search: Callable[..., Result[Any]] = INEXACT.get(spec.kind) or ALGORITHMS[spec.kind]
    limits = limits_of(spec)

    def choose(turn: Turn, _chooser: random.Random) -> Choice:
        return result_choice(game, turn.state, search(game, turn.state, stop=turn.stop, **limits))

    return choose


def make_perfect(game: Game[Any, Any], path: str | None, book: str | None) -> Function:
    result_of = solution_of(game, path, book)

    def choose(turn: Turn, chooser: random.Random) -> Choice:
        result = result_of(turn.state)
        if result.algorithm == "book":  # which goes on below this move alone
            return Choice(result.move, result.nodes, result)
        best = [
            entry.move
            for entry in result.moves
            if entry.score == result.score and entry.score.plies == result.moves[0].score.plies
        ]
        return Choice(chooser.choice(best) if best else result.move, result.nodes, result)

    return choose


@once_a_game(4)
def solution_of(game: Game[Any, Any], path: str | None, book: str | None) -> Callable[[Any], Result[Any]]:
    """How a solution answers: one of a file, a book with the solver behind it, or of all positions of a small game."""
    if path is not None:
        return load_solution(Path(path), game).result_of
    known = shipped_book(game) if book is None else load_book(book, game)
    if known is not None:
        return solver(game, book=known)
    if game.payoffs:
        raise LoadError("A game of amounts has no perfect player here: let alphabeta play it to the end.")
    try:
        return solve(game, method="retrograde", memory=SOLVED_MEMORY, plain=not game.compiles).result_of
    except ElagageError as error:
        raise LoadError(
            "{game} is too large to be solved at once ({problem}): write perfect solution=FILE.",
            game=game.spec,
            problem=error.message.as_clause(),
        ) from None
