"""French and English: one small switch in front of the standard library's gettext.

Message ids are the English sentences. ``_`` gives a text in the current language at once; a ``Message`` is a sentence
that is not in any language yet, and becomes text where a person reads it. The language is the one asked for with
``set_language``; until then it is read from the environment, in the order ``ELAGAGE_LANG``, ``LANGUAGE``, ``LC_ALL``,
``LC_MESSAGES``, ``LANG``.
"""

from __future__ import annotations

import gettext as _gettext
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = [
    "DOMAIN",
    "LANGUAGES",
    "LOCALE",
    "Message",
    "_",
    "current_language",
    "default_language",
    "join_messages",
    "name_players",
    "ngettext",
    "pgettext",
    "set_language",
    "translate_both",
    "use_language",
    "use_players",
]  # fmt: skip

DOMAIN = "elagage"
LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parent / "locale"

_language: str | None = None
_catalogue: _gettext.NullTranslations = _gettext.NullTranslations()
_catalogues: dict[str, _gettext.NullTranslations] = {}
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
"""The language of this thread or task alone, inside ``use_language``."""
_players: ContextVar[tuple[str, str] | None] = ContextVar("players", default=None)
"""What Max and Min are called here, inside ``use_players``."""


def default_language() -> str:
    """The language that the environment asks for, English if it asks for none that we speak."""
    for variable in ("ELAGAGE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in os.environ.get(variable, "").split(":"):
            code = wish[:2].lower()
            if code in LANGUAGES:
                return code
        if os.environ.get(variable):
            return "en"
    return "en"


def set_language(language: str | None = None) -> str:
    """Speak ``language`` from now on (the environment's if None), and say which it is; inside ``use_language``,
    only until its end.
    """
    global _language, _catalogue
    chosen = language if language in LANGUAGES else default_language()
    if _spoken.get() is not None:
        _spoken.set(chosen)
    else:
        _language, _catalogue = chosen, _catalogue_of(chosen)
    return chosen


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Inside, this thread speaks that language, whatever the others do."""
    before = _spoken.set(language if language in LANGUAGES else default_language())
    try:
        yield
    finally:
        _spoken.reset(before)


@contextmanager
def use_players(names: tuple[str, str] | None) -> Iterator[None]:
    """Inside, sentences call Max and Min by these names, in this thread; None leaves them as they are."""
    before = _players.set(names)
    try:
        yield
    finally:
        _players.reset(before)


def name_players(text: str) -> str:
    """A sentence of the catalogue with the players' names of ``use_players``.

    >>> with use_players(("J_max", "J_min")):
    ...     Message("{cut} for Max", cut="β").text("en")
    'β for J_max'
    """
    names = _players.get()
    if names is None:
        return text
    return re.sub(r"\b(?:Max|Min)\b", lambda found: names[found[0] == "Min"], text)


@dataclass(frozen=True, init=False)
class Message:
    """A sentence for people that is not in any language yet: an id of the catalogue, and what fills its fields.

    With ``plural`` the number ``count`` chooses between both ids; ``count`` fills a field of that name too. ``context``
    tells apart two messages that are the same in English. Arguments are kept as texts, numbers and messages, so that a
    message is a value: it can be compared, kept, and sent to another process.

    >>> message = Message("There is no {thing} here.", thing=Message("{count} node", "{count} nodes", count=2))
    >>> message.text("en")
    'There is no 2 nodes here.'
    """

    id: str
    plural: str | None
    count: int | None
    context: str
    arguments: Mapping[str, Any]

    def __init__(
        self, id: str, plural: str | None = None, /, *, count: Any = None, context: Any = "", **arguments: Any
    ) -> None:
        if count is not None:
            arguments["count"] = count
        fields = {"id": id, "plural": plural, "count": count, "context": context}
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "arguments", {name: _keep(value) for name, value in arguments.items()})

    def text(self, language: str | None = None) -> str:
        """The sentence in a language, the current one by default; its messages are in the same."""
        if language is not None:
            with use_language(language):
                return self.text()
        spoken = _now()
        if self.plural is not None:
            text = spoken.ngettext(self.id, self.plural, self.count or 0)
        else:
            text = (
                spoken.pgettext(self.context, self.id) if self.context else spoken.gettext(self.id) if self.id else ""
            )
        text = name_players(text)
        if "{" not in text:
            return text
        try:
            return text.format_map(self.arguments)
        except (LookupError, ValueError, AttributeError):  # fields that a page fills in, or somebody's own braces
            return text

    def fill(self, **arguments: Any) -> Message:
        """The same message with more of its fields filled."""
        return Message(self.id, self.plural, context=self.context, **{**self.arguments, **arguments})

    def as_clause(self) -> Message:
        """The same message as a part of a sentence, without its full stop."""
        return _Clause(self.id, self.plural, context=self.context, **self.arguments)

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:
        return hash((self.id, self.plural, self.count, self.context, *self.arguments.items()))


class _Clause(Message):
    """A message inside a sentence of another one."""

    def text(self, language: str | None = None) -> str:
        """The sentence in a language, without its full stop."""
        return super().text(language).rstrip(".")


def _keep(value: Any) -> Any:
    """An argument as a text, a number or a message; of an error of ours, what it says."""
    message = getattr(value, "message", None)
    if isinstance(message, Message):
        return message
    return value if value is None or isinstance(value, Message | str | int | float) else str(value)


def join_messages(parts: Iterable[Any], separator: str = ", ") -> Message:
    """Messages, texts and numbers one after the other, as one message.

    >>> join_messages(["depth", 3, Message("draw")]).text("fr")
    'depth, 3, partie nulle'
    """
    named = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in named), **named)


def translate_both(message: Message | str) -> dict[str, str]:
    """A message in each language; a text that is none stays what it is.

    >>> translate_both(Message("draw"))
    {'en': 'draw', 'fr': 'partie nulle'}
    """
    return {language: message.text(language) if isinstance(message, Message) else message for language in LANGUAGES}


def current_language() -> str:
    """The language spoken now."""
    return _spoken.get() or _language or set_language()


def _(message: str) -> str:
    """The message in the current language."""
    return name_players(_now().gettext(message))


def pgettext(context: str, message: str) -> str:
    """The message in the current language, where ``context`` tells it apart from the same English elsewhere."""
    return name_players(_now().pgettext(context, message))


def ngettext(one: str, many: str, count: int) -> str:
    """The message for ``count`` things in the current language (French says "0 nœud", English "0 nodes")."""
    return name_players(_now().ngettext(one, many, count))


def _now() -> _gettext.NullTranslations:
    spoken = _spoken.get()
    if spoken is not None:
        return _catalogue_of(spoken)
    if _language is None:
        set_language()
    return _catalogue


def _catalogue_of(language: str) -> _gettext.NullTranslations:
    if language not in _catalogues:
        _catalogues[language] = _gettext.translation(DOMAIN, LOCALE, languages=[language], fallback=True)
    return _catalogues[language]
