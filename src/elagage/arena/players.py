"""Players at the board: made from their texts, asked for a move, told how long they may take.

A player is asked through ``choose(turn)``. Whatever goes wrong there is a ``Failure`` of a kind that is recorded; the game is lost for it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elagage.analysis import TIME, analyse, ask
from elagage.arena.player_specs import PlayerText
from elagage.compiler import is_available
from elagage.errors import ElagageError, LoadError
from elagage.game import Game, once_a_game, with_heuristic
from elagage.i18n import _
from elagage.levels import choose as choose_level
from elagage.question import Question, Wishes
from elagage.result import MAX, Limits, Result
from elagage.search import ALGORITHMS, mcts, quiescence

__all__ = ["CLOCK_SHARE", "FAILURES", "Failure", "Player", "Resigned", "Turn", "make_player"]

FAILURES = ("crash", "hang", "illegal", "time", "worker")
"""Why a game is lost otherwise than on the board: it broke down, gave no answer, made an illegal move, took too long; or its worker died."""
TABLE = 16.0
"""Megabytes of the engine's table, unless told."""
SMALL_TABLE = 2.0
"""The same for the shallow levels."""
CLOCK_SHARE = 0.9
"""How much of the time for a move a player is told to think."""
SOLVED_MEMORY = 200.0
"""Megabytes that solving a small game at once may take."""


class Failure(Exception):
    """A player did not give a legal move: why, and what there is to say of it."""

    def __init__(self, kind: str, text: str = "") -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


class Resigned(Exception):
    """A player gives the game up."""


@dataclass(frozen=True)
class Turn:
    """What a player is asked: a position, how the game came there, a seed for what is drawn, and how long to think (None: as it likes)."""

    state: Any
    start: Any
    """Where the game began, its opening included."""
    opening: tuple[str, ...] | None
    """The moves that lead from the game's own beginning to ``start``, if they are known."""
    names: tuple[str, ...]
    """The moves made since then."""
    seed: int
    clock: float | None = None
    patience: float = 60.0
    """After so many seconds a player that does not answer is given up."""


class Player(ABC):
    """A player at the board."""

    @abstractmethod
    def choose(self, turn: Turn) -> tuple[Any, int]:
        """A move, and how many positions were looked at (0 if that is not known)."""

    def prepare(self, patience: float, clock: float | None = None) -> None:  # noqa: B027  (most players need nothing)
        """Do what takes long before the clock runs; Failure if that is in vain."""

    def close(self) -> None:  # noqa: B027  (most players have nothing to close)
        """End whatever was started."""


Function = Callable[[Turn, random.Random], tuple[Any, int]]


class Simple(Player):
    """A player that is a function of the position and a source of chance."""

    def __init__(self, function: Function, warm_up: Callable[[], None] | None = None) -> None:
        self.function = function
        self.warm_up = warm_up

    def prepare(self, patience: float, clock: float | None = None) -> None:  # noqa: ARG002  (compiling takes what it takes)
        """See to it that the rules are compiled; if that fails, so will the first move, which says more."""
        if self.warm_up is not None:
            with suppress(Exception):
                self.warm_up()
            self.warm_up = None

    def choose(self, turn: Turn) -> tuple[Any, int]:
        """Its move."""
        return self.function(turn, random.Random(turn.seed))


def make_player(player: PlayerText, game: Game[Any, Any]) -> Player:
    """The player, ready to play this game; LoadError says why it can't."""
    if player.outside:
        from elagage.arena.protocols import make_outside

        return make_outside(player, game)
    heuristic = player.get("heuristic")
    judged = game if heuristic is None else get_judged_game(game, heuristic)
    if player.kind == "level":
        return Simple(by_level(game, player), lambda: warm(game))
    if player.kind == "perfect":
        return Simple(by_solution(game, player.get("solution")))
    if player.kind == "random":
        return Simple(lambda turn, chooser: (chooser.choice(list(game.moves(turn.state))), 0))
    if player.kind == "first":
        return Simple(lambda turn, _chooser: (next(iter(game.moves(turn.state))), 0))
    if player.kind == "greedy":
        return Simple(by_greed(judged))
    if player.kind == "mcts":
        return Simple(by_playouts(game, player), lambda: warm_playouts(game, player))
    return Simple(by_search(judged, player), (lambda: warm(judged)) if player.kind == "engine" else None)


@once_a_game(32)
def get_judged_game(game: Game[Any, Any], heuristic: str) -> Game[Any, Any]:
    """The game with one of its heuristics, the same each time, so that it is compiled once."""
    return with_heuristic(game, heuristic)


@once_a_game(32)
def warm(game: Game[Any, Any]) -> None:
    """Compile the rules, if they can be; they are linked once for all games."""
    if game.compiles and is_available():
        from elagage.compiler.link import keep_linked

        keep_linked(game)
    analyse(game, depth=1, memory=1)


