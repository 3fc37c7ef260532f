"""AND/OR trees: won, lost or drawn, with no numbers.

To win, it is enough that *one* successor is won where we move (an OR node), and needed that *all* are where the
opponent moves (an AND node). Two questions settle a position: can Max force a win? can Min? If neither can, it is a
draw.

Play can cycle. A position met again on the path counts as not yet won: who can force a win can do so without passing
twice through the same position. So the search ends on games with cycles too.

Theorem. Max can force a win if and only if the first question is answered yes, and so for Min and the second.

Without step 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from elagage.game import Game, Move, State
from elagage.result import MAX, MIN, WIN, Number, Result, Score
from elagage.search.search_common import ESTIMATES, HITS, LEAVES, NODES, for_any_game, run
from elagage.trace import Trace

__all__ = ["and_or", "can_force"]


@for_any_game
def and_or(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """Who wins with best play: the result's score is a win, a loss, or a draw; undecided (0,
    not exact) if ``depth`` was too small.
    """

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        for number, winner in enumerate((MAX, MIN), 1):
            if trace is not None:
                trace.round(number, depth, winner=winner)
            proof: list[Move] = []
            won, _lean = can_force(game, root, winner, plies, {}, {}, proof, counts, trace)
            if won or winner != game.player(root):  # a proof of the win, or the move that refutes the opponent's
                line[:] = proof
            if won:
                return WIN if winner == MAX else -WIN
        return 0

    result = run("and_or", game, state, depth, trace, search, stop=stop)
    exact = bool(result.value) or result.exact
    score = Score.of_value(result.value, exact=exact, margins=False, payoffs=False)
    return replace(result, exact=exact, score=score)


NOWHERE = 1 << 60
"""How high up the path an answer leans that leans on nothing there."""


def can_force(
    game: Game[State, Move],
    state: State,
    winner: int,
    depth: int,
    path: dict[State, int],
    memory: dict[State, bool],
    line: list[Move],
    counts: list[int],
    trace: Trace | None,
) -> tuple[bool, int]:
    """Can ``winner`` force a win from here? And the highest place on the path that a "no" leans on.

    A "yes" is always remembered. A "no" that leans on a position further up the path holds only below it, and is not.
    """
    counts[NODES] += 1
    value = WIN if winner == MAX else -WIN
    if trace is not None:
        trace.enter(state, game.player(state), depth)

    # Step 1. A leaf: the game has ended, or the depth is used up and nothing is proven.
    if game.over(state):
        counts[LEAVES] += 1
        won = game.score(state) * value > 0
        if trace is not None:
            trace.leaf(value if won else 0, True)
        return won, NOWHERE
    if depth == 0:
        counts[LEAVES] += 1
        counts[ESTIMATES] += 1
        if trace is not None:
            trace.leaf(0, False)
        return False, -1

    # Step 2. Has the position been met on the path? Then it is not won, for now.
    # Step 3. Is the answer remembered?
    if state in memory or state in path:
        counts[HITS] += 1
        won = memory.get(state, False)
        if trace is not None:
            trace.recall(value if won else 0, on_path=state not in memory)
        return won, NOWHERE if state in memory else path[state]

    # Step 5. One won successor decides an OR node, one that is not won an AND node.
    any_wins = game.player(state) == winner
    won = not any_wins
    lean = NOWHERE
    found = False
    path[state] = len(path)
    for move in game.moves(state):
        if trace is not None:
            trace.descend(move)
        rest: list[Move] = []
        child_won, child_lean = can_force(
            game, game.play(state, move), winner, depth - 1, path, memory, rest, counts, trace
        )
        decides = child_won == any_wins
        if not child_won:
            lean = min(lean, child_lean)
        if not found or decides or len(rest) >= len(line):
            line[:] = [move] + rest
        if trace is not None and (decides or not found):
            trace.best(move, value if child_won else 0)
        found = True

        # Step 6. Is the node decided? Then the rest can't matter.
        if decides:
            won = child_won
            break
    del path[state]

    # Step 7. No successor: that is an end too. Remember what holds by itself.
    if not found:
        counts[LEAVES] += 1
        won = game.score(state) * value > 0
        if trace is not None:
            trace.leaf(value if won else 0, True)
        return won, NOWHERE
    if won or lean >= len(path):
        lean = NOWHERE
        memory[state] = won
    if trace is not None:
        trace.leave(value if won else 0)
    return won, lean
