"""What a path search gives back, and the events that it can be watched by.

What an algorithm promises of a cost may hang on a condition: A* finds the least cost *if* its heuristic is admissible.
So a result keeps apart what is promised (``promise``, ``condition``) and what is known (``bound``, ``optimal``), and
says why it is known (``basis``):

    algorithm    the algorithm alone: no heuristic was used, or it said 0 everywhere
    proof        the heuristic is one of the package's, and its docstring proves it admissible
    check        the space is small: all of it was gone through, and no estimate that was used is too high
    assumption   nobody knows: what is promised holds if the condition does
    refuted      the condition is broken; ``too_high`` is the counter-example
    nothing      the algorithm promises nothing

The small space is gone through when somebody first asks (``trust.py``), so a search alone costs no more for it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from elagage.errors import SearchError
from elagage.i18n import Message
from elagage.lazy import Shown
from elagage.result import Number, format_number, json_number

__all__ = [
    "Basis", "Condition", "Evidence", "Expanded", "FoundAgain", "NoPath", "Opened", "PathResult", "PathTrace",
    "Reached", "State", "TooHigh", "Trust", "claim_of", "describe_promise", "describe_too_high", "plain_number",
]  # fmt: skip


State = TypeVar("State", bound=Hashable)
Condition = Literal["", "admissible", "mirrored"]
"""What a promise hangs on: nothing; the heuristic is admissible; the problem's predecessors and goals mirror its
successors and its goal.
"""
Basis = Literal["algorithm", "proof", "check", "assumption", "refuted", "nothing"]
KNOWN = ("algorithm", "proof", "check")


class TooHigh(NamedTuple):
    """A state where the estimate is above what it really takes from there to a goal: h is not admissible."""

    state: Any
    estimate: Number
    distance: Number
    """The true distance, or what a path that is known costs."""


class FoundAgain(NamedTuple):
    """A state that was expanded at one cost and then found at a lower one: h is not consistent.

    That alone says nothing against its being admissible.
    """

    state: Any
    before: Number
    after: Number


class Trust(NamedTuple):
    """What is known of the condition that a promise hangs on."""

    basis: Basis
    too_high: TooHigh | None = None
    least: Number | None = None
    """The least cost, if the whole space was gone through."""


class Evidence(Protocol):
    """What answers the question whether the condition holds, when it is first asked."""

    @property
    def trust(self) -> Trust:
        """The answer."""


class NoPath(SearchError):
    """No goal can be reached; ``expanded`` states were gone through."""

    def __init__(self, message: str | Message, /, *, expanded: int, **arguments: Any) -> None:
        super().__init__(message, **arguments)
        self.expanded = expanded


@dataclass(frozen=True)
class PathResult(Shown, Generic[State]):
    """A path to a goal, and the work it took."""

    _drawer: ClassVar[str] = "draw_path"

    path: tuple[State, ...]
    """The states from the start to the goal."""
    cost: Number
    expanded: int
    """States whose successors were looked at, each time counted."""
    generated: int
    """Successors that were looked at."""
    reopened: int = 0
    """States that were found again at a lower cost after they had been expanded."""
    frontier: int = 0
    """The most states that were waiting at one time."""
    promise: float | None = 1.0
    """What the algorithm promises if ``condition`` holds: the cost is at most this many times the least one; 1 if it is
    the least, None if nothing is promised.
    """
    seconds: float = 0.0
    algorithm: str = ""
    condition: Condition = ""
    found_again: FoundAgain | None = None
    """The first state that was reopened, if that shows that the heuristic is not consistent."""
    evidence: Evidence | None = field(default=None, compare=False, repr=False)

    @property
    def trust(self) -> Trust:
        """What is known of the condition; a space of at most 2,000 states is gone through when this is first asked."""
        if self.promise is None:
            return Trust("nothing")
        return Trust("algorithm") if self.evidence is None else self.evidence.trust

    @property
    def basis(self) -> Basis:
        """Why the promise can be trusted, or not: see above."""
        return self.trust.basis

    @property
    def bound(self) -> float | None:
        """The cost is known to be at most this many times the least one; None if nothing is known."""
        return self.promise if self.basis in KNOWN else None

    @property
    def optimal(self) -> bool:
        """Is the cost known to be the least there is? (Where costs are not whole: up to rounding.)"""
        return self.bound == 1.0

    @property
    def too_high(self) -> TooHigh | None:
        """Where the heuristic is above what it really takes, if that is known."""
        return self.trust.too_high

    @property
    def least(self) -> Number | None:
        """The least cost, where it is known."""
        return self.cost if self.optimal else self.trust.least

    def describe_promise(self) -> Message:
        """What may be said of the cost: 'the least', 'the least if h is admissible'."""
        return describe_promise(self.promise, self.condition, self.trust)

    def describe_faults(self, name: Callable[[Any], str] = str) -> list[Message]:
        """What the search met that is wrong with its heuristic, a sentence each; ``name`` writes a state."""
        faults = []
        trust = self.trust
        if trust.too_high is not None:
            faults.append(describe_too_high(trust.too_high, name))
        if trust.basis == "refuted" and trust.least is not None and trust.least != self.cost:
            faults.append(Message("The least cost is {least}.", least=format_number(trust.least)))
        if self.found_again is not None:
            faults.append(
                Message(
                    "h is not consistent: {state} was expanded at cost {before} and then found at {after}; "
                    "that alone does not make it inadmissible.",
                    state=name(self.found_again.state),
                    before=format_number(self.found_again.before),
                    after=format_number(self.found_again.after),
                )
            )
        return faults

    def claim(self, name: Callable[[Any], str] = str) -> dict[str, Any]:
        """What is claimed of the cost, for JSON; ``name`` says how a state is written."""
        again = self.found_again
        return {
            **claim_of(self.promise, self.condition, self.trust, name),
            "least": plain_number(self.least),
            "found_again": again and {
                "state": name(again.state), "before": plain_number(again.before), "after": plain_number(again.after)
            },
        }  # fmt: skip


def claim_of(
    promise: float | None, condition: Condition, trust: Trust, name: Callable[[Any], str] = str
) -> dict[str, Any]:
    """What is claimed of a cost, for JSON."""
    bound, high = promise if trust.basis in KNOWN else None, trust.too_high
    return {
        "optimal": bound == 1,
        "bound": bound,
        "promise": promise,
        "condition": condition,
        "basis": trust.basis,
        "least": plain_number(trust.least),
        "too_high": high and {
            "state": name(high.state), "estimate": plain_number(high.estimate), "distance": plain_number(high.distance)
        },
    }  # fmt: skip


def describe_promise(promise: float | None, condition: Condition, trust: Trust) -> Message:
    """What may be said of a cost, by what was promised on which condition and what is known of that."""
    if trust.basis == "refuted" and condition == "admissible":
        return Message("nothing promised: h is not admissible")
    if trust.basis == "refuted":
        return Message("not the least: the problem's predecessors or goals are wrong")
    if promise is None:
        return Message("nothing promised", context="path")
    times = f"{promise:g}"
    if trust.basis in KNOWN:
        return Message("the least") if promise == 1 else Message("at most {bound} times the least", bound=times)
    if condition == "mirrored":
        return Message("the least if the problem's predecessors and goals are right")
    if promise == 1:
        return Message("the least if h is admissible")
    return Message("at most {bound} times the least if h is admissible", bound=times)


def describe_too_high(found: TooHigh, name: Callable[[Any], str] = str) -> Message:
    """The counter-example in a sentence."""
    return Message(
        "h is not admissible: at {state} it says {estimate}, and from there a goal can be reached at cost {distance}.",
        state=name(found.state),
        estimate=format_number(found.estimate),
        distance=format_number(found.distance),
    )


def plain_number(value: Number | None) -> int | float | str | None:
    """A number as JSON holds it, where there is one."""
    return None if value is None else json_number(value)


class Opened(NamedTuple):
    """A state was found, or found again at a lower cost: it waits with cost so far ``g`` and priority ``f``;
    ``side`` as in ``Expanded``.
    """

    state: Any
    parent: Any
    g: Number
    f: Number
    again: bool
    side: int = 0


class Expanded(NamedTuple):
    """A state's successors are looked at; ``side`` is 1 in the
    half of a bidirectional search that comes from the goal.
    """

    state: Any
    g: Number
    f: Number
    side: int = 0


class Reached(NamedTuple):
    """A goal was reached by this path."""

    path: tuple[Any, ...]
    cost: Number


@dataclass
class PathTrace:
    """Give one to a path search and it holds what happened, in order; at most ``limit`` events."""

    limit: int = 1_000_000
    events: list[Any] = field(default_factory=list)

    def add(self, event: Any) -> None:
        """Note an event."""
        if len(self.events) >= self.limit:
            raise SearchError("The trace is full after {limit} events: trace a smaller problem.", limit=self.limit)
        self.events.append(event)
