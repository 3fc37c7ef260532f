"""A solution: the true value of a position, the best moves, and a player that never errs.

One that knows all positions can be saved.

A saved solution is read back by mapping it into memory, so it is ready at once however large it is. What is read is
checked: the bytes by their checksum, and some positions by the rules. ``verify`` checks all of them.
"""

from __future__ import annotations

import itertools
import math
import os
import random
import time as clock_time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, overload

from elagage.array_files import read_arrays, refuse_foreign, write_arrays
from elagage.errors import ElagageError, FileError, SearchError
from elagage.game import Game, Move, State, read_state
from elagage.i18n import Message
from elagage.lazy import Shown
from elagage.loading import load
from elagage.record import load_trusted_game
from elagage.result import MAX, WIN, MoveScore, Number, Result, Score
from elagage.solvers.retrograde.solved_positions import (
    Code,
    Positions,
    StatePositions,
    StoredPositions,
    code_for,
    pack_values,
)

__all__ = [
    "Facts", "Player", "Solution", "check_solution_target", "lift_score", "load_solution", "open_solution",
    "score_moves",
]  # fmt: skip

KIND = "solution 1"
TRIED = 200
"""How many positions of a file are tried with the rules when it is read."""
LONGEST_LINE = 400


@dataclass(frozen=True)
class Facts:
    """What is known of all positions together. Won and lost are the mover's."""

    states: int
    edges: int
    by_ply: list[list[int]]
    """For each number of plies from the beginning: positions won, lost, drawn, and drawn since play never ends."""
    by_distance: list[list[int]]
    """For each number of plies to the end: positions won and lost."""
    longest: Any = None
    """A position with the longest way to a decided end, None if there is none."""

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Positions won, lost, drawn, and drawn since play never ends."""
        won, lost, drawn, endless = (sum(column) for column in zip(*self.by_ply, strict=True))
        return won, lost, drawn, endless

    @property
    def longest_win(self) -> int | None:
        """The most plies that a decided position is away from its end, with best play."""
        return len(self.by_distance) - 1 if self.by_distance else None


@dataclass(frozen=True)
class Solution(Shown, Generic[State, Move]):
    """What ``solve`` gives: of one position, or (``positions``) of all that can be reached from it."""

    _drawer: ClassVar[str] = "draw_solution"

    game: Game[State, Move]
    state: State
    method: str
    """``alphabeta``, ``proof`` or ``retrograde``."""
    result: Result[Move]
    """The answer for the position that was asked about."""
    positions: Positions | None = None
    facts: Facts | None = None
    answer: Callable[[State], Result[Move]] | None = field(default=None, repr=False)
    """How another position is answered where there is no table of them all."""
    begins: str = ""
    """Where a table begins: a position by name, or nothing for the game's own beginning."""
    checkpoint: Path | None = None
    """What the analysis left on its way; it goes when the solution is saved."""

    @property
    def score(self) -> Score:
        """Who wins, by how much, in how many plies."""
        return self.result.score

    @property
    def value(self) -> Number:
        """The score for Max as a number: 1, 0 or -1, or the margin."""
        return self.result.score.value

    @property
    def distance(self) -> int | None:
        """How many plies the end is away with best play; None for a draw, or where the method does not tell."""
        return self.result.score.plies

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """Every move that keeps the value, the winner's fastest and the loser's longest."""
        best = self.result.score
        return tuple(
            entry.move for entry in self.result.moves if entry.score == best and entry.score.plies == best.plies
        )

    @property
    def line(self) -> tuple[Move, ...]:
        """Best play from here."""
        return self.result.line

    def score_of(self, state: State) -> Score:
        """The score of a position; SearchError if the solution does not know it."""
        return self.result_of(state).score

    def result_of(self, state: State) -> Result[Move]:
        """The value of a position and its best moves, as ``analyse`` would give it;
        SearchError if the solution does not know it.
        """
        if self.positions is not None:
            return look_up(self.game, self.positions, state, self.method)
        if self.answer is None:
            raise SearchError("This solution answers for one position alone.")
        return self.answer(state)

    def player(self) -> Player[State, Move]:
        """A player that never errs."""
        return Player(self)

    def save(self, path: Path | str) -> None:
        """Keep it in a file; SearchError if it does not know all positions."""
        positions = self.positions
        if positions is None or self.facts is None:
            raise SearchError("Only a solution of all positions can be saved: solve by retrograde analysis.")
        target = Path(path)
        check_solution_target(target)
        if isinstance(positions, StatePositions):
            positions = store_positions(positions)
        assert isinstance(positions, StoredPositions)
        longest = self.facts.longest
        write_arrays(
            target,
            KIND,
            {
                "game": self.game.spec,
                "begins": self.begins,
                "symmetric": positions.symmetric,
                "fields": positions.code.fields,
                "widths": positions.code.widths,
                "small": positions.small,
                "levels": positions.levels,
                "states": self.facts.states,
                "edges": self.facts.edges,
                "by_ply": self.facts.by_ply,
                "by_distance": self.facts.by_distance,
                "longest": None if longest is None else self.game.state_name(longest),
            },
            {"keys": positions.key_bytes, "values": positions.value_bytes},
        )
        self.discard_checkpoint()

    def discard_checkpoint(self) -> None:
        """Remove what the analysis left on its way."""
        if self.checkpoint is None:
            return
        if self.checkpoint.is_dir():
            from elagage.solvers.retrograde.tiers.slice_files import SliceFolder

            SliceFolder(self.checkpoint, b"").empty()
        else:
            self.checkpoint.unlink(missing_ok=True)


