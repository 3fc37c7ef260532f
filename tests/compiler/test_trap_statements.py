"""Traps of a few lines each: aliasing, closures, errors, order, sharing. ``same`` means that they are compiled and agree."""

# ruff: noqa: E501  (a rule a line)
from __future__ import annotations

import pytest
from trap_rules import hold_source

HEAD = """
import copy, functools, itertools, math
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import NamedTuple
TABLE = [1, 2]
GRID = [[0] * 3] * 3
class Own(Exception): pass
class Under(Own): pass
class Colour(Enum):
    RED = 1
    BLUE = 2
class Node:
    count = 0
    def __init__(self, value, below=None):
        self.value, self.below = value, below
    def sum(self):
        return self.value + (self.below.sum() if self.below is not None else 0)
class Stack:
    def __init__(self):
        self.held = []
    def __len__(self):
        return len(self.held)
    def __iter__(self):
        for x in self.held:
            yield x
    def __eq__(self, other):
        return self.held == other.held
    def push(self, x):
        self.held.append(x)
        return self
@dataclass
class Point:
    x: int = 0
    y: int = 0
    seen: list = field(default_factory=list)
class Pair(NamedTuple):
    a: int
    b: int = 7
    def __add__(self, other):
        return Pair(self.a + other.a, self.b + other.b)
def remember(x, seen=[]):
    seen.append(x)
    return len(seen)
def numbers(l):
    yield 0
    for x in l:
        if x < 0:
            return
        yield x
@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
@functools.lru_cache
def shared(n):
    return [n]
"""

