"""The pseudo-code of the pages is the algorithm of the files: written out here line by line and run,
it lights the lines that the page lights, in the same order, and gives the same value.

Each function below is one listing; ``say`` tells which of its lines does what happens next.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import trees

from elagage import Trace, search
from elagage.figures.trees.step_table import sections
from elagage.figures.trees.tree_pseudocode import tree_listing
from elagage.figures.trees.tree_steps import tree_steps
from elagage.games.tree import Tree
from elagage.trace import Conventions, just_above

SCORE, ESTIMATE = "if s is final", "if d = 0"
INFINITY = math.inf


class Hand:
    """A game, and the lines that were said."""

    def __init__(self, game, **options):
        self.game, self.said, self.options, self.memory = game, [], options, {}

    def say(self, *words):
        self.said.append(words)

    def leaf(self, s, d, sign=1):
        """What the two lines about leaves return, or None."""
        if self.game.over(s):
            self.say(SCORE)
            return sign * self.game.final(s)
        if d == 0:
            self.say(ESTIMATE)
            return sign * self.game.heuristic(s)
        return None

    def sign(self, s):
        return -1 if self.game.player(s) else 1

    def children(self, s):
        return [self.game.play(s, m) for m in self.game.moves(s)]


def minimax(hand, s, d):
    hand.say("minimax(s, d):")
    if (known := hand.leaf(s, d)) is not None:
        return known
    best = None
    for t in hand.children(s):
        v = minimax(hand, t, d - 1)
        if hand.sign(s) > 0 and (best is None or v > best):
            best = v
            hand.say("Max: if v > best")
        if hand.sign(s) < 0 and (best is None or v < best):
            best = v
            hand.say("Min: if v < best")
    hand.say("return best")
    return best


def memoised(hand, s, d):
    hand.say("minimax(s, d):")
    if s in hand.memory and (hand.memory[s][2] or hand.memory[s][1] >= d):
        hand.say("if memory[s] is exact")
        return hand.memory[s][0]
    if (known := hand.leaf(s, d)) is not None:
        hand.memory[s] = known, d, hand.game.over(s)
        return known
    best, exact = None, True
    for t in hand.children(s):
        v = memoised(hand, t, d - 1)
        exact = exact and hand.memory[t][2]
        if best is None or (v > best if hand.sign(s) > 0 else v < best):
            best = v
            hand.say("Max: if v > best" if hand.sign(s) > 0 else "Min: if v < best")
    hand.say("memory[s] ← best, d;  return best")
    hand.memory[s] = best, d, exact
    return best


def negamax(hand, s, d):
    hand.say("negamax(s, d):")
    if (known := hand.leaf(s, d, hand.sign(s))) is not None:
        return known
    best = None
    for t in hand.children(s):
        v = negamax(hand, t, d - 1) * hand.sign(s) * hand.sign(t)
        if best is None or v > best:
            best = v
            hand.say("if v > best")
    hand.say("return best")
    return best


def alphabeta(hand, s, d, alpha, beta):
    strict, soft = hand.options.get("strict"), hand.options.get("soft", True)
    hand.say("alphabeta(s, d, α, β):")
    if (known := hand.leaf(s, d)) is not None:
        return known
    best, low, high = None, alpha, beta
    children = hand.children(s)
    for place, t in enumerate(children, 1):
        v = alphabeta(hand, t, d - 1, alpha, beta)
        if hand.sign(s) > 0 and (best is None or v > best):
            best = v
            hand.say("α ← max(α, best)" if best > alpha else "Max: if v > best")
            alpha = max(alpha, best)
            if best > beta if strict else best >= beta:
                hand.say(*(["β cut, stop"] if place < len(children) else []))
                break
        if hand.sign(s) < 0 and (best is None or v < best):
            best = v
            hand.say("β ← min(β, best)" if best < beta else "Min: if v < best")
            beta = min(beta, best)
            if best < alpha if strict else best <= alpha:
                hand.say(*(["α cut, stop"] if place < len(children) else []))
                break
    hand.say("return best")
    return best if soft else min(max(best, low), high)


def window_search(name, scouting=False):
    """Alpha-beta in negamax form, and PVS, which sends scouts."""

    def run(hand, s, d, alpha, beta, how=None):
        strict, soft = hand.options.get("strict"), hand.options.get("soft", True)
        hand.say(how or f"{name}(s, d, α, β):")
        if (known := hand.leaf(s, d, hand.sign(s))) is not None:
            return known
        best, low = None, alpha
        children = hand.children(s)

        def below(t, a, b, how=None):
            if hand.sign(s) == hand.sign(t):
                return run(hand, t, d - 1, a, b, how)
            return -run(hand, t, d - 1, -b, -a, how)

        for place, t in enumerate(children, 1):
            scout = scouting and place > 1 and alpha > -INFINITY and just_above(alpha) < beta
            if scout:
                v = below(t, alpha, just_above(alpha), "others, scout")
                if alpha < v < beta:
                    v = below(t, alpha, beta, "if α < v < β")
            else:
                v = below(t, alpha, beta)
            if best is None or v > best:
                best = v
                hand.say("α ← max(α, best)" if best > alpha else "if v > best")
                alpha = max(alpha, best)
                if best > beta if strict else best >= beta:
                    hand.say(*(["cut, stop"] if place < len(children) else []))
                    break
        hand.say("return best")
        return best if soft else min(max(best, low), beta)

    return run


def wins(hand, s, d, player):
    hand.say("wins(s, d):")
    if hand.game.over(s):
        hand.say("if s is final")
        return hand.game.score(s) * (-1 if player else 1) > 0
    if d == 0:
        hand.say("if d = 0: return no")
        return False
    mine = hand.game.player(s) == player
    for place, t in enumerate(hand.children(s)):
        won = wins(hand, t, d - 1, player)
        if won == mine:
            hand.say("J's node (OR)" if mine else "other node (AND)")
            break
        if not place:
            hand.say("for each move m of s:")
    hand.say("remember the answer")
    return won


def lit(trace):
    """The lines that the page lights, as texts."""
    lines = tree_listing(trace).code.lines["en"]
    return [lines[step.line - 1].strip() for part in range(len(sections(trace))) for step in tree_steps(trace, part)]


def check(hand, value, trace, found):
    said = [words[0] for words in hand.said if words]
    shown = lit(trace)
    assert len(shown) == len(said)
    for line, words in zip(shown, said, strict=True):
        assert words in line
        assert line.startswith(words) or words in ("β cut, stop", "α cut, stop", "cut, stop")
    assert value == found


depths = st.sampled_from([1, 2, 3, 30])


@pytest.mark.parametrize("listing", [minimax, memoised, negamax])
@given(game=trees(), depth=depths)
def test_searches_without_a_window(listing, game, depth):
    trace, hand = Trace(), Hand(game)
    found = getattr(search, listing.__name__)(game, depth=depth, trace=trace)
    root = game.start()
    turn = hand.sign(root) if listing is negamax else 1
    check(hand, turn * listing(hand, root, depth), trace, found.value)


@pytest.mark.parametrize("options", [{}, {"strict": True}, {"soft": False}])
@given(game=trees(), depth=depths)
def test_alphabeta(options, game, depth):
    root = game.start()
    for form, listing in (("minimax", alphabeta), ("negamax", window_search("alphabeta"))):
        trace, hand = Trace(), Hand(game, **options)
        found = search.alphabeta(game, depth=depth, form=form, trace=trace, **options)
        turn = hand.sign(root) if form == "negamax" else 1
        check(hand, turn * listing(hand, root, depth, -INFINITY, INFINITY), trace, found.value)
        assert trace.conventions == Conventions(
            form == "negamax", options.get("soft", True), bool(options.get("strict"))
        )


@given(game=trees(), depth=depths)
def test_pvs(game, depth):
    trace, hand = Trace(), Hand(game)
    found = search.pvs(game, depth=depth, trace=trace)
    value = window_search("pvs", scouting=True)(hand, game.start(), depth, -INFINITY, INFINITY)
    check(hand, hand.sign(game.start()) * value, trace, found.value)


@given(game=trees(), depth=depths)
def test_and_or(game, depth):
    trace, hand = Trace(), Hand(game)
    found = search.and_or(game, depth=depth, trace=trace)
    outcome = 0
    for player, worth in ((0, 1), (1, -1)):
        hand.say("for J = Max, then J = Min")
        if wins(hand, game.start(), depth, player):
            outcome = worth
            break
    check(hand, outcome, trace, (found.value > 0) - (found.value < 0))


def test_a_player_may_move_twice():
    tree = {"a": ["b", "c"], "b": ["d", "e"], "c": [3, 8], "d": [1, 9], "e": [4, 2]}
    game = Tree(tree, players={"a": 0, "b": 0, "c": 1, "d": 1, "e": 0})
    for name, listing in (("negamax", negamax), ("pvs", window_search("pvs", scouting=True))):
        trace, hand = Trace(), Hand(game)
        found = getattr(search, name)(game, trace=trace)
        ends = (-INFINITY, INFINITY) if name == "pvs" else ()
        check(hand, listing(hand, game.start(), 30, *ends), trace, found.value)


def test_random_games_end_at_a_final_position():
    # A final position has no move, so all of its moves have been tried: the listing must say that it stops there.
    trace = Trace()
    search.mcts(Tree("(1 -1)"), playouts=20, trace=trace)
    lines = tree_listing(trace).code.lines["en"]
    assert "  while s has moves and all of them have been tried:" in lines
