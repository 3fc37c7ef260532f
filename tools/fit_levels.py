"""How deep and how warm each level of a game has to be: ``python tools/fit_levels.py GAME`` prints its ``levels``.

Many levels that differ in depth and temperature, and the players that are the ruler, are rated against each other: by
games for the seconds that are given, or by computing where a game has few positions. Then nine are chosen whose steps
are even: level 2 is nearly as strong as a beginner, level 10 is the best there is, level 1 is a step below 2. Measure
what was found with ``tools/measure_levels.py``, from other openings.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

from level_games import Computed, Seat, find_starts, is_small, make_mover, play_pairs, to_elo

from elagage.game import Game
from elagage.levels import LEVELS, Level
from elagage.loading import load

SEED = 7
TEMPERATURES = (3.0, 0.8, 0.2, 0.05)
STRONG_TEMPERATURES = (1.2, 0.4, 0.12, 0.0)
FIRST_TEMPERATURES, FIRST_MISSES = (0.3, 0.6, 1.5, 4.0), (0.0, 0.2, 0.5, 1.0)
"""The temperatures of levels 1 and 2 where a heuristic says what is plausible, and how much they overlook by then."""
PATH = (0.02, 0.1, 0.3, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0, 12.0, 20.0, 50.0)
"""The temperatures that are tried of a game with few positions; by the last one all moves are alike."""
SWEEPS, HALVES = 3, 6
"""How often their steps are made even, and how finely."""
WHOLE = 20
"""Plies that see the end of a game with few positions."""
MISSES = (0.2, 0.4, 0.6, 0.8, 1.0)
TOP = LEVELS[9]
COLD = 0.01
"""Added to a temperature before its logarithm is taken."""
DOUBT = 300.0
"""How far off the first guess of a rating may be."""
EASIER = 40.0
"""Elo that level 2 is below a beginner."""
LEAST_STEP, EASIEST = 80.0, 108.0
"""Where the steps would be smaller than so many Elo, as a beginner plays well already, level 3 is so far below one."""
FIRST_STEPS = 1.2
"""The steps from 1 to 3 of a game with few positions, beside the others: people differ most where they begin."""
MOST_STEP = 150.0
"""Elo from level 1 to level 2 at most."""


# Few positions --------------------------------------------------------------------------------------------------------


def fit_small(game: Game[Any, Any]) -> list[tuple[float, ...]]:
    """Levels 3 to 9 see everything and differ in temperature; 1 and 2 see one ply and overlook things."""
    computed = Computed(game)
    seers = [TOP, *(Level(9, WHOLE, 4.0, warm) for warm in PATH)]
    missers = [seers[-1], *(Level(2, 1, 0.2, PATH[-1], misses) for misses in MISSES)]
    falls = add_up(computed, seers)
    step = falls[-1] / 7
    warms = [read_off(falls[1:], PATH, step * number) for number in range(7, 0, -1)]
    levels = [(WHOLE, round(warm, 2)) for warm in (even_out(computed, warms) if step > 1 else warms)]
    further = add_up(computed, missers)
    low = min(FIRST_STEPS * step, MOST_STEP, further[-1] / 2)
    low = low if low > 1 else further[-1] / 2
    misses = [read_off(further, (0.0, *MISSES), low * number) for number in (2, 1)]
    return [*((1, PATH[-1], round(chance, 2)) for chance in misses), *levels]


def even_out(computed: Computed, warms: list[float]) -> list[float]:
    """The same temperatures, moved until the step below each of levels 4 to 9 is as large as the one above."""
    ladder = [*(Level(9, WHOLE, 4.0, warm) for warm in warms), TOP]
    for _sweep in range(SWEEPS):
        for place in range(1, len(warms)):
            below, above = ladder[place - 1], ladder[place + 1]
            cold, warm = max(above.temperature, PATH[0]), below.temperature
            for _half in range(HALVES):
                middle = replace(below, temperature=round(math.sqrt(cold * warm), 3))
                too_cold = computed.share(above, middle) < computed.share(middle, below)
                cold, warm = (middle.temperature, warm) if too_cold else (cold, middle.temperature)
            ladder[place] = replace(below, temperature=round(math.sqrt(cold * warm), 3))
    return [level.temperature for level in ladder[:-1]]


def add_up(computed: Computed, path: list[Level]) -> list[float]:
    """How far below the first level of a path each one is, in Elo, step by step."""
    falls = [0.0]
    for above, below in pairwise(path):
        falls.append(falls[-1] + max(0.0, to_elo(computed.share(above, below), 5000)))
    print("  ", [round(fall) for fall in falls], file=sys.stderr, flush=True)
    return falls


def read_off(heights: list[float], places: tuple[float, ...], height: float) -> float:
    """Where a rising line reaches a height."""
    for (low, start), (high, end) in pairwise(zip(heights, places, strict=True)):
        if high >= height:
            part = 0.0 if high == low else max(0.0, (height - low) / (high - low))
            return start + part * (end - start)
    return places[-1]


# Many positions -------------------------------------------------------------------------------------------------------


class Pool:
    """Players with ratings, by games between those that seem to be of the same strength."""

    def __init__(self, game: Game[Any, Any], depths: tuple[int, ...], scale: float, plies: str | None) -> None:
        self.game, self.scale = game, scale
        self.starts = find_starts(game, plies, 200, SEED)
        self.chooser = random.Random(SEED)
        self.seats: list[Seat] = ["random", "beginner", "greedy"]
        self.guesses = [-900.0, -500.0, -450.0]
        self.first = [Level(2, 1, 0.2, *given) for given in zip(FIRST_TEMPERATURES, FIRST_MISSES, strict=True)]
        for level in self.first:
            self.add(level, -400 - 400 * level.inattention)
        kinds = [(3 + place, depth, 0.3, -350.0 + 120 * place) for place, depth in enumerate(depths)]
        for number, depth, seconds, guess in kinds:
            for warm in TEMPERATURES:
                self.add(Level(number, depth, seconds, warm), guess - 100 * math.log(warm / 0.2))
        for level, guess in ((LEVELS[6], 200), (LEVELS[8], 300)):
            for warm in STRONG_TEMPERATURES:
                self.add(replace(level, temperature=warm), guess - 100 * math.log((warm + 0.02) / 0.2))
        self.add(TOP, 700.0)
        self.ratings = list(self.guesses)
        self.movers = [make_mover(game, seat, scale) for seat in self.seats]
        self.played: dict[tuple[int, int], list[float]] = {}

    def add(self, level: Level, guess: float) -> None:
        self.seats.append(level)
        self.guesses.append(guess)

    def play_round(self, number: int) -> None:
        """A pair of games for each player, against one of about its strength."""
        order = sorted(range(len(self.seats)), key=lambda place: self.ratings[place] + self.chooser.gauss(0, 120))
        first = number % 2
        for one, other in zip(order[first::2], order[first + 1 :: 2], strict=False):
            seed = self.chooser.getrandbits(30)
            points, games = play_pairs(self.game, self.movers[one], self.movers[other], self.starts, 1, seed)
            row = self.played.setdefault((one, other), [0.0, 0.0])
            row[0] += points
            row[1] += games
        self.rate()

    def rate(self) -> None:
        """The likeliest ratings, by Newton's method one at a time."""
        for _sweep in range(30):
            slopes = [(guess - at) / DOUBT**2 for guess, at in zip(self.guesses, self.ratings, strict=True)]
            bends = [1 / DOUBT**2] * len(self.seats)
            for (one, other), (points, games) in self.played.items():
                expected = 1 / (1 + 10 ** ((self.ratings[other] - self.ratings[one]) / 400))
                unit = math.log(10) / 400
                slopes[one] += unit * (points - games * expected)
                slopes[other] -= unit * (points - games * expected)
                for place in (one, other):
                    bends[place] += unit**2 * games * expected * (1 - expected)
            for place, (slope, bend) in enumerate(zip(slopes, bends, strict=True)):
                self.ratings[place] += 0.5 * slope / bend

    def rating(self, seat: Seat) -> float:
        """What a player has."""
        return self.ratings[self.seats.index(seat)]

    def curve(self, depth: int) -> list[tuple[float, float]]:
        """The temperatures of a depth and the ratings that they have, made smooth: never better when warmer."""
        rows = [
            (seat.temperature, rating)
            for seat, rating in zip(self.seats, self.ratings, strict=True)
            if isinstance(seat, Level) and seat.depth == depth and seat.number > 2
        ]
        rows.sort()
        groups = [[rating] for _warm, rating in rows]
        place = 0
        while place + 1 < len(groups):
            if sum(groups[place]) / len(groups[place]) < sum(groups[place + 1]) / len(groups[place + 1]):
                groups[place : place + 2] = [groups[place] + groups[place + 1]]
                place = max(0, place - 1)
            else:
                place += 1
        smooth = [sum(group) / len(group) for group in groups for _rating in group]
        return [(warm, rating) for (warm, _raw), rating in zip(rows, smooth, strict=True)]


