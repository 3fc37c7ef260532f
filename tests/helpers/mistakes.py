"""Ten classic mistakes of people who write a game, each a file; and what is legal Python though it looks like one."""

from __future__ import annotations

HEAD = "from elagage import Game\n\n"
PILE = '''
class Pile(Game):
    """Take one or two of eleven; who takes the last one wins."""

    def start(self):
        return (11, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def score(self, state):
        return -1 if state[1] == 0 else 1
'''


def with_rule(rule: str, top: str = "") -> str:
    """The pile's file with one more rule, which replaces the one of its name."""
    return (
        HEAD + top + PILE + "\n" + "\n".join(f"    {line}" if line else "" for line in rule.strip().split("\n")) + "\n"
    )


TABLE = "TABLE = [3, 1, 4, 1, 5, 9, 2, 6]\n\n"

MISTAKES: dict[str, tuple[str, str]] = {
    "a table out of range": (
        with_rule("def heuristic(self, state):\n    return TABLE[state[0] - 1]", TABLE),
        "IndexError",
    ),
    "a division by zero": (
        with_rule("def heuristic(self, state):\n    return 60 // (state[0] - 5)"),
        "ZeroDivisionError",
    ),
    "a recursion without end": (
        with_rule(
            "def heuristic(self, state):\n    return self.depth(state[0])\n\n"
            "def depth(self, n):\n    return 1 + self.depth(n + 1)"
        ),
        "calls itself for ever",
    ),
    "a state changed in place": (
        HEAD
        + PILE.replace("return (11, 0)", "return [11, 0]").replace(
            "return (state[0] - move, 1 - state[1])",
            "state[0] -= move\n        state[1] = 1 - state[1]\n        return state",
        ),
        "in place",
    ),
    "a random heuristic": (
        with_rule("def heuristic(self, state):\n    return random.randrange(1000)", "import random\n\n"),
        "asked again",
    ),
    "an exception in play": (
        with_rule(
            "def play(self, state, move):\n    if state[0] == 6:\n        raise ValueError('six is unlucky')\n"
            "    return (state[0] - move, 1 - state[1])"
        ),
        "six is unlucky",
    ),
    "no move though the game goes on": (
        with_rule("def over(self, state):\n    return False"),
        "there is no move",
    ),
    "a state that can't be hashed": (
        HEAD
        + PILE.replace("return (11, 0)", "return [11, 0, iter(())]").replace(
            "(state[0] - move, 1 - state[1])", "[*state]"
        ),
        "can't be hashed",
    ),
}
"""Each with words of the sentence that names it."""

LEGAL: dict[str, str] = {
    "a negative index": with_rule("def heuristic(self, state):\n    return TABLE[state[0] % 8 - 8]", TABLE),
    "integers beyond 64 bits": with_rule("def heuristic(self, state):\n    return (7 ** (8 * state[0])) % 1000 - 500"),
    "a state that is a list": HEAD
    + PILE.replace("return (11, 0)", "return [11, 0]").replace(
        "return (state[0] - move, 1 - state[1])", "return [state[0] - move, 1 - state[1]]"
    ),
}
"""What Python allows: compiled and interpreted give the same right answer."""

LINE = (
    HEAD
    + '''
class Line(Game):
    """Six digits, one after the other; a state is the digits so far, and the mistake comes after 0, 0, 0."""

    def start(self):
        return ()

    def player(self, state):
        return len(state) % 2

    def moves(self, state):
        return range(5) if len(state) < 6 else range(0)

    def play(self, state, move):
        return state + (move,)

    def score(self, state):
        return sum(state) - 12

    def heuristic(self, state):
        return sum(state)

    def is_bad(self, state):
        return len(state) > 2 and state[0] == 0 and state[1] == 0 and state[2] == 0
'''
)
"""A game so wide that a random game hardly comes to the mistake, while a search does."""

DEEP: dict[str, tuple[str, str]] = {
    "a table out of range": (
        "    def heuristic(self, state):\n        return (3, 1)[len(state) if self.is_bad(state) else 0]\n",
        "IndexError",
    ),
    "a key that is missing": (
        "    def heuristic(self, state):\n        return {0: 3, 1: 4}[len(state) if self.is_bad(state) else 0]\n",
        "KeyError: 3",
    ),
    "a division by zero": (
        "    def heuristic(self, state):\n        return 7 // (0 if self.is_bad(state) else 2)\n",
        "ZeroDivisionError",
    ),
    "an exception in play": (
        "    def play(self, state, move):\n        if self.is_bad(state):\n            raise ValueError('no zeros')\n"
        "        return state + (move,)\n",
        "ValueError: no zeros",
    ),
    "a failed assertion in moves": (
        "    def moves(self, state):\n        assert not self.is_bad(state), 'three zeros'\n"
        "        return range(5) if len(state) < 6 else range(0)\n",
        "AssertionError: three zeros",
    ),
    "a recursion without end": (
        "    def heuristic(self, state):\n        return self.sink(0) if self.is_bad(state) else 0\n\n"
        "    def sink(self, n):\n        return 1 + self.sink(n + 1)\n",
        "a rule calls itself for ever",
    ),
}
"""The same mistakes where only a search comes to them: a rule, and words of the sentence."""

DEEP_LEGAL: dict[str, str] = {
    "integers beyond 64 bits": (
        "    def heuristic(self, state):\n        return (3 ** 80 if self.is_bad(state) else 5) % 1000\n"
    ),
    "a shift by 64 and more": (
        "    def heuristic(self, state):\n        return (1 << (70 if self.is_bad(state) else 3)) % 11\n"
    ),
    "a negative index": (
        "    def heuristic(self, state):\n        return (3, 1, 4)[-3 if self.is_bad(state) else 1]\n"
    ),
}
"""What Python allows, where only a search comes to it."""
