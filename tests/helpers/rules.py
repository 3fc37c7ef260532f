"""Where compiled rules say something else than the rules as they were written."""

from __future__ import annotations

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.compare_rules import compare_state
from elagage.compiler.native.native_game import Desk
from elagage.compiler.native.native_link import link_native
from elagage.search.compiled.perft import perft_root


def disagreements(game, states):
    """The states of which compiled and interpreted rules say different things: all rules, and every move."""
    native = link_native(game)
    native.prepare_kernel(perft_root.function)
    code = next(iter(native.codes.values()))
    desk = Desk(code.compiled)
    found = []
    for state in states:
        try:
            for move in [None] if game.over(state) else game.moves(state):
                compare_state(game, code, desk, state, move)
        except CannotCompile:
            found.append(state)
    return found


def solved(game, starts, image=lambda state: state):
    """For each state that can be reached: the sign of who wins and in how many plies, or (0, None) for a draw.

    Plain backward analysis: winners take the first of their moves to be decided, losers the last. ``image`` puts
    equivalent states together.
    """
    states = list(dict.fromkeys(map(image, starts)))
    seen = set(states)
    parents, left, values = {}, {}, {}
    for state in states:
        moves = list(game.moves(state))
        assert bool(game.over(state)) == (not moves)
        left[state] = len(moves)
        if not moves and game.score(state) != 0:
            values[state] = (1 if game.score(state) > 0 else -1, 0)
        for move in moves:
            child = image(game.play(state, move))
            parents.setdefault(child, []).append(state)
            if child not in seen:
                seen.add(child)
                states.append(child)
    waiting = list(values)
    for state in waiting:
        winner, plies = values[state]
        for parent in parents.get(state, ()):
            left[parent] -= 1
            if parent not in values and (winner == 1 - 2 * game.player(parent) or left[parent] == 0):
                values[parent] = (winner, plies + 1)
                waiting.append(parent)
    return {state: values.get(state, (0, None)) for state in states}
