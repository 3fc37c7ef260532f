"""Games between levels that no game has yet, and players of the arena: played, or computed where positions are few.

``fit_levels.py`` and ``measure_levels.py`` beside this file use it.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from elagage.analysis import analyse
from elagage.arena.openings import openings_for
from elagage.arena.players.built_in_players import compile_rules, make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Turn
from elagage.evaluation.near_wins import loses_at_once, wins_at_once
from elagage.game import MAX, Game, estimate_value, final_value
from elagage.levels import Level, choose, judge_as, weigh_chances, weigh_moves

__all__ = ["DEEP", "Mover", "Seat", "compute_share", "is_small", "make_mover", "play", "play_pairs", "to_elo"]

Seat = Level | str
"""A level, or the text of a player of the arena."""
Mover = Callable[[Any, random.Random], Any]

TIMED = 7
"""From this level on the time decides."""
LONGEST = 200
"""Plies; a longer game is a draw, and so is one where a position comes for the third time."""
FEW = 20_000
"""So many positions are few."""
DEEP = 60
"""Plies that end any small game."""


def make_mover(game: Game[Any, Any], seat: Seat, scale: float) -> Mover:
    """Who plays; the times of the levels that have some are multiplied by ``scale``."""
    if isinstance(seat, str):
        player = make_player(parse_player(seat), game)
        return lambda state, chooser: player.choose(Turn(state, state, (), (), 0, source=chooser)).move
    compile_rules(judge_as(game, seat.number), seat.depth is None)
    if seat.number < TIMED:
        return lambda state, chooser: choose(game, state, seat, chooser, timeless=True, memory=1)[0]
    time = scale * seat.time
    return lambda state, chooser: choose(game, state, seat, chooser, time=time, memory=4)[0]


def play(game: Game[Any, Any], state: Any, movers: Sequence[Mover], seed: int) -> int:
    """How a game ends: 1 if Max wins, -1 if Min does, 0 for a draw."""
    chooser, seen = random.Random(seed), Counter([state])
    for _ply in range(LONGEST):
        if game.over(state):
            score = game.score(state)
            return (score > 0) - (score < 0)
        state = game.play(state, movers[game.player(state)](state, chooser))
        seen[state] += 1
        if seen[state] > 2:
            break
    return 0


def play_pairs(
    game: Game[Any, Any], one: Mover, other: Mover, starts: Sequence[Any], pairs: int, seed: int
) -> tuple[float, int]:
    """The points of one, and the games: pairs from one opening, with colours swapped."""
    points = 0.0
    for pair in range(pairs):
        start = starts[(seed + pair) % len(starts)]
        points += (1 + play(game, start, (one, other), seed + 2 * pair)) / 2
        points += (1 - play(game, start, (other, one), seed + 2 * pair + 1)) / 2
    return points, 2 * pairs


def find_starts(game: Game[Any, Any], plies: str | None, count: int, seed: int) -> list[Any]:
    """Where games begin."""
    openings = openings_for(game, plies, count, seed)
    return [game.play_line(game.start(), opening.moves or ()) for opening in openings]


def to_elo(share: float, games: float = math.inf) -> float:
    """The difference of strength that makes a share of the points."""
    least = 0.5 / games
    share = min(max(share, least), 1 - least) if games < math.inf else share
    return math.inf if share >= 1 else -math.inf if share <= 0 else 400 * math.log10(share / (1 - share))


def is_small(game: Game[Any, Any]) -> bool:
    """Has it few positions, and an end?"""
    seen, front = {game.start()}, [game.start()]
    while front and len(seen) <= FEW and not game.cycles:
        state = front.pop()
        for move in () if game.over(state) else game.moves(state):
            child = game.play(state, move)
            if child not in seen:
                seen.add(child)
                front.append(child)
    return not game.cycles and len(seen) <= FEW


class Computed:
    """What is expected of games between levels and players, from what each would do in each position."""

    def __init__(self, game: Game[Any, Any], plies: str | None = "0") -> None:
        compile_rules(game)
        self.game = game
        self.starts = find_starts(game, plies, 100, 7)
        self.scores = cache(lambda state, depth: analyse(game, state, depth=depth, every_move=True, memory=1).moves)
        self.chances = cache(self.chances_of)
        self.best = cache(lambda state: analyse(game, state, depth=DEEP, memory=1).move)

    def worths(self, state: Any, depth: int, blind: bool) -> dict[Any, float]:
        found = weigh_moves(self.game, state, self.scores(state, depth), depth, blind=blind)
        return dict.fromkeys(self.game.moves(state), 0.0) | found

    def chances_of(self, state: Any, seat: Seat) -> dict[Any, float]:
        """How likely each move is."""
        game, moves = self.game, list(self.game.moves(state))
        if isinstance(seat, str):
            return self.chances_of_player(state, seat, moves)
        if not seat.draws:
            return {self.best(state): 1.0}
        assert seat.depth is not None
        worths = self.worths(state, seat.depth, False)
        sees = weigh_chances(game, state, worths, seat.temperature)
        if len(sees) > 1:
            sees = {move: share for move, share in sees.items() if not loses_at_once(game, state, move)} or sees
        total = sum(sees.values())
        found = {move: (1 - seat.inattention) * share / total for move, share in sees.items()}
        if seat.inattention:
            misses = weigh_chances(game, state, self.worths(state, seat.depth, True), seat.temperature, blind=True)
            total = sum(misses.values())
            for move, share in misses.items():
                found[move] = found.get(move, 0.0) + seat.inattention * share / total
        return found

    def chances_of_player(self, state: Any, seat: str, moves: list[Any]) -> dict[Any, float]:
        """The same of a random player, one who looks one ply ahead, or a beginner."""
        game, spec = self.game, parse_player(seat)
        error = {"random": 1.0, "greedy": 0.0}.get(spec.kind, spec.get("error", 0.2))
        found = dict.fromkeys(moves, error / len(moves))
        good = moves
        if spec.kind == "beginner":
            good = [move for move in moves if wins_at_once(game, state, move)]
            good = good or [move for move in moves if not loses_at_once(game, state, move)] or moves
        sign = 1 if game.player(state) == MAX else -1
        looks = {}
        for move in good:
            child = game.play(state, move)
            looks[move] = sign * (final_value(game, child) if game.over(child) else estimate_value(game, child))
        best = [move for move in good if looks[move] == max(looks.values())]
        for move in best:
            found[move] += (1 - error) / len(best)
        return found

    def share(self, one: Seat, other: Seat) -> float:
        """What one has of the points against the other."""
        game = self.game
        seats = (one, other)

        @cache
        def points(state: Any, for_max: int) -> float:
            if game.over(state):
                score = game.score(state) * (1 if for_max else -1)
                return 0.5 + 0.5 * ((score > 0) - (score < 0))
            own = (game.player(state) == MAX) == bool(for_max)
            chances = self.chances(state, seats[0 if own else 1])
            return sum(chance * points(game.play(state, move), for_max) for move, chance in chances.items() if chance)

        return sum(points(state, for_max) for state in self.starts for for_max in (0, 1)) / (2 * len(self.starts))


def compute_share(game: Game[Any, Any], one: Seat, other: Seat) -> float:
    """The same for a game, from its first position."""
    return Computed(game).share(one, other)
