"""What the levels of a game are worth: ``python tools/measure_levels.py GAME`` prints its row of the table.

Shares of the points in %: of the beginner against levels 1 to 3, of level 1 against a random player, of level 3 against
one who looks one ply ahead, and of each level against the one below; by games, or computed where a game has few
positions. ``--near`` instead counts how often each level takes a win in one, and blocks one, in random positions.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from level_games import TIMED, Computed, Seat, find_starts, is_small, make_mover, play_pairs

from elagage.evaluation.near_wins import loses_at_once, wins_at_once
from elagage.game import Game
from elagage.levels import LEVELS, levels_of
from elagage.loading import load

SEED = 2026
PATIENCE = 100_000
"""Random positions that are looked at to find one."""


def pairs_of(game: Game[Any, Any]) -> list[tuple[str, Seat, Seat]]:
    """Who meets whom."""
    levels = levels_of(game)
    ruler: list[tuple[str, Seat, Seat]] = [
        *((f"beginner : {number}", "beginner", levels[number - 1]) for number in (1, 2, 3)),
        ("1 : random", levels[0], "random"),
        ("3 : one ply", levels[2], "greedy"),
    ]
    ladder = [(f"{number + 1} : {number}", levels[number], levels[number - 1]) for number in range(1, len(LEVELS))]
    return [*ruler, *ladder]


def measure(
    game: Game[Any, Any], games: int, top_games: int, scale: float, plies: str | None, only: str | None
) -> dict[str, float]:
    """The share of each pair, and how it went meanwhile."""
    wanted_pairs = None if only is None else {name.replace(" ", "") for name in only.split(",")}
    found: dict[str, float] = {}
    computed = Computed(game) if is_small(game) else None
    starts = find_starts(game, plies, max(games, 2) // 2, SEED)
    for number, (name, one, other) in enumerate(pairs_of(game)):
        if wanted_pairs is not None and name.replace(" ", "") not in wanted_pairs:
            continue
        began = time.perf_counter()
        if computed is not None:
            found[name] = computed.share(one, other)
        else:
            timed = max(0 if isinstance(seat, str) else seat.number for seat in (one, other)) >= TIMED
            movers = [make_mover(game, seat, scale) for seat in (one, other)]
            wanted = (top_games if timed else games) // 2
            points, played = play_pairs(game, movers[0], movers[1], starts, wanted, SEED + 10_000 * number)
            found[name] = points / played
        print(f"  {name}: {100 * found[name]:.1f}  ({time.perf_counter() - began:.0f} s)", flush=True)
    return found


def find_positions(game: Game[Any, Any], count: int, wins: bool) -> list[Any]:
    """Random positions where a win in one is to be taken, or else where just some moves stop one."""
    chooser, found = random.Random(SEED), list[Any]()
    for _game in range(PATIENCE):
        state = game.start()
        while not game.over(state) and len(found) < count:
            moves = list(game.moves(state))
            won = sum(wins_at_once(game, state, move) for move in moves)
            lost = 0 if won else sum(loses_at_once(game, state, move) for move in moves)
            if (0 < won < len(moves)) if wins else (0 < lost < len(moves)):
                found.append(state)
            state = game.play(state, chooser.choice(moves))
        if len(found) >= count:
            break
    return found


def measure_near(game: Game[Any, Any], count: int, scale: float) -> None:
    """How often each level takes a win in one, and blocks one."""
    to_win, to_block = find_positions(game, count, True), find_positions(game, count, False)
    for level in levels_of(game):
        chooser, mover = random.Random(SEED), make_mover(game, level, scale)
        taken = sum(wins_at_once(game, state, mover(state, chooser)) for state in to_win)
        blocked = sum(not loses_at_once(game, state, mover(state, chooser)) for state in to_block)
        print(f"  level {level.number}: wins {taken} of {len(to_win)}, blocks {blocked} of {len(to_block)}", flush=True)


def main() -> None:
    """Measure the levels of the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--games", type=int, default=200, help="of each pair")
    parser.add_argument("--top-games", type=int, default=60, help="of each pair with a level from 7 on")
    parser.add_argument("--scale", type=float, default=0.01, help="the part of their seconds that levels 7 to 10 get")
    parser.add_argument("--openings", help="plies of the openings")
    parser.add_argument("--only", metavar="PAIRS", help="such as 2:1,10:9")
    parser.add_argument("--near", type=int, metavar="COUNT", help="positions with a win in one, and with one to block")
    given = parser.parse_args()
    for spec in given.game:
        game = load(spec)
        print(spec, flush=True)
        if given.near:
            measure_near(game, given.near, given.scale)
            continue
        found = measure(game, given.games, given.top_games, given.scale, given.openings, given.only)
        print(f"| {' | '.join([spec, *(f'{100 * share:.0f}' for share in found.values())])} |", flush=True)


if __name__ == "__main__":
    main()
