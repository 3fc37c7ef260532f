"""How weak each level of a game has to be: ``python
tools/fit_levels.py GAME`` prints the nine numbers of its ``levels``.

From the top down: each level is made weaker until the one above beats it by the share of points that is asked for. In a
game of few positions that share is computed, else games are played. Then measure what was found, from other openings,
with ``elagage tournament GAME greedy level:1 ... level:10 --kind ladder --games 200``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from elagage.analysis import analyse
from elagage.arena.game_jobs import play_game
from elagage.arena.openings import openings_for
from elagage.arena.players.built_in_players import compile_rules
from elagage.arena.players.player_types import Player
from elagage.game import MAX, Game
from elagage.levels import BLUNDER_DEPTH, LEVELS, levels_of
from elagage.loading import load

SHARES = (
    0.76,
    0.72,
    0.69,
    0.66,
    0.64,
    0.63,
    0.62,
    0.615,
    0.61,
    0.607,
    0.603,
    0.6,
    0.595,
    0.59,
    0.585,
    0.58,
    0.575,
    0.57,
)
"""What each level is to have against the one below; the next one is
tried where ten levels don't fit between the best and the worst play.
"""
STEPS, EXACT_STEPS = 6, 12
SEED = 7
FEW = 20_000
"""So many positions are few."""
DEEP = 60
"""Plies that end any small game."""

Share = Callable[[int], float]
"""From a level's number to the points that the one above has against it."""


def make_played_share(game: Game[Any, Any], games: int, clock: float, plies: str | None) -> Share:
    openings = openings_for(game, plies, games // 2, SEED)

    def share(number: int) -> float:
        players: dict[str, Player] = {}
        above, below = f"level:{number + 1}", f"level:{number}"
        points = 0.0
        for played in range(games):
            opening = openings[played // 2 % len(openings)]
            texts = (above, below) if played % 2 == 0 else (below, above)
            wanted = {
                "number": played, "position": opening.position, "opening": opening.moves,
                "seed": SEED * 1_000_003 + played
            }  # fmt: skip
            row = play_game(game, texts, wanted, players, clock=clock)
            points += (1 + (row["outcome"] or 0) * (1 if played % 2 == 0 else -1)) / 2
        return points / games

    return share


def make_computed_share(game: Game[Any, Any], plies: str | None) -> Share:
    """The share that is expected, from what each level would do in each position."""
    compile_rules(game)
    starts = [game.play_line(game.start(), opening.moves or ()) for opening in openings_for(game, plies, 100, SEED)]

    @cache
    def best(state: Any, depth: int | None) -> Any:
        return analyse(game, state, depth=depth or DEEP, memory=1).move

    @cache
    def worst(state: Any) -> Any:
        return analyse(game, state, depth=BLUNDER_DEPTH, every_move=True, memory=1).moves[-1].move

    def chances(state: Any, number: int) -> dict[Any, float]:
        """How likely a level is to make each move."""
        level, moves = levels_of(game)[number - 1], list(game.moves(state))
        found = dict.fromkeys(moves, level.error / len(moves))
        if level.blunder:
            found[worst(state)] += level.blunder
        else:
            found[best(state, level.depth)] += 1 - level.error
        return found

    def share(number: int) -> float:
        @cache
        def points(state: Any, for_max: int) -> float:
            """The share of the level above, which plays Max if ``for_max`` is 1."""
            if game.over(state):
                score = game.score(state) * (1 if for_max else -1)
                return 0.5 + 0.5 * ((score > 0) - (score < 0))
            own = (game.player(state) == MAX) == bool(for_max)
            return sum(
                chance * points(game.play(state, move), for_max)
                for move, chance in chances(state, number + own).items()
                if chance
            )

        return sum(points(state, for_max) for state in starts for for_max in (0, 1)) / (2 * len(starts))

    return share


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


def fit(
    game: Game[Any, Any], share: Share, target: float, top: int, depths: list[int], steps: int
) -> list[float] | None:
    """The weaknesses of the levels 1 to 9; None if the best and the worst play are too near to each other."""
    weaknesses = [0.0] * (len(LEVELS) - 1)
    for number in range(top, 0, -1):
        began = time.perf_counter()

        def points(weakness: float, number: int = number) -> float:
            weaknesses[number - 1] = weakness
            game.levels = tuple(zip(depths, weaknesses, strict=True))
            return share(number)

        low, high, found = 0.0, 0.0, points(0.0)
        if found < target:
            high, found = 2.0, points(2.0)
            if found < target:
                return None
            for _step in range(steps):
                middle = (low + high) / 2
                reached = points(middle)
                if reached < target:
                    low = middle
                else:
                    high, found = middle, reached
        weaknesses[number - 1] = round(high, 3)
        spent = time.perf_counter() - began
        print(f"  level {number}: {weaknesses[number - 1]:g}, {found:.3f}, {spent:.0f} s", file=sys.stderr, flush=True)
    return weaknesses


def main() -> None:
    """Fit the levels of the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--time", type=float, default=0.3, help="seconds a move of level 10")
    parser.add_argument("--share", type=float, action="append", help="the share of points to aim at")
    parser.add_argument("--openings", help="plies of the openings")
    parser.add_argument("--top", type=int, default=9, help="the highest level to fit; those above never err")
    parser.add_argument("--depth", type=int, help="the depth of all levels, for a small game")
    given = parser.parse_args()
    depths = [given.depth or level.depth or 0 for level in LEVELS[:-1]]
    for spec in given.game:
        game = load(spec)
        small = is_small(game)
        share = (
            make_computed_share(game, given.openings)
            if small
            else make_played_share(game, given.games, given.time, given.openings)
        )
        for target in given.share or SHARES:
            weaknesses = fit(game, share, target, given.top, depths, EXACT_STEPS if small else STEPS)
            if weaknesses is not None:
                print(f"{spec} {target}: levels = {tuple(zip(depths, weaknesses, strict=True))}", flush=True)
                break
            print(f"{spec}: ten levels don't fit at {target}", flush=True)


if __name__ == "__main__":
    main()
