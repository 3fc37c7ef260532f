"""What is refused, with a status for programs and a sentence for people in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from elagage.errors import ElagageError
from elagage.i18n import LANGUAGES, _, translate_both, use_language

__all__ = ["Refusal", "guard_work", "make_bad_request", "translate_error"]

Answer = TypeVar("Answer")


class Refusal(Exception):
    """A request can't be answered: the status says of what kind that is, ``words`` why."""

    def __init__(self, status: int, words: Callable[[], str]) -> None:
        self.status, self.words = status, translate_both(words)
        super().__init__(self.words["en"])

    @property
    def body(self) -> dict[str, Any]:
        """What is sent."""
        return {"error": self.words}


def make_bad_request(words: Callable[[], str]) -> Refusal:
    """What was sent makes no sense."""
    return Refusal(400, words)


def guard_work(work: Callable[[], Answer]) -> Answer:
    """What the work gives; what is wrong with it is told in both languages,
    for which it is done once more in the other one.
    """
    try:
        with use_language("en"):
            return work()
    except ElagageError as error:
        raise Refusal(400, translate_error(work, " ".join(str(error).split()))) from error
    except RecursionError:
        raise make_bad_request(
            lambda: _("This is too deep to be followed to its end: give a smaller depth, or a smaller tree.")
        ) from None
    except MemoryError:
        raise make_bad_request(lambda: _("This takes more memory than there is: give a smaller depth.")) from None
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        kind, problem = type(error).__name__, str(error)[:200]
        raise make_bad_request(
            lambda: _("This fails: {kind}: {problem}.").format(kind=kind, problem=problem)
        ) from error


def translate_error(work: Callable[[], Any], english: str) -> Callable[[], str]:
    """The sentence of an error, in whichever language is spoken."""
    found = {"en": english}
    for language in LANGUAGES:
        if language not in found:
            try:
                with use_language(language):
                    work()
            except ElagageError as error:
                found[language] = " ".join(str(error).split())
            except Exception:
                found[language] = english
    from elagage.i18n import current_language

    return lambda: found.get(current_language(), english)