def fit_large(
    game: Game[Any, Any], depths: tuple[int, ...], seconds: float, scale: float, plies: str | None
) -> list[tuple[float, ...]]:
    """The same by games; ``depths`` are those of levels 3 to 6."""
    pool = Pool(game, tuple(dict.fromkeys(depths)), scale, plies)
    began, rounds = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        pool.play_round(rounds)
        rounds += 1
    games = sum(row[1] for row in pool.played.values())
    print(f"  {rounds} rounds, {games:.0f} games", file=sys.stderr)
    for rating, seat in sorted(zip(pool.ratings, map(str, pool.seats), strict=True)):
        print(f"  {rating:6.0f} {seat}", file=sys.stderr)
    return choose_even(pool, depths)


def place_levels(beginner: float, top: float) -> list[float]:
    """The ratings that levels 1 to 9 are to have."""
    step = (top - beginner + EASIER) / 8
    if step >= LEAST_STEP:
        low = beginner - EASIER
        return [low - min(step, MOST_STEP), *(low + step * number for number in range(8))]
    low = beginner - EASIEST
    step = (top - low) / 7
    return [low - 3 * step, low - 1.5 * step, *(low + step * number for number in range(7))]


def choose_even(pool: Pool, depths: tuple[int, ...]) -> list[tuple[float, ...]]:
    """Levels at even distances between a beginner and the best."""
    targets = place_levels(pool.rating("beginner"), pool.rating(TOP))
    falls, levels = [-pool.rating(level) for level in pool.first], list[tuple[float, ...]]()
    for target in targets[:2]:
        warm = read_off(falls, tuple(map(math.log, FIRST_TEMPERATURES)), -target)
        levels.append((1, float(f"{math.exp(warm):.2g}"), round(read_off(falls, FIRST_MISSES, -target), 2)))
    weaker, stronger = (pool.curve(LEVELS[number - 1].depth or 0) for number in (7, 9))
    between = [(warm, (low + high) / 2) for (warm, low), (_warm, high) in zip(weaker, stronger, strict=True)]
    curves = [*((depth, pool.curve(depth)) for depth in depths), (12, weaker), (14, between), (16, stronger)]
    for number, (target, (depth, curve)) in enumerate(zip(targets[2:], curves, strict=True), 3):
        heights, warms = [-rating for _warm, rating in curve], tuple(math.log(warm + COLD) for warm, _rating in curve)
        warm = max(0.0, math.exp(read_off(heights, warms, -target)) - COLD)
        print(f"  level {number}: {target:.0f}, of {curve[-1][1]:.0f} to {curve[0][1]:.0f}", file=sys.stderr)
        levels.append((depth, float(f"{warm:.2g}")))
    return levels


def main() -> None:
    """Fit the levels of the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--seconds", type=float, default=300, help="of games to play")
    parser.add_argument("--scale", type=float, default=0.01, help="the part of their seconds that levels 7 to 10 get")
    parser.add_argument("--openings", help="plies of the openings")
    parser.add_argument("--depths", default="2,3,4,6", help="the depths of levels 3 to 6")
    given = parser.parse_args()
    depths = tuple(map(int, given.depths.split(",")))
    for spec in given.game:
        game = load(spec)
        began = time.perf_counter()
        levels = (
            fit_small(game) if is_small(game) else fit_large(game, depths, given.seconds, given.scale, given.openings)
        )
        spent = time.perf_counter() - began
        print(f"{spec}: levels = {tuple(levels)}  # {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
