"""Retrograde analysis in plain Python: from the ends of the game back to its beginning. It works where play can cycle.

All positions that can be reached are found first. Then values flow back: a position is won for its mover as soon as
*one* successor is, and lost as soon as *all* are, which is known when the last of them is decided. Decided positions
wait in a queue, so they come in order of their distance to the end: the winner's shortest way, the loser's longest.
Whatever is never decided is a draw.

Where the size of a score matters, the ends are taken in order of size, the largest first.

Theorem. Each edge is followed once, forth and back, so the time is linear in positions and moves; and what is left
undecided is drawn, since its mover always has a move to another such position, and the opponent can't leave them but to
lose.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Any

from elagage.errors import LimitsError, Stopped
from elagage.game import Game, canonical, final_value, read_number
from elagage.result import MAX, Number
from elagage.solvers.retrograde.solved_positions import ENDLESS, LEVEL_SHIFT, make_value

__all__ = ["Found", "find_values", "reachable_graph"]

BYTES = 600
"""About what a position takes in the interpreter, successors included."""
PATIENCE = 1000


class Found:
    """What the plain analysis found: values by state, sizes of scores, how many positions lie at each number of plies,
    and edges.
    """

    def __init__(self, values: dict[Any, int], levels: list[Number], layers: list[list[Any]], edges: int) -> None:
        self.values, self.levels, self.layers, self.edges = values, levels, layers, edges


def reachable_graph(
    game: Game[Any, Any],
    roots: list[Any],
    symmetric: bool,
    most: int,
    on_progress: Callable[[str, int, float], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[dict[Any, list[Any]], list[list[Any]]]:
    """The successors of every position that can be reached, and the positions by number of plies;
    LimitsError above ``most``.
    """
    stand: Callable[[Any], Any] = (lambda state: canonical(game, state)) if symmetric else (lambda state: state)
    successors: dict[Any, list[Any]] = {}
    layer = list(dict.fromkeys(stand(root) for root in roots))
    known = set(layer)
    layers = []
    while layer:
        layers.append(layer)
        following = []
        for state in layer:
            children = [stand(game.play(state, move)) for move in game.moves(state)]
            successors[state] = children
            for child in children:
                if child not in known:
                    known.add(child)
                    following.append(child)
            if len(known) > most:
                raise LimitsError(
                    "There are more than {most} positions, and the plain solver may hold no more in the memory "
                    "it is given: give "
                    "more memory, or begin from a later position.",
                    most=most,
                )
            if len(successors) % PATIENCE == 0:
                check_stop(stop)
                if on_progress is not None:
                    on_progress("states", len(successors), float(len(known)))
        layer = following
    return successors, layers


def check_stop(stop: Callable[[], bool] | None) -> None:
    """Stopped if somebody asked for it."""
    if stop is not None and stop():
        raise Stopped("The solver was stopped before it had an answer.")


def find_values(
    game: Game[Any, Any],
    roots: list[Any],
    *,
    symmetric: bool = False,
    memory: float = 1000,
    on_progress: Callable[[str, int, float], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Found:
    """The values of all positions that can be reached from the roots."""
    successors, layers = reachable_graph(game, roots, symmetric, int(memory * 1e6 / BYTES), on_progress, stop)
    predecessors: dict[Hashable, list[Any]] = {state: [] for state in successors}
    for state, children in successors.items():
        for child in children:
            predecessors[child].append(state)
    missing = {state: len(children) for state, children in successors.items()}

    # Step 1. The ends, by the size of their scores.
    sized = game.margins or game.payoffs
    ends_met = [state for state, children in successors.items() if not children]
    if sized:
        scores = {state: read_number("score", state, game.score(state)) for state in ends_met}
    else:
        scores = {state: sign_of(final_value(game, state)) for state in ends_met}
    levels = sorted({abs(score) for score in scores.values() if score}, reverse=True)
    values: dict[Any, int] = {state: 0 for state, score in scores.items() if score == 0}
    ends: dict[Any, list[Any]] = {level: [] for level in levels}
    for state, score in scores.items():
        if score:
            ends[abs(score)].append(state)

    # Step 2. From the largest scores to the smallest, back along the moves.
    for number, level in enumerate(levels):
        queue = deque(ends[level])
        for state in ends[level]:
            values[state] = make_value(1 if scores[state] > 0 else -1, number, 0)
        while queue:
            state = queue.popleft()
            value = values[state]
            winner = MAX if value > 0 else 1 - MAX
            for before in predecessors[state]:
                if before in values:
                    continue
                missing[before] -= game.player(before) != winner
                if game.player(before) == winner or missing[before] == 0:
                    values[before] = value + (1 if value > 0 else -1)
                    queue.append(before)
            if len(values) % PATIENCE == 0:
                check_stop(stop)
                if on_progress is not None:
                    on_progress("values", len(values), float(len(successors)))

    # Step 3. What is left is drawn: with correct play it may come to a drawn end, or go on for ever.
    queue = deque(state for state, value in values.items() if value == 0)
    while queue:
        for before in predecessors[queue.popleft()]:
            if before not in values:
                values[before] = 0
                queue.append(before)
    for state in successors:
        values.setdefault(state, ENDLESS)
    edges = sum(len(children) for children in successors.values())
    return Found(values, levels, layers, edges)


def sign_of(value: Number) -> int:
    """1 above 0, -1 below, 0 for it."""
    return (value > 0) - (value < 0)


def tallies(game: Game[Any, Any], found: Found) -> tuple[list[list[int]], list[list[int]]]:
    """Positions won, lost, drawn and endless for whoever moves, by plies from the beginning;
    won and lost ones by plies to the end.
    """
    by_ply: list[list[int]] = []
    by_distance: list[list[int]] = []
    for layer in found.layers:
        row = [0, 0, 0, 0]
        for state in layer:
            value = found.values[state]
            if value in (0, ENDLESS):
                row[3 if value == ENDLESS else 2] += 1
                continue
            lost = (value > 0) != (game.player(state) == MAX)
            row[lost] += 1
            plies = (abs(value) & (1 << LEVEL_SHIFT) - 1) - 1
            by_distance += [[0, 0] for _ply in range(len(by_distance), plies + 1)]
            by_distance[plies][lost] += 1
        by_ply.append(row)
    return by_ply, by_distance
