"""The pages' words out of the one catalogue: a script asks for a message by its English, the server sends the French.

A script calls ``message("English")`` or ``messageIn("context", "English")`` (static/messages.js), always with the text
written out, so what the scripts need is found by reading them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from elagage.figures.pages.step_page import UI
from elagage.i18n import Message, translate_both

__all__ = ["STATIC", "find_messages", "make_french_module", "make_index", "make_module"]

STATIC = Path(__file__).parent / "static"
TEXT = r'"((?:[^"\\\n]|\\.)*)"'
CALL = re.compile(rf"\bmessage\(\s*{TEXT}|\bmessageIn\(\s*{TEXT},\s*{TEXT}")


def find_messages(script: str) -> Iterator[Message]:
    """The messages that a script asks for.

    >>> [each.id for each in find_messages('const WON = [message("Yes: {move}."), messageIn("path", "Steps")];')]
    ['Yes: {move}.', 'Steps']
    """
    for plain, context, text in CALL.findall(script):
        yield Message(json.loads(f'"{plain or text}"'), context=json.loads(f'"{context}"'))


@cache
def make_index() -> str:
    """The page itself; to a browser that runs no scripts it says in both languages what it needs."""
    sentences = " ".join(translate_both(Message("Élagage needs JavaScript.")).values())
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    return page.replace("<noscript>", f"<noscript>{sentences}")


@cache
def make_french_module() -> str:
    """The module ``french.js``: the French of every message of the scripts, and the words of a figure that is
    stepped through.
    """
    french = {}
    for path in sorted(STATIC.rglob("*.js")):
        for message in find_messages(path.read_text(encoding="utf-8")):
            key = f"{message.context}\4{message.id}" if message.context else message.id
            french[key] = message.text("fr")
    return "// Made by the server from the catalogue.\n" + make_module({"french": french, "stepWords": UI})


def make_module(tables: dict[str, Any]) -> str:
    """A module that exports some values by their names.

    >>> make_module({"swift": 7}).strip()
    'export const swift = 7;'
    """
    return "".join(
        f"export const {name} = {json.dumps(table, ensure_ascii=False)};\n" for name, table in tables.items()
    )
