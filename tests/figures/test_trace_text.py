"""Traces as text."""

from __future__ import annotations

import sys

from hypothesis import given
from trees import graphs, trees

from elagage import Trace, search
from elagage.figures import trace_text, value_text
from elagage.games import make
from elagage.games.tree import Tree
from elagage.i18n import set_language
from elagage.result import WIN
from elagage.trace import Enter, replay


@given(trees() | graphs())
def test_one_line_a_node_and_a_cut(game):
    trace = Trace()
    result = search.alphabeta(game, trace=trace)
    lines = trace_text(trace, limit=10**6).splitlines()
    assert len(lines) == result.nodes + result.cuts


def test_values_in_words():
    assert [value_text(v) for v in (3, -2.5, WIN, -WIN, WIN + 12, float("inf"))] == [
        "3",
        "-2.5",
        "won",
        "lost",
        "won 12",
        "+∞",
    ]
    set_language("fr")
    assert value_text(WIN) == "gagné"


def test_what_each_algorithm_adds():
    def drawn(name, game, *arguments, **options):
        trace = Trace()
        getattr(search, name)(game, *arguments, trace=trace, **options)
        return trace_text(trace)

    shared = Tree("a=(b=(s=(1 9) 4) c=(s 7))")
    assert "from memory" in drawn("memoised", shared)
    assert "(Min's point of view)" in drawn("negamax", shared)
    assert "(scout)" in drawn("pvs", Tree("((5 6) (7 9) (1 2))"))
    assert "(again)" in drawn("pvs", Tree("((5 6) (7 9) (1 2))"))
    assert "Round 2: depth 2" in drawn("deepening", shared)
    assert "Test 1: is the value 0 or more?" in drawn("mtdf", shared)
    assert "more than" in drawn("mtdf", shared)
    assert "(prolonged)" in drawn("quiescence", make("tictactoe"), make("tictactoe").parse_state("X.X/O.O/..."), 0)
    assert "visits" in drawn("mcts", shared)
    assert "α cut for Max: -4 ≥ β = -5" in drawn("alphabeta", Tree("((5 6) (4 9))"), form="negamax")


def test_amounts_are_numbers_whatever_their_size():
    def drawn(name):
        trace = Trace()
        getattr(search, name)(Tree(f"(({2**30} {2**31 - 1}) (-{2**30} 4))"), trace=trace)
        return trace_text(trace)

    for algorithm in ("minimax", "alphabeta", "mtdf"):
        assert "= 1073741824" in drawn(algorithm)
        assert "won" not in drawn(algorithm)
    assert "= won" in drawn("and_or")


def test_plain_characters_have_no_accents():
    set_language("fr")
    trace = Trace()
    search.quiescence(make("tictactoe"), make("tictactoe").parse_state("X.X/O.O/..."), 0, trace=trace)
    assert "prolong" in trace_text(trace)
    assert not trace_text(trace).isascii()
    plain = trace_text(trace, ascii_only=True)
    assert plain.isascii()
    assert "(prolong" in plain
    assert "?" not in plain


def test_a_deep_tree_is_drawn():
    depth = 600
    game = Tree("(" * depth + "7" + " 1)" * depth)
    trace = Trace()
    search.minimax(game, trace=trace)
    ceiling = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    try:
        text = trace_text(trace, limit=10**6)
    finally:
        sys.setrecursionlimit(ceiling)
    assert len(text.splitlines()) == 2 * depth + 1


def test_a_trace_can_be_used_again():
    trace = Trace()
    search.minimax(Tree("((1 2) (3 4))"), trace=trace)
    search.minimax(Tree("(7 8)"), trace=trace)
    assert replay(trace) == 8
    assert sum(isinstance(event, Enter) for event in trace.events) == 3
    assert len(trace) == len(trace.events)
