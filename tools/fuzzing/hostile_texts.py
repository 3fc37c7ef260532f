"""Hostile texts: valid samples spliced, repeated, nested, cut, and salted with what parsers stumble over.

A text may hold lone surrogates. In a file or a stream those from U+DC80 on are the bytes that are not UTF-8
(``to_bytes``); where a text comes from JSON or an argument of a command, they arrive as they are.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

__all__ = ["make_hostile", "to_bytes"]

LONGEST = 40_000
NUMBERS = (
    *(
        "0",
        "-0",
        "-1",
        "1",
        "00",
        "+1",
        "--1",
        "1.",
        ".5",
        "1.5",
        "1e999",
        "-1e999",
        "1e-999",
        "1e308",
        "nan",
        "NaN",
        "inf",
    ),
    *(
        "-inf",
        "Infinity",
        "∞",
        "−3",
        "1_0",
        "0x10",
        "1e3",
        " 7",
        "7 ",
        "2147483648",
        "4294967296",
        "9223372036854775807",
    ),
    *(
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "9" * 30,
        "1" * 400,
        "9" * 5000,
        "1/0",
        "1,5",
    ),
    *("٣", "３", "²", "①", "Ⅳ", "१२", "1\u200b0", "true", "null", "None", "1j", "1e", "e5", "-", "+"),
)
"""What stands where a number was."""
SALT = (
    *(
        "\0",
        "\r",
        "\n",
        "\r\n",
        "\t",
        "\x0b",
        "\x1b[2J",
        "\x7f",
        "\x85",
        "\u2028",
        "\u2029",
        "\ufeff",
        "\u200e",
        "\u202e",
        "\u2066",
    ),
    *(
        "\udc80",
        "\udcff\udcfe",
        "\ud800",
        "\udfff",
        "\U0001f600",
        "\U0010ffff",
        "é",
        "e\u0301",
        "İ",
        "ß",
        "ŉ",
        "ﬀ",
        "Ω",
        "\xa0",
        "\u3000",
    ),
    *(
        "{",
        "}",
        "{}",
        "{0}",
        "{0.__class__}",
        "{name!r:>{width}}",
        "%s",
        "%n%d",
        "%(x)s",
        "$x",
        "\\",
        "\\u0000",
        "\\ud800",
        "\\udc80",
        "\\x",
        "'",
        '"',
        "`",
    ),
    *(
        "<img src=x onerror=alert(1)>",
        "</script>",
        "&amp;",
        "]]>",
        "<!--",
        "../",
        "/",
        "~",
        "//",
        "C:",
        "..",
        ".",
        "*",
        "?",
        ";",
        "|",
    ),
    *(
        ":",
        "::",
        ",",
        ",,",
        "=",
        "==",
        "#",
        "@",
        "^",
        "(",
        ")",
        "()",
        "[",
        "]",
        "[]",
        "<",
        ">",
        " ",
        "  ",
        "-",
        "--",
        "_",
        "!",
    ),
)
"""What is put between."""
BRACKETS = (
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ('{"a":', "}"),
    ("((", " 1) 2)"),
    ("-", ""),
    ("not ", ""),
    ("(", ""),
    ("", ")"),
)
WORDS = re.compile(r"\d+(?:\.\d+)?|\w+|\s+|.", re.DOTALL)
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def to_bytes(text: str) -> bytes:
    """The text as a file or a stream would hold it."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def make_hostile(chooser: random.Random, samples: Sequence[str]) -> str:
    """One text: a sample with one to five changes, two samples in one, or noise."""
    kind = chooser.random()
    if kind < 0.03:
        return make_noise(chooser)
    text = chooser.choice(samples)
    if kind < 0.05:
        return text
    for _change in range(1 + int(chooser.random() ** 2 * 5)):
        text = chooser.choice(CHANGES)(chooser, text)[:LONGEST]
        if chooser.random() < 0.1:
            text = splice(chooser, text, chooser.choice(samples))[:LONGEST]
    return text


