"""Random small rules, as Python source: ints, truth values, floats, tuples, lists, texts, dicts and tables, in expressions and statements."""

# ruff: noqa: E501, F541
from __future__ import annotations

import random

HEADER = """
TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
ROWS = [[1, 2, 3], [4], [], [5, 6]]
NAMES = {0: "zero", 1: "one", 2: "two", -1: "minus"}
WORD = "abcba"
LETTERS = {"a": 1, "b": 2, "c": 3}
PAIRS = ((1, 2), (3, 4), (5, 6))
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
"""


class Maker:
    """Makes one rule of the arguments n, m (ints), b (truth value), t (tuple of ints), l (list of ints), s (text), d (dict of ints)."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.ints = ["n", "m"]
        self.lines: list[str] = []
        self.fresh = 0

    def one(self, *options: str) -> str:
        return self.choose.choice(options)

    def small(self) -> str:
        return str(self.choose.choice([-9, -3, -2, -1, 0, 1, 2, 3, 5, 7, 8, 31, 63, 64, 100, 2**31, 2**62, 2**63 - 1]))

    def integer(self, deep: int = 3) -> str:
        if deep <= 0:
            return self.one(*self.ints, *self.ints, self.small(), str(self.choose.randint(-4, 9)))
        i, j = self.integer(deep - 1), self.integer(deep - 2)
        k = self.choose.randint(0, 40)
        plain = self.one("+", "-", "*", "//", "%", "&", "|", "^")
        options = [
            f"({i} {plain} {j})", f"({i} {plain} {j})", f"({i} {plain} {j})", f"({i} {plain} {j})",
            f"(-{i})", f"(~{i})", f"abs({i})", f"({i} << {self.one('1', '3', 'n', '40', '64', '-1')})", f"({i} >> {self.one('1', '2', 'm', '70')})",
            f"({i} ** {self.one('0', '1', '2', '3', '5')})", f"{self.sequence(deep - 1)}[{j}]", f"len({self.any_sized(deep - 1)})",
            f"sum({self.sequence(deep - 1)})", f"sum(x * {j} for x in {self.sequence(deep - 1)} if x > {self.small()})",
            f"({i} if {self.boolean(deep - 1)} else {j})", f"min({i}, {j})", f"max({i}, {j}, 3)", f"max({self.sequence(deep - 1)}, default={j})",
            f"min({self.sequence(deep - 1)})", f"{self.sequence(deep - 1)}.count({i})", f"{self.sequence(deep - 1)}.index({i})",
            f"helper({i}, {j})", f"helper({i})", f"pick({self.sequence(deep - 1)}, {j})", f"d.get({i}, {j})", f"d[{i}]",
            f"TABLE[{i}]", f"ROWS[{i}][{j}]", f"LETTERS[{self.text(deep - 1)}]", f"int({self.boolean(deep - 1)})", f"({i} or {j})", f"({i} and {j})",
            f"({self.boolean(deep - 1)} + {i})", f"len({self.text(deep - 1)})", f"{self.text(deep - 1)}.find({self.text(0)})", f"({i}).bit_count()",
            f"abs({i}).bit_length()", f"divmod({i}, {j})[{self.one('0', '1')}]", f"next((x for x in {self.sequence(deep - 1)} if x > {i}), {j})",
            f"sum(1 for x, y in zip({self.sequence(deep - 1)}, TABLE) if x < y)", f"sum(k * x for k, x in enumerate({self.sequence(deep - 1)}))",
            f"PAIRS[{i}][{self.one('0', '1', '-1')}]", f"(({i} * {self.small()}) & 255)", f"(({i} + {j}) % 16)", f"ord(WORD[{j}])",
        ]  # fmt: skip
        return options[k]

    def boolean(self, deep: int = 2) -> str:
        if deep <= 0:
            return self.one("b", "True", "False", "(n > m)", "(not b)", "(n == 0)")
        i, j = self.integer(deep - 1), self.integer(deep - 1)
        return self.one(
            f"({i} {self.one('<', '<=', '==', '!=', '>', '>=')} {j})", f"({i} < {j} <= {self.small()})", f"({i} in {self.sequence(deep - 1)})",
            f"(not {self.boolean(deep - 1)})", f"({self.boolean(deep - 1)} and {self.boolean(deep - 1)})", f"({self.boolean(deep - 1)} or {self.boolean(0)})",
            f"({self.sequence(deep - 1)} == {self.sequence(deep - 1)})", f"any(x > {j} for x in {self.sequence(deep - 1)})",
            f"all(x % 2 for x in {self.sequence(deep - 1)})", f"({self.text(deep - 1)} in {self.text(deep - 1)})", f"({i} in d)", f"({i} in range({j}))",
            f"({self.text(deep - 1)} == {self.text(deep - 1)})", f"({self.text(deep - 1)} < {self.text(deep - 1)})", f"bool({i})",
            f"({i} / 2 > {j})", f"({i} == {j} * 1.0)", f"(b ^ {self.boolean(deep - 1)})",
        )  # fmt: skip

    def sequence(self, deep: int = 2) -> str:
        if deep <= 0:
            return self.one("t", "l", "TABLE", "t", "list(t)", "tuple(l)")
        i, inner = self.integer(deep - 1), self.sequence(deep - 1)
        return self.one(
            f"{inner}[{i}:]", f"{inner}[:{i}]", f"{inner}[::-1]", f"{inner}[{self.one('::2', '1::2', '::-2', '5:0:-1', '-3:')}]", f"(tuple({inner}) + (n, {i}))",
            f"(list({inner}) + [m])", f"[x + {i} for x in {inner}]", f"tuple(x * 2 for x in {inner} if x != {i})", f"sorted({inner})",
            f"sorted({inner}, reverse=True)", f"list(reversed({inner}))", f"(n, m, {i})", f"[{i}, {self.integer(0)}, 7]", f"list(range({self.one('n', '3', 'len(t)')}))",
            f"list(evens({inner}))", f"[y for row in ROWS for y in row if y > {i}]", f"sorted({inner}, key=lambda x: (x % 3, -x))", f"(*{inner}, {i})",
            f"list(range({self.one('0', 'n')}, 6, {self.one('1', '2')}))", f"sorted(set({inner}))", f"[*{inner}, {i}, *t]", f"list(d.values())", f"sorted(d)",
            f"list(map(lambda x: x - 1, {inner}))", f"[a * b for a, b in PAIRS]", "((n, m) * 2)", f"(list({inner}) * 2)",
        )  # fmt: skip

    def any_sized(self, deep: int) -> str:
        return self.one(
            self.sequence(deep),
            self.text(deep),
            "d",
            f"set({self.sequence(deep)})",
            "ROWS",
            f"range({self.integer(0)})",
        )

    def text(self, deep: int = 2) -> str:
        if deep <= 0:
            return self.one("s", "'a'", "'b'", "WORD", "''", "s")
        return self.one(
            f"({self.text(deep - 1)} + {self.text(deep - 1)})", f"{self.text(deep - 1)}[{self.integer(0)}]", f"{self.text(deep - 1)}[1:]", f"str({self.integer(deep - 1)})",
            f"'-'.join(str(x) for x in {self.sequence(deep - 1)})", f"NAMES[{self.integer(deep - 1)}]", f"{self.text(deep - 1)}[::-1]",
            f"({self.text(deep - 1)} if {self.boolean(deep - 1)} else {self.text(0)})", f"''.join(c for c in {self.text(deep - 1)} if c != 'b')", "(s * 2)",
            f"NAMES.get({self.integer(0)}, s)",
        )  # fmt: skip

    def statement(self, deep: int, indent: str) -> None:
        kind = self.choose.randint(0, 15)
        add = self.lines.append
        if kind <= 2:
            name = self.one("n", "m", f"v{self.fresh}")
            self.fresh += 1
            add(f"{indent}{name} = {self.integer()}")
            if indent == "    " and name not in self.ints:
                self.ints.append(name)
        elif kind == 3:
            add(f"{indent}l[{self.integer(1)}] = {self.integer(2)}")
        elif kind == 4:
            add(f"{indent}l.append({self.integer(2)})")
        elif kind == 5:
            add(f"{indent}d[{self.integer(1)}] = {self.integer(2)}")
        elif kind == 6:
            add(f"{indent}{self.one('n', 'm')} {self.one('+=', '-=', '*=', '//=', '%=', '|=', '^=')} {self.integer(1)}")
        elif kind == 7 and deep:
            add(f"{indent}if {self.boolean()}:")
            self.statement(deep - 1, indent + "    ")
            if self.choose.random() < 0.5:
                add(f"{indent}else:")
                self.statement(deep - 1, indent + "    ")
        elif kind == 8 and deep:
            add(f"{indent}for i in {self.one('range(4)', 'range(3, -1, -1)', self.sequence(1), 'range(len(t))')}:")
            self.ints.append("i")
            self.statement(deep - 1, indent + "    ")
            self.statement(deep - 1, indent + "    ")
            if self.choose.random() < 0.4:
                add(f"{indent}    if {self.boolean(1)}:")
                add(f"{indent}        {self.one('break', 'continue')}")
            self.ints.remove("i")
        elif kind == 9 and deep:
            error = self.one(
                "IndexError",
                "KeyError",
                "ZeroDivisionError",
                "ValueError",
                "(IndexError, ValueError)",
                "Exception",
                "LookupError",
            )
            add(f"{indent}try:")
            self.statement(deep - 1, indent + "    ")
            add(f"{indent}    n = {self.integer()}")
            add(f"{indent}except {error}:")
            add(f"{indent}    n = {self.small()}")
        elif kind == 10:
            add(
                f"{indent}{self.one('l.pop()', 'l.reverse()', 'l.sort()', 'l.insert(1, n)', 'd.pop(n, 0)', 'l += [m]', 'l.extend(t)', 'l.remove(n)', 't = t[1:] + (n,)', 't = tuple(l)')}"
            )
        elif kind == 11:
            add(
                f"{indent}{self.one('n, m = m, n', 'n, *l = (m, *t)', 'n, m = t[:2]', 'assert n != m', 's = s + str(n)', 'l = l[:]', 'l = list(t)', 'k = l; k.append(n)')}"
            )
        elif kind == 12 and deep:
            add(f"{indent}while n > {self.integer(0)} and m < 20:")
            add(f"{indent}    m += 1")
            add(f"{indent}    n -= {self.choose.randint(1, 3)}")
            self.statement(0, indent + "    ")
        elif kind == 13 and deep:
            add(f"{indent}match n % 4, b:")
            add(f"{indent}    case (0, True):")
            self.statement(0, indent + "        ")
            add(f"{indent}    case (1 | 2, _):")
            add(f"{indent}        m = {self.integer(1)}")
            add(f"{indent}    case (x, False) if x > 2:")
            add(f"{indent}        m = x")
        else:
            add(f"{indent}b = {self.boolean()}")

    def rule(self, name: str) -> str:
        """The source of a rule."""
        self.lines = [f"def {name}(n, m, b, t, l, s, d):"]
        for _number in range(self.choose.randint(0, 4)):
            self.statement(2, "    ")
        answer = self.one(self.integer(), self.integer(), self.boolean(), self.sequence(), self.text(), f"{self.integer()} / {self.integer(1)}",
                          f"None if {self.boolean()} else {self.integer()}")  # fmt: skip
        self.lines.append(f"    return ({answer}, l, d, n, m)")
        return "\n".join(self.lines) + "\n"


def arguments(chooser: random.Random) -> tuple[object, ...]:
    """Random arguments of a rule."""
    value = lambda: chooser.choice([-7, -3, -2, -1, 0, 1, 2, 3, 4, 5, 9])  # noqa: E731
    numbers = [value() for _ in range(chooser.randint(0, 6))]
    return (value(), value(), chooser.random() < 0.5, tuple(value() for _ in range(chooser.randint(3, 6))), numbers,
            chooser.choice(["", "a", "ab", "abc", "cab", "bbb"]), {value(): value() for _ in range(chooser.randint(0, 4))})  # fmt: skip
