"""Random small rules, as Python source: numbers, truth values, floats, tuples, lists, texts, dicts, sets and tables."""

# ruff: noqa: E501  (a rule a line)
# ruff: noqa: E731
from __future__ import annotations

import random
from collections.abc import Callable

HEADER = """
TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
ROWS = [[1, 2, 3], [4], [], [5, 6]]
NAMES = {0: "zero", 1: "one", 2: "two", -1: "minus"}
WORD = "abcba"
LETTERS = {"a": 1, "b": 2, "c": 3}
PAIRS = ((1, 2), (3, 4), (5, 6))
ODD = {1, 3, 5, 7, 9}
def helper(x, y=3):
    if x > y:
        return x - y
    return y * 2
def pick(values, index):
    try:
        return values[index]
    except IndexError:
        return -1
def evens(values):
    for value in values:
        if value % 2 == 0:
            yield value
def total(*values, start=0):
    for value in values:
        start += value
    return start
def depth(n):
    return 0 if n <= 0 else 1 + depth(n // 2)
def maybe(x):
    if x > 2:
        return x
def label(x):
    if x % 3 == 0:
        return "three"
    if x % 3 == 1:
        return x
    return False
def shape(x):
    return ("put", x) if x > 0 else ("slide", x, 1)
class Box:
    def __init__(self, value):
        self.value = value
        self.seen = []
    def put(self, value):
        self.seen.append(self.value)
        self.value = value
        return self
    @property
    def last(self):
        return self.seen[-1] if self.seen else self.value
"""

ARGUMENTS = "n, m, b, t, l, s, d, x, q, g, u"
Make = Callable[[], str]