@dataclass(frozen=True)
class Player(Generic[State, Move]):
    """Plays by a solution: call it with a state, and it gives a best move."""

    solution: Solution[State, Move]

    def __call__(self, state: State) -> Move | None:
        return self.solution.result_of(state).move


def check_solution_target(path: Path) -> None:
    """FileError if a solution can't be saved there since the place is taken by something else."""
    refuse_foreign(path, KIND, Message("a saved solution"))
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise FileError("{path} can't be written: there is no such folder, or it may not be written to.", path=path)


def look_up(game: Game[State, Move], positions: Positions, state: State, method: str) -> Result[Move]:
    """The result for a position of a table."""
    started = clock_time.perf_counter()
    score = positions.score(state)
    if score is None:
        raise SearchError(
            "The solution does not know the position {name}: it can't be reached from where it begins.",
            name=game.state_name(state),
        )
    entries = score_moves(game, positions, state)
    line: list[Move] = []
    place = state
    moves = entries
    while moves and len(line) < (LONGEST_LINE if score.outcome else 1):
        line.append(moves[0].move)
        place = game.play(place, moves[0].move)
        moves = score_moves(game, positions, place)
    return Result(
        move=line[0] if line else None,
        score=score,
        value=score.value,
        line=tuple(line),
        depth=None,
        nodes=1 + len(entries),
        seconds=clock_time.perf_counter() - started,
        exact=True,
        moves=entries,
        algorithm=method,
    )


def score_moves(game: Game[State, Move], positions: Positions, state: State) -> tuple[MoveScore[Move], ...]:
    """Every legal move with its score, best first for the mover."""
    entries = []
    for move in game.moves(state):
        found = positions.score(game.play(state, move))
        if found is None:
            raise SearchError("The solution lacks a position that can be reached: it belongs to other rules.")
        score = Score(found.outcome, found.value, None if found.plies is None else found.plies + 1)
        entries.append(MoveScore(move, score, True, score.value))
    sign = 1 if game.player(state) == MAX else -1

    def worth(entry: MoveScore[Move]) -> tuple[Score, int]:
        plies = entry.score.plies or 0
        return (entry.score if sign > 0 else -entry.score), -plies if sign * entry.score.value > 0 else plies

    return tuple(sorted(entries, key=worth, reverse=True))


def lift_score(game: Game[Any, Any], score: Score) -> Number:
    """What minimax would give for a proven score."""
    return WIN * (score.outcome or 0) + (score.value if game.margins else 0)


