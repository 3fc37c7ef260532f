"""What a search is given and what it gives back: frozen values that compute nothing.

Numbers are for the algorithms, a ``Score`` is for people. Every score is from Max's point of view.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import total_ordering
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from elagage.errors import LimitsError
from elagage.i18n import Message, join_messages
from elagage.lazy import Shown

__all__ = [
    "MAX",
    "MIN",
    "MOST_ESTIMATE",
    "WIN",
    "Info",
    "Limits",
    "MoveScore",
    "Number",
    "Result",
    "Score",
    "Side",
    "Term",
]

Move = TypeVar("Move", bound=Hashable)
Number = int | float

MAX = 0
MIN = 1
WIN = 1 << 30
"""Added to what a won game scores, so that a certain win outranks every estimate."""
MOST_ESTIMATE = WIN - 8192
"""Where games are won and lost, a larger estimate counts as much as this one: none is mistaken for a win."""

MOST_BITS = 14_000
"""Of a whole number that is written in decimals, which Python does up to 4300 of them."""


class Side(NamedTuple):
    """How people call one of the two sides of a game, and its colour.

    >>> Score.loss(3).text([Side("Fox"), Side("Hounds", plural=True)])
    'Hounds win in 3 plies'
    """

    name: Message | str
    """What to call it."""
    colour: str = ""
    """A colour that pieces have, such as ``black``, or one of the web, ``#1f7a4d``; empty: that of its pieces."""
    plural: bool = False
    """Is the name a plural? The hounds win, the fox wins."""

    @classmethod
    def of(cls, named: Side | Message | str) -> Side:
        """The side, or the one with that name."""
        return named if isinstance(named, Side) else cls(named)

    @property
    def number(self) -> int:
        """What chooses between the singular and the plural of a sentence about it."""
        return 2 if self.plural else 1


class Term(NamedTuple):
    """A part of a heuristic, as ``explain`` names it: the terms of a state add up to its heuristic."""

    name: Message | str
    """What is counted, in words."""
    value: Number
    """What it gives, for Max."""
    cells: Mapping[tuple[int, int], Number] = MappingProxyType({})
    """What each cell gives, by its row and column in ``grid``: together the value. Empty if cells don't matter."""

    @classmethod
    def of_cells(cls, name: Message | str, cells: Mapping[tuple[int, int], Number]) -> Term:
        """The term that cells make; those that give nothing are left out.

        >>> Term.of_cells("pawns", {(0, 1): -10, (2, 1): 10, (2, 2): 10, (1, 0): 0}).value
        10
        """
        return cls(name, sum(cells.values()), {cell: value for cell, value in cells.items() if value})


@total_ordering
@dataclass(frozen=True, eq=False)
class Score:
    """What a position is worth to Max: a win or a loss in so many plies, a draw, or a number.

    Wins outrank numbers, which outrank losses. Among wins the larger margin comes first, then the shorter way;
    among losses the reverse. A draw weighs as much as the number 0, and a bare number compares as an estimate.

    >>> Score.loss(2) < Score.loss(8) < Score.estimate(-40) < Score.draw() < Score.win(9) < Score.win(3)
    True
    >>> -Score.win(3) == Score.loss(3)
    True
    """

    outcome: int | None
    """1 if Max wins, -1 if Min wins, 0 for a proven draw, None where the number is all we have."""
    value: Number
    """The margin of a decided game, else the number itself."""
    plies: int | None = None
    """How many plies away the end is, where that is known."""

    @classmethod
    def win(cls, plies: int | None = None, margin: Number = 1) -> Score:
        """Max wins, ``plies`` from here, by ``margin``."""
        return cls(1, margin, plies)

    @classmethod
    def loss(cls, plies: int | None = None, margin: Number = 1) -> Score:
        """Min wins, ``plies`` from here, by ``margin``."""
        return cls(-1, -margin, plies)

    @classmethod
    def draw(cls, plies: int | None = None) -> Score:
        """Neither wins, and that is proven."""
        return cls(0, 0, plies)

    @classmethod
    def estimate(cls, value: Number) -> Score:
        """A number: a heuristic's estimate, or the pay-off of a game whose scores are amounts."""
        return cls(None, value)

    @classmethod
    def of_value(cls, value: Number, *, exact: bool, margins: bool, payoffs: bool, plies: int | None = None) -> Score:
        """Turn a search's number into a score; ``margins`` and ``payoffs`` are the game's."""
        if payoffs or abs(value) < WIN:
            return cls.draw(plies) if exact and value == 0 and not payoffs else cls.estimate(value)
        margin = abs(value) - WIN if margins else 1
        if not isinstance(margin, int | float):  # a fraction, which is a float's
            margin = float(margin)
        return cls.win(plies, margin) if value > 0 else cls.loss(plies, margin)

    @property
    def is_decided(self) -> bool:
        """Is the outcome of the game known?"""
        return self.outcome is not None

    def _key(self) -> tuple[Number, ...]:
        if not self.outcome:
            return (0, self.value)
        distance = math.inf if self.plies is None else float(self.plies)
        return (self.outcome, self.value, -self.outcome * distance)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | float):
            other = Score.estimate(other)
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        if isinstance(other, int | float):
            other = Score.estimate(other)
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key()) if self.outcome else hash(self.value)

    def __neg__(self) -> Score:
        return Score(None if self.outcome is None else -self.outcome, -self.value, self.plies)

    def __str__(self) -> str:
        return self.text()

    def message(self, sides: Sequence[Side | Message | str] = ("Max", "Min")) -> Message:
        """The score in words, with the names that a game gives to its sides."""
        if self.outcome is None:
            return join_messages([format_number(self.value, signed=True)])
        if self.outcome == 0:
            return Message("draw")
        winner = Side.of(sides[MAX if self.outcome == 1 else MIN])
        words = [Message("{player} wins", "{player} win", count=winner.number, player=winner.name)]
        if abs(self.value) != 1:
            words.append(Message("by {margin}", margin=format_number(abs(self.value))))
        if self.plies is not None:
            words.append(Message("in {n} ply", "in {n} plies", count=self.plies, n=self.plies))
        return join_messages(words, " ")

    def text(self, sides: Sequence[Side | Message | str] = ("Max", "Min")) -> str:
        """The same in the current language."""
        return self.message(sides).text()

    def as_json(self) -> dict[str, Any]:
        """The fields of this score in ``--json`` output: ``score``, and for a win ``win`` and ``plies``."""
        fields: dict[str, Any] = {"score": json_number(self.value)}
        if self.outcome:
            fields |= {"win": "max" if self.outcome == 1 else "min", "plies": self.plies}
        return fields


