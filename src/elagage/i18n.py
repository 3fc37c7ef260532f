"""French and English: one small switch in front of the standard library's gettext.

Message ids are the English sentences. The language is the one asked for with ``set_language``; until then it is
read from the environment, in the order ``ELAGAGE_LANG``, ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``.
"""

from __future__ import annotations

import gettext as _gettext
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

__all__ = [
    "DOMAIN",
    "LANGUAGES",
    "LOCALE",
    "_",
    "current_language",
    "default_language",
    "ngettext",
    "set_language",
    "translate_both",
    "use_language",
]  # fmt: skip

DOMAIN = "elagage"
LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parent / "locale"

_language: str | None = None
_catalogue: _gettext.NullTranslations = _gettext.NullTranslations()
_catalogues: dict[str, _gettext.NullTranslations] = {}
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
"""The language of this thread or task alone, inside ``use_language``."""


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


def translate_both(words: Callable[[], str]) -> dict[str, str]:
    """What a function says in each language.

    >>> in_both(lambda: _("draw"))
    {'en': 'draw', 'fr': 'partie nulle'}
    """
    found = {}
    for language in LANGUAGES:
        with use_language(language):
            found[language] = words()
    return found


def current_language() -> str:
    """The language spoken now."""
    return _spoken.get() or _language or set_language()


def _(message: str) -> str:
    """The message in the current language."""
    return _now().gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The message for ``count`` things in the current language (French says "0 nœud", English "0 nodes")."""
    return _now().ngettext(one, many, count)


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
