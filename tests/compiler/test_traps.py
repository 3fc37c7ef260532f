"""Small rules with a trap in each: compiled they do what they do interpreted, or leave to be interpreted, or are refused."""

# ruff: noqa: E501  (a rule a line)
from __future__ import annotations

import copy
import linecache
from typing import Any

import pytest

from elagage import Game
from elagage.analysis import count
from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native import build_rules
from elagage.compiler.native.compare_rules import is_same
from elagage.compiler.native.compile_functions import compile_functions
from elagage.compiler.native.native_game import Failed
from elagage.compiler.native.values.builder import ERRORS
from elagage.question import Question
from elagage.result import Limits
from elagage.search.compiled.driver import search_position
from elagage.search.compiled.meanwhile import find_refusal
from elagage.search.compiled.perft import count_lines
from elagage.search.perft import perft

OWN = 32
"""From this code on an error is the compiled code's own: the rule is run interpreted."""

EXPRESSIONS = """
a * b
a ** b
a ** -1
2 ** a
(-2) ** 3
a << b
a >> b
1 << 63
1 << a << b
-a // b
a // b
a % b
-a % b
a % -7
~a
~True
-True
True + True
True & False
a & -a
a / b
a / 2 == a // 2
0.1 + 0.2
1e308 * 10 * a
round(a / 3)
int(a / 3)
int(-3.7)
T[a]
T[-a]
T[a % 3]
T[-1]
(1, 2, 3)[a]
"abc"[a]
[1, 2, 3].index(a)
(1, 2, 3).count(True)
{1: 2}[a]
{1: 2}.get(a)
{1: 2}.get(a, "x")
1 == True
1 == 1.0
(1, 2) == [1, 2]
"1" == 1
None == 0
a is None
a == None
[] == ()
[1] == [True]
a < b < 3
not a
a and b
a or b
a and "x"
max(a, b) - min(a, b)
max([])
min([a, 2.5, b])
sum([])
sum([0.1] * 10)
sum([True, True])
abs(a) - abs(-a)
divmod(a, b)
divmod(-a, 3)
a if b else None
[x for x in range(a, 0, -2)]
list(range(0, a, b))
len(range(a, b, 3))
a in range(0, 100, 7)
"a" in "abc"
"" in "abc"
"abc"[::-1]
"abc"[a:b]
"abc"[-2:]
(1, 2, 3, 4)[::2]
[1, 2, 3][a:]
[1, 2, 3][10:]
"-".join(["a", "b"])
str(a) + str(-b)
int("12") + int("-3")
int("x")
int(" 7")
"abc" < "abd"
"ab" < "abc"
(1, 2) < (1, 3)
sorted([3, 1, 2], key=lambda x: -x)
sorted([(1, "b"), (0, "a")])
any(1 // x for x in (0, 1))
all(x for x in ())
[0] * a
(0,) * -1
tuple("abc")
list(zip((1, 2), "ab", [True, False]))
dict(zip("ab", (1, 2)))
{x: x * x for x in range(4)}
[i * j for i in range(3) for j in range(i)]
(lambda x, y=2: x * y)(a)
next(x for x in (1, 2) if x > a)
a.bit_count()
(-a).bit_length()
isinstance(a, int)
a * 0.5 if a else 0
9223372036854775807 + a
-9223372036854775808 - a
9223372036854775807 * 2 // 2
(a * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFF
(a * 0x9E3779B97F4A7C15) % 2**64
B[a] + 256 * B[a + 1]
B[b] + 256 * B[b + 1] - 32768
T[a] + 256 * T[a + 1]
""".strip().splitlines()

ARGUMENTS = [(0, 0), (1, 0), (0, 1), (3, 2), (2, 3), (-3, 2), (5, -2), (63, 1), (64, 64), (1, 70), (2, 62), (40, 41)]