def format_number(value: Number, *, signed: bool = False) -> str:
    """The shortest exact way to write a number: ``4``, ``-0.5``, ``1/3``, ``+∞``."""
    if value in (math.inf, -math.inf):
        return "+∞" if value > 0 else "-∞"
    large = isinstance(value, float) and abs(value) >= 1e16
    text = repr(float(value)) if large else str(json_number(value))
    return f"+{text}" if signed and value > 0 else text


def json_number(value: Number) -> int | float | str:
    """A number that JSON can hold: whole numbers as integers; as text infinities, fractions that no float holds
    exactly, and what is longer than Python writes in decimals.
    """
    if value in (math.inf, -math.inf):
        return "inf" if value > 0 else "-inf"
    if value == int(value):
        return int(value) if int(value).bit_length() <= MOST_BITS else hex(int(value))
    with suppress(OverflowError):
        if float(value) == value:
            return float(value)
    return "/".join(str(json_number(part)) for part in value.as_integer_ratio())


@dataclass(frozen=True)
class Limits:
    """How long a search may go on; whatever is None does not limit it."""

    depth: int | None = None
    """In plies."""
    time: float | None = None
    """In seconds."""
    nodes: int | None = None

    def __post_init__(self) -> None:
        check_depth(self.depth)
        if self.time is not None and not 0 <= self.time < math.inf:
            raise LimitsError("A time limit of {time} makes no sense: give 0 or more seconds.", time=self.time)
        if self.nodes is not None and self.nodes < 0:
            raise LimitsError("A limit of {nodes} nodes makes no sense: give 0 or more.", nodes=self.nodes)


def check_depth(depth: int | None) -> int | None:
    """The depth itself, if a search can be asked for it."""
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
        raise LimitsError("A depth of {depth} makes no sense: give a whole number of plies, 0 or more.", depth=depth)
    return depth


@dataclass(frozen=True)
class MoveScore(Generic[Move]):
    """A legal move at the root and what it is worth to Max."""

    move: Move
    score: Score
    exact: bool
    value: Number


@dataclass(frozen=True)
class Info(Generic[Move]):
    """News from a search that goes on: what it found at the depth it has just finished."""

    depth: int
    score: Score
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    moves: tuple[MoveScore[Move], ...] = ()
    """Every legal move with its score at this depth, best first for the mover, where that was asked for."""
    exact: bool = False
    """Is the score the true value of the position? What goes on then is for other moves, or a shorter win."""


@dataclass(frozen=True)
class Result(Shown, Generic[Move]):
    """What a search found."""

    _drawer: ClassVar[str] = "draw_result"

    move: Move | None
    """The best move; None where there is none to make, or none was looked at (depth 0)."""
    score: Score
    value: Number
    """The same as the algorithm's own number: what minimax would give, for Max."""
    line: tuple[Move, ...]
    """The principal variation: best play for both sides, from the root."""
    depth: int | None
    """The depth searched in full; None if to the end of the game."""
    nodes: int
    """Positions entered, the root included."""
    leaves: int = 0
    """Positions judged by ``score`` or ``heuristic``, and not by their successors."""
    alpha_cuts: int = 0
    """Cuts at Min's nodes: Min found a reply that Max will avoid."""
    beta_cuts: int = 0
    """Cuts at Max's nodes: Max found a move that Min will not allow."""
    hits: int = 0
    """Positions answered from memory."""
    seconds: float = 0.0
    exact: bool = False
    """Is the score the true value of the position, whatever lies beyond the depth?"""
    moves: tuple[MoveScore[Move], ...] = ()
    """Every legal move with its score, best first for the player to move, where that was asked for."""
    algorithm: str = ""
    asked: Any = field(default=None, repr=False, compare=False)
    """The ``Position`` that it is about, for whoever shows it."""

    def about(self, asked: Any) -> Result[Move]:
        """The same, which says what it is about."""
        return replace(self, asked=asked)

    @property
    def cuts(self) -> int:
        """Cuts of both kinds."""
        return self.alpha_cuts + self.beta_cuts
