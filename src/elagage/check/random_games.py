"""Random games, and where the game is small all its positions: what is tried on the way, and what was seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from elagage.check.contract import check_move, check_state, note_changes
from elagage.check.examination import Examination, TimeIsUp
from elagage.check.knowledge import check_knowledge, check_tiers
from elagage.check.notation_checks import check_openings, check_people
from elagage.check.suspicions import Tally, note_suspicions
from elagage.game import Game
from elagage.i18n import Message
from elagage.lazy import Shown
from elagage.loading import load
from elagage.ways import add_border

__all__ = ["Report", "check_game", "glance"]

SECONDS = 20.0
"""The longest that a check takes, by default."""
FEW = 3000
"""A game with at most so many positions is looked at as a whole."""
PATIENCE = 10.0
"""Seconds that a single answer may take when a game is glanced at."""
COPIED = 50
"""So many states are looked at for rules that change what they are given."""


@dataclass(frozen=True)
class Report(Shown):
    """What a sound game was seen to do."""

    _drawer: ClassVar[str] = "draw_check"

    games: int
    positions: int
    longest: int
    """Plies of the longest game played."""
    ended: int
    """Games that came to an end within the plies allowed."""
    most_moves: int
    complete: bool = False
    """Was every position looked at that can be reached from the start?"""
    seconds: float = 0.0
    notes: tuple[Message, ...] = ()
    """What is odd, though it breaks no clause."""


class Walk:
    """The states that were examined, and what was seen of them."""

    def __init__(self, exam: Examination, seed: int, on_state: Callable[[Any, Any], None] | None) -> None:
        self.exam, self.on_state = exam, on_state
        self.chooser = random.Random(seed)
        self.moves: dict[Any, list[Any]] = {}
        self.after: dict[Any, dict[Any, Any]] = {}
        self.most = 0
        self.tally = Tally()
        self.lines: list[list[Any]] = []
        """The states of games that ended, one after the other."""

    def look(self, state: Any, people: bool = True) -> list[Any]:
        """The moves of a state, which is examined if it was not yet."""
        exam = self.exam
        exam.check_time()
        try:
            known = self.moves.get(state)
        except Exception:  # a state that can't be hashed is named by its check
            known = None
        if known is not None:
            return known
        moves = check_state(exam, state)
        self.most = max(self.most, len(moves))
        self.tally.add_state(exam.game, state, bool(moves))
        for move in moves if len(moves) <= 8 else self.chooser.sample(moves, 8):
            exam.check_time()
            self.play(state, move)
        if len(self.moves) < COPIED:
            note_changes(exam, state, moves[0] if moves else None)
        if people:
            check_people(exam, state, moves)
        self.moves[state] = moves
        if self.on_state is not None:
            self.on_state(state, self.chooser.choice(moves) if moves else None)
        return moves

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move, which is examined if it was not yet."""
        known = self.after.setdefault(state, {})
        if move not in known:
            known[move] = check_move(self.exam, state, move)
        return known[move]


def check_game(
    game: Game[Any, Any] | str | Mapping[Any, Any],
    games: int = 30,
    seed: int = 0,
    plies: int = 300,
    seconds: float | None = SECONDS,
    *,
    on_progress: Callable[[int, int, int], None] | None = None,
    on_state: Callable[[Any, Any], None] | None = None,
) -> Report:
    """Play random games and check every clause of the contract; RulesError names the first that breaks.

    It takes about ``seconds`` at most. A game with few positions is looked at as a whole. ``on_progress`` is told how
    many games were played, of how many, and how many positions were seen; ``on_state`` each state with one of its
    moves, None at an end.

    >>> from elagage.games import make
    >>> report = check_game(make("nim", "3,4,5"), games=5)
    >>> report.ended, report.complete
    (5, True)
    """
    exam = Examination(add_border(game if isinstance(game, Game) else load(game)), seconds)
    walk = Walk(exam, seed, on_state)
    longest = ended = played = 0
    complete = False
    with exam.watch(), suppress(TimeIsUp):
        for number in range(games):
            length, has_ended = play_game(walk, plies)
            longest, ended, played = max(longest, length), ended + has_ended, number + 1
            if on_progress is not None:
                on_progress(played, games, len(walk.moves))
        check_openings(exam)
        complete = look_everywhere(walk)
        check_knowledge(exam.game, walk.lines)
        check_tiers(exam.game, walk.lines)
    note_suspicions(exam, walk.tally, played - ended, plies)
    positions = sum(1 for moves in walk.moves.values() if moves)
    return Report(
        played, positions, longest, ended, walk.most, complete, exam.seconds(), tuple(exam.notes.values())
    )  # fmt: skip


def play_game(walk: Walk, plies: int) -> tuple[int, bool]:
    """A random game: how many plies it had, and whether it ended."""
    exam = walk.exam
    state = exam.ask("start", exam.game.start)
    seen = set()
    line = []
    for ply in range(plies + 1):
        moves = walk.look(state)
        line.append(state)
        if not moves:
            walk.tally.add_end(exam.game, state)
            walk.lines.append(line)
            return ply, True
        if state in seen:
            walk.tally.repeated = state
        seen.add(state)
        state = walk.play(state, walk.chooser.choice(moves))
    return plies, False


def look_everywhere(walk: Walk) -> bool:
    """Look at every position, if there are few; were they all looked at?"""
    exam, game = walk.exam, walk.exam.game
    found = list(exam.ask("starts", lambda: list(game.starts())))
    known = set(found)
    for state in found:  # it grows
        exam.check_time()
        for move in exam.ask("moves", lambda state=state: list(game.moves(state)), state):
            after = exam.ask("play", lambda state=state, move=move: game.play(state, move), state, move)
            if after not in known:
                known.add(after)
                found.append(after)
        if len(found) > FEW:
            return False
    for state in found:
        walk.look(state)
    return True


def glance(game: Game[Any, Any], games: int = 2, plies: int = 100, seconds: float = 0.1) -> None:
    """The clauses that a search relies on, tried on a random game or two in a fraction of a second.

    RulesError names the first that breaks; what a rule raises is raised as it is.
    """
    exam = Examination(game, seconds, raw=True)
    walk = Walk(exam, 0, None)
    with exam.watch(PATIENCE), suppress(TimeIsUp):
        for _number in range(games):
            state = game.start()
            for _ply in range(plies):
                moves = walk.look(state, people=False)
                if not moves:
                    break
                state = walk.play(state, walk.chooser.choice(moves))