TRAPS: dict[str, tuple[str, str]] = {
    # aliasing and change
    "rows that are one row": ("same", "rows = [[0] * 2] * 2\nrows[0][0] = 5\nreturn rows"),
    "rows of their own": ("same", "rows = [[0] * 2 for _ in range(2)]\nrows[0][0] = 5\nreturn rows"),
    "a row in two lists": ("same", "row = [1]\na, b = [row], [row]\na[0].append(2)\nreturn (a, b)"),
    "a shallow copy": ("same", "a = [[1], [2]]\nb = a[:]\nb[0].append(3)\nb.append([9])\nreturn (a, b)"),
    "a deep copy": ("same", "a = [[1], [2]]\nb = copy.deepcopy(a)\nb[0].append(3)\nreturn (a, b)"),
    "a deep copy of shared rows": ("left", "a = [[1]] * 2\nb = copy.deepcopy(a)\nb[0].append(3)\nreturn (a, b)"),
    "a list in a tuple": ("same", "a = ([1], 2)\nb = a\nb[0].append(5)\nreturn (a, b)"),
    "a list in a dict": ("same", "d = {1: l}\nd[1].append(4)\nreturn (l, d)"),
    "a slice is a copy": ("same", "a = l[:2]\na.append(0)\nreturn (a, l)"),
    "a slice is set": ("same", "l[1:2] = [7, 8, 9]\nreturn l"),
    "a slice is set to itself": ("same", "l[1:1] = l\nreturn l"),
    "a slice is set beyond the end": ("same", "l[5:9] = [1]\nl[-9:1] = []\nreturn l"),
    "a slice is deleted": ("same", "del l[:1]\nreturn l"),
    "a list added to itself": ("same", "l += l\nl.extend(l)\nreturn l"),
    "a list times itself": ("same", "a = l\na *= 2\nreturn (a, l)"),
    "a set changed through another name": ("same", "a = set(l)\nb = a\nb |= {9}\nb -= {1}\nreturn (sorted(a), sorted(b))"),
    "a frozenset is made anew": ("same", "a = frozenset(l)\nb = a\nb |= {9}\nreturn (sorted(a), sorted(b))"),
    "a dict changed while it is copied": ("same", "d = {x: x for x in l}\ne = dict(d)\ne[99] = 1\nreturn (d, e)"),
    "insert at the ends": ("same", "l.insert(-99, 5)\nl.insert(99, 6)\nreturn l"),
    "pop from the middle": ("same", "return (l.pop(1), l)"),
    "remove the first of two": ("same", "a = l + l\na.remove(a[0])\nreturn a"),
    "the constant stays": ("refused", "TABLE.append(3)\nreturn len(TABLE)"),
    "the constant under another name": ("refused", "a = TABLE\na.append(3)\nreturn a"),
    "a row of a constant": ("refused", "row = GRID[0]\nrow[0] = 1\nreturn GRID"),
    "a default that is shared": ("refused", "return remember(1) + remember(2)"),
    "a memo's list is shared": ("refused", "shared(3).append(1)\nreturn shared(3)"),
    "a memo's list is read": ("same", "return shared(len(l))[0]"),
    # loops and iterators
    "a list grows under a loop": ("same", "for x in l:\n    if len(l) < 8:\n        l.append(x)\nreturn l"),
    "a list shrinks under a loop": ("same", "for x in l:\n    l.pop()\nreturn l"),
    "a dict changes under a loop": ("left", "d = {1: 1, 2: 2}\nfor k in d:\n    d[k + 10] = 0\nreturn d"),
    "a dict's values change under a loop": ("same", "d = {1: 1, 2: 2}\nfor k in d:\n    d[k] = 5\nreturn d"),
    "the loop's variable is set inside": ("same", "r = []\nfor i in range(3):\n    i += 10\n    r.append(i)\nreturn (r, i)"),
    "the range is looked at once": ("same", "n = 3\nr = []\nfor i in range(n):\n    n = 0\n    r.append(i)\nreturn r"),
    "a loop over nothing leaves its variable": ("same", "i = 7\nfor i in []:\n    pass\nreturn i"),
    "else after break": ("same", "for x in l:\n    if x == 2:\n        break\nelse:\n    return -1\nreturn x"),
    "else after while": ("same", "n = len(l)\nwhile n > 0:\n    n -= 1\n    if n == 1:\n        break\nelse:\n    n = 50\nreturn n"),
    "continue in while": ("same", "n, s = 6, 0\nwhile n:\n    n -= 1\n    if n % 2:\n        continue\n    s += n\nreturn s"),
    "break out of the inner loop": ("same", "r = []\nfor x in l:\n    for y in l:\n        if y > x:\n            break\n        r.append((x, y))\nreturn r"),
    "a generator that ends early": ("same", "return list(numbers(l + [-1, 5]))"),
    "a generator used twice": ("refused", "g = numbers(l)\nreturn (list(g), list(g))"),
    "a generator sees what is set later": ("refused", "n = 1\ng = (x * n for x in l)\nn = 10\nreturn sum(g)"),
    "a generator is used once": ("same", "g = (x * 2 for x in l)\nreturn sum(g)"),
    "zip stops at the shortest": ("same", "return list(zip(l, range(2), 'abcdef'))"),
    "enumerate from a number": ("same", "return list(enumerate(l, 5))"),
    "reversed of a range": ("same", "return list(reversed(range(0, 10, 3)))"),
    "next of nothing": ("same", "return next((x for x in l if x > 100), -1)"),
    "next raises": ("same", "return next(x for x in l if x > 100)"),
    "sorted keeps equals in order": ("same", "return sorted([(1, 'b'), (0, 'z'), (1, 'a')], key=lambda p: p[0])"),
    "sorted backward keeps equals in order": ("same", "return sorted([(1, 'b'), (0, 'z'), (1, 'a')], key=lambda p: p[0], reverse=True)"),
    "min takes the first": ("same", "return (min([(1, 2), (1, 1)], key=lambda p: p[0]), max([(1, 2), (1, 1)], key=lambda p: p[0]))"),
    "the order of a set": ("refused", "n = 0\nfor x in {30, 1, 2}:\n    n = n * 10 + x\nreturn n"),
    "a set whose order does not matter": ("same", "return (sum({3, 1, 2}), max({3, 1, 2}), sorted({3, 1, 2}), len({1, 1}))"),
    "any over a set that may raise": ("left", "return any(10 // x > 3 for x in {1, 0})"),
    "dict keys keep their first place": ("same", "d = {3: 0, 1: 0}\nd[3] = 5\nd.pop(1)\nd[1] = 2\nreturn list(d.items())"),
    "dict from equal keys": ("same", "return {1: 'a', True: 'b', 2 - 1: 'c'}"),
    # closures
    "a closure sees the last value": ("same", "def f():\n    return n\nn = 4\nreturn f()"),
    "a closure over a loop's variable": ("same", "r = []\nfor i in range(3):\n    f = lambda: i\n    r.append(f())\nreturn r"),
    "closures in a list": ("refused", "fs = [lambda: i for i in range(3)]\nreturn [f() for f in fs]"),
    "a lambda sees what is set later": ("same", "f = lambda: n + 1\nn = 3\na = f()\nn = 10\nreturn (a, f())"),
    "nonlocal": ("same", "n = 0\ndef add(k):\n    nonlocal n\n    n += k\n    return n\nreturn (add(1), add(len(l)), n)"),
    "nonlocal of a list": ("same", "best = []\ndef visit(k):\n    nonlocal best\n    if len(k) > len(best):\n        best = k\nvisit([1])\nvisit(l)\nreturn best"),
    "a variable not set yet": ("same", "def f():\n    return n\nif l:\n    n = 1\nreturn f()"),
    "a local hides a constant": ("same", "TABLE = 3\nreturn TABLE"),
    "a local used before it is set": ("same", "if len(l) > 1:\n    n = 1\nreturn n"),
    "a default of a nested function": ("same", "def f(a, b=3, *c, d=4):\n    return (a, b, c, d)\nreturn (f(1), f(1, 2, 3, 4), f(1, d=0))"),
    "star arguments": ("same", "def f(*a):\n    return sum(a)\nreturn f(*l) + f(1, *l) + f()"),
    "too few arguments": ("same", "def f(a, b):\n    return a\nreturn f(*l)"),
    "recursion": ("same", "def f(k):\n    return 1 if k < 2 else k * f(k - 1)\nreturn f(len(l) + 10)"),
    "recursion without end": ("refused", "def f(k):\n    return f(k + 1)\nreturn f(0)"),
    "recursion without end that makes lists": ("refused", "def f(k):\n    return f(k + [1])\nreturn f([0])"),
    "recursion that is caught": ("left", "def f(k):\n    return f(k + 1) + 1\ntry:\n    return f(0)\nexcept RecursionError:\n    return -1"),
    "a memo": ("same", "return fib(60) + len(l)"),
    # errors
    "the right clause": ("same", "try:\n    return l[9]\nexcept KeyError:\n    return 1\nexcept IndexError:\n    return 2"),
    "a clause of the base": ("same", "try:\n    return {}[9]\nexcept LookupError:\n    return 3"),
    "no clause fits": ("same", "try:\n    return l[9]\nexcept (KeyError, ValueError):\n    return 1"),
    "else of try": ("same", "try:\n    n = l[0]\nexcept IndexError:\n    n = -1\nelse:\n    n += 100\nreturn n"),
    "an error in else": ("same", "try:\n    n = 1\nexcept IndexError:\n    n = -1\nelse:\n    n = l[9]\nreturn n"),
    "an error of the rules' own": ("same", "try:\n    raise Under('x')\nexcept Own:\n    return 4"),
    "an error that nobody catches": ("refused", "raise Own(len(l))"),
    "an error in an except": ("same", "try:\n    return l[9]\nexcept IndexError:\n    return {}[0]"),
    "raised again": ("left", "try:\n    return l[9]\nexcept IndexError:\n    raise"),
    "what was set before the error": ("same", "n = 1\ntry:\n    n = 2\n    n = l[9]\nexcept IndexError:\n    pass\nreturn n"),
    "what was appended before the error": ("same", "try:\n    l.append(5)\n    l.append(l[99])\nexcept IndexError:\n    l.append(6)\nreturn l"),
    "an error from a call": ("same", "def f(k):\n    return 10 // k\ntry:\n    return f(0)\nexcept ZeroDivisionError:\n    return 0"),
    "an assertion": ("same", "assert len(l) > 1, 'short'\nreturn 1"),
    "overflow is no error": ("left", "try:\n    return 2 ** 62 * len(l) * 4\nexcept Exception:\n    return 0"),
    "bare except": ("same", "try:\n    return l[9]\nexcept:\n    return 5"),
    "finally": ("refused", "try:\n    return 1\nfinally:\n    l.append(1)"),
    "unpack too many": ("same", "a, b = l\nreturn a"),
    "int of letters": ("same", "try:\n    return int('x')\nexcept ValueError:\n    return -1"),
    "none has no length": ("same", "x = None if l else [1]\nreturn len(x)"),
    "none is not a number": ("same", "x = None if l else 3\nreturn x + 1"),
    # order of evaluation
    "left to right": ("same", "return (l.pop(), l.pop(), l)"),
    "the value before the target": ("same", "i = 0\ni = l[i] = 1\nreturn (i, l)"),
    "the target's list before the value": ("same", "l[len(l) - 1] = l.pop(0)\nreturn l"),
    "augmented by itself": ("same", "l[0] += l[0]\nl[-1] -= len(l)\nreturn l"),
    "a chain looks at each once": ("same", "r = []\ndef f(k):\n    r.append(k)\n    return k\nx = f(1) < f(2) < f(0) < f(9)\nreturn (x, r)"),
    "and, or give values": ("same", "return (0 or 5, 3 and 4, len(l) and 7, len(l) or -1)"),
    "and stops": ("same", "return len(l) > 5 and l[5] == 1"),
    "conditions of any type": ("same", "if l and l[0] == 1 and not (len(l) > 5 or ''):\n    return 'yes'\nreturn 'no'"),
    "walrus in a condition": ("same", "if (n := len(l)) > 1 and (k := n * 2) > 3:\n    return n * 10 + k\nreturn n"),
    "walrus in a comprehension": ("same", "r = [y for x in l if (y := x * 2) > 2]\nreturn (r, y)"),
    "a comprehension's variable is its own": ("same", "x = 5\ny = [x for x in l]\nreturn (x, y)"),
    # objects
    "an attribute is changed": ("same", "p = Point(1, 2)\nq = p\nq.x += 5\nreturn (p.x, q.x, p == q)"),
    "a copy of an object": ("same", "p = Point(1, 2)\nq = copy.copy(p)\nq.x = 9\nq.seen.append(1)\nreturn (p.x, q.x, p.seen)"),
    "replace makes another": ("same", "p = Point(1, 2)\nq = replace(p, x=9)\np.y = 0\nreturn (p.x, q.x, q.y)"),
    "a factory's list is its own": ("same", "p, q = Point(), Point()\np.seen.append(1)\nreturn (p.seen, q.seen)"),
    "a class attribute": ("same", "n = Node(1)\nm = Node(2)\nn.count += 5\nreturn (n.count, m.count)"),
    "objects in a chain": ("same", "n = None\nfor x in l:\n    n = Node(x, n)\nreturn n.sum() if n is not None else 0"),
    "objects are themselves": ("same", "a, b = Node(1), Node(1)\nc = a\nreturn (a is b, a is c, a == b, a == c)"),
    "equal by their own rule": ("same", "a, b = Stack().push(1), Stack().push(1)\nreturn (a == b, len(a), [x for x in b], bool(Stack()))"),
    "an attribute that is not there": ("same", "n = Node(1)\nif l:\n    n.extra = 3\nreturn n.extra"),
    "a tuple with names adds": ("same", "return Pair(1) + Pair(2, 3)"),
    "a tuple with names is a tuple": ("same", "p = Pair(3)\na, b = p\nreturn (p == (3, 7), p[1], a, len(p), p._replace(a=1))"),
    "enum members": ("same", "c = Colour.RED if l else Colour.BLUE\nreturn (c is Colour.RED, c == 1, c.value, c.name, len(list(Colour)))"),
    "enum by value": ("same", "return Colour(len(l)).name"),
    # numbers and texts
    "truth values are ints": ("same", "return (True + True, sum([True, False, True]), [4, 5][len(l) > 1], True == 1.0)"),
    "int and float": ("same", "a = 1 if l else 1.5\nreturn (a * 2, a == 1)"),
    "large ints and floats": ("left", "n = 2 ** 53 + 1 + len(l)\nreturn n == float(n)"),
    "negative division": ("same", "return [(x // -2, x % -2, -x // 2, -x % 3, divmod(-x, 2)) for x in l]"),
    "shift by many": ("same", "return [(x >> 70, -x >> 70, 0 << 70) for x in l]"),
    "power": ("same", "return (2 ** -1, (-2) ** 3, 0 ** 0, 4 ** 0.5, (-8) ** 2)"),
    "rounding": ("same", "return (round(0.5), round(1.5), round(-2.5), round(2.675, 2), round(1 / 3, 3), round(0.125, 2))"),
    "a sum of tenths": ("same", "n = 0.0\nfor _ in range(10):\n    n += 0.1\nreturn n"),
    "texts compare by letters": ("same", "return ('a' < 'B', 'Z' < 'a', '10' < '9', 'ab' < 'abc', '' < 'a')"),
    "splitting": ("same", "return ('a,b,,c'.split(','), ' a  b '.split(), ''.split(','), ''.split(), 'a-b-c'.split('-', 1))"),
    "stripping": ("same", "return (' a '.strip(), 'xxaxx'.strip('x'), 'abc'.lstrip('ba'), 'a\\n'.rstrip())"),
    "replacing": ("same", "return ('aaa'.replace('aa', 'b'), 'abc'.replace('', '-'), 'aXbX'.replace('X', '', 1))"),
    "counting overlaps": ("same", "return ('aaaa'.count('aa'), 'abc'.count(''), 'abc'.find(''), 'abc'.rfind('c'))"),
    "formats": ("same", "n = len(l)\nreturn (f'{n:3}|{n:03d}|{n:<3}|{\"a\":>3}|{\"a\":^5}', '%d-%s' % (n, 'x'), '{}:{}'.format(n, 'y'))"),
    "a float as a text": ("refused", "return str(0.1 + len(l))"),
    "letters beyond Latin-1": ("refused", "return '♔' + str(len(l))"),
    "bytes are ints": ("same", "b = bytes([1, 2, 3])\nreturn (b[0], b[1:], 2 in b, list(b), b.count(3))"),
    "a bytearray is checked": ("same", "b = bytearray(3)\nb[0] = 255\nb[1] += len(l)\nreturn (b, bytes(b))"),
    "a byte too large": ("same", "b = bytearray(3)\nb[0] = 256\nreturn b"),
    # library
    "a counter": ("same", "c = Counter(l + l[:1])\nreturn (c[99], 99 in c, sorted(c.items()), c.most_common(1))"),
    "a default dict": ("same", "d = defaultdict(list)\nfor x in l:\n    d[x % 2].append(x)\nreturn (len(d), 7 in d, d[7], len(d))"),
    "a deque": ("same", "q = deque(l)\nq.appendleft(9)\nq.append(8)\nreturn (q.popleft(), q.pop(), list(q), q)"),
    "combinations": ("same", "return list(itertools.combinations(l, 2)) == [(a, b) for i, a in enumerate(l) for b in l[i + 1:]]"),
    "permutations": ("same", "return [list(p) for p in itertools.permutations(l)]"),
    "groups": ("same", "return [(k, len(list(g))) for k, g in itertools.groupby([1, 1, 2, 1])]"),
    "reduce": ("same", "return functools.reduce(lambda a, b: a * 10 + b, l, 0)"),
    "reduce of nothing": ("same", "return functools.reduce(lambda a, b: a + b, l)"),
    "sums of lists": ("same", "return sum([[x] for x in l], [])"),
    "a dict of unlike things": ("same", "s = {'board': l, 'turn': 0}\nt = {**s, 'turn': 1}\nt['board'] = l + [1]\nreturn (s['turn'], t['turn'], len(s['board']), t['board'])"),
    "a list of unlike things": ("same", "s = [l, 0]\ns[1] += 2\ns[0] = s[0] + [5]\nreturn (s[0], s[1])"),
    "the text of a truth value among ints": ("refused", "a = [True, 2]\nreturn str(a[len(l) % 2])"),
    "what is not a number": ("left", "a = float('inf')\nreturn [a - a] == [a - a]"),
    "infinity": ("same", "best = float('-inf')\nfor x in l:\n    best = max(best, x / 2)\nreturn best"),
    "tuples of two shapes": ("same", "m = ('put', 1) if l else ('slide', 1, 2)\nif m[0] == 'put':\n    return m[1]\nk, a, b = m\nreturn a + b"),
    "tuples of two shapes are matched": ("same", "m = ('put', 1) if l else ('slide', 1, 2)\nmatch m:\n    case ('put', a):\n        return a\n    case (_, a, b):\n        return a + b"),
    "cells of two types": ("same", "b = [0, 'X', 0, 'O', None]\nb[0] = 'X'\nb[1] = len(l)\nreturn (b.count('X'), b[2] == 0, b[4] is None, [c for c in b if c], b[1] == 'X')"),
    "a text or False": ("same", "def w(k):\n    return 'X' if k else False\nreturn (w(len(l)) == 'X', bool(w(0)), w(0) == 0, w(1) or 'none')"),
    "a text or an int, added": ("same", "a = 'x' if l else 3\nreturn a * 2"),
    "a list or a tuple": ("same", "a = l if len(l) > 1 else (5,)\nreturn (len(a), a[0], [x for x in a], a == (5,))"),
    "sometimes nothing is given": ("same", "if len(l) > 1:\n    return 5"),
    "now an int, now nothing, now a float": ("same", "if len(l) > 2:\n    return 5\nif l:\n    return None\nreturn 0.5"),
    "a default that raises": ("left", "try:\n    return max({}[0], default=l[99])\nexcept IndexError:\n    return 1\nexcept KeyError:\n    return 2"),
    "an index of many bits": ("same", "try:\n    l.insert(2 ** 70, 1)\nexcept OverflowError:\n    return l\nreturn 'no'"),
    "objects of two classes": ("same", "r = []\nfor x in l:\n    p = Stack().push(x) if x % 2 else Node(x)\n    r.append(p.value if isinstance(p, Node) else len(p))\nreturn r"),
    "a chain of rows": ("same", "rows = [[1], l, []]\nreturn (list(itertools.chain(*rows)), sum(itertools.chain(l, [5])))"),
    "a call that no loop is known for": ("refused", "return list(map(lambda a, b: a + b, *[l, l]))"),
    "arguments by name": ("same", "def f(a, **more):\n    return (a, more['b'], more.get('c', 5))\nreturn f(1, b=len(l))"),
    "the class of a value": ("same", "return (type(l) is list, type(len(l)) == int, type(Pair(1)) is tuple, type('') is str)"),
    "a match with a star": ("same", "match l:\n    case [a, *rest]:\n        return (a, rest)\n    case []:\n        return (0, [])"),
    "a match on values": ("same", "match len(l), l:\n    case 3, [1, _, x]:\n        return x\n    case (1 | 2) as n, _:\n        return n\n    case _:\n        return -1"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRAPS)
def test_a_trap(name):
    expected, body = TRAPS[name]
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    examples = [([1, 2, 3],), ([],), ([2],), ([7, 8],)]
    assert hold_source(f"{HEAD}\ndef trap(l):\n{lines}", examples, name) == expected


def test_there_are_many():
    assert len(TRAPS) >= 95
