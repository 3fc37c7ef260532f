"""The plan of a match or a tournament: which games, from which openings, in which colours, all derived from a seed.

A pairing's games come in pairs, each from one opening, colours swapped. Games are numbered, and a game's seed follows
from its number, so that a game is the same whenever and wherever it is played.

    match         the first player against the second
    round-robin   everybody against everybody
    gauntlet      the first player against each of the others
    swiss         in rounds, players of like score against each other
    ladder        each player against the next one
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from elagage.arena.game_jobs import files_of
from elagage.arena.match_elo import Sprt
from elagage.arena.openings import Opening, openings_for
from elagage.arena.players.player_specs import PlayerSpec, check_player, parse_player
from elagage.errors import LimitsError
from elagage.game import Game
from elagage.loading import load, split_path

__all__ = ["KINDS", "Fixture", "Plan", "game_from_anywhere", "make_plan"]

KINDS = ("round-robin", "gauntlet", "swiss", "ladder")
MOST_GAMES = 10_000_000
PATIENCE = 60.0
"""Seconds after which a player that does not answer is given up, by default."""

Points = Callable[[int, int], Sequence[float]]
"""From two numbers of games (the first, and the one after the last) to the points that each player made in these."""


class Fixture(NamedTuple):
    """A game to be played: its number, who plays Max and Min (places in the list of players), its opening and seed."""

    number: int
    first: int
    second: int
    opening: int
    seed: int


@dataclass(frozen=True)
class Plan:
    """What is to be played; equal plans give equal games."""

    game: str
    players: tuple[str, ...]
    games: int
    """For each pairing; an even number."""
    seed: int
    openings: tuple[Opening, ...]
    kind: str = "match"
    rounds: int = 1
    clock: float | None = None
    """Seconds a move; who takes longer loses."""
    patience: float = PATIENCE
    sprt: tuple[float, float] | None = None
    adjudicate: int = 0
    """Positions that may be looked at, before each move, to find how the game ends with best play; then it ends so."""
    checks: dict[str, str] = field(default_factory=dict)
    """The files that the games depend on, and their checksums."""
    played: Game[Any, Any] | None = field(default=None, compare=False, repr=False)
    """The game itself, for whoever plays in this process."""

    @property
    def game_name(self) -> str:
        """What to call the game: the text that names it, or its class where no text does."""
        return self.game or type(self.played).__name__

    def text(self) -> str:
        """All of it as one line of text; paths by their last names, so that it is the same wherever the files are."""
        solved = {"adjudicate": self.adjudicate} if self.adjudicate else {}
        return json.dumps(
            {
                "game": self.game, "players": self.players, "games": self.games, "seed": self.seed, "kind": self.kind,
                "rounds": self.rounds,
                "clock": self.clock, "patience": self.patience, "sprt": self.sprt,
                "openings": [[opening.position, opening.moves] for opening in self.openings],
                "checks": sorted((os.path.basename(path), checksum) for path, checksum in self.checks.items()),
                **solved,
            },
            ensure_ascii=False,
        )  # fmt: skip

    @property
    def test(self) -> Sprt | None:
        """The sequential test that may end a match early."""
        return None if self.sprt is None else Sprt(*self.sprt)

    @property
    def reproducible(self) -> bool:
        """Do the same games come out again?"""
        players = [parse_player(text) for text in self.players]
        return all(player.reproducible and (self.clock is None or player.kind != "level") for player in players)

    @property
    def pairings_a_round(self) -> int:
        """How many pairs of players meet in a round."""
        count = len(self.players)
        sizes = {
            "round-robin": count * (count - 1) // 2,
            "gauntlet": count - 1,
            "ladder": count - 1,
            "swiss": count // 2,
        }
        return sizes.get(self.kind, 1)

    @property
    def total(self) -> int:
        """How many games are planned."""
        return self.rounds * self.pairings_a_round * self.games

    def fixtures(self, round_number: int, points: Points) -> Iterator[Fixture]:
        """The games of a round, opening by opening; in a Swiss tournament they depend on the points made before."""
        pairings = self.pairings(round_number, points)
        number = round_number * self.pairings_a_round * self.games
        for pair in range(self.games // 2):
            for one, other in pairings:
                for first, second in ((one, other), (other, one)):
                    yield Fixture(number, first, second, pair % len(self.openings), self.seed_of(number))
                    number += 1

    def seed_of(self, number: int) -> int:
        """The seed of a game."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {number}".encode()).digest()[:8], "big") >> 1

    def pairings(self, round_number: int, points: Points) -> list[tuple[int, int]]:
        """Who meets whom."""
        count = len(self.players)
        if self.kind == "round-robin":
            return [(one, other) for one in range(count) for other in range(one + 1, count)]
        if self.kind == "gauntlet":
            return [(0, other) for other in range(1, count)]
        if self.kind == "ladder":
            return [(number, number + 1) for number in range(count - 1)]
        if self.kind == "swiss":
            return self.swiss_pairings(round_number, points)
        return [(0, 1)]

    def swiss_pairings(self, round_number: int, points: Points) -> list[tuple[int, int]]:
        """Players of like score who have not met yet, as far as that goes.

        Of an odd number, the last who has not yet rested rests and has full points.
        """
        count = len(self.players)
        size = self.pairings_a_round * self.games
        scores = [0.0] * count
        met: set[frozenset[int]] = set()
        rested: set[int] = set()
        pairs: list[tuple[int, int]] = []
        for number in range(round_number + 1):
            order = sorted(range(count), key=lambda player: (-scores[player], player))
            if count % 2:
                resting = next(player for player in reversed(order) if player not in rested or len(rested) == count)
                rested.add(resting)
                order.remove(resting)
            pairs = pair_neighbours(order, met)
            met |= {frozenset(pair) for pair in pairs}
            if number == round_number:
                break
            for player, made in enumerate(points(number * size, (number + 1) * size)):
                scores[player] += made
            if count % 2:
                scores[resting] += self.games
        return pairs

    def job(self, fixtures: Sequence[Fixture]) -> dict[str, Any]:
        """Some games as plain data, for ``play_job``."""
        games = []
        for fixture in fixtures:
            opening = self.openings[fixture.opening]
            games.append(
                {
                    "number": fixture.number, "max": resolve_player_path(self.players[fixture.first]),
                    "min": resolve_player_path(self.players[fixture.second]),
                    "position": opening.position, "opening": opening.moves, "seed": fixture.seed,
                }
            )  # fmt: skip
        return {
            "game": game_from_anywhere(self.game),
            "checks": self.checks,
            "clock": self.clock,
            "patience": self.patience,
            "adjudicate": self.adjudicate,
            "games": games,
        }


