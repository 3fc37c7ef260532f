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
