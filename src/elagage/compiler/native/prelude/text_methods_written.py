"""Methods of texts, in the Python that is compiled."""

# mypy: ignore-errors
from __future__ import annotations

__all__ = [
    "NotCompiled", "ascii_only", "builtins_bin", "builtins_hex", "format_center", "int_in_base", "letter_of",
    "not_compiled", "one_letter", "span_of", "str_capitalize", "str_center", "str_count", "str_find", "str_index",
    "str_isalnum", "str_isalpha", "str_isdecimal", "str_isdigit", "str_islower", "str_isnumeric", "str_isspace",
    "str_isupper", "str_ljust", "str_lower", "str_lstrip", "str_partition", "str_removeprefix", "str_removesuffix",
    "str_replace", "str_rfind", "str_rindex", "str_rjust", "str_rpartition", "str_rsplit", "str_rstrip", "str_split",
    "str_splitlines", "str_strip", "str_swapcase", "str_translate", "str_upper", "str_zfill",
]  # fmt: skip

SPACE = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0"


def str_split(text, sep=None, maxsplit=-1):
    """``str.split``."""
    parts = []
    if sep is None:
        word = ""
        for number, letter in enumerate(text):
            if letter in SPACE:
                if word:
                    parts.append(word)
                word = ""
            else:
                if not word and len(parts) == maxsplit:
                    parts.append(str_rstrip(text[number:]))
                    return parts
                word += letter
        if word:
            parts.append(word)
        return parts
    if not sep:
        raise ValueError
    at, start = str_find(text, sep), 0
    while at >= 0 and len(parts) != maxsplit:
        parts.append(text[start:at])
        start = at + len(sep)
        at = str_find(text, sep, start)
    parts.append(text[start:])
    return parts


def str_splitlines(text):
    """``str.splitlines``."""
    parts, word = [], ""
    for number, letter in enumerate(text):
        if letter == "\n" and number and text[number - 1] == "\r":
            continue
        if letter in "\n\r\x0b\x0c\x1c\x1d\x1e\x85":
            parts.append(word)
            word = ""
        else:
            word += letter
    if word:
        parts.append(word)
    return parts


def str_find(text, part, start=0, end=None):
    """``str.find``."""
    first, last, _step = span_of(len(text), start, end)
    size = len(part)
    for at in range(first, last - size + 1):
        if text[at : at + size] == part:
            return at
    return -1


def str_rfind(text, part, start=0, end=None):
    """``str.rfind``."""
    first, last, _step = span_of(len(text), start, end)
    size = len(part)
    for at in range(last - size, first - 1, -1):
        if text[at : at + size] == part:
            return at
    return -1


def span_of(length, start, end):
    """``span.of``."""
    low = start if start is not None else 0
    high = end if end is not None else length
    if high > length:
        high = length
    if high < 0:
        high += length
    if high < 0:
        high = 0
    if low < 0:
        low += length
    if low < 0:
        low = 0
    return low, high, 1


def str_index(text, part, start=0, end=None):
    """``str.index``."""
    at = str_find(text, part, start, end)
    if at < 0:
        raise ValueError
    return at


def str_rindex(text, part, start=0, end=None):
    """``str.rindex``."""
    at = str_rfind(text, part, start, end)
    if at < 0:
        raise ValueError
    return at


def str_count(text, part, start=0, end=None):
    """``str.count``."""
    first, last, _step = span_of(len(text), start, end)
    if not part:
        return last - first + 1 if last >= first else 0
    found = 0
    at = str_find(text, part, first, last)
    while at >= 0:
        found += 1
        at = str_find(text, part, at + len(part), last)
    return found


def str_replace(text, old, new, count=-1):
    """``str.replace``."""
    if not old:
        if count == 0:
            return text
        made, left = new, count - 1
        for letter in text:
            made += letter
            if left != 0:
                made += new
            left -= 1
        return made
    made, start, done = "", 0, 0
    at = str_find(text, old)
    while at >= 0 and done != count:
        made += text[start:at] + new
        start = at + len(old)
        done += 1
        at = str_find(text, old, start)
    return made + text[start:]


def str_strip(text, letters=None):
    """``str.strip``."""
    return str_lstrip(str_rstrip(text, letters), letters)


def str_lstrip(text, letters=None):
    """``str.lstrip``."""
    dropped = letters if letters is not None else SPACE
    at = 0
    while at < len(text) and text[at] in dropped:
        at += 1
    return text[at:]


def str_rstrip(text, letters=None):
    """``str.rstrip``."""
    dropped = letters if letters is not None else SPACE
    at = len(text)
    while at > 0 and text[at - 1] in dropped:
        at -= 1
    return text[:at]


def str_removeprefix(text, part):
    """``str.removeprefix``."""
    return text[len(part) :] if text.startswith(part) else text


def str_removesuffix(text, part):
    """``str.removesuffix``."""
    return text[: len(text) - len(part)] if part and text.endswith(part) else text


def str_partition(text, sep):
    """``str.partition``."""
    if not sep:
        raise ValueError
    at = str_find(text, sep)
    if at < 0:
        return (text, "", "")
    return (text[:at], sep, text[at + len(sep) :])


def str_rpartition(text, sep):
    """``str.rpartition``."""
    if not sep:
        raise ValueError
    at = str_rfind(text, sep)
    if at < 0:
        return ("", "", text)
    return (text[:at], sep, text[at + len(sep) :])


