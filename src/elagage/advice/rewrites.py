"""What to write instead of what the compiler refuses, by its own messages."""

from __future__ import annotations

from dataclasses import dataclass

from elagage.i18n import Message

__all__ = ["REWRITES", "Rewrite", "find_rewrite"]


@dataclass(frozen=True)
class Rewrite:
    """How to say a thing otherwise: advice in words, and an example of both."""

    advice: Message
    before: str = ""
    after: str = ""


def find_rewrite(message: Message) -> Rewrite | None:
    """What to write instead of what a reason names; None if nothing is known."""
    code = str(message.arguments.get("code", message.arguments.get("name", "")))
    for wanted, codes, rewrite in REWRITES:
        if message.id == wanted.id and (not codes or code in codes):
            return rewrite
    return None


REWRITES: tuple[tuple[Message, tuple[str, ...], Rewrite], ...] = (
    (
        Message("a constant or a state holds {what}, which is not compiled"),
        (),
        Rewrite(
            Message("Keep the state in tuples, lists, dicts, texts, numbers, a NamedTuple or a frozen dataclass."),
            "class Board:\n    def __init__(self):\n        self.cells = [0] * 9",
            "class Board(NamedTuple):\n    cells: tuple[int, ...] = (0,) * 9",
        ),
    ),
    (
        Message("a rule changes the attribute '{name}'"),
        (),
        Rewrite(
            Message("Make a new value instead of changing an attribute."),
            "board.turn = 1 - board.turn\nreturn board",
            "return board._replace(turn=1 - board.turn)",
        ),
    ),
    (
        Message("a rule changes the state it is given"),
        (),
        Rewrite(
            Message("Change a copy and return that."),
            "state[0][i] = mark\nreturn state",
            "cells = list(state[0])\ncells[i] = mark\nreturn [cells, state[1]]",
        ),
    ),
    (
        Message("a rule changes a constant: copy it first"),
        (),
        Rewrite(
            Message("Change a copy: what stands at the top of a file, or on self, stays as it is."),
            "EMPTY[i] = 1",
            "cells = list(EMPTY)\ncells[i] = 1",
        ),
    ),
    (
        Message("'{name}' has two types here: {both}"),
        (),
        Rewrite(
            Message("Let a name stand for one kind of value; give a number a number from the start."),
            'best = ""\nfor move in moves:\n    best = move',
            "best = -1\nfor move in moves:\n    best = move",
        ),
    ),
    (
        Message("a value has two types here: {both}"),
        (),
        Rewrite(
            Message("Let all the values in one place be of one kind: all tuples, all numbers, all texts."),
            'return "pass" if stuck else (row, column)',
            "return (-1, -1) if stuck else (row, column)",
        ),
    ),
    (
        Message("the order of a set's elements would matter here: use sorted(...), or a tuple"),
        (),
        Rewrite(
            Message("Go through a set in an order that you choose."), "for cell in free:", "for cell in sorted(free):"
        ),
    ),
    (
        Message("a generator that is kept is not compiled: make a list of it"),
        (),
        Rewrite(Message("Keep a list."), "found = (f(x) for x in row)", "found = [f(x) for x in row]"),
    ),
    (
        Message("a loop changes what the generator it runs over still reads: make a list of it first"),
        (),
        Rewrite(
            Message("Run over a list that was made before."),
            "for cell in self.near(cells):\n    cells[cell] = 0",
            "for cell in list(self.near(cells)):\n    cells[cell] = 0",
        ),
    ),
    (
        Message("an import inside a rule is not compiled: put it at the top of the file"),
        (),
        Rewrite(
            Message("Import at the top of the file."),
            "def score(self, state):\n    import math",
            "import math\n\n\ndef score(self, state):",
        ),
    ),
    (
        Message("'is' between such values is not compiled: use =="),
        (),
        Rewrite(Message("Compare with ==."), "if cell is 'X':", "if cell == 'X':"),
    ),
    (
        Message("a default that is calculated is not compiled: give it a name first"),
        (),
        Rewrite(
            Message("Give the default a name at the top of the file."),
            "def near(cell, size=len(BOARD)):",
            "SIZE = len(BOARD)\n\n\ndef near(cell, size=SIZE):",
        ),
    ),
    (
        Message("a function kept in a list, dict or set is not compiled"),
        (),
        Rewrite(
            Message("Choose between functions by if."),
            "value = RULES[kind](state)",
            "if kind == 0:\n    value = first(state)\nelse:\n    value = second(state)",
        ),
    ),
    (
        Message("the decorator of '{name}' is not compiled"),
        (),
        Rewrite(
            Message("Take the decorator away, or use functools.lru_cache or cached_property."),
            "@my_memo\ndef value(heap):",
            "@functools.lru_cache(maxsize=None)\ndef value(heap):",
        ),
    ),
    (
        Message("making a {name} does more than to keep its fields, which is not compiled"),
        (),
        Rewrite(
            Message("Let the constructor keep its fields and nothing more; calculate beside it."),
            "def __init__(self, cells):\n    self.cells = cells\n    self.free = cells.count(0)",
            "class Board(NamedTuple):\n    cells: tuple[int, ...]\n    free: int",
        ),
    ),
    (
        Message("a sum of floats is not compiled here: Python rounds it in a way of its own"),
        (),
        Rewrite(
            Message("Add floats in a loop, or count in whole numbers."),
            "total = sum(weights[i] for i in mine)",
            "total = 0.0\nfor i in mine:\n    total += weights[i]",
        ),
    ),
    (
        Message("the use of a caught error is not compiled"),
        (),
        Rewrite(
            Message("Catch the error without a name."),
            "except ValueError as error:\n    return len(str(error))",
            "except ValueError:\n    return 0",
        ),
    ),
    (
        Message("'{name}' calls itself and would be slow without its memo"),
        (),
        Rewrite(
            Message("Work the values out once, into a table at the top of the file."),
            "@lru_cache\ndef grundy(n):\n    return mex(other(k) for k in range(n))",
            "GRUNDY = [work_out(n) for n in range(100)]",
        ),
    ),
    (
        Message("the integer {number} does not fit into {bits} bits"),
        (),
        Rewrite(
            Message("Keep a board of more than 128 cells as a tuple, or as several integers."),
            "board: int  # one bit a cell, 225 cells",
            "rows: tuple[int, ...]  # one integer a row",
        ),
    ),
    (
        Message("'{name}' may not be set here"),
        (),
        Rewrite(
            Message("Give the name a value before the branches."),
            "if found:\n    best = 1\nreturn best",
            "best = 0\nif found:\n    best = 1\nreturn best",
        ),
    ),
    (
        Message("'{name}' is set only after the nested function that uses it"),
        (),
        Rewrite(
            Message("Set the name before the function that uses it."),
            "def near(c):\n    return c + width\n\nwidth = 3",
            "width = 3\n\ndef near(c):\n    return c + width",
        ),
    ),
    (
        Message("a rule raises {problem}"),
        (),
        Rewrite(Message("Mend the rule first: it fails in random games.")),
    ),
    (
        Message("a position is not like those of random games"),
        (),
        Rewrite(Message("Let every position be built alike: the same fields, of the same kinds.")),
    ),
    (
        Message("'{code}' is not compiled"),
        ("finally", "del", "async", "super", "nonlocal", "with", "global"),
        Rewrite(
            Message("Say it with plain assignments, ifs and loops."),
            "del heaps[i]",
            "heaps = heaps[:i] + heaps[i + 1 :]",
        ),
    ),
    (
        Message("'{code}' is not compiled"),
        (),
        Rewrite(Message("Say it with numbers, texts, tuples, lists, dicts, ifs, loops and functions of your own.")),
    ),
    (
        Message("'{code}' is not compiled for {kind}"),
        (),
        Rewrite(Message("Use it on a list or a tuple, or write the loop out.")),
    ),
    (
        Message("this operator is not compiled for {kind}"),
        (),
        Rewrite(Message("Write the operation out, part by part.")),
    ),
    (
        Message("a call with such arguments is not compiled"),
        (),
        Rewrite(
            Message("Call it with plain arguments, one by one."),
            "return near(*cells, **options)",
            "return near(cells[0], cells[1], wide=True)",
        ),
    ),
    (
        Message("this pattern is not compiled"),
        (),
        Rewrite(
            Message("Say the case with if."),
            "match move:\n    case [*rest, 0]:",
            "if move[-1] == 0:\n    rest = move[:-1]",
        ),
    ),
)
"""Messages of the compiler, the constructs that they name (any if empty), and what to write instead."""
