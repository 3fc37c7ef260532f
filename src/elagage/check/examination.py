"""Asking a game's rules while it is examined: what they raise, print, change and how long they take."""

from __future__ import annotations

import _thread
import io
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from elagage.errors import IN_BROWSER, RulesError
from elagage.game import Game
from elagage.i18n import Message
from elagage.ways.frozen_game import FrozenGame
from elagage.ways.frozen_values import CannotFreeze, freeze

__all__ = ["Examination", "TimeIsUp"]

WATCHED = 200
"""So many calls are watched for changes of the game's own attributes."""


class TimeIsUp(Exception):
    """The time that was given for an examination is used up."""


class Examination:
    """One game under examination: what was noted of it, and until when it may take."""

    def __init__(self, game: Game[Any, Any], seconds: float | None = None, *, raw: bool = False) -> None:
        self.game = game
        self.raw = raw
        """Are errors of the rules left as they are?"""
        self.began = time.perf_counter()
        self.deadline = None if seconds is None else self.began + seconds
        self.notes: dict[str, Message] = {}
        self.watched = 0
        self.printed = io.StringIO()
        self.asking: tuple[str, Any] = ("", None)
        self.late = False

    def note(self, kind: str, message: Message) -> None:
        """Keep what is odd, once of each kind."""
        self.notes.setdefault(kind, message)

    def seconds(self) -> float:
        """Since the examination began."""
        return time.perf_counter() - self.began

    def check_time(self) -> None:
        """TimeIsUp if it is."""
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise TimeIsUp

    def ask(self, rule: str, call: Any, state: Any = None, move: Any = None) -> Any:
        """The rule's answer; a rule that raises breaks the contract."""
        self.asking = (rule, state)
        before = self.attributes() if self.watched < WATCHED else None
        try:
            answer = call()
        except RulesError:
            raise
        except Exception as error:  # a user's rule may raise anything
            if self.raw:
                raise
            raise RulesError(
                "{rule} rejects the move {move}, which moves(state) offers, in {state}: {problem}."
                if move is not None
                else "{rule} raises an error in {state}: {problem}."
                if state is not None
                else "{rule} raises an error: {problem}.",
                rule,
                state,
                move,
                problem=f"{type(error).__name__}: {error}",
            ) from error
        if before is not None:
            self.watched += 1
            self.compare_attributes(rule, before)
        if self.printed.tell():
            self.note_printed(rule)
        return answer

    # A rule that prints, changes the game itself, or never comes back

    def note_printed(self, rule: str) -> None:
        """Note that a rule prints."""
        lines = self.printed.getvalue().strip().splitlines() or [""]
        self.note(
            "print",
            Message(
                "{rule} prints '{text}': take the print out, since a search asks the rules millions of times.",
                rule=rule,
                text=lines[0][:60],
            ),
        )
        self.printed.seek(0)
        self.printed.truncate()

    def attributes(self) -> dict[str, Any] | None:
        """The game's own attributes, frozen, to see later whether a rule changed them; None if they can't be."""
        game = self.game.written if isinstance(self.game, FrozenGame) else self.game
        try:
            return {name: freeze_attribute(value) for name, value in vars(game).items()}
        except (CannotFreeze, TypeError, RecursionError):
            self.watched = WATCHED
            return None

    def compare_attributes(self, rule: str, before: dict[str, Any]) -> None:
        """Note an attribute that is another one now; a memo that grew, or a value that was found once, is none."""
        after = self.attributes()
        for name, value in (after or {}).items():
            if name in before and before[name] != value and not is_grown(before[name], value):
                self.note(
                    "self",
                    Message(
                        "{rule} changes self.{name}: keep everything that changes in the state, since a search asks "
                        "the rules in any order.",
                        rule=rule,
                        name=name,
                    ),
                )

    @contextmanager
    def watch(self, patience: float = 1.0) -> Iterator[None]:
        """Inside, what rules print is kept; a rule that has not come back so long after time is up is interrupted."""
        with redirect_stdout(self.printed):
            alone = IN_BROWSER or threading.current_thread() is not threading.main_thread()
            if self.deadline is None or alone:
                yield
                return
            timer = threading.Timer(max(0.1, self.deadline - time.perf_counter()) + patience, self.interrupt)
            timer.daemon = True
            timer.start()
            try:
                yield
            except KeyboardInterrupt:
                if not self.late:
                    raise
                rule, state = self.asking
                raise RulesError(
                    "{rule} gives no answer in {state}, however long it is waited for: does a loop in it end?"
                    if state is not None
                    else "{rule} gives no answer, however long it is waited for: does a loop in it end?",
                    rule,
                    state,
                ) from None
            finally:
                timer.cancel()

    def interrupt(self) -> None:
        """Stop the rule that is being asked, as Ctrl-C would."""
        self.late = True
        _thread.interrupt_main()


def freeze_attribute(value: Any) -> Any:
    """An attribute as a value; a large one by its identity and its size, which is enough to see that it was changed."""
    if isinstance(value, list | dict | set) and sys.getsizeof(value) > 10_000:
        return (id(value), len(value))
    return freeze(value)


def is_grown(before: Any, after: Any) -> bool:
    """Is it a memo that holds more now, and the same as before under every key that it had?"""
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after) == 2:
        return bool(before[0] == after[0])  # a large one, which may be a memo
    held = getattr(after, "held", None)
    return held is not None and hasattr(before, "held") and before.held <= held