def one_letter(fill):
    """``one.letter``."""
    if len(fill) != 1:
        raise TypeError


def str_ljust(text, width, fill=" "):
    """``str.ljust``."""
    one_letter(fill)
    return text + fill * (width - len(text))


def str_rjust(text, width, fill=" "):
    """``str.rjust``."""
    one_letter(fill)
    return fill * (width - len(text)) + text


def str_center(text, width, fill=" "):
    """``str.center``."""
    one_letter(fill)
    gap = width - len(text)
    if gap <= 0:
        return text
    left = gap // 2 + (gap & width & 1)
    return fill * left + text + fill * (gap - left)


def format_center(text, width, fill):
    """``format.center``."""
    gap = width - len(text)
    if gap <= 0:
        return text
    return fill * (gap // 2) + text + fill * (gap - gap // 2)


def str_rsplit(text, sep=None, maxsplit=-1):
    """``str.rsplit``."""
    if sep is None:
        if maxsplit >= 0:
            not_compiled()
        return str_split(text)
    if not sep:
        raise ValueError
    parts, end = [], len(text)
    at = str_rfind(text, sep, 0, end)
    while at >= 0 and len(parts) != maxsplit:
        parts.append(text[at + len(sep) : end])
        end = at
        at = str_rfind(text, sep, 0, end)
    parts.append(text[:end])
    return parts[::-1]


def str_zfill(text, width):
    """``str.zfill``."""
    if text[:1] in ("+", "-") and text:
        return text[0] + "0" * (width - len(text)) + text[1:]
    return "0" * (width - len(text)) + text


def ascii_only(text):
    """``ascii.only``."""
    for letter in text:
        if ord(letter) > 127:
            not_compiled()


class NotCompiled(Exception):
    """Left by what is not compiled: the rule is run interpreted."""


def not_compiled():
    """``not.compiled``."""
    raise NotCompiled


def str_upper(text):
    """``str.upper``."""
    ascii_only(text)
    return "".join(chr(ord(letter) - 32) if "a" <= letter <= "z" else letter for letter in text)


def str_lower(text):
    """``str.lower``."""
    ascii_only(text)
    return "".join(chr(ord(letter) + 32) if "A" <= letter <= "Z" else letter for letter in text)


def str_swapcase(text):
    """``str.swapcase``."""
    ascii_only(text)
    return "".join(
        chr(ord(letter) - 32) if "a" <= letter <= "z" else chr(ord(letter) + 32) if "A" <= letter <= "Z" else letter
        for letter in text
    )


def str_capitalize(text):
    """``str.capitalize``."""
    return str_upper(text[:1]) + str_lower(text[1:])


def str_isdigit(text):
    """``str.isdigit``."""
    ascii_only(text)
    return text != "" and all("0" <= letter <= "9" for letter in text)


def str_isnumeric(text):
    """``str.isnumeric``."""
    return str_isdigit(text)


def str_isdecimal(text):
    """``str.isdecimal``."""
    return str_isdigit(text)


def str_isalpha(text):
    """``str.isalpha``."""
    ascii_only(text)
    return text != "" and all("a" <= letter <= "z" or "A" <= letter <= "Z" for letter in text)


def str_isalnum(text):
    """``str.isalnum``."""
    ascii_only(text)
    return text != "" and all("a" <= letter <= "z" or "A" <= letter <= "Z" or "0" <= letter <= "9" for letter in text)


def str_isspace(text):
    """``str.isspace``."""
    return text != "" and all(letter in SPACE for letter in text)


def str_isupper(text):
    """``str.isupper``."""
    ascii_only(text)
    return any("A" <= letter <= "Z" for letter in text) and not any("a" <= letter <= "z" for letter in text)


def str_islower(text):
    """``str.islower``."""
    ascii_only(text)
    return any("a" <= letter <= "z" for letter in text) and not any("A" <= letter <= "Z" for letter in text)


def str_translate(text, table):
    """``str.translate``."""
    made = ""
    for letter in text:
        code = ord(letter)
        if code in table:
            found = table[code]
            if found is not None:
                made += letter_of(found)
        else:
            made += letter
    return made


def letter_of(found):
    """``letter.of``."""
    return found if isinstance(found, str) else chr(found)


def builtins_bin(number):
    """``builtins.bin``."""
    if number < 0:
        return "-" + builtins_bin(-number)
    digits = ""
    left = number
    while left > 1:
        digits = "01"[left & 1] + digits
        left >>= 1
    return "0b" + "01"[left] + digits


def builtins_hex(number):
    """``builtins.hex``."""
    if number < 0:
        return "-" + builtins_hex(-number)
    digits = "0123456789abcdef"[number & 15]
    left = number >> 4
    while left:
        digits = "0123456789abcdef"[left & 15] + digits
        left >>= 4
    return "0x" + digits


def int_in_base(text, base):
    """``int.in_base``."""
    if base < 2 or base > 36:
        not_compiled()
    if not text:
        raise ValueError
    total, sign, rest = 0, 1, text
    if text[0] == "-":
        sign, rest = -1, text[1:]
    for letter in rest:
        if "0" <= letter <= "9":
            digit = ord(letter) - 48
        elif "a" <= letter <= "z":
            digit = ord(letter) - 87
        elif "A" <= letter <= "Z":
            digit = ord(letter) - 55
        else:
            not_compiled()
        if digit >= base:
            not_compiled()
        total = total * base + digit
    if not rest:
        raise ValueError
    return sign * total
