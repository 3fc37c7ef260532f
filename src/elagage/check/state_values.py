"""States as values: they can be hashed, copied and compared."""

from __future__ import annotations

import copy
from typing import Any

from elagage.errors import RulesError

__all__ = ["check_hash", "copy_state", "same_state"]


def check_hash(state: Any) -> None:
    """A state must be hashable, since searches remember states."""
    try:
        hash(state)
    except Exception as error:  # TypeError from a list or a dict inside, anything from a user's own __hash__
        raise RulesError(
            "The state {state} can't be hashed: make it a NamedTuple or a tuple, with no list or dict inside.",
            "play",
            state,
        ) from error


def copy_state(state: Any) -> Any:
    """A copy, to see later whether the state has changed; a state that is not equal to its copy is no value."""
    try:
        copy_of = copy.deepcopy(state)
    except Exception as error:  # an object may refuse to be copied in any way
        raise RulesError(
            "The state {state} can't be copied ({problem}): make it a NamedTuple or a tuple.",
            "play",
            state,
            problem=f"{type(error).__name__}: {error}",
        ) from error
    if not same_state(copy_of, state):
        raise RulesError(
            "The state {state} is not equal to a copy of itself: define __eq__ and __hash__, or make it a NamedTuple.",
            "play",
            state,
        )
    return copy_of


def same_state(one: Any, other: Any) -> bool:
    """Are two states equal? RulesError if they can't be compared."""
    try:
        return bool(one == other) and hash(one) == hash(other)
    except Exception as error:  # a state whose == raises or is no truth value, a NumPy array say
        raise RulesError(
            "The state {state} can't be compared with ==: make it a NamedTuple or a tuple.", "play", one
        ) from error
