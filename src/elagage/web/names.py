"""What people may be called: a short text that can be seen, and is told apart from the others."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from elagage.web.http_errors import Refusal

__all__ = ["MOST_NAME", "check_name", "key_of_name", "number_name"]

MOST_NAME = 40
"""Characters of a name."""
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of characters that control, or that nobody can see."""
JOINERS = "\u200c\u200d"
"""They shape letters and signs beside them."""


def check_name(text: str) -> str:
    """The name that somebody gives; Refusal if it is none.

    >>> check_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    if any(unicodedata.category(sign) in UNSEEN and sign not in JOINERS for sign in text.strip()):
        raise Refusal("A name has no control characters: write it in letters.")
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name) or len(name) > MOST_NAME:
        raise Refusal("A name has 1 to {most} characters: give another one.", most=MOST_NAME)
    return name


def key_of_name(name: str) -> str:
    """What two names have in common that people would take for the same.

    >>> key_of_name("ADA") == key_of_name("Ada"), key_of_name("Ada") == key_of_name("Adam")
    (True, False)
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in folded if sign not in JOINERS)


def number_name(name: str, taken: Container[str]) -> str:
    """The name, with a number if its key is taken.

    >>> number_name("Ada", {"ada", "ada (2)"}), number_name("Blaise", {"ada"})
    ('Ada (3)', 'Blaise')
    """
    found, number = name, 1
    while key_of_name(found) in taken:
        number += 1
        found = f"{name} ({number})"
    return found
