"""French and English: one small switch in front of the standard library's gettext.

Message ids are the English sentences. The language is the one asked for with ``set_language``; until then it is
read from the environment, in the order ``ELAGAGE_LANG``, ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``.
"""

from __future__ import annotations

import gettext as _gettext
import os
from pathlib import Path

__all__ = ["DOMAIN", "LANGUAGES", "LOCALE", "_", "current_language", "default_language", "ngettext", "set_language"]

DOMAIN = "elagage"
LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parent / "locale"

_language: str | None = None
_catalogue: _gettext.NullTranslations = _gettext.NullTranslations()


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
    """Speak ``language`` from now on (the environment's if None), and say which it is."""
    global _language, _catalogue
    _language = language if language in LANGUAGES else default_language()
    _catalogue = _gettext.translation(DOMAIN, LOCALE, languages=[_language], fallback=True)
    return _language


def current_language() -> str:
    """The language spoken now."""
    return _language or set_language()


def _(message: str) -> str:
    """The message in the current language."""
    if _language is None:
        set_language()
    return _catalogue.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The message for ``count`` things in the current language (French says "0 nœud", English "0 nodes")."""
    if _language is None:
        set_language()
    return _catalogue.ngettext(one, many, count)
