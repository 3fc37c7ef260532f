"""A game of two people at one table: who sits where, what was played, how it ends. It does nothing by itself: who may
do what is decided here, whether a move is one elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from elagage.web.http_errors import Refusal
from elagage.web.people import HOST, Person
from elagage.web.together.game_clock import GameClock, read_clock

__all__ = ["SharedGame", "check_person", "read_game", "write_moves"]


@dataclass
class SharedGame:
    """A table: the game, from which line it begins, and all that has happened since."""

    ident: str
    game: str
    position: str | None
    opening: list[str]
    """The moves that were made before the two began."""
    seats: list[Person | None]
    moves: list[str]
    player: int
    over: bool = False
    clock: GameClock | None = None
    end: str = ""
    """How it ended otherwise than by the rules: r0 (side 0 resigned), t1 (side 1 ran out of time), d (a draw was
    agreed on).
    """
    offer: int | None = None
    """Which side offers a draw."""
    rematch: int | None = None
    """Which side wants another game."""
    round: int = 1
    first: int = -1
    """Who is to move at the beginning."""
    saved: bool = False
    """Is it one of both people's games already?"""

    def __post_init__(self) -> None:
        if self.first < 0:
            self.first = self.player

    # Who is who

    @property
    def begun(self) -> bool:
        """Are both there to play?"""
        return None not in self.seats

    @property
    def ended(self) -> bool:
        """Is there nothing left to play?"""
        return self.over or bool(self.end)

    def side_of(self, person: Person | None) -> int | None:
        """Where somebody sits; None for whoever watches."""
        found = [side for side, seat in enumerate(self.seats) if seat is not None and person is not None]
        return next((side for side in found if self.seats[side].id == person.id), None)  # type: ignore[union-attr]

    def sit(self, person: Person) -> bool:
        """Take the free place; whether anything changed. Refusal if both are taken."""
        side = self.side_of(person)
        if side is not None:
            known, self.seats[side] = self.seats[side], person  # perhaps under another name
            return known != person
        if self.begun:
            raise Refusal("Both places at this table are taken: you can watch.", status=409)
        self.seats[self.seats.index(None)] = person
        return True

    def check_seat(self, person: Person | None) -> int:
        """The side of somebody who plays here; Refusal for anybody else."""
        side = self.side_of(check_person(person))
        if side is None:
            raise Refusal("Only the two who play at this table may do that.", status=403)
        return side

    def check_playing(self, person: Person | None) -> int:
        """The side of somebody who plays here, in a game that goes on."""
        side = self.check_seat(person)
        if not self.begun:
            raise Refusal("The other player is not there yet: send them the link.", status=409)
        if self.ended:
            raise Refusal("This game has ended: ask for a rematch.", status=409)
        return side

    # What they do

    def check_move(self, person: Person | None, ply: int, name: str) -> bool:
        """Is this a move to be tried? Not if it was made already, and told once more. Refusal says why it may not."""
        side = self.check_seat(person)
        if ply < len(self.moves) and self.moves[ply] == name:
            return False
        self.check_playing(person)
        if ply != len(self.moves):
            raise Refusal("The game has gone on meanwhile: look at the board again.", status=409)
        if side != self.player:
            raise Refusal("It is the other player's turn.", status=409)
        return True

    def make_move(self, found: dict[str, Any], now: float) -> None:
        """A move was found to be one: ``found`` is the referee's answer for the line with it."""
        declined = self.offer == 1 - self.player  # whoever plays on declines
        self.moves, self.player, self.over = found["moves"], found["player"], found["over"]
        if declined or self.over:
            self.offer = None
        if self.clock is not None:
            self.clock.step(self.player, now)
            if self.over:
                self.clock.stop(now)

    def finish(self, end: str, now: float) -> None:
        """It ends otherwise than by the rules."""
        self.end, self.offer = end, None
        if self.clock is not None:
            self.clock.stop(now)

    def resign(self, person: Person | None, now: float) -> None:
        """Somebody gives up."""
        self.finish(f"r{self.check_playing(person)}", now)

    def offer_draw(self, person: Person | None, now: float) -> None:
        """Somebody offers a draw, or takes the one that is offered."""
        side = self.check_playing(person)
        if self.offer == 1 - side:
            self.finish("d", now)
        else:
            self.offer = side

    def decline(self, person: Person | None) -> None:
        """No draw, or no other game."""
        self.check_seat(person)
        self.offer = self.rematch = None

    def ask_rematch(self, person: Person | None) -> bool:
        """Somebody wants another game; with the other one's wish it begins, the sides exchanged. Has it?"""
        side = self.check_seat(person)
        if not self.ended:
            raise Refusal("This game goes on: a rematch is for when it has ended.", status=409)
        if self.rematch != 1 - side:
            self.rematch = side
            return False
        self.seats.reverse()
        self.moves, self.player, self.over = list(self.opening), self.first, False
        self.end, self.offer, self.rematch, self.saved = "", None, None, False
        self.round += 1
        if self.clock is not None:
            self.clock.reset()
        return True

    def expire(self, now: float) -> bool:
        """Has somebody run out of time? Then that is the end."""
        clock = self.clock
        if self.ended or clock is None or clock.running is None or clock.read(now)[clock.running] > 0:
            return False
        self.finish(f"t{clock.running}", now)
        return True

    # What is written of it

    def line(self) -> dict[str, Any]:
        """The line that was played."""
        return {"game": self.game, "position": self.position, "moves": self.moves}

    def as_record(self, now: float) -> dict[str, Any]:
        """As the store has it."""
        return {
            **self.as_json(now),
            "opening": self.opening,
            "seats": [None if seat is None else [seat.id, seat.name] for seat in self.seats],
            "first": self.first,
            "saved": self.saved,
        }

    def as_json(self, now: float) -> dict[str, Any]:
        """What everybody may know, but who sits where."""
        return {
            "table": self.ident, **self.line(), "start": len(self.opening), "player": self.player, "over": self.over,
            "clock": None if self.clock is None else self.clock.as_json(now), "end": self.end, "offer": self.offer,
            "rematch": self.rematch, "round": self.round,
        }  # fmt: skip

    def saved_record(self) -> dict[str, Any]:
        """As the page keeps games of its own."""
        text = write_moves(self.moves) + (f"!{self.end}" if self.end and self.moves else "")
        return {"game": self.game, "position": self.position, "text": text, "at": len(self.moves)}


def check_person(person: Person | None) -> Person:
    """Somebody with a name; Refusal for anybody without."""
    if person is None:
        raise Refusal("One plays with others under a name: give yours first.", status=403)
    return person


def read_game(record: dict[str, Any], now: float) -> SharedGame:
    """A table out of the store."""
    fields = (
        "game",
        "position",
        "opening",
        "moves",
        "player",
        "over",
        "end",
        "offer",
        "rematch",
        "round",
        "first",
        "saved",
    )
    seats = [None if seat is None else HOST if seat[0] == HOST.id else Person(*seat) for seat in record["seats"]]
    return SharedGame(
        ident=record["table"],
        seats=seats,
        clock=read_clock(record["clock"], now),
        **{name: record[name] for name in fields},
    )


def write_moves(names: list[str]) -> str:
    """Moves as the page writes them.

    >>> write_moves(["d3", "--", "e2.e4!"])
    'd3.--.e2%2ee4%21'
    """
    return ".".join(quote(name, safe="~*'").replace(".", "%2e") for name in names)
