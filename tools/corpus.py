"""Every game of a folder, as it is: sound, compiled or why not, counts and values equal, how many times faster.

Beside each game stands a ``.json`` with ``perft`` (counts by depth from 1) and ``values``, ``more_values`` (a depth:
the minimax value).

    python tools/corpus.py FOLDER [NAME ...]
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from elagage.analysis import count
from elagage.check import check_game
from elagage.compiler.fallback import CannotCompile
from elagage.compiler.link import keep_linked, rules_as_written
from elagage.game import Game
from elagage.loading import load
from elagage.question import Question
from elagage.result import Limits
from elagage.search.alphabeta import alphabeta
from elagage.search.compiled.driver import search_position
from elagage.search.compiled.meanwhile import find_refusal
from elagage.search.compiled.perft import count_lines
from elagage.search.perft import perft

__all__ = ["main"]

TURNS = 3
SHORTEST, LONGEST = 0.2, 2.0
"""Seconds of interpreted counting that are enough to compare, and that are not done again."""


def main() -> None:
    """Print the table; exit 1 if anything is wrong or crashes."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    files = [path for path in sorted(folder.glob("*.py")) if path.with_suffix(".json").exists()]
    rows = [examine(path) for path in files if not wanted or path.stem in wanted]
    print("| game | sound | compiled | first s | counts | values | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    compiled = [row for row in rows if row[2] == "yes"]
    print(f"\n{len(compiled)} of {len(rows)} compiled", end="")
    ratios = sorted(float(row[6]) for row in compiled)
    print(f", ratio {ratios[len(ratios) // 2]:.0f} in the middle, {ratios[0]:.0f} at least" if ratios else "")
    if any("WRONG" in cell or "CRASH" in cell for row in rows for cell in row):
        sys.exit(1)


def examine(path: Path) -> list[str]:
    """The row of one game."""
    try:
        return examine_game(path)
    except Exception as error:  # whatever happens to one game, the others are examined too
        return [path.stem, f"CRASH {type(error).__name__}: {error}"[:120], "", "", "", "", ""]


def examine_game(path: Path) -> list[str]:
    """The same; whatever goes wrong is raised."""
    told: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    game = load(str(path))
    try:
        check_game(game, games=5)
        sound = "yes"
    except Exception as error:
        sound = f"no: {error}"[:80]
    game = rules_as_written(game)
    began = time.process_time()
    refusal = find_refusal(game)
    first = time.process_time() - began
    state = game.start()
    counts = [count(game, state, depth)[None] for depth in range(1, len(told["perft"]) + 1)]
    right = "equal" if counts == told["perft"] else f"WRONG {counts}"
    if refusal is not None:
        return [path.stem, sound, refusal.sentence().text("en").replace("|", "/"), "", right, "", ""]
    return [path.stem, sound, "yes", f"{first:.2f}", right, values_of(game, told), f"{ratio(game, len(counts)):.0f}"]


def values_of(game: Game[Any, Any], told: dict[str, Any]) -> str:
    """Are the values those that were told, compiled and interpreted?"""
    for depth, value in {**told.get("values", {}), **told.get("more_values", {})}.items():
        limits = Limits(depth=int(depth))
        try:
            found = search_position(Question(game, game.start(), limits)).value
        except CannotCompile as error:
            return f"WRONG at depth {depth}: {error.sentence()}"
        if abs(found - value) > 1e-9:
            return f"WRONG at depth {depth}: {found}, not {value}"
        if int(depth) <= 2 and alphabeta(game, None, int(depth)).value != found:
            return f"WRONG at depth {depth}: interpreted otherwise"
    return "equal"


def ratio(game: Game[Any, Any], deepest: int) -> float:
    """How many times faster counting is, in CPU time, both in turn, as deep as takes a while; the middle one."""
    state = game.start()
    keep_linked(game)
    depth, plain = deepest, 0.0
    while True:
        began = time.process_time()
        perft(game, state, depth)
        plain = time.process_time() - began
        if plain > SHORTEST or depth > deepest + 3:
            break
        depth += 1
    count_lines(game, state, depth)
    ratios = []
    for turn in range(TURNS):
        began = time.process_time()
        count_lines(game, state, depth)
        native = time.process_time() - began
        if turn and plain < LONGEST:
            began = time.process_time()
            perft(game, state, depth)
            plain = time.process_time() - began
        ratios.append(plain / max(native, 1e-9))
    return sorted(ratios)[len(ratios) // 2]


if __name__ == "__main__":
    main()
