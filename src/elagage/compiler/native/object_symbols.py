"""The names that object code needs from elsewhere: all of them must be known, or a call would end the process."""

from __future__ import annotations

import struct

__all__ = ["missing_symbols"]

KNOWN = {
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "bcmp",
    "calloc",
    "free",
    "pow",
    "log",
    "fmod",
    "fma",
    "floor",
    "rint",
    "",
}


def missing_symbols(code: bytes) -> list[str]:
    """The names in ELF object code that are neither defined in it nor known to be in every process; none for other
    formats.
    """
    if code[:5] != b"\x7fELF\x02":
        return []
    table, size, count, _names = struct.unpack_from("<Q10xHHH", code, 0x28)[0], *struct.unpack_from("<HHH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, table + number * size) for number in range(count)]
    missing = []
    for section in sections:
        if section[1] != 2:  # the table of symbols
            continue
        names = sections[section[6]]
        for at in range(section[4], section[4] + section[5], 24):
            name_at, _info, _other, index = struct.unpack_from("<IBBH", code, at)
            start = names[4] + name_at
            name = code[start : code.index(b"\0", start)].decode()
            if index == 0 and name not in KNOWN:
                missing.append(name)
    return missing