def store_positions(positions: StatePositions) -> StoredPositions:
    code = code_for(positions.game, positions.values)
    keys, values, small = pack_values(code, positions.values, len(positions.levels))
    return StoredPositions(positions.game, positions.levels, positions.symmetric, code, keys, values, small)


@overload
def load_solution(path: Path | str, game: Game[State, Move], state: State | None = None) -> Solution[State, Move]: ...


@overload
def load_solution(path: Path | str, game: str | None = None, state: Any = None) -> Solution[Any, Any]: ...


def load_solution(path: Path | str, game: Game[Any, Any] | str | None = None, state: Any = None) -> Solution[Any, Any]:
    """A saved solution, of this game if one is given, asked about a state (where it begins, if None);
    FileError says what is wrong with the file.
    """
    source = Path(path)
    facts, arrays = read_arrays(source, KIND, Message("a saved solution"))
    damaged = FileError("{path} is damaged: what a solution holds is missing from it.", path=source)
    try:
        played = load(load_trusted_game(source, str(facts["game"]), None)) if game is None else load(game)
        code = Code(facts["fields"], facts["widths"], played.start())
        positions = StoredPositions(
            played,
            facts["levels"],
            bool(facts["symmetric"]),
            code,
            arrays["keys"],
            arrays["values"],
            bool(facts["small"]),
        )
        if (
            not are_levels(facts["levels"], played)
            or len(arrays["keys"]) != len(positions) * code.width
            or len(positions) != facts["states"]
            or not len(positions)
        ):
            raise damaged
        begins = str(facts["begins"])
        longest = facts["longest"]
        known = Facts(
            facts["states"], facts["edges"], facts["by_ply"], facts["by_distance"],
            None if longest is None else read_state(played, longest),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, IndexError):
        raise damaged from None
    try_some(source, played, positions)
    return open_solution(played, positions, known, begins, state)


def are_levels(levels: Any, game: Game[Any, Any]) -> bool:
    """Can these be the sizes of a game's final scores: the largest first, one where only winning counts?"""
    if not isinstance(levels, list) or not (len(levels) <= 1 or game.margins or game.payoffs):
        return False
    numbers = all(
        isinstance(level, int | float) and not isinstance(level, bool) and (game.payoffs or math.isfinite(level))
        for level in levels
    )
    return numbers and all(one > other for one, other in itertools.pairwise(levels))


def open_solution(
    game: Game[State, Move], positions: Positions, facts: Facts, begins: str, state: State | None = None
) -> Solution[State, Move]:
    """A solution of all positions, with the answer for one of them (where it begins, by default)."""
    if state is None:
        state = read_state(game, begins) if begins else game.start()
    result = look_up(game, positions, state, "retrograde")
    return Solution(game, state, "retrograde", result, positions, facts, begins=begins)


def try_some(path: Path, game: Game[Any, Any], positions: StoredPositions) -> None:
    """FileError if one of some positions contradicts the rules: then the file belongs to another game."""
    chooser = random.Random(len(positions))
    for _number in range(min(TRIED, len(positions))):
        place = chooser.randrange(len(positions))
        try:
            state = positions.state_at(place)
            score = positions.score_of_value(positions.value_at(place))
            fits = (
                agrees_with_end(game, state, score)
                if game.over(state)
                else score_moves(game, positions, state)[0].score == score
            )
        except (ElagageError, ArithmeticError, LookupError, TypeError, ValueError):
            fits = False
        if not fits:
            raise FileError(
                "{path} does not fit the rules of {game}: it is a solution of another game, or of older rules.",
                path=path,
                game=game.spec,
            )


def agrees_with_end(game: Game[Any, Any], state: Any, score: Score) -> bool:
    """Is that the score of an ended game?"""
    final = game.score(state)
    if game.margins or game.payoffs:
        return bool(score.value == final)
    return (score.value > 0) == (final > 0) and (score.value < 0) == (final < 0)
