"""What is refused, with a status for programs and a sentence for people in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from elagage.errors import ElagageError, MessageException
from elagage.i18n import Message, translate_both

__all__ = ["Refusal", "guard_work", "make_internal_error"]

Answer = TypeVar("Answer")


class Refusal(MessageException):
    """A request can't be answered: the status says of what kind that is (400: it makes no sense), the message why."""

    def __init__(self, message: str | Message, /, *, status: int = 400, **arguments: Any) -> None:
        super().__init__(message, **arguments)
        self.status = status

    @property
    def body(self) -> dict[str, Any]:
        """What is sent; a sentence is one line."""
        return {"error": {language: " ".join(text.split()) for language, text in translate_both(self.message).items()}}


def guard_work(work: Callable[[], Answer], comes_from_rules: Callable[[Exception], bool] | None = None) -> Answer:
    """What the work gives; what is wrong with the request, or fails in a user's rules, becomes a Refusal.

    Every other error is a fault of ours, and stays what it is.
    """
    try:
        return work()
    except ElagageError as error:
        raise Refusal(error.message) from error
    except RecursionError:
        raise Refusal("This is too deep to be followed to its end: give a smaller depth, or a smaller tree.") from None
    except MemoryError:
        raise Refusal("This takes more memory than there is: give a smaller depth.") from None
    except Exception as error:
        if comes_from_rules is None or not comes_from_rules(error):
            raise
        raise Refusal("This fails: {kind}: {problem}.", kind=type(error).__name__, problem=str(error)[:200]) from error


def make_internal_error() -> Refusal:
    """What is said of a fault of ours."""
    return Refusal("Something went wrong in the server: its terminal says what.", status=500)
