"""What is odd about a game as a whole, though no clause of the contract is broken, and what it may mean."""

from __future__ import annotations

from collections import Counter
from typing import Any

from elagage.check.examination import Examination
from elagage.errors import shorten_repr
from elagage.game import MAX, MIN, Game
from elagage.games.spoken import read_sides
from elagage.i18n import Message

__all__ = ["Tally", "note_suspicions"]

ENOUGH_STATES = 10
"""Fewer positions say nothing of who moves."""
ENOUGH_ENDS = 10
"""Fewer ends say nothing of who wins."""


class Tally:
    """Who moved, and who won, in the positions and games that were looked at."""

    def __init__(self) -> None:
        self.movers: Counter[int] = Counter()
        self.ends: set[tuple[int, int]] = set()
        """Who should move at an end, and the sign of its score: all that were met."""
        self.results: Counter[int] = Counter()
        """The games, by the sign of the score."""
        self.repeated: Any = None
        """A state that play came back to."""

    def add_state(self, game: Game[Any, Any], state: Any, goes_on: bool) -> None:
        """Count a state that was not met before."""
        if goes_on:
            self.movers[game.player(state)] += 1
        else:
            self.ends.add((game.player(state), sign_of(game.score(state))))

    def add_end(self, game: Game[Any, Any], state: Any) -> None:
        """Count a game that came to an end."""
        self.results[sign_of(game.score(state))] += 1


def sign_of(value: Any) -> int:
    """1, 0 or -1."""
    return int(value > 0) - int(value < 0)


def note_suspicions(exam: Examination, tally: Tally, endless: int, plies: int) -> None:
    """Note what is odd about all the games together."""
    note_endless(exam, tally, endless, plies)
    names = [side.name for side in read_sides(exam.game)]
    for player in (MAX, MIN):
        if not tally.movers[player] and sum(tally.movers.values()) >= ENOUGH_STATES:
            exam.note(
                f"mover{player}",
                Message(
                    "{name} never moves: player gives {other} in all {count} positions, which makes it a game for one.",
                    name=names[player],
                    other=1 - player,
                    count=sum(tally.movers.values()),
                ),
            )
    if exam.game.payoffs or sum(tally.results.values()) < ENOUGH_ENDS:
        return
    for player, won in ((MAX, 1), (MIN, -1)):
        if tally.results[won] or not tally.ends.isdisjoint({(MAX, won), (MIN, won)}):
            continue
        if tally.ends >= {(MAX, -won), (MIN, -won)}:
            exam.note(
                "score",
                Message(
                    "score says {sign} whoever should move at the end: is it from the mover's point of view? It must "
                    "be from Max's: above 0 if {max} won, below 0 if {min} won.",
                    sign=-won,
                    max=names[MAX],
                    min=names[MIN],
                ),
            )
        else:
            exam.note(
                f"winner{player}",
                Message(
                    "{name} never won, in {count} random games: can that be, or has score the wrong sign?",
                    name=names[player],
                    count=sum(tally.results.values()),
                ),
            )


def note_endless(exam: Examination, tally: Tally, endless: int, plies: int) -> None:
    """Note games that did not end, and play that came back to a position."""
    if tally.repeated is not None and not exam.game.cycles:
        state = shorten_repr(tally.repeated)
        exam.note(
            "endless",
            Message(
                "{count} game did not end within {plies} plies: play cycles, it came back to {state}; if that is "
                "meant, say cycles = True in the class, and a repetition counts as a draw.",
                "{count} games did not end within {plies} plies: play cycles, it came back to {state}; if that is "
                "meant, say cycles = True in the class, and a repetition counts as a draw.",
                count=endless,
                plies=plies,
                state=state,
            )
            if endless
            else Message(
                "Play cycles: it came back to {state}; if that is meant, say cycles = True in the class, and a "
                "repetition counts as a draw.",
                state=state,
            ),
        )
    elif endless and not exam.game.cycles:
        exam.note(
            "endless",
            Message(
                "{count} game did not end within {plies} plies, though no position came back: does every game end?",
                "{count} games did not end within {plies} plies, though no position came back: does every game end?",
                count=endless,
                plies=plies,
            ),
        )
    elif endless:
        exam.note(
            "endless",
            Message(
                "{count} game did not end within {plies} plies, as it may where play cycles.",
                "{count} games did not end within {plies} plies, as it may where play cycles.",
                count=endless,
                plies=plies,
            ),
        )