@once_a_game(32)
def warm_playouts(game: Game[Any, Any], player: PlayerText) -> None:
    """Compile the random games, if that was asked for."""
    if player.get("compiled") == "yes":
        state = game.start()
        by_playouts(game, PlayerText("mcts", options=(("playouts", 1), ("compiled", "yes"))))(
            Turn(state, state, (), (), 0), random.Random(0)
        )


def answer(game: Game[Any, Any], state: Any, result: Result[Any]) -> tuple[Any, int]:
    """The move of a result; the first legal one where a search had no time to find any."""
    return (next(iter(game.moves(state))) if result.move is None else result.move), result.nodes


def by_level(game: Game[Any, Any], player: PlayerText) -> Function:
    """A level: with the game's clock or its own, whichever is shorter; the first ones, in games without a clock, by their depth alone."""
    number, shallow = int(player.target), player.reproducible

    def choose(turn: Turn, chooser: random.Random) -> tuple[Any, int]:
        time = None if turn.clock is None else CLOCK_SHARE * turn.clock
        timeless = shallow and time is None
        move, result = choose_level(
            game, turn.state, number, chooser, time=time, timeless=timeless, memory=SMALL_TABLE if timeless else TABLE
        )  # fmt: skip
        return move, 0 if result is None else result.nodes

    return choose


def by_greed(game: Game[Any, Any]) -> Function:
    """The move whose position looks best; one of them by chance if there are several."""

    def choose(turn: Turn, chooser: random.Random) -> tuple[Any, int]:
        state = turn.state
        sign = 1 if game.player(state) == MAX else -1
        worths = []
        for move in game.moves(state):
            child = game.play(state, move)
            worths.append((sign * (game.final(child) if game.over(child) else game.heuristic(child)), move))
        best = max(worth for worth, _move in worths)
        return chooser.choice([move for worth, move in worths if worth == best]), len(worths)

    return choose


def by_playouts(game: Game[Any, Any], player: PlayerText) -> Function:
    """Monte Carlo tree search, compiled if it was asked for."""
    time = player.get("time")
    options: dict[str, Any] = {"time": time}
    if player.get("exploration") is not None:
        options["exploration"] = player.get("exploration")
    playouts = player.get("playouts", 1000 if time is None else 10_000_000)
    search: Callable[..., Result[Any]] = mcts
    if player.get("compiled") == "yes" and game.compiles and is_available():
        from elagage.search.compiled.mcts import mcts as search

    def choose(turn: Turn, chooser: random.Random) -> tuple[Any, int]:
        return answer(game, turn.state, search(game, turn.state, playouts, seed=chooser.getrandbits(31), **options))

    return choose


def by_search(game: Game[Any, Any], player: PlayerText) -> Function:
    """The engine, or a plain search."""
    limits = {name: player.get(name) for name in ("depth", "time", "nodes") if player.get(name) is not None}
    if player.kind == "engine":
        allowed, wishes = Limits(**limits or {"time": TIME}), Wishes(memory=player.get("memory", TABLE))
        return lambda turn, _chooser: answer(game, turn.state, ask(Question(game, turn.state, allowed, wishes)))
    search: Callable[..., Result[Any]] = quiescence if player.kind == "quiescence" else ALGORITHMS[player.kind]
    return lambda turn, _chooser: answer(game, turn.state, search(game, turn.state, **limits))


def by_solution(game: Game[Any, Any], path: str | None) -> Function:
    """A solution: any of the best moves."""
    result_of = solution_of(game, path)

    def choose(turn: Turn, chooser: random.Random) -> tuple[Any, int]:
        result = result_of(turn.state)
        best = [
            entry.move
            for entry in result.moves
            if entry.score == result.score and entry.score.plies == result.moves[0].score.plies
        ]
        return chooser.choice(best) if best else result.move, result.nodes

    return choose


@once_a_game(4)
def solution_of(game: Game[Any, Any], path: str | None) -> Callable[[Any], Result[Any]]:
    """How a solution answers: one of a file, or of all positions of a small game."""
    from elagage.solvers import load_solution, solve

    if path is not None:
        return load_solution(Path(path), game).result_of
    if game.payoffs:
        raise LoadError(_("A game of amounts has no perfect player here: let alphabeta play it to the end."))
    try:
        return solve(game, method="retrograde", memory=SOLVED_MEMORY, plain=not game.compiles).result_of
    except ElagageError as error:
        raise LoadError(
            _("{game} is too large to be solved at once ({problem}): write perfect solution=FILE.").format(
                game=game.spec, problem=str(error).rstrip(".")
            )
        ) from None
