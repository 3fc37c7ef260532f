"""Goofspiel-like open bidding in turns: class hierarchy, dataclass(order=True), class with __lt__, str.format."""

# ruff: noqa
from dataclasses import dataclass, field
from typing import List, Tuple, Dict
from elagage import Game


@dataclass(frozen=True, order=True)
class Card:
    value: int
    suit: str = "h"

    def beats(self, other: "Card") -> bool:
        return self > other


@dataclass(frozen=True)
class Hands:
    first: Tuple[Card, ...]
    second: Tuple[Card, ...]
    table: Tuple[Card, ...] = ()
    points: Tuple[int, int] = (0, 0)
    lead: int = 0

    def hand(self, who: int) -> Tuple[Card, ...]:
        return self.first if who == 0 else self.second

    def with_hand(self, who, cards):
        return (cards, self.second) if who == 0 else (self.first, cards)


class Base:
    def start(self):
        return Hands(tuple(Card(v) for v in (2, 5, 7)), tuple(Card(v, "s") for v in (3, 4, 7)))

    def mover(self, s):
        return (s.lead + len(s.table)) % 2

    def player(self, s):
        return self.mover(s)


class Tricks(Base, Game):
    def start(self):
        return super().start()

    def moves(self, s: Hands) -> List[Card]:
        return sorted(s.hand(self.mover(s)))

    def play(self, s, card):
        who = self.mover(s)
        left = tuple(c for c in s.hand(who) if c != card)
        first, second = s.with_hand(who, left)
        if not s.table:
            return Hands(first, second, (card,), s.points, s.lead)
        winner = who if card.beats(s.table[0]) else s.lead
        points = tuple(p + (i == winner) for i, p in enumerate(s.points))
        return Hands(first, second, (), points, winner)

    def score(self, s):
        return s.points[0] - s.points[1]

    def heuristic(self, s):
        best = max(s.first + (Card(0),)).value - max(s.second, default=Card(0)).value
        return s.points[0] - s.points[1] + best / 10