class Maker:
    """Makes a rule of n, m (ints), b (bool), t (ints), l (list), s (text), d (int to int), x (float), q (pairs), g (lists), u (set)."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.ints = ["n", "m"]
        self.lines: list[str] = []
        self.fresh = 0

    def one(self, *options: str) -> str:
        """One of several texts."""
        return self.choose.choice(options)

    def any_of(self, *options: Make) -> str:
        """One of several texts, of which only that one is made."""
        return self.choose.choice(options)()

    def small(self) -> str:
        """A literal, near the edges of things now and then."""
        if self.choose.random() < 0.85:
            return str(self.choose.randint(-4, 9))
        return self.one("31", "63", "64", "100", str(2**31), str(2**53 + 1), str(2**62), str(2**63 - 1), f"(-{2**63})")

    def index(self, deep: int, sequence: str) -> str:
        """An index of a sequence, mostly one that is there."""
        if self.choose.random() < 0.7:
            return f"{self.integer(deep - 1)} % (len({sequence}) or 1)"
        return self.integer(deep - 1)

    # Numbers --------------------------------------------------------------------------------------------------------

    def integer(self, deep: int = 3) -> str:
        """An int."""
        if deep <= 0:
            return self.one(*self.ints, *self.ints, self.small(), str(self.choose.randint(-4, 9)))
        i: Make = lambda: self.integer(deep - 1)
        j: Make = lambda: self.integer(deep - 2)
        v: Make = lambda: self.sequence(deep - 1)
        w: Make = lambda: self.text(deep - 1)
        c: Make = lambda: self.boolean(deep - 1)
        plain: Make = lambda: f"({i()} {self.one('+', '-', '*', '&', '|', '^')} {j()})"
        return self.any_of(
            plain, plain, plain, lambda: f"({i()} {self.one('//', '%')} {self.one('3', '-2', '7', j(), j())})",
            lambda: f"(-{i()})", lambda: f"(~{i()})", lambda: f"abs({i()})",
            lambda: f"({i()} << {self.one('1', '3', 'n % 9', '40', '64', '-1', 'abs(m) % 70')})", lambda: f"({i()} >> {self.one('1', '2', 'm', '70')})",
            lambda: f"({i()} ** {self.one('0', '1', '2', '3', '5', 'abs(n) % 9')})", lambda: self.element(deep), lambda: self.element(deep),
            lambda: f"len({self.any_sized(deep - 1)})", lambda: f"sum({v()})",
            lambda: f"sum(x * {j()} for x in {v()} if x > {self.small()})", lambda: f"({i()} if {c()} else {j()})", lambda: f"min({i()}, {j()})",
            lambda: f"max({i()}, {j()}, 3)", lambda: f"max({v()}, default={j()})", lambda: f"min({v()}, default=0)", lambda: f"min({v()})",
            lambda: f"{v()}.count({i()})", lambda: f"{v()}.index({i()})", lambda: f"helper({i()}, {j()})", lambda: f"helper({i()})",
            lambda: f"pick({v()}, {j()})", lambda: f"d.get({i()}, {j()})", lambda: f"d[{i()}]", lambda: f"TABLE[{i()} % 8]",
            lambda: f"ROWS[{i()} % 4][{j()}]", lambda: f"LETTERS[{w()}]", lambda: f"LETTERS.get({w()}, 0)", lambda: f"int({c()})",
            lambda: f"({i()} or {j()})", lambda: f"({i()} and {j()})", lambda: f"({c()} + {i()})", lambda: f"len({w()})",
            lambda: f"{w()}.find({self.text(0)})", lambda: f"{w()}.rfind({self.text(0)})", lambda: f"{w()}.count({self.text(0)})",
            lambda: f"({i()}).bit_count()", lambda: f"abs({i()}).bit_length()", lambda: f"divmod({i()}, {j()})[{self.one('0', '1')}]",
            lambda: f"next((x for x in {v()} if x > {i()}), {j()})", lambda: f"sum(1 for x, y in zip({v()}, TABLE) if x < y)",
            lambda: f"sum(k * x for k, x in enumerate({v()}))", lambda: f"PAIRS[{i()} % 3][{self.one('0', '1', '-1')}]",
            lambda: f"(({i()} * {self.small()}) & 255)", lambda: f"(({i()} + {j()}) % 16)", lambda: f"ord(WORD[{j()} % 5])",
            lambda: f"round({self.real(deep - 1)})", lambda: f"int({self.real(deep - 1)})", lambda: f"len({self.numbers(deep - 1)})",
            lambda: f"sum({self.numbers(deep - 1)})", lambda: f"max(q, key=lambda p: (p[1], -p[0]))[{self.one('0', '1')}]",
            lambda: f"q[{i()} % len(q)][{self.one('0', '1')}]", lambda: f"total(*{v()}, start={j()})", lambda: f"depth({i()})",
            lambda: "sum(map(len, g.values()))", lambda: f"Box({i()}).put({j()}).last", lambda: f"int(str({i()}))", lambda: f"bin(abs({i()})).count('1')",
            lambda: f"g.get({w()}, [{j()}])[-1]", lambda: f"(lambda x, y=2: x - y)({i()})", lambda: f"[{i()}, {j()}][{c()}]",
            lambda: f"sum(a * y for a, y in q if a != {j()})", lambda: f"len({{x % 3 for x in {v()}}})",
            lambda: f"(maybe({i()}) or {j()})", lambda: f"(maybe({i()}) + 1)", lambda: f"shape({i()})[1]", lambda: f"len(shape({i()}))", lambda: f"shape({i()})[{j()}]",
            lambda: f"[0, 'x', None, {i()}].count({j()})", lambda: f"(label({i()}) == {j()}) + 2", lambda: f"label({i()}) * 2",
        )  # fmt: skip

    def element(self, deep: int) -> str:
        """An element of a sequence."""
        sequence = self.sequence(deep - 1)
        return f"{sequence}[{self.index(deep, sequence)}]"

    def real(self, deep: int = 2) -> str:
        """A float."""
        if deep <= 0:
            return self.one("x", "0.5", "-1.25", "1e9", "3.0", "0.1", "x")
        i, f = lambda: self.integer(deep - 1), lambda: self.real(deep - 1)
        return self.any_of(
            lambda: f"({f()} {self.one('+', '-', '*')} {f()})", lambda: f"({i()} / {self.one('2', '3', '7', i())})", lambda: f"({f()} / {self.one('2', '4.0', f())})",
            lambda: f"(-{f()})", lambda: f"abs({f()})", lambda: f"({f()} + {i()})", lambda: f"float({i()})", lambda: f"round({f()}, {self.one('0', '1', '2', '5')})",
            lambda: f"max({f()}, {i()} / 1)", lambda: f"({f()} if {self.boolean(deep - 1)} else {f()})", lambda: f"({f()} ** 2)", lambda: f"({f()} * {i()})",
            lambda: f"({f()} // 2)", lambda: f"({f()} % 3)",
        )  # fmt: skip

    def boolean(self, deep: int = 2) -> str:
        """A truth value, or what counts as one."""
        if deep <= 0:
            return self.one("b", "True", "False", "(n > m)", "(not b)", "(n == 0)")
        i, c, v, w = (
            lambda: self.integer(deep - 1),
            lambda: self.boolean(deep - 1),
            lambda: self.sequence(deep - 1),
            lambda: self.text(deep - 1),
        )
        order = self.one("<", "<=", "==", "!=", ">", ">=")
        return self.any_of(
            lambda: f"({i()} {order} {i()})", lambda: f"({i()} < {i()} <= {self.small()})", lambda: f"({i()} in {v()})", lambda: f"(not {c()})",
            lambda: f"({c()} and {c()})", lambda: f"({c()} or {self.boolean(0)})", lambda: f"({v()} == {v()})",
            lambda: f"(tuple({v()}) {order} tuple({v()}))", lambda: f"any(x > {i()} for x in {v()})", lambda: f"all(x % 2 for x in {v()})",
            lambda: f"({w()} in {w()})", lambda: f"({i()} in d)", lambda: f"({i()} in range({i()}))", lambda: f"({i()} in range(0, 50, {self.one('3', '7', '-2')}))",
            lambda: f"({w()} {order} {w()})", lambda: f"bool({i()})", lambda: f"({i()} / 2 > {i()})", lambda: f"({i()} == {self.real(deep - 1)})",
            lambda: f"({self.real(deep - 1)} {order} {self.real(deep - 1)})", lambda: f"(b ^ {c()})", lambda: f"({i()} in {self.numbers(deep - 1)})",
            lambda: f"({self.numbers(deep - 1)} {self.one('<=', '<', '==', '>=')} {self.numbers(deep - 1)})", lambda: f"{w()}.startswith({self.text(0)})",
            lambda: f"({w()} in g)", lambda: f"(({i()}, {i()}) in q)", lambda: f"(({i()}, {i()}) < q[0])", lambda: f"{w()}.isdigit()",
            lambda: f"({self.numbers(deep - 1)}.isdisjoint({v()}))", lambda: f"(d.get({i()}) is None)", lambda: f"(({i()} and {v()}) or False) != []",
            lambda: f"(maybe({i()}) is None)", lambda: f"(label({i()}) == 'three')", lambda: f"bool(label({i()}))", lambda: f"(shape({i()}) == shape({i()}))",
            lambda: f"(label({i()}) in ({i()}, 'three', {w()}))", lambda: f"(maybe({i()}) == {i()})", lambda: f"isinstance(label({i()}), str)",
        )  # fmt: skip

    # Several things -------------------------------------------------------------------------------------------------

    def sequence(self, deep: int = 2) -> str:
        """A tuple or list of ints."""
        if deep <= 0:
            return self.one("t", "l", "TABLE", "t", "list(t)", "tuple(l)")
        i, v = lambda: self.integer(deep - 1), lambda: self.sequence(deep - 1)
        steps = self.one(
            "::2",
            "1::2",
            "::-2",
            "5:0:-1",
            "-3:",
            ":-1",
            "::3",
            "2:5",
            "-2::-1",
            f"{self.one('n', 'm')}:",
            f"::{self.one('n', '2')}",
        )
        return self.any_of(
            lambda: f"{v()}[{i()}:]", lambda: f"{v()}[:{i()}]", lambda: f"{v()}[::-1]", lambda: f"{v()}[{steps}]", lambda: f"(tuple({v()}) + (n, {i()}))",
            lambda: f"(list({v()}) + [m])", lambda: f"[x + {i()} for x in {v()}]", lambda: f"tuple(x * 2 for x in {v()} if x != {i()})",
            lambda: f"sorted({v()})", lambda: f"sorted({v()}, reverse={self.one('True', 'False', 'b')})", lambda: f"list(reversed({v()}))",
            lambda: f"(n, m, {i()})", lambda: f"[{i()}, {self.integer(0)}, 7]", lambda: f"list(range({self.one('n', '3', 'len(t)')}))",
            lambda: f"list(evens({v()}))", lambda: f"[y for row in ROWS for y in row if y > {i()}]", lambda: f"sorted({v()}, key=lambda x: (x % 3, -x))",
            lambda: f"(*{v()}, {i()})", lambda: f"list(range({self.one('0', 'n')}, 6, {self.one('1', '2', '-1')}))", lambda: f"sorted(set({v()}))",
            lambda: f"[*{v()}, {i()}, *t]", lambda: "list(d.values())", lambda: "sorted(d)", lambda: f"list(map(lambda x: x - 1, {v()}))",
            lambda: "[a * c for a, c in PAIRS]", lambda: "((n, m) * 2)", lambda: f"(list({v()}) * 2)", lambda: f"sorted({self.numbers(deep - 1)})",
            lambda: "[a + c for a, c in sorted(q)]", lambda: "[p[0] for p in sorted(q, key=lambda p: p[1])]", lambda: "[y for k in sorted(g) for y in g[k]]",
            lambda: f"list(zip({v()}, t))[0][:1]", lambda: "[len(k) for k in g]", lambda: f"(g.get({self.text(0)}) or [{i()}])",
            lambda: f"tuple(filter(lambda x: x > {i()}, {v()}))", lambda: f"list(dict.fromkeys({v()}))", lambda: f"[x for x in {v()} if x in {self.numbers(deep - 1)}]",
        )  # fmt: skip

    def numbers(self, deep: int = 1) -> str:
        """A set of ints."""
        if deep <= 0:
            return self.one("u", "ODD", "set(t)", "set()", "u")
        v, a = lambda: self.sequence(deep - 1), lambda: self.numbers(deep - 1)
        return self.any_of(
            lambda: f"({a()} {self.one('|', '&', '-', '^')} {a()})", lambda: f"set({v()})", lambda: f"{{x % 5 for x in {v()}}}", lambda: f"frozenset({v()})",
            lambda: f"{a()}.union({v()})", lambda: f"{a()}.difference({v()})", lambda: f"{a()}.intersection({v()})", lambda: f"{{{self.integer(0)}, {self.integer(0)}, 3}}",
        )  # fmt: skip

    def any_sized(self, deep: int) -> str:
        """Anything that has a length."""
        return self.any_of(
            lambda: self.sequence(deep),
            lambda: self.text(deep),
            lambda: self.one("d", "g", "q", "u", "ROWS"),
            lambda: self.numbers(deep),
            lambda: f"range({self.integer(0)})",
        )

    def text(self, deep: int = 2) -> str:
        """A text."""
        if deep <= 0:
            return self.one("s", "'a'", "'b'", "WORD", "''", "s", "'ab'")
        w, i = lambda: self.text(deep - 1), lambda: self.integer(deep - 1)
        method = self.one("strip()", "strip('a')", "lstrip('ab')", "rstrip('c')", "upper()", "replace('a', 'xy')", "replace('b', '')", "ljust(5, '.')", "rjust(4)",
                          "zfill(4)", "center(6, '*')", "partition('b')[0]", "split('b')[-1]", "swapcase()", "removeprefix('a')")  # fmt: skip
        return self.any_of(
            lambda: f"({w()} + {w()})", lambda: f"{w()}[{self.integer(0)}]", lambda: f"{w()}[1:]", lambda: f"str({i()})",
            lambda: f"'-'.join(str(x) for x in {self.sequence(deep - 1)})", lambda: f"NAMES[{i()}]", lambda: f"{w()}[::-1]",
            lambda: f"({w()} if {self.boolean(deep - 1)} else {self.text(0)})", lambda: f"''.join(c for c in {w()} if c != 'b')", lambda: "(s * 2)",
            lambda: f"NAMES.get({self.integer(0)}, s)", lambda: f"{w()}.{method}", lambda: f"{w()}.{method}", lambda: "f'{n}:{m:3}{s}'",
            lambda: f"str({self.boolean(deep - 1)})", lambda: f"''.join(sorted({w()}))", lambda: f"max({w()}, 'b')", lambda: f"'%d-%s' % ({i()}, {w()})",
            lambda: f"shape({i()})[0]", lambda: f"str(maybe({i()}))", lambda: f"(label({i()}) or {w()})",
        )  # fmt: skip

    # Statements -----------------------------------------------------------------------------------------------------

    def statement(self, deep: int, indent: str) -> None:
        """A statement."""
        kinds = ("set", "set", "set", "plain", "plain", "plain", "plain", "flag")
        compound = ("if", "for", "try", "while", "match", "nested") if deep else ()
        getattr(self, f"do_{self.choose.choice(kinds + compound)}")(deep, indent)

    def do_set(self, _deep: int, indent: str) -> None:
        """A variable gets a value."""
        name = self.one("n", "m", f"v{self.fresh}")
        self.fresh += 1
        self.lines.append(f"{indent}{name} = {self.integer()}")
        if indent == "    " and name not in self.ints:
            self.ints.append(name)

    def do_flag(self, _deep: int, indent: str) -> None:
        """The truth value, or the float, changes."""
        self.lines.append(
            f"{indent}b = bool({self.boolean()})" if self.choose.random() < 0.6 else f"{indent}x = {self.real()}"
        )

    def do_plain(self, _deep: int, indent: str) -> None:
        """Something is changed in place, or taken apart."""
        i, j = lambda: self.integer(1), lambda: self.integer(2)
        sign = self.one("+=", "-=", "*=", "//=", "%=", "|=", "^=", "&=")
        line = self.any_of(
            lambda: f"l[{self.index(1, 'l')}] = {j()}", lambda: f"l.append({j()})", lambda: f"d[{i()}] = {j()}", lambda: f"{self.one('n', 'm')} {sign} {i()}",
            lambda: f"l[{self.index(1, 'l')}] {sign} {i()}", lambda: f"d[{i()}] = d.get({i()}, 0) + 1", lambda: f"g.setdefault({self.text(0)}, []).append({i()})",
            lambda: f"u.{self.one('add', 'discard', 'remove')}({i()})", lambda: f"u {self.one('|=', '-=', '&=')} {self.numbers()}", lambda: f"l[1:2] = [{i()}, {i()}]",
            lambda: f"q = (*q, ({i()}, {i()}))", lambda: f"k = Box({i()}); k.value += {i()}; n = k.value", lambda: "(n, m), *k = q", lambda: f"l.insert({i()}, n)",
            lambda: self.one("l.pop()", "l.reverse()", "l.sort()", "d.pop(n, 0)", "l += [m]", "l.extend(t)", "l.remove(n)", "t = t[1:] + (n,)", "t = tuple(l)", "del l[0]",
                             "del d[n]", "l.clear()", "l.sort(key=lambda y: -y)", "l.extend(l)", "d.update({n: m})"),
            lambda: self.one("n, m = m, n", "n, *l = (m, *t)", "n, m = t[:2]", "assert n != m", "s = s + str(n)", "l = l[:]", "l = list(t)", "k = l; k.append(n)",
                             "*l, n = l", "s = s.replace('a', 'b')", "l[0], l[-1] = l[-1], l[0]", "d = dict(d)", "u = set(l)", "n = m = len(l)", "k = [0, 'x', None, n]; k[0] = s; n = k.count(s)",
                             "k, *y = shape(n); s = k", "k = label(n); n = len(k) if isinstance(k, str) else m"),
        )  # fmt: skip
        self.lines.append(indent + line)

    def do_if(self, deep: int, indent: str) -> None:
        """``if``."""
        self.lines.append(f"{indent}if {self.boolean()}:")
        self.statement(deep - 1, indent + "    ")
        if self.choose.random() < 0.5:
            self.lines.append(f"{indent}else:")
            self.statement(deep - 1, indent + "    ")

    def do_for(self, deep: int, indent: str) -> None:
        """``for``, maybe with ``break``, ``continue`` and ``else``."""
        self.fresh += 1
        name = f"i{self.fresh}"
        source = self.one(
            "range(4)",
            "range(3, -1, -1)",
            "range(len(t))",
            "list(d)",
            "t",
            f"list({self.sequence(1)})",
            "[p[0] for p in q]",
        )
        self.lines.append(f"{indent}for {name} in {source}:")
        self.ints.append(name)
        self.statement(deep - 1, indent + "    ")
        self.statement(deep - 1, indent + "    ")
        if self.choose.random() < 0.4:
            self.lines.append(f"{indent}    if {self.boolean(1)}:")
            self.lines.append(f"{indent}        {self.one('break', 'continue')}")
        self.ints.remove(name)
        if self.choose.random() < 0.2:
            self.lines.append(f"{indent}else:")
            self.statement(0, indent + "    ")

    def do_while(self, _deep: int, indent: str) -> None:
        """``while``, at most ten times."""
        self.fresh += 1
        fuel = f"w{self.fresh}"
        self.lines.append(f"{indent}{fuel} = 10")
        self.lines.append(f"{indent}while {fuel} and {self.boolean(1)}:")
        self.lines.append(f"{indent}    {fuel} -= 1")
        self.statement(0, indent + "    ")
        self.statement(0, indent + "    ")

    def do_try(self, deep: int, indent: str) -> None:
        """``try``."""
        error = self.one(
            "IndexError",
            "KeyError",
            "ZeroDivisionError",
            "ValueError",
            "(IndexError, ValueError)",
            "Exception",
            "LookupError",
            "ArithmeticError",
        )
        self.lines.append(f"{indent}try:")
        self.statement(deep - 1, indent + "    ")
        self.lines.append(f"{indent}    n = {self.integer()}")
        self.lines.append(f"{indent}except {error}:")
        self.lines.append(f"{indent}    n = {self.small()}")

    def do_match(self, _deep: int, indent: str) -> None:
        """``match``."""
        self.lines.append(f"{indent}match n % 4, b:")
        self.lines.append(f"{indent}    case (0, True):")
        self.statement(0, indent + "        ")
        self.lines.append(f"{indent}    case (1 | 2, _):")
        self.lines.append(f"{indent}        m = {self.integer(1)}")
        self.lines.append(f"{indent}    case (y, False) if y > 2:")
        self.lines.append(f"{indent}        m = y")

    def do_nested(self, _deep: int, indent: str) -> None:
        """A nested function that changes a variable."""
        self.fresh += 1
        name = f"f{self.fresh}"
        self.lines.append(f"{indent}def {name}(y, z=2):")
        if indent == "    " and self.choose.random() < 0.5:
            self.lines.append(f"{indent}    nonlocal m")
            self.lines.append(f"{indent}    m = m + {self.one('y', 'z', '1')}")
        self.lines.append(f"{indent}    return y * z - {self.one('n', 'm', 'len(l)')}")
        self.lines.append(f"{indent}n = {name}({self.integer(1)})")

    def rule(self, name: str) -> str:
        """The source of a rule."""
        self.lines = [f"def {name}({ARGUMENTS}):"]
        for _number in range(self.choose.randint(0, 4)):
            self.statement(2, "    ")
        answer = self.any_of(
            self.integer, self.integer, self.boolean, self.sequence, self.text, self.real, lambda: f"sorted({self.numbers(2)})",
            lambda: f"{self.integer()} / {self.integer(1)}", lambda: f"None if {self.boolean()} else {self.integer()}",
        )  # fmt: skip
        self.lines.append(f"    return ({answer}, l, d, n, m, g, sorted(u), x)")
        return "\n".join(self.lines) + "\n"


def arguments(chooser: random.Random) -> tuple[object, ...]:
    """Random arguments of a rule."""
    value = lambda: chooser.choice([-7, -3, -2, -1, 0, 1, 2, 3, 4, 5, 9])
    numbers = [value() for _ in range(chooser.randint(0, 6))]
    words = ["", "a", "ab", "abc", "cab", "bbb"]
    return (
        value(), value(), chooser.random() < 0.5, tuple(value() for _ in range(chooser.randint(3, 6))), numbers, chooser.choice(words),
        {value(): value() for _ in range(chooser.randint(0, 4))}, chooser.choice([0.0, 0.5, -1.5, 2.25, 0.1, 1e6]),
        tuple((value(), value()) for _ in range(chooser.randint(1, 4))),
        {word: [value() for _ in range(chooser.randint(1, 3))] for word in chooser.sample(words, chooser.randint(0, 3))},
        {value() for _ in range(chooser.randint(0, 4))},
    )  # fmt: skip