def made(source: str, name: str) -> dict[str, Any]:
    """What a source defines, such that its lines can be found."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    names: dict[str, Any] = {}
    exec(compile(source, name, "exec"), names)
    return names


def outcome(function: Any, values: Any) -> tuple[str, Any]:
    """What a rule gives or raises."""
    try:
        return "value", function(*copy.deepcopy(values))
    except Failed as failed:
        return "failed", failed.code
    except Exception as error:
        return "failed", ERRORS.get(type(error).__name__, type(error).__name__)


@pytest.fixture(scope="module")
def traps() -> list[Any]:
    source = "T = (5, 6, 7)\nB = b'\\x01\\xff\\x80'\n" + "".join(
        f"def trap{i}(a, b):\n    return {text}\n" for i, text in enumerate(EXPRESSIONS)
    )
    names = made(source, "<traps>")
    functions = [(names[f"trap{i}"], ARGUMENTS) for i in range(len(EXPRESSIONS))]
    return list(zip([function for function, _arguments in functions], compile_functions(functions), strict=True))


@pytest.mark.parametrize("number", range(len(EXPRESSIONS)), ids=EXPRESSIONS)
def test_an_expression(number, traps):
    plain, native = traps[number]
    if isinstance(native, CannotCompile):
        return
    for values in ARGUMENTS:
        wanted, found = outcome(plain, values), outcome(native, values)
        if found[0] == "failed" and OWN <= found[1] < 100:
            continue
        assert found[0] == wanted[0], (values, wanted, found)
        assert is_same(found[1], wanted[1]), (values, wanted, found)


def test_most_traps_compile(traps):
    refused = [EXPRESSIONS[i] for i, (_plain, native) in enumerate(traps) if isinstance(native, CannotCompile)]
    assert len(refused) < len(EXPRESSIONS) / 5, refused


YIELDS = """
def steps(n):
    yield n
    for i in range(n):
        yield 2 * i
        if i == 3:
            return
        yield i - n
    yield 100

def total(n):
    sum = 0
    for step in steps(n):
        sum += 3 * step + 1
    return sum

def ends(n):
    last = 0
    for step in steps(n):
        if step == 2:
            break
        last = step
    return last
"""


@pytest.mark.parametrize("name", ["total", "ends"])
def test_a_generator_that_yields_in_several_places(name):
    function = made(YIELDS, f"<yields {name}>")[name]
    examples = [(n,) for n in range(6)]
    (native,) = compile_functions([(function, examples)])
    assert not isinstance(native, CannotCompile)
    assert [native(*values) for values in examples] == [function(*values) for values in examples]


BODIES = {
    "alias": "x = l\n    x.append(1)\n    return (l, x)",
    "copy": "x = l[:]\n    x.append(1)\n    return (l, x)",
    "row alias": "rows = [[0] * 2] * 2\n    rows[0][0] = 5\n    return rows",
    "late loop variable": "for i in l:\n        pass\n    return i",
    "grow while looping": "n = 0\n    for x in l:\n        if len(l) < 9:\n            l.append(x + 1)\n        n += x\n    return (n, l)",
    "remove while looping": "for x in l:\n        if x == 2:\n            l.remove(x)\n    return l",
    "order of evaluation": "return (l.pop(), l.pop(0), len(l))",
    "try keeps what was set": "n = 1\n    try:\n        n = 2\n        n = l[9]\n    except IndexError:\n        pass\n    return n",
    "the right except": "try:\n        return {1: 2}[9]\n    except IndexError:\n        return 0",
    "nested try": "try:\n        try:\n            return l[9]\n        except KeyError:\n            return 1\n    except LookupError:\n        return 2",
    "raise and catch": "try:\n        raise ValueError('x')\n    except ValueError:\n        return 3",
    "for else": "for x in l:\n        if x > 5:\n            break\n    else:\n        return 'none'\n    return 'some'",
    "while else": "n = 3\n    while n:\n        n -= 1\n    else:\n        n = 7\n    return n",
    "two types": "x = l\n    x = tuple(x)\n    x = len(x)\n    return x",
    "sometimes unset": "for x in l:\n        if x > 100:\n            y = x\n    return y",
    "set in the turn before": "p = 0\n    for x in l:\n        if p:\n            p += q\n        q = x\n        p += 1\n    return p",
    "shadowed comprehension": "x = 5\n    y = [x for x in l]\n    return (x, y)",
    "closure sees the last": "def f():\n        return n\n    n = 4\n    return f()",
    "recursion": "def fact(k):\n        return 1 if k < 2 else k * fact(k - 1)\n    return fact(len(l) + 4)",
    "recursion without end": "def f(k):\n        return f(k + 1)\n    return f(0)",
    "overflow in a loop": "n = 1\n    for i in range(100):\n        n *= 3\n    return n",
    "dict order": "d = {3: 1, 1: 2}\n    d[2] = 0\n    d.pop(3)\n    d[3] = 9\n    return list(d.items())",
    "dict of lists": "d = {}\n    for x in l:\n        d.setdefault(x % 2, []).append(x)\n    return d",
    "star": "a, *b = l\n    return (a, b)",
    "swap": "l[0], l[1] = l[1], l[0]\n    return l",
    "augmented alias": "x = l\n    x += [9]\n    return l",
    "augmented tuple": "x = tuple(l)\n    y = x\n    x += (9,)\n    return (x, y)",
    "is none": "x = None\n    for y in l:\n        x = y\n    return 0 if x is None else x + 1",
    "assert": "assert len(l) == 3\n    return 1",
    "set of a list": "return sorted(set(l + l))",
    "set loop": "n = 0\n    for x in {3, 1, 2}:\n        n = n * 10 + x\n    return n",
    "generator once": "g = (x for x in l)\n    return (list(g), list(g))",
    "default list": "def f(x, seen=[]):\n        seen.append(x)\n        return len(seen)\n    return f(1) + f(2)",
    "deque": "from collections import deque\n    return 1",
    "none arithmetic": "x = None if l else 3\n    return x + 1",
    "string building": "s = ''\n    for x in l:\n        s += str(x) + ','\n    return s[:-1].split(',') if False else s",
    "chained": "return 1 < len(l) < 5 != 4",
    "float key": "return {1: 'a'}[1.0]",
    "global list": "TABLE.append(1)\n    return len(TABLE)",
    "walrus": "return [y for x in l if (y := x * 2) > 2]",
    "nested tuple": "((a, b), c) = ((1, 2), l)\n    return (c, b, a)",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_a_body(name):
    names = made(f"TABLE = [1, 2]\ndef trap(l):\n    {BODIES[name]}\n", f"<body {name}>")
    examples = [([1, 2, 3],), ([],), ([2],), ([7, 8],)]
    (native,) = compile_functions([(names["trap"], examples)])
    if isinstance(native, CannotCompile):
        return
    for values in examples:
        wanted, found = outcome(names["trap"], values), outcome(native, values)
        if found[0] == "failed" and OWN <= found[1] < 100:
            continue
        assert found[0] == wanted[0], (values, wanted, found)
        assert is_same(found[1], wanted[1]), (values, wanted, found)


class Counter(Game):
    """Count up; ``problem`` is what a rule does at 3."""

    def start(self):
        return (0, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return [1, 2] if state[0] < 6 else []

    def play(self, state, move):
        return (state[0] + move + self.extra(state[0]), 1 - state[1])

    def extra(self, n):
        return 0

    def score(self, state):
        return 1 - 2 * state[1]


class OwnError(Exception):
    """An exception of the rules' own."""