def make_noise(chooser: random.Random) -> str:
    """Random bytes, letters of all alphabets, or nothing but salt."""
    length = int(2 ** (chooser.random() * 9))
    match chooser.randrange(3):
        case 0:
            return chooser.randbytes(length).decode("utf-8", "surrogateescape")
        case 1:
            return "".join(chr(int(2 ** (chooser.random() * 20))) for _letter in range(length))
        case _:
            return "".join(chooser.choice(SALT) for _piece in range(length))


def find_piece(chooser: random.Random, text: str) -> tuple[int, int]:
    """Where a piece of the text begins and ends, mostly a short one."""
    start = chooser.randrange(len(text) + 1)
    return start, min(len(text), start + int(2 ** (chooser.random() * 6)))


def splice(chooser: random.Random, text: str, other: str) -> str:
    """The beginning of one text and the end of another."""
    return text[: chooser.randrange(len(text) + 1)] + other[chooser.randrange(len(other) + 1) :]


def delete(chooser: random.Random, text: str) -> str:
    start, end = find_piece(chooser, text)
    return text[:start] + text[end:]


def cut_short(chooser: random.Random, text: str) -> str:
    return text[: chooser.randrange(len(text) + 1)]


def repeat(chooser: random.Random, text: str) -> str:
    start, end = find_piece(chooser, text)
    times = int(2 ** (chooser.random() ** 3 * 11))
    return text[:end] + text[start:end] * times + text[end:]


def nest(chooser: random.Random, text: str) -> str:
    start, end = find_piece(chooser, text)
    before, after = chooser.choice(BRACKETS)
    depth = int(2 ** (chooser.random() ** 3 * 14))
    return text[:start] + before * depth + text[start:end] + after * depth + text[end:]


def salt(chooser: random.Random, text: str) -> str:
    place = chooser.randrange(len(text) + 1)
    return text[:place] + chooser.choice(SALT) + text[place:]


def salt_in_place(chooser: random.Random, text: str) -> str:
    place = chooser.randrange(len(text) + 1)
    return text[:place] + chooser.choice(SALT) + text[place + 1 :]


def change_number(chooser: random.Random, text: str) -> str:
    found = list(NUMBER.finditer(text))
    if not found:
        return salt(chooser, text)
    number = chooser.choice(found)
    if chooser.random() < 0.4:
        new = str(int(float(number[0][:18])) + chooser.choice((-1, 1, 2, 7, 100)))
    else:
        new = chooser.choice(NUMBERS)
    return text[: number.start()] + new + text[number.end() :]


def change_letter(chooser: random.Random, text: str) -> str:
    if not text:
        return text
    place = chooser.randrange(len(text))
    new = (chr((ord(text[place]) + chooser.choice((-1, 1))) % 0x110000), text[place].swapcase(), chooser.choice(text))
    return text[:place] + chooser.choice(new) + text[place + 1 :]


def shuffle_words(chooser: random.Random, text: str) -> str:
    words = WORDS.findall(text)
    if len(words) < 2:
        return text
    first, second = chooser.randrange(len(words)), chooser.randrange(len(words))
    words[first], words[second] = words[second], words[first]
    return "".join(words)


def change_whole(chooser: random.Random, text: str) -> str:
    """Another case, another end of lines, a mark at the beginning."""
    match chooser.randrange(6):
        case 0:
            return text.upper()
        case 1:
            return text.replace("\n", "\r\n")
        case 2:
            return "\ufeff" + text
        case 3:
            return text.replace(" ", chooser.choice(("", "  ", "\t", "\xa0", "\n")))
        case 4:
            return text[::-1]
        case _:
            return text + chooser.choice(SALT)


CHANGES: tuple[Callable[[random.Random, str], str], ...] = (
    *(delete, cut_short, repeat, nest, salt, salt, salt_in_place, change_number, change_number, change_number),
    *(change_letter, shuffle_words, change_whole),
)