def game_from_anywhere(spec: str) -> str:
    """A game's text with the full path of its file, for a worker that has another folder."""
    path, class_name = split_path(spec)
    if path is None:
        return spec
    return ":".join([os.path.abspath(path), class_name] if class_name else [os.path.abspath(path)])


@lru_cache(maxsize=1024)
def resolve_player_path(text: str) -> str:
    """A player's text with the full paths of its files, for a worker that has another folder."""
    player = parse_player(text)
    if not player.files:
        return text
    paths = {name: os.path.abspath(path) for name, path in player.files.items()}
    options = tuple((name, paths.get(name, value)) for name, value in player.options)
    return str(PlayerSpec(player.kind, player.target, options))


def pair_neighbours(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Neighbours in the order, but nobody twice against the same as long as somebody else is left."""
    left, pairs = list(order), []
    while left:
        one = left.pop(0)
        other = next((player for player in left if frozenset((one, player)) not in met), left[0])
        left.remove(other)
        pairs.append((one, other))
    return pairs


def make_plan(
    game: str | Game[Any, Any] | type[Game[Any, Any]],
    players: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    openings: str | int | Path | None = None,
    kind: str = "match",
    clock: float | None = None,
    patience: float | None = None,
    sprt: tuple[float, float] | None = None,
    adjudicate: int = 0,
) -> Plan:
    """A plan, checked: LimitsError or LoadError says what can't be played."""
    played = load(game)
    texts = [parse_player(text) for text in players]
    for text in texts:
        check_player(text, played)
    names = tuple(str(text) for text in texts)
    if kind == "match" and len(names) != 2:
        raise LimitsError("A match is between two players; {count} were given.", count=len(names))
    if kind != "match" and (len(names) < 2 or len(set(names)) < len(names)):
        raise LimitsError("A tournament needs two players or more, no two of them the same.")
    if not 2 <= games <= MOST_GAMES or games % 2:
        raise LimitsError(
            "{games} games can't be played: they come in pairs, colours swapped, so give an even number.", games=games
        )
    if clock is not None and not 0.001 <= clock <= 86400:
        raise LimitsError("{time} seconds a move make no sense: give 0.001 or more.", time=clock)
    if clock is not None and clock < 1 and any(text.kind == "gtp" for text in texts):
        raise LimitsError("GTP counts in whole seconds: give its programs --time 1 or more.")
    if patience is not None and not 0.01 <= patience <= 86400:
        raise LimitsError("{time} seconds of patience make no sense: give 0.01 or more.", time=patience)
    if adjudicate < 0:
        raise LimitsError("{nodes} positions make no sense: give 0 or more.", nodes=adjudicate)
    if sprt is not None:
        Sprt(*sprt)
    rounds = min(len(names) - 1 + len(names) % 2, math.ceil(math.log2(len(names))) + 1) if kind == "swiss" else 1
    waits = patience if patience is not None else PATIENCE if clock is None else max(5.0, 3 * clock)
    found = openings_for(played, None if openings is None else str(openings), games // 2, seed)
    return Plan(
        played.spec, names, games, seed, tuple(found), kind, rounds, clock, waits, sprt, adjudicate,
        files_of(played.spec, list(names)),
        played,
    )  # fmt: skip