class RaisesIndex(Counter):
    def extra(self, n):
        return (0, 0, 0)[n]


class RaisesKey(Counter):
    def extra(self, n):
        return {0: 0, 1: 0, 2: 0}[n]


class RaisesOwn(Counter):
    def extra(self, n):
        if n >= 3:
            raise OwnError(f"no {n}")
        return 0


class Divides(Counter):
    def extra(self, n):
        return 0 // (3 - n)


@pytest.mark.parametrize("cls", [RaisesIndex, RaisesKey, RaisesOwn, Divides])
def test_a_rule_raises_its_own_error(cls, tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))
    seen = [((0, 0), 1), ((6, 0), None)]  # nothing is seen to fail
    monkeypatch.setattr(build_rules, "sample_games", lambda *_ignored, **_named: list(seen))
    game = cls()
    with pytest.raises((LookupError, ArithmeticError, OwnError)) as plain:
        perft(game, game.start(), 4)
    for _time in range(2):
        with pytest.raises(plain.type) as native:
            count_lines(game, game.start(), 4)
        assert str(native.value) == str(plain.value)
        assert native.traceback[-1].lineno == plain.traceback[-1].lineno
    with pytest.raises(plain.type):
        search_position(Question(game, game.start(), Limits(depth=4)))


class Wide(Counter):
    """Integers that leave 64 bits after a while, and 128 later."""

    def extra(self, n):
        big = 3**n if n < 4 else 3 ** (n * 12)
        return big - big


class Wider(Counter):
    def extra(self, n):
        big = 7 ** (40 * n)
        return big - big


@pytest.mark.parametrize("cls", [Wide, Wider])
def test_integers_of_many_bits(cls, tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))
    game = cls()
    assert count(game, game.start(), 5)[None] == perft(game, game.start(), 5)
    if cls is Wider:
        with pytest.raises(CannotCompile):
            count_lines(game, game.start(), 5)


class Mutates(Counter):
    def start(self):
        return [0, 0]

    def play(self, state, move):
        state[0] += move
        return [state[0], 1 - state[1]]


def test_a_state_changed_in_place_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))
    assert find_refusal(Mutates()) is not None
